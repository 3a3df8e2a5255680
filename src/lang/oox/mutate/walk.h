// The walk over the syntax tree that finds the places of mutation, in the order of
// the numbers. Internal to this folder.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lang/oox/mutate/mutate.h"
#include "lang/oox/symbols.h"

namespace mutate {

// A mutant before the checker has seen it.
struct Candidate {
  Mutant mutant;
  const oox::MethodInfo* method = nullptr;  // where it is
  // Removes what nothing depends on, so that nothing can notice.
  bool is_pointless = false;
};

class Walk {
 public:
  using Candidates = std::array<std::vector<Candidate>, kOperatorCount>;

  Walk(const base::Sources& sources, const oox::Program& program)
      : sources_(sources), program_(program) {}

  Candidates run();

 private:
  // The declaration whose initialiser is being walked, if any.
  struct Declaration {
    const oox::Stmt* stmt = nullptr;
    bool is_in_block = false;
  };

  void member(const oox::Member& member);

  // Statements
  void stmt(const oox::Stmt* s, bool is_in_block = false);
  void scoped(const oox::Stmt* s);
  void declaration(const oox::Stmt& s, bool is_in_block);
  void assignment(const oox::Stmt& s);
  void update_mutants(const oox::Stmt& s);
  void loop(const oox::Stmt& s);
  void lock(const oox::Stmt& s);
  void flow(const oox::Stmt& s);
  void fork(const oox::Stmt& s);
  void remove(const oox::Stmt& s);
  // Removes the assignment of `value` to `var`, which leaves `rest` of the statement.
  void remove_assignment(const oox::Stmt& s, oox::VarId var, std::string_view rest);

  // Expressions; null is nothing.
  void expr(const oox::Expr* e);
  void exprs(const oox::List<oox::Expr*>& list);
  void binary(const oox::Expr& e);
  void unary(const oox::Expr& e);
  void literal(const oox::Expr& e);
  void variable(const oox::Expr& e);

  // The variables in scope that may stand for `var`, sorted by name: those of the
  // same primitive type, or any class for a class, any array for an array.
  std::vector<oox::VarId> replacements(oox::VarId var) const;
  std::vector<oox::VarId> sorted(std::vector<oox::VarId> vars) const;
  void operator_mutants(Operator op, const oox::Expr& e, std::initializer_list<oox::BinaryOp> ops);

  // Adds a mutant that replaces `where` by `after`.
  Mutant& add(Operator op, base::Span where, std::string_view after);
  Mutant& add(Operator op, base::Span where, std::string_view after, base::Span edited,
              std::string replacement);
  base::Span operator_span(const oox::Expr& e) const;
  std::string excerpt(base::Span span) const;
  std::string_view source(base::Span span) const { return sources_.text(span); }
  const oox::Variable& info(oox::VarId var) const { return method_->variables[var.index()]; }
  std::string_view name(oox::VarId var) const { return program_.text(info(var).name); }

  const base::Sources& sources_;
  const oox::Program& program_;
  const oox::Unit* unit_ = nullptr;
  const oox::MethodInfo* method_ = nullptr;
  std::vector<oox::VarId> scope_;  // variables that are visible here
  std::vector<bool> read_;         // by VarId: whether the method ever reads it
  Declaration declaration_;
  bool in_head_ = false;      // of a `for`: its statements have no `;` of their own
  std::uint32_t fields_ = 0;  // seen so far: each takes a number of every operator
  Candidates found_;
};

}  // namespace mutate
