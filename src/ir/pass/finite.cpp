#include "ir/pass/finite.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/pass/abstract.h"
#include "ir/pass/bounds.h"
#include "ir/pass/call_graph.h"
#include "ir/pass/domains.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/inline.h"
#include "ir/pass/inputs.h"
#include "ir/pass/liveness.h"
#include "ir/pass/locks.h"
#include "ir/pass/slice.h"
#include "ir/pass/tidy.h"
#include "ir/pass/visibility.h"
#include "ir/verify.h"

namespace pass {

namespace {

// Remote references of predicates and paths name variables as text: then everything is kept.
bool has_references(const ir::Program& program) {
  return std::any_of(
      program.predicates.begin(), program.predicates.end(),
      [](const ir::Predicate& p) { return !p.location.is_valid() || !p.instance_path.empty(); });
}

// Globals that follow the variables which `exceptional` clauses of the entry read.
void add_shadows(Inlining& shared) {
  const ir::Program& source = shared.source;
  const ir::Procedure& entry = source.proc(source.entry);
  bool forks = false;
  for (std::size_t i = 0; i < source.procs.size(); ++i) {
    forks = forks || (shared.relevant.is_reachable(ir::ProcId(i)) &&
                      !shared.calls.forks(ir::ProcId(i)).empty());
  }
  if (!forks) return;
  std::vector<ir::ExprId> work;
  for (const ir::Clause& c : entry.contract) {
    bool counts = c.kind == ir::ContractKind::Exceptional && !is_untracked(source, c.condition);
    if (counts) work.push_back(c.condition);
  }
  ir::Program& out = shared.model.program;
  while (!work.empty()) {
    ir::ExprId id = work.back();
    work.pop_back();
    if (!id) continue;
    const ir::Expr& e = source.expr(id);
    work.insert(work.end(), {e.a, e.b, e.c});
    bool is_variable = e.kind == ir::ExprKind::Local && !entry.local(e.local).is_bound;
    if (!is_variable || shared.shadows.contains(e.local)) continue;
    shared.shadows[e.local] = ir::GlobalId(out.globals.size());
    out.globals.push_back({.name = "$entry." + entry.local(e.local).name,
                           .type = shared.domains.local(source.entry, e.local),
                           .initial = {},
                           .span = entry.local(e.local).span});
  }
}

void note_dropped_locals(const ir::Program& source, const Relevance& relevant, FiniteModel& model) {
  for (std::size_t i = 0; i < source.procs.size(); ++i) {
    const ir::Procedure& proc = source.procs[i];
    if (!relevant.is_reachable(ir::ProcId(i))) continue;
    for (std::size_t v = 0; v < proc.locals.size(); ++v) {
      const ir::Local& l = proc.locals[v];
      if (l.is_temp || l.is_bound || relevant.local(ir::ProcId(i), ir::LocalId(v))) continue;
      bool untracked = is_untracked(source.type(l.type).kind);
      model.notes.push_back(
          {fmt::format("{}.{}: dropped, {}", proc.name, ir::display_name(l),
                       untracked ? "floats and strings are not followed" : "no property reads it"),
           l.span});
    }
  }
}

void collect_literals(const ir::Program& program, ir::ExprId id, std::vector<ir::ExprId>& out) {
  if (!id) return;
  const ir::Expr& e = program.expr(id);
  if (e.kind == ir::ExprKind::Constant) out.push_back(id);
  for (ir::ExprId part : {e.a, e.b, e.c}) collect_literals(program, part, out);
}

void note_literals(const Domains& domains, const FiniteBounds& bounds, FiniteModel& model) {
  std::vector<base::Integer> told;
  const ir::Program& p = model.program;
  for (std::size_t i = 0; i < p.procs.size(); ++i) {
    for (std::size_t n = 0; n < p.procs[i].transitions.size(); ++n) {
      if (!model.origins[i][n].proc) continue;
      const ir::Transition& t = p.procs[i].transitions[n];
      std::vector<ir::ExprId> literals;
      collect_literals(p, t.guard, literals);
      for (const ir::Action& a : t.actions) {
        ir::for_each_expr(a, [&](ir::ExprId e) { collect_literals(p, e, literals); });
      }
      for (ir::ExprId id : literals) {
        const auto* number = std::get_if<base::Integer>(&p.constant(p.expr(id).constant));
        bool is_int = p.type_of(id).kind == ir::TypeKind::Int;
        if (!number || !is_int || domains.is_in_some_range(*number)) continue;
        if (std::find(told.begin(), told.end(), *number) != told.end()) continue;
        told.push_back(*number);
        model.notes.push_back({fmt::format("the literal {} lies outside of {}..{}",
                                           number->to_string(), bounds.low, bounds.high),
                               t.span});
      }
    }
  }
}

// Predicates speak of the locations of threads, which the copies keep.
void copy_predicates(const Inlining& shared, FiniteModel& model) {
  const ir::Program& source = shared.source;
  for (const ir::Predicate& from : source.predicates) {
    ir::ProcId thread = from.thread == source.entry ? model.program.entry : ir::ProcId();
    auto found = shared.threads.find({from.thread, false});
    if (!thread && found != shared.threads.end()) thread = found->second;
    if (!thread) continue;  // nothing starts it
    ir::Predicate copy = from;
    copy.thread = thread;
    if (from.instance)
      copy.instance = model.program.constant_expr(model.program.types.make(ir::TypeKind::Null),
                                                  ir::NullValue{});
    if (from.instance_global) copy.instance_global = shared.domains.global(from.instance_global);
    const auto& places = model.procs[thread.index()].locations;
    for (std::size_t i = 0; from.location && i < places.size(); ++i) {
      if (places[i].frame == 0 && places[i].location == from.location) {
        copy.location = ir::LocId(i);
      }
    }
    model.program.predicates.push_back(std::move(copy));
  }
}

// The first test of floats that came out as the model pleased.
void note_guesses(const ir::Program& source, FiniteModel& model) {
  for (const auto& origins : model.origins) {
    for (const FiniteOrigin& origin : origins) {
      if (!origin.is_guess) continue;
      const ir::Transition& from = source.proc(origin.proc).transitions[origin.transition.index()];
      model.notes.push_back({"tests of floats come out either way", from.span});
      return;
    }
  }
}

std::set<std::string> kept_names(const ir::Program& program, const FiniteBounds& bounds) {
  std::set<std::string> kept = bounds.kept;
  for (const ir::Predicate& p : program.predicates) {
    if (p.instance_global) kept.insert(program.global(p.instance_global).name);
    if (!p.reference.empty()) {
      kept.insert(program.proc(p.thread).name + "." + p.reference.substr(0, p.reference.find('.')));
    }
  }
  return kept;
}

FiniteModel build(const ir::Program& source, const FiniteBounds& bounds) {
  FiniteModel model;
  Hierarchy hierarchy(source);
  CallGraph calls(source, hierarchy);
  bool all = !bounds.slice || has_references(source);
  Relevance relevant(source, hierarchy, calls, kept_names(source, bounds), all);
  Domains domains(source, bounds, relevant, model);
  LockPlan locks(source, hierarchy, calls.reachable(source.entry));
  locks.declare(model.program);
  Inlining shared{source, bounds, relevant, hierarchy, calls, locks, domains, model};
  add_shadows(shared);
  inline_threads(shared);
  bound_allocations(shared);
  choose_inputs(shared);
  copy_predicates(shared, model);
  abstract_data(source, bounds, model);
  note_dropped_locals(source, relevant, model);
  note_literals(domains, bounds, model);
  note_guesses(source, model);
  LockPlan::finish(model.program);
  remove_dead_code(model, kept_names(source, bounds));
  annotate_liveness(model.program);
  mark_visibility(model.program, shared.roomy);
  return model;
}

}  // namespace

tl::expected<FiniteModel, FiniteNote> finitise(const ir::Program& program,
                                               const FiniteBounds& bounds) {
  try {
    FiniteModel model = build(program, bounds);
    ir::check_well_formed(model.program);
    return model;
  } catch (Infinite& reason) {
    return tl::make_unexpected(std::move(reason.note));
  }
}

std::vector<std::string> unknown_bounds(const ir::Program& program, const FiniteBounds& bounds) {
  std::set<std::string> known{"int[]"};
  for (const ir::Field& f : program.fields) {
    known.insert(fmt::format("{}.{}", program.cls(f.owner).name, f.name));
  }
  for (const ir::Global& g : program.globals) known.insert(g.name);
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Local& l : proc.locals) {
      if (!l.is_temp) known.insert(fmt::format("{}.{}", proc.name, ir::display_name(l)));
    }
  }
  std::vector<std::string> unknown;
  for (const auto& [name, range] : bounds.ranges) {
    if (!known.contains(name)) unknown.push_back(name);
  }
  for (const auto& [name, count] : bounds.class_instances) {
    if (!program.find_class(name)) unknown.push_back(name);
  }
  return unknown;
}

}  // namespace pass
