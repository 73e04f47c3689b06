#include "syntax/cmake_functions.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "words.h"

namespace remove_op {
namespace {

// Commands without effect beyond the variables that they name.
constexpr auto harmless = std::to_array<std::string_view>({"set",
                                                           "unset",
                                                           "list",
                                                           "string",
                                                           "math",
                                                           "if",
                                                           "elseif",
                                                           "else",
                                                           "endif",
                                                           "foreach",
                                                           "endforeach",
                                                           "while",
                                                           "endwhile",
                                                           "break",
                                                           "continue",
                                                           "return",
                                                           "message",
                                                           "cmake_parse_arguments",
                                                           "get_filename_component",
                                                           "separate_arguments",
                                                           "cmake_path",
                                                           "include_guard"});

using Functions = std::map<std::string, std::shared_ptr<const CMakeFunction>, std::less<>>;

struct FunctionTable {
  Functions functions;
};

struct Source {
  const CMakeScript* script;
  const CMakeBlock* block;
};
using Sources = std::multimap<std::string, Source, std::less<>>;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

class Reader {
 public:
  explicit Reader(const Snapshot& snapshot) {
    for (const std::string_view path : cmake_files(snapshot)) {
      const std::string_view text = snapshot.text(path);
      if (lower_or_upper(text, "function") || lower_or_upper(text, "macro")) add(*keep(cmake_script(snapshot, path)));
    }
  }

  std::shared_ptr<const FunctionTable> run() {
    auto table = std::make_shared<FunctionTable>();
    for (auto at = sources_.begin(); at != sources_.end(); at = sources_.upper_bound(at->first))
      table->functions.emplace(at->first, function(at->first));
    return table;
  }

 private:
  static bool lower_or_upper(std::string_view text, std::string_view word) {
    if (text.find(word) != std::string_view::npos) return true;
    std::string upper(word);
    for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
    return text.find(upper) != std::string_view::npos;
  }

  const CMakeScript* keep(std::shared_ptr<const CMakeScript> script) {
    scripts_.push_back(std::move(script));
    return scripts_.back().get();
  }

  void add(const CMakeScript& script) {
    for (const CMakeBlock& block : script.blocks) {
      const CMakeCommand& opener = script.commands[block.first()];
      if (block.kind == BlockKind::function && !opener.arguments.empty())
        sources_.emplace(lower(opener.arguments[0].text), Source{&script, &block});
    }
  }

  std::shared_ptr<const CMakeFunction> function(const std::string& name) {
    if (const auto known = done_.find(name); known != done_.end()) return known->second;
    done_[name] = nullptr;  // while it is read: what calls itself is not understood
    const auto [first, last] = sources_.equal_range(name);
    // Two definitions of one name: which one is meant, the folder decides.
    auto result = std::make_shared<CMakeFunction>(read(first->second));
    for (auto at = std::next(first); at != last; ++at)
      if (const CMakeFunction other = read(at->second); other.kind != result->kind || other.outputs != result->outputs)
        result->kind = CMakeFunction::Kind::other;
    return done_[name] = result;
  }

  CMakeFunction read(const Source& source) {
    CMakeFunction result;
    const auto& commands = source.script->commands;
    const CMakeCommand& opener = commands[source.block->first()];
    const bool macro = opener.name == "macro";
    bool harmless_so_far = true;
    bool serves = false;
    bool target = false;
    for (unsigned i = source.block->first() + 1; i < source.block->closer; ++i) {
      const CMakeCommand& command = commands[i];
      const auto called = sources_.contains(command.name) ? function(command.name) : nullptr;
      note_outputs(opener, command, called.get(), macro, result);
      note_keywords(command, result);
      target |= makes_target(command.name) || (called && called->kind == CMakeFunction::Kind::target);
      if (sets_source_property(command) || (called && called->kind == CMakeFunction::Kind::serves))
        serves = true;
      else if (called ? called->kind != CMakeFunction::Kind::computes : !is_harmless(command))
        harmless_so_far = false;
    }
    if (target)
      result.kind = CMakeFunction::Kind::target;
    else if (harmless_so_far && serves && result.outputs.empty())
      result.kind = CMakeFunction::Kind::serves;
    else if (harmless_so_far && !serves && !result.outputs.empty())
      result.kind = CMakeFunction::Kind::computes;
    return result;
  }

