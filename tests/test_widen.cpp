#include "widen.h"

#include <catch2/catch.hpp>

namespace remove_op {

namespace {

// `text` without what stands between `<<` and `>>`, widened.
std::string left(Language language, std::string text) {
  std::vector<Span> erased;
  for (auto open = text.find("<<"); open != std::string::npos; open = text.find("<<")) {
    text.erase(open, 2);
    const auto close = text.find(">>");
    text.erase(close, 2);
    erased.push_back({static_cast<unsigned>(open), static_cast<unsigned>(close - open)});
  }
  std::string out = text;
  const std::vector<Span> spans = widen(text, language, erased);
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) out.erase(span->offset, span->length);
  return out;
}

std::string cxx(std::string text) { return left(Language::cxx, std::move(text)); }
std::string python(std::string text) { return left(Language::python, std::move(text)); }
std::string cmake(std::string text) { return left(Language::cmake, std::move(text)); }

}  // namespace

TEST_CASE("widen takes whole lines and their trailing comments") {
  CHECK(cxx("a;\n  <<b;>>\nc;\n") == "a;\nc;\n");
  CHECK(cxx("a;\n<<b;>>  // why b\nc;\n") == "a;\nc;\n");
  CHECK(cxx("a;\n<<b;>>  /* why b */\nc;\n") == "a;\nc;\n");
  CHECK(python("a\n<<b>>  # why b\nc\n") == "a\nc\n");
}

TEST_CASE("widen leaves the rest of a shared line") {
  CHECK(cxx("a; <<b;>> c;\n") == "a; c;\n");
  CHECK(cxx("a; <<b;>>\nc;\n") == "a;\nc;\n");
  CHECK(cxx("  <<a;>> b;\n") == "  b;\n");
}

TEST_CASE("widen takes a list's separator along") {
  CHECK(python("f(<<a>>, b)\n") == "f(b)\n");
  CHECK(python("f(a, <<b>>)\n") == "f(a)\n");
  CHECK(python("f(a, <<b>>, c)\n") == "f(a, c)\n");
  CHECK(python("x = [\n    a,\n    <<b>>,\n    c,\n]\n") == "x = [\n    a,\n    c,\n]\n");
  CHECK(python("x = [\n    a,\n    <<b>>\n]\n") == "x = [\n    a,\n]\n");
  CHECK(cxx("f(a,\n  <<b>>,\n  c);\n") == "f(a,\n  c);\n");
  CHECK(cxx("f(a,\n  b, <<c>>);\n") == "f(a,\n  b);\n");
}

TEST_CASE("widen joins a closer to what is left before it") {
  CHECK(cmake("set(S\n  a.cu\n  <<b.cu>>)\n") == "set(S\n  a.cu)\n");
  CHECK(cmake("set(S\n  <<a.cu>>\n  b.cu)\n") == "set(S\n  b.cu)\n");
  CHECK(cmake("set(S <<a.cu>> b.cu)\n") == "set(S b.cu)\n");
}

TEST_CASE("widen takes the comment block right above, not one set off by a blank line") {
  CHECK(cxx("a;\n// of b\n// and more\n<<b;>>\nc;\n") == "a;\nc;\n");
  CHECK(cxx("a;\n/* of b\n * and more\n */\n<<b;>>\nc;\n") == "a;\nc;\n");
  CHECK(cxx("a;\n\n// of all\n\n<<b;>>\nc;\n") == "a;\n\n// of all\n\nc;\n");
  CHECK(python("a\n# of b\n<<b>>\nc\n") == "a\nc\n");
}

TEST_CASE("widen keeps the comment of a neighbour") {
  CHECK(cxx("// of a\na;\n<<b;>>\n// of c\nc;\n") == "// of a\na;\n// of c\nc;\n");
  CHECK(cxx("a;  // of a\n<<b;>>\nc;\n") == "a;  // of a\nc;\n");
}

