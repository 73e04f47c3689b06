#include "syntax/cxx_unit.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "mini_repo.h"

namespace remove_op {

namespace {

using Strings = std::vector<std::string>;

// "ID" of each entity, with " declares", in file order; the parse's own macros and blocks aside.
Strings entities(std::string_view repo, std::string_view path = "a.cu") {
  Strings out;
  const auto unit = parse_cxx(mini_repo(repo), path);
  for (const CxxEntity& entity : unit->entities) out.push_back(entity.id + (entity.declares ? " declares" : ""));
  return out;
}

// What the first token spelled `word` at or after `from` resolves to.
Strings resolved(std::string_view text, std::string_view word, std::string_view from = {}) {
  const Snapshot repo = mini_repo("//- a.cu\n" + std::string(text));
  const unsigned at = static_cast<unsigned>(text.find(word, text.find(from)));
  Strings ids;
  const auto unit = parse_cxx(repo, "a.cu");
  for (const CxxUse& use : unit->uses)
    if (use.offset == at) ids.push_back(use.id);
  return ids;
}

std::string spanned(std::string_view text, std::string_view id) {
  const Snapshot repo = mini_repo("//- a.cu\n" + std::string(text));
  const auto unit = parse_cxx(repo, "a.cu");
  for (const CxxEntity& entity : unit->entities)
    if (entity.id == id) return std::string(text.substr(entity.span.offset, entity.span.length));
  return "none";
}

}  // namespace

TEST_CASE("parse_cxx names entities by linkage") {
  CHECK(
      entities("//- a.cu\nint f();\nint f() { return 1; }\nstatic int s() { return 1; }\nnamespace n { struct S {}; }\n"
               "namespace { __global__ void k() {} }\n#define M 1\n#undef M\n") ==
      Strings{"cxx:f declares", "cxx:f", "cxx:a.cu#s", "cxx:n::S", "cxx:a.cu#(anonymous namespace)::k", "cxx:#M",
              "cxx:#M declares"});
}

TEST_CASE("parse_cxx gives what a header defines the header's name, from wherever it is seen") {
  const std::string_view repo =
      "//- a.cu\n#include \"h.cuh\"\nint f() { return help(); }\n//- h.cuh\n#pragma once\nstatic int help() { return "
      "1; }\n";
  CHECK(entities(repo, "h.cuh") == Strings{"cxx:h.cuh#help"});
  const auto unit = parse_cxx(mini_repo(repo), "a.cu");
  CHECK(
      std::any_of(unit->uses.begin(), unit->uses.end(), [](const CxxUse& use) { return use.id == "cxx:h.cuh#help"; }));
}

TEST_CASE("parse_cxx spans an entity from its template head and attributes through its end") {
  CHECK(spanned("template <class T>\n__global__ void __launch_bounds__(128) k(T* p) {\n}\nint x;\n", "cxx:k") ==
        "template <class T>\n__global__ void __launch_bounds__(128) k(T* p) {\n}");
  CHECK(spanned("int a;\nextern \"C\" int f(int);\n", "cxx:f") == "extern \"C\" int f(int);");
  CHECK(spanned("struct S { int x; };\n", "cxx:S") == "struct S { int x; };");
  CHECK(spanned("__device__ __forceinline__ float g(float x) { return x; }\n", "cxx:g") ==
        "__device__ __forceinline__ float g(float x) { return x; }");
}

TEST_CASE("parse_cxx resolves uses to entities, and locals to nothing") {
  const std::string_view text = "int f(int x) { return x; }\nint g(int f) { return f; }\nint h() { return f(1); }\n";
  CHECK(resolved(text, "f", "f(1)") == Strings{"cxx:f"});
  CHECK(resolved(text, "f; }", "g(int f)") == Strings{""});
}

TEST_CASE("parse_cxx resolves an enumerator to its enum, a member to nothing") {
  CHECK(resolved("enum Mode { kFast, kSlow };\nint f() { return kSlow; }\n", "kSlow", "return") == Strings{"cxx:Mode"});
  CHECK(resolved("struct S { int f; };\nint f() { return 1; }\nint g(S s) { return s.f; }\n", "f; }", "return s") ==
        Strings{""});
}

TEST_CASE("parse_cxx resolves kernels in launches and functions behind shims") {
  CHECK(resolved("__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); }\n", "k<<<") == Strings{"cxx:k"});
  CHECK(resolved("template <int N> __global__ void k() {}\nvoid f() { k<4><<<1, 1>>>(); }\n", "k<4>") ==
        Strings{"cxx:k"});
  CHECK(resolved("int f();\nTORCH_LIBRARY(k, m) { m.impl(\"f\", TORCH_BOX(&f)); }\n", "f));") == Strings{"cxx:f"});
}

TEST_CASE("parse_cxx sees declarations in every branch") {
  const Strings found = entities(
      "//- a.cu\n#ifdef A\nint f();\n#elif defined(B)\nint g();\n#else\nint h();\n#ifndef C\nint "
      "i();\n#endif\n#endif\n");
  CHECK(found == Strings{"cxx:f declares", "cxx:g declares", "cxx:h declares", "cxx:i declares"});
}

TEST_CASE("parse_cxx survives what is no C++") {
  for (const std::string text :
       {"", "{{{{", "}}}}", "template <", "#if\n#if\n", "\xff\xfe\n", "int f( { }", "#include \"a.cu\"\nint f();\n"}) {
    INFO(text);
    const Snapshot repo = mini_repo("//- a.cu\n" + text);
    CHECK(parse_cxx(repo, "a.cu") != nullptr);
  }
  std::string deep = "int f() { return ";
  for (int i = 0; i < 3000; ++i) deep += '(';
  CHECK(parse_cxx(mini_repo("//- a.cu\n" + deep), "a.cu") != nullptr);
}

TEST_CASE("parse_cxx leaves out an entity that a conditional cuts in two") {
  CHECK(spanned("#ifdef A\nint f(int x) {\n#else\nint f() {\n#endif\n  return 1;\n}\n", "cxx:f") == "none");
}

TEST_CASE("includes are found beside the file, by their tail, and never outside the repository") {
  const Snapshot repo = mini_repo("//- x/a.cu\n\n//- x/h.h\n\n//- y/h.h\n\n//- y/z/deep.h\n\n");
  CHECK(resolve_include(repo, "x/a.cu", "h.h") == Strings{"x/h.h"});
  CHECK(resolve_include(repo, "x/a.cu", "../y/h.h") == Strings{"y/h.h"});
  CHECK(resolve_include(repo, "x/a.cu", "z/deep.h") == Strings{"y/z/deep.h"});
  CHECK(resolve_include(repo, "x/a.cu", "../../../etc/passwd").empty());
  CHECK(resolve_include(repo, "x/a.cu", "vector").empty());
}

TEST_CASE("a sound file parses without errors, an unsound one with some") {
  const Snapshot repo = mini_repo(
      "//- a.cu\n__global__ void k(int* p) { *p = 1; }\nvoid f(int* p) { k<<<1, 1>>>(p); }\n"
      "//- b.cu\nint f() { return missing; }\n");
  CHECK(parse_cxx(repo, "a.cu")->errors == 0);
  CHECK(parse_cxx(repo, "b.cu")->errors == 1);
}

}  // namespace remove_op
