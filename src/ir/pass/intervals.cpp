#include "ir/pass/intervals.h"

#include <algorithm>
#include <array>
#include <bit>

#include "ir/typing.h"

namespace pass {

namespace {

constexpr int kPlainRounds = 4;  // before intervals are widened
constexpr int kMostRounds = 24;  // before the analysis gives up
constexpr int kDeepest = 200;    // of expressions that are looked into

std::int64_t clamp(std::int64_t n) {
  return std::clamp(n, -Interval::kInfinity, Interval::kInfinity);
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  bool is_huge = std::abs(a) > Interval::kInfinity / std::abs(b);
  if (is_huge) return (a < 0) == (b < 0) ? Interval::kInfinity : -Interval::kInfinity;
  return a * b;
}

bool is_integer(const ir::Type& t) {
  switch (t.kind) {
    case ir::TypeKind::Int:
    case ir::TypeKind::Uint:
    case ir::TypeKind::Long:
    case ir::TypeKind::Range:
    case ir::TypeKind::Char: return true;
    default: return false;
  }
}

Interval of_constant(const ir::Constant& value) {
  if (const auto* n = std::get_if<base::Integer>(&value)) {
    return Interval::of(clamp(n->to_int64().value_or(Interval::kInfinity)));
  }
  if (const auto* c = std::get_if<char32_t>(&value)) return Interval::of(*c);
  return {};
}

Interval joined(Interval a, Interval b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

}  // namespace

Intervals::Intervals(const ir::Program& program, const Hierarchy& hierarchy) : program_(program) {
  find_calls(hierarchy);
  start();
  for (int i = 0; i < kMostRounds; ++i) {
    if (!round(i >= kPlainRounds)) return;
  }
  // Chains of copies against the order of the text: nothing is known of what is in use.
  auto give_up = [](std::vector<Interval>& all) {
    for (Interval& i : all) {
      if (!i.is_empty()) i = Interval::all();
    }
  };
  for (auto& locals : locals_) give_up(locals);
  give_up(globals_);
  give_up(fields_);
  give_up(results_);
  elements_ = Interval::all();
}

void Intervals::find_calls(const Hierarchy& hierarchy) {
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    const auto& transitions = program_.procs[i].transitions;
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      for (const ir::Action& a : transitions[t].actions) {
        if (const auto* c = std::get_if<ir::Call>(&a)) {
          calls_.push_back({ir::ProcId(i), t, false, hierarchy.targets(c->callee)});
        } else if (const auto* f = std::get_if<ir::Fork>(&a)) {
          calls_.push_back({ir::ProcId(i), t, true, hierarchy.targets(f->callee)});
        }
      }
    }
  }
}

Interval Intervals::of_type(ir::TypeId type) const {
  const ir::Type& t = program_.type(type);
  if (t.kind == ir::TypeKind::Range) return {clamp(t.lo), clamp(t.hi)};
  if (t.kind == ir::TypeKind::Uint) return {0, Interval::kInfinity};
  return is_integer(t) ? Interval::all() : Interval{};
}

void Intervals::start() {
  auto initial = [&](ir::TypeId type, const std::optional<ir::Constant>& value) {
    const ir::Type& t = program_.type(type);
    if (!is_integer(t)) return Interval{};
    return value ? of_constant(*value) : of_constant(program_.default_value(type));
  };
  for (const ir::Global& g : program_.globals) globals_.push_back(initial(g.type, g.initial));
  for (const ir::Field& f : program_.fields) fields_.push_back(initial(f.type, std::nullopt));
  elements_ = Interval::of(0);
  results_.resize(program_.procs.size());
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    const ir::Procedure& proc = program_.procs[i];
    auto& locals = locals_.emplace_back(proc.locals.size());
    bool is_entry = ir::ProcId(i) == program_.entry;
    for (std::size_t v = 0; v < proc.locals.size(); ++v) {
      const ir::Local& l = proc.locals[v];
      bool is_param = v < proc.params.size();
      if (l.is_bound || (is_param && is_entry)) {
        locals[v] = of_type(l.type);
      } else if (!is_param && !l.is_temp) {
        locals[v] = initial(l.type, l.initial);
      }
    }
  }
}

