// Parts of a test, benchmark or helper that stays: what of it goes with what it names.
//
// Input: a test file as units, those that go whole, and the places that name what goes. Output: the nodes to erase,
// each a whole statement, entry of a list, or branch; and the places that no part covers, with the reason.
// Invariant: a part goes only where what is left runs as before for everything else, still exercises something, and
// checks something if it did; the parts of one place go together or not at all.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/python_test_file.h"
#include "syntax/python_test_places.h"

namespace remove_op::python {

struct Part {
  Span span;         // of a node; of a leading branch, from its `if` to the end of its block
  const char* what;  // for people
};

// All that has to go for one place, or why it stays.
struct Attempt {
  std::vector<Part> parts;
  std::string why_not = {};

  explicit operator bool() const { return why_not.empty(); }
  static Attempt fails(std::string why) { return {{}, std::move(why)}; }
};

struct Trim {
  const Places& places;
  const TestFile& file;
  std::function<bool(std::string_view)> used_elsewhere;  // whether another file takes that name from this one
  std::function<bool(std::string_view)> names_doomed;    // whether a text names what goes, as a word

  // Whether something that stays is exercised there.
  bool live_in(Span span) const;
};

// A parameter's value that selects what goes: `if provider == "gone":`.
struct Case {
  Node function;
  std::string_view parameter;
  std::string value;
};

std::optional<Case> case_around(const Trim& trim, Node site);
// The value in the lists that feed the parameter, and each branch that it alone selects.
Attempt drop_case(const Trim& trim, const Case& dropped);
// The branches, entries and comparisons of the value in the function's body.
bool drop_uses(const Trim& trim, const Case& dropped, Attempt& attempt);
// What feeds a parameter: `parametrize("a, b", [...])` and its kind.
struct Feed {
  std::vector<Node> lists;     // of values: more than one where a condition chooses
  std::vector<Node> parallel;  // lists in step with the values: ids, names of lines, styles
  std::vector<std::string> names;
  bool known = true;  // false where a list is computed or shared
};
std::vector<Feed> feeds_of(const Trim& trim, Node function);

// The entry of a list, table or parametrisation that names what goes.
Attempt drop_entry(const Trim& trim, Node site);
// The statement that names what goes, and those that only served it.
Attempt drop_statements(const Trim& trim, Node site);

bool is_check_name(std::string_view name);
// Why nothing would be tested any more without what is gone; empty where something that stays is still called, and
// checked afterwards where it was.
std::string why_hollow(const Trim& trim, Node function, const std::function<bool(Node)>& gone);

// Local values and imports of `function` that only `parts` read.
void take_feeders(const Trim& trim, Node function, std::vector<Part>& parts);
bool is_harmless_value(const Trim& trim, Node value);
bool is_harmless_assignment(const Trim& trim, Node statement);
// The names that an assignment binds; false where it stores in anything else.
bool plain_targets(const Tree& t, Node target, std::vector<std::string_view>& names);

struct Parts {
  std::vector<Part> parts;
  std::vector<std::pair<Span, std::string>> left;  // places that stay, and why

  bool cover(Span span) const;
};
Parts parts_that_go(const Trim& trim, const std::vector<Span>& sites);

// The edits for parts that are more than an erasure: a leading branch gives its `if` to the next one, a tuple keeps
// the comma that makes it one. `rest` gets the spans that are plainly erased.
std::vector<Edit> edits_of_parts(const Tree& t, const std::vector<Span>& parts, std::vector<Span>& rest);
// Whether `edits_of_parts` can write what is left of the statement without its leading branch and those in `gone`.
bool can_lose_first_branch(const Tree& t, Node if_statement, const std::vector<Span>& gone = {});

// The question put to PyTorch that the place is part of, `hasattr(torch.ops.ns, "gone")`, or no_node.
Node question_around(const Trim& trim, Node site);
// What is decided by a question that is settled once the op is gone: a skip, a skip mark, a branch.
Attempt drop_question(const Trim& trim, Node question);

}  // namespace remove_op::python
