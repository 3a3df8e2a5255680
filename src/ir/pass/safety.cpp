#include "ir/pass/safety.h"

#include <algorithm>
#include <optional>

namespace pass {

namespace {

struct Interval {
  std::int64_t low;
  std::int64_t high;
};

// Numbers beyond this are not followed, so that nothing overflows.
constexpr std::int64_t kMostFollowed = std::int64_t{1} << 30;

std::optional<Interval> checked(std::int64_t low, std::int64_t high) {
  if (low < -kMostFollowed || high > kMostFollowed) return std::nullopt;
  return Interval{low, high};
}

// The values that an expression over variables of ranges can have; nothing: unknown.
std::optional<Interval> interval_of(const ir::Program& program, ir::ExprId id) {
  const ir::Expr& e = program.expr(id);
  const ir::Type& type = program.type(e.type);
  if (e.kind == ir::ExprKind::Constant) {
    const auto* number = std::get_if<base::Integer>(&program.constant(e.constant));
    auto value = number ? number->to_int64() : std::nullopt;
    return value ? checked(*value, *value) : std::nullopt;
  }
  if (e.kind == ir::ExprKind::Local) {
    return type.kind == ir::TypeKind::Range ? checked(type.lo, type.hi) : std::nullopt;
  }
  bool is_signed = type.kind == ir::TypeKind::Int;
  if (!is_signed) return std::nullopt;
  if (e.kind == ir::ExprKind::Ite) {
    auto b = interval_of(program, e.b);
    auto c = interval_of(program, e.c);
    if (!b || !c) return std::nullopt;
    return Interval{std::min(b->low, c->low), std::max(b->high, c->high)};
  }
  bool is_negation = e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Neg;
  if (!is_negation && e.kind != ir::ExprKind::Binary) return std::nullopt;
  auto a = interval_of(program, e.a);
  if (!a) return std::nullopt;
  if (is_negation) return checked(-a->high, -a->low);
  auto b = interval_of(program, e.b);
  if (!b) return std::nullopt;
  if (e.binary == ir::BinaryOp::Add) return checked(a->low + b->low, a->high + b->high);
  if (e.binary == ir::BinaryOp::Sub) return checked(a->low - b->high, a->high - b->low);
  if (e.binary != ir::BinaryOp::Mul) return std::nullopt;
  auto products = {a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high};
  return checked(std::min(products), std::max(products));
}

bool same(const ir::Program& p, ir::ExprId x, ir::ExprId y) {
  if (x == y) return true;
  if (!x || !y) return false;
  const ir::Expr& a = p.expr(x);
  const ir::Expr& b = p.expr(y);
  if (a.kind != b.kind || a.local != b.local || a.index != b.index || a.cls != b.cls) return false;
  if (a.field != b.field || a.global != b.global) return false;
  if (a.kind == ir::ExprKind::Constant) {
    return ir::same_constant(p.constant(a.constant), p.constant(b.constant));
  }
  if (a.kind == ir::ExprKind::Unary && a.unary != b.unary) return false;
  if (a.kind == ir::ExprKind::Binary && a.binary != b.binary) return false;
  return a.type == b.type && a.tested == b.tested && same(p, a.a, b.a) && same(p, a.b, b.b) &&
         same(p, a.c, b.c);
}

class Safety {
 public:
  Safety(const ir::Program& program, const ir::Procedure* proc, ir::ExprId guard)
      : program_(program), proc_(proc) {
    if (guard) collect(guard);
  }

  // What the guard said of this variable is no longer so.
  void forget(ir::LocalId written) {
    if (proc_ && proc_->has_this && written == proc_->params.front()) proc_ = nullptr;
    std::erase_if(facts_, [&](ir::ExprId fact) { return ir::mentions(program_, fact, written); });
  }

  bool expr(ir::ExprId id) const {
    if (!id) return true;
    const ir::Expr& e = program_.expr(id);
    if (!expr(e.a) || !expr(e.b) || !expr(e.c)) return false;
    switch (e.kind) {
      case ir::ExprKind::Binary: return binary(e);
      case ir::ExprKind::Unary:
        if (ir::is_function(e.unary)) return e.unary != ir::UnaryOp::CharText;
        return e.unary == ir::UnaryOp::Not || program_.type(e.type).kind != ir::TypeKind::Uint;
      case ir::ExprKind::Length:
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists: return is_object(e.a);
      case ir::ExprKind::CharAt:
      case ir::ExprKind::Substring: return false;  // guards of positions are not looked for
      case ir::ExprKind::Accepts: return is_object(e.a);
      case ir::ExprKind::Cast: return is_tested(e.a, e.type);
      case ir::ExprKind::FieldOf: return is_object(e.a);
      case ir::ExprKind::ElementOf: return is_index(e.a, e.b);
      default: return true;
    }
  }

