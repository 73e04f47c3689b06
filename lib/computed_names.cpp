#include "computed_names.h"

#include <string>

#include "words.h"

namespace remove_op {
namespace {

std::string_view first_argument(std::string_view text, std::size_t open) {
  return trimmed(text.substr(open, text.find_first_of(",)", open) - open));
}

// Whether the second argument, behind the comma, is a plain string.
bool names_a_constant(std::string_view text, std::size_t open) {
  const auto comma = text.find_first_of(",)", open);
  if (comma == std::string_view::npos) return false;
  const auto next = text.find_first_not_of(" \t\r\n", comma + 1);
  return next != std::string_view::npos && (text[next] == '"' || text[next] == '\'');
}

bool binds_to_torch_ops(std::string_view text, std::string_view name) {
  for (const std::string_view assigns : {" = torch.ops", "=torch.ops"})
    if (find_text(text, std::string(name) + std::string(assigns)) != std::string_view::npos) return true;
  return false;
}

}  // namespace

bool may_compute_op_names(std::string_view text) {
  if (find_text(text, ".__getattr__(") != std::string_view::npos &&
      find_text(text, "torch.ops") != std::string_view::npos)
    return true;
  constexpr std::string_view call = "getattr(";
  for (std::size_t at = find_text(text, call); at != std::string_view::npos; at = find_text(text, call, at + 1)) {
    if (names_a_constant(text, at + call.size())) continue;
    const std::string_view object = first_argument(text, at + call.size());
    const bool speaks_of_ops = find_word(object, "ops") != std::string_view::npos;
    if (speaks_of_ops && (find_text(text, "torch.ops") != std::string_view::npos ||
                          find_text(text, "import ops") != std::string_view::npos))
      return true;
    if (!speaks_of_ops && binds_to_torch_ops(text, object)) return true;
    if (!object.empty() && object.front() >= 'A' && object.front() <= 'Z') return true;
  }
  return false;
}

}  // namespace remove_op