TEST_CASE("widen keeps a heading over siblings that stay") {
  CHECK(cxx("// Sampling kernels\n<<b;>>\nc;\n") == "// Sampling kernels\nc;\n");
  CHECK(python("# quantization ops\n<<def b(): pass>>\ndef c(): pass\n") == "# quantization ops\ndef c(): pass\n");
  CHECK(python("# marlin\n<<def marlin_a(): pass>>\ndef marlin_b(): pass\n") == "# marlin\ndef marlin_b(): pass\n");
  CHECK(cxx("{\n  // Sampling kernels\n  <<b;>>\n}\n") == "{\n}\n");
}

TEST_CASE("widen reads a heading without its markup") {
  const std::string frame = "/*\n * From csrc/one\n */\n";
  const std::string other = "/*\n * From csrc/two\n */\n";
  CHECK(cxx("z;\n" + frame + "<<p;>>\nq;\n\n" + other + "r;\n") == "z;\n" + frame + "q;\n\n" + other + "r;\n");
  CHECK(cxx("z;\n" + frame + "<<p;>>\n\nq;\n\n" + other + "r;\n") == "z;\n" + frame + "q;\n\n" + other + "r;\n");
  CHECK(cxx("z;\n" + frame + "<<p;>>\n" + other + "r;\n") == "z;\n" + other + "r;\n");
  CHECK(cxx("z;\n\n//\n// From one\n//\n<<p;>>\nq;\n\n//\n// From two\n//\nr;\n") ==
        "z;\n\n//\n// From one\n//\nq;\n\n//\n// From two\n//\nr;\n");
  CHECK(cxx("z;\n// ---- Scan kernels ----\n<<p;>>\nq;\n") == "z;\n// ---- Scan kernels ----\nq;\n");
  // What says more than one line is no heading.
  CHECK(cxx("z;\n/*\n * From csrc/one\n * and more of it\n */\n<<p;>>\nq;\n" + other + "r;\n") ==
        "z;\nq;\n" + other + "r;\n");
}

TEST_CASE("widen keeps a short comment that has others of its kind, until the next of them") {
  const std::string gather = "# gather\ndef r(): pass\n";
  CHECK(python("z\n# scan\n<<def p(): pass>>\ndef q(): pass\n" + gather) == "z\n# scan\ndef q(): pass\n" + gather);
  CHECK(python("z\n# scan\n<<def p(): pass>>\n# why q\ndef q(): pass\n" + gather) ==
        "z\n# why q\ndef q(): pass\n" + gather);
  CHECK(cxx("z;\n// From scan\n<<p;>>\n// why q\nq;\n// From gather\nr;\n") ==
        "z;\n// From scan\n// why q\nq;\n// From gather\nr;\n");
  CHECK(cxx("z;\n// SIMT scan\n<<simt_scan;>>\n// Fast SIMT scan\nfast_simt_scan;\n") ==
        "z;\n// Fast SIMT scan\nfast_simt_scan;\n");
  CHECK(python("z\n# scan\n<<def p(): pass>>\n" + gather) == "z\n" + gather);
  CHECK(python("z\n# scan\n<<def p(): pass>>\ndef q(): pass\n") == "z\ndef q(): pass\n");  // there is no other
}

TEST_CASE("widen takes a heading that names what goes and not what follows") {
  CHECK(cxx("z;\n// Scan kernels\n<<scan_a;>>\n<<scan_b;>>\ngather;\n") == "z;\ngather;\n");
  CHECK(cxx("z;\n// Scan kernels (all builds)\n<<scan_a;>>\ngather;\n") == "z;\ngather;\n");
  CHECK(cxx("z;\n// Scan kernels\n<<scan_a;>>\n<<sum;>>\ngather;\n") == "z;\n// Scan kernels\ngather;\n");
  CHECK(cxx("z;\n// Scan kernels\n<<scan_a;>>\nscan_b;\n") == "z;\n// Scan kernels\nscan_b;\n");
  CHECK(cxx("z;\n// Scan kernels\n<<sum;>>\n// of gather\ngather;\n") ==
        "z;\n// Scan kernels\n// of gather\ngather;\n");
  CHECK(cxx("z;\n// Scan kernels\n<<sum;>>\n// Gather kernels\ngather;\n") == "z;\n// Gather kernels\ngather;\n");
}

