// The file system that a hermetic parse sees: the snapshot, the prelude, and an empty file for every other header.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <string>
#include <string_view>

#include "snapshot.h"

namespace remove_op {

// Where the snapshot is mounted, where includes are looked up last, and the prelude.
inline constexpr std::string_view mount_point = "/r/";
inline constexpr std::string_view last_resort = "/i/";
inline constexpr std::string_view prelude_path = "/prelude.h";

// `main_path` reads as `main_text`, all else as the snapshot has it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> hermetic_files(const Snapshot& snapshot, std::string_view main_path,
                                                               std::string main_text);

}  // namespace remove_op
