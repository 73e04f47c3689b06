// How a call registers something for an op, by torch.library or by a helper of the repository around it.
//
// Input: a call. Output: its role and, where its name is a constant, the op. A helper counts by what its body calls
// with its own parameters, never by its name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/python_names.h"

namespace remove_op::python {

enum class Role : std::uint8_t { fake, def, impl };

struct Registering {
  Role role;
  std::optional<std::string> op;  // NS::NAME[.OVERLOAD]
};

std::optional<Registering> registering(const Names& names, Node call);

// The same of a decorator that is no call: a helper itself, or what one returned.
std::optional<Registering> registering_decorator(const Names& names, Node decorator);

// What a function of torch.library registers, by its own name.
std::optional<Role> role_of(std::string_view function);

}  // namespace remove_op::python
