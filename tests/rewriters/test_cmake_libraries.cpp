#include <catch2/catch.hpp>

#include "cmake_drop.h"
#include "removed.h"

namespace remove_op {
namespace {

constexpr std::string_view maker = "set(D csrc/dead.cu)\ndefine_module(_dead_C DEST k SOURCES ${D} FLAGS ${F})\n";

// What is left of `more` beside a library that lost its sources, and whether the library went.
std::string beside(const std::string& more, std::string_view files = {}) {
  const Outcome outcome = drop(std::string(maker) + more, {"csrc/dead.cu"}, files);
  if (outcome.text.starts_with("\n\n")) return outcome.text.substr(2);
  std::string kept(maker.substr(maker.find('\n')));
  CHECK(outcome.text == kept.append(more));
  CHECK(outcome.reports == std::vector<std::string>{
                               "csrc/dead.cu stays, emptied: define_module() has no other source, and what it makes is "
                               "named elsewhere"});
  return "stays";
}

}  // namespace

TEST_CASE("cmake: a library that lost all its sources goes with the commands that serve it alone") {
  CHECK(beside("") == "");
  CHECK(beside("target_link_libraries(_dead_C PRIVATE x)\nset_target_properties(_dead_C PROPERTIES A 1)\n") == "\n\n");
  CHECK(beside("add_dependencies(default _dead_C)\nadd_dependencies(default _C _dead_C)\n") ==
        "\nadd_dependencies(default _C )\n");
  CHECK(beside("install(TARGETS _dead_C DESTINATION k)\ninstall(TARGETS _dead_C _C DESTINATION k)\n") ==
        "\ninstall(TARGETS  _C DESTINATION k)\n");
  CHECK(beside("if(X)\n  message(STATUS \"Enabling it\")\n  add_dependencies(default _dead_C)\nendif()\n") == "\n");
}

TEST_CASE("cmake: a library that lost all its sources is linked and listed no more") {
  CHECK(beside("target_link_libraries(_C PRIVATE _dead_C)\n") == "\n");
  CHECK(beside("target_link_libraries(_C _dead_C)\n") == "\n");
  CHECK(beside("target_link_libraries(_C PRIVATE _dead_C torch)\n") == "target_link_libraries(_C PRIVATE  torch)\n");
  CHECK(beside("target_link_libraries(_C PUBLIC torch PRIVATE _dead_C)\n") ==
        "target_link_libraries(_C PUBLIC torch  )\n");
  CHECK(beside("target_link_libraries(_C PRIVATE _dead_C PUBLIC torch)\n") ==
        "target_link_libraries(_C   PUBLIC torch)\n");
  CHECK(beside("target_sources(_C PRIVATE csrc/live.cu $<TARGET_OBJECTS:_dead_C>)\n") ==
        "target_sources(_C PRIVATE csrc/live.cu )\n");
  CHECK(beside("set_target_properties(_dead_C _C PROPERTIES A 1)\n") == "set_target_properties( _C PROPERTIES A 1)\n");
  CHECK(beside("set_property(TARGET _C _dead_C APPEND PROPERTY A 1)\n") ==
        "set_property(TARGET _C  APPEND PROPERTY A 1)\n");
  CHECK(beside("install(TARGETS _C _dead_C EXPORT k DESTINATION k)\n") ==
        "install(TARGETS _C  EXPORT k DESTINATION k)\n");
}

TEST_CASE("cmake: a library that lost all its sources stays where something else names it") {
  CHECK(beside("if(TARGET _dead_C)\n  f()\nendif()\n") == "stays");
  CHECK(beside("f($<TARGET_FILE:_dead_C>)\n") == "stays");
  CHECK(beside("target_sources(_dead_C PRIVATE csrc/live.cu)\n") == "stays");
  CHECK(beside("add_library(k::dead ALIAS _dead_C)\n") == "stays");
  CHECK(beside("target_link_libraries(_C PRIVATE debug _dead_C)\n") == "stays");
  CHECK(beside("", "//- more.cmake\ninstall(TARGETS _dead_C)\n") == "stays");
  CHECK(beside("", "//- k/load.py\nimport k._dead_C\n") == "stays");
  CHECK(beside("", "//- k/load.py\nload(\"_dead_C.so\")\n") == "stays");
  CHECK(beside("", "//- build.sh\ncmake --target _dead_C\n") == "stays");
  CHECK(beside("",
               "//- k/load.py\nop = \"_dead_C::dead\"\ntorch.ops._dead_C.dead()\n//- tests/t.py\nimport k._dead_C\n//- "
               "a.md\n_dead_C\n") == "");
}

TEST_CASE("cmake: a library that may have other sources stays") {
  const auto stays = [](std::string_view text) {
    return drop(text, {"csrc/dead.cu"}).text.find("_dead_C") != std::string::npos;
  };
  CHECK(stays("set(D csrc/dead.cu)\ndefine_module(_dead_C SOURCES ${D} FLAGS csrc/live.cu)\n"));
  CHECK(stays("set(D csrc/dead.cu)\nset(L csrc/live.cu)\ndefine_module(_dead_C SOURCES ${D} FLAGS ${L})\n"));
  CHECK(stays("set(D csrc/dead.cu)\nfile(GLOB L csrc/*.cu)\ndefine_module(_dead_C SOURCES ${D} FLAGS ${L})\n"));
  CHECK(stays("set(D csrc/dead.cu)\ndefine_module(_dead_C SOURCES ${D} FLAGS ${MORE_SRCS})\n"));
  CHECK(stays("set(D csrc/dead.cu)\nlist(APPEND F ${D})\ndefine_module(_dead_C SOURCES ${L} FLAGS ${F} ${D} -x)\n"));
}

TEST_CASE("cmake: a library that cannot go keeps its last source, emptied") {
  const std::string code = R"-(//- csrc/CMakeLists.txt
set(SCAN_SRC scan.cpp scan_more.cpp)
add_library(scan STATIC ${SCAN_SRC})
//- csrc/live.cpp
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
}
//- csrc/scan.cpp
#include <vector>

int more();

TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("scan(Tensor x) -> Tensor", &more);
}
//- csrc/scan_more.cpp
int more() { return 1; }
)-";
  const std::string top =
      "//- CMakeLists.txt\nadd_subdirectory(csrc)\nadd_library(_C MODULE csrc/live.cpp)\n"
      "target_link_libraries(_C PRIVATE scan torch)\n";
  CHECK(removed("scan", top + code) == top + R"-(//- csrc/CMakeLists.txt
set(SCAN_SRC scan.cpp)
add_library(scan STATIC ${SCAN_SRC})
//- csrc/live.cpp
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
}
//- csrc/scan.cpp
#include <vector>
)-");
  CHECK(notes(removal_of("scan", top + code)).at(1) ==
        "csrc/CMakeLists.txt:2: scan.cpp stays, emptied: add_library() has no other source, and what it makes is named "
        "elsewhere");
}

