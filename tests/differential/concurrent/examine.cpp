#include "examine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/run/random.h"
#include "input_domain.h"
#include "ir/pass/awaits.h"
#include "ir/pass/drop.h"
#include "load.h"
#include "slices.h"

namespace concurrent {

namespace {

std::string line_of(const verdict::Result& result) {
  std::string text(keyword(result.verdict));
  bool is_invalid = result.verdict == verdict::VerdictKind::Invalid;
  if (is_invalid) text += " " + std::string(keyword(result.violation->kind));
  return text;
}

bool is_unknown(const verdict::Result& r) { return r.verdict == verdict::VerdictKind::Unknown; }
bool is_valid(const verdict::Result& r) { return r.verdict == verdict::VerdictKind::Valid; }

std::string describe(const std::string& who, const verdict::Result& result) {
  std::string text = fmt::format("{}: {}", who, line_of(result));
  if (result.violation) text += fmt::format(" ({})", result.violation->message);
  if (!result.reason.empty()) text += fmt::format(" ({})", result.reason);
  text += fmt::format(", {} paths, {} pruned", result.stats.paths, result.stats.pruned);
  for (const std::string& bound : result.bounds_hit()) text += ", hit " + bound;
  return text + "\n";
}

// The first elements of `a` that are not in `b`.
std::string difference(const Finals& a, const Finals& b) {
  std::string text;
  int shown = 0;
  for (const std::string& final : a) {
    if (!b.contains(final) && ++shown <= 3) text += "  " + final + "\n";
  }
  return text;
}

// Whether there are inputs or assumptions: then an execution is not told by its schedule
// alone, or may not count.
bool is_open(const ir::Program& program) {
  if (!program.proc(program.entry).params.empty()) return true;
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.actions) {
        if (std::holds_alternative<ir::Assume>(action)) return true;
      }
    }
  }
  return false;
}

// Some guard reads several variables.
bool orders_more(const ir::Program& program, const pass::Awaits& awaits) {
  for (std::size_t p = 0; p < program.procs.size(); ++p) {
    for (std::size_t at = 0; at < program.procs[p].locations.size(); ++at) {
      if (awaits.group(ir::ProcId(p), ir::LocId(at))) return true;
    }
  }
  return false;
}

Known look_at(const Subject& subject, const ir::Program& program, const Effort& effort) {
  Known known;
  known.truth = visit_states(subject, program, effort);
  if (is_open(program) || !is_valid(known.truth.result)) return known;
  interp::Model model(program, interp_options(subject));
  known.traces = count_traces(model, false, effort.prefixes);
  return known;
}

class Examiner {
 public:
  Examiner(const Subject& subject, const ir::Program& program, const Effort& effort, Known known,
           Report& out)
      : subject_(subject),
        program_(program),
        effort_(effort),
        out_(out),
        awaits_(program),
        orders_more_(orders_more(program, awaits_)),
        is_open_(is_open(program)),
        truth_(run_executions(std::move(known.truth), subject, program, effort)),
        traces_(std::move(known.traces)) {}

  void run(const std::vector<Setting>& settings) {
    out_.truth = line_of(truth_.result);
    if (!truth_.problem.empty()) return fail("searches", truth_.problem, std::nullopt);
    if (is_unknown(truth_.result)) {
      ++out_.remarks["no truth: " + truth_.result.reason];
      return;
    }
    out_.final_states = truth_.finals.size();
    check_traces();
    check_slice(settings.front());
    for (const Setting& setting : settings) {
      if (out_.failure) return;
      compare(setting);
    }
  }

 private:
  void fail(const std::string& kind, std::string detail, const std::optional<Setting>& setting) {
    if (!out_.failure) out_.failure = {kind, std::move(detail), setting};
  }

