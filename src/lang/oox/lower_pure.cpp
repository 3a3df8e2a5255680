// Calls in conditions that are evaluated in one step: the method is evaluated as an expression.
//
// check_pure.cpp has made sure that it only computes a result: by variables of its own, branches,
// and calls of the same kind. So its variables are expressions over its arguments, `if (c) A else
// B; C` is `c ? A C : B C`, and a call by way of an object chooses among the implementations by the
// class of the object. A method that calls itself is followed to a depth that keeps the calls of
// one condition to a total size; what lies beyond is an obligation that no execution meets.
#include <algorithm>

#include "base/check.h"
#include "lang/oox/lowering.h"

namespace oox {

namespace {

constexpr std::size_t kMostDepth = 10;   // open calls of one method
constexpr std::size_t kMostSteps = 100;  // statements of all calls in one condition

// How many statements the calls in an expression come to if each method is followed to a depth.
class PureSize {
 public:
  PureSize(const Program& program, std::size_t depth) : program_(program), depth_(depth) {}

  std::size_t of(const Expr* e) {
    expr(e);
    return steps_;
  }

 private:
  struct Rest {
    const Stmt* stmt;
    const Rest* next;
  };

  void expr(const Expr* e) {
    if (!e || steps_ > kMostSteps) return;
    if (e->kind == ExprKind::Call) {
      bool is_super = e->a && strip(e->a)->kind == ExprKind::Super;
      if (e->method->is_static || is_super) {
        method(e->method);
      } else {
        for (const Target& target : implementations(program_, e->method)) method(target.method);
      }
    }
    for (const Expr* part : {e->a, e->b, e->c}) expr(part);
    for (const Expr* arg : e->args) expr(arg);
  }

  void method(const MethodInfo* m) {
    if (static_cast<std::size_t>(std::count(open_.begin(), open_.end(), m)) >= depth_) return;
    open_.push_back(m);
    run(Rest{m->decl->body, nullptr});
    open_.pop_back();
  }

  void run(const Rest& rest) {
    if (++steps_ > kMostSteps) return;
    const Stmt& s = *rest.stmt;
    switch (s.kind) {
      case StmtKind::Block: {
        std::vector<Rest> parts(s.stmts.size());
        const Rest* after = rest.next;
        for (std::size_t i = s.stmts.size(); i-- > 0;) {
          parts[i] = {s.stmts[i], after};
          after = &parts[i];
        }
        if (after) run(*after);
        return;
      }
      case StmtKind::Return: return expr(s.value);
      case StmtKind::If:
        expr(s.value);
        run(Rest{s.body, rest.next});
        if (s.otherwise) return run(Rest{s.otherwise, rest.next});
        break;
      case StmtKind::Assign: expr(s.update == Update::None ? s.value : s.sum); break;
      default: expr(s.value); break;
    }
    if (rest.next) run(*rest.next);
  }

