#include "targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "named_otherwise.h"
#include "nearest.h"
#include "paths.h"
#include "place.h"

namespace remove_op {
namespace {

template <class... A>
llvm::Error failure(fmt::format_string<A...> format, A&&... arguments) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 fmt::format(format, std::forward<A>(arguments)...).c_str());
}

struct OpName {
  std::string space;  // empty where the name does not say
  std::string name;
  std::string overload;
};

// `rms_norm`, `_C::rms_norm`, `torch.ops._C.rms_norm`, each perhaps with `.overload`.
OpName parse_op_name(std::string_view text) {
  OpName op;
  constexpr std::string_view torch_ops = "torch.ops.";
  if (text.starts_with(torch_ops)) {
    text.remove_prefix(torch_ops.size());
    const auto dot = text.find('.');
    op.space = text.substr(0, dot);
    text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  } else if (const auto colons = text.find("::"); colons != std::string_view::npos) {
    op.space = text.substr(0, colons);
    text.remove_prefix(colons + 2);
  }
  const auto dot = text.find('.');
  op.name = text.substr(0, dot);
  if (dot != std::string_view::npos) op.overload = text.substr(dot + 1);
  if (op.overload == "default") op.overload.clear();
  return op;
}

bool is_registration(const Definition& definition) { return definition.what == "def" || definition.what == "impl"; }

bool is_registered(const Graph::Node& node) {
  return std::any_of(node.sites.begin(), node.sites.end(),
                     [](const auto& site) { return is_registration(site.definition); });
}

bool is_method(const Graph::Node& node) {
  return !node.sites.empty() && node.sites.front().definition.what == "method" && node.id.starts_with("op:");
}

class Finder {
 public:
  Finder(Explorer& explorer, bool native_only) : explorer_(explorer), native_only_(native_only) {}

  llvm::Error add(const std::string& name) {
    if (name.empty()) return failure("an empty name stands for nothing; name an op, a wrapper or a source file");
    if (explorer_.snapshot().find(name)) return add_file(name);
    if (name.find('/') != std::string::npos) return failure("{}: no such file in the repository", name);
    return add_op(name);
  }

  Targets take() { return settled_ ? std::move(targets_) : Targets(); }

 private:
  // A file, with all that it defines.
  llvm::Error add_file(const std::string& path) {
    explorer_.inspect({path});
    const Graph& graph = explorer_.graph();
    const NodeId file = graph.find("file:" + path);
    if (file < 0)
      return failure("{}: not a source file that any layer reads; name a C++, CUDA, Python or CMake file", path);
    targets_.named.insert(file);
    for (const NodeId id : graph.defined_in(path))
      if (reaches_beyond(id, path)) targets_.named.insert(id);
    targets_.words.emplace(base_name(path));
    return llvm::Error::success();
  }

  // Whether other files can use it: of C++, a function that is declared in another file too.
  bool reaches_beyond(NodeId id, const std::string& path) {
    if (!explorer_.graph().node(id).id.starts_with("cxx:")) return true;
    if (explorer_.graph().node(id).id.find('#') != std::string::npos || !is_leftover(explorer_.graph().node(id)))
      return false;
    while (explorer_.inspect_users(id, Explorer::Files::production, 16)) {
    }
    const auto& sites = explorer_.graph().node(id).sites;
    return std::any_of(sites.begin(), sites.end(),
                       [&](const Graph::Site& site) { return site.path != path && site.definition.declares; });
  }

  llvm::Error add_op(const std::string& text) {
    const OpName wanted = parse_op_name(text);
    // A few files are read at once, on all cores, rather than in two steps.
    constexpr std::size_t few = 8;
    const bool in_steps = native_only_ && explorer_.snapshot().files_naming(wanted.name).size() > few;
    explorer_.inspect_all(wanted.name, in_steps ? Explorer::Files::native : Explorer::Files::production);
    explorer_.inspect_makers(wanted.name);
    targets_.words.insert(wanted.name);
    const Graph& graph = explorer_.graph();
    std::set<NodeId> registered;
    std::set<NodeId> others;  // fakes and wrappers without a registration here
    std::set<NodeId> forwarders;
    std::set<NodeId> callers;  // Python functions that do more than forward
    std::set<NodeId> methods;  // of custom classes: no ops, though they are registered beside them
    const auto same_word = graph.by_word().find(wanted.name);
    if (same_word == graph.by_word().end()) return not_here(text, wanted.name);
    for (const NodeId id : same_word->second) {
      const Graph::Node& node = graph.node(id);
      if (node.id.starts_with("op:")) {
        const OpId op = split_op(node.id);
        if (op.name != wanted.name || (!wanted.space.empty() && op.space != wanted.space && op.space != "?")) continue;
        if (!wanted.overload.empty() && op.overload != wanted.overload) continue;
        (is_registered(node) ? registered : is_method(node) ? methods : others).insert(id);
      } else if (wanted.space.empty() && is_leftover(node) && !is_loaded_at_run_time(node)) {
        (is_python_wrapper(node) ? forwarders : others).insert(id);
      } else if (wanted.space.empty() && calls_an_op(node)) {
        callers.insert(id);
      }
    }
    if (!registered.empty()) {
      if (auto error = check_unambiguous(text, registered)) return error;
      for (const NodeId id : registered) {
        targets_.named.insert(id);
        for (const NodeId same : same_statement(id)) targets_.named.insert(same);
      }
      for (const NodeId id : others)
        if (graph.node(id).id.starts_with("op:")) targets_.named.insert(id);
      targets_.twins.insert(forwarders.begin(), forwarders.end());
      return llvm::Error::success();
    }
    others.insert(forwarders.begin(), forwarders.end());
    if (others.empty()) others = std::move(methods);
    if (others.empty()) others = std::move(callers);
    if (others.empty() || native_only_) return not_here(text, wanted.name);
    return add_leftovers(others);
  }

