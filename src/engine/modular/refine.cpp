#include "engine/modular/refine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace modular {

namespace {

// Every round but those that exclude overflows counts against the budget of a call.
constexpr std::uint32_t kMaxRounds = 10'000;
// Conflicts that a question may take once specifications had to be refined, or as many as before,
// unless inlining makes a large one of it.
constexpr std::uint64_t kQuickConflicts = 300;

bool has_loop(const ir::Procedure& proc) {
  Flow flow = make_flow(proc);
  return std::any_of(flow.parts.begin(), flow.parts.end(),
                     [](const FlowPart& part) { return part.is_loop; });
}

}  // namespace

Refinement::Refinement(run::Run& run, const ir::Program& program, const EffectTable& effects,
                       Heap& heap, Summarizer& summarizer, const Formulas& formulas,
                       RefineOptions options)
    : run_(run),
      program_(program),
      effects_(effects),
      heap_(heap),
      exprs_(heap.exprs()),
      slots_(heap.slots()),
      summarizer_(summarizer),
      stated_(formulas),
      options_(options) {}

Refinement::~Refinement() = default;

// ---------------------------------------------------------------- the first question

// Slots that the code or the property mentions, and the sets of objects behind them.
std::vector<bool> Refinement::needed_slots(ir::ProcId proc, const Property* property) const {
  const Effects& effects = effects_.of(proc);
  std::vector<bool> needed(slots_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) needed[i] = effects.reads[i] || effects.writes[i];
  if (property) {
    for (const auto& [slot, relation] : property->before) needed[slot.index()] = true;
    for (const auto& [slot, relation] : property->after) needed[slot.index()] = true;
  }
  for (const Property& invariant : stated_.invariants) {
    for (const auto& [slot, relation] : invariant.before) needed[slot.index()] = true;
  }
  std::vector<ir::TypeId> types;
  for (ir::LocalId param : program_.proc(proc).params) {
    types.push_back(program_.proc(proc).local(param).type);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!needed[i]) continue;
    const Slot& slot = slots_[SlotId(i)];
    if (slot.kind == SlotKind::Elements) needed[slots_.length(slot.domain).index()] = true;
    types.push_back(slot.range);
    if (slot.arity > 1) types.push_back(slot.domain);
    if (slot.middle) types.push_back(slot.middle);
  }
  for (ir::TypeId type : types) {
    for (SlotId set : slots_.sets_of(type)) needed[set.index()] = true;
    if (program_.type(type).kind == ir::TypeKind::Array) {
      needed[slots_.length(type).index()] = true;
    }
  }
  return needed;
}

void Refinement::declare_state(ir::ProcId proc, const Property* property) {
  auto needed = needed_slots(proc, property);
  auto is_number = [&](ir::TypeId type) { return ir::is_integer(program_.type(type).kind); };
  before_.resize(slots_.size());
  state_.resize(slots_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!needed[i]) continue;
    before_[i] = heap_.fresh(SlotId(i), slots_[SlotId(i)].name);
    state_[i] = exprs_.relation(before_[i]);
    heap_.allow_exchange(SlotId(i), before_[i]);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!needed[i]) continue;
    if (slots_[SlotId(i)].kind == SlotKind::Global) {
      // Static fields start at their defaults.
      ir::TypeId type = slots_[SlotId(i)].range;
      SymbolicValue zero{exprs_.none(1), exprs_.constant(0), exprs_.truth(false)};
      add(exprs_.equal(state_[i], heap_.set_of(type, zero)), "initial values of static fields");
      continue;
    }
    const Slot& slot = slots_[SlotId(i)];
    bool has_numbers =
        slot.arity > 1 && (is_number(slot.range) || (slot.middle && is_number(slot.middle)));
    has_numbers_ = has_numbers_ || has_numbers;
    add(heap_.is_closed(SlotId(i), state_), fmt::format("`{}` before", slots_[SlotId(i)].name));
  }
  const ir::Procedure& p = program_.proc(proc);
  for (std::size_t i = 0; i < p.params.size(); ++i) {
    const ir::Local& param = p.local(p.params[i]);
    args_.push_back(heap_.fresh(param.type, param.name));
    has_numbers_ = has_numbers_ || is_number(param.type);
    rel::Expr value = exprs_.relation(args_.back());
    add(heap_.is_total(param.type, value), "parameters");
    if (ir::is_reference(program_.type(param.type).kind)) {
      add(exprs_.in(value, heap_.objects(param.type, state_)), "parameters");
    }
    if (p.has_this && i == 0) add(exprs_.some(value), "parameters");
  }
  rel::Expr unfinished =
      is_constructor(program_, proc) ? exprs_.relation(args_[0]) : exprs_.none(1);
  for (const Property& invariant : stated_.invariants) {
    add(instantiate(invariant, exprs_, state_, state_, {unfinished}, {}),
        fmt::format("invariant {}", invariant.name));
  }
}

