// Which call of a counterexample cannot have happened, and what that teaches.
#include <fmt/format.h>

#include "base/check.h"
#include "modular/refine.h"
#include "rel/printer.h"

namespace modular {

namespace {

std::string shortened(std::string text) {
  constexpr std::size_t kMaxText = 400;
  if (text.size() <= kMaxText) return text;
  return text.substr(0, kMaxText) + " …";
}

}  // namespace

bool Refinement::refine_first_invalid() {
  rel::Evaluator caller(exprs_, heap_.problem().universe(), solver_->instance());
  for (Site& site : sites_) {
    // Later calls in executions that do not take place are not validated.
    if (caller.holds(site.call.guard) != rel::Truth::True) continue;
    if (!validate(site, caller)) return true;
    if (!reason_.empty()) return true;
  }
  return false;
}

const Body& Refinement::body_of(ir::ProcId proc, bool needs_raised) {
  auto [it, is_new] = bodies_.try_emplace({proc, needs_raised});
  if (is_new) {
    EncodeOptions options{.unwind = options_.unwind, .needs_raised = needs_raised};
    options.stop = [&] { return run_.stop_reason(); };
    it->second = make_body(program_, effects_, heap_, proc, options);
  }
  return it->second;
}

// The caller's expressions in place of the relations of the body.
rel::Exprs::Substitution Refinement::actuals(const Site& site, const Body& body) const {
  rel::Exprs::Substitution by;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (body.relations[i]) by.relations.emplace(body.relations[i], site.call.before[i]);
  }
  for (std::size_t i = 0; i < body.params.size(); ++i) {
    by.relations.emplace(body.params[i], site.call.args[i]);
  }
  return by;
}

void Refinement::learn(Site& site, rel::Formula consequence, const std::string& about) {
  const std::string& name = program_.proc(site.call.callee).name;
  auto label =
      add(exprs_.implies(site.call.guard, consequence), fmt::format("refinement of {}", name));
  if (label) site.labels.push_back(*label);
  site.learnt.push_back(about);
}

// Whether the call can have happened as the instance says. If not, its specification is
// refined.
bool Refinement::validate(Site& site, rel::Evaluator& caller) {
  const Body& body = body_of(site.call.callee, site.call.raised.is_valid());
  if (!body.problem.empty()) {
    reason_ = body.problem;
    return true;
  }
  // From here on the verdict rests on the unrolled body.
  is_cut_ = is_cut_ || body.code.is_cut;
  rel::Instance instance;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!body.relations[i]) continue;
    auto value = caller.value(site.call.before[i]);
    if (!value) return exclude_overflow(site, site.call.before[i]);
    instance.set(body.relations[i], *value);
  }
  for (std::size_t i = 0; i < body.params.size(); ++i) {
    auto value = caller.value(site.call.args[i]);
    if (!value) return exclude_overflow(site, site.call.args[i]);
    instance.set(body.params[i], *value);
  }
  // The constants of the heap mean the same in the body.
  for (rel::RelationId id : heap_.problem().relations()) {
    if (heap_.problem().bound_of(id).is_exact()) {
      instance.set(id, heap_.problem().bound_of(id).lower);
    }
  }
  rel::Evaluator inside(exprs_, heap_.problem().universe(), instance);
  PathExplainer explainer(exprs_, inside);
  bool raised = site.call.raised && caller.holds(site.call.raised) == rel::Truth::True;
  const Ending& ending = raised ? body.code.raised : body.code.normal;
  const std::string& name = program_.proc(site.call.callee).name;
  std::vector<std::pair<rel::Formula, std::string>> learnt;
  if (inside.holds(ending.reached) != rel::Truth::True) {
    rel::Formula reason = explainer.explain_false(ending.reached);
    std::string text = fmt::format("it returns only if {}", rel::to_text(exprs_, reason));
    learnt.emplace_back(reason, shortened(text));
  } else {
    auto compare = [&](rel::Expr claimed, rel::Expr computed, const std::string& what) {
      auto claim = caller.value(claimed);
      auto value = inside.value(computed);
      if (claim && value && *claim == *value) return;
      rel::Formula path;
      rel::Expr along = explainer.along_path(computed, path);
      std::string text = fmt::format("{} => {} = {}", rel::to_text(exprs_, path), what,
                                     rel::to_text(exprs_, along));
      // The claimed value is the caller's: substitution does not touch it.
      learnt.emplace_back(exprs_.implies(path, exprs_.equal(claimed, along)), shortened(text));
    };
    for (const auto& [slot, after] : site.call.after) {
      compare(after, ending.state[slot.index()], slots_[slot].name + "'");
    }
    if (!raised && site.call.result) compare(site.call.result, ending.result, "return");
  }
  if (learnt.empty()) return true;
  ++stats_.refinements;
  ++site.refinements;
  if (site.refinements > options_.budget) {
    log_.push_back(fmt::format("  {} cannot do that; its body takes its place", name));
    put_body(site, body);
    return false;
  }
  auto by = actuals(site, body);
  rel::Formula how = when(site, raised);
  for (const auto& [formula, what] : learnt) {
    log_.push_back(fmt::format("  {} cannot do that; learnt: {}", name, what));
    learn(site, exprs_.implies(how, exprs_.substitute(formula, by)), what);
  }
  return false;
}

// The execution computes a number that there is no atom for: it is beyond the bounds. Always
// false: the question has changed.
bool Refinement::exclude_overflow(Site& site, rel::Expr value) {
  overflowed_ = true;
  if (!site.excluded.insert(value).second) {
    reason_ = "a number is beyond the bitwidth";
    return false;
  }
  // A comparison with all there is holds unless the value has no atoms.
  rel::Expr all = heap_.everything();
  rel::Expr tuples = all;
  for (unsigned i = 1; i < exprs_.arity(value); ++i) tuples = exprs_.product(tuples, all);
  add(exprs_.implies(site.call.guard, exprs_.in(value, tuples)), "numbers fit");
  return false;
}

void Refinement::put_body(Site& site, const Body& body) {
  ++stats_.inlined;
  // What was learnt follows from the body.
  for (rel::LabelId label : site.labels) solver_->retire(label);
  site.labels.clear();
  site.learnt.clear();
  auto by = actuals(site, body);
  auto state = [&](const Ending& ending, bool raised) {
    std::vector<rel::Formula> parts = {exprs_.substitute(ending.reached, by)};
    for (const auto& [slot, after] : site.call.after) {
      rel::Expr value = exprs_.substitute(ending.state[slot.index()], by);
      parts.push_back(exprs_.equal(after, value));
    }
    if (!raised && site.call.result) {
      parts.push_back(exprs_.equal(site.call.result, exprs_.substitute(ending.result, by)));
    }
    learn(site, exprs_.implies(when(site, raised), exprs_.conjunction(parts)), "its body");
  };
  state(body.code.normal, false);
  if (site.call.raised) state(body.code.raised, true);
}

}  // namespace modular
