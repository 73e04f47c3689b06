#include "syntax/python_scopes.h"

#include <set>
#include <utility>

namespace remove_op::python {
namespace {

bool opens_scope(Kind kind) {
  return kind == Kind::function_definition || kind == Kind::class_definition || kind == Kind::lambda ||
         kind == Kind::list_comprehension || kind == Kind::set_comprehension ||
         kind == Kind::dictionary_comprehension || kind == Kind::generator_expression;
}

}  // namespace

class ScopeBuilder {
 public:
  explicit ScopeBuilder(Scopes& out) : out_(out), tree_(*out.tree_) {}

  void run() {
    out_.scopes_.push_back({tree_.root(), 0, {}});
    out_.scope_of_.assign(tree_.size(), 0);
    opened_.assign(tree_.size(), 0);
    written_.assign(tree_.size(), false);
    for (Node node = 0; node < tree_.size(); ++node) {
      if (node != tree_.root()) out_.scope_of_[node] = scope_for(node);
      visit(node);
    }
  }

 private:
  // A function's parameters, a class's bases and the name of either are evaluated outside of the scope it opens.
  unsigned scope_for(Node node) const {
    const Node parent = tree_.parent(node);
    const Kind kind = tree_.kind(parent);
    if (!opens_scope(kind)) return out_.scope_of_[parent];
    const bool only_body = kind == Kind::function_definition || kind == Kind::class_definition || kind == Kind::lambda;
    return !only_body || tree_.field(node) == Field::body ? opened_[parent] : out_.scope_of_[parent];
  }

  void visit(Node node) {
    const Kind kind = tree_.kind(node);
    const unsigned scope = out_.scope_of_[node];
    if (opens_scope(kind)) {
      opened_[node] = static_cast<unsigned>(out_.scopes_.size());
      out_.scopes_.push_back({node, scope, {}});
    }
    switch (kind) {
      case Kind::identifier:
        if (reads(node)) out_.reads_.push_back(node);
        break;
      case Kind::function_definition:
      case Kind::class_definition: {
        const Node name = tree_.child(node, Field::name);
        bind(scope, name, {{}, kind == Kind::class_definition ? Binder::class_ : Binder::function, node});
        bind_parameters(node);
        break;
      }
      case Kind::lambda:
        bind_parameters(node);
        break;
      case Kind::import_statement:
        for (const Node name : tree_.children(node)) bind_import(scope, name, Binder::import_module);
        break;
      case Kind::import_from_statement:
        for (const Node name : tree_.children(node)) {
          if (tree_.field(name) == Field::name) bind_import(scope, name, Binder::import_name);
          if (tree_.kind(name) == Kind::wildcard_import) out_.star_imports_.push_back(node);
        }
        break;
      case Kind::assignment:
        bind_target(scope, tree_.child(node, Field::left),
                    {{}, Binder::assignment, node, tree_.child(node, Field::right)});
        break;
      case Kind::augmented_assignment:
        bind_target(scope, tree_.child(node, Field::left), {{}, Binder::other, node});
        break;
      case Kind::for_statement:
      case Kind::for_in_clause:
        bind_target(scope, tree_.child(node, Field::left), {{}, Binder::loop, node, tree_.child(node, Field::right)});
        break;
      case Kind::named_expression:
        bind_target(scope, tree_.child(node, Field::name),
                    {{}, Binder::assignment, node, tree_.child(node, Field::value)});
        break;
      case Kind::as_pattern_target:
        for (const Node target : tree_.children(node)) bind_target(scope, target, {{}, Binder::other, node});
        break;
      case Kind::case_pattern:
        bind_capture(scope, tree_.first_child(node));
        break;
      case Kind::global_statement:
      case Kind::nonlocal_statement:
        for (const Node name : tree_.children(node)) {
          written_[name] = true;
          if (kind == Kind::global_statement)
            globals_.emplace(scope, tree_.text(name));
          else
            outer_.emplace(scope, tree_.text(name));
        }
        break;
      case Kind::if_statement: {
        const std::string_view condition = tree_.text(tree_.child(node, Field::condition));
        if (condition == "TYPE_CHECKING" || condition.ends_with(".TYPE_CHECKING"))
          type_checking_end_ = tree_.last(tree_.child(node, Field::consequence));
        break;
      }
      default:
        break;
    }
  }

