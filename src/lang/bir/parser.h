// Recursive descent over the tokens of a BIR file. Internal to parser.cpp.
//
// Recovery: the first error of a construct switches to panic, in which every look
// at the next token sees the end of the file, so that all rules return at once;
// the loop over actions, transitions or definitions then skips to where the next
// one starts.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/nesting.h"
#include "base/token_stream.h"
#include "lang/bir/lexer.h"
#include "lang/bir/syntax.h"

namespace bir {

class BirParser {
 public:
  BirParser(const base::Sources& sources, std::vector<Token> tokens, diag::Sink& sink)
      : sources_(sources), tokens_(std::move(tokens)), sink_(sink) {}

  syntax::File run();

 private:
  using Name = syntax::Name;
  using SynExprId = syntax::SynExprId;
  using SynTypeId = syntax::SynTypeId;

  // --- tokens (bir_parser.cpp)
  const Token& peek(std::size_t ahead = 0) const;
  const Token& raw() const { return tokens_.peek(); }
  const Token& next();
  const Token& previous() const { return tokens_[tokens_.position() - 1]; }
  bool at_end() const { return peek().kind == BirToken::End; }
  bool at(std::string_view mark, std::size_t ahead = 0) const;
  bool at_word(std::string_view word, std::size_t ahead = 0) const;
  bool at_piece(std::size_t ahead = 0) const;  // a word or a quoted name
  bool accept(std::string_view mark);
  bool accept_word(std::string_view word);
  void expect(std::string_view mark);
  void expect_word(std::string_view word);
  void unexpected(std::string_view wanted);
  void give_up();
  Name piece(std::string_view what);
  Name name(std::string_view what);
  std::vector<Name> names(std::string_view what);
  base::Span since(base::Span first) const;
  // Leaves panic behind the next `;`, or before one of the words or marks.
  void recover(std::initializer_list<std::string_view> stops);

  struct Nesting : base::NestingLevel {
    explicit Nesting(BirParser& parser);
  };

  // --- definitions (bir_parser.cpp)
  void definition();
  void integers();
  void constant();
  void class_definition();
  void class_member(syntax::SynClass& cls);
  void named_definition();
  void type_definition(const Name& name);
  void variable_definition(std::vector<Name> names, Sharing shared = Sharing::Plain);
  Sharing sharing();
  void access_mode(syntax::SynExprId of);
  void predicates();
  void observable();
  void predicate();

  // --- procedures (bir_parser_proc.cpp)
  void procedure();
  void parameters(syntax::SynProc& proc);
  void procedure_item(syntax::SynProc& proc);
  void local_definition(std::vector<syntax::SynLocal>& out);
  syntax::SynLocation location();
  syntax::SynTransition transition();
  std::vector<syntax::SynAction> actions();
  syntax::SynAction action();
  void assignment(syntax::SynAction& a);
  bool right_side(syntax::SynAction& a);
  bool keyword_action(syntax::SynAction& a);
  bool lock_action(syntax::SynAction& a);
  bool plain_action(syntax::SynAction& a);
  void throw_action(syntax::SynAction& a);
  void allocation(syntax::SynAction& a);
  bool invocation(syntax::SynAction& a);
  std::vector<SynExprId> arguments();

  // --- types and expressions (bir_parser_expr.cpp)
  SynTypeId type();
  SynTypeId named_type();
  SynTypeId range_type();
  SynTypeId array_type();
  SynTypeId ref_type();
  std::vector<syntax::EnumMember> enum_members();
  std::vector<syntax::FieldDef> record_fields();
  void fields(std::vector<syntax::FieldDef>& out);
  syntax::SynInt integer();

  SynExprId expr();
  SynExprId binary(int least);
  SynExprId implication();
  SynExprId unary();
  SynExprId postfix();
  SynExprId selection(SynExprId base);
  SynExprId primary();
  SynExprId literal(bool negative);
  SynExprId float_bits();
  SynExprId function();
  SynExprId quantifier();
  SynExprId name_expr(syntax::SynExprKind kind);
  SynExprId add(syntax::SynExpr node);
  SynTypeId add(syntax::SynType node);

  const base::Sources& sources_;
  base::TokenStream<Token> tokens_;
  diag::Sink& sink_;
  syntax::File file_;
  bool panic_ = false;
  std::uint32_t depth_ = 0;
  int errors_ = 0;
  bool gave_up_ = false;  // the rest would be noise
};

}  // namespace bir
