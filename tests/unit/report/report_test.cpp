#include "report/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

struct Sample {
  base::Sources sources;
  base::FileId file = sources.add("a.oox", "int x := 1;\nassert x == 2;\n");
  verdict::Result result;
  report::Subject subject{{"a.oox"}, "Main.main", "interp", ""};

  Sample() {
    result.verdict = verdict::VerdictKind::Invalid;
    result.violation =
        verdict::Violation{verdict::ViolationKind::Assert, "it fails", {file, 12, 26}, 1, {}};
    verdict::Counterexample example;
    example.inputs = {{"n", base::Integer(3)}, {"a", verdict::HeapRef{1}}, {"s", std::monostate{}}};
    verdict::HeapEntry array;
    array.ref = 1;
    array.type = "int[]";
    array.name = "int[]#1";
    array.is_array = true;
    array.elements = {base::Integer(1), base::Integer(0)};
    example.heap = {array};
    verdict::TraceStep step;
    step.thread = 1;
    step.proc = "Main.main";
    step.span = {file, 0, 11};
    step.accesses = {"read int[]#1[1]"};
    step.updates = {{"x", "1"}};
    example.trace = {step};
    example.decisions = {{run::DecisionKind::Schedule, 1, 2}};
    result.counterexample = example;
    result.stats.paths = 1;
    result.stats.transitions = 1;
  }
};

TEST(Report, JsonHasTheDocumentedShape) {
  Sample s;
  json root = json::parse(report::json(s.result, s.subject, s.sources));
  EXPECT_EQ(root["tool"], "braid");
  EXPECT_EQ(root["verdict"], "invalid");
  EXPECT_TRUE(root["por"].is_null());
  EXPECT_TRUE(root["reason"].is_null());
  EXPECT_EQ(root["violation"]["kind"], "assert");
  EXPECT_EQ(root["violation"]["line"], 2);
  EXPECT_EQ(root["violation"]["column"], 1);
  const json& example = root["counterexample"];
  EXPECT_EQ(example["inputs"]["n"], 3);
  EXPECT_EQ(example["inputs"]["a"]["ref"], 1);
  EXPECT_TRUE(example["inputs"]["s"].is_null());
  EXPECT_EQ(example["heap"][0]["elements"], (json{1, 0}));
  EXPECT_EQ(example["trace"][0]["text"], "int x := 1;");
  EXPECT_EQ(example["trace"][0]["updates"]["x"], "1");
  EXPECT_EQ(example["decisions"][0]["of"], 2);
  EXPECT_EQ(root["stats"]["paths"], 1);
}

TEST(Report, JsonIsValidForStrangeValues) {
  Sample s;
  s.result.counterexample->inputs = {
      {"nan", std::nan("")},
      {"inf", -INFINITY},
      {"big", *base::Integer::parse("123456789012345678901234567890")},
      {"text", std::string("a\"\n\x01")}};
  json root = json::parse(report::json(s.result, s.subject, s.sources));
  const json& inputs = root["counterexample"]["inputs"];
  EXPECT_EQ(inputs["big"], "123456789012345678901234567890");
  EXPECT_EQ(inputs["text"], "a\"\n\x01");
  EXPECT_TRUE(inputs["nan"].is_string());
  EXPECT_TRUE(inputs["inf"].is_string());
}

TEST(Report, TextShowsVerdictPlaceInputsAndSteps) {
  Sample s;
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("invalid  Main.main: it fails"), std::string::npos) << text;
  EXPECT_NE(text.find("a.oox:2:1: assert x == 2;"), std::string::npos) << text;
  EXPECT_NE(text.find("a = int[]#1"), std::string::npos) << text;
  EXPECT_NE(text.find("int[]#1 = [1, 0]"), std::string::npos) << text;
  EXPECT_NE(text.find("> thread 1  line    1  int x := 1;"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "no colours unless asked";
}

TEST(Report, TextSaysWhichBoundsCutAProof) {
  Sample s;
  s.result = {};
  s.result.verdict = verdict::VerdictKind::Valid;
  s.result.bounds_hit = {"depth", "inputs"};
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("within bounds: depth, inputs"), std::string::npos) << text;
  s.result.bounds_hit.clear();
  s.result.complete = true;
  text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("complete"), std::string::npos) << text;
  s.result.vacuous = true;
  text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("warning"), std::string::npos) << text;
}

}  // namespace
