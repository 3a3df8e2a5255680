#include "engine/modular/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"

namespace modular {

namespace {

// Deeper, `is_within` gives up: the answer false is always safe.
constexpr int kMaxDepth = 24;

std::uint64_t hash_of(const ValueNode& node) {
  auto mix = [](std::uint64_t h, std::uint64_t v) { return (h ^ v) * 0x9e3779b97f4a7c15ULL; };
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.op), node.type.index());
  hash = mix(mix(hash, node.arity), static_cast<std::uint64_t>(node.value));
  for (ValueId id : node.operands) hash = mix(hash, id.index());
  return base::spread(hash);
}

bool is_same(const ValueNode& a, const ValueNode& b) {
  return a.op == b.op && a.arity == b.arity && a.type == b.type && a.value == b.value &&
         a.operands == b.operands;
}

}  // namespace

SymbolId Values::add_symbol(std::string name, ir::TypeId type, unsigned arity, bool is_functional) {
  symbols_.push_back({std::move(name), type, static_cast<std::uint8_t>(arity), is_functional});
  return SymbolId(symbols_.size() - 1);
}

ValueId Values::make(ValueNode node) {
  return ValueId(table_.find_or_add(
      hash_of(node), [&](std::uint32_t i) { return is_same(nodes_[i], node); },
      [&] { return add(std::move(node)); }, [&](std::uint32_t i) { return hash_of(nodes_[i]); }));
}

