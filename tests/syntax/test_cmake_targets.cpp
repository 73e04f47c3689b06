#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "syntax/cmake_targets.h"

namespace remove_op {
namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("targets: a source is followed through variables, in every branch, to the modules it is built into") {
  const Snapshot repo = mini_repo(R"(//- CMakeLists.txt
include(cmake/more.cmake)
set(SRCS a.cu)
list(APPEND EXT "${SRCS}")
set(SRCS b.cu)
list(APPEND OTHER_EXT ${SRCS})
if(CUDA)
  list(APPEND EXT c.cu)
else()
  set(HIPPED "")
  list(APPEND HIPPED "c.cu")
  pybind11_add_module(_hip ${HIPPED})
endif()
define_ext(_C DEST x SOURCES ${EXT})
Python_add_library(_D MODULE USE_SABI 3 ${OTHER_EXT} direct.cpp)
add_library(_part OBJECT part.cu)
target_compile_definitions(_part PRIVATE "-DTORCH_EXTENSION_NAME=_named")
target_sources(_D PRIVATE late.cpp)
file(GLOB GLOBBED ${CMAKE_CURRENT_SOURCE_DIR}/g/*.cpp)
add_library(_globbed SHARED ${GLOBBED})
set(LOOSE loose.cu)
//- cmake/more.cmake
function(define_ext NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DEST" "SOURCES")
  Python_add_library(${NAME} MODULE "${ARG_SOURCES}")
endfunction()
//- a.cu

//- b.cu

//- c.cu

//- direct.cpp

//- part.cu

//- late.cpp

//- g/x.cpp

//- g/deep/y.cpp

//- loose.cu

)");
  CHECK(libraries_building(repo, "a.cu") == Names{"_C"});
  CHECK(libraries_building(repo, "b.cu") == Names{"_D"});
  CHECK(libraries_building(repo, "c.cu") == Names{"_C", "_hip"});
  CHECK(libraries_building(repo, "direct.cpp") == Names{"_D"});
  CHECK(libraries_building(repo, "part.cu") == Names{"_named"});
  CHECK(libraries_building(repo, "late.cpp") == Names{"_D"});
  CHECK(libraries_building(repo, "g/x.cpp") == Names{"_globbed"});
  CHECK(libraries_building(repo, "g/deep/y.cpp").empty());
  CHECK(libraries_building(repo, "loose.cu").empty());
}

TEST_CASE("targets: extensions of a setup.py, by the last part of their name") {
  const Snapshot repo = mini_repo(R"(//- pkg/setup.py
from torch.utils.cpp_extension import CUDAExtension
sources = ["csrc/a.cpp"]  # "csrc/no.cpp"
sources += ["csrc/b.cu"]
setup(ext_modules=[CUDAExtension(name="pkg._C", sources=sources), CUDAExtension('pkg.sub._D', ["csrc/d.cu"])])
//- pkg/csrc/a.cpp

//- pkg/csrc/b.cu

//- pkg/csrc/d.cu

//- pkg/csrc/no.cpp

)");
  CHECK(libraries_building(repo, "pkg/csrc/a.cpp") == Names{"_C"});
  CHECK(libraries_building(repo, "pkg/csrc/b.cu") == Names{"_C"});
  CHECK(libraries_building(repo, "pkg/csrc/d.cu") == Names{"_D"});
  CHECK(libraries_building(repo, "pkg/csrc/no.cpp").empty());
}

}  // namespace remove_op
