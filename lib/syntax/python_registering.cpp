#include "syntax/python_registering.h"

#include <algorithm>
#include <unordered_map>
#include <variant>
#include <vector>

namespace remove_op::python {
namespace {

// The name of the function that is registered, without its first `cut` characters; `unless` the parameter of that
// place gives another.
struct OwnName {
  std::size_t cut = 0;
  Node unless = no_node;
};

// A name under construction: literal text, expressions whose value only a caller knows, and what only a function's own
// name tells.
using Template = std::vector<std::variant<std::string, Node, OwnName>>;

struct Found {
  Role role;
  Template name;
};

constexpr unsigned deepest_helper = 3;

std::optional<Found> found_in(const Names& names, Node call, unsigned depth);

// `f.__name__` or `f.__name__[1:]` of a parameter.
std::optional<OwnName> own_name(const Names& names, Node expression) {
  const Tree& t = names.tree();
  OwnName own;
  if (t.kind(expression) == Kind::subscript) {
    const std::string_view slice = t.text(t.child(expression, Field::subscript));
    if (slice.size() != 2 || slice[0] < '0' || slice[0] > '9' || slice[1] != ':') return std::nullopt;
    own.cut = static_cast<std::size_t>(slice[0] - '0');
    expression = t.child(expression, Field::value);
  }
  const Node object = t.child(expression, Field::object);
  if (t.kind(expression) != Kind::attribute || t.text(t.child(expression, Field::attribute)) != "__name__" ||
      t.kind(object) != Kind::identifier)
    return std::nullopt;
  const auto& bound = names.scopes().bound(names.scopes().owner(object), t.text(object));
  if (bound.size() != 1 || names.scopes().binding(bound.front()).binder != Binder::parameter) return std::nullopt;
  return own;
}

// What a variable of a function is given, once; no_node for any other name.
Node local_value(const Names& names, Node name) {
  if (names.tree().kind(name) != Kind::identifier) return no_node;
  const unsigned owner = names.scopes().owner(name);
  const auto& bound = names.scopes().bound(owner, names.tree().text(name));
  if (owner == 0 || bound.size() != 1) return no_node;
  const Binding& binding = names.scopes().binding(bound.front());
  return binding.binder == Binder::assignment ? binding.value : no_node;
}

void append(const Names& names, Node expression, Template& out) {
  const Tree& t = names.tree();
  if (const Node value = local_value(names, expression);
      value != no_node &&
      (own_name(names, value) || t.kind(value) == Kind::boolean_operator || t.kind(value) == Kind::binary_operator)) {
    if (!names.value_of(expression)) expression = value;
  }
  if (auto own = own_name(names, expression)) {
    out.emplace_back(*own);
    return;
  }
  if (t.kind(expression) == Kind::boolean_operator && !names.value_of(expression)) {
    if (auto own = own_name(names, t.child(expression, Field::right))) {
      own->unless = t.child(expression, Field::left);
      out.emplace_back(*own);
      return;
    }
  }
  if (auto text = t.string_value(expression)) {
    out.emplace_back(std::move(*text));
  } else if (t.kind(expression) == Kind::string) {
    for (const Node part : t.children(expression)) {
      if (t.kind(part) == Kind::string_content) out.emplace_back(std::string(t.text(part)));
      if (t.kind(part) == Kind::interpolation) append(names, t.first_child(part), out);
    }
  } else if (t.kind(expression) == Kind::binary_operator) {
    append(names, t.child(expression, Field::left), out);
    append(names, t.child(expression, Field::right), out);
  } else if (const Value value = names.value_of(expression); value.is(Value::Kind::library)) {
    out.emplace_back(value.text);
  } else {
    out.emplace_back(expression);
  }
}

Template template_of(const Names& names, Node expression) {
  Template out;
  if (const Value value = names.value_of(expression); value.is(Value::Kind::op))
    out.emplace_back(value.text);
  else
    append(names, expression, out);
  return out;
}

Template in_library(const Names& names, Node library, Node name) {
  Template out;
  append(names, library, out);
  out.emplace_back("::");
  append(names, name, out);
  return out;
}

bool is_meta(const Tree& t, Node call) {
  for (const Node argument : t.children(t.child(call, Field::arguments))) {
    const Node value = t.kind(argument) == Kind::keyword_argument ? t.child(argument, Field::value) : argument;
    if (t.string_value(value) == "Meta") return true;
  }
  return false;
}

Node first_argument(const Tree& t, Node call) {
  const Node positional = t.argument(call, 0U);
  if (positional != no_node) return positional;
  for (const char* keyword : {"qualname", "op", "op_name", "name"})
    if (const Node given = t.argument(call, keyword); given != no_node) return given;
  return no_node;
}

std::optional<Found> by_torch(const Names& names, Node call, std::string_view function) {
  const Tree& t = names.tree();
  const auto role = role_of(function);
  const Node first = first_argument(t, call);
  if (!role || first == no_node) return std::nullopt;
  const Role actual = function == "impl" && is_meta(t, call) ? Role::fake : *role;
  // `impl(lib, "name", ...)` names the op within the library.
  const bool library_first = names.value_of(first).is(Value::Kind::library);
  if (!library_first) return Found{actual, template_of(names, first)};
  return Found{actual, in_library(names, first, t.argument(call, 1U))};
}

// `lib.define("name(...)")`, `lib.impl("name", f)`, `op.register_fake(f)`.
std::optional<Found> by_method(const Names& names, Node call) {
  const Tree& t = names.tree();
  const Node function = t.child(call, Field::function);
  if (t.kind(function) != Kind::attribute) return std::nullopt;
  const auto role = role_of(t.text(t.child(function, Field::attribute)));
  if (!role) return std::nullopt;
  const Node object = t.child(function, Field::object);
  const Value receiver = names.value_of(object);
  if (receiver.is(Value::Kind::op)) return Found{*role, {receiver.text}};
  const Node name = t.argument(call, 0U);
  const bool may_be_library = receiver.is(Value::Kind::library) || (!receiver && t.kind(object) == Kind::identifier);
  if (!may_be_library || name == no_node) return std::nullopt;
  return Found{*role == Role::impl && is_meta(t, call) ? Role::fake : *role, in_library(names, object, name)};
}

// The n-th parameter's name and default.
struct Parameter {
  std::string_view name;
  Node value = no_node;
};

std::vector<Parameter> parameters_of(const Tree& t, Node function) {
  std::vector<Parameter> parameters;
  for (const Node parameter : t.children(t.child(function, Field::parameters))) {
    Node name = parameter;
    while (name != no_node && t.kind(name) != Kind::identifier) {
      const Node named = t.child(name, Field::name);
      name = named != no_node ? named : t.first_child(name);
    }
    parameters.push_back({t.text(name), t.child(parameter, Field::value)});
  }
  return parameters;
}

// How a function of the repository registers: the first registering call in its body, a definition before an
// implementation before a fake. Expressions of its template are indices of its parameters.
struct Helper {
  Found registering;
  std::vector<Parameter> parameters;
};

std::optional<Helper> helper_of(const Names& there, Node function, unsigned depth) {
  const Tree& t = there.tree();
  Helper helper{{Role::fake, {}}, parameters_of(t, function)};
  const auto parameter_named = [&](std::string_view name) {
    const auto& all = helper.parameters;
    return std::find_if(all.begin(), all.end(), [&](const Parameter& p) { return p.name == name; }) - all.begin();
  };
  const Node body = t.child(function, Field::body);
  const auto rank = [](Role role) { return role == Role::def ? 0 : role == Role::impl ? 1 : 2; };
  bool found = false;
  for (Node node = body; node < t.last(body); ++node) {
    if (t.kind(node) != Kind::call) continue;
    auto candidate = found_in(there, node, depth + 1);
    if (!candidate || (found && rank(candidate->role) >= rank(helper.registering.role))) continue;
    bool from_parameters = false;
    bool usable = true;
    for (auto& piece : candidate->name) {
      if (auto* own = std::get_if<OwnName>(&piece)) {
        from_parameters = true;
        if (own->unless == no_node) continue;
        const auto index = parameter_named(t.text(own->unless));
        own->unless = static_cast<Node>(index);
        usable = usable && index != static_cast<std::ptrdiff_t>(helper.parameters.size());
        continue;
      }
      if (!std::holds_alternative<Node>(piece)) continue;
      const std::string_view text = t.text(std::get<Node>(piece));
      const auto index = parameter_named(text);
      if (index != static_cast<std::ptrdiff_t>(helper.parameters.size())) {
        piece = static_cast<Node>(index);
        from_parameters = true;
      } else if (from_parameters && candidate->role == Role::def) {
        piece = std::string("(");  // the schema that follows the name
      } else {
        usable = false;
      }
    }
    if (!usable || !from_parameters) continue;
    helper.registering = std::move(*candidate);
    found = true;
  }
  return found ? std::optional(std::move(helper)) : std::nullopt;
}

// A library that the caller hands over replaces the helper's own.
void take_given_library(const Names& names, Node call, Template& name) {
  const Tree& t = names.tree();
  if (name.size() < 2 || !std::holds_alternative<std::string>(name[0])) return;
  for (const Node argument : t.children(t.child(call, Field::arguments))) {
    const Node value = t.kind(argument) == Kind::keyword_argument ? t.child(argument, Field::value) : argument;
    if (const Value given = names.value_of(value); given.is(Value::Kind::library)) name[0] = given.text;
  }
}

// Whether the text of a function speaks of registering at all; asked before its file is parsed.
bool may_register(std::string_view text, std::string_view function) {
  const auto start = text.find("def " + std::string(function) + "(");
  if (start == std::string_view::npos) return false;
  constexpr std::string_view inside = " \t\r\n)#";  // what a line of the function may begin with
  auto end = start;
  do {
    end = text.find('\n', end + 1);
  } while (end != std::string_view::npos && end + 1 < text.size() &&
           inside.find(text[end + 1]) != std::string_view::npos);
  const std::string_view body = text.substr(start, end == std::string_view::npos ? end : end - start);
  for (const char* word : {"register", "impl_abstract", "custom_op", "triton_op", "define(", "impl("})
    if (body.find(word) != std::string_view::npos) return true;
  return false;
}

std::optional<Found> by_helper(const Names& names, Node call, const Value& callee, unsigned depth) {
  const auto colon = callee.text.find(':');
  const std::string_view file = std::string_view(callee.text).substr(0, colon);
  if (!may_register(names.snapshot().text(file), std::string_view(callee.text).substr(colon + 1))) return std::nullopt;
  Node function = no_node;
  const Scopes* scopes = names.definition_of(callee, function);
  if (!scopes || depth >= deepest_helper || scopes->tree().kind(function) != Kind::function_definition)
    return std::nullopt;
  const Names there(names.snapshot(), file);
  const auto helper = helper_of(there, function, depth);
  if (!helper) return std::nullopt;

  const Tree& t = names.tree();
  Found result{helper->registering.role, {}};
  for (const auto& piece : helper->registering.name) {
    if (const auto* text = std::get_if<std::string>(&piece)) {
      result.name.emplace_back(*text);
      continue;
    }
    if (const auto* own = std::get_if<OwnName>(&piece)) {
      const Node given = own->unless == no_node || t.kind(call) != Kind::call
                             ? no_node
                             : t.argument(call, helper->parameters[own->unless].name);
      if (given == no_node || t.kind(given) == Kind::none)
        result.name.emplace_back(OwnName{own->cut});
      else
        append(names, given, result.name);
      continue;
    }
    const Node index = std::get<Node>(piece);
    const Parameter& parameter = helper->parameters[index];
    Node given = t.argument(call, parameter.name);
    if (given == no_node) given = t.argument(call, index);
    if (given != no_node) {
      append(names, given, result.name);
    } else if (const auto text = there.tree().string_value(parameter.value)) {
      result.name.emplace_back(*text);
    } else {
      return std::nullopt;
    }
  }
  take_given_library(names, call, result.name);
  return result;
}

std::optional<Found> found_in(const Names& names, Node call, unsigned depth) {
  const Tree& t = names.tree();
  if (auto method = by_method(names, call)) return method;
  const Node function = t.child(call, Field::function);
  if (t.kind(function) != Kind::identifier && t.kind(function) != Kind::attribute) return std::nullopt;
  const Value callee = names.value_of(function);
  if (callee.is(Value::Kind::symbol)) return by_helper(names, call, callee, depth);
  if (!callee.is(Value::Kind::external)) return std::nullopt;
  const std::string_view dotted = callee.text;
  const std::string_view last = dotted.substr(dotted.rfind('.') + 1);
  if (dotted.starts_with("torch.library.") || dotted.starts_with("torch._library.")) return by_torch(names, call, last);
  // vLLM's helper as its plug-ins call it; the library is the one that they hand over, or vLLM's own.
  if (dotted.starts_with("vllm.") && last == "direct_register_custom_op") {
    Template name = {std::string("vllm"), std::string("::")};
    append(names, first_argument(t, call), name);
    take_given_library(names, call, name);
    return Found{Role::def, std::move(name)};
  }
  // A helper of another package that is named as torch's own function is, by its first argument.
  if (last == "register_fake" || last == "impl_abstract") return by_torch(names, call, last);
  return std::nullopt;
}

// NS::NAME[.OVERLOAD] out of a template without unknowns; the schema after the name is cut.
std::optional<std::string> constant_name(const Template& parts, std::string_view function) {
  std::string name;
  for (const auto& part : parts) {
    if (const auto* own = std::get_if<OwnName>(&part); own && own->cut < function.size()) {
      name += function.substr(own->cut);
      continue;
    }
    const auto* text = std::get_if<std::string>(&part);
    if (!text) return std::nullopt;
    name += *text;
    if (text->find('(') != std::string::npos) break;
  }
  name = name.substr(0, name.find('('));
  name.erase(name.find_last_not_of(" \n\t") + 1);
  // `lib.define("ns::name(...)")` may repeat the library.
  const auto first = name.find("::");
  if (first == std::string::npos) return std::nullopt;
  if (const auto second = name.find("::", first + 2); second != std::string::npos) name.erase(0, first + 2);
  if (name.ends_with(".default")) name.resize(name.size() - 8);
  if (name.ends_with("::")) return std::nullopt;  // a helper computes the rest, out of the function that it is given
  return name;
}

}  // namespace

std::optional<Registering> registering(const Names& names, Node call) {
  const auto found = found_in(names, call, 0);
  if (!found) return std::nullopt;
  const Tree& t = names.tree();
  std::string_view function;
  if (t.kind(t.parent(call)) == Kind::decorator)
    function = t.text(t.child(t.child(t.parent(t.parent(call)), Field::definition), Field::name));
  return Registering{found->role, constant_name(found->name, function)};
}

std::optional<Registering> registering_decorator(const Names& names, Node decorator) {
  const Tree& t = names.tree();
  const Node expression = t.first_child(decorator);
  if (t.kind(expression) != Kind::identifier && t.kind(expression) != Kind::attribute) return std::nullopt;
  const Value callee = names.value_of(expression);
  std::optional<Found> found;
  if (callee.is(Value::Kind::symbol)) found = by_helper(names, expression, callee, 0);
  if (!found && t.kind(expression) == Kind::identifier) {
    // `register = helper(library)`, and then `@register`.
    const auto& bound = names.scopes().bound(names.scopes().owner(expression), t.text(expression));
    if (bound.size() == 1)
      if (const Node call = names.scopes().binding(bound.front()).value; call != no_node && t.kind(call) == Kind::call)
        found = found_in(names, call, 0);
  }
  if (!found) return std::nullopt;
  const std::string_view function = t.text(t.child(t.child(t.parent(decorator), Field::definition), Field::name));
  return Registering{found->role, constant_name(found->name, function)};
}

std::optional<Role> role_of(std::string_view function) {
  static const std::unordered_map<std::string_view, Role> roles = {
      {"register_fake", Role::fake}, {"impl_abstract", Role::fake},     {"_register_fake", Role::fake},
      {"custom_op", Role::def},      {"triton_op", Role::def},          {"define", Role::def},
      {"impl", Role::impl},          {"register_kernel", Role::impl},   {"register_autograd", Role::impl},
      {"register_vmap", Role::impl}, {"register_autocast", Role::impl}, {"register_torch_dispatch", Role::impl},
  };
  const auto known = roles.find(function);
  return known == roles.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace remove_op::python
