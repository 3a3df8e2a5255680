#include "result/report/report.h"

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

TEST(Report, TextTellsTheStoryInOrder) {
  Sample s;
  s.result.violation->values = {{"x", "1"}};
  s.result.violation->notes = {{{s.file, 0, 11}, "declared here"}};
  EXPECT_EQ(report::text(s.result, s.subject, s.sources, {}),
            "invalid  Main.main: it fails\n"
            "\n"
            "inputs\n"
            "  n = 3\n"
            "  a = int[]#1\n"
            "  s = null\n"
            "heap\n"
            "  int[]#1 = [1, 0]\n"
            "\n"
            "execution\n"
            "  step  line\n"
            ">    1     1  int x := 1;  x = 1\n"
            "\n"
            "thread 1: it fails\n"
            " --> a.oox:2:1\n"
            "  |\n"
            "1 | int x := 1;\n"
            "  | ----------- declared here\n"
            "2 | assert x == 2;\n"
            "  | ^^^^^^^^^^^^^^ x = 1\n"
            "\n"
            "1 execution, 1 step\n");
}

TEST(Report, TextShowsWhoWaitsInADeadlock) {
  Sample s;
  s.result.verdict = verdict::VerdictKind::Deadlock;
  s.result.violation->kind = verdict::ViolationKind::Deadlock;
  s.result.violation->notes = {{{s.file, 12, 27}, "thread 1 waits"},
                               {{s.file, 0, 11}, "thread 2 waits"}};
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("deadlock  Main.main: 2 threads are stuck\n"), std::string::npos) << text;
  EXPECT_NE(text.find("no thread can move\n --> a.oox:1:1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("^^^^^^^^^^^ thread 2 waits\n"), std::string::npos) << text;
  EXPECT_NE(text.find("^^^^^^^^^^^^^^ thread 1 waits\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("\n>"), std::string::npos) << "no step is to blame";
}

TEST(Report, TextTellsTheCycleOfADeadlock) {
  Sample s;
  base::Span first{s.file, 0, 11};
  base::Span second{s.file, 12, 27};
  s.result.verdict = verdict::VerdictKind::Deadlock;
  s.result.violation->kind = verdict::ViolationKind::Deadlock;
  s.result.violation->cause = "threads 2 and 3 wait for each other";
  s.result.violation->notes = {{first, "thread 1 waits", 1}, {second, "thread 2 waits", 2}};
  s.result.violation->cycle = {
      {2, "", {{"lock of A#1", first}, {"lock of B#1", second}}, "the lock of A#2", second},
      {3, "", {}, "the end of thread 2", first}};
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(
      text.find("no thread can move: threads 2 and 3 wait for each other\n"
                "  thread 2 holds the lock of A#1 (line 1), the lock of B#1 (line 2) and waits "
                "for the lock of A#2 (line 2)\n"
                "  thread 3 waits for the end of thread 2 (line 1)\n"
                " --> a.oox:2:1\n"),
      std::string::npos)
      << text;
  // Who is no part of the cycle is not to blame.
  EXPECT_NE(text.find("----------- thread 1 waits\n"), std::string::npos) << text;
  EXPECT_NE(text.find("^^^^^^^^^^^^^^ thread 2 waits\n"), std::string::npos) << text;
  s.sources.add("b.oox", "");
  text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("the lock of A#1 (a.oox:1)"), std::string::npos) << text;
}

TEST(Report, JsonTellsTheCycleOfADeadlock) {
  Sample s;
  s.result.violation->kind = verdict::ViolationKind::Deadlock;
  s.result.violation->cause = "why";
  s.result.violation->cycle = {
      {2, "", {{"lock of A#1", {s.file, 0, 11}}}, "the lock of A#2", {s.file, 12, 27}}};
  json violation = json::parse(report::json(s.result, s.subject, s.sources))["violation"];
  EXPECT_EQ(violation["cause"], "why");
  json member = violation["cycle"][0];
  EXPECT_EQ(member["thread"], 2);
  EXPECT_EQ(member["waits_for"], "the lock of A#2");
  EXPECT_EQ(member["line"], 2);
  EXPECT_EQ(member["holds"][0]["lock"], "lock of A#1");
  EXPECT_EQ(member["holds"][0]["line"], 1);
  s.result.violation->cycle.clear();
  violation = json::parse(report::json(s.result, s.subject, s.sources))["violation"];
  EXPECT_EQ(violation["cycle"], json::array());
  s.result.violation->kind = verdict::ViolationKind::Assert;
  violation = json::parse(report::json(s.result, s.subject, s.sources))["violation"];
  EXPECT_FALSE(violation.contains("cycle"));
}

TEST(Report, TextMarksBothAccessesOfARace) {
  Sample s;
  base::Span first{s.file, 0, 11};
  s.result.violation->kind = verdict::ViolationKind::Race;
  s.result.violation->span = first;
  s.result.violation->thread = 2;
  s.result.violation->notes = {{first, "thread 2 writes it", 2}, {first, "thread 1 reads it", 1}};
  auto& trace = s.result.counterexample->trace;
  trace.push_back(trace[0]);
  trace.push_back(trace[0]);
  trace[1].thread = 3;
  trace[2].thread = 2;
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("\n>    1 "), std::string::npos) << text;
  EXPECT_NE(text.find("\n     2 "), std::string::npos) << text;
  EXPECT_NE(text.find("\n>    3 "), std::string::npos) << text;
  EXPECT_NE(text.find("^^^^^^^^^^^ thread 2 writes it\n"), std::string::npos) << text;
  EXPECT_NE(text.find("^^^^^^^^^^^ thread 1 reads it\n"), std::string::npos) << text;
  json notes = json::parse(report::json(s.result, s.subject, s.sources))["violation"]["notes"];
  EXPECT_EQ(notes[0]["thread"], 2);
  EXPECT_EQ(notes[1]["thread"], 1);
}

TEST(Report, TextMarksWhatThrewAndTheClause) {
  Sample s;
  s.result.violation->kind = verdict::ViolationKind::Exceptional;
  s.result.violation->span = {s.file, 0, 11};
  s.result.violation->notes = {{{s.file, 12, 26}, "this clause does not hold"}};
  s.result.violation->values = {{"x", "1"}};
  s.result.counterexample->trace.push_back(s.result.counterexample->trace[0]);
  s.result.counterexample->trace[1].span = {s.file, 12, 26};
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("\n>    1 "), std::string::npos) << text;
  EXPECT_NE(text.find("\n>    2 "), std::string::npos) << text;
  EXPECT_NE(text.find("^ thrown here\n"), std::string::npos) << text;
  EXPECT_NE(text.find("- this clause does not hold: x = 1\n"), std::string::npos) << text;
}

