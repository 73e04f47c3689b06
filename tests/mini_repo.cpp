#include "mini_repo.h"

#include <stdexcept>

namespace remove_op {

Snapshot mini_repo(std::string_view text) {
  std::vector<File> files;
  std::string path;
  std::string body;
  const auto close = [&] {
    if (!path.empty()) files.push_back({path, Text(body)});
    body.clear();
  };
  while (!text.empty()) {
    const auto newline = text.find('\n');
    const std::string_view line = text.substr(0, newline == std::string_view::npos ? text.size() : newline + 1);
    text.remove_prefix(line.size());
    if (line.starts_with("//- ")) {
      close();
      path = line.substr(4, line.find_last_not_of('\n') - 3);
    } else {
      body += line;
    }
  }
  close();
  return Snapshot(std::move(files));
}

const Rewriter& layer_named(std::string_view name) {
  for (const auto& layer : all_layers())
    if (layer->layer() == name) return *layer;
  throw std::runtime_error("no layer is named " + std::string(name));
}

}  // namespace remove_op
