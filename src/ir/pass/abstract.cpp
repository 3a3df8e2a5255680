// Each execution of the model is one of the abstraction: where a variable has a value, the
// abstracted one has its code, and all else is equal.
//
// 1. An abstracted variable takes the code of any part in which the value may lie, by bounds that
//    contain it (abstract_values.h). A variable that is followed exactly takes any value of its
//    range that the bounds allow; if they allow one beyond, it also exceeds the range, as it would
//    in the model (LimitState).
// 2. A branch can be taken if its condition may be true. Conditions of blocking transitions are
//    refused: a thread that waits where the program does might be one that can move here.
// 3. An assertion and an assumption hold and fail if they may.
// 4. An index, a size, or a value among choices that is not exact ends the execution with a limit.
//
// So nothing is lost: what is valid on the abstraction is valid in the model. What is wrong need
// not be. Where several things may happen, one of the actions is an internal choice with more than
// one value, so that a choose-free search (section 5.0.3 of the paper) takes steps of the program
// only.
#include "ir/pass/abstract.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "ir/pass/abstract_values.h"
#include "ir/pass/abstract_variables.h"
#include "ir/pass/inline.h"
#include "ir/typing.h"

namespace pass {

namespace {

constexpr std::string_view kChosen = "$chosen";
constexpr std::int64_t kMostValues = 200;  // of an exact variable that takes any of them
constexpr std::string_view kCut = "abstraction";

bool is_blocking(const ir::Transition& t) {
  return !t.actions.empty() && ir::info(ir::kind_of(t.actions.front())).blocking;
}

// Rewrites the transitions of one thread.
class Rewriter {
 public:
  Rewriter(const ir::Program& source, AbstractVariables& variables, FiniteModel& model,
           std::size_t index)
      : source_(source),
        variables_(variables),
        model_(model),
        p_(model.program),
        index_(index),
        proc_(model.program.procs[index]),
        values_(model.program, proc_,
                [this](ir::LocalId id) { return variables_.local(index_, id); }) {}

  void run() {
    for (const ir::Transition& t : proc_.transitions) guards_.emplace_back(t.source, t.guard);
    for (std::size_t i = 0; i < proc_.transitions.size(); ++i) {
      is_input_ = !model_.origins[index_][i].proc;
      transition(proc_.transitions[i]);
    }
  }

 private:
  void transition(ir::Transition& t) {
    out_.clear();
    used_.clear();
    is_over_ = false;
    ir::Transition from = std::move(t);
    t = from;
    t.actions.clear();
    for (ir::Action& read : t.reads) check_read(t, read);
    std::size_t first = is_blocking(from) ? 1 : 0;
    if (first) action(from.actions.front());
    if (from.guard && !values_.is_exact(from.guard)) t.guard = branch(from);
    for (std::size_t i = first; i < from.actions.size() && !is_over_; ++i) action(from.actions[i]);
    t.actions = std::move(out_);
  }

  void check_read(const ir::Transition& t, const ir::Action& read) {
    ir::LocalId target = ir::written_local(read);
    const Abstraction* into = variables_.local(index_, target);
    const Abstraction* from = shared_abstraction(read);
    bool is_same = into == from || (into && from && *into == *from);
    if (!is_same) refuse(t.span);
  }

  const Abstraction* shared_abstraction(const ir::Action& load) const {
    if (const auto* a = std::get_if<ir::LoadField>(&load)) return variables_.field(a->field);
    if (const auto* a = std::get_if<ir::LoadGlobal>(&load)) return variables_.global(a->global);
    return nullptr;
  }

  [[noreturn]] static void refuse(base::Span span) {
    throw Infinite{{"a thread waits for a condition over an abstracted variable", span}};
  }

  // One of two branches, so that a thread never waits there.
  bool has_opposite(const ir::Transition& t) const {
    auto is_negation = [&](ir::ExprId a, ir::ExprId b) {
      const ir::Expr& e = p_.expr(a);
      bool negates = e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not;
      return negates && is_same(e.a, b);
    };
    return std::any_of(guards_.begin(), guards_.end(), [&](const auto& other) {
      const auto& [source, guard] = other;
      if (source != t.source || !guard) return false;
      return is_negation(guard, t.guard) || is_negation(t.guard, guard);
    });
  }

