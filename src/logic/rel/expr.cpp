#include "logic/rel/expr.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace rel {

namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2);
  return h * 0xff51afd7ed558ccdULL;
}

}  // namespace

Sort sort_of(Op op) {
  switch (op) {
#define OPERATOR(name, sort, text) \
  case Op::name:                   \
    return Sort::sort;
#include "logic/rel/operators.def"
#undef OPERATOR
  }
  UNREACHABLE("operator {}", static_cast<int>(op));
}

std::string_view text_of(Op op) {
  switch (op) {
#define OPERATOR(name, sort, text) \
  case Op::name:                   \
    return text;
#include "logic/rel/operators.def"
#undef OPERATOR
  }
  UNREACHABLE("operator {}", static_cast<int>(op));
}

std::string_view text_of(Multiplicity multiplicity) {
  switch (multiplicity) {
    case Multiplicity::One: return "one";
    case Multiplicity::Lone: return "lone";
    case Multiplicity::Some: return "some";
    case Multiplicity::Set: return "set";
  }
  UNREACHABLE("multiplicity {}", static_cast<int>(multiplicity));
}

Exprs::Exprs() { variable_sets_.make({}); }

RelationId Exprs::add_relation(std::string name, unsigned arity) {
  CHECK(arity >= 1 && arity <= 255, "relation {} of arity {}", name, arity);
  relations_.push_back({std::move(name), arity});
  return RelationId(relations_.size() - 1);
}

VariableId Exprs::add_variable(std::string name, unsigned arity) {
  CHECK(arity >= 1 && arity <= 255, "variable {} of arity {}", name, arity);
  variables_.push_back({std::move(name), arity});
  return VariableId(variables_.size() - 1);
}

bool Exprs::is_binder(Op op) {
  return op == Op::ForAll || op == Op::Exists || op == Op::Comprehension || op == Op::SumOver;
}

std::vector<Decl> Exprs::decls(const Node& node) const {
  CHECK(is_binder(node.op), "a node without declarations");
  auto index = static_cast<std::uint32_t>(&node - nodes_.data());
  std::uint32_t first = bound_at_.at(index);
  std::vector<Decl> result;
  auto kids = children(node);
  for (std::uint32_t i = 0; i + 1 < kids.size(); ++i) {
    result.push_back({bound_[first + i], Expr(kids[i]), static_cast<Multiplicity>(node.value)});
  }
  return result;
}

std::uint32_t Exprs::body(const Node& node) const {
  CHECK(is_binder(node.op), "a node without a body");
  return children(node).back();
}

std::size_t Exprs::HashSet::operator()(const std::vector<VariableId>& set) const {
  std::uint64_t hash = set.size();
  for (VariableId v : set) hash = mix(hash, v.index());
  return hash;
}

std::uint32_t Exprs::free_set(std::span<const std::uint32_t> children,
                              std::span<const VariableId> bound, Op op, std::int64_t value) {
  if (op == Op::Variable) return variable_sets_.make({VariableId(value)}).index();
  std::uint32_t single = 0;  // the one set among the children that is not empty
  bool is_single = bound.empty();
  for (std::uint32_t child : children) {
    std::uint32_t set = nodes_[child].free_variables;
    if (set == 0 || set == single) continue;
    if (single != 0) is_single = false;
    single = set;
  }
  if (single == 0 || is_single) return single;
  std::vector<VariableId> all;
  for (std::uint32_t child : children) {
    const auto& set = variable_sets_[VariableSetId(nodes_[child].free_variables)];
    all.insert(all.end(), set.begin(), set.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase_if(
      all, [&](VariableId v) { return std::find(bound.begin(), bound.end(), v) != bound.end(); });
  return variable_sets_.make(std::move(all)).index();
}

// The variables of a node that binds, one for each domain.
std::span<const VariableId> Exprs::bound(std::uint32_t index) const {
  auto found = bound_at_.find(index);
  if (found == bound_at_.end()) return {};
  return {bound_.data() + found->second, nodes_[index].child_count - 1};
}

std::uint64_t Exprs::hash_of(const Node& node, std::span<const std::uint32_t> children,
                             std::span<const VariableId> bound) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.op), node.arity);
  hash = mix(hash, static_cast<std::uint64_t>(node.value));
  for (std::uint32_t child : children) hash = mix(hash, child);
  for (VariableId v : bound) hash = mix(hash, v.index());
  return hash ^ (hash >> 32);
}

std::uint32_t Exprs::make(Op op, unsigned arity, std::initializer_list<std::uint32_t> children,
                          std::int64_t value) {
  return make(op, arity, std::span(children.begin(), children.size()), value);
}

std::uint32_t Exprs::make(Op op, unsigned arity, std::span<const std::uint32_t> children,
                          std::int64_t value, std::span<const VariableId> bound) {
  CHECK(arity <= 255, "an expression of arity {}", arity);
  Node node;
  node.op = op;
  node.arity = static_cast<std::uint8_t>(arity);
  node.value = value;
  auto is_equal = [&](std::uint32_t index) {
    const Node& other = nodes_[index];
    if (other.op != op || other.arity != arity || other.value != value) return false;
    auto kids = this->children(other);
    if (!std::equal(kids.begin(), kids.end(), children.begin(), children.end())) return false;
    if (bound.empty()) return true;
    auto others = this->bound(index);
    return std::equal(bound.begin(), bound.end(), others.begin(), others.end());
  };
  return interned_.find_or_add(
      hash_of(node, children, bound), is_equal, [&] { return add(node, children, bound); },
      [&](std::uint32_t index) {
        return hash_of(nodes_[index], this->children(nodes_[index]), this->bound(index));
      });
}

std::uint32_t Exprs::add(Node node, std::span<const std::uint32_t> children,
                         std::span<const VariableId> bound) {
  node.free_variables = free_set(children, bound, node.op, node.value);
  node.first_child = static_cast<std::uint32_t>(children_.size());
  node.child_count = static_cast<std::uint32_t>(children.size());
  children_.insert(children_.end(), children.begin(), children.end());
  auto index = static_cast<std::uint32_t>(nodes_.size());
  if (!bound.empty()) {
    bound_at_.emplace(index, static_cast<std::uint32_t>(bound_.size()));
    bound_.insert(bound_.end(), bound.begin(), bound.end());
  }
  nodes_.push_back(node);
  return index;
}

std::vector<RelationId> Exprs::relations_in(std::uint32_t root) const {
  std::vector<std::uint32_t> todo = {root};
  std::set<std::uint32_t> seen = {root};
  std::set<RelationId> found;
  while (!todo.empty()) {
    const Node& n = nodes_[todo.back()];
    todo.pop_back();
    if (n.op == Op::Relation) found.insert(relation_of(n));
    for (std::uint32_t child : children(n)) {
      if (seen.insert(child).second) todo.push_back(child);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace rel