std::uint32_t Values::add(ValueNode node) {
  node.has_new = node.op == ValueOp::New || node.op == ValueOp::NewSet;
  bool is_of_objects = node.op == ValueOp::Type && ir::is_reference(program_.type(node.type).kind);
  // `f.null` has the objects without that field, and those that did not exist.
  bool is_preimage = node.op == ValueOp::Join && nodes_[node.operands[0].index()].arity > 1;
  node.may_have_new = node.has_new || is_of_objects || is_preimage;
  node.size = node.operands.empty() ? 0 : 1;
  for (ValueId id : node.operands) {
    node.size += nodes_[id.index()].size;
    node.has_new = node.has_new || nodes_[id.index()].has_new;
    node.may_have_new = node.may_have_new || nodes_[id.index()].may_have_new;
  }
  nodes_.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// ---------------------------------------------------------------- leaves

ValueId Values::symbol_value(SymbolId id) {
  const Symbol& s = symbol(id);
  return make({.op = ValueOp::Symbol, .arity = s.arity, .type = s.type, .value = id.index()});
}

ValueId Values::null(ir::TypeId type) { return make({.op = ValueOp::Null, .type = type}); }

ValueId Values::none(unsigned arity, ir::TypeId type) {
  return make({.op = ValueOp::None, .arity = static_cast<std::uint8_t>(arity), .type = type});
}

ValueId Values::number(std::int64_t value, ir::TypeId type) {
  return make({.op = ValueOp::Number, .type = type, .value = value});
}

ValueId Values::truth(bool value, ir::TypeId type) {
  return make({.op = ValueOp::Truth, .type = type, .value = value ? 1 : 0});
}

ValueId Values::type(ir::TypeId type) { return make({.op = ValueOp::Type, .type = type}); }

ValueId Values::new_object(SymbolId id) {
  return make({.op = ValueOp::New, .type = symbol(id).type, .value = id.index()});
}

ValueId Values::new_set(SymbolId id) {
  return make({.op = ValueOp::NewSet, .type = symbol(id).type, .value = id.index()});
}

// ---------------------------------------------------------------- order

bool Values::may_have_null(ValueId id) const {
  const ValueNode& n = node(id);
  switch (n.op) {
    case ValueOp::Symbol:
    case ValueOp::Type: return ir::is_reference(program_.type(n.type).kind);
    case ValueOp::Null: return true;
    case ValueOp::None:
    case ValueOp::Number:
    case ValueOp::Truth:
    case ValueOp::New:
    case ValueOp::NewSet: return false;
    case ValueOp::Union:
      return std::any_of(n.operands.begin(), n.operands.end(),
                         [&](ValueId part) { return may_have_null(part); });
    case ValueOp::Intersection:
      return std::all_of(n.operands.begin(), n.operands.end(),
                         [&](ValueId part) { return may_have_null(part); });
    case ValueOp::Difference:
      return op(n.operands[1]) != ValueOp::Null && may_have_null(n.operands[0]);
    case ValueOp::Join:
      // `f.x`, the objects that f maps into x: null has no fields.
      if (node(n.operands[0]).arity > 1) return false;
      return ir::is_reference(program_.type(n.type).kind);
    case ValueOp::Product:
    case ValueOp::Override:
    case ValueOp::Star: return true;
  }
  UNREACHABLE("value operator");
}

bool Values::is_scalar(ValueId id) const {
  const ValueNode& n = node(id);
  if (n.op == ValueOp::Symbol) {
    return n.arity == 1 && symbol(SymbolId(static_cast<std::size_t>(n.value))).is_functional;
  }
  return n.op == ValueOp::Join && is_scalar(n.operands[0]) && is_function(n.operands[1]);
}

bool Values::is_function(ValueId id) const {
  const ValueNode& n = node(id);
  if (n.arity != 2) return false;
  switch (n.op) {
    case ValueOp::Symbol: return symbol(SymbolId(static_cast<std::size_t>(n.value))).is_functional;
    case ValueOp::Join: return is_function(n.operands[0]) && is_function(n.operands[1]);
    case ValueOp::Override: return is_function(n.operands[0]) && is_scalar(n.operands[2]);
    default: return false;
  }
}

bool Values::is_within(ValueId a, ValueId b) const { return is_within(a, b, 0); }

bool Values::is_within(ValueId a, ValueId b, int depth) const {
  if (a == b) return true;
  if (depth > kMaxDepth) return false;
  const ValueNode& x = node(a);
  const ValueNode& y = node(b);
  if (x.arity != y.arity) return false;
  auto below = [&](ValueId part) { return is_within(part, b, depth + 1); };
  auto above = [&](ValueId part) { return is_within(a, part, depth + 1); };
  switch (x.op) {
    case ValueOp::None: return true;
    case ValueOp::Union: return std::all_of(x.operands.begin(), x.operands.end(), below);
    case ValueOp::Intersection:
      if (std::any_of(x.operands.begin(), x.operands.end(), below)) return true;
      break;
    case ValueOp::Difference:
      if (below(x.operands[0])) return true;
      break;
    case ValueOp::Override:
      if (below(x.operands[0]) && y.op == ValueOp::Union) {
        for (ValueId part : y.operands) {
          if (op(part) == ValueOp::Product &&
              is_within(x.operands[1], operand(part, 0), depth + 1) &&
              is_within(x.operands[2], operand(part, 1), depth + 1)) {
            return true;
          }
        }
      }
      break;
    default: break;
  }
  switch (y.op) {
    case ValueOp::Union: return std::any_of(y.operands.begin(), y.operands.end(), above);
    case ValueOp::Intersection: return std::all_of(y.operands.begin(), y.operands.end(), above);
    case ValueOp::Difference:
      return op(y.operands[1]) == ValueOp::Null && above(y.operands[0]) && !may_have_null(a);
    case ValueOp::Type: return is_of_type(a, b, depth);
    case ValueOp::Join:
      if (op(y.operands[1]) == ValueOp::Star && is_within_star(a, b, depth)) return true;
      [[fallthrough]];
    case ValueOp::Product:
      return x.op == y.op && node(x.operands[0]).arity == node(y.operands[0]).arity &&
             is_within(x.operands[0], y.operands[0], depth + 1) &&
             is_within(x.operands[1], y.operands[1], depth + 1);
    case ValueOp::Star: return x.op == ValueOp::Star && above(x.operands[0]);
    default: return false;
  }
}

// What is made of several values, and `f.x`, whose type is that of the values of f, do not count:
// their parts have been looked at.
bool Values::is_of_type(ValueId a, ValueId type, int depth) const {
  const ValueNode& x = node(a);
  bool fits = x.type == node(type).type || program_.is_assignable(x.type, node(type).type);
  switch (x.op) {
    case ValueOp::Union:
    case ValueOp::Intersection:
    case ValueOp::Difference: return false;
    case ValueOp::Join:
      if (node(x.operands[0]).arity > 1) return false;
      if (op(x.operands[1]) != ValueOp::Star) return fits;
      return fits && is_within(x.operands[0], type, depth + 1);  // `x.*r` has x itself
    default: return fits;
  }
}

// Whether `a` is within `b`, which is `x.*r`.
bool Values::is_within_star(ValueId a, ValueId b, int depth) const {
  if (is_within(a, operand(b, 0), depth + 1)) return true;
  if (op(a) != ValueOp::Join || node(operand(a, 0)).arity != 1) return false;
  if (!is_within(operand(a, 0), b, depth + 1)) return false;
  ValueId relation = operand(operand(b, 1), 0);
  ValueId step = operand(a, 1);
  return is_within(op(step) == ValueOp::Star ? operand(step, 0) : step, relation, depth + 1);
}

bool Values::are_disjoint(ValueId a, ValueId b) const {
  bool a_new = op(a) == ValueOp::New;
  bool b_new = op(b) == ValueOp::New;
  if (a_new && b_new) return a != b;
  if (a_new) return !node(b).may_have_new;
  return b_new && !node(a).may_have_new;
}

// ---------------------------------------------------------------- substitution

ValueId Values::substitute(ValueId id, const std::unordered_map<SymbolId, ValueId>& by) {
  std::unordered_map<ValueId, ValueId> done;
  auto visit = [&](auto&& self, ValueId at) -> ValueId {
    if (auto found = done.find(at); found != done.end()) return found->second;
    ValueNode n = node(at);  // a copy: making values moves the nodes
    ValueId result = at;
    if (n.op == ValueOp::Symbol || n.op == ValueOp::New || n.op == ValueOp::NewSet) {
      auto found = by.find(SymbolId(static_cast<std::size_t>(n.value)));
      if (found != by.end()) result = found->second;
    } else if (!n.operands.empty()) {
      for (ValueId& part : n.operands) part = self(self, part);
      result = n.operands[0];
      switch (n.op) {
        case ValueOp::Union:
          for (std::size_t i = 1; i < n.operands.size(); ++i) {
            result = make_union(result, n.operands[i]);
          }
          break;
        case ValueOp::Intersection:
          for (std::size_t i = 1; i < n.operands.size(); ++i) {
            result = intersection(result, n.operands[i]);
          }
          break;
        case ValueOp::Difference: result = difference(result, n.operands[1]); break;
        case ValueOp::Join: result = join(result, n.operands[1]); break;
        case ValueOp::Product: result = product(result, n.operands[1]); break;
        case ValueOp::Override: result = override_with(result, n.operands[1], n.operands[2]); break;
        case ValueOp::Star: result = star(result); break;
        default: UNREACHABLE("a leaf with operands");
      }
    }
    done.emplace(at, result);
    return result;
  };
  return visit(visit, id);
}

std::vector<SymbolId> Values::symbols_in(std::span<const ValueId> ids) const {
  std::set<ValueId> seen;
  std::set<SymbolId> found;
  std::vector<ValueId> open(ids.begin(), ids.end());
  while (!open.empty()) {
    ValueId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const ValueNode& n = node(id);
    if (n.op == ValueOp::Symbol || n.op == ValueOp::New || n.op == ValueOp::NewSet) {
      found.insert(SymbolId(static_cast<std::size_t>(n.value)));
    }
    open.insert(open.end(), n.operands.begin(), n.operands.end());
  }
  return {found.begin(), found.end()};
}

// ---------------------------------------------------------------- text

std::string Values::show(ValueId id) const { return show(id, 0); }

// `outer`: how tight the operator around binds; this one gets parentheses if it is looser.
std::string Values::show(ValueId id, int outer) const {
  const ValueNode& n = node(id);
  auto list = [&](std::string_view sign, int level) {
    std::string text;
    for (ValueId part : n.operands) {
      if (!text.empty()) text += sign;
      text += show(part, level + 1);
    }
    return outer > level ? "(" + text + ")" : text;
  };
  switch (n.op) {
    case ValueOp::Symbol:
    case ValueOp::New:
    case ValueOp::NewSet: return symbol(SymbolId(static_cast<std::size_t>(n.value))).name;
    case ValueOp::Null: return "null";
    case ValueOp::None: return "none";
    case ValueOp::Number: return std::to_string(n.value);
    case ValueOp::Truth: return n.value != 0 ? "true" : "false";
    case ValueOp::Type: {
      ir::TypeKind kind = program_.type(n.type).kind;
      if (is_number(kind)) return "Int";
      return kind == ir::TypeKind::Bool ? "Bool" : program_.type_name(n.type);
    }
    case ValueOp::Union: return list(" + ", 1);
    case ValueOp::Difference: return list(" - ", 1);
    case ValueOp::Override: {
      std::string text = fmt::format("{} ++ ({} -> {})", show(n.operands[0], 2),
                                     show(n.operands[1], 4), show(n.operands[2], 5));
      return outer > 2 ? "(" + text + ")" : text;
    }
    case ValueOp::Intersection: return list(" & ", 3);
    case ValueOp::Product: return list(" -> ", 4);
    case ValueOp::Join: {
      std::string text = show(n.operands[0], 5) + "." + show(n.operands[1], 6);
      return outer > 5 ? "(" + text + ")" : text;
    }
    case ValueOp::Star: return "*" + show(n.operands[0], 7);
  }
  UNREACHABLE("value operator");
}

}  // namespace modular
