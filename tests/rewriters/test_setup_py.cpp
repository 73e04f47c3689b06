#include <catch2/catch.hpp>

#include "mini_repo.h"

namespace remove_op {
namespace {

std::vector<std::string> facts_of(const Snapshot& repo, std::string_view path) {
  const Facts facts = layer_named("setup.py").inspect(repo, path);
  const std::string_view text = repo.text(path);
  std::vector<std::string> result;
  for (const Definition& definition : facts.definitions)
    result.push_back(definition.id + " " + definition.word + " " +
                     std::string(text.substr(definition.span.offset, definition.span.length)));
  for (const Reference& reference : facts.references)
    result.push_back((reference.strength == Strength::keeps ? "keeps " : "mentions ") + reference.to);
  return result;
}

}  // namespace

TEST_CASE("setup.py: elements of source lists go with their files, other uses keep them") {
  const Snapshot repo = mini_repo(R"(//- setup.py
"""Doc that shows ["csrc/a.cu",]."""
sources = [
    "csrc/a.cu",
    r'csrc/b.cu',  # not "csrc/c.cu",
    root + "csrc/c.cu",
    f"csrc/{name}.cu",
    "csrc/missing.cu",
]
flags = {"csrc/a.cu": ["-O3"]}
compile_one("csrc/b.cu")
run(["tools/gen.py"])
//- csrc/a.cu

//- csrc/b.cu

//- csrc/c.cu

//- tools/gen.py

)");
  CHECK(facts_of(repo, "setup.py") == std::vector<std::string>{"file:csrc/a.cu a.cu \"csrc/a.cu\"",
                                                               "file:csrc/b.cu b.cu r'csrc/b.cu'",
                                                               "keeps file:csrc/c.cu", "keeps file:csrc/a.cu",
                                                               "keeps file:csrc/b.cu", "keeps file:tools/gen.py"});
}

TEST_CASE("setup.py: a path that is joined of literals, and a statement that appends one, are entries") {
  const Snapshot repo = mini_repo(R"(//- setup.py
sources = [
    os.path.join(here, "csrc", "x/a.cu"),
    os.path.join(here, name, "b.cu"),
    ", ".join("csrc/x/a.cu"),
]
sources.append("csrc/x/a.cu")  # why
if cuda:
    self.sources.append(osp.join(root, "x", "b.cu"))
x = f(sources.append("csrc/x/a.cu"))
open(os.path.join(here, "x", "b.cu"))
//- csrc/x/a.cu

//- csrc/x/b.cu

)");
  CHECK(facts_of(repo, "setup.py") == std::vector<std::string>{
                                          "file:csrc/x/a.cu a.cu os.path.join(here, \"csrc\", \"x/a.cu\")",
                                          "file:csrc/x/b.cu b.cu os.path.join(here, name, \"b.cu\")",
                                          "file:csrc/x/a.cu a.cu sources.append(\"csrc/x/a.cu\")",
                                          "file:csrc/x/b.cu b.cu self.sources.append(osp.join(root, \"x\", \"b.cu\"))",
                                          "keeps file:csrc/x/a.cu",
                                          "keeps file:csrc/x/a.cu",
                                          "keeps file:csrc/x/b.cu",
                                      });
}

TEST_CASE("setup.py: a tuple, a row of a table and a list that is looked into are no lists of sources") {
  const Snapshot repo = mini_repo(R"(//- setup.py
sources = ("csrc/a.cu", "csrc/b.cu")
table = [["a", "csrc/a.cu"], ("b", "csrc/b.cu")]
first = files["csrc/a.cu"]
//- csrc/a.cu

//- csrc/b.cu

)");
  for (const std::string& fact : facts_of(repo, "setup.py")) CHECK(fact.starts_with("keeps "));
}

TEST_CASE(
    "setup.py: a list of a script that is copied to its sources names them by their tails, where only one file has "
    "that") {
  const Snapshot repo = mini_repo(R"(//- tools/amd/build.py
from torch.utils.cpp_extension import CUDAExtension
sources = ["csrc/x/a.cu", "csrc/x/b.hip", "csrc/two.cu", "c.cu"]
CUDAExtension(name="k._K", sources=sources)
//- kernel/csrc/x/a.cu

//- kernel/csrc/x/b.cu

//- kernel/csrc/two.cu

//- other/csrc/two.cu

//- kernel/c.cu

)");
  CHECK(facts_of(repo, "tools/amd/build.py") ==
        std::vector<std::string>{"file:kernel/csrc/x/a.cu a.cu \"csrc/x/a.cu\"",
                                 "file:kernel/csrc/x/b.cu b.cu \"csrc/x/b.hip\"", "keeps file:kernel/csrc/two.cu",
                                 "keeps file:other/csrc/two.cu", "keeps file:kernel/c.cu"});
}

TEST_CASE("setup.py: a list that loses its only source is reported") {
  const Snapshot repo = mini_repo(R"(//- setup.py
Extension("a", ["a.cu", "b.cu"])
Extension("c", ["c.cu",])
//- a.cu

//- b.cu

//- c.cu

)");
  const Rewriter& layer = layer_named("setup.py");
  const std::set<std::string, std::less<>> ids = {"file:a.cu", "file:c.cu"};
  Doomed doomed{ids, {}};
  for (Definition definition : layer.inspect(repo, "setup.py").definitions) {
    definition.layer = layer.layer();
    if (ids.contains(definition.id)) doomed.here.push_back(definition);
  }
  const Fallout fallout = layer.follow(repo, "setup.py", doomed);
  REQUIRE(fallout.reports.size() == 1);
  CHECK(fallout.reports[0].span.offset == repo.text("setup.py").find("[\"c.cu"));
  CHECK(fallout.needed.at(0).id == "file:c.cu");
}

TEST_CASE("setup.py: other code that lists sources is read too, and only its lists count") {
  const Snapshot repo = mini_repo(R"(//- pkg/build_ext.py
from torch.utils.cpp_extension import load
load(sources=["../x.cu", "k/a.cu"])
//- pkg/other.py
names = ["k/a.cu"]
read("k/a.cu")
//- pkg/k/a.cu

)");
  CHECK(facts_of(repo, "pkg/build_ext.py") == std::vector<std::string>{"file:pkg/k/a.cu a.cu \"k/a.cu\""});
  CHECK(facts_of(repo, "pkg/other.py") ==
        std::vector<std::string>{"file:pkg/k/a.cu a.cu \"k/a.cu\"", "mentions file:pkg/k/a.cu"});
  CHECK_FALSE(layer_named("setup.py").claims("tests/test_build.py"));
}

}  // namespace remove_op
