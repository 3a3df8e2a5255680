#include "engine/interp/inputs.h"

#include <nlohmann/json.hpp>

#include "result/report/report.h"
#include "unit/interp/harness.h"

namespace inputs_test {

using harness::Bir;
using harness::proc;

const std::string kNode =
    "class Node { next : ref Node; value : int; } class Leaf extends Node { extra : boolean; }"
    "abstract class Shape { } Color = enum { Red = 1, Blue = 5 };";

std::string main_of(const std::string& params) { return proc("main(" + params + ")", "", {""}); }

// The inputs after reading and reporting them, or the error.
std::string round_trip(const std::string& params, const std::string& json,
                       const std::string& integers = "") {
  Bir bir(integers + kNode, main_of(params));
  interp::Model model(bir.program);
  auto parsed = interp::parse_inputs(model, json);
  if (const auto* error = std::get_if<interp::InputError>(&parsed)) return error->text;
  auto& inputs = std::get<interp::GivenInputs>(parsed);
  verdict::Result result;
  interp::describe_inputs(model, inputs.heap, inputs.args, result.counterexample.emplace());
  auto written = nlohmann::ordered_json::parse(report::json(result, {}, bir.sources));
  written["counterexample"].erase("start");
  written["counterexample"].erase("trace");
  written["counterexample"].erase("decisions");
  return written["counterexample"].dump();
}

TEST(Inputs, ShortForm) {
  EXPECT_EQ(round_trip("n : int; b : boolean; f : float; c : char; s : string",
                       R"({"n": -3, "b": true, "f": 1.5, "c": "é", "s": null})"),
            R"({"inputs":{"n":-3,"b":true,"f":1.5,"c":"é","s":null},"heap":[]})");
  EXPECT_EQ(round_trip("a : array of int", R"({"a": [1, 2]})"),
            R"({"inputs":{"a":{"ref":1}},"heap":[{"ref":1,"type":"int[]","elements":[1,2]}]})");
  EXPECT_EQ(
      round_trip("n : ref Node", R"({"n": {"class": "Leaf", "value": 1, "next": {"value": 2}}})"),
      R"({"inputs":{"n":{"ref":1}},"heap":[)"
      R"({"ref":1,"type":"Leaf","fields":{"next":{"ref":2},"value":1,"extra":false}},)"
      R"({"ref":2,"type":"Node","fields":{"next":null,"value":2}}]})");
  EXPECT_EQ(round_trip("c : Color", R"({"c": "Blue"})"), R"({"inputs":{"c":"Blue"},"heap":[]})");
}

TEST(Inputs, LongFormWithSharingAndCyclesReadsBackWhatItWrites) {
  std::string json =
      R"({"inputs":{"n":{"ref":1},"m":{"ref":1},"a":{"ref":2}},"heap":[)"
      R"({"ref":1,"type":"Leaf","fields":{"next":{"ref":1},"value":3,"extra":true}},)"
      R"({"ref":2,"type":"Node[]","elements":[null,{"ref":1}]}]})";
  EXPECT_EQ(round_trip("n, m : ref Node; a : array of ref Node", json), json);
}

TEST(Inputs, FloatsThatAreNoNumbers) {
  std::string json = R"({"inputs":{"f":"NaN","g":"-Infinity","h":0.5},"heap":[]})";
  EXPECT_EQ(round_trip("f, g, h : float", json), json);
}

TEST(Inputs, BigIntegersAreStrings) {
  std::string big = "123456789012345678901234567890";
  EXPECT_EQ(round_trip("n : int", R"({"n": ")" + big + R"("})"),
            R"({"inputs":{"n":")" + big + R"("},"heap":[]})");
  EXPECT_EQ(round_trip("n : int", R"({"n": 18446744073709551615})"),
            R"({"inputs":{"n":"18446744073709551615"},"heap":[]})");
}

TEST(Inputs, ErrorsNameThePlace) {
  EXPECT_EQ(round_trip("n : int", R"({"n": true})"), "$.n: a value of type int is needed");
  EXPECT_EQ(round_trip("n : int", R"({})"), "$: the parameter `n` has no value");
  EXPECT_EQ(round_trip("n : int", R"({"n": 1, "m": 2})"), "$: main has no parameter `m`");
  EXPECT_EQ(round_trip("n : uint", R"({"n": -1})"), "$.n: -1 does not fit uint");
  EXPECT_EQ(round_trip("n : int", R"({"n": 2147483648})", "integers 32;"),
            "$.n: 2147483648 does not fit int");
  EXPECT_EQ(round_trip("n : range 0..3", R"({"n": 4})"), "$.n: 4 does not fit range 0..3");
  EXPECT_EQ(round_trip("c : char", R"({"c": "ab"})"), "$.c: a string of one character is needed");
  EXPECT_EQ(round_trip("a : array of int", R"({"a": [1, "x"]})"),
            "$.a[1]: a value of type int is needed");
  EXPECT_EQ(round_trip("n : ref Node", R"({"n": {"wrong": 1}})"),
            "$.n.wrong: Node has no such field");
  EXPECT_EQ(round_trip("n : ref Leaf", R"({"n": {"class": "Node"}})"),
            "$.n.class: Node is no Leaf");
  EXPECT_EQ(round_trip("n : ref Shape", R"({"n": {}})"), "$.n: Shape has no objects of its own");
  EXPECT_EQ(round_trip("n : ref Node", R"({"inputs": {"n": {"ref": 2}}, "heap": [)"
                                       R"({"ref": 1, "type": "Node", "fields": {}}]})"),
            "$.inputs.n: no object of the heap has this ref");
  EXPECT_EQ(round_trip("n : ref Node", R"({"inputs": {"n": null}, "heap": [{"ref": 1}]})"),
            "$.heap[0]: an object with `ref`, `type`, and `fields` or `elements` is needed");
  EXPECT_EQ(round_trip("n : int", "[1]"), "$: an object with a value for each parameter is needed");
  EXPECT_EQ(round_trip("n : int", "{").substr(0, 9), "not JSON:");
}

TEST(Inputs, DeepNestingIsRefused) {
  std::string json = R"({"n": )";
  for (int i = 0; i < 3000; ++i) json += R"({"next": )";
  json += "null";
  for (int i = 0; i < 3000; ++i) json += "}";
  std::string error = round_trip("n : ref Node", json + "}");
  EXPECT_NE(error.find("the value is nested too deeply"), std::string::npos);
}

// ---------------------------------------------------------------- drawn inputs

TEST(Draw, ScalarsComeFromSmallDomains) {
  Bir bir("x : int;", proc("main(n : int; u : uint; b : boolean)", "", {"x := n;"}));
  verdict::Result result = harness::explore(bir.program);
  EXPECT_EQ(result.stats.paths, 7U * 4U * 2U);
  EXPECT_EQ(result.bounds_hit(), std::vector<std::string>{"inputs"});
  Bir finite("x : int;", proc("main(r : range 0..3; b : boolean)", "", {"x := r;"}));
  EXPECT_TRUE(harness::explore(finite.program).complete);
  EXPECT_EQ(harness::explore(finite.program).stats.paths, 8U);
}

TEST(Draw, ReferencesAreNullFreshOrAliased) {
  std::string cls = "class N { next : ref N; }";
  Bir bir(cls, proc("main(a, b : ref N)", "", {"assume (a != null);", "assert (a != b);"}));
  EXPECT_EQ(harness::line_of(harness::explore(bir.program)),
            "invalid assert: the assertion does not hold");
  // With one object: null, or the object whose next is null or itself.
  interp::Bounds one;
  one.objects = 1;
  Bir self(cls, proc("main(a : ref N)", "", {"assume (true);"}));
  EXPECT_EQ(harness::explore(self.program, {.bounds = one}).stats.paths, 3U);
  // With two: also a -> b -> null, a -> b -> a, a -> b -> b.
  interp::Bounds two;
  two.objects = 2;
  EXPECT_EQ(harness::explore(self.program, {.bounds = two}).stats.paths, 6U);
}

TEST(Draw, SubclassesOccurAndAbstractClassesDoNot) {
  std::string classes = "abstract class A { } class B extends A { } class C extends A { } x : int;";
  Bir bir(classes,
          proc("main(a : ref A)", "", {"x := (a == null ? 0 : (a instanceof B ? 1 : 2));"}));
  EXPECT_EQ(harness::finals(bir.program), (harness::Strings{"x=0", "x=1", "x=2"}));
  // Every object of such classes occurs, so nothing was cut.
  EXPECT_TRUE(harness::explore(bir.program).complete);
}

TEST(Draw, ArraysHaveSizesUpToTheBound) {
  interp::Bounds bounds;
  bounds.array_size = 2;
  Bir bir("x : int;",
          proc("main(a : array of boolean)", "", {"x := (a == null ? -1 : length(a));"}));
  EXPECT_EQ(harness::finals(bir.program, {}, {.bounds = bounds}),
            (harness::Strings{"x=-1", "x=0", "x=1", "x=2"}));
  EXPECT_EQ(harness::explore(bir.program, {.bounds = bounds}).stats.paths, 1U + 1U + 2U + 4U);
}

}  // namespace inputs_test
