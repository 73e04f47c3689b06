#include "scale_and_live.h"

#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {

std::string with_ops(const std::string& code, const std::string& more) {
  return "//- a.cu\n" + code + "TORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n" +
         "  m.def(\"live(int x) -> int\", &live);\n}\n" + more;
}

std::string without_scale(const std::string& code, const std::string& more) {
  return "//- a.cu\n" + code + "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n" + more;
}

void check(const std::string& before, const std::string& after) {
  INFO(before);
  CHECK(removed("scale", with_ops(before)) == without_scale(after));
}

}  // namespace remove_op
