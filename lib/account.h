// What is told of a removal: everything that goes, with its reason, and what stays and should be looked at.
//
// Input: what the removal loop settled on. Output: lists by place, for the reports. Nothing is decided here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "explorer.h"
#include "removal.h"
#include "targets.h"

namespace remove_op {

struct Account {
  const Explorer& explorer;
  const Targets& targets;
  const Graph::Doomed& doomed;
  const std::map<std::string, std::vector<Definition>, std::less<>>& sites;  // by path: of what goes
  const std::map<std::string, std::vector<Report>>& reports;                 // by path: of the layers
};

std::vector<Gone> what_goes(const Account& account);

// Uses that stay, what the layers report, and wherever else the ops are still spoken of in `after`.
std::vector<Note> what_stays(const Account& account, const Snapshot& after);

}  // namespace remove_op
