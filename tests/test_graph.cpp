#include <catch2/catch.hpp>

#include "graph.h"

namespace remove_op {

namespace {

using Strings = std::vector<std::string>;

Definition define(std::string id, Span span, bool declares = false) {
  const std::string word = id.substr(id.find_last_of(":#") + 1);
  return {std::move(id), word, span, "test", "function", false, declares};
}

Reference keep(std::string to, unsigned at) { return {std::move(to), {at, 1}, Strength::keeps, false, {}}; }
Reference mention(std::string to, unsigned at) { return {std::move(to), {at, 1}, Strength::mentions, false, {}}; }
Reference by_word(std::string word, unsigned at) { return {std::move(word), {at, 1}, Strength::keeps, true, {}}; }

Strings swept(const Graph& graph, const Strings& targets, const Strings& pinned = {}) {
  std::set<NodeId> from;
  for (const std::string& id : targets) from.insert(graph.find(id));
  std::set<NodeId> pins;
  for (const std::string& id : pinned) pins.insert(graph.find(id));
  std::set<std::string> ids;
  for (const auto& [id, reason] : graph.sweep(from, pins)) ids.insert(graph.node(id).id);
  return {ids.begin(), ids.end()};
}

Strings users(const Graph& graph, std::string_view id) {
  Strings from;
  for (const int use : graph.uses_of(graph.find(id))) from.push_back(graph.node(graph.use(use).from).id);
  return from;
}

}  // namespace

TEST_CASE("graph gives a reference to the innermost definition that holds it, else to the file") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:outer", {0, 50}), define("cxx:inner", {10, 10}), define("cxx:used", {90, 5})},
                     {keep("cxx:used", 15), keep("cxx:used", 30), keep("cxx:used", 60)},
                     {}});
  CHECK(users(graph, "cxx:used") == Strings{"cxx:inner", "cxx:outer", "file:a.cu"});
}

TEST_CASE("graph sweeps chains and cycles that only the target kept") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:ping", {10, 10}), define("cxx:pong", {20, 10})},
                     {keep("cxx:ping", 5), keep("cxx:pong", 15), keep("cxx:ping", 25)},
                     {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:op", "cxx:ping", "cxx:pong"});
}

TEST_CASE("graph keeps what something else keeps, and all that it reaches") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:helper", {10, 10}), define("cxx:deep", {20, 10}),
                      define("cxx:live", {30, 10})},
                     {keep("cxx:helper", 5), keep("cxx:deep", 6), keep("cxx:deep", 15), keep("cxx:helper", 35)},
                     {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:op"});
  CHECK(swept(graph, {"cxx:op", "cxx:live"}) == Strings{"cxx:deep", "cxx:helper", "cxx:live", "cxx:op"});
}

TEST_CASE("graph leaves alone what nothing referred to before") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:orphan", {10, 10})}, {}, {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:op"});
}

TEST_CASE("a mention keeps nothing and dooms nothing") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:helper", {10, 10}), define("cxx:other", {20, 10})},
                     {keep("cxx:helper", 5), mention("cxx:other", 6), mention("cxx:helper", 50)},
                     {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:helper", "cxx:op"});
}

