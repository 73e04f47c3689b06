// The one virtual interface: a layer is pure functions over one file of a snapshot.
//
// To add a layer, add one file to rewriters/ that derives from Rewriter and ends in `REMOVE_OP_REGISTER(MyLayer);`.
// Invariant: a layer keeps no state between calls, and its answers depend on nothing but the arguments; the loop may
// call layers in any order and from several threads.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

// What goes, as one file sees it.
struct Doomed {
  const std::set<std::string, std::less<>>& ids;  // every doomed node of the whole removal
  std::vector<Definition> here;                   // the definitions of doomed nodes in this file, by offset
  bool keep_tests = false;
  // Whether a span of another file lies inside something that goes; empty where nobody can tell.
  std::function<bool(std::string_view path, Span span)> goes = {};

  bool contains(std::string_view id) const { return ids.find(id) != ids.end(); }
  // Whether `span` lies inside something in this file that goes.
  bool covers(Span span) const {
    for (const Definition& definition : here)
      if (definition.span.contains(span)) return true;
    return false;
  }
};

// Something without which what stays would break, in a way that no edit mends.
struct Need {
  std::string id;
  Report why;
};

// What follows in one file from what goes.
struct Fallout {
  std::vector<Definition> also;   // goes too: a container left empty, a test that exercises nothing else
  std::vector<Report> reports;    // stays and should be looked at
  std::vector<Need> needed = {};  // must stay after all
};

class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // The layer's name in the vocabulary of the design: "bindings", "python fake".
  virtual std::string_view layer() const = 0;
  // Whether this layer reads the file at `path`; cheap, by name only.
  virtual bool claims(std::string_view path) const = 0;
  // Everything that this layer defines and refers to in the file. A file that does not parse gives a doubt.
  virtual Facts inspect(const Snapshot& snapshot, std::string_view path) const = 0;
  // Asked again whenever more is doomed, until nothing new comes of it. Only for files that hold a doomed definition
  // or name a doomed word.
  virtual Fallout follow(const Snapshot&, std::string_view, const Doomed&) const { return {}; }
  // The edits for this layer's definitions in `doomed.here`; by default each is erased.
  virtual std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const;
};

using Layers = std::span<const std::unique_ptr<Rewriter>>;

// Every registered layer, sorted by name.
Layers all_layers();

namespace detail {
struct Registrar {
  explicit Registrar(std::unique_ptr<Rewriter> layer);
};
}  // namespace detail

#define REMOVE_OP_REGISTER(Type) \
  static const ::remove_op::detail::Registrar registrar_of_##Type(std::make_unique<Type>())

}  // namespace remove_op
