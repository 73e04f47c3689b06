#include "program.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

#include <stdexcept>

namespace remove_op {
namespace {

llvm::SmallString<128> temporary_file() {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("remove-op-test", "txt", path))
    throw std::runtime_error("no temporary file could be made");
  return path;
}

std::string take(const llvm::SmallString<128>& path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

}  // namespace

Ran run(const std::string& program, const std::vector<std::string>& arguments) {
  const auto found = llvm::sys::findProgramByName(program);
  if (!found) return {-1, "", program + " was not found"};
  const auto out = temporary_file();
  const auto err = temporary_file();
  const auto remove_both = llvm::make_scope_exit([&] {
    (void)llvm::sys::fs::remove(out);
    (void)llvm::sys::fs::remove(err);
  });

  std::vector<llvm::StringRef> all = {*found};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), out.str(), err.str()};
  Ran ran;
  ran.status = llvm::sys::ExecuteAndWait(*found, all, std::nullopt, redirects);
  ran.out = take(out);
  ran.err = take(err);
  return ran;
}

}  // namespace remove_op