TEST_CASE("widen keeps a banner over a section that goes on") {
  const std::string frame = "# ----------------\n";
  const std::string banner = frame + "# Public entry points: they check, then call.\n" + frame;
  CHECK(python("x = 1\n\n\n" + banner + "<<def gone():\n    pass>>\n\n\ndef stays():\n    pass\n") ==
        "x = 1\n\n\n" + banner + "def stays():\n    pass\n");
  // The last of its section, and one that has a banner of its own.
  CHECK(python("x = 1\n\n\n" + banner + "<<def gone():\n    pass>>\n") == "x = 1\n");
  CHECK(python("x = 1\n\n\n" + banner + "<<def gone():\n    pass>>\n\n\n" + banner + "def stays():\n    pass\n") ==
        "x = 1\n\n\n" + banner + "def stays():\n    pass\n");
  const std::string own = frame + "# Packs nibbles.\n" + frame;
  CHECK(python("x = 1\n\n\n" + own + "<<def pack_nibbles():\n    pass>>\n\n\ndef stays():\n    pass\n") ==
        "x = 1\n\n\ndef stays():\n    pass\n");
}

TEST_CASE("widen keeps what opens an #if and speaks of all that it holds") {
  const std::string comment = "// Direct wrappers need the library,\n// which is not built everywhere.\n";
  CHECK(cxx("#ifdef A\n" + comment + "<<void gone() {}>>\n\nvoid stays() {}\n#endif\n") ==
        "#ifdef A\n" + comment + "void stays() {}\n#endif\n");
  CHECK(cxx("#ifdef A\n// Copies many blocks.\n<<void copy_blocks() {}>>\n\nvoid stays() {}\n#endif\n") ==
        "#ifdef A\nvoid stays() {}\n#endif\n");
}

TEST_CASE("widen takes a comment that names what goes whole, though what follows has a longer name") {
  CHECK(cxx("{\n  // mul_wide meta\n  f(mul_wide);\n  // mul meta\n  <<f(mul);>>\n  // more\n  f(mul_list);\n}\n") ==
        "{\n  // mul_wide meta\n  f(mul_wide);\n  // more\n  f(mul_list);\n}\n");
}

TEST_CASE("widen leaves a heading apart from the comment that comes next") {
  CHECK(cxx("a;\n\n// Cache ops\n<<void gone();>>\n\n// Of the next.\nvoid next();\n") ==
        "a;\n\n// Cache ops\n\n// Of the next.\nvoid next();\n");
}

TEST_CASE("widen looks for what a heading still heads behind all that goes") {
  CHECK(cxx("{\n  z;\n  // Scan ops\n  <<p;>>\n\n  // of q\n  <<q;>>\n}\n") == "{\n  z;\n}\n");
  CHECK(cxx("{\n  z;\n  // Scan ops\n  <<p;>>\n\n  // of q\n  <<q;>>\n  r;\n}\n") ==
        "{\n  z;\n  // Scan ops\n  r;\n}\n");
}

TEST_CASE("widen takes a title that is set off from its only paragraph") {
  CHECK(cmake("z()\n\n#\n# 3:5 Scan\n\n# The 3:5 scan is young.\n<<p()>>\n\n# Others.\nq()\n") ==
        "z()\n\n# Others.\nq()\n");
  CHECK(cmake("z()\n\n# Scan\n\n# The scan is young.\n<<p()>>\n\n# Another scan.\nq()\n") ==
        "z()\n\n# Scan\n\n# Another scan.\nq()\n");
  CHECK(cmake("z()\n\n# Scan kernels, new\n\n# A new scan.\n<<kernels()>>\n\n# Others, new.\nq()\n") ==
        "z()\n\n# Others, new.\nq()\n");
  CHECK(cmake("z()\n\n# Scan\n\n# The scan is young.\n<<p()>>\n\nq()\n") == "z()\n\n# Scan\n\nq()\n");
  CHECK(cmake("z()\n\n# Gather\n\n# The scan is young.\n<<p()>>\n\n# Others.\nq()\n") ==
        "z()\n\n# Gather\n\n# Others.\nq()\n");
}

