#include "trimmed.h"

#include <algorithm>

#include "removed.h"

namespace remove_op {

std::string repo(const std::string& path, const std::string& code) {
  return "//- csrc/ops.cpp\n#include <torch/library.h>\nint scale(int x) { return x; }\nint shift(int x) { return x; "
         "}\n"
         "TORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n  m.def(\"shift(int x) -> int\", "
         "&shift);\n}\n"
         "//- pkg/ops.py\nimport torch\n\n\ndef scale(x):\n    return torch.ops.k.scale(x)\n\n\n"
         "def shift(x):\n    return torch.ops.k.shift(x)\n//- " +
         path + "\n" + code;
}

std::string left(const std::string& code, const std::string& path) {
  const std::string all = removed("scale", repo(path, code));
  const auto at = all.find("//- " + path + "\n");
  if (at == std::string::npos) return {};
  const auto start = all.find('\n', at) + 1;
  return all.substr(start, std::min(all.find("//- ", start), all.size()) - start);
}

bool stays(const std::string& code, const std::string& path) { return left(code, path) == code; }

std::string reason(const std::string& code, const std::string& path) {
  const std::string mark = "adapt it by hand: ";
  for (const std::string& note : notes(removal_of("scale", repo(path, code))))
    if (const auto at = note.find(mark); at != std::string::npos) return note.substr(at + mark.size());
  return {};
}

}  // namespace remove_op
