#include <catch2/catch.hpp>

#include "cmake_drop.h"
#include "mini_repo.h"

namespace remove_op {

namespace {

std::vector<std::string> ids(const Facts& facts) {
  std::vector<std::string> result;
  for (const Definition& definition : facts.definitions) result.push_back(definition.id + " " + definition.word);
  for (const Reference& reference : facts.references) result.push_back("keeps " + reference.to);
  return result;
}

}  // namespace

TEST_CASE("cmake: an entry of a source list is a definition of its file, however it is named") {
  const Snapshot repo = mini_repo(R"(//- CMakeLists.txt
set(DIR ${CMAKE_CURRENT_SOURCE_DIR}/csrc)
set(SRCS "csrc/a.cu" ${DIR}/b.cu ./csrc/../csrc/c.cu ${fetched_SOURCE_DIR}/csrc/a.cu /csrc/a.cu)
target_sources(_C PRIVATE ${PROJECT_SOURCE_DIR}/csrc/d.cu)
//- sub/x.cmake
list(APPEND SRCS csrc/a.cu ${CMAKE_CURRENT_LIST_DIR}/e.cu csrc/none.cu)
//- csrc/a.cu

//- csrc/b.cu

//- csrc/c.cu

//- csrc/d.cu

//- sub/e.cu

)");
  const Rewriter& layer = layer_named("cmake");
  CHECK(ids(layer.inspect(repo, "CMakeLists.txt")) ==
        std::vector<std::string>{"file:csrc/a.cu a.cu", "file:csrc/b.cu b.cu", "file:csrc/c.cu c.cu",
                                 "file:csrc/d.cu d.cu"});
  CHECK(ids(layer.inspect(repo, "sub/x.cmake")) ==
        std::vector<std::string>{"file:csrc/a.cu a.cu", "file:sub/e.cu e.cu"});
}

TEST_CASE("cmake: an entry under its own folder may be a file that is translated, or one of where it is copied to") {
  const Snapshot repo = mini_repo(R"(//- amd/CMakeLists.txt
set(ROOT ${CMAKE_CURRENT_LIST_DIR})
set(SRCS ${ROOT}/csrc/x/a.hip ${ROOT}/csrc/x/b.cu ${ROOT}/csrc/two.cu ${ROOT}/c.cu ${fetched_SOURCE_DIR}/csrc/x/b.cu d.hip)
//- kernel/csrc/x/a.cu

//- kernel/csrc/x/b.cu

//- kernel/csrc/two.cu

//- other/csrc/two.cu

//- kernel/c.cu

//- amd/d.cu

)");
  CHECK(ids(layer_named("cmake").inspect(repo, "amd/CMakeLists.txt")) ==
        std::vector<std::string>{"file:kernel/csrc/x/a.cu a.cu", "file:kernel/csrc/x/b.cu b.cu", "file:amd/d.cu d.cu"});
}

TEST_CASE("cmake: programs, scripts, forced headers and installed files are kept by the build") {
  const Snapshot repo = mini_repo(R"(//- CMakeLists.txt
add_executable(tool a.cpp)
set(GEN ${CMAKE_CURRENT_SOURCE_DIR}/gen.py)
set(FORCED "${CMAKE_SOURCE_DIR}/first.h")
install(FILES api.h DESTINATION include)
include(more.cmake)
set(LISTED "a.cpp;b.cpp")
//- a.cpp

//- b.cpp

//- gen.py

//- first.h

//- api.h

//- more.cmake

)");
  CHECK(ids(layer_named("cmake").inspect(repo, "CMakeLists.txt")) ==
        std::vector<std::string>{"keeps file:a.cpp", "keeps file:gen.py", "keeps file:first.h", "keeps file:api.h",
                                 "keeps file:more.cmake", "keeps file:a.cpp", "keeps file:b.cpp"});
}

TEST_CASE("cmake that does not parse is a doubt") {
  const Facts facts = layer_named("cmake").inspect(mini_repo("//- CMakeLists.txt\nset(A \"b\n"), "CMakeLists.txt");
  REQUIRE(facts.doubts.size() == 1);
  CHECK(facts.doubts[0].about == "*");
}

TEST_CASE("cmake: one entry of several goes alone") {
  CHECK(dropped("set(S\n  a.txt\n  csrc/dead.cu\n  csrc/live.cu)\n", {"csrc/dead.cu"}) ==
        "set(S\n  a.txt\n  \n  csrc/live.cu)\n");
}

TEST_CASE("cmake: a file listed twice goes twice, with properties set for it alone") {
  CHECK(dropped(R"(list(APPEND EXT csrc/dead.cu)
set_source_files_properties(csrc/dead.cu csrc/live.cu PROPERTIES X 1)
set_source_files_properties(csrc/dead.cu PROPERTIES Y 2)
target_sources(_C PRIVATE csrc/dead.cu PUBLIC csrc/live.cu)
)",
                {"csrc/dead.cu"}) == R"(
set_source_files_properties( csrc/live.cu PROPERTIES X 1)

target_sources(_C   PUBLIC csrc/live.cu)
)");
}

TEST_CASE("cmake: a comment that names a dropped file is reported where it stays") {
  const std::string_view text = R"(if(A)
  # dead.cu is slow
  list(APPEND E csrc/dead.cu)
endif()
f() # see undead.cu and dead.cu
)";
  CHECK(drop(text, {"csrc/dead.cu"}).reports == std::vector<std::string>{"a comment names csrc/dead.cu, which goes"});
}

}  // namespace remove_op