// Whether exceptions are to be checked wherever they leave a procedure.
bool Refinement::forbids_exceptions(ir::ProcId proc) const {
  auto reachable = effects_.calls().reachable(proc);
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    if (!reachable[i]) continue;
    for (const ir::Clause& clause : program_.procs[i].contract) {
      if (clause.kind == ir::ContractKind::Exceptional) return true;
    }
  }
  return false;
}

bool Refinement::encode(ir::ProcId proc, const Property* property) {
  declare_state(proc, property);
  EncodeOptions options{.unwind = options_.unwind};
  options.is_specified = [&](ir::ProcId callee) { return is_specified(callee); };
  if (options_.start == Start::Summaries) {
    options.known_value = [&](ir::ProcId callee, SlotId slot, const State& before,
                              const std::vector<rel::Expr>& args) {
      return known_value(callee, slot, before, args);
    };
    options.needed_to_return = [&](ir::ProcId callee, const State& before,
                                   const std::vector<rel::Expr>& args) {
      return needed_to_return(callee, before, args);
    };
  }
  options.specification = [&](ir::ProcId callee) -> const Property& {
    return stated_.specifications.at(callee);
  };
  options.needs_raised = !property && forbids_exceptions(proc);
  options.stop = [&] { return run_.stop_reason(); };
  Encoder encoder(program_, effects_, heap_, options);
  std::vector<rel::Expr> args;
  for (rel::RelationId id : args_) args.push_back(exprs_.relation(id));
  Encoded code = encoder.encode(proc, state_, args);
  if (!encoder.unsupported().empty()) {
    reason_ = fmt::format("the modular engine does not support {}", encoder.unsupported());
    return false;
  }
  if (!encoder.stopped().empty()) {
    reason_ = encoder.stopped();
    return false;
  }
  given_ = encoder.given();
  for (const GivenCall& call : given_) {
    bool has_number = ir::is_integer(program_.type(program_.proc(call.callee).result).kind);
    bool mentions_int = stated_.specifications.at(call.callee).mentions_int;
    has_numbers_ = has_numbers_ || has_number || mentions_int;
  }
  has_numbers_ = has_numbers_ || (property && property->mentions_int);
  returns_ = code.normal.reached;
  std::vector<rel::Formula> raises = std::move(code.left);
  raises.push_back(code.raised.reached);
  raises_ = exprs_.disjunction(raises);
  cuts_ = std::move(code.cuts);
  checked_ = std::move(code.checked);
  for (rel::Formula fact : encoder.facts()) add(fact, "calls");
  for (const CallSite& call : encoder.calls()) {
    sites_.push_back({.call = call});
    specify(sites_.back());
    for (const Lesson& lesson : lessons_[sites_.back().body()]) apply(sites_.back(), lesson);
  }
  stats_.calls = static_cast<std::uint32_t>(sites_.size());
  stats_.inlined = static_cast<std::uint32_t>(inlined_.size());
  fact_count_ = formulas_.size();
  if (property) {
    if (property->is_invariant) args = {exprs_.none(1)};
    rel::Formula holds =
        instantiate(*property, exprs_, state_, code.normal.state, args, code.normal.result);
    violation_ = exprs_.conjunction({code.normal.reached, exprs_.negation(holds)});
    add(code.normal.reached, "the procedure returns");
    add(exprs_.negation(holds), "the property fails");
    return true;
  }
  obligations_ = std::move(code.obligations);
  std::vector<rel::Formula> reached;
  for (const Obligation& obligation : obligations_) reached.push_back(obligation.reached);
  violation_ = exprs_.disjunction(reached);
  add(violation_, "an assertion fails");
  return true;
}