  bool is_same(ir::ExprId x, ir::ExprId y) const {
    if (!x || !y || x == y) return x == y;
    ir::Expr a = p_.expr(x);
    ir::Expr b = p_.expr(y);
    bool is_constant = a.kind == ir::ExprKind::Constant && b.kind == ir::ExprKind::Constant;
    if (is_constant) {
      return a.type == b.type &&
             ir::same_constant(p_.constant(a.constant), p_.constant(b.constant));
    }
    return a.kind == b.kind && a.unary == b.unary && a.binary == b.binary && a.type == b.type &&
           a.local == b.local && a.index == b.index && a.cls == b.cls && a.tested == b.tested &&
           is_same(a.a, b.a) && is_same(a.b, b.b) && is_same(a.c, b.c);
  }

  // The branch may be taken. If it also may not, taking it is a choice.
  ir::ExprId branch(const ir::Transition& t) {
    bool never_waits = (source_.is_guarded && t.reads.empty()) || has_opposite(t);
    if (!never_waits) refuse(t.span);
    AbstractTruth truth = values_.truth(t.guard);
    if (!truth.is_exact()) {
      ir::LocalId taken = chosen(ir::simple_type(ir::TypeKind::Bool));
      choose(taken, {values_.literal(true), truth.must});
    }
    return truth.may;
  }

  // ------------------------------------------------------------ variables of the model

  // One for each choice of the transition.
  ir::LocalId chosen(ir::TypeId type) {
    auto [at, is_new] = chosen_.try_emplace({type, used_[type]++});
    if (is_new) {
      at->second = ir::LocalId(proc_.locals.size());
      ir::Local local;
      local.name = fmt::format("{}{}", kChosen, at->second.index());
      local.type = type;
      local.is_temp = true;
      proc_.locals.push_back(std::move(local));
    }
    return at->second;
  }

  ir::ExprId read(ir::LocalId id) { return p_.local_expr(proc_, id); }

  void choose(ir::LocalId target, std::vector<ir::ExprId> values) {
    out_.push_back(ir::Choose{target, false, std::move(values)});
  }

  void cut() {
    out_.push_back(ir::Limit{std::string(kCut)});
    is_over_ = true;
  }

  // ------------------------------------------------------------ values

  // The code of the value, or one that it may have.
  ir::ExprId coded(ir::ExprId value, const Abstraction& in) {
    const Abstraction* same = values_.plain(value);
    if (same && *same == in) return read(p_.expr(value).local);
    if (values_.is_exact(value)) return values_.code_of(value, in);
    AbstractNumber number = values_.number(value);
    const auto& regions = in.regions();
    ir::ExprId any = values_.literal(regions.back().code);
    std::vector<ir::ExprId> conditions;
    for (const Region& r : regions) conditions.push_back(values_.may_lie(number, in, r));
    for (std::size_t i = regions.size(); i-- > 0;) {
      any = values_.conditional(conditions[i], values_.literal(regions[i].code), any);
    }
    std::vector<ir::ExprId> codes;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      codes.push_back(values_.conditional(conditions[i], values_.literal(regions[i].code), any));
    }
    ir::LocalId target = chosen(variables_.codes(in));
    choose(target, std::move(codes));
    return read(target);
  }

  // A value of the range that the abstraction allows, or one beyond. Invalid: there are too many.
  ir::ExprId concrete(ir::ExprId value, ir::TypeId type) {
    const ir::Type range = p_.type(type);
    if (range.hi - range.lo >= kMostValues) return {};
    AbstractNumber number = values_.number(value);
    std::vector<std::pair<ir::ExprId, std::int64_t>> all;
    all.emplace_back(values_.may_be_below(number, range.lo), range.lo - 1);
    for (std::int64_t n = range.lo; n <= range.hi; ++n) {
      ir::ExprId parity = n % 2 == 0 ? number.may_even : number.may_odd;
      all.emplace_back(
          both(both(values_.may_be_above(number, n - 1), values_.may_be_below(number, n + 1)),
               parity),
          n);
    }
    all.emplace_back(values_.may_be_above(number, range.hi), range.hi + 1);
    ir::ExprId any = values_.literal(range.hi + 1);
    for (std::size_t i = all.size(); i-- > 0;) {
      any = values_.conditional(all[i].first, values_.literal(all[i].second), any);
    }
    std::vector<ir::ExprId> values;
    for (const auto& [may, n] : all) {
      values.push_back(values_.conditional(may, values_.literal(n), any));
    }
    // Wide enough for both values beyond: the range is left where the value is stored.
    ir::LocalId target = chosen(p_.types.make(
        ir::Type{.kind = ir::TypeKind::Range, .lo = range.lo - 1, .hi = range.hi + 1}));
    choose(target, std::move(values));
    return read(target);
  }

