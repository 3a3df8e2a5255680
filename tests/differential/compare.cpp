#include "compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/interp/explore.h"
#include "input_domain.h"
#include "load.h"
#include "pipeline/symex_engine.h"

namespace differential {

namespace {

constexpr std::uint64_t kDepth = 5000;  // steps of one execution, for both sides

std::string line_of(const verdict::Result& result) {
  std::string text(keyword(result.verdict));
  if (result.violation) text += " " + std::string(keyword(result.violation->kind));
  return text;
}

std::string describe(const std::string& name, const verdict::Result& result) {
  std::string text = fmt::format("{}: {}", name, line_of(result));
  if (result.violation) {
    text +=
        fmt::format(" ({}, at byte {})", result.violation->message, result.violation->span.begin);
  }
  if (!result.reason.empty()) text += fmt::format(" ({})", result.reason);
  if (result.vacuous) text += ", vacuous";
  text += fmt::format(", {} paths, {} discarded", result.stats.paths, result.stats.discarded);
  for (const std::string& bound : result.bounds_hit()) text += ", hit " + bound;
  return text + "\n";
}

bool is_unknown(const verdict::Result& r) { return r.verdict == verdict::VerdictKind::Unknown; }
bool is_valid(const verdict::Result& r) { return r.verdict == verdict::VerdictKind::Valid; }

class Comparer {
 public:
  Comparer(const Subject& subject, const ir::Program& program, const Effort& effort,
           Comparison& out)
      : subject_(subject), program_(program), effort_(effort), out_(out) {}

  void run(Mode mode, std::optional<bool> is_valid) {
    if (is_valid) {
      truth_.verdict = *is_valid ? verdict::VerdictKind::Valid : verdict::VerdictKind::Invalid;
    } else {
      truth_ = enumerate("interp", false, false);
    }
    out_.interp = line_of(truth_);
    out_.is_vacuous = truth_.vacuous;
    if (mode == Mode::Interp) return compare_searches();
    verdict::Result all = execute("symex", {});
    out_.symex = line_of(all);
    out_.bounds_hit = all.bounds_hit();
    compare_with_truth(all);
    compare_slice(all);
    if (mode >= Mode::Rotating) compare_settings(all, mode == Mode::Switches);
  }

 private:
  void fail(const std::string& kind, std::string detail) {
    if (!out_.failure) out_.failure = {kind, std::move(detail)};
  }

  verdict::Result enumerate(const std::string& name, bool match, bool invisible) {
    interp::Options options;
    options.bounds = subject_.bounds;
    interp::Model model(program_, options);
    interp::ExploreOptions explore;
    explore.depth = kDepth;
    explore.match_states = match;
    explore.use_invisible = invisible;
    run::Limits limits;
    limits.steps = effort_.steps;
    run::Run run(limits);
    return finished(name, interp::explore(run, model, std::move(explore)));
  }

  verdict::Result execute(const std::string& name, const solve::Options& solver,
                          bool random = false, bool slice = false) {
    pipeline::Request options;
    options.bounds.slice = slice;
    options.depth = kDepth;
    options.array_size = static_cast<std::uint32_t>(subject_.bounds.array_size);
    options.solver = solver;
    options.solver.query_seconds = query_seconds();
    if (random) options.search = pipeline::SearchMode::Random;
    run::Limits limits;
    limits.seconds = effort_.seconds;
    run::Run run(limits, 1);
    return finished(name, pipeline::execute_symbolically(run, program_, options).result);
  }

  verdict::Result finished(const std::string& name, verdict::Result result) {
    out_.seconds[name] += result.stats.seconds;
    if (is_unknown(result)) out_.reasons.push_back(name + ": " + result.reason);
    return result;
  }

  void compare_searches() {
    for (auto [name, match, invisible] : {std::tuple{"stateful", true, false},
                                          {"coarsened", false, true},
                                          {"stateful and coarsened", true, true}}) {
      verdict::Result result = enumerate(name, match, invisible);
      if (is_unknown(result) || is_unknown(truth_)) continue;
      if (result.verdict != truth_.verdict) {
        fail("searches", describe("interp", truth_) + describe(name, result));
      }
    }
  }

