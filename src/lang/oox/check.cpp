#include "lang/oox/check.h"

#include <utility>

#include "lang/oox/checker.h"
#include "lang/oox/declare.h"
#include "lang/oox/long_form.h"

namespace oox {

using diag::Kind;

Expr* strip_parens(Expr* e) {
  while (e && e->kind == ExprKind::Paren) e = e->a;
  return e;
}

Checker::Checker(Program& program, Names& names, diag::Sink& sink)
    : program_(program),
      names_(names),
      sink_(sink),
      error_(simple(TypeKind::Error)),
      void_(simple(TypeKind::Void)),
      bool_(simple(TypeKind::Bool)),
      int_(simple(TypeKind::Int)),
      null_(simple(TypeKind::Null)),
      literal_(simple(TypeKind::IntLiteral)),
      retval_(program.symbols.make("retval")),
      this_(program.symbols.make("this")),
      active_(program.symbols.size()) {}

void Checker::check_class(ClassDecl& decl) {
  if (!decl.info) return;  // declared a second time
  cls_ = decl.info;
  for (Member& member : decl.members) {
    if (member.method) check_method(member);
  }
}

void Checker::check_member(ClassInfo& cls, Member& member) {
  cls_ = &cls;
  check_method(member);
}

void Checker::check_method(Member& member) {
  method_ = member.method;
  has_declarations_ = false;
  reachable_ = true;
  recovered_ = false;
  std::size_t scope = open_scope();
  if (!method_->is_static) {
    method_->this_var = add_variable(Variable::Kind::This, this_, cls_->type, member.name_span);
  }
  for (std::size_t i = 0; i < member.params.size(); ++i) {
    Param& param = member.params[i];
    param.var =
        add_variable(Variable::Kind::Param, param.name, method_->params[i], param.name_span);
    if (param.name == retval_ && method_->result != void_) {
      sink_.report(Kind::OoxReservedRetval, param.name_span);
    }
    if (!lookup(param.name)) bind(param.var);  // a duplicate was reported
  }
  for (const Clause& clause : member.clauses) check_clause(clause);
  if (member.body) {
    super_place_ = nullptr;
    if (method_->is_constructor) check_constructor_start(member);
    bool falls_through = stmt(member.body) && !recovered_;
    method_->lacks_return = falls_through && method_->result != void_ && !is_error(method_->result);
    if (method_->lacks_return) {
      sink_.report(Kind::OoxMissingReturn, member.body->close, text(member.name))
          .label(member.name_span,
                 fmt::format("returns a value of type `{}`", type_name(method_->result)))
          .note("the result is arbitrary then")
          .help("end with `return`, or with `throw` if the end cannot be reached");
    }
  }
  close_scope(scope);
}

void Checker::check_constructor_start(const Member& member) {
  super_place_ = find_super_call(*member.body);
  if (super_place_) return;
  const Stmt* first = member.body->stmts.empty() ? nullptr : member.body->stmts[0];
  const ClassInfo* super = cls_->super;
  if (!super || super->constructors.empty() || find_constructor(super, 0)) return;
  if (first && first->kind == StmtKind::Error) return;  // may have been the call
  sink_.report(Kind::OoxMissingSuperCall, member.name_span, text(super->name))
      .label(super->constructors[0]->decl->name_span, "needs arguments")
      .help("begin the body with `super(...);`");
}

void Checker::check_clause(const Clause& clause) {
  switch (clause.kind) {
    case ClauseKind::Requires: return check_condition(clause, "requires", Place::Requires);
    case ClauseKind::Ensures: return check_condition(clause, "ensures", Place::Ensures);
    case ClauseKind::Exceptional: return check_condition(clause, "exceptional", Place::Exceptional);
    case ClauseKind::Invariant: return check_condition(clause, "invariant", Place::Invariant);
    case ClauseKind::Property:
    case ClauseKind::Spec: return;  // read by the engine that checks it
  }
}

void Checker::check_condition(const Clause& clause, std::string_view word, Place place) {
  Place outer = std::exchange(place_, place);
  TypeId type = value(clause.condition);
  if (type != bool_ && !is_error(type)) {
    sink_.report(Kind::OoxClauseType, clause.condition->span, word, type_name(type));
  }
  place_ = outer;
}

// ---------------------------------------------------------------- scopes

VarId Checker::add_variable(Variable::Kind kind, Symbol name, TypeId type, Span span) {
  VarId var(method_->variables.size());
  method_->variables.push_back({kind, name, type, span});
  return var;
}

void Checker::bind(VarId var) {
  const Variable& bound = variable(var);
  VarId& active = active_[bound.name.index()];
  if (active) {
    sink_.report(Kind::OoxShadowing, bound.span, text(bound.name))
        .label(variable(active).span, "already declared here");
  } else if (bound.name == retval_ && place_ == Place::Ensures && method_->result != void_) {
    sink_.report(Kind::OoxReservedRetval, bound.span);
  }
  scope_.emplace_back(bound.name, active);
  active = var;
}

void Checker::close_scope(std::size_t mark) {
  while (scope_.size() > mark) {
    active_[scope_.back().first.index()] = scope_.back().second;
    scope_.pop_back();
  }
}

void check(Program& program, diag::Sink& sink) {
  Names names(program, sink);
  declare(program, names, sink);
  check_hierarchy(program, sink);
  Checker checker(program, names, sink);
  for (Unit& unit : program.units) {
    for (ClassDecl& decl : unit.classes) checker.check_class(decl);
  }
  if (!sink.has_errors()) check_pure_calls(program, checker.pure_calls(), sink);
  if (!sink.has_errors()) make_long_forms(program);
}

MethodInfo check_version(Program& program, const MethodInfo& method, Member& version,
                         diag::Sink& sink) {
  MethodInfo result = method;
  result.decl = &version;
  result.variables.clear();
  result.this_var = {};
  result.retval_var = {};
  result.lacks_return = false;
  version.method = &result;
  Names names(program, sink);
  Checker(program, names, sink).check_member(*method.owner, version);
  version.method = nullptr;
  return result;
}

}  // namespace oox
