#include "engine/modular/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/run/cpu_time.h"
#include "engine/modular/unfulfillable.h"
#include "engine/modular/witness.h"
#include "ir/pass/features.h"

namespace modular {

namespace {

verdict::ViolationKind kind_of(const Obligation& obligation) {
  if (!obligation.is_contract) return verdict::ViolationKind::Assert;
  switch (obligation.contract) {
    case ir::ContractKind::Input:
    case ir::ContractKind::Requires: return verdict::ViolationKind::Requires;
    case ir::ContractKind::Invariant:
    case ir::ContractKind::Ensures: return verdict::ViolationKind::Ensures;
    case ir::ContractKind::Exceptional: break;
  }
  return verdict::ViolationKind::Exceptional;
}

// Objects that only the program makes are as many as the places that make them, if those are more
// than the scope has. Of the library's other classes, such as texts, there are those and the
// inputs.
Scope scope_for(const ir::Program& program, const pass::CallGraph& calls, Scope scope) {
  auto reachable = calls.reachable(program.entry);
  std::map<std::string, std::uint32_t> places;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (!reachable[i]) continue;
    for (const ir::Transition& t : program.procs[i].transitions) {
      for (const ir::Action& action : t.actions) {
        const auto* made = std::get_if<ir::New>(&action);
        if (!made) continue;
        const ir::Class& cls = program.cls(made->cls);
        bool is_library = program.root && is_library_name(cls.name);
        if (!cls.is_internal && !is_library) continue;
        ++places.try_emplace(cls.name, cls.is_internal ? 0 : scope.objects).first->second;
      }
    }
  }
  for (const auto& [name, count] : places) {
    if (count > scope.objects) scope.classes.try_emplace(name, std::min(count, Scope::kMost));
  }
  return scope;
}

class Verification {
 public:
  Verification(run::Run& run, const ir::Program& program, const base::Sources& sources,
               const Options& options, diag::Sink& sink, Answer& answer)
      : run_(run),
        program_(program),
        sources_(sources),
        options_(options),
        sink_(sink),
        answer_(answer),
        slots_(program),
        effects_(read_effects(sources, program, slots_, program.entry,
                              program.root ? Unknown::End : Unknown::Refuse)),
        summarizer_(program, slots_, effects_, options.summary),
        scope_(scope_for(program, effects_.calls(), options.scope)) {}

  bool verify() {
    const Effects& effects = effects_.of(program_.entry);
    if (!effects.unsupported.empty()) {
      unknown(fmt::format("the modular engine does not support {}", effects.unsupported));
      return true;
    }
    warn_of_specifications();
    const ir::Procedure& entry = program_.proc(program_.entry);
    bool found = false;
    if (options_.property.empty()) {
      found = true;
      if (!check(nullptr)) return false;
    }
    for (const ir::Property& property : entry.properties) {
      if (!is_asked_for(property.name)) continue;
      found = true;
      if (is_decided_) break;
      if (!check(&property)) return false;
    }
    std::vector<std::string> invariants;
    for (std::size_t i = 0; i < program_.classes.size(); ++i) {
      const ir::Class& cls = program_.classes[i];
      for (const ir::Property& invariant : cls.invariants) {
        invariants.push_back(cls.name + "." + invariant.name);
        if (!is_asked_for(invariant.name) && !is_asked_for(invariants.back())) continue;
        found = true;
        if (!is_decided_ && !check(&invariant, ir::ClassId(i))) return false;
      }
    }
    if (!found) {
      auto& report =
          sink_.report(diag::Kind::UnknownProperty, entry.span, entry.name, options_.property);
      std::vector<std::string_view> names(invariants.begin(), invariants.end());
      for (const ir::Property& property : entry.properties) names.push_back(property.name);
      if (auto near = diag::nearest(options_.property, names)) {
        report.help(fmt::format("did you mean `{}`?", *near));
      }
      return false;
    }
    finish();
    return true;
  }

