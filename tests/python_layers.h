// The Python layers alone, without the loop: facts as strings, and what is left of a file before erasures are widened.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rewriter.h"
#include "snapshot.h"

namespace remove_op {

// "ID what" of each definition, with " forwards" and " declares", in file order.
std::vector<std::string> python_definitions(const Snapshot& repo, std::string_view path);

// "keeps ID", "mentions ID", "keeps .word" (by word), in file order.
std::vector<std::string> python_references(const Snapshot& repo, std::string_view path);

// What each doubt is about.
std::vector<std::string> python_doubts(const Snapshot& repo, std::string_view path);

struct Left {
  std::string text;  // "dropped" where the file goes
  std::vector<std::string> reports;
};

// Takes the definitions of `ids` and what follows from them out of one file; fails the test where the rest does not
// parse. Erasures take exactly the bytes that the layers ask for.
Left python_left(const Snapshot& repo, std::string_view path, std::set<std::string, std::less<>> ids,
                 bool keep_tests = false);

}  // namespace remove_op
