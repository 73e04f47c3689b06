// What one file says of op folders: as a part of one, and of others by name.
//
// Input: a snapshot and a path. Output: facts about nodes `folder:PATH`. A part ties itself to its folder and the
// folder to all its files, its kernels and its API; anything else refers to the folders whose op, API or path it names.
// Elements of lists that name a folder are definitions of it.
#pragma once

#include <string>
#include <string_view>

#include "syntax/op_folders.h"

namespace remove_op {

// What definitions of a folder are called, and the elements of lists among them.
inline constexpr std::string_view op_folder = "op folder";
inline constexpr std::string_view list_entry = "list entry";

std::string id_of(const OpFolder& folder);

bool is_shell(std::string_view path);

Facts op_folder_facts(const Snapshot& snapshot, std::string_view path);

}  // namespace remove_op
