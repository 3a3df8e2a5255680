// An Alloy model as relational logic: relations for signatures and fields, formulas for what
// they and the facts say. Signatures of a hierarchy share atoms; a signature with children is
// the union of them and, unless it is abstract, of a relation for the rest. Scopes, and so
// bounds, belong to commands (scope.h).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "logic/rel/elaborate.h"
#include "logic/rel/expr.h"
#include "logic/rel/model_syntax.h"

namespace rel {

struct LabelledFormula {
  Formula formula;
  std::string label;  // "fact acyclic", "field next"
  base::Span span;
};

struct Field {
  std::string name;
  RelationId relation;  // its first column is the signature
  std::size_t sig = 0;
  const SyntaxDecl* decl = nullptr;
  Expr type;                   // of the other columns, with the variable of the signature
  Type columns;                // the basic types of all columns
  bool is_functional = false;  // one value at most
};

struct Sig {
  const SigSyntax* syntax = nullptr;
  std::optional<std::size_t> parent;
  std::vector<std::size_t> children;
  RelationId relation;  // its atoms that are in no child; not valid if there are none
  Expr expr;            // all its atoms
  Type type;            // its basic type; of a subset, those of what it is a subset of
  Expr subset_of;       // of a subset signature
  VariableId self;      // `this` in fields and facts
  std::vector<std::size_t> fields;

  bool is_subset() const { return subset_of.is_valid(); }
};

// A total order of a signature's atoms.
struct Ordering {
  std::size_t sig = 0;
  std::string alias;
  RelationId first;
  RelationId last;
  RelationId next;
};

class Model final : public Names {
 public:
  // Reads the model in a file; modules that it opens are added to the sources. Null after errors.
  static std::unique_ptr<Model> load(base::Sources& sources, base::FileId file, diag::Sink& sink);

  Exprs& exprs() { return exprs_; }
  const std::vector<Sig>& sigs() const { return sigs_; }
  const std::vector<Field>& fields() const { return fields_; }
  const std::vector<Ordering>& orderings() const { return orderings_; }
  const std::vector<CommandSyntax>& commands() const { return syntax_.commands; }
  bool uses_integers() const { return uses_integers_; }
  // What signatures, fields and facts say.
  const std::vector<LabelledFormula>& facts() const { return facts_; }
  // What a command says: the predicate or block, or the negated assertion. Empty after an error.
  std::vector<LabelledFormula> goal(const CommandSyntax& command, diag::Sink& sink);
  std::optional<std::size_t> find_sig(std::string_view name) const;

  // --- Names
  std::vector<Meaning> find(const NameQuery& query) override;
  std::vector<const CallableSyntax*> find_callables(std::string_view name) override;
  std::vector<std::string> candidates() const override;
  Expr universe(bool is_primed) override;

 private:
  Model() = default;
  void open_modules(base::Sources& sources, diag::Sink& sink);
  void declare_sigs(diag::Sink& sink);
  void declare_subsets(diag::Sink& sink);
  void find_subset_types();
  bool check_hierarchy(diag::Sink& sink);
  void make_sig_expr(std::size_t sig);
  void declare_orderings(diag::Sink& sink);
  void declare_callables(diag::Sink& sink);
  void declare_fields(diag::Sink& sink);
  void declare_field(std::size_t sig, const SyntaxDecl& decl, diag::Sink& sink);
  void add_facts(diag::Sink& sink);
  void add_sig_facts(std::size_t sig, diag::Sink& sink);
  void add_block(const Syntax& block, const std::string& label, Elaborator& elaborator);
  void check_callables(diag::Sink& sink);
  void find_fields(const NameQuery& query, std::string_view name, std::vector<Meaning>& result);
  const CallableSyntax* find_predicate(const SyntaxName& name, diag::Sink& sink);
  bool is_ancestor(std::size_t ancestor, std::size_t sig) const;

  Exprs exprs_;
  ModelSyntax syntax_;
  std::vector<Sig> sigs_;
  std::vector<Field> fields_;
  std::vector<Ordering> orderings_;
  std::vector<LabelledFormula> facts_;
  std::map<std::string, std::size_t, std::less<>> sig_names_;
  std::multimap<std::string, const CallableSyntax*, std::less<>> callables_;
  // Of orderings, with and without the alias.
  std::multimap<std::string, Meaning, std::less<>> constants_;
  bool uses_integers_ = false;
  std::optional<std::size_t> inside_;  // the signature whose fields and facts are being read
};

}  // namespace rel
