#include "lang/oox/printer.h"

#include "base/check.h"
#include "lang/oox/comments.h"
#include "lang/oox/layout.h"
#include "lang/oox/print_expr.h"

namespace oox {

namespace {

constexpr std::size_t kContinuation = 8;

std::string_view clause_word(ClauseKind kind) {
  switch (kind) {
    case ClauseKind::Requires: return "requires";
    case ClauseKind::Ensures: return "ensures";
    case ClauseKind::Exceptional: return "exceptional";
    case ClauseKind::Invariant: return "invariant";
    case ClauseKind::Property: return "property";
    case ClauseKind::Spec: return "spec";
  }
  UNREACHABLE("clause kind {}", static_cast<int>(kind));
}

// One logical line: words, expressions and types, broken if it is too long.
class Line {
 public:
  Line(const Program& program, const base::Sources& sources)
      : program_(program), expr_(program, &sources, layout_) {
    layout_.open(kContinuation);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  Line& text(std::string_view words) {
    layout_.text(words);
    return *this;
  }
  Line& name(Symbol symbol) { return text(program_.text(symbol)); }
  Line& expr(const Expr& expr) {
    expr_.expr(expr);
    return *this;
  }
  Line& type(const TypeExpr& type) {
    expr_.type(type);
    return *this;
  }
  Line& args(const List<Expr*>& args) {
    expr_.args(args);
    return *this;
  }
  Line& params(const List<Param>& params);
  Line& names(std::string_view word, const List<NameRef>& names);
  const Layout& done() {
    layout_.close();
    return layout_;
  }

 private:
  const Program& program_;
  Layout layout_;
  ExprPrinter expr_;
};

Line& Line::params(const List<Param>& params) {
  layout_.text("(");
  layout_.open(0);
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (i == 0) {
      layout_.soft_line();
    } else {
      layout_.text(",");
      layout_.line();
    }
    type(*params[i].type_expr).text(" ").name(params[i].name);
  }
  layout_.close();
  layout_.text(")");
  return *this;
}

Line& Line::names(std::string_view word, const List<NameRef>& names) {
  if (names.empty()) return *this;
  layout_.text(word);
  layout_.open(0);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) layout_.text(",");
    layout_.line();
    name(names[i].name);
  }
  layout_.close();
  return *this;
}

class Printer {
 public:
  Printer(const base::Sources& sources, const Program& program, const Unit& unit, Form form)
      : sources_(sources),
        program_(program),
        unit_(unit),
        form_(form),
        out_(sources.file(unit.file).text(), unit.comments) {}

  std::string run() {
    for (const ClassDecl& decl : unit_.classes) print_class(decl);
    return out_.finish();
  }

 private:
  Line line() const { return Line(program_, sources_); }

  void print_class(const ClassDecl& decl);
  void print_member(const Member& member);
  void print_clauses(const Member& member);
  void print_observable(const Member& member);
  void print_clause(const Clause& clause, std::string_view end);
  // ) and what a loop governs, with its invariants before that.
  void print_loop(Line& head, const Stmt& stmt);
  void print_formula_member(const Member& member);
  void print_formula(std::string_view word, Symbol name, Span body);
  void print_stmt(const Stmt& stmt);
  void print_simple(const Stmt& stmt);
  void describe_simple(const Stmt& stmt, Line& text);
  void describe_assignment(const Stmt& stmt, Line& text);
  void describe_parts(const List<Stmt*>& parts, Line& text);
  void print_if(const Stmt& stmt);
  void print_for(const Stmt& stmt);
  void print_operand(const Stmt& stmt, std::string_view word, Line& text);
  // word value ) body
  void print_headed(std::string_view word, const Stmt& stmt);
  // head body
  void print_body(std::string_view head, const Stmt& body);
  // A body under its head, the opening brace, if any, being part of that.
  void print_governed(const Stmt& body);
  // statements }
  void print_block(const Stmt& block);

  const base::Sources& sources_;
  const Program& program_;
  const Unit& unit_;
  Form form_;
  PrintBuffer out_;
};

// ---------------------------------------------------------------- declarations

void Printer::print_class(const ClassDecl& decl) {
  out_.start_item(decl.span.begin);
  Line head = line();
  if (decl.is_abstract) head.text("abstract ");
  head.text(decl.is_interface ? "interface " : "class ").name(decl.name);
  head.names(" extends", decl.extends).names(" implements", decl.implements).text(" {");
  out_.layout(head.done());
  std::size_t opened = out_.open_brace();
  for (const Member& member : decl.members) print_member(member);
  out_.close_brace(opened, decl.close.begin);
}

// A formula is in a language of its own: it is printed as it was written.
void Printer::print_formula(std::string_view word, Symbol name, Span body) {
  std::string_view text = sources_.file(body.file).text();
  out_.text(word);
  out_.text(" ");
  if (name) out_.text(fmt::format("{} ", program_.text(name)));
  out_.text(text.substr(body.begin, body.end - body.begin));
}