  // Both ways of counting, if the plain one can be afforded.
  void check_traces() {
    if (is_open_ || !is_valid(truth_.result)) return;
    if (!traces_.problem.empty()) return fail("independence", traces_.problem, std::nullopt);
    if (!traces_.is_counted) {
      ++out_.remarks["too many traces"];
      return;
    }
    out_.traces = traces_.visible;
    if (!truth_.is_plain) return;
    interp::Model model(program_, interp_options(subject_));
    Traces plain = count_traces(model, true, 2 * effort_.plain_steps);
    if (!plain.is_counted) return;
    if (plain.all != traces_.all || plain.visible != traces_.visible) {
      fail("counts",
           fmt::format("{} traces, {} visible; each prefix once: {} and {}", plain.all,
                       plain.visible, traces_.all, traces_.visible),
           std::nullopt);
    }
  }

  // The slice has the same verdict and the same endings, and no more traces.
  void check_slice(const Setting& setting) {
    auto slice = pass::drop_irrelevant(program_);
    ++out_.remarks[slice ? "sliced" : "nothing to drop"];
    if (!slice) return;
    std::string apart = walk_both(subject_, program_, *slice, out_.final_states + 1);
    if (!apart.empty()) return fail("slice", apart, std::nullopt);
    Truth truth = visit_states(subject_, *slice, effort_);
    Symbolic found = execute(subject_, *slice, setting, effort_, &program_);
    std::string both = describe("interpreter", truth_.result) + describe("sliced", truth.result) +
                       describe(name(setting), found.result);
    bool is_right = is_valid(truth_.result);
    // What is not written keeps apart states that differ in inputs, so that there may be more.
    if (is_unknown(truth.result)) {
      ++out_.remarks["slice too large: " + truth.result.reason];
      return;
    }
    if (is_valid(truth.result) != is_right) return fail("slice", both, std::nullopt);
    if (is_right && endings(truth.finals) != endings(truth_.finals)) {
      return fail("slice", both + "other endings\n", std::nullopt);
    }
    if (!found.problem.empty()) return fail("slice", both + found.problem + "\n", std::nullopt);
    if (is_unknown(found.result)) return;
    bool is_beyond = is_right && found.result.violation &&
                     !differential::is_in_domain(*found.result.counterexample, subject_.bounds);
    if (is_cut(found.result) || (is_valid(found.result) != is_right && !is_beyond)) {
      return fail("slice", both, std::nullopt);
    }
    bool is_counted = traces_.is_counted && setting.reduction == symex::Reduction::Optimal &&
                      setting.coarsen && !setting.stateful && !setting.in_turns &&
                      !found.allows_foreign_unlocks && !orders_more_;
    if (is_counted && is_right && found.result.stats.paths > traces_.visible) {
      fail("slice", both + fmt::format("there are {} traces\n", traces_.visible), std::nullopt);
    }
  }

  void compare(const Setting& setting) {
    bool is_naive = setting.reduction == symex::Reduction::None && !setting.stateful;
    if (is_naive && !setting.coarsen && !truth_.is_plain) {
      ++out_.remarks["too many executions: " + name(setting)];
      return;
    }
    auto begin = std::chrono::steady_clock::now();
    Symbolic found = execute(subject_, program_, setting, effort_);
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    out_.seconds[name(setting)] += time.count();
    compare(setting, found);
  }

  void compare(const Setting& setting, const Symbolic& found) {
    const verdict::Result& result = found.result;
    std::string both = describe("interpreter", truth_.result) + describe(name(setting), result);
    if (is_unknown(result)) {
      bool is_large =
          result.reason.starts_with("the limit of") || result.reason.starts_with("the time limit");
      bool is_unchecked = is_valid(truth_.result) && !is_cut(result) &&
                          result.reason.find("nothing was checked") != std::string::npos;
      if (!is_large && !is_unchecked) return fail("unknown", both, setting);
      ++out_.remarks[(is_large ? "too large: " : "cut before a check: ") + name(setting)];
      return;
    }
    if (!found.problem.empty()) return fail("replay", both + found.problem + "\n", setting);
    if (is_cut(result)) return fail("cut", both, setting);
    if (is_valid(result) && !is_valid(truth_.result)) return fail("missed", both, setting);
    if (!is_valid(result) && is_valid(truth_.result)) {
      // It was replayed, so it is true; but has the interpreter looked at it?
      if (differential::is_in_domain(*result.counterexample, subject_.bounds)) {
        return fail("surplus", both, setting);
      }
      ++out_.remarks["counterexample beyond the domains"];
      return;
    }
    ++out_.comparisons;
    if (!is_valid(result)) return;
    if (is_by_class(setting, found)) return compare_classes(setting, found, both);
    if (found.finals != truth_.finals) {
      both += "final states that symbolic execution misses:\n" +
              difference(truth_.finals, found.finals) + "and those that do not exist:\n" +
              difference(found.finals, truth_.finals);
      bool misses = !std::includes(found.finals.begin(), found.finals.end(), truth_.finals.begin(),
                                   truth_.finals.end());
      return fail(misses ? "lost" : "invented", both, setting);
    }
    compare_counts(setting, found, both);
  }