TEST_CASE("a use by word keeps every namesake of its language that is in sight") {
  Graph graph({[](std::string_view a, std::string_view b) { return a == b; }, [](std::string_view) { return true; }});
  graph.add("a.cu",
            {{define("cxx:op", {0, 10}), define("cxx:a.cu#helper", {10, 10}), define("cxx:n::helper", {20, 10})},
             {keep("cxx:a.cu#helper", 5), keep("cxx:n::helper", 6)},
             {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:a.cu#helper", "cxx:n::helper", "cxx:op"});
  graph.add("b.cu", {{}, {by_word("helper", 0)}, {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:a.cu#helper", "cxx:op"});
  graph.add("c.py", {{define("py:c.py:helper", {0, 5})}, {by_word("helper", 10)}, {}});
  CHECK(users(graph, "cxx:n::helper") == Strings{"cxx:op", "file:b.cu"});
  CHECK(users(graph, "py:c.py:helper") == Strings{"file:c.py"});
}

TEST_CASE("a use by pattern keeps every name that it may make") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:k_4", {10, 10}), define("cxx:q_4", {20, 10})},
                     {keep("cxx:k_4", 5), keep("cxx:q_4", 6)},
                     {}});
  graph.add("b.cu", {{define("cxx:#RUN", {0, 10})}, {by_word("k_*", 5)}, {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:op", "cxx:q_4"});
  CHECK(swept(graph, {"cxx:op", "cxx:#RUN"}) == Strings{"cxx:#RUN", "cxx:k_4", "cxx:op", "cxx:q_4"});
}

TEST_CASE("graph takes an op only as a target") {
  Graph graph;
  graph.add("a.cu", {{define("op:k::one", {0, 10}), define("cxx:f", {10, 10}), define("op:k::two", {20, 10})},
                     {keep("cxx:f", 5), keep("op:k::two", 15)},
                     {}});
  CHECK(swept(graph, {"op:k::one"}) == Strings{"cxx:f", "op:k::one"});
}

TEST_CASE("what is pinned stays with all that it reaches") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:pinned", {10, 10}), define("cxx:deep", {20, 10})},
                     {keep("cxx:pinned", 5), keep("cxx:deep", 15)},
                     {}});
  CHECK(swept(graph, {"cxx:op"}, {"cxx:pinned"}) == Strings{"cxx:op"});
}

TEST_CASE("a header goes with its last includer, and what stands in it with the header") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {10, 10}), define("file:a.cu", {0, 0}), define("file:h.cuh", {0, 5}, true)},
                     {{"file:h.cuh", {0, 5}, Strength::keeps, false, "file:a.cu"}},
                     {}});
  graph.add("h.cuh", {{define("file:h.cuh", {0, 0}), define("cxx:orphan", {0, 10})}, {}, {}});
  CHECK(swept(graph, {"cxx:op"}) == Strings{"cxx:op"});
  CHECK(swept(graph, {"cxx:op", "file:a.cu"}) == Strings{"cxx:op", "cxx:orphan", "file:a.cu", "file:h.cuh"});
  graph.add("b.cu", {{}, {{"file:h.cuh", {0, 5}, Strength::keeps, false, "file:b.cu"}}, {}});
  CHECK(swept(graph, {"cxx:op", "file:a.cu"}) == Strings{"cxx:op", "file:a.cu"});
}

TEST_CASE("graph answers alike in whatever order files come") {
  const Facts a = {{define("cxx:op", {0, 10}), define("cxx:f", {10, 10})}, {keep("cxx:f", 5), keep("cxx:g", 15)}, {}};
  const Facts b = {{define("cxx:g", {0, 10}), define("cxx:h", {10, 10})}, {keep("cxx:h", 5), by_word("f", 15)}, {}};
  Graph forwards;
  forwards.add("a.cu", a);
  forwards.add("b.cu", b);
  Graph backwards;
  backwards.add("b.cu", b);
  backwards.add("a.cu", a);
  CHECK(swept(forwards, {"cxx:op"}) == swept(backwards, {"cxx:op"}));
  CHECK(swept(forwards, {"cxx:op"}) == Strings{"cxx:f", "cxx:g", "cxx:h", "cxx:op"});
}

TEST_CASE("each reason names the node that went and referred") {
  Graph graph;
  graph.add("a.cu", {{define("cxx:op", {0, 10}), define("cxx:f", {10, 10})}, {keep("cxx:f", 5)}, {}});
  const Graph::Doomed doomed = graph.sweep({graph.find("cxx:op")});
  CHECK(doomed.at(graph.find("cxx:op")).because == -1);
  const Graph::Reason reason = doomed.at(graph.find("cxx:f"));
  CHECK(graph.node(reason.because).id == "cxx:op");
  CHECK(graph.use(reason.use).reference.span.offset == 5);
}

TEST_CASE("an op's parts, and which ops a reference reaches") {
  CHECK(split_op("op:k::f.out").space == "k");
  CHECK(split_op("op:k::f.out").name == "f");
  CHECK(split_op("op:k::f.out").overload == "out");
  CHECK(op_covers("op:k::f", "op:k::f.out"));
  CHECK(op_covers("op:k::f.out", "op:k::f.out"));
  CHECK_FALSE(op_covers("op:k::f.out", "op:k::f"));
  CHECK(op_covers("op:k::f", "op:?::f"));
  CHECK(op_covers("op:?::f", "op:k::f"));
  CHECK_FALSE(op_covers("op:j::f", "op:k::f"));
  CHECK_FALSE(op_covers("op:k::f", "op:k::f_qk"));
}

TEST_CASE("graph explains a word by a reference or a definition") {
  Graph graph;
  Facts facts = {{define("py:a.py:f", {0, 20})}, {{"py:b.py:g", {30, 7}, Strength::keeps, false, {}}}, {}};
  graph.add("a.py", std::move(facts));
  CHECK(graph.explains("a.py", 4, "f"));
  CHECK(graph.explains("a.py", 32, "g"));
  CHECK_FALSE(graph.explains("a.py", 4, "g"));
  CHECK_FALSE(graph.explains("a.py", 40, "f"));
  CHECK_FALSE(graph.explains("b.py", 4, "f"));
}

}  // namespace remove_op
