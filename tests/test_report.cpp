#include "report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace remove_op {
namespace {

using Json = nlohmann::json;

const std::string patch =
    "diff --git a/csrc/ops.h b/csrc/ops.h\n"
    "index f9d9a0195c..dee7593a59 100644\n"
    "--- a/csrc/ops.h\n"
    "+++ b/csrc/ops.h\n"
    "@@ -1,4 +1,2 @@\n"
    " a\n"
    "-void old_op();\n"
    "--- a comment in SQL\n"
    " b\n";

Removal dead() {
  Removal removal;
  removal.verdict = Dead{};
  removal.gone = {
      {"op:_C::old_op", "old_op", "declaration", "declarations", {"csrc/ops.h", 2, 1}, 3, "named"},
      {"cxx:old_kernel", "old_kernel", "kernel", "c++", {"csrc/old.cu", 7, 1}, 7, "only old_op, which goes, used it"}};
  removal.notes = {{{"docs/ops.md", 4, 9}, "still names old_op"}};
  return removal;
}

Removal live(bool forced = false) {
  Removal removal;
  removal.verdict = Live{{{{"code in setup.py", {"setup.py", 3, 1}}, {"function f in shop/a.py", {"shop/a.py", 12, 5}}},
                          {{"function g in shop/b.py", {"shop/b.py", 1, 2}}}}};
  removal.forced = forced;
  return removal;
}

Removal unsure() {
  Removal removal;
  removal.verdict = Unsure{{{{"shop/a.py", 9, 3}, "getattr with a computed name"}}};
  return removal;
}

const std::vector<std::string> names = {"old_op"};
Outcome told(const Removal& removal, std::string_view with_patch = "") { return {names, removal, with_patch, "1.2.3"}; }

}  // namespace

TEST_CASE("the size of a patch counts what looks like a header inside a hunk") {
  const PatchSize size = size_of(patch);
  CHECK(size.files == 1);
  CHECK(size.added == 0);
  CHECK(size.deleted == 2);
}

TEST_CASE("the summary of a dead op names the places of each layer") {
  const Removal removal = dead();
  CHECK(text_summary(told(removal, patch), {}) ==
        "old_op is dead\n"
        "1 file changed, 2 lines removed\n"
        "  c++           csrc/old.cu:7\n"
        "  declarations  csrc/ops.h:2-3\n"
        "\n"
        "stays, and should be looked at:\n"
        "  docs/ops.md:4:9: still names old_op\n");
}

TEST_CASE("explained, every deletion has its reason") {
  const Removal removal = dead();
  CHECK(text_summary(told(removal, patch), {.explain = true}) ==
        "old_op is dead\n"
        "1 file changed, 2 lines removed\n"
        "\n"
        "  declarations  csrc/ops.h:2-3  declaration old_op\n"
        "                named\n"
        "  c++           csrc/old.cu:7   kernel old_kernel\n"
        "                only old_op, which goes, used it\n"
        "\n"
        "stays, and should be looked at:\n"
        "  docs/ops.md:4:9: still names old_op\n");
}

TEST_CASE("the preview ends in the diff, coloured line by line") {
  const Removal removal = dead();
  CHECK(text_preview(told(removal, patch), {}).ends_with("\n\n" + patch));
  const std::string coloured = text_preview(told(removal, patch), {.colour = true});
  CHECK(coloured.find("\x1b[31m-void old_op();\x1b[0m\n\x1b[31m--- a comment in SQL\x1b[0m\n b\n") !=
        std::string::npos);
  CHECK(coloured.find("\x1b[1m--- a/csrc/ops.h\x1b[0m\n") != std::string::npos);
}

TEST_CASE("a live op is told with one chain, from the op to its root; explained, with all") {
  const Removal removal = live();
  CHECK(text_summary(told(removal), {}) ==
        "old_op is live\n"
        "  used by shop/a.py:12:5: function f in shop/a.py\n"
        "     from setup.py:3:1: code in setup.py\n"
        "  and 1 chain more; --explain shows them\n"
        "nothing was changed; --force removes it all the same\n");
  CHECK(text_summary(told(removal), {.explain = true}).find("  used by shop/b.py:1:2: function g in shop/b.py\n") !=
        std::string::npos);
}