  const Program& program_;
  std::size_t depth_;
  std::size_t steps_ = 0;
  std::vector<const MethodInfo*> open_;
};

}  // namespace

// To be called before a condition is lowered.
void MethodLowerer::bound_calls(const Expr* condition) {
  pure_steps_ = 0;
  pure_depth_ = kMostDepth;
  while (pure_depth_ > 1 && PureSize(lowered_.source, pure_depth_).of(condition) > kMostSteps) {
    --pure_depth_;
  }
}

// What a value needs that is looked at only if the condition holds, as one obligation, or two.
void MethodLowerer::guard_together(ir::ExprId condition, const Obligations& inner,
                                   Obligations& outer) {
  if (inner.empty()) return;
  Total total = conditions(inner, {});
  auto add = [&](ir::ExprId holds, bool is_bound) {
    if (!holds) return;
    outer.push_back(
        {ir_.binary(ir::BinaryOp::Implies, condition, holds), inner.front().kind, is_bound});
  };
  add(total.holds, false);
  add(total.within, true);
}

ir::ExprId MethodLowerer::typed(ir::ExprId value, ir::TypeId type) {
  bool is_reference = ir::is_reference(ir_.type(type).kind);
  if (!is_reference || ir_.expr(value).type == type) return value;
  return ir_.add({.kind = ir::ExprKind::Cast, .type = type, .a = value});
}

ir::ExprId MethodLowerer::pure_call(const Expr* e, Obligations& obligations) {
  const MethodInfo* method = e->method;
  const Expr* receiver = e->a ? strip(e->a) : nullptr;
  bool is_super = receiver && receiver->kind == ExprKind::Super;
  ir::ExprId self;
  if (!method->is_static) {
    bool is_own = !receiver || is_super || receiver->kind == ExprKind::This;
    self = is_own ? this_object() : expr(receiver, obligations);
    require_not_null(self, obligations);
  }
  std::vector<ir::ExprId> args;
  for (std::size_t i = 0; i < e->args.size(); ++i) {
    ir::ExprId arg = expr(e->args[i], obligations);
    args.push_back(typed(arg, lowered_.type(method->params[i])));
  }
  if (method->is_static || is_super) return evaluate(method, self, args, obligations);
  return dispatch(method, self, args, obligations);
}

// The classes that have the most above them come first.
ir::ExprId MethodLowerer::dispatch(const MethodInfo* method, ir::ExprId self,
                                   const std::vector<ir::ExprId>& args, Obligations& obligations) {
  std::vector<Target> targets = implementations(lowered_.source, method);
  CHECK(!targets.empty(), "a call that no object understands");
  auto is_other = [&](const Target& t) { return t.method != targets.front().method; };
  if (std::none_of(targets.begin(), targets.end(), is_other)) {
    return evaluate(targets.front().method, self, args, obligations);
  }
  ir::ExprId not_before;  // none of the classes before
  struct Case {
    ir::ExprId test;
    ir::ExprId value;
  };
  std::vector<Case> cases;
  for (const Target& target : targets) {
    ir::ExprId test = is_instance(self, target.cls);
    Obligations inner;
    ir::ExprId value = evaluate(target.method, self, args, inner);
    guard_together(conjunction(not_before, test), inner, obligations);
    not_before = conjunction(not_before, negation(test));
    cases.push_back({test, value});
  }
  ir::ExprId result = cases.back().value;
  for (std::size_t i = cases.size() - 1; i-- > 0;) {
    result = ir_.add({.kind = ir::ExprKind::Ite,
                      .type = lowered_.type(method->result),
                      .a = cases[i].test,
                      .b = cases[i].value,
                      .c = result});
  }
  return result;
}

ir::ExprId MethodLowerer::evaluate(const MethodInfo* method, ir::ExprId self,
                                   const std::vector<ir::ExprId>& args, Obligations& obligations) {
  ir::TypeId result = lowered_.type(method->result);
  auto open = static_cast<std::size_t>(std::count(inlined_.begin(), inlined_.end(), method));
  if (open >= pure_depth_ || pure_steps_ >= kMostSteps) {
    obligations.push_back({.holds = ir_.bool_constant(false), .is_bound = true});
    ir::Constant any = ir_.default_value(result);
    bool is_null = std::holds_alternative<ir::NullValue>(any);
    ir::TypeId type = is_null ? ir_.types.make(ir::TypeKind::Null) : result;
    return typed(ir_.constant_expr(type, any), result);
  }
  Variables variables{.method = method, .locals = {}, .values = {}, .self = {}};
  variables.locals.resize(method->variables.size());
  variables.values.resize(method->variables.size());
  if (self) variables.self = typed(self, ir_.types.make_ref(lowered_.cls(method->owner)));
  std::size_t first = method->is_static ? 0 : 1;
  for (std::size_t i = 0; i < args.size(); ++i) variables.values[first + i] = args[i];
  inlined_.push_back(method);
  Variables* outer = vars_;
  vars_ = &variables;
  ir::ExprId value = run(Rest{method->decl->body, nullptr}, obligations);
  vars_ = outer;
  inlined_.pop_back();
  return typed(value, result);
}

// The result of the statement and of what follows it.
ir::ExprId MethodLowerer::run(const Rest& rest, Obligations& obligations) {
  CHECK(rest.stmt != nullptr, "a method without a result in a condition");
  ++pure_steps_;
  const Stmt& s = *rest.stmt;
  auto next = [&](Obligations& to) { return run(*rest.next, to); };
  switch (s.kind) {
    case StmtKind::Block: {
      std::vector<Rest> parts(s.stmts.size());
      const Rest* after = rest.next;
      for (std::size_t i = s.stmts.size(); i-- > 0;) {
        parts[i] = {s.stmts[i], after};
        after = &parts[i];
      }
      CHECK(after != nullptr, "a method without a result in a condition");
      return run(*after, obligations);
    }
    case StmtKind::Return: return expr(s.value, obligations);
    case StmtKind::Declare: {
      const Variable& variable = vars_->method->variables[s.var.index()];
      ir::TypeId type = lowered_.type(variable.type);
      ir::ExprId value;
      if (s.value) {
        value = expr(s.value, obligations);
      } else {
        ir::Constant constant = ir_.default_value(type);
        bool is_null = std::holds_alternative<ir::NullValue>(constant);
        value = ir_.constant_expr(is_null ? ir_.types.make(ir::TypeKind::Null) : type, constant);
      }
      vars_->values[s.var.index()] = typed(value, type);
      return next(obligations);
    }
    case StmtKind::Assign: {
      VarId var = strip(s.target)->var;
      ir::TypeId type = lowered_.type(vars_->method->variables[var.index()].type);
      ir::ExprId value = expr(s.update == Update::None ? s.value : s.sum, obligations);
      vars_->values[var.index()] = typed(value, type);
      return next(obligations);
    }
    case StmtKind::If: {
      ir::ExprId test = expr(s.value, obligations);
      auto branch = [&](const Stmt* body, ir::ExprId condition) {
        Variables variables = *vars_;
        Variables* outer = vars_;
        vars_ = &variables;
        Obligations inner;
        ir::ExprId value = body ? run(Rest{body, rest.next}, inner) : next(inner);
        vars_ = outer;
        guard_together(condition, inner, obligations);
        return value;
      };
      ir::ExprId then = branch(s.body, test);
      ir::ExprId otherwise = branch(s.otherwise, negation(test));
      return ir_.add({.kind = ir::ExprKind::Ite,
                      .type = lowered_.type(vars_->method->result),
                      .a = test,
                      .b = then,
                      .c = otherwise});
    }
    default: return next(obligations);
  }
}

}  // namespace oox
