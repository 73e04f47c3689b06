// One CMakeLists.txt before and after its sources go, without the rest of the removal loop and without widening.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace remove_op {

struct Outcome {
  std::string text;  // of CMakeLists.txt, with the erased bytes taken out and nothing else
  std::vector<std::string> reports;
};

// Drops `files` from a repository whose CMakeLists.txt is `cmake`, as the removal loop would ask for it. `more` of the
// repository beside what such repositories have in common; other nodes that go; a text that goes wherever it stands.
Outcome drop(std::string_view cmake, const std::vector<std::string>& files, std::string_view more = {},
             const std::set<std::string>& other_ids = {}, std::string_view gone_text = {});

std::string dropped(std::string_view cmake, const std::vector<std::string>& files);

}  // namespace remove_op
