#include "paths.h"

#include <algorithm>
#include <vector>

namespace remove_op {

std::string path_in(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::string_view rest : {folder, path}) {
    while (!rest.empty()) {
      const std::string_view part = rest.substr(0, rest.find('/'));
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
      if (part.empty() || part == ".") continue;
      if (part != "..")
        parts.push_back(part);
      else if (parts.empty())
        return {};
      else
        parts.pop_back();
    }
  }
  std::string plain;
  for (const std::string_view part : parts) plain.append(plain.empty() ? "" : "/").append(part);
  return plain;
}

}  // namespace remove_op
