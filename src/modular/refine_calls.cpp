// Which call of a counterexample cannot have happened, and what that teaches.
#include <fmt/format.h>

#include "base/check.h"
#include "modular/refine.h"
#include "rel/printer.h"

namespace modular {

namespace {

// So many refinements in all, times the budget of one procedure, show that the property is about
// everything.
constexpr std::uint32_t kRefinementsPerBudget = 3;

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

const Body& Refinement::body_of(const Site& site) {
  auto [it, is_new] = bodies_.try_emplace(site.body());
  if (is_new) {
    auto [proc, needs_raised] = site.body();
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

void Refinement::apply(const Site& site, const Lesson& lesson) {
  auto by = actuals(site, body_of(site));
  rel::Formula learnt = exprs_.substitute(lesson.path, by);
  if (lesson.value) {
    rel::Expr claimed = site.call.result;
    for (const auto& [slot, after] : site.call.after) {
      if (slot == lesson.slot) claimed = after;
    }
    learnt = exprs_.implies(learnt, exprs_.equal(claimed, exprs_.substitute(lesson.value, by)));
  }
  add(exprs_.implies(when(site, lesson.is_about_raised), learnt),
      fmt::format("refinement of {}", program_.proc(site.call.callee).name));
}

// Whether the call can have happened as the instance says. If not, its specification is
// refined.
bool Refinement::validate(Site& site, rel::Evaluator& caller) {
  const Body& body = body_of(site);
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
  std::vector<Lesson> lessons;
  if (inside.holds(ending.reached) != rel::Truth::True) {
    rel::Formula reason = explainer.explain_false(ending.reached);
    std::string text = fmt::format("it returns only if {}", rel::to_text(exprs_, reason));
    lessons.push_back({.is_about_raised = raised, .path = reason, .text = shortened(text)});
  } else {
    auto compare = [&](SlotId slot, rel::Expr claimed, rel::Expr computed,
                       const std::string& what) {
      auto claim = caller.value(claimed);
      auto value = inside.value(computed);
      if (claim && value && *claim == *value) return;
      Lesson lesson{.is_about_raised = raised, .slot = slot};
      lesson.value = explainer.along_path(computed, lesson.path);
      lesson.text = shortened(fmt::format("{} => {} = {}", rel::to_text(exprs_, lesson.path), what,
                                          rel::to_text(exprs_, lesson.value)));
      lessons.push_back(std::move(lesson));
    };
    for (const auto& [slot, after] : site.call.after) {
      compare(slot, after, ending.state[slot.index()], slots_[slot].name + "'");
    }
    if (!raised && site.call.result) compare({}, site.call.result, ending.result, "return");
  }
  if (lessons.empty()) return true;
  ++stats_.refinements;
  const std::string& name = program_.proc(site.call.callee).name;
  bool is_hopeless = stats_.refinements > kRefinementsPerBudget * std::max(options_.budget, 1U);
  if (++refinements_[site.call.callee] > options_.budget || is_hopeless) {
    // A property that depends on the details of two procedures mostly depends on those of all.
    options_.inline_calls = !inlined_.empty() || is_hopeless;
    log_.push_back(
        fmt::format("  {} cannot do that; {}", name,
                    options_.inline_calls ? "all calls are inlined" : "its calls are inlined"));
    inlined_.insert(site.call.callee);
    is_outdated_ = true;
    return false;
  }
  for (Lesson& lesson : lessons) {
    log_.push_back(fmt::format("  {} cannot do that; learnt: {}", name, lesson.text));
    for (const Site& other : sites_) {
      if (other.body() == site.body()) apply(other, lesson);
    }
    lessons_[site.body()].push_back(std::move(lesson));
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

}  // namespace modular
