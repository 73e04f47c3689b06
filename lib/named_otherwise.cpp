#include "named_otherwise.h"

#include <algorithm>

#include "paths.h"
#include "syntax/python_tree.h"
#include "words.h"

namespace remove_op {
namespace {

bool in_comment(std::string_view text, std::size_t at) {
  const auto newline = text.rfind('\n', at);
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto hash = text.substr(start, at - start).find('#');
  return hash != std::string_view::npos && text.substr(start, hash).find_first_of("\"'") == std::string_view::npos;
}

// Prose speaks of names without using them, and a patch is of other code; so do tests, which never keep.
bool is_prose(std::string_view path) {
  return path.ends_with(".patch") || path.ends_with(".diff") || path.ends_with(".md") || path.ends_with(".rst") ||
         path.ends_with(".txt") || path.ends_with(".ipynb");
}

// C++ code, a C++ header or a CUDA source.
bool is_native(const Graph::Node& node) {
  if (node.id.starts_with("file:")) return language_of(node.id) == Language::cxx;
  return node.id.starts_with("cxx:");
}

// What a script or a template that writes C++ looks like: it names the headers and kernels that its output needs.
bool writes_cxx(std::string_view text) { return text.find("#include") != std::string_view::npos; }

// Whether the word at `at` stands in a string that may become C++: a statement that calls it, and in a script that
// writes C++ the bare word too, or text with C++'s punctuation. What a docstring says becomes nothing.
bool in_cxx_string(const Snapshot& snapshot, std::string_view path, std::size_t at, std::string_view word) {
  const std::string_view from_here = snapshot.text(path).substr(at);
  const bool writes = writes_cxx(snapshot.text(path));
  // Hardly a line of Python holds a semicolon, so that few files are parsed for this.
  if (!writes && from_here.substr(0, from_here.find('\n')).find(';') == std::string_view::npos) return false;
  const auto tree = python::Tree::of(snapshot, path);
  for (python::Node node = 0; node < tree->size(); ++node) {
    if (tree->kind(node) != python::Kind::string || !tree->span(node).contains(static_cast<unsigned>(at))) continue;
    const std::string_view text = tree->text(node);
    if (tree->kind(tree->parent(node)) == python::Kind::expression_statement) return false;
    const bool calls = text.find(std::string(word) + "(") != std::string_view::npos ||
                       text.find(std::string(word) + "<") != std::string_view::npos;
    if (!writes) return calls && text.find(';') != std::string_view::npos;
    return calls || text.size() <= word.size() + 4 || text.find_first_of(";{}#") != std::string_view::npos ||
           text.find("::") != std::string_view::npos;
  }
  return false;
}

// A function with C linkage may be looked up in the library that holds it.
bool is_exported_c(const Graph::Node& node) {
  return std::any_of(node.sites.begin(), node.sites.end(),
                     [](const Graph::Site& site) { return site.definition.what == exported_c_name; });
}

// What a string may find: a function with C linkage, or such a kernel, in a module that was compiled apart.
bool is_looked_up_by_name(const Snapshot& snapshot, const Graph::Node& node) {
  return is_exported_c(node) || std::any_of(node.sites.begin(), node.sites.end(), [&](const Graph::Site& site) {
           return site.definition.what == "kernel" &&
                  snapshot.text(site.path).substr(site.definition.span.offset).starts_with("extern \"C\"");
         });
}

// Whether the name at `at` stands behind the name of a module that defines it and a `:` or a `.`, as entry points and
// plug-in tables spell it.
bool follows_module(std::string_view text, std::size_t at, const Graph::Node& node) {
  if (at == 0 || (text[at - 1] != ':' && text[at - 1] != '.')) return false;
  return std::any_of(node.sites.begin(), node.sites.end(), [&](const Graph::Site& site) {
    std::string_view module = site.path;
    module = module.substr(0, module.rfind('.'));
    module = base_name(module);
    return text.substr(0, at - 1).ends_with(module);
  });
}

// `lib.name`, `lib["name"]`; not `torch.ops.ns.name`, which is an op.
bool looked_up(std::string_view text, std::size_t at) {
  if (at == 0 || (text[at - 1] != '.' && text[at - 1] != '"' && text[at - 1] != '\'')) return false;
  const auto start = text.rfind('\n', at) + 1;
  return text.substr(start, at - start).find("torch.ops.") == std::string_view::npos;
}

// Whether the place lies in the node's own definition: what a function says of itself reaches nothing.
bool is_own(const Graph::Node& node, std::string_view path, std::size_t at) {
  return std::any_of(node.sites.begin(), node.sites.end(), [&](const Graph::Site& site) {
    return site.path == path && site.definition.span.contains(static_cast<unsigned>(at));
  });
}

template <class... Endings>
bool ends(std::string_view path, Endings... endings) {
  return (path.ends_with(endings) || ...);
}

// Code that includes headers and uses what they declare.
bool is_wrapping_code(std::string_view path) { return ends(path, ".pyx", ".pxd", ".pxi", ".i"); }

// Code of another language that links with C, and what tells a linker which symbols to export.
bool is_linked_code(std::string_view path) {
  return ends(path, ".rs", ".zig", ".swift", ".go", ".jl", ".f90", ".map", ".def", ".lds", ".ld", ".sym", ".exp");
}

// `dlsym(handle, "name")`: a literal of C++ that is the name and nothing else, and registers no op.
bool looked_up_by_cxx(std::string_view text, std::size_t at, std::size_t size) {
  const auto quote = [&](std::size_t i) { return i < text.size() && text[i] == '"'; };
  if (at == 0 || !quote(at - 1) || !quote(at + size)) return false;
  std::string_view before = trimmed(text.substr(0, at - 1));
  if (!before.ends_with('(')) return true;
  before = trimmed(before.substr(0, before.size() - 1));
  return !before.ends_with("def") && !before.ends_with("impl") && !before.ends_with("op");
}

// Whether code that stays may mean the node by another scope: a macro names the one that it is defined in, and an
// entity of the same name that is only declared is used.
bool means_same_in_macro_scope(const Graph& graph, NodeId id) {
  const Graph::Node& node = graph.node(id);
  if (!node.id.starts_with("cxx:") || node.id.find('#') != std::string::npos) return false;
  const std::string_view scopes = std::string_view(node.id).substr(4, node.id.rfind(':') - 4);
  bool shouts = false;
  for (std::string_view rest = scopes; !rest.empty();) {
    const std::string_view scope = rest.substr(0, rest.find(':'));
    shouts |= scope.size() > 2 && std::none_of(scope.begin(), scope.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    rest.remove_prefix(std::min(rest.size(), scope.size() + 1));
  }
  if (!shouts) return false;
  for (const std::string& word : node.words) {
    const auto same = graph.by_word().find(word);
    if (same == graph.by_word().end()) continue;
    for (const NodeId other : same->second) {
      const auto& sites = graph.node(other).sites;
      const auto declares = [](const Graph::Site& site) { return site.definition.declares; };
      if (other == id || !graph.node(other).id.starts_with("cxx:") ||
          !std::all_of(sites.begin(), sites.end(), declares))
        continue;
      for (const int use : graph.uses_of(other))
        if (graph.use(use).reference.strength == Strength::keeps) return true;
    }
  }
  return false;
}

enum class Names {
  never,  // only references count
  anywhere,
  with_module,   // behind its module's name: the bare name is the op's too
  in_a_library,  // as an attribute or a string, which is how it is looked up
  by_writers_of_cxx,
};

Names how_named(const Graph::Node& node) {
  if (is_native(node)) return is_exported_c(node) ? Names::in_a_library : Names::by_writers_of_cxx;
  if (!is_transparent(node)) return Names::anywhere;
  const bool function = std::any_of(node.sites.begin(), node.sites.end(), [](const Graph::Site& site) {
    return site.definition.forwards && site.definition.what != "import";
  });
  return function && node.id.starts_with("py:") ? Names::with_module : Names::never;
}

}  // namespace

bool is_transparent(const Graph::Node& node) {
  if (node.sites.empty() || !node.id.starts_with("py:")) return true;
  bool any = false;
  for (const Graph::Site& site : node.sites) {
    if (site.definition.what == stub_function) continue;
    if (!site.definition.forwards && !site.definition.declares && site.definition.what != "import") return false;
    any = true;
  }
  return any;
}

bool named_otherwise(Explorer& explorer, NodeId id, const std::function<bool(std::string_view)>& goes) {
  const Names names = how_named(explorer.graph().node(id));
  if (names == Names::never) return false;
  while (explorer.inspect_users(id, Explorer::Files::production, 16)) {
  }
  const Graph& graph = explorer.graph();
  if (means_same_in_macro_scope(graph, id)) return true;
  const bool native = is_native(graph.node(id));
  for (const std::string& word : graph.node(id).words) {
    for (const std::string_view path : explorer.snapshot().files_naming(word)) {
      const Language language = language_of(path);
      if (native && (is_wrapping_code(path) ||
                     (is_linked_code(path) && (explorer.graph().is_file(id) || is_exported_c(graph.node(id))))))
        return true;
      if (language == Language::cxx && is_looked_up_by_name(explorer.snapshot(), graph.node(id)) && !is_test(path) &&
          !goes(path)) {
        const std::string_view text = explorer.snapshot().text(path);
        for (auto at = find_word(text, word); at != std::string_view::npos; at = find_word(text, word, at + 1))
          if (looked_up_by_cxx(text, at, word.size())) return true;
      }
      if (is_test(path) || is_prose(path) || language == Language::cxx || goes(path)) continue;
      const std::string_view text = explorer.snapshot().text(path);
      if (names == Names::by_writers_of_cxx &&
          (language == Language::cmake || (language != Language::python && !writes_cxx(text))))
        continue;
      if (names == Names::with_module && language != Language::other) continue;
      for (std::size_t at = find_word(text, word); at != std::string_view::npos; at = find_word(text, word, at + 1)) {
        if (is_own(graph.node(id), path, at)) continue;
        if (names == Names::by_writers_of_cxx) {
          if (language != Language::python || in_cxx_string(explorer.snapshot(), path, at, word)) return true;
          continue;
        }
        if (names == Names::in_a_library && !looked_up(text, at)) continue;
        if (names == Names::in_a_library && !in_comment(text, at)) return true;
        if (names == Names::with_module && !follows_module(text, at, graph.node(id))) continue;
        if (!graph.explains(path, static_cast<unsigned>(at), word) && !in_comment(text, at)) return true;
      }
    }
  }
  return false;
}

}  // namespace remove_op
