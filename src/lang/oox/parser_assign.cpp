// Statements that begin with a name: declarations, assignments and calls.
#include "lang/oox/parser_impl.h"

namespace oox {

using diag::Kind;

// `T x` and `T[] x`, and anything that begins with the word of a type.
bool Parser::at_declaration() const {
  if (!starts_type(current())) return false;
  if (!at(TokenKind::Identifier)) return true;
  if (peek(1).kind == TokenKind::Identifier || at_type_arguments(1)) return true;
  return peek(1).kind == TokenKind::LeftBracket && peek(2).kind == TokenKind::RightBracket;
}

Stmt* Parser::parse_declaration() {
  Stmt stmt;
  stmt.kind = StmtKind::Declare;
  std::uint32_t begin = current().begin;
  stmt.type_expr = parse_type(false);
  if (!parse_name(stmt.name, stmt.name_span)) return error_stmt(begin);
  skip_array_brackets(stmt.name_span);
  if (at(TokenKind::Equal)) {
    slip(Kind::OoxAssignWithEqual, span(current())).help("write `:=`");
    advance();
    stmt.value = parse_source(stmt.name_span);
  } else if (accept(TokenKind::Assign)) {
    stmt.value = parse_source(stmt.name_span);
  } else if (at(TokenKind::LeftParen)) {
    auto& added = expected("`;` or `:=`");
    Span word = stmt.type_expr->span;
    auto meant = diag::nearest(text_.substr(word.begin, word.end - word.begin), statement_words());
    if (meant) added.help(fmt::format("did you mean `{}`?", *meant));
  }
  reject_more_declarators();
  end_statement();
  stmt.span = span_from(begin);
  return make(stmt);
}

// An assignment, or a call or `new` that stands alone.
Stmt* Parser::parse_expression_statement() {
  Stmt stmt;
  stmt.kind = StmtKind::Expression;
  std::uint32_t begin = current().begin;
  if (at_step()) return parse_prefix_step(stmt);
  Expr* value = parse_postfix();
  if (recovering_) {
    give_up_statement();
    return error_stmt(begin);
  }
  if (value->kind == ExprKind::Error) {  // reported, and read to its end
    end_statement();
    return error_stmt(begin);
  }
  if (at_compound() || at_step()) return parse_update(stmt, value);
  if (at(TokenKind::Assign)) return parse_assignment(stmt, value);
  if (at(TokenKind::Equal)) {
    slip(Kind::OoxAssignWithEqual, span(current())).help("write `:=`");
    return parse_assignment(stmt, value);
  }
  if (at(TokenKind::EqualEqual)) {
    slip(Kind::OoxCompareAsAssign, span(current())).help("to assign, write `:=`");
    return parse_assignment(stmt, value);
  }
  bool is_unknown_word =
      value->kind == ExprKind::Call && value->a == nullptr && at(TokenKind::LeftBrace);
  if (is_unknown_word) {
    report_unknown_statement(*value);
    return error_stmt(begin);
  }
  if (report_output(*value)) {
    end_statement();
    return error_stmt(begin);
  }
  if (value->kind != ExprKind::Call && value->kind != ExprKind::New) {
    error(Kind::OoxNotAStatement, value->span)
        .note("a statement is a declaration, an assignment, a call, or begins with a keyword");
    give_up_statement();
    return error_stmt(begin);
  }
  stmt.value = value;
  if (value->kind == ExprKind::Call && !in_head_) {
    expect_semicolon_of("call");
  } else {
    end_statement();
  }
  stmt.span = span_from(begin);
  return make(stmt);
}

// ---------------------------------------------------------------- assignments

bool Parser::check_target(const Expr& target) {
  bool is_target = target.kind == ExprKind::Name || target.kind == ExprKind::Field ||
                   target.kind == ExprKind::Index;
  if (!is_target) {
    slip(Kind::OoxBadTarget, target.span)
        .note("a variable, a field `x.f` or an element `a[i]` can be assigned");
  }
  return is_target;
}

// The rest of `target := value;`, from the assignment sign on.
Stmt* Parser::parse_assignment(Stmt stmt, Expr* target) {
  std::uint32_t begin = target->span.begin;
  bool is_target = check_target(*target);
  advance();
  stmt.kind = StmtKind::Assign;
  stmt.target = target;
  stmt.value = parse_source(target->span);
  end_statement();
  if (!is_target) return error_stmt(begin);
  stmt.span = span_from(begin);
  return make(stmt);
}

bool Parser::at_compound() const {
  return arithmetic_op(current().kind) && peek(1).kind == TokenKind::Equal &&
         touch(current(), peek(1));
}

bool Parser::at_step() const {
  bool is_sign = at(TokenKind::Plus) || at(TokenKind::Minus);
  return is_sign && peek(1).kind == current().kind && touch(current(), peek(1));
}

// The rest of `target += value;` or `target++;`, from the sign on.
Stmt* Parser::parse_update(Stmt stmt, Expr* target) {
  std::uint32_t begin = target->span.begin;
  bool is_target = check_target(*target);
  bool is_step = at_step();
  stmt.kind = StmtKind::Assign;
  stmt.update = is_step ? Update::Step : Update::Compound;
  stmt.op = *arithmetic_op(current().kind);
  stmt.op_span = base::join(span(current()), span(peek(1)));
  stmt.target = target;
  advance();
  advance();
  stmt.value = is_step ? make_one(stmt.op_span) : parse_source(target->span);
  end_statement();
  if (!is_target) return error_stmt(begin);
  stmt.span = span_from(begin);
  return make(stmt);
}

// `++target;`, which is the same as `target++;`.
Stmt* Parser::parse_prefix_step(Stmt stmt) {
  std::uint32_t begin = current().begin;
  stmt.kind = StmtKind::Assign;
  stmt.update = Update::Step;
  stmt.op = *arithmetic_op(current().kind);
  stmt.op_span = base::join(span(current()), span(peek(1)));
  stmt.value = make_one(stmt.op_span);
  advance();
  advance();
  stmt.target = parse_postfix();
  bool is_target = !recovering_ && check_target(*stmt.target);
  end_statement();
  if (!is_target) return error_stmt(begin);
  stmt.span = span_from(begin);
  return make(stmt);
}

Expr* Parser::make_one(Span where) {
  Expr one;
  one.kind = ExprKind::IntLit;
  one.integer = program_.arena.integer(base::Integer(1));
  one.span = where;
  return make(one);
}

}  // namespace oox
