#include "syntax/cxx_bindings.h"

#include <catch2/catch.hpp>

namespace remove_op {

namespace {

// "SPACE::NAME def", "... impl", with " partial" and " entangled".
std::vector<std::string> found(std::string_view text, std::string_view extension_name = "?") {
  std::vector<std::string> out;
  for (const CxxBinding& binding : find_bindings(text, lex_cxx(text), extension_name))
    out.push_back(binding.space + "::" + binding.name + (binding.defines ? " def" : " impl") +
                  (binding.partial ? " partial" : "") + (binding.entangled.empty() ? "" : " entangled"));
  return out;
}

std::vector<std::string> in_block(const std::string& statements) {
  return found("TORCH_LIBRARY(k, m) {\n" + statements + "\n}\n");
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("find_bindings reads namespaces") {
  const std::string body = " { m.def(\"f() -> ()\"); }";
  CHECK(found("TORCH_LIBRARY(k, m)" + body) == Strings{"k::f def"});
  CHECK(found("TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, m)" + body, "_C") == Strings{"_C::f def"});
  CHECK(found("TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, m)" + body) == Strings{"?::f def"});
  CHECK(found("TORCH_LIBRARY_FRAGMENT(CONCAT(TORCH_EXTENSION_NAME, _cache), m)" + body, "_C") ==
        Strings{"_C_cache::f def"});
  CHECK(found("TORCH_LIBRARY_FRAGMENT(CONCAT(_C, _cache), m)" + body) == Strings{"_C_cache::f def"});
  CHECK(found("#define space k\nTORCH_LIBRARY(space, m)" + body) == Strings{"?::f def"});
  CHECK(found("TORCH_LIBRARY(OUR_SPACE, m)" + body) == Strings{"?::f def"});
  CHECK(found("TORCH_LIBRARY(_C, m)" + body) == Strings{"_C::f def"});
  CHECK(found("IPEX_LIBRARY_FRAGMENT()" + body) == Strings{"?::f def"});
  CHECK(found("PYBIND11_MODULE(_ext, m)" + body) == Strings{"pybind11::f def"});
  CHECK(found("void init(torch::Library& m)" + body) == Strings{"?::f def"});
  CHECK(found("void init(int m)" + body).empty());
}

TEST_CASE("find_bindings reads names and overloads") {
  CHECK(in_block("m.def(\"f.out(Tensor x) -> Tensor\"); m.impl(\"f.out\", torch::kCPU, &f);") ==
        Strings{"k::f.out def", "k::f.out impl"});
  CHECK(in_block("m.def(\"  f (Tensor x) -> Tensor\");") == Strings{"k::f def"});
  CHECK(in_block("m.def(\"other::f(Tensor x) -> Tensor\");") == Strings{"other::f def"});
  CHECK(in_block("m.def(\"f\" \"_all\" \"(Tensor x) -> Tensor\");") == Strings{"k::f_all def"});
  CHECK(in_block("m.def(R\"(f(Tensor x) -> Tensor)\");") == Strings{"k::f def"});
  CHECK(in_block("m.def(R\"x(f(Tensor x) -> Tensor)x\", &f);") == Strings{"k::f def"});
}

TEST_CASE("find_bindings says where a name is not all there") {
  CHECK(in_block("m.def(\"f_\" SUFFIX \"(Tensor x) -> Tensor\");") == Strings{"k::f_ def partial"});
  CHECK(in_block("m.def(NAME, &f);") == Strings{"k:: def"});
  CHECK(in_block("m.def(\"{{ name }}(Tensor x)\");") == Strings{"k:: def"});
}

TEST_CASE("find_bindings says where a statement does more") {
  CHECK(in_block("if (cuda) m.impl(\"f\", &f);") == Strings{"k::f impl entangled"});
  CHECK(in_block("for (auto key : keys) m.impl(\"f\", key, &f);") == Strings{"k::f impl entangled"});
  CHECK(in_block("m.def(\"f() -> ()\").impl(\"g\", &g);") == Strings{"k::f def entangled", "k::g impl entangled"});
  CHECK(in_block("if (cuda) { m.impl(\"f\", &f); }") == Strings{"k::f impl"});
}

TEST_CASE("find_bindings passes over what registers no op") {
  CHECK(in_block("auto v = m.size(); m.set_python_module(\"k.ops\"); m.class_<Bag>(\"Bag\").def(torch::init<>());")
            .empty());
  CHECK(found("int f() { m.def(\"f() -> ()\"); }").empty());
  CHECK(found("TEST(Suite, Case) { log(\"f\", g); }").empty());
  CHECK(found("TORCH_LIBRARY(k, m);").empty());
  CHECK(found("TORCH_LIBRARY(k, m) {").empty());
}

TEST_CASE("find_bindings reads every branch, and of directives the bodies of macros") {
  CHECK(in_block(
            "#ifdef A\nm.def(\"f() -> ()\");\n#else\nm.def(\"g() -> ()\");\n#endif\n#define R m.def(\"h() -> ()\");") ==
        Strings{"?::h def entangled", "k::f def", "k::g def"});
}

TEST_CASE("find_bindings spans the statement, comments between its tokens included") {
  const std::string text = "TORCH_LIBRARY(k, m) {\n  // of f\n  m.def(  // the name\n      \"f() -> ()\", &f);\n}\n";
  const auto bindings = find_bindings(text, lex_cxx(text), "?");
  REQUIRE(bindings.size() == 1);
  CHECK(text.substr(bindings[0].statement.offset, bindings[0].statement.length) ==
        "m.def(  // the name\n      \"f() -> ()\", &f);");
}

}  // namespace remove_op