  void compare_with_truth(const verdict::Result& result) {
    if (is_unknown(result) || is_unknown(truth_)) return;
    std::string both = describe("interp", truth_) + describe("symex", result);
    auto hits = [&](const char* bound) {
      const auto hit = result.bounds_hit();
      return std::find(hit.begin(), hit.end(), bound) != hit.end();
    };
    // Arrays have the same bound on both sides: it excuses nothing.
    bool is_cut = hits("depth") || hits("unwind");
    if (is_valid(result) && !is_valid(truth_) && !is_cut) return fail("missed", both);
    if (is_valid(result)) {
      if (result.vacuous && !truth_.vacuous) fail("vacuous", both);
      return;
    }
    // It was replayed, so it is true; but has the interpreter looked at it?
    out_.is_beyond = !is_in_domain(*result.counterexample, subject_.bounds);
    bool truth_is_cut = std::any_of(truth_.bounds.begin(), truth_.bounds.end(),
                                    [](const auto& b) { return b.cut && b.name == "depth"; });
    if (is_valid(truth_) && !out_.is_beyond && !truth_is_cut) fail("surplus", both);
  }

  // What does not matter is dropped: fewer decisions about inputs, and the same verdict.
  void compare_slice(const verdict::Result& all) {
    verdict::Result sliced = execute("symex, sliced", {}, false, true);
    compare_with_truth(sliced);
    if (is_unknown(sliced) || is_unknown(all)) return;
    bool same = sliced.verdict == all.verdict && sliced.vacuous == all.vacuous;
    bool is_counted = is_valid(all) && !has_given_up(all) && !has_given_up(sliced);
    if (is_counted) same = same && sliced.stats.paths <= all.stats.paths;
    if (!same) fail("slice", describe("symex", all) + describe("symex, sliced", sliced));
  }

  // Every setting, or two of those with one accelerator, which differ by program.
  void compare_settings(const verdict::Result& all, bool every) {
    compare_setting("all off", solve::Options::all_off(), all);
    static constexpr std::pair<const char*, bool solve::Options::*> kAlone[] = {
        {"evaluation", &solve::Options::evaluation},
        {"repair", &solve::Options::repair},
        {"slicing", &solve::Options::slicing},
        {"exact cache", &solve::Options::exact_cache},
        {"subset cache", &solve::Options::subset_cache},
        {"equalities", &solve::Options::equalities},
        {"differences", &solve::Options::differences}};
    std::size_t count = std::size(kAlone);
    std::size_t first = every ? 0 : subject_.text.size() % count;
    for (std::size_t i = 0; i < (every ? count : 2); ++i) {
      const auto& [name, member] = kAlone[(first + 3 * i) % count];
      solve::Options options = solve::Options::all_off();
      options.*member = true;
      compare_setting(std::string("only ") + name, options, all);
    }
    if (!every) return;
    verdict::Result random = execute("random search", {}, true);
    if (is_unknown(random) || is_unknown(all)) return;
    bool same = random.verdict == all.verdict &&
                (!is_valid(all) || has_given_up(all) || has_given_up(random) ||
                 random.stats.paths == all.stats.paths);
    if (!same) fail("order", describe("symex", all) + describe("random search", random));
  }

  // A branch that the solver gave up on is followed, though it may be impossible: then
  // there are more paths.
  static bool has_given_up(const verdict::Result& r) { return r.stats.unanswered > 0; }
  double query_seconds() const { return effort_.seconds / 4; }

  // The search is the same, so everything but the values of a counterexample is.
  void compare_setting(const std::string& name, const solve::Options& options,
                       const verdict::Result& all) {
    verdict::Result result = execute(name, options);
    if (is_unknown(result) || is_unknown(all)) return;
    bool same = result.verdict == all.verdict && result.vacuous == all.vacuous &&
                result.bounds_hit() == all.bounds_hit();
    if (!has_given_up(all) && !has_given_up(result)) {
      same = same && result.stats.paths == all.stats.paths &&
             result.stats.discarded == all.stats.discarded;
    }
    if (same && all.violation) {
      same = result.violation->kind == all.violation->kind &&
             result.violation->span == all.violation->span;
    }
    if (!same) fail("switches", describe("symex", all) + describe(name, result));
  }

  const Subject& subject_;
  const ir::Program& program_;
  const Effort& effort_;
  Comparison& out_;
  verdict::Result truth_;
};

}  // namespace

Comparison compare(const Subject& subject, Mode mode, const Effort& effort,
                   std::optional<bool> is_valid) {
  Comparison out;
  Loaded loaded(subject);
  if (!loaded.is_good()) {
    out.failure = {"rejected", loaded.problems()};
    return out;
  }
  Comparer(subject, loaded.program(), effort, out).run(mode, is_valid);
  return out;
}

}  // namespace differential
