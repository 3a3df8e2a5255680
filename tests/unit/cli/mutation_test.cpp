// Mutants through the whole pipeline, and the thesis's tables: S. Koppier, "The Path
// Explosion Problem in Symbolic Execution", MSc thesis, Utrecht University 2020.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "cli/mutation_run.h"
#include "pipeline/load.h"

namespace {

using cli::MutationRun;
using cli::Outcome;
using mutate::Mutant;
using pipeline::Engine;
using pipeline::Input;

const std::string kPapers = BRAID_TESTS_DIR "/../bench/papers/";

// What is verified, and how.
struct MutateOptions : pipeline::Request {
  MutateOptions() { engine = Engine::Symex; }
  pipeline::LoadOptions load;
};

MutationRun run_mutants(run::Run& whole, Input& input, const std::vector<Mutant>& mutants,
                        const MutateOptions& options, const cli::MutationEvents& events = {}) {
  return cli::run_mutants(whole, input, mutants, options.load, options, events);
}

void load(Input& input, const MutateOptions& options) {
  bool good = pipeline::check_sources(input) && pipeline::lower_sources(options.load, input) &&
              pipeline::prepare_program(options.load, input);
  ASSERT_TRUE(good);
}

void load_text(Input& input, const std::string& text, const MutateOptions& options = {}) {
  input.files.push_back(input.sources.add("subject.oox", text));
  ASSERT_TRUE(pipeline::parse_sources(input));
  load(input, options);
}

void load_files(Input& input, const MutateOptions& options) {
  ASSERT_TRUE(pipeline::read_sources(options.load.paths, input) && pipeline::parse_sources(input));
  load(input, options);
}

std::vector<Mutant> mutants_of(const Input& input) {
  return mutate::enumerate(input.sources, input.oox);
}

// "valid", or "invalid" and the kind of the violation.
std::string show(const cli::Verified& verified) {
  const verdict::Result& r = verified.result;
  std::string text(verdict::keyword(r.verdict));
  if (r.violation) text += " " + std::string(verdict::keyword(r.violation->kind));
  return text;
}

using Verdicts = std::map<std::string, std::string>;

Verdicts verdicts(const MutationRun& run) {
  Verdicts result{{"ORIGINAL", show(*run.original)}};
  for (const cli::MutantResult& m : run.mutants) {
    result[m.mutant->name()] = show(m.verified);
  }
  return result;
}

// The columns mutant, verdict and kind of a table.
Verdicts table(const std::string& file) {
  std::ifstream in(kPapers + file);
  EXPECT_TRUE(in.good()) << file;
  Verdicts result;
  std::string line;
  std::getline(in, line);  // the source
  std::getline(in, line);  // the columns
  while (std::getline(in, line)) {
    std::istringstream columns(line);
    std::string name;
    std::string verdict;
    std::string kind;
    std::getline(columns, name, ',');
    std::getline(columns, verdict, ',');
    std::getline(columns, kind, ',');
    result[name] = kind.empty() ? verdict : verdict + " " + kind;
  }
  return result;
}

TEST(Mutation, BubbleSortHasTheVerdictsAndKindsOfTheThesis) {
  MutateOptions options;
  options.load.paths = {kPapers + "bubble_sort.oox"};
  options.depth = 80;
  options.unwind = 1000;
  options.array_size = 3;
  Input input;
  load_files(input, options);
  std::vector<Mutant> mutants = mutants_of(input);
  ASSERT_EQ(mutants.size(), 61U);
  run::Run whole;
  MutationRun run = run_mutants(whole, input, mutants, options);
  EXPECT_FALSE(run.interrupted);
  // Two mutants never end: the depth cuts every execution. The thesis calls them valid.
  Verdicts expected = table("bubble_sort.csv");
  for (const char* endless : {"DEL1", "LIT1"}) {
    EXPECT_EQ(expected[endless], "valid");
    expected[endless] = "unknown";
  }
  EXPECT_EQ(verdicts(run), expected);
  cli::Tally total = run.total();
  EXPECT_EQ(total.mutants, 61U);
  EXPECT_EQ(total.killed, 41U);
  EXPECT_EQ(total.survived, 18U);
}

// The table calls the assertion `ensures`. The mutants that are left out never leave
// the loop, and take seconds each; bench/papers/run has them, too.
TEST(Mutation, ListMinimumHasTheVerdictsAndKindsOfTheThesis) {
  const std::set<std::string> slow = {"ARITH3", "ARITH4", "ARITH5", "DEL11",
                                      "LIT6",   "VAR32",  "VAR33"};
  Verdicts expected = table("list_min.csv");
  ASSERT_EQ(expected.size(), 48U);
  for (const std::string& name : slow) ASSERT_EQ(expected.erase(name), 1U) << name;
  for (auto& [name, verdict] : expected) {
    if (verdict == "invalid ensures") verdict = "invalid assert";
  }
  MutateOptions options;
  options.load.paths = {kPapers + "list_min.oox"};
  options.load.entry = "Main.check";
  options.depth = 85;
  options.unwind = 1000;
  Input input;
  load_files(input, options);
  std::vector<Mutant> mutants = mutants_of(input);
  std::erase_if(mutants, [&](const Mutant& m) { return !expected.contains(m.name()); });
  run::Run whole;
  MutationRun run = run_mutants(whole, input, mutants, options);
  EXPECT_EQ(verdicts(run), expected);
}

const char* const kTwice =
    "class Main { static int twice(int x) requires(x >= 0) ensures(retval == x + x) { "
    "int y := x + x; return y; } }";

// Each engine has bounds of its own, which tell that it was the one that ran; SPIN and NuSMV
// say so themselves if they are not there.
TEST(Mutation, EveryEngineVerifiesTheMutants) {
  const char* const program =
      "class Main { static void main(int x) requires(x >= 0 && x <= 2) { "
      "int y := x + 1; assert y > x; } }";
  const std::set<std::string> finite = {"array-size", "inputs",  "instances", "lock-depth",
                                        "range",      "threads", "recursion"};
  const std::map<std::string, std::set<std::string>> bounds = {
      {"symex", {"array-size", "depth", "unwind"}},
      {"interp", {"depth", "inputs"}},
      {"mc", finite},
      {"spin", finite},
      {"nusmv", finite},
      {"modular", {"bitwidth", "scope", "unwind"}}};
  for (const auto& [engine, expected] : bounds) {
    SCOPED_TRACE(engine);
    MutateOptions options;
    options.engine = base::find_word<Engine>(engine);
    Input input;
    load_text(input, program);
    std::vector<Mutant> mutants = mutants_of(input);
    std::erase_if(mutants, [](const Mutant& m) { return m.name() != "ARITH0"; });
    run::Run whole;
    MutationRun run = run_mutants(whole, input, mutants, options);
    ASSERT_TRUE(run.original && run.mutants.size() == 1);
    for (const cli::Verified* v : {&*run.original, &run.mutants[0].verified}) {
      std::set<std::string> names;
      for (const verdict::Bound& bound : v->result.bounds) names.insert(bound.name);
      EXPECT_EQ(names, expected);
    }
    const verdict::Result& original = run.original->result;
    if (original.reason.find("installed") != std::string::npos) continue;
    EXPECT_EQ(original.verdict, verdict::VerdictKind::Valid) << original.reason;
    EXPECT_EQ(run.mutants[0].verified.result.verdict, verdict::VerdictKind::Invalid);
    // SPIN counts states, not executions; NuSMV neither.
    EXPECT_EQ(original.stats.paths == 0,
              engine == "spin" || engine == "nusmv" || engine == "modular");
  }
}

// A finite model of it would leave out what the methods without code do.
TEST(Mutation, MethodsGivenBySpecificationAreForTheModularEngine) {
  for (const char* engine : {"mc", "spin", "nusmv", "symex", "interp"}) {
    SCOPED_TRACE(engine);
    MutateOptions options;
    options.load.paths = {std::string(BRAID_TESTS_DIR) + "/../examples/library.oox"};
    options.load.entry = "Store.submit";
    options.engine = base::find_word<Engine>(engine);
    Input input;
    load_files(input, options);
    run::Run whole;
    MutationRun run = run_mutants(whole, input, {}, options);
    ASSERT_TRUE(run.original);
    EXPECT_EQ(run.original->result.verdict, verdict::VerdictKind::Unknown);
    EXPECT_NE(run.original->result.reason.find("given by specification only"), std::string::npos);
  }
}

TEST(Mutation, KillsByAnotherVerdictThanTheOriginals) {
  MutateOptions options;
  Input input;
  load_text(input, kTwice);
  std::vector<Mutant> mutants = mutants_of(input);
  run::Run whole;
  MutationRun run = run_mutants(whole, input, mutants, options);
  ASSERT_EQ(run.mutants.size(), mutants.size());
  EXPECT_EQ(run.total().killed, mutants.size());
  EXPECT_EQ(run.mutants[0].verified.file, "subject.oox");
  EXPECT_EQ(run.mutants[0].verified.at.line, 1U);
  EXPECT_EQ(run.mutants[0].mutant, &mutants[0]);
}

TEST(Mutation, ComparesWithAnOriginalThatIsInvalid) {
  Input input;
  load_text(input, "class Main { static void main() { int x := 1; assert x == 2; } }");
  std::vector<Mutant> mutants = mutants_of(input);  // DEL0, LIT0: 1 -> 0, LIT1: 1 -> 2
  run::Run whole;
  MutationRun run = run_mutants(whole, input, mutants, {});
  ASSERT_EQ(run.mutants.size(), 3U);
  EXPECT_EQ(run.mutants[0].outcome, Outcome::Survived);
  EXPECT_EQ(run.mutants[1].outcome, Outcome::Survived);
  EXPECT_EQ(run.mutants[2].outcome, Outcome::Killed);
}

TEST(Mutation, DecidesNothingWithoutAVerdict) {
  Input input;
  load_text(input,
            "class Main { static void main() { int x := 0; while (x < 1000000) { x := x + 1; } "
            "assert x != 7; } }");
  std::vector<Mutant> mutants = mutants_of(input);
  std::erase_if(mutants, [](const Mutant& m) { return m.op != mutate::Operator::Cmp; });
  MutateOptions options;
  options.engine = Engine::Interp;
  options.limits.seconds = 1e-9;
  run::Run whole;
  MutationRun run = run_mutants(whole, input, mutants, options);
  EXPECT_FALSE(run.interrupted);
  EXPECT_EQ(run.original->result.verdict, verdict::VerdictKind::Unknown);
  cli::Tally total = run.total();
  EXPECT_EQ(total.unknown, 3U);
  EXPECT_EQ(total.score(), std::nullopt);
}

TEST(Mutation, EndsWithWhatIsKnownWhenCancelled) {
  Input input;
  load_text(input, kTwice);
  std::vector<Mutant> mutants = mutants_of(input);
  run::Run whole;
  cli::MutationEvents events;
  std::size_t seen = 0;
  events.on_mutant = [&](const cli::MutantResult&) {
    if (++seen == 2) whole.cancel();
    return true;
  };
  MutationRun run = run_mutants(whole, input, mutants, {}, events);
  EXPECT_TRUE(run.interrupted);
  EXPECT_EQ(run.mutants.size(), 2U);
}

TEST(Mutation, EndsDuringTheOriginalWhenCancelled) {
  Input input;
  load_text(input, kTwice);
  run::Run whole;
  whole.cancel();
  MutationRun run = run_mutants(whole, input, mutants_of(input), {});
  EXPECT_TRUE(run.interrupted);
  EXPECT_FALSE(run.original.has_value());
  EXPECT_TRUE(run.mutants.empty());
}

TEST(Mutation, TalliesByOperator) {
  cli::Tally tally;
  EXPECT_EQ(tally.score(), std::nullopt);
  tally.add(Outcome::Killed);
  tally.add(Outcome::Killed);
  tally.add(Outcome::Survived);
  tally.add(Outcome::Survived);
  tally.add(Outcome::Unknown);
  EXPECT_EQ(tally.mutants, 5U);
  EXPECT_EQ(tally.score(), 0.5);
  Input input;
  load_text(input, "class Main { static void main() { int x := 1; assert x == 1; } }");
  std::vector<Mutant> mutants = mutants_of(input);
  run::Run whole;
  auto tallies = run_mutants(whole, input, mutants, {}).by_operator();
  EXPECT_EQ(tallies[static_cast<std::size_t>(mutate::Operator::Lit)].killed, 2U);
  EXPECT_EQ(tallies[static_cast<std::size_t>(mutate::Operator::Del)].killed, 1U);
  EXPECT_EQ(tallies[static_cast<std::size_t>(mutate::Operator::Var)].mutants, 0U);
}

}  // namespace