std::optional<rel::LabelId> Refinement::add(rel::Formula formula, const std::string& label) {
  if (!solver_) {
    formulas_.emplace_back(formula, label);
    return std::nullopt;
  }
  auto id = solver_->add(formula, label);
  learnt_.push_back(formula);
  if (!id) reason_ = solver_->error().text;
  return id;
}

Finding Refinement::check(ir::ProcId proc, const Property* property) {
  proc_ = proc;
  const rel::Problem bare = heap_.problem();
  for (;;) {
    Finding finding = ask(proc, property);
    if (!is_outdated_) return finding;
    is_outdated_ = false;
    earlier_ = stats_.solver;
    heap_.problem() = bare;
    solver_.reset();
    sites_.clear();
    formulas_.clear();
    learnt_.clear();
    args_.clear();
  }
}

// Whether the question would be large with all calls inlined.
bool Refinement::is_large() {
  if (is_large_) return *is_large_;
  const std::size_t size = exprs_.size();
  auto is_beyond = [&] { return exprs_.size() - size > options_.large_size; };
  // Encoding a call of what is given would add to the question.
  if (!effects_.of(proc_).is_given) {
    EncodeOptions options{.unwind = options_.unwind};
    options.stop = [&]() -> std::optional<std::string> {
      return is_beyond() ? std::optional("it is large") : std::nullopt;
    };
    std::vector<rel::Expr> args;
    for (rel::RelationId id : args_) args.push_back(exprs_.relation(id));
    Encoder(program_, effects_, heap_, options).encode(proc_, state_, args);
  }
  is_large_ = is_beyond();
  return *is_large_;
}

// Until the question is answered, or outdated.
Finding Refinement::ask(ir::ProcId proc, const Property* property) {
  if (!encode(proc, property)) return Finding::Unknown;
  if (!property && obligations_.empty()) {
    judge_coverage(property);
    return Finding::Holds;
  }
  solver_ =
      std::make_unique<rel::Solver>(exprs_, heap_.problem(), rel::Options{.is_final = true}, run_);
  for (const auto& [formula, label] : formulas_) {
    if (!add(formula, label)) return Finding::Unknown;
  }
  learnt_.clear();
  for (;;) {
    ++stats_.rounds;
    bool is_limited = stats_.refinements > 0 && !options_.inline_calls && !is_large();
    rel::Query query;
    if (is_limited) query.conflicts = std::max(kQuickConflicts, stats_.solver.conflicts);
    rel::Answer answer = solver_->solve(query);
    count(solver_->statistics());
    if (answer == rel::Answer::Unknown && is_limited && !run_.stop_reason_now()) {
      log_.push_back(fmt::format("round {}: too hard; all calls are inlined", stats_.rounds));
      options_.inline_calls = true;
      is_outdated_ = true;
      return Finding::Unknown;
    }
    if (answer == rel::Answer::Unknown) {
      reason_ = solver_->reason();
      return Finding::Unknown;
    }
    if (answer == rel::Answer::Unsat) {
      overflowed_ = overflowed_ || solver_->is_cut_by_overflow();
      judge_coverage(property);
      return Finding::Holds;
    }
    log_.push_back(fmt::format("round {}: an execution violates the {} ({} conflicts)",
                               stats_.rounds, property ? "property" : "assertions",
                               stats_.solver.conflicts));
    log_.push_back("  from " + start_text());
    if (!refine_calls()) break;
    if (stats_.rounds >= kMaxRounds) reason_ = "too many refinements";
    if (auto stop = run_.stop_reason_now()) reason_ = *stop;
    if (!reason_.empty()) return Finding::Unknown;
    if (is_outdated_) return Finding::Unknown;
  }
  log_.push_back("every call is real");
  rel::Evaluator evaluator(exprs_, heap_.problem().universe(), found_);
  for (const Obligation& obligation : obligations_) {
    if (evaluator.holds(obligation.reached) != rel::Truth::True) continue;
    violated_ = obligation;
    break;
  }
  return Finding::Violated;
}

