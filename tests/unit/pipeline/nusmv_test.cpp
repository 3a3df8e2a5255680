// NuSMV as an engine. No NuSMV is needed: a script on the PATH prints what NuSMV would,
// which the reader of SMV in tests/support computes from the text that Braid writes.
#include "pipeline/nusmv_engine.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "engine/nusmv/smv.h"
#include "ir/pass/liveness.h"
#include "lang/bir/parse.h"
#include "logic/ltl/observe.h"
#include "logic/ltl/parser.h"
#include "support/smv_search.h"

namespace {

namespace fs = std::filesystem;

// A folder with a fake `NuSMV`, alone on the PATH with the system's programs.
class FakeNusmv {
 public:
  explicit FakeNusmv(const std::string& script) : old_(std::getenv("PATH")) {
    write("NuSMV", "#!/bin/sh\n" + script);
    fs::permissions(folder_.path() + "/NuSMV", fs::perms::owner_all);
    setenv("PATH", (folder_.path() + ":/usr/bin:/bin").c_str(), 1);
  }
  ~FakeNusmv() { setenv("PATH", old_.c_str(), 1); }
  FakeNusmv(const FakeNusmv&) = delete;
  FakeNusmv& operator=(const FakeNusmv&) = delete;

  void write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(base::write_output(path(name), text));
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

 private:
  base::TemporaryFolder folder_;
  std::string old_;
};

struct Bir {
  base::Sources sources;
  diag::Sink sink;
  std::optional<ir::Program> program;

  explicit Bir(const std::string& name) {
    auto text = base::read_file(std::string(BRAID_TESTS_DIR) + "/programs/models/" + name);
    EXPECT_TRUE(text) << name;
    base::FileId file = sources.add(name, *text);
    program = bir::parse(sources, file, sink);
    EXPECT_TRUE(program) << name;
    pass::annotate_liveness(*program);
  }
};

pipeline::Request options_for_tests() {
  pipeline::Request options;
  options.engine = pipeline::Engine::Nusmv;
  return options;
}

verdict::Result verify(const ir::Program& program, pipeline::Request options) {
  run::Run run(options.limits);
  return pipeline::verify_with_nusmv(run, program, options);
}

// With the output that belongs to the model.
verdict::Result verify_model(const Bir& bir, const pipeline::Request& options) {
  auto emitted = nusmv::smv(*bir.program);
  EXPECT_TRUE(emitted);
  support::smv::Model model = support::smv::Reader(emitted->text).read();
  FakeNusmv nusmv("cat \"$(dirname \"$0\")/output\"\n");
  nusmv.write("output", support::smv::nusmv_output(model, support::smv::Search(model).run()));
  return verify(*bir.program, options);
}

struct Expected {
  const char* name;
  verdict::VerdictKind verdict;
  std::vector<verdict::ViolationKind> kinds;  // any of them
};

class NusmvModels : public testing::TestWithParam<Expected> {};

TEST_P(NusmvModels, HaveConfirmedVerdicts) {
  const Expected& expected = GetParam();
  Bir bir(std::string("smv_") + expected.name + ".bir");
  verdict::Result result = verify_model(bir, options_for_tests());
  EXPECT_EQ(result.verdict, expected.verdict) << result.reason;
  if (expected.kinds.empty()) {
    EXPECT_FALSE(result.violation);
    EXPECT_TRUE(result.complete);
    return;
  }
  ASSERT_TRUE(result.violation) << result.reason;
  EXPECT_NE(std::find(expected.kinds.begin(), expected.kinds.end(), result.violation->kind),
            expected.kinds.end())
      << result.violation->message;
  EXPECT_FALSE(result.counterexample->trace.empty());
}

using verdict::VerdictKind;
using verdict::ViolationKind;

INSTANTIATE_TEST_SUITE_P(
    Driver, NusmvModels,
    testing::Values(Expected{"peterson", VerdictKind::Valid, {}},
                    Expected{"forks", VerdictKind::Deadlock, {ViolationKind::Deadlock}},
                    Expected{"monitor", VerdictKind::Valid, {}},
                    Expected{"list", VerdictKind::Invalid, {ViolationKind::Limit}},
                    Expected{"choices", VerdictKind::Invalid, {ViolationKind::Assert}},
                    Expected{"limit", VerdictKind::Invalid, {ViolationKind::Limit}},
                    Expected{"errors", VerdictKind::Invalid, {ViolationKind::Error}},
                    Expected{"exceptions", VerdictKind::Valid, {}},
                    Expected{"threads", VerdictKind::Valid, {}},
                    Expected{"assume", VerdictKind::Invalid, {ViolationKind::Assert}},
                    Expected{"objects", VerdictKind::Deadlock, {ViolationKind::Deadlock}}),
    [](const auto& model) { return std::string(model.param.name); });

TEST(Nusmv, BoundedSearchIsCutByALimit) {
  Bir bir("smv_limit.bir");
  pipeline::Request options = options_for_tests();
  options.search = pipeline::SearchMode::Bounded;
  verdict::Result result = verify_model(bir, options);
  EXPECT_EQ(result.verdict, VerdictKind::Valid) << result.reason;
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.bounds_hit(), std::vector<std::string>{"range"});
}

// A thread that switches x on and off for ever.
const char* const kSwitch =
    "system switch() x : range 0..1; main thread Main() "
    "loc a: when true do { x := 1; } goto b; loc b: when true do { x := 0; } goto c; "
    "loc c: when true do { x := 1; } goto b; end Main; end switch;";

