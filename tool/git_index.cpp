#include "git_index.h"

#include <cstring>

namespace remove_op {
namespace {

constexpr std::size_t header_size = 12;
constexpr std::size_t fixed_size = 62;  // of an entry, up to its path
constexpr std::size_t mode_at = 24, size_at = 36, id_at = 40, flags_at = 60;
constexpr unsigned extended_flag = 0x4000, skip_worktree_flag = 0x4000;
constexpr std::size_t hash_size = 20;

unsigned big_endian(const char* at, int bytes) {
  unsigned value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(at[i]);
  return value;
}

llvm::Error damaged() { return llvm::createStringError("git's index cannot be read; see `git fsck`"); }

// How many bytes of the path before go, as version 4 writes it.
bool take_variable_length(std::string_view& rest, std::size_t& value) {
  for (value = 0; !rest.empty();) {
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    value = value << 7 | (byte & 0x7f);
    if (!(byte & 0x80)) return true;
    ++value;
  }
  return false;
}

}  // namespace

llvm::Expected<std::vector<IndexEntry>> read_git_index(std::string_view bytes) {
  if (bytes.size() < header_size + hash_size || !bytes.starts_with("DIRC")) return damaged();
  const unsigned version = big_endian(bytes.data() + 4, 4);
  const unsigned count = big_endian(bytes.data() + 8, 4);
  if (version < 2 || version > 4 || count > bytes.size() / fixed_size) return damaged();

  std::vector<IndexEntry> entries;
  entries.reserve(count);
  std::string_view rest = bytes.substr(header_size, bytes.size() - header_size - hash_size);
  std::string path;
  for (unsigned i = 0; i < count; ++i) {
    if (rest.size() < fixed_size + 2) return damaged();
    const char* const entry = rest.data();
    const unsigned flags = big_endian(entry + flags_at, 2);
    const bool extended = version > 2 && (flags & extended_flag);
    const unsigned more_flags = extended ? big_endian(entry + fixed_size, 2) : 0;
    const std::size_t fixed = fixed_size + (extended ? 2 : 0);
    rest.remove_prefix(fixed);
    std::size_t dropped = path.size();
    if (version == 4 && (!take_variable_length(rest, dropped) || dropped > path.size())) return damaged();
    const auto length = rest.find('\0');
    if (length == std::string_view::npos) return damaged();
    path.resize(path.size() - dropped);
    path += rest.substr(0, length);
    // Up to version 3, one to eight NULs bring an entry to a multiple of eight bytes.
    const std::size_t padded = version == 4 ? length + 1 : (fixed + length + 8) / 8 * 8 - fixed;
    if (padded > rest.size()) return damaged();
    rest.remove_prefix(padded);
    if (!entries.empty() && entries.back().path == path) continue;

    IndexEntry& added = entries.emplace_back();
    added.path = path;
    added.mode = big_endian(entry + mode_at, 4);
    added.size = big_endian(entry + size_at, 4);
    std::memcpy(added.id.id, entry + id_at, hash_size);
    added.skip_worktree = more_flags & skip_worktree_flag;
  }
  // Extensions whose name begins in lower case change the meaning of the entries.
  if (!rest.empty() && rest.front() >= 'a' && rest.front() <= 'z')
    return llvm::createStringError(
        "git's index is split or sparse, which is not supported; see `git update-index "
        "--no-split-index` and `git sparse-checkout reapply --no-sparse-index`");
  return entries;
}

}  // namespace remove_op
