#include <catch2/catch.hpp>

#include "cmake_drop.h"

namespace remove_op {

TEST_CASE("cmake: a flag that another source tests stays, and the condition around it") {
  const std::string before = R"(pick_archs(A "9" "${ARCHS}")
if(A)
  set(S csrc/dead.cu)
  set_arch_flags(SRCS "${S}" ARCHS "${A}")
  list(APPEND EXT ${S})
  list(APPEND GPU_FLAGS "-DENABLE_LIVE=1")
endif()
)";
  CHECK(dropped(before, {"csrc/dead.cu"}) == R"(pick_archs(A "9" "${ARCHS}")
if(A)
  
  
  
  list(APPEND GPU_FLAGS "-DENABLE_LIVE=1")
endif()
)");
}

TEST_CASE("cmake: a flag set far from the block goes with the last test of its macro") {
  const std::string_view far = R"(pick_archs(A "9" "${ARCHS}")
if(A)
  list(APPEND EXT csrc/dead.cu)
endif()
if(CUDA)
  target_compile_definitions(_C PRIVATE USE_CUDA)
  if(A)
    target_compile_definitions(_C PRIVATE
      ENABLE_FAR=1)
  endif()
endif()
)";
  const std::string_view bindings = "//- csrc/bindings.cpp\n#ifdef ENABLE_FAR\nm.def(dead);\n#endif\n";
  CHECK(drop(far, {"csrc/dead.cu"}, bindings, {}, "#ifdef ENABLE_FAR\nm.def(dead);\n#endif").text == R"(

if(CUDA)
  target_compile_definitions(_C PRIVATE USE_CUDA)
  
endif()
)");
  std::string kept(far);
  kept.erase(kept.find("if(A)\n  list"), 45);
  CHECK(drop(far, {"csrc/dead.cu"}, bindings).text == kept);
}

TEST_CASE("cmake: a flag that only what goes tests goes where it stands alone, and stays among flags of other things") {
  CHECK(drop("add_compile_definitions(ENABLE_OLD=1)\n", {}, {}, {"cxx:#ENABLE_OLD"}).text == "\n");
  const std::string shared = "add_compile_definitions(ENABLE_OLD=1 USE_CUDA)\n";
  CHECK(drop(shared, {}, {}, {"cxx:#ENABLE_OLD"}).text == shared);
}

TEST_CASE("cmake: what was unused before stays, and so do flags for code outside the repository") {
  const std::string before = R"(set(UNUSED csrc/live.cu)
pick_archs(NOBODY "9" "${ARCHS}")
if(CUDA)
  target_compile_definitions(_C PRIVATE FETCHED_LIBRARY_SWITCH=1)
  if(X)
    list(APPEND EXT csrc/dead.cu)
  endif()
  do_more()
endif()
)";
  std::string after = before;
  after.erase(after.find("if(X)"), 49);
  CHECK(dropped(before, {"csrc/dead.cu"}) == after);
}

TEST_CASE(
    "cmake: a flag that only says that a block's sources are built goes with them where another block says so too") {
  const std::string other =
      "if(B)\n  list(APPEND EXT csrc/live.cu)\n  list(APPEND GPU_FLAGS \"-DENABLE_LIVE=1\")\nendif()\n";
  const std::string block =
      "if(A)\n  list(APPEND EXT csrc/dead.cu)\n  list(APPEND GPU_FLAGS \"-DENABLE_LIVE=1\")\nendif()\n";
  CHECK(dropped(block + other, {"csrc/dead.cu"}) == "\n" + other);
  // Set for something else, it is another flag.
  const std::string elsewhere = "list(APPEND HOST_FLAGS \"-DENABLE_LIVE=1\")\n";
  std::string kept = block;
  kept.erase(kept.find("list(APPEND EXT csrc/dead.cu)"), 29);
  CHECK(dropped(block + elsewhere, {"csrc/dead.cu"}) == kept + elsewhere);
  // Beside sources that stay, it speaks of them.
  const std::string shared =
      "if(A)\n  list(APPEND EXT csrc/dead.cu csrc/twin.cu)\n  list(APPEND GPU_FLAGS \"-DENABLE_LIVE=1\")\nendif()\n";
  kept = shared;
  kept.erase(kept.find("csrc/dead.cu"), 12);
  CHECK(dropped(shared + other, {"csrc/dead.cu"}) == kept + other);
}

}  // namespace remove_op
