// Runs a program to its end and hands back all that it said. Standard input is empty.
#pragma once

#include <string>
#include <vector>

namespace remove_op {

struct Ran {
  int status = 0;  // its exit status, or -1 where it could not be started
  std::string out;
  std::string err;
};

// `program` is a path, or a name that is looked for in PATH.
Ran run(const std::string& program, const std::vector<std::string>& arguments);

}  // namespace remove_op