  ir::ExprId both(ir::ExprId a, ir::ExprId b) {
    return values_.conditional(a, b, values_.literal(false));
  }

  ir::ExprId condition(ir::ExprId value) {
    AbstractTruth truth = values_.truth(value);
    if (truth.is_exact()) return truth.may;
    ir::LocalId target = chosen(ir::simple_type(ir::TypeKind::Bool));
    choose(target, {truth.may, truth.must});
    return read(target);
  }

  // The value as a variable of this type and abstraction holds it; invalid after a cut.
  ir::ExprId value(ir::ExprId from, ir::TypeId type, const Abstraction* in) {
    if (in) return coded(from, *in);
    if (values_.is_exact(from)) return from;
    ir::ExprId result;
    if (p_.type(type).kind == ir::TypeKind::Bool) result = condition(from);
    if (p_.type(type).kind == ir::TypeKind::Range) result = concrete(from, type);
    if (!result) cut();
    return result;
  }

  // ------------------------------------------------------------ actions

  void store(ir::LocalId target, ir::ExprId from) {
    ir::TypeId type = proc_.local(target).type;
    ir::ExprId to_store = value(from, type, variables_.local(index_, target));
    if (!is_over_) out_.push_back(ir::Assign{target, to_store});
  }

  // Loads what is followed in another way than the target.
  template <class Load>
  void load(const Load& a, ir::TypeId type, const Abstraction* from) {
    const Abstraction* into = variables_.local(index_, a.target);
    bool is_same = from == into || (from && into && *from == *into);
    if (is_same) {
      out_.push_back(a);
      return;
    }
    Load aside = a;
    aside.target = loaded(type, from);
    out_.push_back(aside);
    store(a.target, read(aside.target));
  }

  ir::LocalId loaded(ir::TypeId type, const Abstraction* from) {
    ir::LocalId id(proc_.locals.size());
    ir::Local local;
    local.name = fmt::format("$loaded{}", id.index());
    local.type = type;
    local.is_temp = true;
    proc_.locals.push_back(std::move(local));
    variables_.add(index_, id, from);
    return id;
  }

  bool is_exact(const ir::Action& action) const {
    bool result = true;
    ir::for_each_expr(action, [&](ir::ExprId e) { result = result && values_.is_exact(e); });
    return result;
  }

  void action(const ir::Action& action) {
    if (const auto* a = std::get_if<ir::Assign>(&action)) return store(a->target, a->value);
    if (const auto* a = std::get_if<ir::LoadField>(&action)) {
      return load(*a, p_.field(a->field).type, variables_.field(a->field));
    }
    if (const auto* a = std::get_if<ir::LoadGlobal>(&action)) {
      return load(*a, p_.global(a->global).type, variables_.global(a->global));
    }
    if (const auto* a = std::get_if<ir::LoadElement>(&action)) {
      if (!is_exact(action)) return cut();
      return load(*a, p_.type(p_.expr(a->array).type).element, nullptr);
    }
    if (const auto* a = std::get_if<ir::StoreField>(&action)) {
      ir::StoreField made = *a;
      made.value = value(a->value, p_.field(a->field).type, variables_.field(a->field));
      if (!is_over_) out_.push_back(made);
      return;
    }
    if (const auto* a = std::get_if<ir::StoreGlobal>(&action)) {
      ir::StoreGlobal made = *a;
      made.value = value(a->value, p_.global(a->global).type, variables_.global(a->global));
      if (!is_over_) out_.push_back(made);
      return;
    }
    if (const auto* a = std::get_if<ir::StoreElement>(&action)) {
      if (!values_.is_exact(a->array) || !values_.is_exact(a->index)) return cut();
      ir::StoreElement made = *a;
      made.value = value(a->value, p_.type(p_.expr(a->array).type).element, nullptr);
      if (!is_over_) out_.push_back(made);
      return;
    }
    if (const auto* a = std::get_if<ir::Assert>(&action)) {
      out_.push_back(ir::Assert{condition(a->condition)});
      return;
    }
    if (const auto* a = std::get_if<ir::Assume>(&action)) {
      out_.push_back(ir::Assume{condition(a->condition), a->halts});
      return;
    }
    if (const auto* a = std::get_if<ir::Fork>(&action)) return fork(*a);
    if (const auto* a = std::get_if<ir::Choose>(&action)) return choice(*a);
    if (const auto* a = std::get_if<ir::Havoc>(&action)) return havoc(*a);
    if (!is_exact(action)) return cut();
    out_.push_back(action);
  }

