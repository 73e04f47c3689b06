#include "cmake_drop.h"

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
macro(to_version OUT TEXT)
  string(REGEX REPLACE "a$" "" ${OUT} ${TEXT})
endmacro()
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

}  // namespace

Outcome drop(std::string_view cmake, const std::vector<std::string>& files, std::string_view more,
             const std::set<std::string>& other_ids, std::string_view gone_text) {
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
    for (const Need& need : fallout.needed) outcome.reports.push_back(need.why.what);
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

}  // namespace remove_op
