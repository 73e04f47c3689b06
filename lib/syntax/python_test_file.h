// A test or benchmark file as units that stand or go alone: tests, fixtures, helpers, constants, imports.
//
// Input: a file and what is doomed. Output: for each unit what it uses of the file's own units, and whether it
// exercises something that goes and something that stays (`python_exercised.h`).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewriter.h"
#include "syntax/python_names.h"

namespace remove_op::python {

struct Unit {
  enum class Kind : std::uint8_t { test, fixture, function, class_, constant, import };
  std::string name;  // qualified within the file
  Kind kind;
  Node node;  // the definition, without its decorators
  Span site;
  std::set<unsigned> uses;     // units of this file that it refers to
  bool always = false;         // an autouse fixture
  std::optional<Span> doomed;  // where it first refers to something that goes
  bool brings_doomed = false;  // an import of something that goes
  bool live = false;           // exercises something that stays
  std::optional<Span> callee;  // of a function that is but one call: what it calls

  // Whether it does no more than call what goes.
  bool is_wrapper() const { return callee && doomed && callee->contains(*doomed); }
};

// A name of the file's own, where it is referred to.
struct LocalUse {
  Span span;
  std::optional<unsigned> user;  // the unit that refers; none for code outside of all units
  unsigned used;
};

// A string that is the path of a file that goes.
bool names_file_that_goes(const Tree& tree, Node node, const Doomed& doomed);

struct TestFile {
  std::vector<Unit> units;           // by offset
  std::vector<LocalUse> local_uses;  // each reference to a unit, but for the fixtures that pytest hands out
  std::vector<Span> doomed_places;   // all that refer to what goes, but for imports at the top
  std::vector<Span> live_places;     // that exercise something that stays
  std::vector<Span> doomed_code;     // places outside of all units that refer to what goes
  bool live_code = false;            // code outside of all units exercises something that stays

  static TestFile read(const Snapshot& snapshot, std::string_view path, const Doomed& doomed);

  // The innermost unit that holds the span, or null.
  const Unit* unit_at(Span span) const;
  // `unit` and all units that it uses, directly or not.
  std::set<unsigned> reached_from(unsigned unit) const;
  bool reaches_doomed(unsigned unit) const;
  bool reaches_live(unsigned unit) const;
};

}  // namespace remove_op::python