  bool is_cut(const verdict::Result& result) const {
    const auto hit = result.bounds_hit();
    return std::any_of(hit.begin(), hit.end(),
                       [](const std::string& bound) { return bound != "array-size"; });
  }

  // One execution of each reads-from class. Writes that nobody reads have no order, so that not
  // every final state shows.
  static bool is_by_class(const Setting& setting, const Symbolic& found) {
    return setting.reduction == symex::Reduction::ReadsFrom && !setting.stateful &&
           found.reduction == symex::Reduction::ReadsFrom;
  }
  void compare_classes(const Setting& setting, const Symbolic& found, const std::string& both) {
    ++out_.remarks["by reads-from classes"];
    if (!std::includes(truth_.finals.begin(), truth_.finals.end(), found.finals.begin(),
                       found.finals.end())) {
      return fail("invented", both + difference(found.finals, truth_.finals), setting);
    }
    if (endings(found.finals) != endings(truth_.finals)) {
      return fail("lost", both + "other endings\n", setting);
    }
    if (is_open_ || found.allows_foreign_unlocks) return;
    std::uint64_t paths = found.result.stats.paths;
    if (found.result.stats.pruned != 0) return fail("abandoned", both, setting);
    if (traces_.is_counted && setting.coarsen && paths > traces_.visible) {
      return fail("traces", both + fmt::format("there are {} traces\n", traces_.visible), setting);
    }
    if (!classes_) {
      interp::Model model(program_, interp_options(subject_));
      classes_ = count_classes(model, effort_.prefixes);
    }
    if (!classes_->is_counted) {
      ++out_.remarks["too many prefixes of classes"];
      return;
    }
    // Writes of equal values may be one to a reader.
    ++(setting.equal_writes ? out_.bound_comparisons : out_.count_comparisons);
    std::uint64_t expected = classes_->visible;
    bool fits = setting.equal_writes ? paths <= expected : paths == expected;
    if (!fits) fail("classes", both + fmt::format("there are {} classes\n", expected), setting);
  }

  // Without inputs, every execution is one path.
  void compare_counts(const Setting& setting, const Symbolic& found, const std::string& both) {
    const verdict::Result& result = found.result;
    if (is_open_ || setting.stateful || setting.in_turns) return;
    if (setting.reduction == symex::Reduction::None && !setting.coarsen) {
      ++out_.count_comparisons;
      if (result.stats.paths != truth_.executions) fail("executions", both, setting);
    }
    if (setting.reduction != symex::Reduction::Optimal || !traces_.is_counted) return;
    if (found.allows_foreign_unlocks) {
      ++out_.remarks["traces not compared: an unlock may fail"];
      return;
    }
    std::uint64_t expected = setting.coarsen ? traces_.visible : traces_.all;
    // Writes of equal values: there are fewer traces than places tell.
    bool is_bound = (setting.coarsen && traces_.is_interrupted) || setting.equal_writes;
    // Writes of variables that a guard reads together are ordered: there are more traces.
    if (orders_more_) {
      ++out_.remarks["traces not compared: a guard reads several variables"];
      if (result.stats.pruned != 0) fail("abandoned", both, setting);
      return;
    }
    ++(is_bound ? out_.bound_comparisons : out_.count_comparisons);
    bool fits = is_bound ? result.stats.paths <= expected : result.stats.paths == expected;
    if (!fits) {
      return fail("traces", both + fmt::format("there are {} traces\n", expected), setting);
    }
    // Threads that wait for more than variables: the reduction that stands in abandons executions.
    bool is_stand_in = !awaits_.are_variables();
    if (result.stats.pruned != 0 && !is_stand_in) fail("abandoned", both, setting);
  }

