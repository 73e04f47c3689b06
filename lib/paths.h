// Paths of a repository as text: relative to its root, with `/` between the parts.
#pragma once

#include <string>
#include <string_view>

namespace remove_op {

// `csrc/moe/topk.cu` -> `topk.cu`
constexpr std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// `csrc/moe/topk.cu` -> `csrc/moe`; empty for a file of the root.
constexpr std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// `path` as it stands in `folder`, without `.`, `..` and doubled slashes; empty where it leaves the repository.
std::string path_in(std::string_view folder, std::string_view path);

}  // namespace remove_op
