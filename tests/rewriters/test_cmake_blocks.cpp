#include <catch2/catch.hpp>

#include "cmake_drop.h"

namespace remove_op {

constexpr std::string_view arch_block = R"(
if(${VER} VERSION_GREATER_EQUAL 13)
  pick_archs(DEAD_ARCHS "10f" "${ARCHS}")
else()
  pick_archs(DEAD_ARCHS "10a" "${ARCHS}")
endif()
if(${VER} VERSION_GREATER_EQUAL 12 AND DEAD_ARCHS)
  set(DEAD_SRCS csrc/dead.cu
    csrc/dead_too.cu)
  set_arch_flags(
    SRCS "${DEAD_SRCS}"
    ARCHS "${DEAD_ARCHS}")
  list(APPEND EXT "${DEAD_SRCS}")
  list(APPEND GPU_FLAGS "-DENABLE_DEAD=1")
  message(STATUS "for ${DEAD_ARCHS}")
else()
  if(NOT ${VER} VERSION_GREATER_EQUAL 12)
    message(STATUS "compiler too old")
  else()
    message(STATUS "no archs")
  endif()
  set(DEAD_ARCHS)
endif()
)";

TEST_CASE("cmake: an arch block goes whole, with the archs that were picked for it") {
  const std::string before = "set(ARCHS 9 10)\nset(EXT csrc/live.cu)";
  const std::string after = "define_module(_C SOURCES ${EXT} ARCHS ${ARCHS})\n";
  CHECK(dropped(before + std::string(arch_block) + after, {"csrc/dead.cu", "csrc/dead_too.cu"}) ==
        before + "\n\n\n" + after);
}

TEST_CASE("cmake: an arch block of which one source stays keeps everything but the entry") {
  std::string text(arch_block);
  text.replace(text.find("csrc/dead_too.cu"), 16, "");
  CHECK(drop(arch_block, {"csrc/dead_too.cu"}, "//- csrc/dead.cu\n#ifdef ENABLE_DEAD\n#endif\n").text == text);
}

TEST_CASE("cmake: the last branch goes when emptied, one in the middle stays") {
  CHECK(dropped("if(A)\n  list(APPEND E csrc/live.cu)\nelse()\n  list(APPEND E csrc/dead.cu)\nendif()\n",
                {"csrc/dead.cu"}) == "if(A)\n  list(APPEND E csrc/live.cu)\n\nendif()\n");
  CHECK(dropped("if(A)\n  f()\nelseif(B)\n  list(APPEND E csrc/dead.cu)\nelse()\n  g()\nendif()\n", {"csrc/dead.cu"}) ==
        "if(A)\n  f()\nelseif(B)\n  \nelse()\n  g()\nendif()\n");
}

TEST_CASE("cmake: where the first of two branches is emptied, the condition is turned") {
  const auto turned = [](std::string_view condition) {
    return dropped(
        "if(" + std::string(condition) + ") # why\n  # slow\n  list(APPEND E csrc/dead.cu)\nelse()\n  f()\nendif()\n",
        {"csrc/dead.cu"});
  };
  CHECK(turned("A") == "if(NOT A) # why\n  \n  f()\nendif()\n");
  CHECK(turned("NOT A MATCHES x") == "if(A MATCHES x) # why\n  \n  f()\nendif()\n");
  CHECK(turned("NOT A OR B") == "if(NOT (NOT A OR B)) # why\n  \n  f()\nendif()\n");
}

TEST_CASE("cmake: a message goes with the unbroken run of lines that it stands in") {
  CHECK(dropped(R"(if(A)
  list(APPEND EXT csrc/live.cu)
  message(STATUS "live")

  list(APPEND EXT csrc/dead.cu)
  # and say so
  message(STATUS "dead")
endif()
)",
                {"csrc/dead.cu"}) == R"(if(A)
  list(APPEND EXT csrc/live.cu)
  message(STATUS "live")

  
  # and say so
  
endif()
)");
  const std::string shared = "if(A)\n  list(APPEND EXT csrc/live.cu)\n  \n  message(STATUS \"both\")\nendif()\n";
  CHECK(dropped("if(A)\n  list(APPEND EXT csrc/live.cu)\n  list(APPEND EXT csrc/dead.cu)\n  message(STATUS \"both\")\n"
                "endif()\n",
                {"csrc/dead.cu"}) == shared);
  CHECK(dropped("list(APPEND EXT csrc/dead.cu)\n\nmessage(STATUS \"apart\")\n", {"csrc/dead.cu"}) ==
        "\n\nmessage(STATUS \"apart\")\n");
  CHECK(dropped("list(APPEND EXT csrc/dead.cu)\nmessage(FATAL_ERROR \"stop\")\n", {"csrc/dead.cu"}) ==
        "\nmessage(FATAL_ERROR \"stop\")\n");
}

}  // namespace remove_op