// ---------------------------------------------------------------- specifications

// Calls of other procedures are inlined: their assertions are to be checked, they call what is
// given by specification only, the objects that they allocate are not exactly known, or they are
// as simple as their specifications would be.
bool Refinement::is_specified(ir::ProcId proc) {
  const Effects& effects = effects_.of(proc);
  bool needs_body = effects.has_checks || effects.is_given || !effects.unsupported.empty();
  if (options_.inline_calls || inlined_.contains(proc) || needs_body) return false;
  const ir::Procedure& p = program_.proc(proc);
  bool is_small = p.transitions.size() <= options_.inline_size && !has_loop(p);
  if (is_small && !effects.is_recursive) return false;
  const Summary& summary = summarizer_.summary(proc);
  if (!summary.normal) return false;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    bool is_set = slots_[SlotId(i)].kind == SlotKind::Allocated;
    if (is_set && effects.writes[i] && !summary.normal->slots[i].is_exact()) return false;
  }
  return !(effects.allocates && options_.start == Start::Frames);
}

// Symbols of the summary in a state: parameters and slots before, and the objects that are
// allocated, one after the other.
ValueTranslator Refinement::translator(ir::ProcId proc, const Outcome& outcome, const State& before,
                                       const std::vector<rel::Expr>& args) {
  std::unordered_map<SymbolId, rel::Expr> symbols;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (before[i]) symbols.emplace(summarizer_.slot_symbol(SlotId(i)), before[i]);
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    symbols.emplace(summarizer_.param_symbol(proc, i), args[i]);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[SlotId(i)].kind != SlotKind::Allocated || !effects_.of(proc).writes[i]) continue;
    rel::Expr objects = before[i];
    // In the order of their numbers, which is that of their symbols.
    ValueId all = outcome.slots[i].upper;
    for (SymbolId symbol : summarizer_.values().symbols_in(std::span(&all, 1))) {
      const auto* made = summarizer_.new_symbol(symbol);
      if (!made || made->is_set) continue;
      rel::Expr object = heap_.next_object(SlotId(i), objects);
      symbols.emplace(symbol, object);
      objects = exprs_.make_union(objects, object);
    }
  }
  return {summarizer_.values(), heap_, std::move(symbols)};
}

std::optional<rel::Expr> Refinement::known_value(ir::ProcId proc, SlotId slot, const State& before,
                                                 const std::vector<rel::Expr>& args) {
  const Summary& summary = summarizer_.summary(proc);
  const Outcome& outcome = *summary.normal;
  const Bounds& bounds = slot ? outcome.slots[slot.index()] : outcome.result;
  if (!bounds.upper || !bounds.is_exact()) return std::nullopt;
  return translator(proc, outcome, before, args).translate(bounds.upper);
}