bool Intervals::round(bool widens) {
  grew_ = false;
  widens_ = widens;
  next_call_ = 0;
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    for (const ir::Transition& t : program_.procs[i].transitions) {
      for (const ir::Action& a : t.reads) action(ir::ProcId(i), a);
      for (const ir::Action& a : t.actions) action(ir::ProcId(i), a);
    }
  }
  return grew_;
}

void Intervals::grow(Interval& variable, Interval by) {
  if (by.is_empty()) return;
  Interval sum = joined(variable, by);
  if (sum == variable) return;
  if (widens_ && !variable.is_empty()) {
    if (sum.lo < variable.lo) sum.lo = -Interval::kInfinity;
    if (sum.hi > variable.hi) sum.hi = Interval::kInfinity;
  }
  variable = sum;
  grew_ = true;
}

void Intervals::action(ir::ProcId proc, const ir::Action& a) {
  auto& locals = locals_[proc.index()];
  auto assign = [&](ir::LocalId target, Interval by) {
    if (target) grow(locals[target.index()], by);
  };
  auto number = [&](ir::ExprId e) { return value(proc, e); };
  if (const auto* s = std::get_if<ir::Assign>(&a)) {
    assign(s->target, number(s->value));
  } else if (const auto* lf = std::get_if<ir::LoadField>(&a)) {
    assign(lf->target, fields_[lf->field.index()]);
  } else if (const auto* sf = std::get_if<ir::StoreField>(&a)) {
    grow(fields_[sf->field.index()], number(sf->value));
  } else if (const auto* le = std::get_if<ir::LoadElement>(&a)) {
    const ir::Local& target = program_.proc(proc).local(le->target);
    if (is_integer(program_.type(target.type))) assign(le->target, elements_);
  } else if (const auto* se = std::get_if<ir::StoreElement>(&a)) {
    grow(elements_, number(se->value));
  } else if (const auto* lg = std::get_if<ir::LoadGlobal>(&a)) {
    assign(lg->target, globals_[lg->global.index()]);
  } else if (const auto* sg = std::get_if<ir::StoreGlobal>(&a)) {
    grow(globals_[sg->global.index()], number(sg->value));
  } else if (const auto* c = std::get_if<ir::Call>(&a)) {
    call(calls_[next_call_++], c->args, c->target);
  } else if (const auto* f = std::get_if<ir::Fork>(&a)) {
    call(calls_[next_call_++], f->args, {});
  } else if (const auto* h = std::get_if<ir::Havoc>(&a)) {
    assign(h->target, of_type(program_.proc(proc).local(h->target).type));
  } else if (const auto* ch = std::get_if<ir::Choose>(&a)) {
    for (ir::ExprId e : ch->values) assign(ch->target, number(e));
  } else if (const auto* r = std::get_if<ir::Return>(&a)) {
    if (r->value) grow(results_[proc.index()], number(r->value));
  }
}

void Intervals::call(const CallSite& site, const std::vector<ir::ExprId>& args,
                     ir::LocalId target) {
  for (ir::ProcId callee : site.targets) {
    auto& params = locals_[callee.index()];
    for (std::size_t i = 0; i < args.size() && i < params.size(); ++i) {
      grow(params[i], value(site.caller, args[i]));
    }
    if (target) grow(locals_[site.caller.index()][target.index()], results_[callee.index()]);
  }
}

Interval Intervals::operation(ir::BinaryOp op, Interval a, Interval b) const {
  if (a.is_empty() || b.is_empty()) return {};
  switch (op) {
    case ir::BinaryOp::Add: return {clamp(a.lo + b.lo), clamp(a.hi + b.hi)};
    case ir::BinaryOp::Sub: return {clamp(a.lo - b.hi), clamp(a.hi - b.lo)};
    case ir::BinaryOp::Mul: {
      std::array<std::int64_t, 4> ends{product(a.lo, b.lo), product(a.lo, b.hi),
                                       product(a.hi, b.lo), product(a.hi, b.hi)};
      auto [least, most] = std::minmax_element(ends.begin(), ends.end());
      return {*least, *most};
    }
    case ir::BinaryOp::Div: {
      std::int64_t most = std::max(std::abs(a.lo), std::abs(a.hi));
      return {a.lo < 0 || b.lo < 0 ? -most : 0, most};
    }
    case ir::BinaryOp::Rem: {
      std::int64_t most = std::max(std::abs(b.lo), std::abs(b.hi));
      most =
          std::min(std::max<std::int64_t>(most - 1, 0), std::max(std::abs(a.lo), std::abs(a.hi)));
      return {a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0};
    }
    default: return bits(op, a, b);
  }
}

