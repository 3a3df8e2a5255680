// Types of expressions, from the leaves up (see elaborate.h). Nothing is reported here: what is
// wrong has a type without products, and is reported when its value is computed.
#include <array>

#include "base/check.h"
#include "logic/rel/elaborate.h"

namespace rel {

Type Elaborator::type_of(const Syntax& syntax) {
  if (auto known = types_.find(&syntax); known != types_.end()) return known->second;
  Type type = find_type(syntax);
  types_.emplace(&syntax, type);
  return type;
}

Type Elaborator::relations_of(const Syntax& syntax) {
  Type type = type_of(syntax);
  type.is_formula = false;
  return type;
}

// Of values whose type nobody knows: all of their arity.
Type Elaborator::default_type(const Value& value) const {
  if (const Expr* e = std::get_if<Expr>(&value)) return Type::any(exprs_.arity(*e));
  if (std::holds_alternative<IntExpr>(value)) return Type::integer();
  if (std::holds_alternative<Formula>(value)) return Type::formula();
  return {};
}

Type Elaborator::find_type(const Syntax& syntax) {
  switch (syntax.kind) {
    case SyntaxKind::Name:
    case SyntaxKind::RawName: return type_of_spine(*spine(syntax));
    case SyntaxKind::Number: return Type::integer();
    case SyntaxKind::Unary: return type_of_unary(syntax);
    case SyntaxKind::Binary: return type_of_binary(syntax);
    case SyntaxKind::Arrow:
      return rules_.product(type_of(*syntax.args[0]), type_of(*syntax.args[1]));
    case SyntaxKind::Compare: return Type::formula();
    case SyntaxKind::If: {
      if (syntax.args.size() == 2) return Type::formula();
      Type type = type_of(*syntax.args[1]);
      type.add(type_of(*syntax.args[2]));
      return type;
    }
    case SyntaxKind::Quantified: return syntax.text == "sum" ? Type::integer() : Type::formula();
    case SyntaxKind::Comprehension: return type_of_comprehension(syntax);
    case SyntaxKind::Let: {
      push_local(syntax.text, {}, type_of(*syntax.args[0]));
      Type type = type_of(*syntax.args[1]);
      pop_local();
      return type;
    }
    case SyntaxKind::Box: {
      if (auto found = spine(syntax)) return type_of_spine(*found);
      Type type = type_of(*syntax.args[0]);
      for (std::size_t i = 1; i < syntax.args.size(); ++i) {
        type = rules_.join(type_of(*syntax.args[i]), type);
      }
      return type;
    }
    case SyntaxKind::Block: return Type::formula();
    case SyntaxKind::Prime: {
      bool was_primed = std::exchange(is_primed_, true);
      Type type = type_of(*syntax.args[0]);
      is_primed_ = was_primed;
      return type;
    }
  }
  UNREACHABLE("syntax {}", static_cast<int>(syntax.kind));
}

Type Elaborator::type_of_unary(const Syntax& syntax) {
  if (syntax.text == "#" || syntax.text == "sum") return Type::integer();
  bool is_relational = syntax.text == "~" || syntax.text == "^" || syntax.text == "*";
  if (!is_relational) return Type::formula();
  Type operand = type_of(*syntax.args[0]);
  if (syntax.text == "~") return rules_.transpose(operand);
  Type type = rules_.closure(operand);
  if (syntax.text == "*" && type.has_arity(2)) type.add(Type::any(2));
  return type;
}

Type Elaborator::type_of_binary(const Syntax& syntax) {
  if (syntax.text == "or" || syntax.text == "and" || syntax.text == "iff") return Type::formula();
  if (syntax.text == ".") {
    if (auto found = spine(syntax)) return type_of_spine(*found);
    const Syntax& right = *syntax.args[1];
    Type left = relations_of(*syntax.args[0]);
    if (right.kind != SyntaxKind::Unary || right.text != "*" || !left.has_arity(1)) {
      return rules_.join(left, type_of(right));
    }
    Type type = rules_.relevant(left, Type::any(1));
    type.add(rules_.join(left, rules_.closure(type_of(*right.args[0]))));
    return type;
  }
  Type a = relations_of(*syntax.args[0]);
  Type b = relations_of(*syntax.args[1]);
  if (syntax.text == "&") return rules_.meet(a, b);
  if (syntax.text == "<:") return rules_.restrict_domain(a, b);
  if (syntax.text == ":>") return rules_.restrict_range(a, b);
  // Of `+`, `-` and `++`: both sides have one arity.
  Type type;
  for (const Product& p : a.products) {
    if (b.has_arity(p.size())) type.add(p);
  }
  if (syntax.text == "-") return type;
  for (const Product& q : b.products) {
    if (a.has_arity(q.size())) type.add(q);
  }
  return type;
}

// Types of later variables may depend on earlier ones.
Type Elaborator::type_of_comprehension(const Syntax& syntax) {
  std::size_t before = locals_.size();
  Type type;
  bool is_first = true;
  for (const SyntaxDecl& decl : syntax.decls) {
    Type domain = domain_type(*decl.domain);
    for (std::size_t i = 0; i < decl.names.size(); ++i) {
      type = is_first ? domain : rules_.product(type, domain);
      is_first = false;
    }
    for (const SyntaxName& name : decl.names) push_local(name.text, {}, domain);
  }
  pop_locals(before);
  return type;
}

Type Elaborator::domain_type(const Syntax& syntax) {
  const std::string& word = syntax.text;
  bool is_multiplicity = syntax.kind == SyntaxKind::Unary &&
                         (word == "one" || word == "lone" || word == "some" || word == "set");
  if (is_multiplicity) return domain_type(*syntax.args[0]);
  if (syntax.kind == SyntaxKind::Arrow) {
    return rules_.product(domain_type(*syntax.args[0]), domain_type(*syntax.args[1]));
  }
  return relations_of(syntax);
}

const Elaborator::Signature& Elaborator::signature(const CallableSyntax& callable) {
  auto [found, is_new] = signatures_.try_emplace(&callable);
  if (!is_new) return found->second;
  std::size_t hidden = std::exchange(hidden_, locals_.size());
  Signature result;
  auto add = [&](const std::string& name, const Type& type) {
    result.parameters.push_back(type);
    push_local(name, {}, type);
  };
  if (callable.receiver) add("this", domain_type(*callable.receiver));
  for (const SyntaxDecl& decl : callable.parameters) {
    Type type = domain_type(*decl.domain);
    for (const SyntaxName& name : decl.names) add(name.text, type);
  }
  result.result = callable.is_function() ? domain_type(*callable.result) : Type::formula();
  pop_locals(hidden_);
  hidden_ = hidden;
  return signatures_[&callable] = std::move(result);
}

Type Elaborator::type_of_spine(const Spine& spine) {
  Type type;
  bool is_found = false;
  for (const Reading& reading : readings(spine)) {
    if (!reading.fits) continue;
    type.add(reading.type());
    is_found = true;
  }
  return is_found ? type : type_of_built_in(spine);
}

Type Elaborator::type_of_built_in(const Spine& spine) {
  if (spine.head->kind == SyntaxKind::RawName) return {};
  std::string_view name = plain_name(spine.head->text);
  if (!is_built_in(name)) return {};
  constexpr std::array<std::string_view, 12> kFormulas = {
      "disj", "eq", "gt", "lt", "gte", "lte", "zero", "pos", "neg", "nonpos", "nonneg", "acyclic"};
  for (std::string_view formula : kFormulas) {
    if (name == formula) return Type::formula();
  }
  if (name == "fresh" && spine.arguments.size() == 1) return type_of(*spine.arguments[0]);
  if (name == "reach" && spine.arguments.size() == 2) {
    Type type = rules_.relevant(type_of(*spine.arguments[0]), Type::any(1));
    type.add(rules_.join(type, rules_.closure(type_of(*spine.arguments[1]))));
    return type;
  }
  return Type::integer();
}

}  // namespace rel
