#include "logic/rel/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/rel/lexer.h"

namespace rel {

std::unique_ptr<Model> Model::load(base::Sources& sources, base::FileId file, diag::Sink& sink) {
  std::unique_ptr<Model> model(new Model);
  std::size_t errors = sink.error_count();
  auto size = static_cast<std::uint32_t>(sources.file(file).text().size());
  diag::Sink quiet;
  for (const Token& token : tokenize(sources, {file, 0, size}, quiet)) {
    if (token.kind == TokenKind::Name && token.text == "Int") model->uses_integers_ = true;
  }
  parse_model(sources, file, model->syntax_, sink);
  model->open_modules(sources, sink);
  if (sink.error_count() != errors) return nullptr;
  model->declare_sigs(sink);
  if (sink.error_count() != errors || !model->check_hierarchy(sink)) return nullptr;
  for (std::size_t i = 0; i < model->sigs_.size(); ++i) {
    if (!model->sigs_[i].parent) model->make_sig_expr(i);
  }
  model->declare_orderings(sink);
  model->declare_callables(sink);
  model->declare_subsets(sink);
  if (sink.error_count() != errors) return nullptr;
  model->declare_fields(sink);
  if (sink.error_count() != errors) return nullptr;
  model->add_facts(sink);
  model->check_callables(sink);
  for (const CommandSyntax& command : model->commands()) model->goal(command, sink);
  return sink.error_count() == errors ? std::move(model) : nullptr;
}

// ------------------------------------------------------------------ signatures

void Model::declare_sigs(diag::Sink& sink) {
  for (const SigSyntax& syntax : syntax_.sigs) {
    bool is_taken =
        syntax.name.text == "Int" || !sig_names_.emplace(syntax.name.text, sigs_.size()).second;
    if (is_taken) sink.report(diag::Kind::RelDuplicate, syntax.name.span, syntax.name.text);
    Sig sig;
    sig.syntax = &syntax;
    sig.self = exprs_.add_variable("this");
    bool is_subset = syntax.subset_of != nullptr;
    sig.type = is_subset ? Type::any(1) : Type::of({hierarchy_.add(syntax.name.text)});
    sigs_.push_back(std::move(sig));
  }
  for (std::size_t i = 0; i < sigs_.size(); ++i) {
    const auto& extends = sigs_[i].syntax->extends;
    if (!extends) continue;
    auto parent = find_sig(extends->text);
    if (!parent) {
      sink.report(diag::Kind::RelNotSignature, extends->span, extends->text);
    } else if (sigs_[*parent].syntax->subset_of) {
      sink.report(diag::Kind::RelUnsupported, extends->span, "extending a subset signature");
    } else {
      sigs_[i].parent = parent;
      hierarchy_.set_parent(sigs_[i].type.products[0][0], sigs_[*parent].type.products[0][0]);
      sigs_[*parent].children.push_back(i);
    }
  }
}

bool Model::check_hierarchy(diag::Sink& sink) {
  for (const Sig& sig : sigs_) {
    std::size_t steps = 0;
    for (auto up = sig.parent; up; up = sigs_[*up].parent) {
      if (++steps <= sigs_.size()) continue;
      sink.report(diag::Kind::RelExtends, sig.syntax->name.span, sig.syntax->name.text);
      return false;
    }
  }
  return true;
}

void Model::make_sig_expr(std::size_t index) {
  Sig& sig = sigs_[index];
  std::vector<Expr> parts;
  bool has_own = !sig.syntax->is_abstract || sig.children.empty();
  if (has_own) {
    sig.relation = exprs_.add_relation(sig.syntax->name.text, 1);
    parts.push_back(exprs_.relation(sig.relation));
  }
  for (std::size_t child : sig.children) {
    make_sig_expr(child);
    parts.push_back(sigs_[child].expr);
  }
  sigs_[index].expr = exprs_.make_union(parts, 1);
}

// Subsets of subsets, in any order: types get smaller until nothing changes.
void Model::find_subset_types() {
  diag::Sink quiet;
  bool has_changed = true;
  for (std::size_t round = 0; has_changed && round <= sigs_.size(); ++round) {
    has_changed = false;
    for (Sig& sig : sigs_) {
      if (!sig.syntax->subset_of) continue;
      Type type = Elaborator(exprs_, *this, quiet).type_of(*sig.syntax->subset_of);
      if (!type.has_arity(1) || type.products == sig.type.products) continue;
      sig.type.products = type.products;
      has_changed = true;
    }
  }
}

void Model::declare_subsets(diag::Sink& sink) {
  find_subset_types();
  for (Sig& sig : sigs_) {
    if (!sig.syntax->subset_of) continue;
    Elaborator elaborator(exprs_, *this, sink);
    auto whole = elaborator.expr(*sig.syntax->subset_of);
    if (whole && exprs_.arity(*whole) != 1) {
      sink.report(diag::Kind::RelNotBinary, sig.syntax->subset_of->span, "in", "a set",
                  exprs_.arity(*whole));
    } else if (whole) {
      sig.subset_of = *whole;
    }
  }
}

std::optional<std::size_t> Model::find_sig(std::string_view name) const {
  if (name.starts_with("this/")) name.remove_prefix(5);
  auto found = sig_names_.find(name);
  if (found == sig_names_.end()) return std::nullopt;
  return found->second;
}

bool Model::is_ancestor(std::size_t ancestor, std::size_t sig) const {
  for (std::optional<std::size_t> up = sig; up; up = sigs_[*up].parent) {
    if (*up == ancestor) return true;
  }
  return false;
}

// ------------------------------------------------------------------ fields

void Model::declare_fields(diag::Sink& sink) {
  for (std::size_t i = 0; i < sigs_.size(); ++i) {
    for (const SyntaxDecl& decl : sigs_[i].syntax->fields) declare_field(i, decl, sink);
  }
}

// The type may mention fields declared before, which are then those of `this`.
void Model::declare_field(std::size_t index, const SyntaxDecl& decl, diag::Sink& sink) {
  Sig& sig = sigs_[index];
  Elaborator elaborator(exprs_, *this, sink);
  inside_ = index;
  Expr self = exprs_.variable(sig.self);
  elaborator.push_local("this", self, sig.type);
  auto type = elaborator.bounded(*decl.domain);
  Type columns = TypeRules(hierarchy_).product(sig.type, elaborator.domain_type(*decl.domain));
  std::vector<Formula> all;
  std::vector<Expr> relations;
  for (const SyntaxName& name : decl.names) {
    if (!type) break;
    for (std::size_t other : sig.fields) {
      if (fields_[other].name == name.text) {
        sink.report(diag::Kind::RelDuplicate, name.span, name.text);
      }
    }
    Field field;
    field.name = name.text;
    field.sig = index;
    field.decl = &decl;
    field.type = type->domain;
    field.columns = columns;
    bool is_lone =
        type->multiplicity == Multiplicity::One || type->multiplicity == Multiplicity::Lone;
    field.is_functional = is_lone && exprs_.arity(type->domain) == 1;
    field.relation = exprs_.add_relation(name.text, exprs_.arity(type->domain) + 1);
    Expr relation = exprs_.relation(field.relation);
    Expr value = exprs_.join(self, relation);
    Formula says =
        exprs_.conjunction({exprs_.in(value, type->domain), exprs_.has(type->multiplicity, value)});
    if (type->arrow) {
      if (auto tuples = elaborator.arrow_constraint(*type->arrow, value)) {
        says = exprs_.conjunction({says, *tuples});
      }
    }
    Expr owners = relation;
    while (exprs_.arity(owners) > 1) owners = exprs_.join(owners, exprs_.univ());
    Decl of_all{sig.self, sig.expr, Multiplicity::One};
    Formula formula = exprs_.conjunction(
        {exprs_.for_all(std::span(&of_all, 1), says), exprs_.in(owners, sig.expr)});
    if (decl.is_disjoint) {
      for (Expr other : relations) all.push_back(exprs_.no(exprs_.intersection(other, relation)));
      relations.push_back(relation);
    }
    facts_.push_back({formula, "field " + name.text, base::join(name.span, decl.domain->span)});
    sig.fields.push_back(fields_.size());
    fields_.push_back(std::move(field));
  }
  if (!all.empty()) {
    facts_.push_back({exprs_.conjunction(all), "disjoint fields", decl.names[0].span});
  }
  inside_.reset();
}

// ------------------------------------------------------------------ facts

void Model::add_block(const Syntax& block, const std::string& label, Elaborator& elaborator) {
  for (const SyntaxPtr& part : block.args) {
    if (auto formula = elaborator.formula(*part)) facts_.push_back({*formula, label, part->span});
  }
}

void Model::add_sig_facts(std::size_t index, diag::Sink& sink) {
  const Sig& sig = sigs_[index];
  const SyntaxName& name = sig.syntax->name;
  const std::string& word = sig.syntax->multiplicity;
  if (word == "some") facts_.push_back({exprs_.some(sig.expr), "some " + name.text, name.span});
  if (sig.is_subset()) {
    facts_.push_back({exprs_.in(sig.expr, sig.subset_of), "sig " + name.text, name.span});
    if (word == "one") facts_.push_back({exprs_.one(sig.expr), "one " + name.text, name.span});
    if (word == "lone") facts_.push_back({exprs_.lone(sig.expr), "lone " + name.text, name.span});
  }
  if (!sig.syntax->fact) return;
  Elaborator elaborator(exprs_, *this, sink);
  inside_ = index;
  elaborator.push_local("this", exprs_.variable(sig.self), sig.type);
  Decl of_all{sig.self, sig.expr, Multiplicity::One};
  for (const SyntaxPtr& part : sig.syntax->fact->args) {
    auto formula = elaborator.formula(*part);
    if (!formula) continue;
    facts_.push_back({exprs_.for_all(std::span(&of_all, 1), *formula),
                      fmt::format("fact of sig {}", name.text), part->span});
  }
  inside_.reset();
}

void Model::add_facts(diag::Sink& sink) {
  for (std::size_t i = 0; i < sigs_.size(); ++i) add_sig_facts(i, sink);
  for (const NamedBlock& fact : syntax_.facts) {
    Elaborator elaborator(exprs_, *this, sink);
    add_block(*fact.block, fact.name.text.empty() ? "fact" : "fact " + fact.name.text, elaborator);
  }
}

std::vector<LabelledFormula> Model::goal(const CommandSyntax& command, diag::Sink& sink) {
  Elaborator elaborator(exprs_, *this, sink);
  std::vector<LabelledFormula> parts;
  bool is_good = true;
  auto add = [&](const Syntax& syntax, const std::string& label) {
    auto formula = elaborator.formula(syntax);
    is_good = is_good && formula;
    if (formula) parts.push_back({*formula, label, syntax.span});
  };
  const std::string& name = command.target.text;
  if (command.block) {
    for (const SyntaxPtr& part : command.block->args) add(*part, command.name);
  } else if (command.is_check) {
    auto found = std::find_if(syntax_.assertions.begin(), syntax_.assertions.end(),
                              [&](const NamedBlock& a) { return a.name.text == name; });
    if (found == syntax_.assertions.end()) {
      sink.report(diag::Kind::RelUnknownName, command.target.span, name);
      return {};
    }
    for (const SyntaxPtr& part : found->block->args) add(*part, "assert " + name);
  } else {
    const CallableSyntax* callable = find_predicate(command.target, sink);
    if (!callable) return {};
    // Some arguments for which it holds.
    Syntax whole;
    whole.kind = SyntaxKind::Quantified;
    whole.text = "some";
    whole.span = callable->name.span;
    whole.args = {callable->body};
    if (callable->receiver) {
      whole.decls.push_back({{{"this", callable->name.span}}, false, callable->receiver});
    }
    whole.decls.insert(whole.decls.end(), callable->parameters.begin(), callable->parameters.end());
    if (whole.decls.empty()) {
      for (const SyntaxPtr& part : callable->body->args) add(*part, "pred " + name);
    } else {
      add(whole, "pred " + name);
    }
  }
  if (!is_good) return {};
  if (command.is_check) {
    std::vector<Formula> all;
    for (const LabelledFormula& part : parts) all.push_back(part.formula);
    return {{exprs_.negation(exprs_.conjunction(all)), "not " + command.name, command.span}};
  }
  if (parts.empty()) parts.push_back({exprs_.truth(true), command.name, command.span});
  return parts;
}

}  // namespace rel