TEST_CASE("what is forced lists every user that remains") {
  const Removal removal = live(true);
  const std::string text = text_summary(told(removal, patch), {});
  CHECK(text.find("shop/b.py:1:2") != std::string::npos);
  CHECK(text.find("removed all the same: 1 file changed, 2 lines removed\n") != std::string::npos);
  CHECK(text.find("nothing was changed") == std::string::npos);
}

TEST_CASE("a doubt is told with its place and why") {
  const Removal removal = unsure();
  CHECK(text_summary(told(removal), {}) ==
        "old_op is perhaps live: these places may reach it\n"
        "  shop/a.py:9:3: getattr with a computed name\n"
        "nothing was changed; look at them, then --force removes it\n");
}

TEST_CASE("json tells all, under stable keys") {
  const Removal removal = dead();
  const Json report = Json::parse(json_report(told(removal, patch)));
  CHECK(report["schema"] == 1);
  CHECK(report["version"] == "1.2.3");
  CHECK(report["names"] == Json({"old_op"}));
  CHECK(report["verdict"] == "dead");
  CHECK(report["gone"][0] == Json{{"id", "op:_C::old_op"},
                                  {"name", "old_op"},
                                  {"what", "declaration"},
                                  {"layer", "declarations"},
                                  {"path", "csrc/ops.h"},
                                  {"line", 2},
                                  {"last_line", 3},
                                  {"reason", "named"}});
  CHECK(report["notes"][0] ==
        Json{{"what", "still names old_op"}, {"path", "docs/ops.md"}, {"line", 4}, {"column", 9}});
  CHECK(report["patch"] == patch);

  const Removal used = live();
  CHECK(Json::parse(json_report(told(used)))["chains"][0][1] ==
        Json{{"user", "function f in shop/a.py"}, {"path", "shop/a.py"}, {"line", 12}, {"column", 5}});
  const Removal doubted = unsure();
  CHECK(Json::parse(json_report(told(doubted)))["doubts"].size() == 1);
}

TEST_CASE("json says null for a patch that it could only garble") {
  const Removal removal = dead();
  CHECK(Json::parse(json_report(told(removal, "-caf\xe9\n")))["patch"] == nullptr);
}

TEST_CASE("sarif has a rule and a region for every result") {
  Removal removal = dead();
  removal.gone[0].place.path = "a dir/\xc3\xa9.h";
  const Json log = Json::parse(sarif_report(told(removal, patch)));
  CHECK(log["version"] == "2.1.0");
  const Json& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "remove-op");
  REQUIRE(run["results"].size() == 3);
  const Json& physical = run["results"][0]["locations"][0]["physicalLocation"];
  CHECK(physical["artifactLocation"]["uri"] == "a%20dir/%C3%A9.h");
  CHECK(physical["region"] == Json{{"startLine", 2}, {"startColumn", 1}, {"endLine", 3}});
  for (const Json& result : run["results"]) {
    bool known = false;
    for (const Json& rule : run["tool"]["driver"]["rules"]) known |= rule["id"] == result["ruleId"];
    CHECK(known);
  }
  const Removal used = live();
  CHECK(Json::parse(sarif_report(told(used)))["runs"][0]["results"][0]["relatedLocations"].size() == 2);
}

TEST_CASE("markdown reads as the description of a pull request") {
  const Removal removal = dead();
  CHECK(markdown_report(told(removal, patch)) ==
        "## Remove `old_op`\n"
        "\n"
        "Dead: no production code can reach it any more.\n"
        "\n"
        "1 file changed, 2 lines removed.\n"
        "\n"
        "## What goes, and why\n"
        "\n"
        "### c++\n"
        "\n"
        "- kernel `old_kernel` at `csrc/old.cu:7`: only old_op, which goes, used it\n"
        "\n"
        "### declarations\n"
        "\n"
        "- declaration `old_op` at `csrc/ops.h:2-3`: named\n"
        "\n"
        "## Stays, and should be looked at\n"
        "\n"
        "- `docs/ops.md:4:9`: still names old_op\n");
  const Removal used = live();
  CHECK(markdown_report(told(used)) ==
        "## Keep `old_op`\n"
        "\n"
        "**Live**. Used by:\n"
        "\n"
        "- code in setup.py at `setup.py:3:1`\n"
        "  - through function f in shop/a.py at `shop/a.py:12:5`\n"
        "- function g in shop/b.py at `shop/b.py:1:2`\n");
}

}  // namespace remove_op
