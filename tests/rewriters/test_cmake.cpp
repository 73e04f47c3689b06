#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "mini_repo.h"

namespace remove_op {
namespace {

// The functions that such repositories define for themselves.
constexpr std::string_view helpers = R"(
//- cmake/helpers.cmake
macro(set_arch_flags)
  cmake_parse_arguments(arg "" "" "SRCS;ARCHS" ${ARGN})
  foreach(_arch ${arg_ARCHS})
    set_property(SOURCE ${arg_SRCS} APPEND PROPERTY COMPILE_OPTIONS "-arch=${_arch}")
  endforeach()
endmacro()
function(pick_archs OUT WANTED HAVE)
  set(_picked)
  foreach(_arch ${WANTED})
    if(_arch IN_LIST HAVE)
      list(APPEND _picked "${_arch}")
    endif()
  endforeach()
  set(${OUT} ${_picked} PARENT_SCOPE)
endfunction()
function(define_module NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DEST" "SOURCES;FLAGS")
  Python_add_library(${NAME} MODULE "${ARG_SOURCES}")
endfunction()
//- csrc/live.cu
#ifdef ENABLE_LIVE
#endif
//- csrc/twin.cu

//- csrc/dead.h

)";

struct Outcome {
  std::string text;  // of CMakeLists.txt, with the erased bytes taken out and nothing else
  std::vector<std::string> reports;
};

// Drops `files` from a repository whose CMakeLists.txt is `cmake`, as the removal loop would ask for it.
Outcome drop(std::string_view cmake, const std::vector<std::string>& files, std::string_view more = {},
             const std::set<std::string>& other_ids = {}, std::string_view gone_text = {}) {
  std::string repo = "//- CMakeLists.txt\n" + std::string(cmake) + std::string(helpers.substr(1)) + std::string(more);
  for (const std::string& file : files)
    if (repo.find("//- " + file + "\n") == std::string::npos) repo += "//- " + file + "\n#ifdef ENABLE_DEAD\n#endif\n";
  const Snapshot snapshot = mini_repo(repo);
  const Rewriter& layer = layer_named("cmake");
  std::set<std::string, std::less<>> ids(other_ids.begin(), other_ids.end());
  for (const std::string& file : files) ids.insert("file:" + file);
  Doomed doomed{ids, {}};
  if (!gone_text.empty()) {
    doomed.goes = [&](std::string_view path, Span span) {
      const auto at = snapshot.text(path).find(gone_text);
      return at != std::string_view::npos && Span{unsigned(at), unsigned(gone_text.size())}.contains(span);
    };
  }
  for (Definition& definition : layer.inspect(snapshot, "CMakeLists.txt").definitions) {
    definition.layer = layer.layer();
    if (ids.contains(definition.id)) doomed.here.push_back(definition);
  }
  Outcome outcome;
  for (;;) {
    Fallout fallout = layer.follow(snapshot, "CMakeLists.txt", doomed);
    outcome.reports.clear();
    for (const Report& report : fallout.reports) outcome.reports.push_back(report.what);
    if (fallout.also.empty()) break;
    doomed.here.insert(doomed.here.end(), fallout.also.begin(), fallout.also.end());
  }
  const std::string_view text = snapshot.text("CMakeLists.txt");
  std::vector<bool> erased(text.size());
  std::map<unsigned, std::string> added;
  for (const Edit& edit : layer.remove(snapshot, "CMakeLists.txt", doomed)) {
    const auto* replace = std::get_if<Replace>(&edit);
    const Span span = replace ? replace->span : std::get<Erase>(edit).span;
    if (replace) added[span.offset] = replace->text;
    std::fill_n(erased.begin() + span.offset, span.length, true);
  }
  for (unsigned i = 0; i < text.size(); ++i) {
    outcome.text += added[i];
    if (!erased[i]) outcome.text += text[i];
  }
  return outcome;
}

std::string dropped(std::string_view cmake, const std::vector<std::string>& files) { return drop(cmake, files).text; }

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
  const Outcome alone = drop("set(D csrc/dead.cu)\ndefine_module(_C SOURCES ${D} FLAGS x)\n", {"csrc/dead.cu"});
  CHECK(alone.text == "\ndefine_module(_C SOURCES ${D} FLAGS x)\n");
  CHECK(alone.reports == std::vector<std::string>{"define_module() is left without sources that it was given"});
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

TEST_CASE("cmake: a variable that another file or a computed name reads is left alone") {
  const std::string_view text = "set(CUDA_PICK 1)\nif(CUDA_PICK)\n  list(APPEND E csrc/dead.cu)\nendif()\n";
  CHECK(drop(text, {"csrc/dead.cu"}).text == "\n\n");
  CHECK(drop(text, {"csrc/dead.cu"}, "//- x/CMakeLists.txt\nf(${CUDA_PICK})\n").text == "set(CUDA_PICK 1)\n\n");
  CHECK(drop(text, {"csrc/dead.cu"}, "//- x/CMakeLists.txt\nf(${${LANG}_PICK})\n").text == "set(CUDA_PICK 1)\n\n");
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
