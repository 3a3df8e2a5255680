// Which call of a counterexample cannot have happened, and what that teaches.
#include <fmt/format.h>

#include "base/check.h"
#include "engine/modular/refine_entry.h"
#include "logic/rel/printer.h"

namespace modular {

namespace {

// A property that depends on the details of so many procedures mostly depends on those of all, and
// so does one that many refinements do not prove.
struct Patience {
  std::size_t procedures;     // inlined one by one
  std::uint32_t refinements;  // in all, times the budget of one procedure
  std::uint64_t conflicts;    // up to the last execution that was refuted
};
constexpr Patience kWhereInliningIsCheap{1, 3, UINT64_MAX};
constexpr Patience kWhereInliningIsDear{SIZE_MAX, 30, 4'000};

constexpr std::size_t kMostNodesShown = 80;  // of each formula that is learnt

}  // namespace

// Calls are put right one after the other. The first one without whose mistake nothing is violated
// is refined; those before it do not matter here.
bool Refinement::refine_calls() {
  found_ = solver_->instance();
  const rel::Universe& universe = heap_.problem().universe();
  std::optional<rel::Evaluator> caller(std::in_place, exprs_, universe, found_);
  const Site* first = nullptr;  // that was put right, and what its body says
  std::vector<Lesson> first_lessons;
  for (Site& site : sites_) {
    if (caller->holds(site.call.guard) != rel::Truth::True) continue;
    std::unique_ptr<Entry> entry = enter(site, *caller, first == nullptr);
    if (!reason_.empty()) return true;
    if (!entry && !first) return true;  // a number is excluded
    if (entry && is_real(site, *caller, *entry)) continue;
    auto real = entry ? put_right(site, *entry) : std::nullopt;
    if (real && rel::Evaluator(exprs_, universe, *real).holds(violation_) == rel::Truth::True) {
      if (!first) {
        first = &site;
        first_lessons = lessons_of(site, *caller, *entry);
      }
      found_ = std::move(*real);
      caller.emplace(exprs_, universe, found_);
      continue;
    }
    if (entry) {
      refine(site, lessons_of(site, *caller, *entry));
    } else {
      ++stats_.refinements;
    }
    // What was learnt is about the calls put right: that the solver's ones are impossible is to
    // be learnt as well.
    if (first && !is_outdated_) learn(*first, std::move(first_lessons));
    return true;
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
    rel::Expr value = exprs_.substitute(lesson.value, by);
    learnt = exprs_.implies(learnt, exprs_.equal(site.call.claim(lesson.slot), value));
  }
  add(exprs_.implies(when(site, lesson.is_about_raised), learnt),
      fmt::format("refinement of {}", program_.proc(site.call.callee).name));
}

// Nullptr: there is no body, or the state has a number without an atom.
std::unique_ptr<Refinement::Entry> Refinement::enter(Site& site, rel::Evaluator& caller,
                                                     bool excludes) {
  const Body& body = body_of(site);
  if (!body.problem.empty()) {
    reason_ = body.problem;
    return nullptr;
  }
  auto entry = std::make_unique<Entry>(exprs_, heap_.problem().universe(), body);
  auto take = [&](rel::RelationId relation, rel::Expr expr) {
    auto value = caller.value(expr);
    if (value) entry->instance.set(relation, *value);
    if (!value && excludes) exclude_overflow(site, expr);
    return value.has_value();
  };
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (body.relations[i] && !take(body.relations[i], site.call.before[i])) return nullptr;
  }
  for (std::size_t i = 0; i < body.params.size(); ++i) {
    if (!take(body.params[i], site.call.args[i])) return nullptr;
  }
  // The constants of the heap mean the same in the body.
  for (rel::RelationId id : heap_.problem().relations()) {
    if (heap_.problem().bound_of(id).is_exact()) {
      entry->instance.set(id, heap_.problem().bound_of(id).lower);
    }
  }
  entry->raised = site.call.raised && caller.holds(site.call.raised) == rel::Truth::True;
  return entry;
}

// The slots, none standing for the result, in which the body does not compute what is claimed.
std::vector<SlotId> Refinement::mistakes(const Site& site, rel::Evaluator& caller, Entry& entry) {
  std::vector<SlotId> found;
  auto compare = [&](SlotId slot) {
    auto claim = caller.value(site.call.claim(slot));
    auto value = entry.inside.value(entry.ending().value(slot));
    if (!claim || !value || *claim != *value) found.push_back(slot);
  };
  for (const auto& [slot, after] : site.call.after) compare(slot);
  if (!entry.raised && site.call.result) compare({});
  return found;
}

// Whether the call can have happened as it is claimed.
bool Refinement::is_real(const Site& site, rel::Evaluator& caller, Entry& entry) {
  return entry.inside.holds(entry.ending().reached) == rel::Truth::True &&
         mistakes(site, caller, entry).empty();
}

// The instance with what the call really does. Nullopt: it does not end within the bounds, or by
// an exception that is not followed.
std::optional<rel::Instance> Refinement::put_right(const Site& site, Entry& entry) {
  if (!given_.empty()) return std::nullopt;  // what is given was chosen for the states claimed
  bool returns = entry.inside.holds(entry.body.code.normal.reached) == rel::Truth::True;
  bool raises =
      site.call.raised && entry.inside.holds(entry.body.code.raised.reached) == rel::Truth::True;
  if (!returns && !raises) return std::nullopt;
  const Ending& ending = returns ? entry.body.code.normal : entry.body.code.raised;
  rel::Instance real = found_;
  // What is not a relation is known exactly.
  auto set = [&](rel::Expr claimed, rel::Expr computed) {
    const rel::Node& node = exprs_.node(claimed);
    if (node.op != rel::Op::Relation) return true;
    auto value = entry.inside.value(computed);
    if (value) real.set(rel::RelationId(static_cast<std::size_t>(node.value)), *value);
    return value.has_value();
  };
  for (const auto& [slot, after] : site.call.after) {
    if (!set(after, ending.state[slot.index()])) return std::nullopt;
  }
  if (returns && site.call.result && !set(site.call.result, ending.result)) return std::nullopt;
  if (site.call.raised) {
    rel::TupleSet truth(heap_.universe(), 1);
    if (!returns) truth.add({heap_.bool_atom(true)});
    real.set(site.call.raised_relation, truth);
  }
  return real;
}

// What the body says of a call that cannot have happened as it is claimed.
std::vector<Refinement::Lesson> Refinement::lessons_of(const Site& site, rel::Evaluator& caller,
                                                       Entry& entry) {
  const Ending& ending = entry.ending();
  PathExplainer explainer(exprs_, entry.inside);
  std::vector<Lesson> lessons;
  if (entry.inside.holds(ending.reached) != rel::Truth::True) {
    rel::Formula reason = explainer.explain_false(ending.reached);
    std::string text = fmt::format("it {} only if {}", entry.raised ? "throws" : "returns",
                                   rel::to_text(exprs_, reason, kMostNodesShown));
    lessons.push_back({.is_about_raised = entry.raised, .path = reason, .text = text});
    lessons.back().mistake = fmt::format("{} does not {} here", call_text(site, entry),
                                         entry.raised ? "throw" : "return");
    return lessons;
  }
  for (SlotId slot : mistakes(site, caller, entry)) {
    Lesson lesson{.is_about_raised = entry.raised, .slot = slot};
    lesson.value = explainer.along_path(ending.value(slot), lesson.path);
    lesson.text = fmt::format("{} => {} = {}", rel::to_text(exprs_, lesson.path, kMostNodesShown),
                              slot ? slots_[slot].name + "'" : "return",
                              rel::to_text(exprs_, lesson.value, kMostNodesShown));
    lesson.mistake =
        fmt::format("{} {}", call_text(site, entry), mistake_text(site, slot, caller, entry));
    lessons.push_back(std::move(lesson));
  }
  return lessons;
}

// Learns, or inlines the calls of this procedure, or all.
void Refinement::refine(const Site& site, std::vector<Lesson> lessons) {
  ++stats_.refinements;
  const std::string& name = program_.proc(site.call.callee).name;
  const Patience& patience = is_large() ? kWhereInliningIsDear : kWhereInliningIsCheap;
  bool is_hopeless = stats_.refinements > patience.refinements * std::max(options_.budget, 1U) ||
                     stats_.solver.conflicts > patience.conflicts;
  if (++refinements_[site.call.callee] > options_.budget || is_hopeless) {
    options_.inline_calls = is_hopeless || inlined_.size() >= patience.procedures;
    for (const Lesson& lesson : lessons) log_.push_back("  " + lesson.mistake);
    log_.push_back(options_.inline_calls ? "  all calls are inlined"
                                         : fmt::format("  calls of {} are inlined", name));
    inlined_.insert(site.call.callee);
    is_outdated_ = true;
    return;
  }
  learn(site, std::move(lessons));
}

void Refinement::learn(const Site& site, std::vector<Lesson> lessons) {
  // From here on the verdict rests on the unrolled body.
  has_cut_body_ = has_cut_body_ || body_of(site).code.is_cut;
  for (Lesson& lesson : lessons) {
    log_.push_back("  " + lesson.mistake);
    log_.push_back("  learnt: " + lesson.text);
    for (const Site& other : sites_) {
      if (other.body() == site.body()) apply(other, lesson);
    }
    lessons_[site.body()].push_back(std::move(lesson));
  }
}

// The execution computes a number that there is no atom for: it is beyond the bounds.
void Refinement::exclude_overflow(Site& site, rel::Expr value) {
  overflowed_ = true;
  if (!site.excluded.insert(value).second) {
    reason_ = "a number is beyond the bitwidth";
    return;
  }
  // A comparison with all there is holds unless the value has no atoms.
  rel::Expr all = heap_.everything();
  rel::Expr tuples = all;
  for (unsigned i = 1; i < exprs_.arity(value); ++i) tuples = exprs_.product(tuples, all);
  add(exprs_.implies(site.call.guard, exprs_.in(value, tuples)), "numbers fit");
}

}  // namespace modular
