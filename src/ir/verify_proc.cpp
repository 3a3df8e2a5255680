// Procedures and the shape of transitions.
#include <fmt/format.h>

#include <algorithm>

#include "ir/bir_names.h"
#include "ir/typing.h"
#include "ir/verifier.h"

namespace ir {

// ---------------------------------------------------------------- declarations

// What other procedures rely on; checked for all before any body.
void Verifier::signature() {
  const Procedure& p = *proc_;
  if (!check(p.result && p.result.index() < program_.types.size(), "there is no result type")) {
    return;
  }
  check(!is_embedded(program_.type(p.result).kind), "the result is an embedded object or a lock");
  check(p.kind == ProcKind::Procedure || program_.type(p.result).kind == TypeKind::Void,
        "a thread has a result");
  bool first = p.params.size() <= p.locals.size();
  for (std::size_t i = 0; first && i < p.params.size(); ++i) first = p.params[i] == LocalId(i);
  if (!check(first, "the parameters are not the first locals")) return;
  locals();
  bool named_this = !p.params.empty() && p.locals.front().name == "this" && p.locals.front().type &&
                    p.locals.front().type.index() < program_.types.size() &&
                    program_.type(p.locals.front().type).kind == TypeKind::Ref;
  check(p.has_this == named_this, "a receiver is a first parameter `this` of a class type");
}

void Verifier::locals() {
  const Procedure& p = *proc_;
  NameSet names;
  for (std::size_t i = 0; i < p.locals.size(); ++i) {
    const Local& local = p.locals[i];
    if (local.span.is_valid()) span_ = local.span;
    unique(names, local.name, "variable");
    bool is_param = i < p.params.size();
    check(!is_param || !(local.is_bound || local.initial),
          fmt::format("the parameter {} is bound or has an initial value", local.name));
    if (!variable_type(local.type, fmt::format("the variable {}", local.name))) continue;
    check(program_.type(local.type).kind != TypeKind::Lock,
          fmt::format("the variable {} is a lock", local.name));
    check(
        !local.initial || (!local.is_bound && constant_fits(program_, *local.initial, local.type)),
        fmt::format("the initial value of {} does not fit", local.name));
  }
  span_ = p.span;
  check(!p.self || in_range(p.self, p.locals), "the variable for `self` does not exist");
  if (!p.retval) return;
  bool fits = in_range(p.retval, p.locals) && p.retval.index() >= p.params.size() &&
              p.local(p.retval).type == p.result;
  check(fits, "the variable for the result is a parameter or has another type");
}

void Verifier::locations() {
  const Procedure& p = *proc_;
  NameSet names;
  for (const Location& loc : p.locations) {
    unique(names, loc.name, "location");
    if (!loc.live) continue;
    std::vector<LocalId> live = *loc.live;
    std::sort(live.begin(), live.end());
    check(std::adjacent_find(live.begin(), live.end()) == live.end(),
          fmt::format("a variable is live twice at {}", loc.name));
    check(live.empty() || in_range(live.back(), p.locals),
          fmt::format("a live variable of {} does not exist", loc.name));
    check(!p.self || std::binary_search(live.begin(), live.end(), p.self),
          fmt::format("the variable for `self` is not live at {}", loc.name));
  }
}

void Verifier::procedure(const Procedure& proc) {
  proc_ = &proc;
  ++stamp_;
  where_ = fmt::format("procedure {}", proc.name);
  span_ = proc.span;
  locations();
  for (const Clause& clause : proc.contract) {
    if (clause.span.is_valid()) span_ = clause.span;
    value_fits(clause.condition, simple_type(TypeKind::Bool), "a clause of the contract", true);
  }
  span_ = proc.span;
  bool ends_exist = in_range(proc.entry, proc.locations) && in_range(proc.exit, proc.locations) &&
                    in_range(proc.except, proc.locations);
  if (!check(ends_exist, "the entry or an exit does not exist")) return;
  check(proc.entry != proc.exit && proc.entry != proc.except && proc.exit != proc.except,
        "the entry and the two exits are not three locations");
  transitions();
}

void Verifier::transitions() {
  const Procedure& p = *proc_;
  LocId last(0);
  for (const Transition& t : p.transitions) {
    where_ = fmt::format("procedure {}", p.name);
    span_ = t.span.is_valid() ? t.span : p.span;
    bool exist = in_range(t.source, p.locations) && in_range(t.target, p.locations) &&
                 (!t.except || in_range(t.except, p.locations));
    if (!check(exist, "a transition starts or ends nowhere")) continue;
    where_ += fmt::format(", location {}", p.location(t.source).name);
    check(!(t.source < last), "the transitions are not in the order of their locations");
    last = std::max(last, t.source);
    transition(t);
  }
  if (!found_.empty()) return;
  where_ = fmt::format("procedure {}", p.name);
  if (const Transition* t = invisible_cycle()) {
    span_ = t->span.is_valid() ? t->span : p.span;
    check(false, fmt::format("invisible transitions lead back to {}", p.location(t->target).name));
  }
}

// A transition that closes a cycle of invisible ones, or null: depth first, with an explicit
// stack.
const Transition* Verifier::invisible_cycle() const {
  enum class Mark : std::uint8_t { New, Open, Done };
  auto out = outgoing(*proc_);
  std::vector<Mark> marks(proc_->locations.size(), Mark::New);
  struct Visit {
    std::size_t location;
    std::size_t next;  // successors already seen: two per transition
  };
  for (std::size_t root = 0; root < marks.size(); ++root) {
    if (marks[root] != Mark::New) continue;
    std::vector<Visit> open{{root, 0}};
    marks[root] = Mark::Open;
    while (!open.empty()) {
      Visit& visit = open.back();
      const auto& ways = out[visit.location];
      if (visit.next == 2 * ways.size()) {
        marks[visit.location] = Mark::Done;
        open.pop_back();
        continue;
      }
      const Transition& t = proc_->transitions[ways[visit.next / 2].index()];
      LocId to = visit.next % 2 == 0 ? t.target : t.except;
      ++visit.next;
      if (!t.invisible || !to || marks[to.index()] == Mark::Done) continue;
      if (marks[to.index()] == Mark::Open) return &t;
      marks[to.index()] = Mark::Open;
      open.push_back({to.index(), 0});
    }
  }
  return nullptr;
}

// ---------------------------------------------------------------- transitions

void Verifier::transition(const Transition& t) {
  check(t.source != proc_->exit && t.source != proc_->except, "a transition leaves an exit");
  reads(t);
  if (t.guard) value_fits(t.guard, simple_type(TypeKind::Bool), "the guard");
  for (const Action& a : t.actions) {
    if (check(a.index() + 1 < std::variant_size_v<ActionVariant>, "an empty action")) action(a);
  }
  order_of_actions(t);
  ends(t);
  if (t.invisible) visibility(t);
}

void Verifier::reads(const Transition& t) {
  for (const Action& a : t.reads) {
    switch (kind_of(a)) {
      case ActionKind::LoadField:
      case ActionKind::LoadElement:
      case ActionKind::LoadGlobal:
      case ActionKind::TestLock:
      case ActionKind::TestThread: action(a); break;
      default: check(false, "the reads are loads and tests only");
    }
  }
}

void Verifier::order_of_actions(const Transition& t) {
  bool calls = false;
  for (std::size_t i = 0; i < t.actions.size(); ++i) {
    if (t.actions[i].index() + 1 >= std::variant_size_v<ActionVariant>) return;
    ActionKind kind = kind_of(t.actions[i]);
    check(i == 0 || !info(kind).blocking,
          fmt::format("{} can block and is not the first action", info(kind).name));
    if (kind != ActionKind::Call) continue;
    calls = true;
    check(i + 1 == t.actions.size(), "a call is not the last action");
  }
  check(calls == t.except.is_valid(),
        calls ? "a call needs an `except` location" : "`except` without a call");
}

void Verifier::ends(const Transition& t) {
  auto has = [&](ActionKind kind) {
    return std::any_of(t.actions.begin(), t.actions.end(),
                       [&](const Action& a) { return kind_of(a) == kind; });
  };
  bool returns = has(ActionKind::Return);
  bool throws = has(ActionKind::Throw);
  check(!returns || t.target == proc_->exit, "a return does not go to the exit");
  check(!throws || t.target != proc_->exit, "a throw goes to the normal exit");
  check(!(returns && throws), "a transition returns and throws");
  check(t.except != proc_->exit || !t.except, "an exception goes to the normal exit");
  bool needs_result = program_.type(proc_->result).kind != TypeKind::Void;
  check(!needs_result || returns || t.target != proc_->exit,
        "the exit is reached without a return");
}

bool Verifier::contract_has_quantifier(ContractKind kind) const {
  return std::any_of(proc_->contract.begin(), proc_->contract.end(), [&](const Clause& c) {
    return c.kind == kind && c.condition && c.condition.index() < program_.expr_count() &&
           reads_heap(program_, c.condition);
  });
}

bool Verifier::is_shared(const Action& a) const {
  if (ir::is_shared(program_, a)) return true;
  if (const auto* contract = std::get_if<CheckContract>(&a)) {
    bool is_entry = program_.entry && proc_ == &program_.proc(program_.entry);
    if (contract->kind == ContractKind::Input && !is_entry) return false;
    return contract_has_quantifier(contract->kind);
  }
  bool quantifier = false;
  for_each_expr(a, [&](ExprId id) { quantifier = quantifier || reads_heap(program_, id); });
  return quantifier;
}

// The paper's section 5.0.2 forbids invisible loops at one location, and visible
// and invisible transitions between the same two. The first would hide an endless
// loop from the scheduler, and so would any cycle. The second keeps two relations over states
// apart; here each transition carries its own mark, so nothing depends on it.
void Verifier::visibility(const Transition& t) {
  check(t.reads.empty(), "an invisible transition reads shared variables");
  if (!found_.empty()) return;  // the expressions may be broken
  check(std::none_of(t.actions.begin(), t.actions.end(),
                     [&](const Action& a) { return is_shared(a); }),
        "an invisible transition touches what other threads can see");
}

}  // namespace ir
