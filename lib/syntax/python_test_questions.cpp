// Questions about an op in tests, and what they decide.
//
//   if not hasattr(torch.ops.ns, "gone"): pytest.skip()      goes, with the mark that says the same
//   if hasattr(torch.ops.ns, "gone"): ...                    goes as a branch
#include "syntax/python_test_parts.h"

namespace remove_op::python {

Node question_around(const Trim& trim, Node site) {
  const Tree& t = trim.places.tree();
  for (Node at = site; at != t.root(); at = t.parent(at)) {
    if (t.kind(at) == Kind::call && t.text(t.child(at, Field::function)) == "hasattr") return at;
    if (t.kind(at) == Kind::block) break;
  }
  return no_node;
}

Attempt drop_question(const Trim& trim, Node question) {
  const Tree& t = trim.places.tree();
  const bool negated = t.kind(t.parent(question)) == Kind::not_operator;
  const Node asked = negated ? t.parent(question) : question;
  const Node owner = t.parent(asked);
  if (negated && t.kind(owner) == Kind::argument_list) {
    const Node call = t.parent(owner);
    const std::string_view name = trim.places.callee_name(call);
    if (t.kind(t.parent(call)) == Kind::decorator && (name == "skipif" || name == "skipIf") &&
        t.argument(call, 0U) == asked)
      return {{{t.span(t.parent(call)), "skip mark"}}};
  }
  if (t.kind(owner) != Kind::if_statement || t.field(asked) != Field::condition)
    return Attempt::fails("a question about it decides what else runs");
  const Node block = t.child(owner, Field::consequence);
  const bool alone = t.child(owner, Field::alternative) == no_node;
  if (negated) {
    const std::string_view text = t.text(block);
    const bool skips = trim.places.count(block) == 1 && alone &&
                       (text.starts_with("return") || text.find("skip") != std::string_view::npos ||
                        text.find("Skip") != std::string_view::npos);
    if (!skips) return Attempt::fails("a question about it decides what else runs");
    return {{{t.span(owner), "skip"}}};
  }
  if (trim.live_in(t.span(block))) return Attempt::fails("its branch exercises more");
  if (alone) return {{{t.span(owner), "branch"}}};
  if (!can_lose_first_branch(t, owner)) return Attempt::fails("what is left of its branches has to be written anew");
  return {{{{t.span(owner).offset, t.span(block).end() - t.span(owner).offset}, "branch"}}};
}

}  // namespace remove_op::python
