// Licences and notices, which nothing refers to: each is a definition of itself, so that it can go like any file.
//
// Input: such a file. Output: its own node. When it goes is a question of what else stays in its folder, which no
// single file can tell: see notices_of_nothing.
#include "notices.h"

#include "paths.h"
#include "rewriter.h"

namespace remove_op {
namespace {

class Notices : public Rewriter {
 public:
  std::string_view layer() const override { return "notices"; }
  bool claims(std::string_view path) const override { return is_notice(path); }

  Facts inspect(const Snapshot&, std::string_view path) const override {
    Facts facts;
    facts.definitions.push_back({"file:" + std::string(path), {}, {0, 0}, layer(), "notice"});
    return facts;
  }
};

REMOVE_OP_REGISTER(Notices);

}  // namespace
}  // namespace remove_op