void Printer::print_observable(const Member& member) {
  std::string_view text = sources_.file(member.formula.file).text();
  out_.text(fmt::format("observable {}", program_.text(member.name)));
  out_.text(text.substr(member.formula.begin, member.formula.end - member.formula.begin));
  out_.text(";");
}

void Printer::print_formula_member(const Member& member) {
  if (member.kind == MemberKind::Invariant) {
    return print_formula("invariant", member.name, member.formula);
  }
  if (member.kind == MemberKind::Observable) return print_observable(member);
  auto column = [&](std::size_t i) { return program_.text(member.columns[i]->name); };
  Line text = line();
  text.text("specfield ").name(member.name).text(" : ");
  if (member.columns.size() > 1) text.text(column(0)).text(" -> ");
  text.text(member.is_lone ? "lone " : "set ").text(column(member.columns.size() - 1)).text(";");
  out_.layout(text.done());
  out_.comments_inside(member.span.end);
}

void Printer::print_member(const Member& member) {
  out_.start_item(member.span.begin);
  bool is_formula = member.kind == MemberKind::SpecField || member.kind == MemberKind::Invariant ||
                    member.kind == MemberKind::Observable;
  if (is_formula) {
    return print_formula_member(member);
  }
  if (member.kind == MemberKind::ClassInvariant) {
    for (const Clause& clause : member.clauses) {
      if (&clause != member.clauses.begin()) out_.start_line();
      print_clause(clause, ";");
    }
    return;
  }
  Line head = line();
  if (member.is_default) head.text("default ");
  if (member.is_abstract) head.text("abstract ");
  if (member.is_static) head.text("static ");
  if (member.kind != MemberKind::Constructor) head.type(*member.type_expr).text(" ");
  head.name(member.name);
  if (member.kind != MemberKind::Field) head.params(member.params);
  if (member.clauses.empty()) head.text(member.body == nullptr ? ";" : " {");
  out_.layout(head.done());
  if (!member.clauses.empty()) print_clauses(member);
  if (member.body != nullptr) {
    print_block(form_ == Form::Long ? *member.method->long_body : *member.body);
  } else {
    out_.comments_inside(member.span.end);
  }
}

// Each clause on a line of its own, further in, then the brace of the body.
void Printer::print_clauses(const Member& member) {
  out_.indent();
  for (const Clause& clause : member.clauses) {
    out_.skip_blank_lines();
    out_.comments_before(clause.span.begin);
    out_.start_line();
    bool is_end = member.body == nullptr && &clause + 1 == member.clauses.end();
    if (!clause.condition) {
      print_formula(clause_word(clause.kind), clause.name, clause.body);
      if (is_end) out_.text(";");
      continue;
    }
    print_clause(clause, is_end ? ";" : "");
  }
  if (member.body == nullptr) return out_.dedent();
  out_.skip_blank_lines();
  out_.comments_before(member.body->span.begin);
  out_.dedent();
  out_.start_line();
  out_.text("{");
}

void Printer::print_clause(const Clause& clause, std::string_view end) {
  Line text = line();
  text.text(clause_word(clause.kind)).text("(").expr(*clause.condition);
  out_.layout(text.text(")").text(end).done());
  out_.comments_inside(clause.span.end);
}

// ---------------------------------------------------------------- statements

void Printer::print_block(const Stmt& block) {
  std::size_t opened = out_.open_brace();
  const Stmt* before = nullptr;
  for (const Stmt* stmt : block.stmts) {
    // Statements of the long form that were one have its place; a blank line was before that.
    if (before != nullptr && before->span.begin >= stmt->span.begin) out_.skip_blank_lines();
    out_.start_item(stmt->span.begin);
    print_stmt(*stmt);
    before = stmt;
  }
  out_.close_brace(opened, block.close.begin);
}

void Printer::print_body(std::string_view head, const Stmt& body) {
  bool is_block = body.kind == StmtKind::Block;
  out_.layout(line().text(head).text(is_block ? " {" : "").done());
  print_governed(body);
}

void Printer::print_governed(const Stmt& body) {
  if (body.kind == StmtKind::Block) return print_block(body);
  out_.indent();
  out_.skip_blank_lines();
  out_.comments_before(body.span.begin);
  out_.start_line();
  print_stmt(body);
  out_.dedent();
}

// Prints a statement on the line that has been started for it.
void Printer::print_stmt(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Block: out_.text("{"); return print_block(stmt);
    case StmtKind::If: return print_if(stmt);
    case StmtKind::While: return print_headed("while (", stmt);
    case StmtKind::For: return print_for(stmt);
    case StmtKind::LockBlock: return print_headed("lock (", stmt);
    case StmtKind::Try: print_body("try", *stmt.body); return print_body(" catch", *stmt.otherwise);
    default: return print_simple(stmt);
  }
}

void Printer::print_headed(std::string_view word, const Stmt& stmt) {
  Line head = line();
  head.text(word).expr(*stmt.value);
  print_loop(head, stmt);
}