  bool reads(Node node) const {
    if (written_[node]) return false;
    const Node parent = tree_.parent(node);
    switch (tree_.kind(parent)) {
      case Kind::attribute:
        return tree_.field(node) == Field::object;
      case Kind::keyword_argument:
        return tree_.field(node) == Field::value;
      case Kind::function_definition:
      case Kind::class_definition:
      case Kind::keyword_pattern:
        return false;
      case Kind::dotted_name:
        return tree_.enclosing(node, Kind::case_pattern) != no_node && tree_.first_child(parent) == node;
      case Kind::aliased_import:
        return false;
      default:
        return true;
    }
  }

  void bind(unsigned scope, Node name, Binding binding) {
    if (name == no_node) return;
    written_[name] = true;
    binding.name = tree_.text(name);
    binding.type_checking = name < type_checking_end_;
    if (globals_.count({scope, binding.name})) {
      scope = 0;
    } else if (outer_.count({scope, binding.name})) {
      scope = out_.scopes_[scope].parent;
      binding.binder = Binder::other;
    }
    out_.scopes_[scope].bindings[binding.name].push_back(static_cast<unsigned>(out_.bindings_.size()));
    out_.bindings_.push_back(binding);
  }

  void bind_target(unsigned scope, Node target, Binding binding) {
    switch (tree_.kind(target)) {
      case Kind::identifier:
        bind(scope, target, binding);
        break;
      case Kind::pattern_list:
      case Kind::tuple_pattern:
      case Kind::list_pattern:
      case Kind::list_splat_pattern:
      case Kind::tuple:
      case Kind::list:
      case Kind::parenthesized_expression:
        for (const Node part : tree_.children(target)) bind_target(scope, part, {{}, Binder::other, binding.node});
        break;
      default:
        break;
    }
  }

  void bind_import(unsigned scope, Node name, Binder binder) {
    if (tree_.kind(name) == Kind::aliased_import)
      bind(scope, tree_.child(name, Field::alias), {{}, binder, name});
    else if (tree_.kind(name) == Kind::dotted_name)
      bind(scope, tree_.first_child(name), {{}, binder, name});
  }

  // `case name:` binds where it is a bare name; `case Enum.member:` reads.
  void bind_capture(unsigned scope, Node pattern) {
    if (tree_.kind(pattern) != Kind::dotted_name) return;
    const Node name = tree_.first_child(pattern);
    if (tree_.last(name) == tree_.last(pattern)) bind(scope, name, {{}, Binder::other, pattern});
  }

  void bind_parameters(Node function) {
    const unsigned scope = opened_[function];
    for (const Node parameter : tree_.children(tree_.child(function, Field::parameters))) {
      Node name = parameter;
      while (name != no_node && tree_.kind(name) != Kind::identifier) {
        const Node named = tree_.child(name, Field::name);
        name = named != no_node ? named : tree_.first_child(name);
      }
      if (name != no_node && tree_.holds(parameter, name)) bind(scope, name, {{}, Binder::parameter, parameter});
    }
  }

  Scopes& out_;
  const Tree& tree_;
  std::vector<unsigned> opened_;
  std::vector<bool> written_;
  std::set<std::pair<unsigned, std::string_view>> globals_;
  std::set<std::pair<unsigned, std::string_view>> outer_;
  Node type_checking_end_ = 0;
};

Scopes::Scopes(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {
  if (tree_->size() != 0) ScopeBuilder(*this).run();
}

std::shared_ptr<const Scopes> Scopes::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<Scopes>(path, [&] { return std::make_shared<const Scopes>(Tree::of(snapshot, path)); });
}

unsigned Scopes::scope_opened_by(Node node) const {
  for (unsigned scope = 0; scope < scopes_.size(); ++scope)
    if (scopes_[scope].node == node) return scope;
  return 0;
}

const std::vector<unsigned>& Scopes::bound(unsigned scope, std::string_view name) const {
  static const std::vector<unsigned> nothing;
  const auto found = scopes_[scope].bindings.find(name);
  return found == scopes_[scope].bindings.end() ? nothing : found->second;
}

unsigned Scopes::owner(Node identifier) const {
  const std::string_view name = tree_->text(identifier);
  const unsigned innermost = scope_of_[identifier];
  for (unsigned scope = innermost; scope != 0; scope = scopes_[scope].parent) {
    // A class body's names are not seen by the functions inside of it.
    const bool visible = scope == innermost || tree_->kind(scopes_[scope].node) != Kind::class_definition;
    if (visible && !bound(scope, name).empty()) return scope;
  }
  return 0;
}

}  // namespace remove_op::python
