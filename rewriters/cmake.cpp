// CMake files: the entries that list a source file, and what their removal leaves without use.
//
// An entry of a list is a definition of the file that it names and goes with it. What then follows (an empty list, the
// commands that served it, the block around them, the variables computed for it, flags that nothing tests any more) is
// found by sweep_cmake. Invariant: a file that a command uses otherwise than as a source to compile is kept by it.
#include <algorithm>
#include <array>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/cmake_actions.h"
#include "syntax/cmake_functions.h"
#include "syntax/cmake_paths.h"
#include "syntax/cmake_sweep.h"
#include "syntax/library_names.h"
#include "words.h"

namespace remove_op {
namespace {

// Commands that use the files they name, or make a program of its own of them.
constexpr auto users = std::to_array<std::string_view>({"if",
                                                        "elseif",
                                                        "while",
                                                        "include",
                                                        "install",
                                                        "configure_file",
                                                        "add_custom_command",
                                                        "add_custom_target",
                                                        "execute_process",
                                                        "add_test",
                                                        "try_compile",
                                                        "try_run",
                                                        "get_filename_component",
                                                        "file",
                                                        "string",
                                                        "export",
                                                        "find_package",
                                                        "project",
                                                        "add_compile_options",
                                                        "target_compile_options",
                                                        "target_precompile_headers"});

bool uses_files(const CMakeCommand& command) {
  if (command.name == "file")  // a source that is globbed by its whole name is listed
    return command.arguments.empty() || !command.arguments[0].text.starts_with("GLOB");
  return std::find(users.begin(), users.end(), command.name) != users.end();
}

// set(FORCED "${DIR}/first.h"): a header alone in a variable is named for a flag, not to be compiled.
bool is_list_of_sources(const CMakeCommand& command) { return command.name != "set" || command.arguments.size() > 2; }

class CMake : public Rewriter {
 public:
  std::string_view layer() const override { return "cmake"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::cmake; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    const auto script = cmake_script(snapshot, path);
    if (script->error)
      facts.doubts.push_back({*script->error, "*", "CMake that does not parse here; what follows may list a source"});
    const CMakePaths paths(snapshot, path);
    for (const CMakeCommand& command : script->commands) {
      // A program is there to be run, but a test of what goes is not.
      const bool program = command.name.ends_with("add_executable");
      for (const CMakeArgument& argument : command.arguments) {
        if (const std::string_view file = paths.file(argument); !file.empty()) {
          const bool source = language_of(file) == Language::cxx && (!is_header(file) || is_list_of_sources(command));
          if (uses_files(command) || (program && !is_test(file)) || !source)
            facts.references.push_back({"file:" + std::string(file), argument.span});
          else
            facts.definitions.push_back(entry(file, argument.span));
        } else if (argument.text.find(';') != std::string_view::npos) {
          keep_listed(paths, argument, facts);
        }
      }
    }
    return facts;
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    const auto goes = [&](Span span) { return doomed.covers(span); };
    const MacroKnowledge macros = {
        [&](std::string_view macro) { return testers_of(snapshot, macro, doomed); },
        [&](std::string_view macro) { return macro_touched(snapshot, macro, doomed); },
    };
    const auto dropped = [&](std::string_view file) { return is_dropped(file, doomed); };
    CMakeSwept swept = sweep_cmake(snapshot, path, goes, macros, [&](std::string_view library) {
      return library_may_go(snapshot, library, path, dropped);
    });
    Fallout fallout;
    fallout.reports = std::move(swept.reports);
    keep_starved(snapshot, path, swept, fallout);
    report_comments(snapshot, path, doomed, swept, fallout);
    for (const auto& gone : swept.gone) {
      Definition definition;
      definition.id = "build:" + std::string(path) + "#" + std::to_string(gone.span.offset);
      definition.span = gone.span;
      definition.layer = layer();
      definition.what = gone.what;
      fallout.also.push_back(std::move(definition));
    }
    for (const auto& [library, call] : swept.libraries) {
      Definition definition;
      definition.id = library_id(library);
      definition.word = library;
      definition.span = call;
      definition.layer = layer();
      definition.what = "library";
      fallout.also.push_back(std::move(definition));
    }
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    std::vector<Edit> edits = Rewriter::remove(snapshot, path, doomed);
    const auto script = cmake_script(snapshot, path);
    for (const Definition& definition : doomed.here) {
      for (const CMakeBlock& block : script->blocks)
        if (definition.what == first_branch &&
            script->commands[block.openers.back()].span.end() == definition.span.end())
          edits.push_back(turned(snapshot.text(path), script->commands[block.first()]));
    }
    return edits;
  }

 private:
  // if(A) to if(NOT A), if(NOT A) to if(A), if(A AND B) to if(NOT (A AND B)).
  static Edit turned(std::string_view text, const CMakeCommand& condition) {
    const auto& words = condition.arguments;
    const auto from = [&](unsigned first) {
      const unsigned begin = words[first].span.offset;
      return Span{begin, words.back().span.end() - begin};
    };
    const std::string all(text.substr(from(0).offset, from(0).length));
    const auto joins = [](const CMakeArgument& word) { return word.text == "AND" || word.text == "OR"; };
    if (std::any_of(words.begin(), words.end(), joins)) return Replace{from(0), "NOT (" + all + ")"};
    if (words.size() > 1 && words[0].text == "NOT")
      return Replace{from(0), std::string(text.substr(from(1).offset, from(1).length))};
    return Replace{from(0), "NOT " + all};
  }