  // Not null here.
  bool is_object(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    bool is_this = e.kind == ir::ExprKind::Local && proc_ && proc_->has_this &&
                   e.local == proc_->params.front();
    ir::TypeKind kind = program_.type(e.type).kind;
    bool embedded = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    return is_this || embedded || differs_from(id, [&](const ir::Constant& c) {
             return std::holds_alternative<ir::NullValue>(c);
           });
  }

  bool is_index(ir::ExprId array, ir::ExprId index) const {
    auto below = [&](const ir::Expr& e) {
      if (e.binary != ir::BinaryOp::Lt || !same(program_, e.a, index)) return false;
      const ir::Expr& bound = program_.expr(e.b);
      return bound.kind == ir::ExprKind::Length && same(program_, bound.a, array);
    };
    return is_object(array) && is_not_negative(index) && knows(below);
  }

  bool is_not_negative(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (program_.type(e.type).kind == ir::TypeKind::Uint) return true;
    if (const base::Integer* n = number(id)) return !n->is_negative();
    return knows([&](const ir::Expr& fact) {
      bool left = fact.binary == ir::BinaryOp::Ge && same(program_, fact.a, id) && is_zero(fact.b);
      bool right = fact.binary == ir::BinaryOp::Le && same(program_, fact.b, id) && is_zero(fact.a);
      return left || right;
    });
  }

 private:
  void collect(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Binary && e.binary == ir::BinaryOp::And) {
      collect(e.a);
      collect(e.b);
    } else {
      facts_.push_back(id);
    }
  }

  template <class Test>
  bool knows(Test test) const {
    return std::any_of(facts_.begin(), facts_.end(), [&](ir::ExprId id) {
      const ir::Expr& e = program_.expr(id);
      return e.kind == ir::ExprKind::Binary && test(e);
    });
  }

  template <class Test>
  bool differs_from(ir::ExprId id, Test test) const {
    auto is_constant = [&](ir::ExprId other) {
      const ir::Expr& e = program_.expr(other);
      return e.kind == ir::ExprKind::Constant && test(program_.constant(e.constant));
    };
    return knows([&](const ir::Expr& e) {
      if (e.binary != ir::BinaryOp::Ne) return false;
      return (same(program_, e.a, id) && is_constant(e.b)) ||
             (same(program_, e.b, id) && is_constant(e.a));
    });
  }

  const base::Integer* number(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind != ir::ExprKind::Constant) return nullptr;
    return std::get_if<base::Integer>(&program_.constant(e.constant));
  }
  bool is_zero(ir::ExprId id) const {
    const base::Integer* n = number(id);
    return n && n->is_zero();
  }

  bool binary(const ir::Expr& e) const {
    bool is_uint = program_.type(e.type).kind == ir::TypeKind::Uint;
    if (e.binary == ir::BinaryOp::Sub && is_uint && program_.int_mode == ir::IntMode::Math) {
      return knows([&](const ir::Expr& fact) {
        return fact.binary == ir::BinaryOp::Ge && same(program_, fact.a, e.a) &&
               same(program_, fact.b, e.b);
      });
    }
    bool divides = e.binary == ir::BinaryOp::Div || e.binary == ir::BinaryOp::Rem;
    if (!divides || ir::is_floating(program_.type(e.type).kind)) return true;
    if (const base::Integer* n = number(e.b)) return !n->is_zero();
    return differs_from(e.b, [](const ir::Constant& c) {
      const auto* n = std::get_if<base::Integer>(&c);
      return n && n->is_zero();
    });
  }

  // Some fact says that it is null or of the type.
  bool is_tested(ir::ExprId id, ir::TypeId type) const {
    return std::any_of(facts_.begin(), facts_.end(),
                       [&](ir::ExprId fact) { return has_test(fact, id, type); });
  }
  bool has_test(ir::ExprId fact, ir::ExprId id, ir::TypeId type) const {
    const ir::Expr& e = program_.expr(fact);
    if (e.kind == ir::ExprKind::InstanceOf) return same(program_, e.a, id) && implies(e, type);
    if (e.kind != ir::ExprKind::Binary) return false;
    if (e.binary == ir::BinaryOp::Eq) {
      return (same(program_, e.a, id) && is_null(e.b)) || (same(program_, e.b, id) && is_null(e.a));
    }
    return e.binary == ir::BinaryOp::Or && has_test(e.a, id, type) && has_test(e.b, id, type);
  }
  // What passes the test is of the type.
  bool implies(const ir::Expr& test, ir::TypeId type) const {
    if (test.tested) return program_.is_assignable(test.tested, type);
    const ir::Type& wanted = program_.type(type);
    return wanted.kind == ir::TypeKind::Ref && program_.is_subclass(test.cls, wanted.cls);
  }
  bool is_null(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    return e.kind == ir::ExprKind::Constant &&
           std::holds_alternative<ir::NullValue>(program_.constant(e.constant));
  }

