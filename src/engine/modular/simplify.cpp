// The operators of abstract values with their simplification rules. Each rule is an
// equivalence of relational logic, given that null has no fields and that a new object is no
// element of a relation of the state before. The rules follow the paper's Figure 4-11;
// inclusion (`is_within`) covers several of them at once.
#include <algorithm>

#include "base/check.h"
#include "engine/modular/value.h"

namespace modular {

// The operands of `a` and `b` under one operator, flattened.
std::vector<ValueId> Values::parts_of(ValueOp of, ValueId a, ValueId b) const {
  std::vector<ValueId> parts;
  for (ValueId id : {a, b}) {
    if (op(id) == of) {
      parts.insert(parts.end(), node(id).operands.begin(), node(id).operands.end());
    } else {
      parts.push_back(id);
    }
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

ValueId Values::make_set(ValueOp of, std::vector<ValueId> parts) {
  CHECK(!parts.empty(), "an empty set operator");
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  if (parts.size() == 1) return parts[0];
  const ValueNode& first = node(parts[0]);
  ValueNode made{.op = of, .arity = first.arity, .type = first.type};
  for (ValueId part : parts) {
    // The widest type; of null, that of the others.
    const ValueNode& n = node(part);
    bool is_wider = program_.is_assignable(made.type, n.type) && n.op != ValueOp::Null;
    if (is_wider) made.type = n.type;
  }
  made.operands = std::move(parts);
  return make(std::move(made));
}

// Merges pairs of operands while `merge` finds one.
template <class Merge>
ValueId Values::combine(ValueOp of, std::vector<ValueId> parts, const Merge& merge) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < parts.size() && !changed; ++i) {
      for (std::size_t j = 0; j < parts.size() && !changed; ++j) {
        ValueId merged;
        if (i == j || !merge(parts[i], parts[j], merged)) continue;
        std::vector<ValueId> rest;
        for (std::size_t k = 0; k < parts.size(); ++k) {
          if (k != i && k != j) rest.push_back(parts[k]);
        }
        // The merged value may itself be of this operator.
        if (op(merged) == of) {
          const auto& more = node(merged).operands;
          rest.insert(rest.end(), more.begin(), more.end());
        } else {
          rest.push_back(merged);
        }
        std::sort(rest.begin(), rest.end());
        rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
        parts = std::move(rest);
        changed = true;
      }
    }
  }
  return make_set(of, std::move(parts));
}

ValueId Values::make_union(ValueId a, ValueId b) {
  if (is_within(a, b)) return b;
  if (is_within(b, a)) return a;
  return combine(ValueOp::Union, parts_of(ValueOp::Union, a, b),
                 [&](ValueId x, ValueId y, ValueId& merged) { return merge_union(x, y, merged); });
}

bool Values::merge_union(ValueId a, ValueId b, ValueId& merged) {
  if (is_within(a, b)) {
    merged = b;
    return true;
  }
  // r + (r ++ (x -> y)) = r + (x -> y)
  if (op(b) == ValueOp::Override && operand(b, 0) == a) {
    merged = make_set(ValueOp::Union, {a, product(operand(b, 1), operand(b, 2))});
    return op(merged) == ValueOp::Union;
  }
  // (x & null) + (x - null) = x
  if (op(b) == ValueOp::Difference && op(operand(b, 1)) == ValueOp::Null &&
      is_within(a, operand(b, 0)) && op(a) == ValueOp::Intersection &&
      a == intersection(operand(b, 0), operand(b, 1))) {
    merged = operand(b, 0);
    return true;
  }
  return a < b && merge_operands(a, b, merged);
}