  static bool sets_source_property(const CMakeCommand& command) {
    return command.name == "set_source_files_properties" ||
           (command.name == "set_property" && !command.arguments.empty() && command.arguments[0].text == "SOURCE");
  }

  static bool is_harmless(const CMakeCommand& command) {
    if (std::find(harmless.begin(), harmless.end(), command.name) == harmless.end()) return false;
    for (const CMakeArgument& argument : command.arguments) {
      if (command.name == "set" && argument.text == "CACHE") return false;
      if (command.name == "message" && (argument.text == "FATAL_ERROR" || argument.text == "SEND_ERROR")) return false;
      // set(NAME ... PARENT_SCOPE) with a name of its own reaches every caller.
      if (command.name == "set" && argument.text == "PARENT_SCOPE" && sole_reference(command.arguments[0]).empty())
        return false;
    }
    return true;
  }

  // The argument of string() that names what is written, where its form is known.
  static std::optional<unsigned> written_by_string(const CMakeCommand& command) {
    const auto text = [&](unsigned a) {
      return a < command.arguments.size() ? command.arguments[a].text : std::string_view();
    };
    if (text(0) == "REGEX") return text(1) == "REPLACE" ? 4 : 3;
    if (text(0) == "REPLACE") return 3;
    if (text(0) == "TOUPPER" || text(0) == "TOLOWER" || text(0) == "LENGTH" || text(0) == "STRIP") return 2;
    return std::nullopt;
  }

  // A parameter that names what is written: set(${OUT} ... PARENT_SCOPE), or in a macro any write to ${OUT}.
  static void note_outputs(const CMakeCommand& opener, const CMakeCommand& command, const CMakeFunction* called,
                           bool macro, CMakeFunction& result) {
    const auto parameter = [&](std::string_view name) {
      for (unsigned p = 1; p < opener.arguments.size(); ++p)
        if (!name.empty() && opener.arguments[p].text == name) result.outputs.insert(p - 1);
    };
    if (command.arguments.empty()) return;
    if (command.name == "set" && (macro || command.arguments.back().text == "PARENT_SCOPE"))
      parameter(sole_reference(command.arguments[0]));
    if (macro && (command.name == "list" || command.name == "string")) {
      const std::optional<unsigned> written = command.name == "string" ? written_by_string(command) : std::nullopt;
      for (unsigned a = 0; a < command.arguments.size(); ++a)
        if (written ? a == *written : command.arguments[a].quoting == Quoting::none)
          parameter(sole_reference(command.arguments[a]));
    }
    if (macro && called)
      for (const unsigned position : called->outputs)
        if (position < command.arguments.size()) parameter(sole_reference(command.arguments[position]));
  }

  static void note_keywords(const CMakeCommand& command, CMakeFunction& result) {
    if (command.name != "set" && command.name != "cmake_parse_arguments") return;
    for (const CMakeArgument& argument : command.arguments) {
      for (std::size_t at = 0; at < argument.text.size();) {
        const std::size_t end = std::min(argument.text.find_first_of("; ", at), argument.text.size());
        if (is_identifier(argument.text.substr(at, end - at)))
          result.keywords.insert(argument.text.substr(at, end - at));
        at = end + 1;
      }
    }
  }

  std::vector<std::shared_ptr<const CMakeScript>> scripts_;
  Sources sources_;
  Functions done_;
};

}  // namespace

bool makes_target(std::string_view name) {
  return name == "add_library" || name == "add_executable" || name.ends_with("_add_library") ||
         name.ends_with("_add_module") || name.ends_with("_add_executable");
}

std::shared_ptr<const CMakeFunction> cmake_function(const Snapshot& snapshot, std::string_view name) {
  // The bulk of every file, not worth a look-up.
  if (std::find(harmless.begin(), harmless.end(), name) != harmless.end()) return nullptr;
  const auto table = snapshot.memo<FunctionTable>([&] { return Reader(snapshot).run(); });
  const auto found = table->functions.find(name);
  return found == table->functions.end() ? nullptr : found->second;
}

}  // namespace remove_op