TEST_CASE("an extension library that lost its last op leaves the package and the guarded imports too") {
  CHECK(removed("scan_ops::scan", R"-(//- CMakeLists.txt
function(define_module NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DEST" "SOURCES")
  add_library(${NAME} MODULE ${ARG_SOURCES})
endfunction()
define_module(_C DEST k SOURCES csrc/live.cpp)
set(SCAN_SRC csrc/scan.cpp)
define_module(_scan_C DEST k SOURCES ${SCAN_SRC})
add_dependencies(default _scan_C)
//- csrc/live.cpp
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
}
//- csrc/scan.cpp
TORCH_LIBRARY(scan_ops, m) {
  m.def("scan(Tensor x) -> Tensor", &scan);
}
//- k/ops.py
import contextlib

import k._C

with contextlib.suppress(ImportError):
    # it is optional
    import k._scan_C


def run():
    pass
//- setup.py
from setuptools import setup

ext_modules = []
ext_modules.append(CMakeExtension(name="k._C"))

if has_scan():
    ext_modules.append(CMakeExtension(name="k._scan_C"))

setup(ext_modules=ext_modules)
)-") == R"-(//- CMakeLists.txt
function(define_module NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DEST" "SOURCES")
  add_library(${NAME} MODULE ${ARG_SOURCES})
endfunction()
define_module(_C DEST k SOURCES csrc/live.cpp)
//- csrc/live.cpp
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
}
//- k/ops.py
import k._C


def run():
    pass
//- setup.py
from setuptools import setup

ext_modules = []
ext_modules.append(CMakeExtension(name="k._C"))

setup(ext_modules=ext_modules)
)-");
}

}  // namespace remove_op