  static Definition entry(std::string_view file, Span span) {
    Definition definition;
    definition.id = "file:" + std::string(file);
    definition.word = base_name(file);
    definition.span = span;
    definition.what = "build entry";
    definition.declares = true;
    return definition;
  }

  // A target needs a source to be made of, be it an empty one.
  static void keep_starved(const Snapshot& snapshot, std::string_view path, CMakeSwept& swept, Fallout& fallout) {
    const CMakePaths paths(snapshot, path);
    for (const CMakeCommand& command : cmake_script(snapshot, path)->commands) {
      for (const CMakeArgument& argument : command.arguments) {
        const auto starved = std::find_if(swept.starved.begin(), swept.starved.end(),
                                          [&](const auto& source) { return source.first == argument.span; });
        if (starved == swept.starved.end()) continue;
        if (const std::string_view file = paths.file(argument); !file.empty())
          fallout.needed.push_back({"file:" + std::string(file), starved->second});
      }
    }
  }

  // "a.cu;b.cu" in one argument cannot lose a part of it, so it keeps what it lists.
  static void keep_listed(const CMakePaths& paths, const CMakeArgument& argument, Facts& facts) {
    std::string_view rest = argument.text;
    while (!rest.empty()) {
      const std::string_view item = rest.substr(0, rest.find(';'));
      rest.remove_prefix(std::min(rest.size(), item.size() + 1));
      if (const std::string_view file = paths.file(item); !file.empty())
        facts.references.push_back({"file:" + std::string(file), argument.span});
    }
  }

  // A comment that stays and names a file that goes.
  static void report_comments(const Snapshot& snapshot, std::string_view path, const Doomed& doomed,
                              const CMakeSwept& swept, Fallout& fallout) {
    const auto script = cmake_script(snapshot, path);
    const std::string_view text = snapshot.text(path);
    std::vector<Span> gone;
    for (const Definition& definition : doomed.here) gone.push_back(definition.span);
    for (const auto& more : swept.gone) gone.push_back(more.span);
    for (const Span comment : script->comments) {
      const auto goes = [&](Span span) { return span.contains(comment) || stands_above(text, comment, span); };
      if (std::any_of(gone.begin(), gone.end(), goes)) continue;
      for (auto id = doomed.ids.lower_bound("file:"); id != doomed.ids.end() && id->starts_with("file:"); ++id) {
        const std::string_view file = std::string_view(*id).substr(5);
        const std::string_view words = text.substr(comment.offset, comment.length);
        // A bare name says which file only where no other has it.
        const bool alone = snapshot.ending_in(base_name(file), file).size() < 2;
        if (find_word(words, alone ? base_name(file) : file) != std::string_view::npos)
          fallout.reports.push_back({comment, "a comment names " + std::string(file) + ", which goes"});
      }
    }
  }

  // Whether nothing but the rest of a comment block stands between the comment and the span, which takes it along.
  static bool stands_above(std::string_view text, Span comment, Span span) {
    if (span.offset < comment.end()) return false;
    std::string_view between = text.substr(comment.end(), span.offset - comment.end());
    if (!between.starts_with('\n')) return false;
    for (between.remove_prefix(1); between.find('\n') != std::string_view::npos;
         between.remove_prefix(between.find('\n') + 1))
      if (const auto first = between.find_first_not_of(" \t"); between[first] != '#') return false;
    return between.find_first_not_of(" \t") == std::string_view::npos;
  }

  static bool is_dropped(std::string_view path, const Doomed& doomed) {
    return doomed.contains("file:" + std::string(path));
  }

  // Whether something that goes may have tested the macro; cheap, it is asked of every flag.
  static bool macro_touched(const Snapshot& snapshot, std::string_view macro, const Doomed& doomed) {
    if (doomed.contains("cxx:#" + std::string(macro))) return true;
    for (auto id = doomed.ids.lower_bound("file:"); id != doomed.ids.end() && id->starts_with("file:"); ++id)
      if (find_word(snapshot.text(std::string_view(*id).substr(5)), macro) != std::string_view::npos) return true;
    return false;
  }

  static Testers testers_of(const Snapshot& snapshot, std::string_view macro, const Doomed& doomed) {
    bool any = doomed.contains("cxx:#" + std::string(macro));
    for (const std::string_view path : snapshot.files_naming(macro)) {
      // Another flag for the same macro is no test of it, and prose is none either.
      if (language_of(path) == Language::cmake || path.ends_with(".md") || path.ends_with(".rst")) continue;
      any = true;
      if (is_dropped(path, doomed)) continue;
      const std::string_view text = snapshot.text(path);
      for (auto at = find_word(text, macro); at != std::string_view::npos; at = find_word(text, macro, at + 1))
        if (!doomed.goes || !doomed.goes(path, {static_cast<unsigned>(at), static_cast<unsigned>(macro.size())}))
          return Testers::stay;
    }
    return any ? Testers::go : Testers::none;
  }
};

REMOVE_OP_REGISTER(CMake);

}  // namespace
}  // namespace remove_op