 private:
  // Specifications are trusted, but not blindly.
  void warn_of_specifications() {
    auto reachable = effects_.calls().reachable(program_.entry);
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      const ir::Procedure& proc = program_.procs[i];
      if (!reachable[i] || !proc.spec) continue;
      rel::Exprs exprs;
      Heap heap(program_, slots_, exprs, scope_, effects_.of(ir::ProcId(i)).writes);
      auto formulas = read_formulas(sources_, program_, heap, sink_);
      if (!formulas) return;
      if (!is_unfulfillable(task(heap, *formulas, ir::ProcId(i), nullptr))) continue;
      sink_.report(diag::Kind::RelUnfulfillable, proc.span, proc.name);
    }
  }

  Task task(Heap& heap, const Formulas& formulas, ir::ProcId proc, const Property* property) {
    return {.run = run_,
            .program = program_,
            .effects = effects_,
            .heap = heap,
            .summarizer = summarizer_,
            .formulas = formulas,
            .options = options_.refine,
            .proc = proc,
            .property = property};
  }

  bool is_asked_for(const std::string& name) const {
    return options_.property.empty() || options_.property == name;
  }

  void unknown(std::string reason) {
    answer_.result.verdict = verdict::VerdictKind::Unknown;
    answer_.result.reason = std::move(reason);
    is_decided_ = true;
  }

  std::string scope_text() const {
    std::string text = std::to_string(options_.scope.objects);
    for (const auto& [cls, count] : options_.scope.classes) {
      text += fmt::format(", {}={}", cls, count);
    }
    return text;
  }

  void finish() {
    verdict::Result& result = answer_.result;
    if (!is_decided_) result.verdict = verdict::VerdictKind::Valid;
    result.set_bound("scope", scope_text());
    result.set_bound("unwind", std::to_string(options_.refine.unwind));
    result.set_bound("bitwidth", std::to_string(options_.scope.bitwidth));
    if (result.verdict != verdict::VerdictKind::Invalid) {
      for (const std::string& bound : cut_) result.cut(bound);
    }
    result.complete = result.verdict == verdict::VerdictKind::Valid && cut_.empty();
    for (const GoalReport& goal : answer_.goals) {
      run_.stats.solver_queries += goal.stats.rounds;
      run_.stats.solver_seconds += goal.stats.solver.solve_seconds;
    }
    result.stats = run_.finished_statistics();
  }

  // Null: the assertions; a class: its invariant. False after an error in a formula.
  bool check(const ir::Property* text, ir::ClassId cls = {}) {
    rel::Exprs exprs;
    const std::vector<bool>& writes = effects_.of(program_.entry).writes;
    Heap heap(program_, slots_, exprs, scope_, writes);
    auto formulas = read_formulas(sources_, program_, heap, sink_);
    if (!formulas) return false;
    std::optional<Property> property;
    if (cls) {
      property = parse_invariant(sources_, program_, cls, *text, heap, sink_);
      if (property) property = invariant_after(*property);
    } else if (text) {
      property = parse_property(sources_, program_, program_.entry, *text, heap, sink_);
    }
    if (text && !property) return false;
    if (cls && !touches(*property)) return true;
    double start = run::thread_seconds();
    Task goal = task(heap, *formulas, program_.entry, property ? &*property : nullptr);
    RefineResult refined = refine(goal);
    answer_.goals.push_back({.name = property ? property->name : "",
                             .is_invariant = cls.is_valid(),
                             .finding = refined.finding,
                             .stats = refined.stats,
                             .seconds = run::thread_seconds() - start,
                             .log = std::move(refined.log),
                             .specifications = std::move(refined.specifications)});
    for (const std::string& bound : refined.coverage.cut) {
      auto lacking = pass::unsupported_in(bound);
      if (lacking && refined.finding == Finding::Holds) {
        refined.finding = Finding::Unknown;
        refined.reason = *lacking;
      }
      if (!lacking) cut_.insert(bound);
    }
    switch (refined.finding) {
      case Finding::Holds: judge(refined.coverage); break;
      case Finding::Violated: violated(goal, *refined.witness); break;
      case Finding::Unknown: unknown(refined.reason); break;
    }
    return true;
  }