std::vector<EncodeOptions::Needed> Refinement::needed_to_return(
    ir::ProcId proc, const State& before, const std::vector<rel::Expr>& args) {
  const Outcome& outcome = *summarizer_.summary(proc).normal;
  Values& values = summarizer_.values();
  ValueTranslator translate = translator(proc, outcome, before, args);
  std::vector<EncodeOptions::Needed> needed;
  for (std::size_t i = program_.proc(proc).has_this ? 1 : 0; i < args.size(); ++i) {
    if (outcome.needs_object[i]) needed.push_back({exprs_.some(args[i]), false});
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[SlotId(i)].kind != SlotKind::Allocated || !effects_.of(proc).writes[i]) continue;
    // All that may be allocated is, see is_specified: and if the last one is, so are the others.
    ValueId all = outcome.slots[i].upper;
    std::optional<SymbolId> last;
    for (SymbolId symbol : values.symbols_in(std::span(&all, 1))) {
      if (summarizer_.new_symbol(symbol)) last = symbol;
    }
    if (last) {
      rel::Formula exists = exprs_.some(translate.translate(values.new_object(*last)));
      needed.push_back({exists, true});
    }
  }
  return needed;
}

rel::Formula Refinement::when(const Site& site, bool raised) {
  if (!site.call.raised) return site.call.guard;
  rel::Formula how = raised ? site.call.raised : exprs_.negation(site.call.raised);
  return exprs_.conjunction({site.call.guard, how});
}

void Refinement::specify(Site& site) {
  for (const auto& [slot, after] : site.call.after) {
    if (slots_[slot].kind != SlotKind::Allocated) continue;
    rel::Formula grows = exprs_.in(site.call.before[slot.index()], after);
    add(exprs_.implies(site.call.guard, grows), "objects do not go away");
  }
  if (options_.start == Start::Frames) return;
  const Summary& summary = summarizer_.summary(site.call.callee);
  specify_outcome(site, *summary.normal, when(site, false), true);
  if (!site.call.raised) return;
  if (summary.raised) {
    specify_outcome(site, *summary.raised, when(site, true), false);
  } else {
    add(exprs_.negation(site.call.raised), "no exception");
  }
}

void Refinement::specify_outcome(Site& site, const Outcome& outcome, rel::Formula condition,
                                 bool is_normal) {
  ValueTranslator translate =
      translator(site.call.callee, outcome, site.call.before, site.call.args);
  const std::string& name = program_.proc(site.call.callee).name;
  auto bound = [&](const Bounds& bounds, rel::Expr value) {
    // Which objects a procedure has allocated before an exception is not known.
    bool has_new = summarizer_.values().node(bounds.upper).has_new ||
                   summarizer_.values().node(bounds.lower).has_new;
    if (has_new && !is_normal) return;
    rel::Formula within = exprs_.conjunction({exprs_.in(translate.translate(bounds.lower), value),
                                              exprs_.in(value, translate.translate(bounds.upper))});
    add(exprs_.implies(condition, within), fmt::format("summary of {}", name));
  };
  for (const auto& [slot, after] : site.call.after) bound(outcome.slots[slot.index()], after);
  if (is_normal && site.call.result) bound(outcome.result, site.call.result);
}

std::vector<std::string> Refinement::specifications() const {
  std::vector<std::string> lines;
  std::set<std::pair<ir::ProcId, bool>> seen;
  for (const Site& site : sites_) {
    if (!seen.insert(site.body()).second) continue;
    auto found = lessons_.find(site.body());
    bool is_refined = found != lessons_.end() && !found->second.empty();
    lines.push_back(fmt::format("{}: {}", program_.proc(site.call.callee).name,
                                is_refined ? "its summary and" : "its summary"));
    if (!is_refined) continue;
    for (const Lesson& lesson : found->second) lines.push_back("  " + lesson.text);
  }
  if (options_.inline_calls && stats_.refinements > 0) return {"all procedures: their bodies"};
  for (ir::ProcId proc : inlined_) {
    lines.push_back(fmt::format("{}: its body", program_.proc(proc).name));
  }
  return lines;
}

// The times and conflicts of all questions, the size of the last one.
void Refinement::count(const rel::SolverStatistics& now) {
  stats_.solver = now;
  stats_.solver.solve_calls += earlier_.solve_calls;
  stats_.solver.conflicts += earlier_.conflicts;
  stats_.solver.translate_seconds += earlier_.translate_seconds;
  stats_.solver.solve_seconds += earlier_.solve_seconds;
}

}  // namespace modular
