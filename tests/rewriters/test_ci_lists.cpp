#include <catch2/catch.hpp>

#include <algorithm>

#include "mini_repo.h"

namespace remove_op {
namespace {

struct Outcome {
  std::string text;  // with the edits done and nothing widened
  std::vector<std::string> reports;
};

// Drops csrc/dead.cu and tests/test_dead.py from a repository in which `path` reads `text`.
Outcome drop(std::string_view path, std::string_view text) {
  const Snapshot repo =
      mini_repo("//- " + std::string(path) + "\n" + std::string(text) +
                "//- csrc/dead.cu\n\n//- csrc/live.cu\n\n//- tests/test_dead.py\n\n//- tests/test_live.py\n\n");
  const Rewriter& layer = layer_named("lists");
  REQUIRE(layer.claims(path));
  const std::set<std::string, std::less<>> ids = {"file:csrc/dead.cu", "file:tests/test_dead.py"};
  Doomed doomed{ids, {}};
  for (Definition& definition : layer.inspect(repo, path).definitions) {
    definition.layer = layer.layer();
    if (ids.contains(definition.id)) doomed.here.push_back(definition);
  }
  Outcome outcome{std::string(text), {}};
  for (const Report& report : layer.follow(repo, path, doomed).reports) outcome.reports.push_back(report.what);
  std::vector<Span> spans;
  for (const Edit& edit : layer.remove(repo, path, doomed))
    spans.push_back(std::holds_alternative<Erase>(edit) ? std::get<Erase>(edit).span : std::get<Replace>(edit).span);
  std::sort(spans.rbegin(), spans.rend());
  for (const Span span : spans) outcome.text.erase(span.offset, span.length);
  return outcome;
}

using Reports = std::vector<std::string>;

}  // namespace

TEST_CASE("lists: an entry of a YAML list goes with its file") {
  const Outcome outcome = drop("ci/job.yaml", R"(deps:
- csrc/dead.cu
- "tests/test_dead.py"  # why
- csrc/live.cu
commands:
  - pytest tests/test_dead.py | tee log
  - pytest tests/test_live.py
)");
  CHECK(outcome.text == R"(deps:

  # why
- csrc/live.cu
commands:
  - pytest tests/test_dead.py | tee log
  - pytest tests/test_live.py
)");
  CHECK(outcome.reports == Reports{"a line names tests/test_dead.py, which goes"});
}

TEST_CASE("lists: the only entries of a list stay and are reported") {
  const std::string_view text = "a:\n  - csrc/dead.cu\n  # and\n  - tests/test_dead.py\nb:\n  - csrc/live.cu\n";
  const Outcome outcome = drop("ci.yml", text);
  CHECK(outcome.text == text);
  CHECK(outcome.reports == Reports{"a list holds nothing but csrc/dead.cu, which goes",
                                   "a list holds nothing but tests/test_dead.py, which goes"});
}

TEST_CASE("lists: a command that runs only what goes, goes; another one loses the argument") {
  CHECK(drop("ci.yml", R"(commands:
  - pytest -v -s tests/test_dead.py -k 'a or b'
  - X=1 pytest tests/test_live.py tests/test_dead.py::test_x -v
  - pytest -v tests --ignore=tests/test_dead.py
  - python3 tests/test_dead.py --rows 4
)")
            .text == R"(commands:
  
  - X=1 pytest tests/test_live.py -v
  - pytest -v tests
  
)");
  const std::string_view only = "a:\n  - pytest tests/test_dead.py --ignore=tests/test_dead.py\nb: 1\n";
  CHECK(drop("ci.yml", only).text == only);
  CHECK(drop("ci.yml", only).reports == Reports(2, "a list holds nothing but tests/test_dead.py, which goes"));
}

TEST_CASE("lists: a block of a script is never left without a command") {
  CHECK(drop("run.sh", "set -e\npytest tests/test_dead.py\n").text == "set -e\n\n");
  const std::string_view block = "if x; then\n  pytest tests/test_dead.py\nfi\n";
  CHECK(drop("run.sh", block).text == block);
  CHECK(drop("run.sh", block).reports == Reports{"a list holds nothing but tests/test_dead.py, which goes"});
}

TEST_CASE("lists: JSON is left without a dangling comma") {
  CHECK(drop("x.json", "[\n  \"csrc/live.cu\",\n  \"csrc/dead.cu\",\n  \"tests/test_dead.py\"\n]\n").text ==
        "[\n  \"csrc/live.cu\"\n  ,\n  \n]\n");
  CHECK(drop("x.json", "{\n  \"csrc/dead.cu\": 1\n}\n").reports == Reports{"a line names csrc/dead.cu, which goes"});
}

TEST_CASE("lists: a continued command loses an argument, not its last one, and never what it runs") {
  CHECK(drop("run.sh", "pytest -v \\\n  --ignore=tests/test_dead.py \\\n  tests/test_live.py\n").text ==
        "pytest -v \\\n  \n  tests/test_live.py\n");
  CHECK(drop("run.sh", "pytest -v \\\n  tests/test_live.py \\\n  tests/test_dead.py\n").text ==
        "pytest -v \\\n  tests/test_live.py\n  \n");
  CHECK(drop("run.sh", "pytest -v \\\n  tests/test_dead.py\necho\n").reports ==
        Reports{"a list holds nothing but tests/test_dead.py, which goes"});
  CHECK(drop("run.sh", "tests/test_dead.py\n").reports == Reports{"a line names tests/test_dead.py, which goes"});
}

TEST_CASE("lists: shell arrays, owners and plain text") {
  CHECK(drop("run.sh", "files=(\n  csrc/dead.cu\n  \"csrc/live.cu\"\n)\n").text ==
        "files=(\n  \n  \"csrc/live.cu\"\n)\n");
  CHECK(drop(".github/CODEOWNERS", "/csrc/dead.cu @a @b\n/csrc/live.cu @a\n").text == "\n/csrc/live.cu @a\n");
  CHECK(drop("skip.txt", "csrc/dead.cu\nsee csrc/live.cu\n").text == "\nsee csrc/live.cu\n");
}

TEST_CASE("lists: documents are reported, not changed; a path is found from where it is written") {
  const std::string_view text =
      "See [it](../csrc/dead.cu) or https://x.org/o/r/blob/main/csrc/dead.cu.\n- csrc/dead.cu\n";
  const Outcome outcome = drop("docs/a.md", text);
  CHECK(outcome.text == text);
  CHECK(outcome.reports == Reports(3, "a document names csrc/dead.cu, which goes"));
}

TEST_CASE("lists: CMake and Python files belong to other layers") {
  CHECK_FALSE(layer_named("lists").claims("csrc/CMakeLists.txt"));
  CHECK_FALSE(layer_named("lists").claims("setup.py"));
}

}  // namespace remove_op
