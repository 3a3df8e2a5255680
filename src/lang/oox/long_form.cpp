// Statements. A statement whose parts need steps of their own becomes several.
#include "lang/oox/long_form.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "lang/oox/expander.h"

namespace oox {

Expander::Expander(Program& program, MethodInfo& method)
    : program_(program), method_(method), bool_(program.types.simple(TypeKind::Bool)) {}

void Expander::run() {
  Stmt* body = method_.decl->body;
  here_ = body->span;
  method_.long_body = block(body);
}

// ---------------------------------------------------------------- dispatch

void Expander::stmt(Stmt* s) {
  here_ = s->span;
  switch (s->kind) {
    case StmtKind::Declare: return declare(s);
    case StmtKind::Assign: return s->update == Update::None ? assign(s) : update(s);
    case StmtKind::Expression:
    case StmtKind::Fork: return call(s);
    case StmtKind::Assert:
    case StmtKind::Assume:
    case StmtKind::Return:
    case StmtKind::Lock:
    case StmtKind::Unlock:
    case StmtKind::Wait:
    case StmtKind::Notify:
    case StmtKind::NotifyAll: return operand(s);
    case StmtKind::While: return while_stmt(s);
    case StmtKind::For: return for_stmt(s);
    case StmtKind::If: return if_stmt(s);
    case StmtKind::Throw: return throw_stmt(s);
    case StmtKind::Try: return try_stmt(s);
    case StmtKind::Block: return push(block(s));
    case StmtKind::LockBlock: return lock_block(s);
    case StmtKind::SuperCall: return super_call(s);
    case StmtKind::Skip:
    case StmtKind::Continue:
    case StmtKind::Break:
    case StmtKind::Join: return push(s);
    case StmtKind::Error: break;
  }
  UNREACHABLE("the long form of a tree with errors");
}

Stmt* Expander::block(Stmt* s) {
  Stmts inner = apart([&] {
    for (Stmt* part : s->stmts) stmt(part);
  });
  if (std::equal(inner.begin(), inner.end(), s->stmts.begin(), s->stmts.end())) return s;
  Stmt made = *s;
  made.stmts = program_.arena.list(inner);
  return changed(made);
}

Stmt* Expander::single(Stmt* s) {
  if (!s) return nullptr;
  if (s->kind == StmtKind::Block) return block(s);
  Stmts made = apart([&] { stmt(s); });
  if (made.size() == 1) return made[0];
  Stmt* result = new_block(made);
  result->span = s->span;
  result->close = {s->span.file, s->span.end, s->span.end};
  return result;
}

// ---------------------------------------------------------------- simple statements

void Expander::declare(Stmt* s) {
  Expr* value = s->value ? source(s->value) : nullptr;
  if (value == s->value) return push(s);
  Stmt made = *s;
  made.value = value;
  push(changed(made));
}

void Expander::assign(Stmt* s) {
  Expr* target = s->target->kind == ExprKind::Name ? s->target : parts(s->target);
  Expr* value = source(s->value);
  if (target == s->target && value == s->value) return push(s);
  Stmt made = *s;
  made.target = target;
  made.value = value;
  push(changed(made));
}

// `x.f += e;`: the parts of the target once, the read, e, the write.
void Expander::update(Stmt* s) {
  Stmt made = *s;
  Expr sum = *s->sum;
  if (s->target->kind != ExprKind::Name) {
    made.target = place(s->target);
    sum.a = keep_access(*s->target, made.target);
  }
  sum.b = pure(s->value);
  if (s->update == Update::Step) {
    Expr one = *sum.b;
    one.span = {};  // it has no text of its own
    sum.b = program_.arena.make(one);
  }
  sum.has_access = false;
  made.value = program_.arena.make(sum);
  made.update = Update::None;
  push(changed(made));
}

// assert, return, wait and others with one operand.
void Expander::operand(Stmt* s) {
  Expr* value = s->value ? pure(s->value) : nullptr;
  if (value == s->value) return push(s);
  Stmt made = *s;
  made.value = value;
  push(changed(made));
}

// A call or `new` as a statement, and `fork`.
void Expander::call(Stmt* s) {
  Expr* value = source(s->value);
  if (value == s->value) return push(s);
  Stmt made = *s;
  made.value = value;
  push(changed(made));
}

void Expander::super_call(Stmt* s) {
  Stmt made = *s;
  made.args = arguments(s->args);
  push(made.args.begin() == s->args.begin() ? s : changed(made));
}

// Only a text that is known beforehand goes into the report.
void Expander::throw_stmt(Stmt* s) {
  const Expr* text = s->value;
  while (text && text->kind == ExprKind::Paren) text = text->a;
  if (!text || text->kind == ExprKind::StringLit) return push(s);
  if (text->kind != ExprKind::NullLit) keep(source(s->value), "text", shown_text(*text));
  Stmt made = *s;
  made.value = nullptr;
  push(changed(made));
}

// ---------------------------------------------------------------- compound statements

void Expander::if_stmt(Stmt* s) {
  here_ = header(*s);
  Stmt made = *s;
  made.value = pure(s->value);
  made.body = single(s->body);
  made.otherwise = single(s->otherwise);
  bool is_same = made.value == s->value && made.body == s->body && made.otherwise == s->otherwise;
  push(is_same ? s : changed(made));
}

void Expander::try_stmt(Stmt* s) {
  Stmt made = *s;
  made.body = block(s->body);
  made.otherwise = block(s->otherwise);
  push(made.body == s->body && made.otherwise == s->otherwise ? s : changed(made));
}

void Expander::lock_block(Stmt* s) {
  here_ = header(*s);
  Stmt made = *s;
  made.value = pure(s->value);
  made.body = block(s->body);
  push(made.value == s->value && made.body == s->body ? s : changed(made));
}

void Expander::while_stmt(Stmt* s) {
  if (s->value->has_access) {
    Stmts body;
    append_body(s->body, body);
    return push(loop(s, s->value, {}, body));  // whose rounds begin with the invariants, too
  }
  Stmt made = *s;
  made.body = single(s->body);
  push(made.body == s->body ? s : changed(made));
}

// The statements of a loop's body, to be followed by others in the same block. Names differ in
// all that is visible, so its own block is not needed.
void Expander::append_body(Stmt* body, Stmts& to) {
  Stmts made = apart([&] {
    if (body->kind != StmtKind::Block) return stmt(body);
    for (Stmt* part : body->stmts) stmt(part);
  });
  to.insert(to.end(), made.begin(), made.end());
}

// while (true) { first; the steps of the test; if (!test) { break; } body }
Stmt* Expander::loop(Stmt* s, Expr* test, const Stmts& first, const Stmts& body) {
  here_ = header(*s);
  Stmt made;
  made.kind = StmtKind::While;
  made.span = s->span;
  if (first.empty()) made.invariants = s->invariants;
  bool is_plain = test && first.empty() && !test->has_access;
  made.value = is_plain ? test : flag(true);
  Stmts stmts = first;
  bool is_endless = !test || (strip(test)->kind == ExprKind::BoolLit && strip(test)->flag);
  if (!is_plain && !is_endless) {
    Stmts tested = apart([&] {
      Expr* left = pure(test);
      Stmt leave;
      leave.kind = StmtKind::Break;
      leave.span = here_;
      push(branch(negation(left), {changed(leave)}, {}, Branch::Opposite));
    });
    stmts.insert(stmts.end(), tested.begin(), tested.end());
  }
  stmts.insert(stmts.end(), body.begin(), body.end());
  made.body = new_block(stmts);
  made.body->span = s->body->span;
  bool is_block = s->body->kind == StmtKind::Block;
  made.body->close = is_block ? s->body->close : Span{s->span.file, s->span.end, s->span.end};
  return changed(made);
}

// A `continue` comes to the updates, but may leave monitors and `try` blocks on its way: they
// are made at the beginning of each round but the first.
void Expander::for_stmt(Stmt* s) {
  Stmts beginning = apart([&] {
    for (Stmt* part : s->stmts) stmt(part);
  });
  auto write_updates = [&] {
    for (Stmt* part : s->updates) stmt(part);
  };
  Stmts first;
  Stmts body;
  bool is_late = s->has_continue && !s->updates.empty();
  here_ = header(*s);
  if (is_late) {
    VarId again = add_variable("again", bool_, here_, {});
    beginning.push_back(declaration(again, flag(false)));
    Stmts updates = apart(write_updates);
    here_ = header(*s);
    first.push_back(branch(variable(again, here_), updates, {}, Branch::Hidden));
    first.push_back(assignment(again, flag(true)));
    // Here a round begins for those who wrote the invariants.
    for (const Clause& clause : s->invariants) {
      Stmt check;
      check.kind = StmtKind::Assert;
      check.is_invariant = true;
      check.span = clause.span;
      check.value = clause.condition;
      first.push_back(changed(check));
    }
  }
  append_body(s->body, body);
  if (!is_late && s->body_ends) {
    Stmts updates = apart(write_updates);
    body.insert(body.end(), updates.begin(), updates.end());
  }
  beginning.push_back(loop(s, s->value, first, body));
  bool declares = std::any_of(beginning.begin(), beginning.end(),
                              [](const Stmt* part) { return part->kind == StmtKind::Declare; });
  if (!declares) {
    out_->insert(out_->end(), beginning.begin(), beginning.end());
    return;
  }
  Stmt* whole = new_block(beginning);
  whole->span = s->span;
  whole->close = {s->span.file, s->span.end, s->span.end};
  push(whole);
}

// ---------------------------------------------------------------- all methods

void make_long_forms(Program& program) {
  for (ClassInfo* cls : program.classes) {
    for (auto* members : {&cls->methods, &cls->constructors}) {
      for (MethodInfo* method : *members) {
        if (method->decl->body) Expander(program, *method).run();
      }
    }
  }
}

}  // namespace oox