// Each invariant on a line of its own, further in, as the clauses of a method.
void Printer::print_loop(Line& head, const Stmt& stmt) {
  bool is_block = stmt.body->kind == StmtKind::Block;
  bool is_plain = stmt.invariants.empty();
  out_.layout(head.text(is_block && is_plain ? ") {" : ")").done());
  if (!is_plain) {
    out_.indent();
    for (const Clause& clause : stmt.invariants) {
      out_.skip_blank_lines();
      out_.comments_before(clause.span.begin);
      out_.start_line();
      print_clause(clause, "");
    }
    out_.skip_blank_lines();
    if (is_block) out_.comments_before(stmt.body->span.begin);
    out_.dedent();
    if (is_block) {
      out_.start_line();
      out_.text("{");
    }
  }
  print_governed(*stmt.body);
}

void Printer::print_for(const Stmt& stmt) {
  Line head = line();
  head.text("for (");
  describe_parts(stmt.stmts, head);
  head.text(";");
  if (stmt.value != nullptr) head.text(" ").expr(*stmt.value);
  head.text(";");
  if (!stmt.updates.empty()) head.text(" ");
  describe_parts(stmt.updates, head);
  print_loop(head, stmt);
}

void Printer::describe_parts(const List<Stmt*>& parts, Line& text) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text.text(", ");
    describe_simple(*parts[i], text);
  }
}

// An `else if` continues the chain; comments before an `else` go behind it, as it
// stands on the line of the closing brace.
void Printer::print_if(const Stmt& stmt) {
  const Stmt* rest = &stmt;
  for (;;) {
    print_headed("if (", *rest);
    const Stmt* otherwise = rest->otherwise;
    if (otherwise == nullptr) return;
    bool is_after_brace = rest->body->kind == StmtKind::Block;
    if (!is_after_brace) {
      out_.indent();
      out_.comments_before(otherwise->span.begin);
      out_.dedent();
      out_.start_line();
    }
    std::string_view word = is_after_brace ? " else" : "else";
    if (otherwise->kind != StmtKind::If) return print_body(word, *otherwise);
    out_.text(word);
    out_.text(" ");
    rest = otherwise;
  }
}

void Printer::print_simple(const Stmt& stmt) {
  Line text = line();
  describe_simple(stmt, text);
  out_.layout(text.text(";").done());
  out_.comments_inside(stmt.span.end);
}

void Printer::print_operand(const Stmt& stmt, std::string_view word, Line& text) {
  text.text(word).text(stmt.parenthesized ? "(" : " ").expr(*stmt.value);
  if (stmt.parenthesized) text.text(")");
}

void Printer::describe_assignment(const Stmt& stmt, Line& text) {
  text.expr(*stmt.target);
  std::string_view sign = spelling(stmt.op);
  switch (stmt.update) {
    case Update::None: text.text(" := ").expr(*stmt.value); return;
    case Update::Compound: text.text(" ").text(sign).text("= ").expr(*stmt.value); return;
    case Update::Step: text.text(sign).text(sign); return;
  }
}

void Printer::describe_simple(const Stmt& stmt, Line& text) {
  switch (stmt.kind) {
    case StmtKind::Declare:
      text.type(*stmt.type_expr).text(" ").name(stmt.name);
      if (stmt.value != nullptr) text.text(" := ").expr(*stmt.value);
      return;
    case StmtKind::Assign: return describe_assignment(stmt, text);
    case StmtKind::Expression: text.expr(*stmt.value); return;
    case StmtKind::Skip: return;
    case StmtKind::Assert: return print_operand(stmt, "assert", text);
    case StmtKind::Assume: return print_operand(stmt, "assume", text);
    case StmtKind::Lock: return print_operand(stmt, "lock", text);
    case StmtKind::Unlock: return print_operand(stmt, "unlock", text);
    case StmtKind::Wait: return print_operand(stmt, "wait", text);
    case StmtKind::Notify: return print_operand(stmt, "notify", text);
    case StmtKind::NotifyAll: return print_operand(stmt, "notifyAll", text);
    case StmtKind::Continue: text.text("continue"); return;
    case StmtKind::Break: text.text("break"); return;
    case StmtKind::Join: text.text("join"); return;
    case StmtKind::Return:
      text.text("return");
      if (stmt.value != nullptr) text.text(" ").expr(*stmt.value);
      return;
    case StmtKind::Throw:
      text.text("throw");
      if (stmt.value != nullptr) text.text(" ").expr(*stmt.value);
      return;
    case StmtKind::Fork: text.text("fork ").expr(*stmt.value); return;
    case StmtKind::SuperCall: text.text("super").args(stmt.args); return;
    default: break;
  }
  UNREACHABLE("printing a tree with errors");
}

}  // namespace

std::string print(const base::Sources& sources, const Program& program, const Unit& unit,
                  Form form) {
  return Printer(sources, program, unit, form).run();
}

std::string print(const Program& program, const Expr& expr) {
  Layout layout;
  ExprPrinter(program, nullptr, layout).expr(expr);
  return layout.render_flat();
}

}  // namespace oox