TEST_CASE("widen never touches a licence or a shebang") {
  CHECK(cxx("// SPDX-License-Identifier: Apache-2.0\n<<a;>>\nb;\n") == "// SPDX-License-Identifier: Apache-2.0\nb;\n");
  CHECK(cxx("/*\n * Copyright somebody\n */\n<<a;>>\nb;\n") == "/*\n * Copyright somebody\n */\nb;\n");
  CHECK(python("#!/usr/bin/env python3\n<<a>>\nb\n") == "#!/usr/bin/env python3\nb\n");
}

TEST_CASE("widen leaves blank lines as if what goes had never been") {
  CHECK(cxx("a;\n\n<<b;>>\n\nc;\n") == "a;\n\nc;\n");
  CHECK(cxx("a;\n<<b;>>\n\nc;\n") == "a;\n\nc;\n");
  CHECK(cxx("a;\n\n<<b;>>\nc;\n") == "a;\n\nc;\n");
  CHECK(cxx("{\n  <<a;>>\n\n  b;\n}\n") == "{\n  b;\n}\n");
  CHECK(cxx("{\n  a;\n\n  <<b;>>\n}\n") == "{\n  a;\n}\n");
  CHECK(cmake("if(X)\n  a()\n\n  <<b()>>\nELSE()\n  <<c()>>\n\n  d()\nendif()\n") ==
        "if(X)\n  a()\nELSE()\n  d()\nendif()\n");
  CHECK(python("a\n\n\n<<def b(): pass>>\n\n\nc\n") == "a\n\n\nc\n");
  CHECK(python("class C:\n    def a(self): pass\n\n    <<def b(self): pass>>\n\n\nc\n") ==
        "class C:\n    def a(self): pass\n\n\nc\n");
}

TEST_CASE("widen leaves the smaller gap between commented paragraphs") {
  CHECK(cxx("a;\n// of b\n<<b;>>\n\n// of c\nc;\n") == "a;\n// of c\nc;\n");
  CHECK(cxx("a;\n\n// of b\n<<b;>>\n// of c\nc;\n") == "a;\n// of c\nc;\n");
  CHECK(cxx("a;\n\n// of b\n<<b;>>\n\n// of c\nc;\n") == "a;\n\n// of c\nc;\n");
  CHECK(cxx("a;\n// of b\n<<b;>>\n\nc;\n") == "a;\n\nc;\n");
}

TEST_CASE("widen leaves one gap where several in a row go") {
  CHECK(cxx("a;\n\n<<b;>>\n\n<<c;>>\n\nd;\n") == "a;\n\nd;\n");
  CHECK(cxx("a;\n\n// of b\n<<b;>>\n\n// of c\n<<c;>>\n\nd;\n") == "a;\n\nd;\n");
}

TEST_CASE("widen at either end of a file") {
  CHECK(cxx("<<a;>>\n\nb;\n") == "b;\n");
  CHECK(cxx("a;\n\n<<b;>>\n") == "a;\n");
  CHECK(cxx("a;\n<<b;>>") == "a;\n");
  CHECK(cxx("<<a;>>") == "");
}

TEST_CASE("widen keeps CRLF, tabs and bytes that are no UTF-8") {
  CHECK(cxx("a;\r\n\r\n\t<<b;>>\r\n\r\nc;\r\n") == "a;\r\n\r\nc;\r\n");
  CHECK(cxx("a;\xff\n\t<<b;>>\nc;\xfe\n") == "a;\xff\nc;\xfe\n");
  CHECK(python("a\r\n# of b\r\n<<b>>\r\nc\r\n") == "a\r\nc\r\n");
}

TEST_CASE("widen takes overlapping and nested spans once, in any order") {
  const std::string text = "a;\nb;\nc;\nd;\n";
  const std::vector<Span> expected = {{3, 6}};
  CHECK(widen(text, Language::cxx, {{3, 2}, {3, 5}, {6, 2}}) == expected);
  CHECK(widen(text, Language::cxx, {{6, 2}, {3, 5}, {3, 2}}) == expected);
  CHECK(widen(text, Language::cxx, {}).empty());
}

}  // namespace remove_op