  const ir::Program& program_;
  const ir::Procedure* proc_;
  std::vector<ir::ExprId> facts_;  // conjuncts of the guard
};

// The type of what the action changes, and the values it may get; nothing for those that
// get any value of their type.
struct Change {
  ir::TypeId type;
  std::vector<ir::ExprId> values;
};

Change change_of(const ir::Program& p, const ir::Procedure& proc, const ir::Action& action) {
  if (const auto* a = std::get_if<ir::StoreField>(&action))
    return {p.field(a->field).type, {a->value}};
  if (const auto* a = std::get_if<ir::StoreGlobal>(&action)) {
    return {p.global(a->global).type, {a->value}};
  }
  if (const auto* a = std::get_if<ir::StoreElement>(&action)) {
    return {p.type(p.expr(a->array).type).element, {a->value}};
  }
  if (const auto* a = std::get_if<ir::Assign>(&action)) {
    return {proc.local(a->target).type, {a->value}};
  }
  if (const auto* a = std::get_if<ir::Choose>(&action)) {
    return {proc.local(a->target).type, a->values};
  }
  return {};
}

// What a load puts into a variable fits its range.
bool fits_load(const ir::Program& p, const ir::Procedure& proc, const ir::Action& action) {
  ir::TypeId from;
  if (const auto* a = std::get_if<ir::LoadField>(&action)) from = p.field(a->field).type;
  if (const auto* a = std::get_if<ir::LoadGlobal>(&action)) from = p.global(a->global).type;
  if (const auto* a = std::get_if<ir::LoadElement>(&action)) {
    from = p.type(p.expr(a->array).type).element;
  }
  ir::LocalId target = ir::written_local(action);
  if (!from || !target) return true;
  const ir::Type& to = p.type(proc.local(target).type);
  if (to.kind != ir::TypeKind::Range) return true;
  const ir::Type& held = p.type(from);
  return held.kind == ir::TypeKind::Range && held.lo >= to.lo && held.hi <= to.hi;
}

bool stays_in_range(const ir::Program& p, const ir::Procedure& proc, const ir::Action& action) {
  Change change = change_of(p, proc, action);
  if (!change.type) return fits_load(p, proc, action);
  const ir::Type& type = p.type(change.type);
  return type.kind != ir::TypeKind::Range ||
         std::all_of(change.values.begin(), change.values.end(),
                     [&](ir::ExprId value) { return may_hold(p, type, value); });
}

}  // namespace

bool lies_within(const ir::Program& program, ir::ExprId value, std::int64_t low,
                 std::int64_t high) {
  auto values = interval_of(program, value);
  return values && values->low >= low && values->high <= high;
}

bool may_hold(const ir::Program& program, const ir::Type& type, ir::ExprId value) {
  if (program.type_of(value) == type) return true;
  return type.kind == ir::TypeKind::Range && lies_within(program, value, type.lo, type.hi);
}

bool is_safe(const ir::Program& program, const ir::Procedure& proc, const ir::Transition& t,
             const ir::Action& action) {
  if (!stays_in_range(program, proc, action)) return false;
  if (program.is_guarded) return true;
  Safety safety(program, &proc, t.guard);
  for (const ir::Action& before : t.actions) {
    if (&before == &action) break;
    if (ir::LocalId written = ir::written_local(before)) safety.forget(written);
  }
  bool safe = true;
  ir::for_each_expr(action, [&](ir::ExprId e) { safe = safe && safety.expr(e); });
  if (!safe) return false;
  if (const auto* a = std::get_if<ir::LoadField>(&action)) return safety.is_object(a->object);
  if (const auto* a = std::get_if<ir::StoreField>(&action)) return safety.is_object(a->object);
  if (const auto* a = std::get_if<ir::LoadElement>(&action)) {
    return safety.is_index(a->array, a->index);
  }
  if (const auto* a = std::get_if<ir::StoreElement>(&action)) {
    return safety.is_index(a->array, a->index);
  }
  if (const auto* a = std::get_if<ir::NewArray>(&action)) {
    return std::all_of(a->sizes.begin(), a->sizes.end(),
                       [&](ir::ExprId size) { return safety.is_not_negative(size); });
  }
  return true;
}

bool is_not_null(const ir::Program& program, const ir::Procedure& proc, const ir::Transition& t,
                 ir::ExprId expr) {
  if (program.is_guarded) return true;
  Safety safety(program, &proc, t.guard);
  for (std::size_t i = 0; i + 1 < t.actions.size(); ++i) {
    if (ir::LocalId written = ir::written_local(t.actions[i])) safety.forget(written);
  }
  return safety.expr(expr) && safety.is_object(expr);
}

bool is_total(const ir::Program& program, ir::ExprId expr) {
  return program.is_guarded || Safety(program, nullptr, {}).expr(expr);
}

}  // namespace pass