  // Nothing holds of executions that nobody looked at.
  void judge(const CoverageReport& report) {
    switch (report.coverage) {
      case Coverage::Checked: return;
      case Coverage::Vacuous: answer_.result.vacuous = true; return;
      case Coverage::AllCut:
        unknown(fmt::format("{} cut every execution: nothing was checked",
                            fmt::join(report.exceeded, ", ")));
        return;
      case Coverage::NoInput:
        answer_.has_no_input = true;
        unknown(fmt::format("no input within {} fulfils `requires`: nothing was checked",
                            fmt::join(report.cut, ", ")));
    }
  }

  // Whether the entry may change anything that the invariant is about; if not, it still holds.
  bool touches(const Property& invariant) const {
    if (is_constructor(program_, program_.entry)) return true;
    const std::vector<bool>& writes = effects_.of(program_.entry).writes;
    return std::any_of(invariant.after.begin(), invariant.after.end(),
                       [&](const auto& slot) { return writes[slot.first.index()]; });
  }

  void violated(const Task& goal, const Witness& witness) {
    const Property* property = goal.property;
    verdict::Result& result = answer_.result;
    is_decided_ = true;
    verdict::Inputs inputs = inputs_of(program_, goal.heap, witness);
    verdict::Violation violation;
    violation.thread = 1;
    bool has_spec_only = !witness.spec_only_calls.empty();
    if (!property && !has_spec_only) keep_reachable(inputs);
    if (!property) {
      const Obligation& obligation = *witness.violated;
      violation.kind = kind_of(obligation);
      violation.message = std::string(verdict::text(violation.kind));
      // Where the exception came from, the execution tells.
      bool is_exception = violation.kind == verdict::ViolationKind::Exceptional;
      if (!is_exception) violation.span = obligation.span;
    } else {
      violation.kind = verdict::ViolationKind::Property;
      violation.message =
          fmt::format("the {} `{}` does not hold",
                      property->is_invariant ? "invariant" : "property", property->name);
      violation.span = property->span;
    }
    run::Decisions values;
    if (property || has_spec_only) {
      auto confirmed = confirm(goal, witness, violation, inputs);
      if (!confirmed) {
        // Out of time, or else a bug in the engine, but no wrong answer.
        std::string failed = fmt::format(
            "a counterexample to {} failed its replay: {}",
            property ? fmt::format("`{}`", property->name) : "an assertion", confirmed.error());
        unknown(run_.stop_reason_now().value_or(std::move(failed)));
        return;
      }
      violation.values = std::move(confirmed->values);
      values = confirmed->execution.decisions;
      if (property) result.counterexample = std::move(confirmed->execution);
      answer_.dot = std::move(confirmed->dot);
      answer_.before = std::move(confirmed->before);
      answer_.after = std::move(confirmed->after);
    }
    if (!property) {
      answer_.claim = {.kind = violation.kind,
                       .place = violation.span,
                       .inputs = std::move(inputs),
                       .told = verdict::Told::Threads,
                       .values = std::move(values)};
    }
    result.verdict = verdict::VerdictKind::Invalid;
    result.violation = std::move(violation);
  }

  run::Run& run_;
  const ir::Program& program_;
  const base::Sources& sources_;
  const Options& options_;
  diag::Sink& sink_;
  Answer& answer_;
  Slots slots_;
  EffectTable effects_;
  Summarizer summarizer_;
  Scope scope_;
  std::set<std::string, std::less<>> cut_;  // bounds beyond which there may be something
  bool is_decided_ = false;
};

}  // namespace

bool verify(run::Run& run, const ir::Program& program, const base::Sources& sources,
            const Options& options, diag::Sink& sink, Answer& answer) {
  if (!check_formulas(sources, program, sink)) return false;
  return Verification(run, program, sources, options, sink, answer).verify();
}

}  // namespace modular
