// Each node adds its own mutants first and then visits its parts. The order of the
// parts is that of the thesis's generator and part of the names: the bodies of
// `while` and `if` come before their condition, an assignment's target before its
// source, everything else from left to right. README.md tells how this is known.
#include "lang/oox/mutate/walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lang/oox/mutate/reads.h"

namespace mutate {

using oox::BinaryOp;
using oox::Expr;
using oox::ExprKind;
using oox::Stmt;
using oox::StmtKind;
using oox::VarId;

namespace {

constexpr std::size_t kExcerpt = 80;  // bytes of source in a description

// Whether evaluation runs code of methods or constructors, or may end otherwise the next time.
bool has_effects(const Expr* e) {
  if (!e || !e->has_access) return false;
  bool runs = e->kind == ExprKind::Call || e->kind == ExprKind::Choose || e->kind == ExprKind::New;
  if (runs) return true;
  return has_effects(e->a) || has_effects(e->b) || has_effects(e->c) ||
         std::any_of(e->args.begin(), e->args.end(), has_effects);
}

}  // namespace

Walk::Candidates Walk::run() {
  for (const oox::Unit& unit : program_.units) {
    unit_ = &unit;
    for (const oox::ClassDecl& cls : unit.classes) {
      for (const oox::Member& m : cls.members) member(m);
    }
  }
  return std::move(found_);
}

void Walk::member(const oox::Member& member) {
  if (member.kind == oox::MemberKind::Field) ++fields_;
  if (!member.body) return;
  CHECK(member.method, "mutation needs a checked program");
  method_ = member.method;
  read_ = variables_read(member);
  scope_.clear();
  for (const oox::Param& param : member.params) scope_.push_back(param.var);
  stmt(member.body);
}

// ---------------------------------------------------------------- statements

void Walk::stmt(const Stmt* s, bool is_in_block) {
  if (!s) return;
  switch (s->kind) {
    case StmtKind::Declare: declaration(*s, is_in_block); break;
    case StmtKind::Assign: assignment(*s); break;
    case StmtKind::Expression:
    case StmtKind::Unlock:
    case StmtKind::Wait:
    case StmtKind::Notify:
    case StmtKind::NotifyAll:
      remove(*s);
      expr(s->value);
      break;
    case StmtKind::SuperCall:
      remove(*s);
      exprs(s->args);
      break;
    case StmtKind::Throw:
    case StmtKind::Join: remove(*s); break;
    case StmtKind::Continue:
    case StmtKind::Break: flow(*s); break;
    case StmtKind::While:
      scoped(s->body);
      expr(s->value);
      break;
    case StmtKind::For: loop(*s); break;
    case StmtKind::If:
      scoped(s->body);
      scoped(s->otherwise);
      expr(s->value);
      break;
    case StmtKind::Try:
      scoped(s->body);
      scoped(s->otherwise);
      break;
    case StmtKind::Block: {
      std::size_t outer = scope_.size();
      for (const Stmt* inner : s->stmts) stmt(inner, true);
      scope_.resize(outer);
      break;
    }
    case StmtKind::LockBlock:
    case StmtKind::Lock: lock(*s); break;
    case StmtKind::Fork: fork(*s); break;
    case StmtKind::Return: expr(s->value); break;
    case StmtKind::Assert:  // specification, as the contracts are
    case StmtKind::Assume:
    case StmtKind::Skip:
    case StmtKind::Error: break;
  }
}

void Walk::scoped(const Stmt* s) {
  std::size_t outer = scope_.size();
  stmt(s);
  scope_.resize(outer);
}

// The beginning and the updates of a `for` have no `;`, and where a list is changed so that
// it is none any more, the mutant does not parse and is left out.
void Walk::loop(const Stmt& s) {
  std::size_t outer = scope_.size();
  in_head_ = true;
  for (const Stmt* part : s.stmts) stmt(part);
  in_head_ = false;
  scoped(s.body);
  expr(s.value);
  in_head_ = true;
  for (const Stmt* part : s.updates) stmt(part);
  in_head_ = false;
  scope_.resize(outer);
}

void Walk::remove(const Stmt& s) { add(Operator::Del, s.span, in_head_ ? "" : ";"); }

// An assignment to a variable that nothing reads can do no more than throw: without
// it a right program stays right. Calls and constructors have effects of their own.
void Walk::remove_assignment(const Stmt& s, VarId var, std::string_view rest) {
  add(Operator::Del, s.span, in_head_ && rest == ";" ? "" : rest);
  bool is_pointless = !has_effects(s.value) && !read_[var.index()];
  found_[static_cast<std::size_t>(Operator::Del)].back().is_pointless = is_pointless;
}

// `T x := e;` counts as `T x; x := e;`: the variable is there already when its first
// assignment mutates, and stays when that is removed.
void Walk::declaration(const Stmt& s, bool is_in_block) {
  scope_.push_back(s.var);
  if (!s.value) return;
  auto header = std::string(source({s.span.file, s.span.begin, s.name_span.end}));
  remove_assignment(s, s.var, in_head_ ? header : header + ";");
  for (VarId var : replacements(s.var)) {
    std::string parts = fmt::format("{}; {} := {};", header, name(var), source(s.value->span));
    if (!is_in_block) parts = "{ " + parts + " }";
    add(Operator::Var, s.name_span, name(var), s.span, std::move(parts));
  }
  declaration_ = {&s, is_in_block};
  expr(s.value);
  declaration_ = {};
}

void Walk::assignment(const Stmt& s) {
  if (s.target->kind == ExprKind::Name) {
    remove_assignment(s, s.target->var, ";");
  } else {
    remove(s);
  }
  if (s.update != oox::Update::None) update_mutants(s);
  expr(s.target);
  if (s.update != oox::Update::Step) expr(s.value);
}

// The other operators: `x += e;` becomes `x -= e;` and so on, `x++;` becomes `x--;`.
void Walk::update_mutants(const Stmt& s) {
  using enum BinaryOp;
  bool is_step = s.update == oox::Update::Step;
  for (BinaryOp other : {Add, Sub, Mul, Div, Rem}) {
    if (other == s.op || (is_step && other != Add && other != Sub)) continue;
    std::string sign(spelling(other));
    add(Operator::Arith, s.op_span, sign + (is_step ? sign : "="));
  }
}

void Walk::flow(const Stmt& s) {
  remove(s);
  add(Operator::Flow, s.span, s.kind == StmtKind::Break ? "continue;" : "break;");
}

void Walk::fork(const Stmt& s) {
  remove(s);
  base::Span call{s.span.file, s.value->span.begin, s.span.end};
  add(Operator::Fork, s.span, excerpt(call), s.span, std::string(source(call)));
  expr(s.value);
}

// The monitor `lock (x) { … }` and the semaphore `lock x;`. Removing the latter is
// the business of DEL.
void Walk::lock(const Stmt& s) {
  bool is_block = s.kind == StmtKind::LockBlock;
  if (!is_block) remove(s);
  const Expr& operand = *s.value;
  if (operand.kind == ExprKind::Name && operand.var.is_valid()) {
    std::vector<VarId> others;
    for (VarId var : scope_) {
      oox::TypeKind kind = program_.types.kind(info(var).type);
      bool is_reference = kind == oox::TypeKind::Class || kind == oox::TypeKind::Array;
      if (var != operand.var && is_reference) others.push_back(var);
    }
    for (VarId var : sorted(std::move(others))) add(Operator::Lock, operand.span, name(var));
  }
  if (is_block) {
    base::Span head{s.span.file, s.span.begin, s.body->span.begin};
    Mutant& mutant = add(Operator::Lock, head, "", head, "");
    mutant.after = "no lock";
  }
  expr(s.value);
  scoped(s.body);
}

// ---------------------------------------------------------------- expressions

void Walk::exprs(const oox::List<Expr*>& list) {
  for (const Expr* e : list) expr(e);
}

void Walk::expr(const Expr* e) {
  if (!e) return;
  switch (e->kind) {
    case ExprKind::IntLit:
    case ExprKind::BoolLit: literal(*e); break;
    case ExprKind::Name: variable(*e); break;
    case ExprKind::Unary: unary(*e); break;
    case ExprKind::Binary: binary(*e); break;
    case ExprKind::Conditional:
      expr(e->a);
      expr(e->b);
      expr(e->c);
      break;
    case ExprKind::Index:
      expr(e->a);
      expr(e->b);
      break;
    case ExprKind::SizeOf:
    case ExprKind::InstanceOf:
    case ExprKind::Cast:
    case ExprKind::Paren:
    case ExprKind::Field: expr(e->a); break;
    case ExprKind::Call:  // a variable stays the receiver
      if (e->a && e->a->kind != ExprKind::Name) expr(e->a);
      exprs(e->args);
      break;
    case ExprKind::New:
    case ExprKind::NewArray: exprs(e->args); break;
    case ExprKind::Choose:      // its numbers are bounds
    case ExprKind::Quantifier:  // specification
    case ExprKind::Old:
    case ExprKind::FloatLit:
    case ExprKind::CharLit:
    case ExprKind::StringLit:
    case ExprKind::NullLit:
    case ExprKind::This:
    case ExprKind::Super:
    case ExprKind::Error: break;
  }
}

void Walk::literal(const Expr& e) {
  if (e.kind == ExprKind::BoolLit) {
    add(Operator::Lit, e.span, e.flag ? "false" : "true");
    return;
  }
  add(Operator::Lit, e.span, (*e.integer - 1).to_string());
  add(Operator::Lit, e.span, (*e.integer + 1).to_string());
}

void Walk::variable(const Expr& e) {
  if (!e.var.is_valid()) return;  // a class
  const Stmt* declared = declaration_.stmt;
  for (VarId var : replacements(e.var)) {
    if (!declared || var != declared->var) {
      add(Operator::Var, e.span, name(var));
      continue;
    }
    // `int x := x;` is no OOX: declare first, then assign.
    const base::Span& value = declared->value->span;
    std::string parts =
        fmt::format("{0}; {1} := {2}{1}{3};",
                    source({value.file, declared->span.begin, declared->name_span.end}), name(var),
                    source({value.file, value.begin, e.span.begin}),
                    source({value.file, e.span.end, value.end}));
    if (!declaration_.is_in_block) parts = "{ " + parts + " }";
    add(Operator::Var, e.span, name(var), declared->span, std::move(parts));
  }
}

std::vector<VarId> Walk::replacements(VarId var) const {
  oox::TypeKind kind = program_.types.kind(info(var).type);
  std::vector<VarId> result;
  for (VarId other : scope_) {
    if (other != var && program_.types.kind(info(other).type) == kind) result.push_back(other);
  }
  return sorted(std::move(result));
}

std::vector<VarId> Walk::sorted(std::vector<VarId> vars) const {
  std::sort(vars.begin(), vars.end(), [&](VarId a, VarId b) { return name(a) < name(b); });
  return vars;
}

void Walk::unary(const Expr& e) {
  add(Operator::Un, e.span, excerpt(e.a->span), {e.span.file, e.span.begin, e.a->span.begin}, "");
  expr(e.a);
}

void Walk::binary(const Expr& e) {
  using enum BinaryOp;
  switch (e.binary) {
    case Eq: operator_mutants(Operator::Eq, e, {Ne}); break;
    case Ne: operator_mutants(Operator::Eq, e, {Eq}); break;
    case Lt:
    case Le:
    case Gt:
    case Ge: operator_mutants(Operator::Cmp, e, {Lt, Le, Gt, Ge}); break;
    case Add:
    case Sub:
    case Mul:
    case Div:
    case Rem: operator_mutants(Operator::Arith, e, {Add, Sub, Mul, Div, Rem}); break;
    case And:
    case Or:
    case Implies: operator_mutants(Operator::Bool, e, {And, Or, Implies}); break;
  }
  expr(e.a);
  expr(e.b);
}

void Walk::operator_mutants(Operator op, const Expr& e, std::initializer_list<BinaryOp> ops) {
  base::Span token = operator_span(e);
  for (BinaryOp other : ops) {
    if (other == e.binary) continue;
    std::string_view sign = spelling(other);
    Mutant& mutant = add(op, token, sign);
    std::string left = excerpt(e.a->span);
    std::string right = excerpt(e.b->span);
    mutant.before = fmt::format("{} {} {}", left, spelling(e.binary), right);
    mutant.after = fmt::format("{} {} {}", left, sign, right);
  }
}

// ---------------------------------------------------------------- results

Mutant& Walk::add(Operator op, base::Span where, std::string_view after) {
  return add(op, where, after, where, std::string(after));
}

Mutant& Walk::add(Operator op, base::Span where, std::string_view after, base::Span edited,
                  std::string replacement) {
  std::vector<Candidate>& list = found_[static_cast<std::size_t>(op)];
  Candidate& added = list.emplace_back();
  added.method = method_;
  added.mutant.op = op;
  added.mutant.number = fields_ + static_cast<std::uint32_t>(list.size()) - 1;
  added.mutant.where = where;
  added.mutant.before = excerpt(where);
  added.mutant.after = after;
  added.mutant.edited = edited;
  added.mutant.replacement = std::move(replacement);
  return added.mutant;
}

// The sign of a binary expression: what stands between its operands, comments aside.
base::Span Walk::operator_span(const Expr& e) const {
  std::string_view text = sources_.file(e.span.file).text();
  std::uint32_t at = e.a->span.end;
  auto starts_after = [](std::uint32_t begin, const oox::Comment& comment) {
    return begin < comment.span.begin;
  };
  for (;;) {
    while (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) ++at;
    auto after = std::upper_bound(unit_->comments.begin(), unit_->comments.end(), at, starts_after);
    if (after == unit_->comments.begin() || std::prev(after)->span.begin != at) break;
    at = std::prev(after)->span.end;
  }
  std::string_view sign = spelling(e.binary);
  CHECK(text.substr(at, sign.size()) == sign, "no `{}` after the left operand", sign);
  return {e.span.file, at, at + static_cast<std::uint32_t>(sign.size())};
}

// Source on one line; the middle of a long piece is left out.
std::string Walk::excerpt(base::Span span) const {
  std::string_view text = source(span);
  std::string result;
  auto append = [&result](std::string_view part) {
    for (char c : part) {
      bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
      if (!is_space) {
        result += c;
      } else if (!result.empty() && result.back() != ' ') {
        result += ' ';
      }
    }
  };
  text = text.substr(0, text.find_last_not_of(" \t\n\v\f\r") + 1);
  if (text.size() <= kExcerpt) {
    append(text);
    return result;
  }
  auto splits_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  std::size_t head = kExcerpt / 2;
  while (splits_character(head)) --head;
  std::size_t tail = text.size() - kExcerpt / 2;
  while (tail < text.size() && splits_character(tail)) ++tail;
  append(text.substr(0, head));
  result += "…";
  append(text.substr(tail));
  return result;
}

}  // namespace mutate