Interval Intervals::bits(ir::BinaryOp op, Interval a, Interval b) {
  bool no_sign = a.lo >= 0 && b.lo >= 0;
  switch (op) {
    case ir::BinaryOp::BitAnd:
      if (no_sign) return {0, std::min(a.hi, b.hi)};
      if (a.lo >= 0) return {0, a.hi};
      return b.lo >= 0 ? Interval{0, b.hi} : Interval::all();
    case ir::BinaryOp::BitOr:
    case ir::BinaryOp::BitXor: {
      if (!no_sign || !a.is_finite() || !b.is_finite()) return Interval::all();
      auto most = static_cast<std::uint64_t>(std::max(a.hi, b.hi));
      return {0, clamp(static_cast<std::int64_t>(std::bit_ceil(most + 1) - 1))};
    }
    case ir::BinaryOp::Shr:
      return {std::min<std::int64_t>(a.lo, 0), std::max<std::int64_t>(a.hi, 0)};
    case ir::BinaryOp::Ushr: return a.lo >= 0 ? Interval{0, a.hi} : Interval::all();
    default: return Interval::all();
  }
}

Interval Intervals::conversion(ir::UnaryOp op, Interval a) {
  auto range = ir::unchanged_by(op);
  if (!range) return {};
  bool is_same = !a.is_empty() && a.lo >= range->first && a.hi <= range->second;
  if (is_same || op == ir::UnaryOp::ToLong) return a.is_empty() ? Interval::all() : a;
  return op == ir::UnaryOp::ToInt ? Interval::all() : Interval{range->first, range->second};
}

Interval Intervals::value(ir::ProcId proc, ir::ExprId id) const {
  // Expressions can be deep: an explicit walk would cost more than such ones are worth.
  struct Walk {
    const Intervals& self;
    const std::vector<Interval>& locals;
    Interval eval(ir::ExprId at, int depth) const {
      if (!at || depth > kDeepest) return Interval::all();
      const ir::Expr& e = self.program_.expr(at);
      switch (e.kind) {
        case ir::ExprKind::Constant: return of_constant(self.program_.constant(e.constant));
        case ir::ExprKind::Local: return locals[e.local.index()];
        case ir::ExprKind::Unary: {
          if (ir::is_function(e.unary)) return conversion(e.unary, eval(e.a, depth + 1));
          if (e.unary != ir::UnaryOp::Neg) return {};
          return self.operation(ir::BinaryOp::Sub, Interval::of(0), eval(e.a, depth + 1));
        }
        case ir::ExprKind::Binary:
          if (!is_integer(self.program_.type(e.type))) return {};
          return self.operation(e.binary, eval(e.a, depth + 1), eval(e.b, depth + 1));
        case ir::ExprKind::Ite: return joined(eval(e.b, depth + 1), eval(e.c, depth + 1));
        case ir::ExprKind::Length: return {0, Interval::kInfinity};
        case ir::ExprKind::CharAt: return {0, 0xffff};
        case ir::ExprKind::FieldOf: return self.fields_[e.field.index()];
        case ir::ExprKind::ElementOf: return self.elements_;
        case ir::ExprKind::GlobalOf: return self.globals_[e.global.index()];
        default: return {};
      }
    }
  };
  return Walk{*this, locals_[proc.index()]}.eval(id, 0);
}

std::vector<Interval> Intervals::all() const {
  std::vector<Interval> result = globals_;
  result.insert(result.end(), fields_.begin(), fields_.end());
  for (const auto& locals : locals_) result.insert(result.end(), locals.begin(), locals.end());
  result.push_back(elements_);
  return result;
}

}  // namespace pass
