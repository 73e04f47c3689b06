#include <catch2/catch.hpp>

#include "cmake_drop.h"

namespace remove_op {

TEST_CASE("cmake: a variable that is used elsewhere is not cleared away with the block") {
  const std::string before = R"(pick_archs(A "9" "${ARCHS}")
if(A)
  list(APPEND EXT csrc/dead.cu)
  list(APPEND DONE_ARCHS "${A}")
else()
  message(FATAL_ERROR "needs 9")
endif()
message(STATUS "${DONE_ARCHS}")
)";
  std::string after = before;
  after.replace(after.find("list(APPEND EXT csrc/dead.cu)"), 29, "");
  CHECK(dropped(before, {"csrc/dead.cu"}) == after);
}

TEST_CASE("cmake: a name that is set and used block after block is told apart by the flow") {
  CHECK(dropped(R"(set(SRCS csrc/dead.cu)
set_arch_flags(SRCS "${SRCS}" ARCHS "9")
list(APPEND EXT "${SRCS}")
set(SRCS csrc/live.cu)
set_arch_flags(SRCS "${SRCS}" ARCHS "9")
list(APPEND EXT "${SRCS}")
)",
                {"csrc/dead.cu"}) == R"(


set(SRCS csrc/live.cu)
set_arch_flags(SRCS "${SRCS}" ARCHS "9")
list(APPEND EXT "${SRCS}")
)");
}

TEST_CASE("cmake: the computation before a block goes where the name is computed anew after it") {
  CHECK(dropped(R"(pick_archs(A "9" "${ARCHS}")
if(A)
  list(APPEND EXT csrc/dead.cu)
endif()
pick_archs(A "10" "${ARCHS}")
if(A)
  list(APPEND EXT csrc/live.cu)
endif()
)",
                {"csrc/dead.cu"}) == R"(

pick_archs(A "10" "${ARCHS}")
if(A)
  list(APPEND EXT csrc/live.cu)
endif()
)");
}

TEST_CASE("cmake: a list that extends itself loses the step that adds nothing now") {
  CHECK(dropped("set(S csrc/live.cu)\nif(X)\n  set(S csrc/dead.cu ${S})\nendif()\ndefine_module(_C SOURCES ${S})\n",
                {"csrc/dead.cu"}) == "set(S csrc/live.cu)\n\ndefine_module(_C SOURCES ${S})\n");
}

TEST_CASE("cmake: an emptied list goes from the arguments beside others, and is reported where it was alone") {
  CHECK(dropped("set(D csrc/dead.cu)\nset(L csrc/live.cu)\ndefine_module(_C SOURCES ${L} ${D} FLAGS x)\n",
                {"csrc/dead.cu"}) == "\nset(L csrc/live.cu)\ndefine_module(_C SOURCES ${L}  FLAGS x)\n");
  const Outcome alone = drop("set(D csrc/dead.cu)\ndefine_module(_C SOURCES ${D} FLAGS x)\nf(_C)\n", {"csrc/dead.cu"});
  CHECK(alone.text == "\ndefine_module(_C SOURCES ${D} FLAGS x)\nf(_C)\n");
  CHECK(alone.reports.size() == 1);
  CHECK(alone.reports.at(0).starts_with("csrc/dead.cu stays, emptied: define_module() has no other source"));
}

TEST_CASE("cmake: a loop over an emptied list and a test of it go") {
  CHECK(dropped(R"(set(D csrc/dead.cu)
foreach(f IN LISTS D)
  do_something(${f})
endforeach()
if(D)
  do_more()
endif()
)",
                {"csrc/dead.cu"}) == "\n\n\n");
}

TEST_CASE("cmake: a loop variable of the same name is another variable") {
  CHECK(dropped("set(f csrc/dead.cu)\nlist(APPEND E ${f})\nforeach(f a b)\n  list(APPEND E ${f})\nendforeach()\n",
                {"csrc/dead.cu"}) == "\n\nforeach(f a b)\n  list(APPEND E ${f})\nendforeach()\n");
}

TEST_CASE("cmake: a variable that another file or a computed name reads is left alone") {
  const std::string_view text = "set(CUDA_PICK 1)\nif(CUDA_PICK)\n  list(APPEND E csrc/dead.cu)\nendif()\n";
  CHECK(drop(text, {"csrc/dead.cu"}).text == "\n\n");
  CHECK(drop(text, {"csrc/dead.cu"}, "//- x/CMakeLists.txt\nf(${CUDA_PICK})\n").text == "set(CUDA_PICK 1)\n\n");
  CHECK(drop(text, {"csrc/dead.cu"}, "//- x/CMakeLists.txt\nf(${${LANG}_PICK})\n").text == "set(CUDA_PICK 1)\n\n");
}

TEST_CASE("cmake: a message that only tells of a variable does not keep it, and goes with it") {
  CHECK(dropped(R"(if(CUDA)
  set(A)
  foreach(x ${ARCHS})
    to_version(V ${x})
    if(V GREATER 8)
      list(APPEND A ${x})
    endif()
  endforeach()
  message(STATUS "archs: ${A}")
elseif(HIP)
  set(A ${ARCHS})
  message(STATUS "archs: ${A}")
endif()
if(A)
  list(APPEND EXT csrc/dead.cu)
endif()
)",
                {"csrc/dead.cu"}) == "\n\n");
  const std::string told = "set(A 1)\nmessage(STATUS \"${A}\")\n";
  CHECK(dropped(told + "list(APPEND EXT csrc/dead.cu)\n", {"csrc/dead.cu"}) == told + "\n");
}

}  // namespace remove_op