// Joins and products that differ on one side, and intersections with a part in common.
bool Values::merge_operands(ValueId a, ValueId b, ValueId& merged) {
  if (op(a) != op(b)) return false;
  ValueOp of = op(a);
  if (of == ValueOp::Join || of == ValueOp::Product) {
    ValueId a0 = operand(a, 0);
    ValueId a1 = operand(a, 1);
    ValueId b0 = operand(b, 0);
    ValueId b1 = operand(b, 1);
    if (node(a0).arity != node(b0).arity) return false;
    if (a1 != b1 && a0 != b0) return false;
    ValueId left = make_union(a0, b0);
    ValueId right = make_union(a1, b1);
    merged = of == ValueOp::Join ? join(left, right) : product(left, right);
    return true;
  }
  if (of != ValueOp::Intersection) return false;
  std::vector<ValueId> common;
  std::vector<ValueId> only_a;
  std::vector<ValueId> only_b;
  const auto left = node(a).operands;
  const auto right = node(b).operands;
  for (ValueId part : left) {
    bool is_common = std::find(right.begin(), right.end(), part) != right.end();
    (is_common ? common : only_a).push_back(part);
  }
  for (ValueId part : right) {
    if (std::find(left.begin(), left.end(), part) == left.end()) only_b.push_back(part);
  }
  if (common.empty() || only_a.empty() || only_b.empty()) return false;
  ValueId rest =
      make_union(make_set(ValueOp::Intersection, only_a), make_set(ValueOp::Intersection, only_b));
  merged = intersection(make_set(ValueOp::Intersection, common), rest);
  return true;
}

ValueId Values::intersection(ValueId a, ValueId b) {
  if (is_within(a, b)) return a;
  if (is_within(b, a)) return b;
  if (op(a) == ValueOp::Null && !may_have_null(b)) return none(1, node(b).type);
  if (op(b) == ValueOp::Null && !may_have_null(a)) return none(1, node(a).type);
  return combine(
      ValueOp::Intersection, parts_of(ValueOp::Intersection, a, b),
      [&](ValueId x, ValueId y, ValueId& merged) { return merge_intersection(x, y, merged); });
}

bool Values::merge_intersection(ValueId a, ValueId b, ValueId& merged) {
  if (is_within(a, b)) {
    merged = a;
    return true;
  }
  if (op(a) == ValueOp::Null && !may_have_null(b)) {
    merged = none(1, node(b).type);
    return true;
  }
  // r & (r ++ (x -> y)) contains r - (x -> type); relations are intersected in lower bounds
  // only, which may shrink.
  if (op(b) == ValueOp::Override && operand(b, 0) == a) {
    ValueId key = operand(b, 1);
    ValueId gone = product(key, type(node(a).type));
    merged = difference(a, gone);
    return true;
  }
  if (op(a) == ValueOp::Difference && op(b) == ValueOp::Difference && a < b &&
      operand(a, 0) == operand(b, 0)) {
    merged = difference(operand(a, 0), make_union(operand(a, 1), operand(b, 1)));
    return true;
  }
  // (x - null) & y = x & y if null is no element of y
  if (op(b) == ValueOp::Difference && op(operand(b, 1)) == ValueOp::Null && !may_have_null(a)) {
    merged = intersection(a, operand(b, 0));
    return true;
  }
  return false;
}

ValueId Values::difference(ValueId a, ValueId b) {
  if (is_none(b)) return a;
  if (is_within(a, b)) return none(node(a).arity, node(a).type);
  if (op(b) == ValueOp::Null && !may_have_null(a)) return a;
  if (op(b) == ValueOp::Difference && operand(b, 0) == a) return intersection(a, operand(b, 1));
  if (op(a) == ValueOp::Difference) {
    return difference(operand(a, 0), make_union(operand(a, 1), b));
  }
  // A relation of the state before has no new objects.
  bool removes_new = op(b) == ValueOp::Product && op(operand(b, 0)) == ValueOp::New;
  if (removes_new && !node(a).may_have_new) return a;
  return make({.op = ValueOp::Difference,
               .arity = node(a).arity,
               .type = node(a).type,
               .operands = {a, b}});
}

template <class Keep>
ValueId Values::filtered(ValueId id, const Keep& keep) {
  if (op(id) != ValueOp::Union) return id;
  std::vector<ValueId> parts;
  for (ValueId part : node(id).operands) {
    if (keep(part)) parts.push_back(part);
  }
  if (parts.empty()) return none(node(id).arity, node(id).type);
  return make_set(ValueOp::Union, std::move(parts));
}

