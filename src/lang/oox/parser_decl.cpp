// Classes, members, parameters, specification clauses and types.
#include "lang/oox/parser_impl.h"

namespace oox {

using diag::Kind;

namespace {

// What programmers bring along from other languages, and what to write instead.
struct ForeignType {
  std::string_view name;
  std::string_view replacement;
  TypeName base;
};
constexpr ForeignType kForeignTypes[] = {
    {"String", "string", TypeName::String}, {"boolean", "bool", TypeName::Bool},
    {"double", "float", TypeName::Float},   {"long", "int", TypeName::Int},
    {"short", "int", TypeName::Int},        {"byte", "int", TypeName::Int},
    {"unsigned", "uint", TypeName::Uint},
};

const ForeignType* find_foreign(std::string_view name) {
  for (const ForeignType& type : kForeignTypes) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

std::optional<ClauseKind> clause_kind(TokenKind kind) {
  switch (kind) {
    case TokenKind::Requires: return ClauseKind::Requires;
    case TokenKind::Ensures: return ClauseKind::Ensures;
    case TokenKind::Exceptional: return ClauseKind::Exceptional;
    default: return std::nullopt;
  }
}

}  // namespace

void Parser::parse_unit() {
  std::vector<ClassDecl> classes;
  while (!at(TokenKind::End)) {
    std::uint32_t begin = current().begin;
    if (at(TokenKind::Semicolon) && !classes.empty()) {  // after a class
      advance();
    } else if (at(TokenKind::RightBrace)) {
      error(Kind::OoxUnmatchedBrace, span(current()));
      advance();
      recovering_ = false;
    } else if (at(TokenKind::Class) || at(TokenKind::Interface) || at(TokenKind::Abstract)) {
      parse_class(classes);
    } else if (!skip_foreign_modifier()) {
      auto& added = expected("`class` or `interface`");
      if (at_word("import") || at_word("package")) {
        added.help("give all files on the command line: together they form one program");
      } else if (starts_type(current()) || at(TokenKind::Static)) {
        added.note("fields and methods stand inside a class");
      }
      synchronize_class();
    }
    if (current().begin == begin && !at(TokenKind::End)) advance();
  }
  if (classes.empty() && reporter_.errors() == 0) {
    error(Kind::OoxEmptyFile, Span{file_, 0, 0});
  }
  unit_.classes = program_.arena.list(classes);
}

void Parser::parse_class(std::vector<ClassDecl>& classes) {
  ClassDecl decl;
  std::uint32_t begin = current().begin;
  decl.is_abstract = accept(TokenKind::Abstract);
  decl.is_interface = at(TokenKind::Interface);
  if (!decl.is_interface && !at(TokenKind::Class)) {
    expected("`class`");
    return synchronize_class();
  }
  advance();
  bool is_named = parse_name(decl.name, decl.name_span);
  if (is_named && find_foreign(program_.text(decl.name)) != nullptr) {
    slip(Kind::OoxReservedClassName, decl.name_span, program_.text(decl.name));
  }
  if (at_type_arguments(0)) {
    skip_type_arguments(decl.name_span.begin, "write one class for each type of elements");
  }
  parse_supertypes(decl);
  Span open = span(current());
  if (!at(TokenKind::LeftBrace)) {
    expected("`{`");
    return synchronize_class();
  }
  advance();
  recovering_ = false;
  parse_members(decl, open);
  decl.span = span_from(begin);
  if (is_named) classes.push_back(decl);
}

void Parser::parse_supertypes(ClassDecl& decl) {
  std::vector<NameRef> extends;
  std::vector<NameRef> implements;
  while (at(TokenKind::Extends) || at(TokenKind::Implements)) {
    Span word = span(current());
    bool is_extends = at(TokenKind::Extends);
    advance();
    if (!is_extends && decl.is_interface) {
      slip(Kind::OoxInterfaceImplements, word).help("write `extends`");
      is_extends = true;
    }
    parse_names(is_extends ? extends : implements);
  }
  if (!decl.is_interface && extends.size() > 1) {
    slip(Kind::OoxManySuperclasses, extends[1].span).label(extends[0].span, "the first superclass");
    extends.resize(1);
  }
  decl.extends = program_.arena.list(extends);
  decl.implements = program_.arena.list(implements);
}

void Parser::parse_names(std::vector<NameRef>& names) {
  do {
    NameRef ref;
    if (!parse_name(ref.name, ref.span)) return;
    names.push_back(ref);
  } while (accept(TokenKind::Comma));
}

void Parser::parse_members(ClassDecl& decl, Span open) {
  std::vector<Member> members;
  while (!at(TokenKind::RightBrace)) {
    bool is_over = at(TokenKind::End) || starts_class();
    if (is_over) unclosed_brace(open);
    recovering_ = false;
    if (is_over) break;
    if (accept(TokenKind::Semicolon)) continue;  // after a method
    std::uint32_t begin = current().begin;
    Member member;
    if (parse_member(decl, member)) members.push_back(member);
    if (recovering_ && !starts_member()) synchronize_member();
    if (current().begin == begin) advance();
  }
  decl.close = span(current());
  accept(TokenKind::RightBrace);
  decl.members = program_.arena.list(members);
}

Parser::Modifiers Parser::parse_modifiers() {
  Modifiers modifiers;
  for (;;) {
    switch (current().kind) {
      case TokenKind::Static: parse_modifier(modifiers.is_static); break;
      case TokenKind::Abstract: parse_modifier(modifiers.is_abstract); break;
      case TokenKind::Default: parse_modifier(modifiers.is_default); break;
      default:
        if (!skip_foreign_modifier()) return modifiers;
    }
  }
}

void Parser::parse_modifier(std::optional<Span>& modifier) {
  if (modifier) {
    slip(Kind::OoxRepeatedModifier, span(current()), text(current()))
        .label(*modifier, "first here");
  }
  modifier = span(current());
  advance();
}

// Members for formulas alone. Their words are names elsewhere.
bool Parser::at_formula_member() const {
  bool is_field = at_word("specfield") && peek(1).kind == TokenKind::Identifier &&
                  peek(2).kind == TokenKind::Colon;
  return is_field || at(TokenKind::Invariant) || at(TokenKind::Observable);
}

// `specfield NAME : TYPE ;`, `invariant NAME { FORMULA }` and `observable NAME: CONDITION;`
bool Parser::parse_formula_member(Member& member) {
  std::uint32_t begin = current().begin;
  if (at(TokenKind::Invariant) || at(TokenKind::Observable)) {
    bool is_invariant = at(TokenKind::Invariant);
    member.kind = is_invariant ? MemberKind::Invariant : MemberKind::Observable;
    member.name = current().symbol;
    member.name_span = {file_, begin, current().body};
    member.formula = {file_, current().body, current().end};
    member.formula_text = program_.symbols.make(source(member.formula));
    advance();
    if (is_invariant) accept(TokenKind::Semicolon);
    if (!is_invariant) expect_semicolon();
    member.span = span_from(begin);
    return true;
  }
  member.kind = MemberKind::SpecField;
  advance();
  parse_name(member.name, member.name_span);
  advance();  // the colon
  if (!parse_spec_type(member)) return false;
  expect_semicolon();
  member.span = span_from(begin);
  return true;
}

// `invariant(E);`
bool Parser::parse_class_invariant(Member& member) {
  member.kind = MemberKind::ClassInvariant;
  member.name = current().symbol;
  member.name_span = span(current());
  std::uint32_t begin = current().begin;
  std::vector<Clause> clauses;
  bool is_fine = parse_conditions(ClauseKind::Invariant, clauses) && !recovering_;
  if (is_fine) expect_semicolon();
  member.clauses = program_.arena.list(clauses);
  member.span = span_from(begin);
  return is_fine;
}

bool Parser::at_invariant() const {
  return at_word("invariant") && peek(1).kind == TokenKind::LeftParen;
}

// The invariants of a loop, behind its head.
List<Clause> Parser::parse_invariants() {
  std::vector<Clause> clauses;
  while (!recovering_ && at_invariant()) {
    if (!parse_conditions(ClauseKind::Invariant, clauses)) break;
  }
  return program_.arena.list(clauses);
}

// ( "set" | "lone" ) T  or  K "->" [ "set" | "lone" ] V
bool Parser::parse_spec_type(Member& member) {
  std::uint32_t begin = current().begin;
  auto multiplicity = [&] {
    bool is_there = (at_word("set") || at_word("lone")) && peek(1).kind != TokenKind::Minus &&
                    peek(1).kind != TokenKind::Semicolon;
    if (is_there) member.is_lone = at_word("lone");
    if (is_there) advance();
    return is_there;
  };
  std::vector<TypeExpr*> columns;
  bool is_set = multiplicity();
  if (!parse_column(columns)) return false;
  bool is_product =
      at(TokenKind::Minus) && peek(1).kind == TokenKind::Greater && touch(current(), peek(1));
  if (is_set == is_product) {
    error(Kind::OoxSpecFieldType, span_from(begin))
        .help(is_set ? "the multiplicity stands behind the arrow: `K -> lone V`"
                     : "write `set` or `lone` before it");
    return false;
  }
  if (is_product) {
    advance();
    advance();
    bool is_known = multiplicity();
    if (!parse_column(columns)) return false;
    if (!is_known && at(TokenKind::Identifier)) {  // K -> one V
      error(Kind::OoxSpecFieldType, span_from(begin))
          .help("behind the arrow stands `set`, `lone` or nothing");
      return false;
    }
  }
  member.columns = program_.arena.list(columns);
  return true;
}

// A class, `Int` or `Bool`: types as formulas call them.
bool Parser::parse_column(std::vector<TypeExpr*>& columns) {
  TypeExpr type;
  type.base = TypeName::Class;
  type.span = span(current());
  if (!at(TokenKind::Identifier)) {
    error(Kind::OoxSpecFieldType, type.span).help("name a class, `Int` or `Bool`");
    return false;
  }
  type.name = current().symbol;
  if (at_word("Int")) type.base = TypeName::Int;
  if (at_word("Bool")) type.base = TypeName::Bool;
  advance();
  columns.push_back(program_.arena.make(type));
  return true;
}

// False if there is nothing to keep of it.
bool Parser::parse_member(const ClassDecl& decl, Member& member) {
  if (at_formula_member()) return parse_formula_member(member);
  if (at_invariant() && program_.text(decl.name) != "invariant") {
    return parse_class_invariant(member);
  }
  std::uint32_t begin = current().begin;
  Modifiers modifiers = parse_modifiers();
  if (at_type_arguments(0)) {
    skip_type_arguments(current().begin, "write one method for each type of values");
  }
  member.is_static = modifiers.is_static.has_value();
  member.is_abstract = modifiers.is_abstract.has_value();
  member.is_default = modifiers.is_default.has_value();
  if (at(TokenKind::Identifier) && peek(1).kind == TokenKind::LeftParen) {
    member.kind = MemberKind::Constructor;
    parse_name(member.name, member.name_span);
  } else {
    if (!starts_type(current())) {
      expected("a member");
      return false;
    }
    member.type_expr = parse_type(true);
    if (!parse_name(member.name, member.name_span)) return false;
    member.kind = at(TokenKind::LeftParen) ? MemberKind::Method : MemberKind::Field;
  }
  if (member.kind == MemberKind::Constructor && member.name != decl.name) {
    slip(Kind::OoxMissingResultType, member.name_span, program_.text(member.name))
        .help(fmt::format("write `void {}(…)` if it returns nothing", program_.text(member.name)));
    TypeExpr type;
    type.span = member.name_span;
    member.kind = MemberKind::Method;
    member.type_expr = program_.arena.make(type);
  }
  check_modifiers(decl, member, modifiers);
  if (member.kind == MemberKind::Field) {
    parse_field_rest(member);
  } else {
    parse_method_rest(member);
  }
  member.span = span_from(begin);
  return true;
}

void Parser::check_modifiers(const ClassDecl& decl, const Member& member,
                             const Modifiers& modifiers) {
  auto reject = [&](const std::optional<Span>& modifier, std::string_view word,
                    std::string_view what) {
    if (modifier) slip(Kind::OoxMisplacedModifier, *modifier, what, word);
  };
  if (member.kind == MemberKind::Constructor) {
    reject(modifiers.is_static, "static", "a constructor");
    reject(modifiers.is_abstract, "abstract", "a constructor");
    reject(modifiers.is_default, "default", "a constructor");
  } else if (member.kind == MemberKind::Field) {
    reject(modifiers.is_abstract, "abstract", "a field");
    reject(modifiers.is_default, "default", "a field");
  } else if (!decl.is_interface) {
    reject(modifiers.is_default, "default", "a method of a class");
  }
}

void Parser::parse_field_rest(Member& member) {
  if (member.type_expr->base == TypeName::Void && member.type_expr->dims == 0) {
    slip(Kind::OoxVoidValue, member.type_expr->span);
  }
  skip_array_brackets(member.name_span);
  if (at(TokenKind::Assign) || at(TokenKind::Equal)) {
    Span from = span(current());
    advance();
    Expr* value = parse_expr();
    slip(Kind::OoxFieldInitializer, base::join(from, value->span))
        .help(member.is_static ? "assign it in a method that runs first"
                               : "assign it in a constructor");
  }
  reject_more_declarators();
  if (accept(TokenKind::Semicolon)) return;
  if (current().starts_line || at(TokenKind::RightBrace) || at(TokenKind::End)) {
    slip(Kind::OoxMissingSemicolon, after_last()).help("add `;` here");
  } else {
    expected("`;` or `(`");
  }
}

void Parser::parse_method_rest(Member& member) {
  member.params = parse_params();
  member.clauses = parse_clauses();
  if (recovering_) {  // a broken header: its body is worth reading
    while (!at(TokenKind::End) && !at(TokenKind::LeftBrace) && !at(TokenKind::RightBrace) &&
           !at(TokenKind::Semicolon)) {
      advance();
    }
    recovering_ = false;
  }
  if (at(TokenKind::LeftBrace)) {
    member.body = parse_block();
  } else if (!accept(TokenKind::Semicolon)) {
    expected(member.is_abstract ? "`;`" : "`{`");
  }
}

List<Param> Parser::parse_params() {
  Span open = span(current());
  advance();
  std::vector<Param> params;
  if (!at(TokenKind::RightParen)) {
    do {
      Param param;
      std::uint32_t begin = current().begin;
      if (!starts_type(current())) {
        expected("a parameter's type");
        break;
      }
      param.type_expr = parse_type(false);
      if (!parse_name(param.name, param.name_span)) break;
      skip_array_brackets(param.name_span);
      param.span = span_from(begin);
      params.push_back(param);
    } while (accept(TokenKind::Comma));
  }
  expect_close(TokenKind::RightParen, open);
  return program_.arena.list(params);
}

List<Clause> Parser::parse_clauses() {
  std::vector<Clause> clauses;
  while (!recovering_) {
    if (at(TokenKind::Property) || at(TokenKind::Spec)) {
      bool is_spec = at(TokenKind::Spec);
      clauses.push_back({.kind = is_spec ? ClauseKind::Spec : ClauseKind::Property,
                         .span = span(current()),
                         .name = current().symbol,
                         .body = {file_, current().body, current().end}});
      advance();
      continue;
    }
    auto kind = clause_kind(current().kind);
    if (!kind) {
      if (!at(TokenKind::Identifier)) break;
      skip_unknown_clause();
      continue;
    }
    if (!parse_conditions(*kind, clauses)) break;
  }
  return program_.arena.list(clauses);
}

// requires(E). In the dialect with type tests a second expression may follow, which
// must hold too: it becomes a clause of its own.
bool Parser::parse_conditions(ClauseKind kind, std::vector<Clause>& clauses) {
  std::uint32_t begin = current().begin;
  advance();
  Span open = span(current());
  if (!expect(TokenKind::LeftParen)) return false;
  for (bool is_second = false;; is_second = true) {
    Clause clause;
    clause.kind = kind;
    clause.condition = parse_expr();
    bool is_last = is_second || !accept(TokenKind::Comma);
    if (is_last) expect_close(TokenKind::RightParen, open);
    clause.span = span_from(begin);
    clauses.push_back(clause);
    if (is_last || recovering_) return true;
    begin = current().begin;
  }
}

bool Parser::parse_name(Symbol& name, Span& where) {
  if (!at(TokenKind::Identifier)) {
    auto& added = expected("a name");
    if (is_keyword(current().kind)) {
      added.note(fmt::format("{} is a keyword", describe_current()));
    }
    return false;
  }
  name = current().symbol;
  where = span(current());
  advance();
  return true;
}

TypeExpr* Parser::parse_type(bool allow_void) {
  TypeExpr type;
  type.base = TypeName::Class;
  type.span = {file_, current().begin, current().begin};
  if (parse_base_type(type)) {
    parse_dimensions(type);
    if (type.base == TypeName::Void && (!allow_void || type.dims > 0)) {
      slip(Kind::OoxVoidValue, type.span);
    }
  }
  return program_.arena.make(type);
}

// A type without its brackets. False, with an error, if there is none.
bool Parser::parse_base_type(TypeExpr& type) {
  switch (current().kind) {
    case TokenKind::Void: type.base = TypeName::Void; break;
    case TokenKind::Bool: type.base = TypeName::Bool; break;
    case TokenKind::Int: type.base = TypeName::Int; break;
    case TokenKind::Uint: type.base = TypeName::Uint; break;
    case TokenKind::Float: type.base = TypeName::Float; break;
    case TokenKind::Char: type.base = TypeName::Char; break;
    case TokenKind::String: type.base = TypeName::String; break;
    case TokenKind::Identifier:
      type.base = TypeName::Class;
      type.name = current().symbol;
      if (const ForeignType* foreign = find_foreign(text(current()))) {
        slip(Kind::OoxForeignType, span(current()), foreign->name)
            .help(fmt::format("write `{}`", foreign->replacement));
        type.base = foreign->base;
      }
      break;
    default: expected("a type"); return false;
  }
  type.span = span(current());
  advance();
  if (type.base == TypeName::Class && at_type_arguments(0)) {
    skip_type_arguments(type.span.begin, "write a class of your own for this type of elements");
  }
  return true;
}

void Parser::parse_dimensions(TypeExpr& type) {
  while (at(TokenKind::LeftBracket)) {
    Span open = span(current());
    advance();
    if (!expect_close(TokenKind::RightBracket, open)) return;
    ++type.dims;
  }
  type.span = span_from(type.span.begin);
  if (type.dims > kMaxDimensions) {
    error(Kind::OoxTooManyDimensions, type.span, kMaxDimensions);
    type.dims = kMaxDimensions;
  }
}

}  // namespace oox
