// What a layer finds in one file, and what it proposes to do to it: plain data, so that layers compose in any order.
//
// A node of the graph is an id; the places where it stands are its definitions. Ids, by prefix:
//   op:NS::NAME[.OVERLOAD]   an op; NS is `?` where only the build knows it. Its def and impl statements, its fakes and
//                            its guards are definitions of it, so they live and die with it
//   cxx:QUALIFIED            a C++ entity of external linkage; its declarations and its definition share the id
//   cxx:PATH#QUALIFIED       the same with internal linkage; a macro is cxx:#NAME
//   py:PATH:QUALNAME         a Python function, class, method, constant or imported name
//   file:PATH                a file: its include lines and its build-list entries are definitions of it
//   folder:PATH, build:...   an op folder (syntax/op_folders.h), whole; what a build layer makes up for itself
// A reference need not say where it comes from: the graph gives it to the innermost definition that holds it, else to
// its file, and so a `def` statement inside a registration block refers on behalf of its op without the C++ layer
// knowing of ops.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace remove_op {

// Bytes [offset, offset + length) of a file.
struct Span {
  unsigned offset = 0;
  unsigned length = 0;

  unsigned end() const { return offset + length; }
  bool contains(unsigned at) const { return offset <= at && at < end(); }
  bool contains(Span other) const { return offset <= other.offset && other.end() <= end(); }
  bool operator==(const Span&) const = default;
  auto operator<=>(const Span&) const = default;
};

struct Definition {
  std::string id;
  std::string word;        // what a file must name to refer to it; empty where nothing can
  Span span;               // all that is this definition, before widening to lines, separators and comments
  std::string_view layer;  // filled in by the registry
  std::string what;        // for people: "kernel", "declaration", "impl", "fake", "list entry"
  bool forwards = false;   // a thin wrapper: its body does little but call one op
  bool declares = false;   // says that the node exists elsewhere (a declaration, an include line, a list entry)
};

enum class Strength {
  keeps,     // production code: what it refers to stays
  mentions,  // a test, a guard of a fake, a comment: never enough to keep
};

struct Reference {
  std::string to;  // an id, or with `by_word` any node of the same language whose word this is, `*` in it being a
                   // wildcard
  Span span;
  Strength strength = Strength::keeps;
  bool by_word = false;        // not resolved: keeps every node of that word
  std::string from = {};       // the node that refers; empty: by containment
  std::string qualifier = {};  // with `by_word`: the scopes that are written before it, `a::b`; what goes may take only
                               // nodes of such a scope with it
};

// A place that may reach an op in a way that we cannot resolve. Data, not an error.
struct Doubt {
  Span span;
  std::string about;  // the word it may reach; a trailing or leading `*` is a wildcard, `*` alone any op; or an id
                      // prefix ending in `::` (`op:_C::`) for every op of a namespace
  std::string why;    // what it is and what would settle it
};

struct Facts {
  std::vector<Definition> definitions;
  std::vector<Reference> references;
  std::vector<Doubt> doubts;
};

// Something that stays although it speaks of what goes, for a person to look at.
struct Report {
  Span span;
  std::string what;
};

struct Erase {  // widened to whole lines, separators and attached comments when the change set is composed
  Span span;
};
struct Replace {  // exactly these bytes
  Span span;
  std::string text;
};
struct DropFile {};
using Edit = std::variant<Erase, Replace, DropFile>;

}  // namespace remove_op
