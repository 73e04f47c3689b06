#include "syntax/cxx_outline.h"

#include <catch2/catch.hpp>

namespace remove_op {

namespace {

using Strings = std::vector<std::string>;

// The functions that their shape alone tells, as "ID" with " declares"; and the text of each.
Strings outlined(std::string_view text, Strings* spans = nullptr) {
  CxxUnit unit;
  unit.lexed = lex_cxx(text);
  add_by_outline("a.cu", text, unit);
  Strings ids;
  for (const CxxEntity& entity : unit.entities) {
    ids.push_back(entity.id + (entity.declares ? " declares" : ""));
    if (spans) spans->emplace_back(text.substr(entity.span.offset, entity.span.length));
  }
  return ids;
}

}  // namespace

TEST_CASE("outline: a function's name stands before its parameters") {
  Strings spans;
  CHECK(outlined("missing::type<x, y> const& f(gone::t a, int b = g(1)) {\n  h();\n}\nvoid i();\n", &spans) ==
        Strings{"cxx:f", "cxx:i declares"});
  CHECK(spans == Strings{"missing::type<x, y> const& f(gone::t a, int b = g(1)) {\n  h();\n}", "void i();"});
  CHECK(outlined("template <class T, int N = (1 > 0)>\n__global__ void __launch_bounds__(128) k(T* p) {}\n") ==
        Strings{"cxx:k"});
  CHECK(outlined("ATTRIBUTE(1) void f() { int x = 1; }\n") == Strings{"cxx:f"});
  CHECK(outlined("auto f(int a) -> decltype(g(a)) { return a; }\n") == Strings{"cxx:f"});
}

TEST_CASE("outline: scopes give the prefix, static and anonymous ones the file") {
  CHECK(outlined("namespace a::b {\nvoid f() {}\nnamespace {\nvoid g() {}\n}\n}\nextern \"C\" {\nvoid h() "
                 "{}\n}\nstatic void i() {}\n") ==
        Strings{"cxx:a::b::f", "cxx:a.cu#a::b::(anonymous namespace)::g", "cxx:h", "cxx:a.cu#i"});
}

TEST_CASE("outline: types, their specialisations, aliases and variables") {
  CHECK(outlined("struct S { void m(); };\nclass T;\nenum class E : int { a };\nunion alignas(16) U {};\n") ==
        Strings{"cxx:S", "cxx:T declares", "cxx:E", "cxx:U"});
  CHECK(outlined("template <>\nstruct Cfg<gone::half> : Base<1> { int n; };\ntemplate <> struct lib::Tr<int> {};\n") ==
        Strings{"cxx:Cfg", "cxx:lib::Tr"});
  CHECK(outlined("using A = Vec<gone::half2, 4>;\ntemplate <class T> using B = gone::Array<T>;\ntypedef gone::t C;\n"
                 "typedef struct { int k; } D;\n") == Strings{"cxx:A", "cxx:B", "cxx:C", "cxx:D"});
  CHECK(outlined("namespace n {\nstatic const gone::Kind k[] = {a(), b()};\ngone::t x = f(1);\ngone::t y{1};\n}\n") ==
        Strings{"cxx:a.cu#n::k", "cxx:n::x", "cxx:n::y"});
}

TEST_CASE("outline: what has no sure shape is left alone") {
  CHECK(outlined("MACRO(a, b)\n#define F(x) void g(x) {}\nMACRO(a);\nstatic_assert(sizeof(x) == 1);\n").empty());
  CHECK(outlined("struct S { int a; } s;\nint a = 1, b = 2;\nusing lib::f;\nnamespace a = b;\nstruct S t;\n").empty());
  CHECK(outlined("void f(int x\n#ifdef A\n, int y) {\n#else\n) {\n#endif\n}\n").empty());
}

TEST_CASE("outline: brackets that never close end it") {
  CHECK(outlined("void f( {").empty());
  CHECK(outlined("namespace a {").empty());
  CHECK(outlined("}}}} void f();") == Strings{"cxx:f declares"});
}

}  // namespace remove_op
