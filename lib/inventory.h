// Every op that the repository registers or fakes, with the places where it does.
//
// Input: a snapshot and the layers. Output: the ops by namespace and name, each with its sites by place. Overloads are
// ops of their own. Only files that can hold a registration are read; wrappers, users and verdicts take a removal to
// find out.
#pragma once

#include <string>
#include <vector>

#include "removal.h"

namespace remove_op {

struct OpSite {
  std::string layer;  // "bindings"
  std::string what;   // "def", "impl", "fake"
  Place place;
};

struct ListedOp {
  std::string space;  // `?` where only the build knows it
  std::string name;
  std::string overload;  // empty for the default one
  std::vector<OpSite> sites;
};

// `ns::name.overload`, as a removal takes it for NAME; just the name where only the build knows the namespace.
std::string full_name(const ListedOp& op);

// Whether the text holds what a file that registers ops cannot do without, in any dialect; never for a test.
bool may_register_ops(const File& file);

std::vector<ListedOp> list_ops(const Snapshot& snapshot, Layers layers, const Progress& progress = {});

// For people: a line for each op, with its layers and its first place.
std::string text_inventory(const std::vector<ListedOp>& ops);
// For programs: {"schema": 1, "version": ..., "ops": [{op, namespace, name, overload, sites: [{layer, what, path,
// line}]}]}.
std::string json_inventory(const std::vector<ListedOp>& ops, std::string_view version);

}  // namespace remove_op