  void fork(const ir::Fork& a) {
    ir::Fork made = a;
    std::size_t to = a.callee.proc.index();
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      ir::LocalId param = p_.procs[to].params[i];
      made.args[i] = value(a.args[i], p_.procs[to].local(param).type, variables_.local(to, param));
      if (is_over_) return;
    }
    out_.push_back(std::move(made));
  }

  // Of an input, every part is tried.
  void choice(const ir::Choose& a) {
    const Abstraction* into = variables_.local(index_, a.target);
    if (!is_exact(a)) return cut();
    if (!into) {
      out_.push_back(a);
      return;
    }
    if (is_input_) return all_codes(a.target, *into);
    ir::Choose made = a;
    for (ir::ExprId& value : made.values) value = values_.code_of(value, *into);
    out_.push_back(std::move(made));
  }

  void havoc(const ir::Havoc& a) {
    const Abstraction* into = variables_.local(index_, a.target);
    if (into) return all_codes(a.target, *into);
    out_.push_back(a);
  }

  void all_codes(ir::LocalId target, const Abstraction& in) {
    ir::Choose made{.target = target};
    for (const Region& r : in.regions()) made.values.push_back(values_.literal(r.code));
    out_.push_back(std::move(made));
  }

  const ir::Program& source_;
  AbstractVariables& variables_;
  FiniteModel& model_;
  ir::Program& p_;
  std::size_t index_;
  ir::Procedure& proc_;
  AbstractValues values_;
  std::vector<std::pair<ir::LocId, ir::ExprId>> guards_;  // as they were, by transition
  std::map<std::pair<ir::TypeId, std::size_t>, ir::LocalId> chosen_;
  std::map<ir::TypeId, std::size_t> used_;  // by the transition under construction
  std::vector<ir::Action> out_;             // of the transition under construction
  bool is_over_ = false;                    // a limit: nothing after it happens
  bool is_input_ = false;                   // it chooses inputs, before the program starts
};

}  // namespace

void abstract_data(const ir::Program& source, const FiniteBounds& bounds, FiniteModel& model) {
  if (bounds.abstractions.empty()) return;
  AbstractVariables variables(source, bounds, model);
  variables.declare();
  for (std::size_t i = 0; i < model.program.procs.size(); ++i) {
    Rewriter(source, variables, model, i).run();
  }
}

std::vector<std::string> unknown_abstractions(const ir::Program& program,
                                              const FiniteBounds& bounds) {
  auto is_int = [&](ir::TypeId type) { return program.type(type).kind == ir::TypeKind::Int; };
  std::set<std::string> known;
  for (const ir::Field& f : program.fields) {
    if (is_int(f.type)) known.insert(fmt::format("{}.{}", program.cls(f.owner).name, f.name));
  }
  for (const ir::Global& g : program.globals) {
    if (is_int(g.type)) known.insert(g.name);
  }
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Local& l : proc.locals) {
      if (l.is_temp || l.is_bound || !is_int(l.type)) continue;
      known.insert(fmt::format("{}.{}", proc.name, ir::display_name(l)));
    }
  }
  std::vector<std::string> unknown;
  for (const auto& [name, abstraction] : bounds.abstractions) {
    if (!known.contains(name)) unknown.push_back(name);
  }
  return unknown;
}

bool is_added_choice(const ir::Procedure& proc, const ir::Action& action) {
  const auto* choose = std::get_if<ir::Choose>(&action);
  return choose && proc.local(choose->target).name.starts_with(kChosen);
}

}  // namespace pass
