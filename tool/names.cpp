#include "names.h"

#include <algorithm>
#include <filesystem>

#include "language.h"
#include "words.h"

namespace remove_op {
namespace {

bool is_plain(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return is_word_char(c) || c == '.' || c == ':'; });
}

// Control characters would be obeyed by a terminal.
std::string printable(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return name;
}

}  // namespace

llvm::Expected<std::string> repository_name(const std::string& name, const Snapshot& snapshot, const std::string& root,
                                            const std::string& current) {
  namespace fs = std::filesystem;
  if (name.empty()) return llvm::createStringError("an empty NAME; give an op or a file of the repository");
  if (snapshot.find(name)) return name;

  const fs::path given(name);
  const bool walks_up = std::find(given.begin(), given.end(), "..") != given.end();
  const bool is_path = name.find('/') != std::string::npos || name == ".." || language_of(name) != Language::other;
  if (is_path) {
    const fs::path whole = (given.is_absolute() ? given : fs::path(current) / given).lexically_normal();
    const std::string path = whole.lexically_relative(root).generic_string();
    if (snapshot.find(path)) return path;
    if (given.is_absolute() || walks_up) {
      const bool outside = path.empty() || path == ".." || path.starts_with("../");
      return llvm::createStringError(
          printable(name) + ": " +
          (outside ? "lies outside the repository " + root : "is no source file of the repository") +
          "; NAME is an op or a file of the repository");
    }
    if (name.find_first_of("'\"`$;&|<>*?(){}\\!#~\n\r\t") == std::string::npos) return name;
  }
  if (!is_plain(name) && !is_path)
    return llvm::createStringError(printable(name) +
                                   ": not a name that an op can have; NAME is like rms_norm, "
                                   "_C::rms_norm or csrc/rms_norm.cu");
  if (!is_plain(name))
    return llvm::createStringError(printable(name) + ": no such file in the repository; patterns are not expanded");
  return name;
}

}  // namespace remove_op
