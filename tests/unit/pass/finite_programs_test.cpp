// The programs of tests/programs, and their finite models: within the bounds both have
// the same verdict, a violation of the model is one of the program, and the text of the
// model reads back.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "base/file.h"
#include "ir/equal.h"
#include "ir/printer.h"
#include "lang/bir/parse.h"
#include "support/finite.h"

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMagnitude = 2;   // of inputs
constexpr std::uint64_t kSteps = 4'000;  // of one search
constexpr std::uint64_t kModelSteps = 12'000;

struct Counts {
  int compared = 0;
  int cut = 0;  // the model met a bound before the violation
};

std::set<std::string> entries_of(const std::string& text) {
  static const std::regex kEntry("--entry (\\S+)");
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), kEntry), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  if (found.empty() && text.find("void main(") != std::string::npos) found.insert("");
  return found;
}

pass::FiniteBounds bounds_for(const ir::Program& program) {
  pass::FiniteBounds bounds;
  bool has_inputs = !program.proc(program.entry).params.empty();
  bounds.low = has_inputs ? -kMagnitude : -50;
  bounds.high = has_inputs ? kMagnitude : 50;
  if (has_inputs) return bounds;
  bounds.instances = 10;
  bounds.array_size = 10;
  bounds.recursion = 6;
  bounds.threads = 20;
  return bounds;
}

void read_back(const ir::Program& program) {
  base::Sources sources;
  diag::Sink sink;
  auto again = bir::parse(sources, sources.add("model.bir", ir::print(program)), sink);
  ASSERT_TRUE(again.has_value()) << diag::render(sources, sink, {});
  EXPECT_EQ(ir::difference(program, *again), "");
}

void compare(const support::Prepared& subject, Counts& counts) {
  auto model = pass::finitise(subject.program, bounds_for(subject.program));
  ASSERT_TRUE(model.has_value()) << model.error().what;
  for (const pass::FiniteNote& note : pass::why_infinite(model->program))
    ADD_FAILURE() << note.what;
  read_back(model->program);
  interp::Options options;
  options.bounds.int_magnitude = kMagnitude;
  options.bounds.uint_max = kMagnitude;
  interp::Model source(subject.program, options);
  run::Run run({.seconds = {}, .memory_bytes = {}, .steps = kSteps});
  interp::ExploreOptions explore;
  explore.depth = 300;
  explore.match_states = true;
  explore.use_invisible = true;
  verdict::Result expected = interp::explore(run, source, std::move(explore));
  verdict::Result found = support::explore_model(model->program, kModelSteps);
  if (found.violation) {
    auto claim = support::claim_of(model->program, found.counterexample->decisions);
    claim.kind = found.violation->kind;
    // Inputs are those of the trace; arbitrary values are among those that replays know.
    interp::Model concrete(subject.program, {});
    auto replayed = certify::certify_on_source(concrete, *model, claim);
    // A test of floats that came out as it does not in the program.
    bool is_guess =
        std::any_of(claim.steps.begin(), claim.steps.end(), [&](const verdict::Step& step) {
          return model->origins[step.proc.index()][step.transition.index()].is_guess;
        });
    if (!replayed && is_guess) return;
    EXPECT_TRUE(replayed.has_value()) << replayed.error();
  }
  bool done = expected.verdict != verdict::VerdictKind::Unknown &&
              found.verdict != verdict::VerdictKind::Unknown;
  if (!done) return;
  bool is_cut = std::any_of(found.bounds.begin(), found.bounds.end(),
                            [](const auto& b) { return b.cut && b.name == "limit"; });
  if (expected.violation && !found.violation && is_cut) {
    ++counts.cut;
    return;
  }
  // The interpreter tries few characters and objects: a violation of the model that was
  // replayed above counts, whatever it says.
  if (found.violation && !expected.violation && !expected.complete) return;
  ++counts.compared;
  EXPECT_EQ(expected.violation.has_value(), found.violation.has_value());
}

Counts compare_folder(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(fs::path(BRAID_TESTS_DIR) / "programs" / folder)) {
    if (file.path().extension() == ".oox") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  Counts counts;
  for (const fs::path& path : files) {
    auto text = base::read_file(path.string());
    EXPECT_TRUE(text.has_value());
    // Programs that are not right, or that need an option of the command line.
    bool is_plain = path.stem().string().find("error") == std::string::npos &&
                    text->find("=> error") == std::string::npos &&
                    text->find("--int ") == std::string::npos;
    if (!is_plain) continue;
    for (const std::string& entry : entries_of(*text)) {
      SCOPED_TRACE(path.filename().string() + " " + entry);
      support::Prepared subject(*text, entry);
      if (subject.program.entry) compare(subject, counts);
    }
  }
  return counts;
}

// At least so many programs of the folder must have been compared to the end.
void expect_agreement(const std::string& folder, int least) {
  Counts counts = compare_folder(folder);
  EXPECT_GE(counts.compared, least);
  EXPECT_LE(counts.cut * 5, counts.compared) << "bounds hide too much";
}

TEST(FinitePrograms, contracts) { expect_agreement("contracts", 20); }
TEST(FinitePrograms, dispatch) { expect_agreement("dispatch", 20); }
TEST(FinitePrograms, exceptions) { expect_agreement("exceptions", 15); }
TEST(FinitePrograms, expressions) { expect_agreement("expressions", 15); }
TEST(FinitePrograms, locks) { expect_agreement("locks", 25); }
TEST(FinitePrograms, statements) { expect_agreement("statements", 10); }
TEST(FinitePrograms, threads) { expect_agreement("threads", 15); }
TEST(FinitePrograms, wait_notify) { expect_agreement("wait_notify", 8); }

}  // namespace