ValueId Values::join(ValueId a, ValueId b) {
  unsigned arity = static_cast<unsigned>(node(a).arity + node(b).arity - 2);
  ir::TypeId type = node(b).arity == 1 ? node(a).type : node(b).type;
  bool is_object = node(a).arity == 1 && node(b).arity > 1;
  bool is_step = op(b) == ValueOp::Star;
  if (is_step && is_none(operand(b, 0))) return a;
  if (is_none(a) || is_none(b)) return none(arity, type);
  if (is_object && !is_step) {
    // Null has no fields.
    if (op(a) == ValueOp::Null) return none(arity, type);
    if (op(a) == ValueOp::Difference && op(operand(a, 1)) == ValueOp::Null) {
      return join(operand(a, 0), b);
    }
    a = filtered(a, [&](ValueId part) { return op(part) != ValueOp::Null; });
  }
  if (is_step && op(a) == ValueOp::Join && operand(a, 1) == b) return a;
  if (is_step && op(a) == ValueOp::Union) {
    // (x + x.r).*r = x.*r
    const auto parts = node(a).operands;
    for (ValueId part : parts) {
      ValueId rest = filtered(a, [&](ValueId other) { return other != part; });
      if (is_within(part,
                    make({.op = ValueOp::Join, .arity = 1, .type = type, .operands = {rest, b}}))) {
        return join(rest, b);
      }
    }
  }
  if (is_object && op(b) == ValueOp::Product && operand(b, 0) == a) return operand(b, 1);
  if (is_object && op(b) == ValueOp::Override) {
    if (operand(b, 1) == a) return operand(b, 2);
    if (are_disjoint(a, operand(b, 1))) return join(a, operand(b, 0));
  }
  return make({.op = ValueOp::Join,
               .arity = static_cast<std::uint8_t>(arity),
               .type = type,
               .operands = {a, b}});
}

ValueId Values::product(ValueId a, ValueId b) {
  unsigned arity = static_cast<unsigned>(node(a).arity + node(b).arity);
  if (op(a) == ValueOp::Difference && op(operand(a, 1)) == ValueOp::Null) {
    return product(operand(a, 0), b);
  }
  a = filtered(a, [&](ValueId part) { return op(part) != ValueOp::Null; });
  if (is_none(a) || is_none(b) || op(a) == ValueOp::Null) return none(arity, node(b).type);
  return make({.op = ValueOp::Product,
               .arity = static_cast<std::uint8_t>(arity),
               .type = node(b).type,
               .operands = {a, b}});
}

ValueId Values::override_with(ValueId relation, ValueId at, ValueId value) {
  if (op(at) == ValueOp::Difference && op(operand(at, 1)) == ValueOp::Null) {
    return override_with(relation, operand(at, 0), value);
  }
  if (is_none(at) || op(at) == ValueOp::Null) return relation;
  if (op(relation) == ValueOp::Override) {
    ValueId inner = operand(relation, 0);
    ValueId key = operand(relation, 1);
    ValueId old = operand(relation, 2);
    if (key == at) return override_with(inner, at, value);
    // Updates of different objects commute: look for an older one of this object.
    for (ValueId r = relation; op(r) == ValueOp::Override && are_disjoint(operand(r, 1), at);) {
      r = operand(r, 0);
      if (op(r) == ValueOp::Override && operand(r, 1) == at) {
        return override_with(override_with(inner, at, value), key, old);
      }
    }
  }
  return make({.op = ValueOp::Override,
               .arity = node(relation).arity,
               .type = node(relation).type,
               .operands = {relation, at, value}});
}

ValueId Values::star(ValueId relation) {
  if (op(relation) == ValueOp::Star) return relation;
  return make(
      {.op = ValueOp::Star, .arity = 2, .type = node(relation).type, .operands = {relation}});
}

}  // namespace modular
