// What came of a removal, told in four forms. Pure functions from values to text; a form is a file of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "removal.h"

namespace remove_op {

struct Outcome {
  const std::vector<std::string>& names;  // as the user gave them
  const Removal& removal;
  std::string_view patch;    // empty where nothing goes
  std::string_view version;  // of the tool
};

struct TextStyle {
  bool colour = false;
  bool explain = false;  // the reason of every deletion, every chain behind a live verdict
};

// A few lines for a terminal: the verdict, the places in each layer, what a person should look at.
std::string text_summary(const Outcome& outcome, const TextStyle& style);
// The same with a table of all that goes, the reasons and the diff.
std::string text_preview(const Outcome& outcome, const TextStyle& style);
// For programs; the schema stands at the head of report_json.cpp.
std::string json_report(const Outcome& outcome);
// SARIF 2.1.0, for code scanning.
std::string sarif_report(const Outcome& outcome);
// The description of a pull request.
std::string markdown_report(const Outcome& outcome);

// What all forms share.
struct PatchSize {
  unsigned files = 0, added = 0, deleted = 0;
};
PatchSize size_of(std::string_view patch);
// "path:line:column", without the parts that are 0.
std::string to_string(const Place& place);
// "path:first-last", or "path:line" where it is one line.
std::string to_string(const Gone& gone);
// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& names);
// "1 file", "2 files".
std::string counted(std::size_t number, std::string_view noun);

}  // namespace remove_op