verdict::Answer ask_about(const std::string& formula, const std::string& output) {
  base::Sources sources;
  diag::Sink sink;
  auto program = bir::parse(sources, sources.add("switch.bir", kSwitch), sink);
  EXPECT_TRUE(program);
  ltl::SyntaxPtr syntax = ltl::parse(sources, sources.add("formula", formula), sink);
  EXPECT_TRUE(syntax);
  auto property = ltl::observe(syntax, *program, sources, sink);
  EXPECT_TRUE(property);
  for (ltl::Proposition& p : property->propositions) ltl::bind(p.condition, *program);
  FakeNusmv nusmv("cat \"$(dirname \"$0\")/output\"\n");
  nusmv.write("output", output);
  run::Run run;
  return pipeline::ask_nusmv_about(run, *program, *property, options_for_tests(), false);
}

const char* const kRounds =
    "-- as demonstrated by the following execution sequence\n"
    "Trace Description: LTL Counterexample \nTrace Type: Counterexample \n"
    "  -> State: 1.1 <-\n    trap = none\n    Main_pc = Main_a\n    x = 0\n"
    "  -> Input: 1.2 <-\n    runs = Main\n    branch = 0\n"
    "  -- Loop starts here\n"
    "  -> State: 1.2 <-\n    Main_pc = Main_b\n    x = 1\n"
    "  -> Input: 1.3 <-\n"
    "  -> State: 1.3 <-\n    Main_pc = Main_c\n    x = 0\n"
    "  -> Input: 1.4 <-\n"
    "  -> State: 1.4 <-\n    Main_pc = Main_b\n    x = 1\n";

TEST(Nusmv, ConfirmsLoopsOfTemporalProperties) {
  verdict::Answer answer = ask_about(
      "<>[](x == 1)", "-- specification ( G trap = none ->  F ( G property_0))  is false\n" +
                          std::string(kRounds) + "-- invariant !deadlocked  is true\n");
  ASSERT_TRUE(answer.result.violation) << answer.result.reason;
  EXPECT_EQ(answer.result.violation->kind, ViolationKind::Ltl);
  ASSERT_GE(answer.claim.rounds.size(), 2U);
  EXPECT_EQ(answer.claim.rounds[0], 1U);
  EXPECT_EQ(answer.claim.rounds[1], 3U);
  EXPECT_FALSE(answer.claim.has_ended);
}

// The same loop against a property that it has.
TEST(Nusmv, DoesNotBelieveWrongLoops) {
  verdict::Answer answer = ask_about(
      "[]<>(x == 1)", "-- specification ( G trap = none ->  G ( F property_0))  is false\n" +
                          std::string(kRounds) + "-- invariant !deadlocked  is true\n");
  EXPECT_EQ(answer.result.verdict, VerdictKind::Unknown);
  EXPECT_NE(answer.result.reason.find("could not be confirmed"), std::string::npos)
      << answer.result.reason;
}

TEST(Nusmv, AcceptsTemporalPropertiesThatHold) {
  verdict::Answer answer =
      ask_about("[]<>(x == 1)",
                "-- specification ( G trap = none ->  G ( F property_0))  is true\n"
                "-- invariant !deadlocked  is true\n");
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
  EXPECT_TRUE(answer.result.complete);
}

TEST(Nusmv, SaysWhatToInstall) {
  Bir bir("smv_limit.bir");
  std::string old = std::getenv("PATH");
  base::TemporaryFolder empty;
  setenv("PATH", empty.path().c_str(), 1);
  verdict::Result result = verify(*bir.program, options_for_tests());
  setenv("PATH", old.c_str(), 1);
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_NE(result.reason.find("nusmv.fbk.eu"), std::string::npos) << result.reason;
}

TEST(Nusmv, TellsWhyItFailed) {
  Bir bir("smv_limit.bir");
  FakeNusmv nusmv("echo 'file model.smv: line 3: syntax error' >&2\nexit 1\n");
  verdict::Result result = verify(*bir.program, options_for_tests());
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_EQ(result.reason, "NuSMV failed: file model.smv: line 3: syntax error");
}

TEST(Nusmv, DoesNotTakeSilenceForAnAnswer) {
  Bir bir("smv_limit.bir");
  FakeNusmv nusmv("echo '-- invariant !deadlocked  is true'\n");
  verdict::Result result = verify(*bir.program, options_for_tests());
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_NE(result.reason.find("gave no answer"), std::string::npos) << result.reason;
}

TEST(Nusmv, IsKilledWhenTheTimeIsOver) {
  Bir bir("smv_limit.bir");
  FakeNusmv nusmv("sleep 60\n");
  pipeline::Request options = options_for_tests();
  options.limits.seconds = 0.2;
  verdict::Result result = verify(*bir.program, options);
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_NE(result.reason.find("time limit"), std::string::npos) << result.reason;
}

// A counterexample that the interpreter cannot follow is no counterexample.
TEST(Nusmv, RefusesATraceThatDoesNotFit) {
  Bir bir("smv_limit.bir");
  auto emitted = nusmv::smv(*bir.program);
  ASSERT_TRUE(emitted);
  std::string output;
  for (const nusmv::SmvSpec& spec : emitted->specs) {
    bool is_limit = spec.kind == nusmv::SmvSpecKind::Limit;
    output += "-- invariant " + spec.text + (is_limit ? "  is false\n" : "  is true\n");
    if (!is_limit) continue;
    output +=
        "Trace Type: Counterexample \n  -> State: 1.1 <-\n    trap = none\n    Main_pc = Main_a\n"
        "  -> Input: 1.2 <-\n    runs = Main\n    branch = 0\n"
        "  -> State: 1.2 <-\n    trap = limit_range\n";
  }
  FakeNusmv nusmv("cat \"$(dirname \"$0\")/output\"\n");
  nusmv.write("output", output);
  verdict::Result result = verify(*bir.program, options_for_tests());
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_NE(result.reason.find("could not be confirmed"), std::string::npos) << result.reason;
}

}  // namespace
