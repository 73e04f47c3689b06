// What can be known of a name that Python code computes.
//
// Input: the expression that gives the name. Output: the strings that it takes, or what it surely begins and ends with,
// or the library whose namespace it is; empty where nothing is known.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "syntax/python_names.h"

namespace remove_op::python {

// The strings that a loop variable takes: `for name in ("a", "b")`, or over a constant bound to such a list.
std::vector<std::string> table_of(const Names& names, Node name);

// The list, tuple or set of such strings behind a loop variable; no_node where there is none.
Node list_of(const Names& names, Node name);

// The key of `globals()[key]` or `globals().get(key)`, from the name `globals`; no_node for any other use.
Node key_of_globals(const Tree& tree, Node globals);

// Whether the look-up only gives a name a new value made from its old one: `globals()[n] = wrap(globals()[n])`.
bool rebinds(const Tree& tree, Node globals);

// The lists whose strings `globals()` of this file is asked for.
std::vector<Node> lists_of_own_names(const Names& names);

// The strings that callers anywhere outside of tests give for the parameter `name` of a module's function, its default
// among them; empty where not every one of them is known.
std::vector<std::string> given_to(const Names& names, Node name);

// What a computed string surely begins and ends with.
std::pair<std::string, std::string> constant_ends(const Names& names, Node name);

// The `x` of `x.ns` or `getattr(x, "ns", ...)`, or of a variable that was given one; no_node for anything else.
Node library_of(const Names& names, Node name);

// Whether the function around `library` defines ops into it: what it then looks up, it has just made.
bool defines_into(const Names& names, Node library);

}  // namespace remove_op::python