TEST(Report, ManyValuesStandBelow) {
  Sample s;
  s.result.violation->values = {{"first", std::string(40, 'x')}, {"second", std::string(40, 'y')}};
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("\nwhere\n  first = xxx"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  second = yyy"), std::string::npos) << text;
}

TEST(Report, ColoursOnlyIfAsked) {
  Sample s;
  EXPECT_EQ(report::text(s.result, s.subject, s.sources, {}).find('\x1b'), std::string::npos);
  EXPECT_NE(report::text(s.result, s.subject, s.sources, {.color = true}).find('\x1b'),
            std::string::npos);
}

TEST(Report, JsonTellsOptionsNotesAndValues) {
  Sample s;
  s.subject.options = {{"int", "32"}};
  s.result.violation->values = {{"x", "1"}};
  s.result.counterexample->trace[0].notes = {"calls Main.f"};
  s.result.counterexample->trace[0].depth = 2;
  json root = json::parse(report::json(s.result, s.subject, s.sources));
  EXPECT_EQ(root["options"]["int"], "32");
  EXPECT_EQ(root["violation"]["values"]["x"], "1");
  EXPECT_EQ(root["counterexample"]["trace"][0]["notes"], json{"calls Main.f"});
  EXPECT_EQ(root["counterexample"]["trace"][0]["depth"], 2);
}

TEST(Report, TextSaysWhichBoundsCutAProof) {
  Sample s;
  s.result = {};
  s.result.verdict = verdict::VerdictKind::Valid;
  s.result.cut("depth");
  s.result.cut("inputs");
  std::string text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("within bounds: depth, inputs"), std::string::npos) << text;
  s.result.bounds.clear();
  s.result.complete = true;
  text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("complete"), std::string::npos) << text;
  s.result.vacuous = true;
  text = report::text(s.result, s.subject, s.sources, {});
  EXPECT_NE(text.find("warning"), std::string::npos) << text;
}

}  // namespace