  static bool is_python_wrapper(const Graph::Node& node) {
    return node.id.starts_with("py:") && std::any_of(node.sites.begin(), node.sites.end(), [](const Graph::Site& site) {
             return site.definition.forwards && site.definition.what != "import";
           });
  }

  // A Python function that calls an op, whatever else it does.
  bool calls_an_op(const Graph::Node& node) const {
    const Graph& graph = explorer_.graph();
    if (!node.id.starts_with("py:") || node.sites.front().definition.what != "function") return false;
    return std::any_of(node.references.begin(), node.references.end(), [&](int use) {
      const Reference& reference = graph.use(use).reference;
      if (!reference.to.starts_with("op:") || reference.strength != Strength::keeps) return false;
      // Any attribute may be a pybind11 function, as long as nobody defines it.
      const NodeId op = graph.find(reference.to);
      return !reference.to.starts_with("op:pybind11::") || (op >= 0 && !graph.node(op).sites.empty());
    });
  }

  // A layer without an op: a Python wrapper or a C++ function. Only where it stands in production code.
  static bool is_leftover(const Graph::Node& node) {
    const Definition& definition = node.sites.front().definition;
    if (node.id.starts_with("py:")) return is_python_wrapper(node);
    return node.id.starts_with("cxx:") && (definition.what == "function" || definition.what == exported_c_name ||
                                           definition.what == "declaration" || definition.what == "kernel");
  }

  // Defined in a header that no source includes: something compiles it at run time, and may call any of it.
  bool is_loaded_at_run_time(const Graph::Node& node) const {
    return node.id.starts_with("cxx:") &&
           std::any_of(node.sites.begin(), node.sites.end(), [&](const Graph::Site& site) {
             return !site.definition.declares && !explorer_.units().in_source(site.path);
           });
  }

  // Several things may carry a leftover's name, some of them alive: those are not what was meant.
  llvm::Error add_leftovers(const std::set<NodeId>& candidates) {
    const Graph& graph = explorer_.graph();
    std::set<NodeId> unused;
    for (const NodeId id : candidates) {
      const auto uses = graph.uses_of(id);
      const bool used = std::any_of(uses.begin(), uses.end(),
                                    [&](int use) { return graph.use(use).reference.strength == Strength::keeps; });
      if (!used) unused.insert(id);
    }
    targets_.named.insert(unused.empty() ? candidates.begin() : unused.begin(),
                          unused.empty() ? candidates.end() : unused.end());
    return llvm::Error::success();
  }

  // The ops that a registration of `id` registers too.
  std::vector<NodeId> same_statement(NodeId id) const {
    const Graph& graph = explorer_.graph();
    const Graph::Node& node = graph.node(id);
    std::vector<NodeId> same;
    for (const NodeId other : graph.by_word().at(*node.words.begin())) {
      const bool shares =
          other != id &&
          std::any_of(graph.node(other).sites.begin(), graph.node(other).sites.end(), [&](const auto& site) {
            return std::any_of(node.sites.begin(), node.sites.end(), [&](const auto& own) {
              return own.path == site.path && own.definition.span == site.definition.span &&
                     own.definition.span.length > 0;
            });
          });
      if (shares && graph.node(other).id.starts_with("op:")) same.push_back(other);
    }
    return same;
  }

  llvm::Error check_unambiguous(const std::string& text, const std::set<NodeId>& registered) {
    // What one statement registers into several libraries is one op to us.
    std::set<NodeId> apart;
    std::set<std::string> spaces;
    for (const NodeId id : registered) {
      const auto same = same_statement(id);
      const std::string_view space = split_op(explorer_.graph().node(id).id).space;  // overloads share it
      if (space == "?") continue;
      if (std::none_of(same.begin(), same.end(), [&](NodeId other) { return apart.contains(other); }))
        spaces.emplace(space);
      apart.insert(id);
    }
    if (spaces.size() < 2) return llvm::Error::success();
    std::string candidates;
    for (const NodeId id : registered) {
      const Graph::Node& node = explorer_.graph().node(id);
      const Place place = place_of(explorer_.snapshot(), node.sites.front().path, node.sites.front().definition.span);
      candidates += fmt::format("\n  {} ({}:{})", node.id.substr(3), place.path, place.line);
    }
    return failure("{} fits several ops; name one of them with its namespace:{}", text, candidates);
  }

  llvm::Error not_here(const std::string& text, const std::string& name) {
    if (!native_only_) return unknown(text, name);
    settled_ = false;
    return llvm::Error::success();
  }

  llvm::Error unknown(const std::string& text, const std::string& name) {
    const auto nearest = nearest_names(explorer_, name);
    if (nearest.empty()) return failure("{}: no op, wrapper or source file of that name in the repository", text);
    return failure("{}: no op, wrapper or source file of that name in the repository; nearest: {}", text,
                   fmt::join(nearest, ", "));
  }

  Explorer& explorer_;
  bool native_only_;
  bool settled_ = true;
  Targets targets_;
};

}  // namespace

llvm::Expected<Targets> find_targets(Explorer& explorer, const std::vector<std::string>& names, bool native_only) {
  Finder finder(explorer, native_only);
  for (const std::string& name : names)
    if (auto error = finder.add(name)) return error;
  return finder.take();
}

}  // namespace remove_op
