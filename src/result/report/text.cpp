// The order is that of a story: the verdict in one line, the inputs, the execution,
// and at its end, where a terminal stops scrolling, what is wrong and where.
#include <fmt/format.h>

#include <algorithm>

#include "result/report/advice.h"
#include "result/report/layout.h"
#include "result/report/lines.h"
#include "result/report/report.h"
#include "result/report/trace_table.h"

namespace report {

namespace {

// What one line can say of a violation. A deadlock's message names every thread.
std::string summary_of(const verdict::Violation& v) {
  if (v.kind != verdict::ViolationKind::Deadlock) return v.message;
  if (!v.brief.empty()) return v.brief;
  std::size_t stuck = v.notes.size();
  return stuck == 1 ? "1 thread is stuck" : fmt::format("{} threads are stuck", stuck);
}

class TextWriter {
 public:
  TextWriter(const verdict::Result& result, const Subject& subject, const base::Sources& sources,
             const TextOptions& options)
      : result_(result), subject_(subject), sources_(sources), options_(options) {}

  std::string write() {
    headline();
    if (options_.trace && result_.counterexample) counterexample(*result_.counterexample);
    if (result_.violation) out_ += violation_text(*result_.violation, sources_, options_.color);
    if (result_.vacuous) {
      sentence(fmt::format(
          "warning: no execution{} meets the assumptions (`requires`, `assume`, specifications, "
          "invariants): nothing was checked",
          result_.is_cut() ? " within the bounds" : ""));
    }
    summary();
    bounds();
    if (subject_.deepened) {
      sentence(fmt::format("deepened: {} finished; no further one: {}",
                           counted(subject_.deepened->first, "round"), subject_.deepened->second));
    }
    for (const auto& [name, value] : subject_.options) {
      if (name == "formula") sentence("formula: " + value);
    }
    for (const std::string& note : subject_.notes) line("{}", note);
    if (!subject_.search.empty()) line("search: {}, because {}", subject_.search, subject_.why);
    if (result_.never_ends) {
      line("note: an execution never ends: it comes back to {} for ever",
           place_of(*result_.never_ends));
    }
    if (result_.abstraction) abstraction(*result_.abstraction);
    coverage();
    explored();
    if (options_.stats) statistics();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  void abstraction(const verdict::Abstracted& abstracted) {
    std::string variables;
    for (const std::string& v : abstracted.variables) {
      variables += fmt::format("{}{}", variables.empty() ? "" : ", ", v);
    }
    sentence("abstracted: " + variables);
    const auto& step = abstracted.spurious;
    if (!step) return;
    sentence(fmt::format("spurious: the program cannot take step {}, of thread {}, {}: {}",
                         step->step, step->thread, place_of(step->span), step->why));
  }

  // On a terminal, a long one goes on in the next line.
  void sentence(const std::string& text) {
    if (options_.width == 0) return line("{}", text);
    std::string indent;
    for (const std::string& part : wrapped(text, std::max<std::size_t>(options_.width, 40) - 2)) {
      line("{}{}", indent, part);
      indent = "  ";
    }
  }

  void headline() {
    bool good = result_.verdict == verdict::VerdictKind::Valid;
    bool unknown = result_.verdict == verdict::VerdictKind::Unknown;
    std::string word = painted(headword(),
                               good      ? "1;32"
                               : unknown ? "1;33"
                                         : "1;31",
                               options_.color);
    std::string why;
    if (result_.violation) {
      why = ": " + summary_of(*result_.violation);
    } else if (!result_.reason.empty()) {
      why = ": " + result_.reason;
    }
    bool is_abstract = result_.abstraction && good;
    line("{}  {}{}{}", word, subject_.entry, is_abstract ? " on the abstraction" : "", why);
  }

  // Of executions that were picked, one can only say that they show nothing wrong.
  std::string headword() const {
    if (!subject_.executions || result_.verdict != verdict::VerdictKind::Valid) {
      return std::string(verdict::keyword(result_.verdict));
    }
    if (*subject_.executions == 1) return "no violation in this execution";
    return fmt::format("no violation in these {} executions", *subject_.executions);
  }

  void counterexample(const verdict::Counterexample& c) {
    std::string inputs = inputs_listing(c);
    if (!inputs.empty()) out_ += '\n' + inputs;
    if (!c.trace.empty()) {
      std::vector<TraceRow> rows =
          trace_rows(c.trace, {.loop = c.loop, .internal = options_.full_trace});
      mark(rows);
      line("\nexecution");
      out_ += trace_table(rows, sources_,
                          {.color = options_.color,
                           .shorten = !options_.full_trace,
                           .width = options_.full_trace ? 0 : options_.width});
    }
    if (!inputs.empty() || !c.trace.empty()) out_ += '\n';
  }

  // The step that went wrong; if an exception did not come to be handled, the one that
  // threw it; of a race both accesses. A deadlock is no step, and neither is a loop.
  void mark(std::vector<TraceRow>& rows) const {
    if (!result_.violation) return;
    const verdict::Violation& v = *result_.violation;
    if (v.kind == verdict::ViolationKind::Deadlock || v.kind == verdict::ViolationKind::Ltl) return;
    rows.back().is_marked = true;
    if (v.kind == verdict::ViolationKind::Exceptional) mark_last(rows, v.span, v.thread);
    if (v.kind != verdict::ViolationKind::Race) return;
    for (const verdict::Note& note : v.notes) mark_last(rows, note.span, note.thread);
  }

  static void mark_last(std::vector<TraceRow>& rows, base::Span span, std::uint32_t thread) {
    auto found = std::find_if(rows.rbegin(), rows.rend(), [&](const TraceRow& row) {
      return row.span == span && row.thread == thread;
    });
    if (found != rows.rend()) found->is_marked = true;
  }

  void summary() {
    const run::Statistics& s = result_.stats;
    std::string bounds;
    if (result_.verdict == verdict::VerdictKind::Valid) {
      if (result_.complete) bounds = ", complete";
      if (result_.is_cut()) {
        bounds = fmt::format(", within bounds: {}", fmt::join(result_.bounds_hit(), ", "));
      }
    }
    if (s.stored_states > 0) {
      line("{}, {}{}", counted(s.stored_states, "state"), counted(s.transitions, "step"), bounds);
      if (s.omission_probability > 0) {
        line("states were compared by hashes: the odds that one was missed are {:.1e}",
             s.omission_probability);
      }
      return;
    }
    line("{}, {}{}", counted(s.paths, "execution"), counted(s.transitions, "step"), bounds);
  }

  // The bounds of a finite model, which are chosen for the program.
  void model_bounds() {
    std::vector<std::string> shown;
    bool is_model = false;
    for (const verdict::Bound& bound : result_.bounds) {
      if (bound.value.empty()) continue;
      is_model = is_model || bound.name == "range";
      shown.push_back(fmt::format("{} {}", bound.name, bound.value));
    }
    if (is_model) line("bounds: {}", fmt::join(shown, ", "));
  }

  // What the search did not look at.
  void bounds() {
    if (!subject_.engine_reason.empty()) {
      line("engine: {}, because {}", subject_.engine, subject_.engine_reason);
    }
    model_bounds();
    if (result_.violation) return;
    for (const verdict::Bound& bound : result_.bounds) {
      if (!bound.cut) continue;
      std::string_view advice = advice_for(bound);
      sentence(fmt::format("not searched: {}{}", verdict::beyond(bound),
                           advice.empty() ? "" : fmt::format(" ({})", advice)));
    }
    // Of one execution that was picked there is nothing to try.
    bool is_open = result_.verdict == verdict::VerdictKind::Unknown && !subject_.executions;
    if (is_open) sentence(fmt::format("try: {}", advice_for(result_)));
  }

  std::string place_of(base::Span span) const {
    if (!span.is_valid()) return "the same state";
    return fmt::format("{}:{}", sources_.file(span.file).name(), sources_.begin(span).line);
  }

  // The statements that no execution came to, method by method.
  void coverage() {
    if (result_.coverage.empty()) return;
    std::size_t all = 0;
    std::size_t reached = 0;
    for (const verdict::MethodCoverage& method : result_.coverage) {
      all += method.reached.size() + method.unreached.size();
      reached += method.reached.size();
    }
    line("coverage: {} of {} reached", reached, counted(all, "statement"));
    for (const verdict::MethodCoverage& method : result_.coverage) {
      if (method.unreached.empty()) continue;
      std::string where = place_of(method.unreached.front());
      line("  {}  {}: not reached: {}", where.substr(0, where.rfind(':')), method.method,
           method.reached.empty() ? "all of it" : lines_text(method.unreached, sources_));
    }
  }

  // The lines that each execution went through; a thread is named where it goes on.
  void explored() {
    if (result_.explored.empty()) return;
    std::size_t all = result_.stats.paths + result_.stats.discarded;
    std::size_t number = 0;
    line("executions explored");
    for (const verdict::Explored& execution : result_.explored) {
      line("{:>4} {}  {}", ++number, lines_by_thread(execution), execution.end);
    }
    if (number < all) line("  … {} more", all - number);
  }

  std::string lines_by_thread(const verdict::Explored& execution) const {
    std::string result;
    std::uint32_t thread = 0;
    std::string last;
    for (const verdict::Explored::Step& step : execution.steps) {
      if (!step.span.is_valid()) continue;
      if (step.thread != thread) {
        result += fmt::format("  {}:", thread = step.thread);
        last.clear();
      }
      std::string place = std::to_string(sources_.begin(step.span).line);
      if (step.span.file != execution.steps.front().span.file) place = place_of(step.span);
      if (place != last) result += " " + place;
      last = std::move(place);
    }
    return result;
  }

  void statistics() {
    const run::Statistics& s = result_.stats;
    line("  executions {}, cut {}, pruned {}, discarded {}, checks {}", s.paths, s.cut, s.pruned,
         s.discarded, s.checks);
    line("  transitions {}, states {}, max depth {}", s.transitions, s.states, s.max_depth);
    if (s.stored_states > 0) {
      line("  stored states {}, bytes per state {:.1f}", s.stored_states, s.bytes_per_state);
    }
    line("  solver queries {}, cache hits {}, evaluated {}, solver seconds {:.3f}",
         s.solver_queries, s.cache_hits, s.evaluated, s.solver_seconds);
    line("  seconds {:.3f}, peak memory {:.1f} MiB", s.seconds,
         static_cast<double>(s.peak_memory_bytes) / (1024.0 * 1024.0));
  }

  const verdict::Result& result_;
  const Subject& subject_;
  const base::Sources& sources_;
  const TextOptions& options_;
  std::string out_;
};

}  // namespace

std::string text(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources, const TextOptions& options) {
  return TextWriter(result, subject, sources, options).write();
}

}  // namespace report