  const Subject& subject_;
  const ir::Program& program_;
  const Effort& effort_;
  Report& out_;
  pass::Awaits awaits_;
  bool orders_more_;
  bool is_open_;
  Truth truth_;
  Traces traces_;
  std::optional<Classes> classes_;  // counted when they are needed
};

std::vector<Setting> chosen_settings(const Choice& choice, std::uint64_t seed) {
  std::vector<Setting> all = all_settings();
  if (choice.setting) return {*choice.setting};
  if (choice.reduction) {
    std::erase_if(all, [&](const Setting& s) { return s.reduction != *choice.reduction; });
  }
  if (choice.all || choice.reduction) return all;
  bool two = seed % 4 == 0;
  std::vector<Setting> result = {{symex::Reduction::Optimal, true, false, two ? 2U : 1U, false},
                                 {symex::Reduction::Optimal, false, false, 1, false}};
  result[1].equal_writes = seed % 3 == 0;
  if (seed % 2 == 1) result.push_back({symex::Reduction::Optimal, true, false, 1, true});
  Setting classes{symex::Reduction::ReadsFrom, seed % 5 != 0};
  classes.equal_writes = seed % 3 == 0;
  result.push_back(classes);
  run::Random random(seed);
  while (result.size() < 5) {
    const Setting& other = all[random.below(all.size())];
    if (std::find(result.begin(), result.end(), other) == result.end()) result.push_back(other);
  }
  return result;
}

// What a program is good for.
enum class Use : std::uint8_t {
  Large,  // for nothing: not all of it can be seen
  Dull,   // little: the order in which threads move does not matter
  Right,
  Wrong,
};

Use use_of(const ir::Program& program, const Known& known) {
  const auto& [truth, traces] = known;
  if (is_unknown(truth.result)) return Use::Large;
  if (!is_valid(truth.result)) return Use::Wrong;
  if (is_open(program)) return truth.finals.size() > 3 ? Use::Right : Use::Dull;
  if (!traces.problem.empty()) return Use::Right;  // the comparison says why
  if (!traces.is_counted) return Use::Large;
  return traces.visible > 3 ? Use::Right : Use::Dull;
}

}  // namespace

Prepared prepare(std::uint64_t seed, bool is_pl, const Effort& effort) {
  run::Random random(seed);
  int size = 3 + static_cast<int>(random.below(kLargest - 2));
  bool has_inputs = random.below(100) < 55;
  Use wanted = random.below(100) < 70 ? Use::Right : Use::Wrong;
  for (int attempt = 1;; ++attempt) {
    Generated generated = (is_pl ? generate_pl : generate)(random.next(), size, has_inputs);
    differential::Loaded loaded(generated.subject);
    if (!loaded.is_good()) return {std::move(generated), std::nullopt};
    Known known = look_at(generated.subject, loaded.program(), effort);
    Use use = use_of(loaded.program(), known);
    bool is_enough = use == wanted || (use != Use::Large && attempt > 30);
    if (is_enough) return {std::move(generated), std::move(known)};
    if (use == Use::Dull) size = std::min(kLargest, size + 1);
    if (use == Use::Large) size = std::max(1, size - 1);
  }
}

Report examine(const Subject& subject, const Choice& choice, std::uint64_t seed,
               const Effort& effort, std::optional<Known> known) {
  Report report;
  differential::Loaded loaded(subject);
  if (!loaded.is_good()) {
    report.truth = "rejected";
    report.failure = {"rejected", loaded.problems(), std::nullopt};
    return report;
  }
  if (!known) known = look_at(subject, loaded.program(), effort);
  Examiner(subject, loaded.program(), effort, std::move(*known), report)
      .run(chosen_settings(choice, seed));
  return report;
}

}  // namespace concurrent
