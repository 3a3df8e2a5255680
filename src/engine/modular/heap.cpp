#include "engine/modular/heap.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace modular {

namespace {

bool is_reference(const ir::Program& program, ir::TypeId type) {
  return ir::is_reference(program.type(type).kind);
}
}  // namespace

rel::Universe Heap::make_universe(const Slots& slots, const Scope& scope,
                                  std::map<SlotId, std::pair<rel::Atom, rel::Atom>>& ranges) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = slots[SlotId(i)];
    if (slot.kind != SlotKind::Allocated) continue;
    auto own = scope.classes.find(slot.name);
    std::uint32_t count = own == scope.classes.end() ? scope.objects : own->second;
    auto first = static_cast<rel::Atom>(names.size());
    for (std::uint32_t k = 0; k < count; ++k)
      names.push_back(fmt::format("{}#{}", slot.name, k + 1));
    ranges[SlotId(i)] = {first, static_cast<rel::Atom>(names.size())};
  }
  names.emplace_back("false");
  names.emplace_back("true");
  return rel::Universe(std::move(names), scope.bitwidth);
}

Heap::Heap(const ir::Program& program, const Slots& slots, rel::Exprs& exprs, const Scope& scope,
           std::vector<bool> allocated)
    : program_(program),
      slots_(slots),
      exprs_(exprs),
      allocated_(std::move(allocated)),
      problem_(make_universe(slots, scope, ranges_)) {
  const rel::Universe& universe = problem_.universe();
  true_atom_ = universe.first_int() - 1;
  false_atom_ = true_atom_ - 1;
  true_ = constant("true", rel::TupleSet::range(universe, true_atom_, true_atom_ + 1));
  false_ = constant("false", rel::TupleSet::range(universe, false_atom_, false_atom_ + 1));
  // All constants exist from the start: a solver knows those that there are when it is made.
  for (const auto& [set, range] : ranges_) {
    all_[set] = constant(slots_[set].name, atom_set(set));
    if (!allocated_[set.index()]) continue;
    auto [first, end] = range;
    rel::TupleSet order(universe, 2);
    for (rel::Atom a = first; a + 1 < end; ++a) order.add({a, a + 1});
    rel::Atom second = first < end ? first + 1 : first;
    order_[set] = constant(slots_[set].name + "$order", std::move(order));
    first_[set] =
        constant(slots_[set].name + "$first", rel::TupleSet::range(universe, first, second));
  }
}

rel::RelationId Heap::constant(const std::string& name, rel::TupleSet value) {
  rel::RelationId id = exprs_.add_relation(name, value.arity());
  problem_.bound_exactly(id, std::move(value));
  return id;
}

std::uint32_t Heap::count(SlotId set) const {
  auto [first, end] = ranges_.at(set);
  return end - first;
}

rel::TupleSet Heap::atom_set(SlotId set) const {
  auto [first, end] = ranges_.at(set);
  return rel::TupleSet::range(problem_.universe(), first, end);
}

rel::TupleSet Heap::atom_set(ir::TypeId type) const {
  const rel::Universe& universe = problem_.universe();
  ir::TypeKind kind = program_.type(type).kind;
  if (kind == ir::TypeKind::Bool)
    return rel::TupleSet::range(universe, false_atom_, true_atom_ + 1);
  if (is_number(kind)) {
    auto end = static_cast<rel::Atom>(universe.size());
    rel::Atom first = universe.first_int();
    if (kind == ir::TypeKind::Uint) first = *universe.atom_of(0);
    if (kind == ir::TypeKind::Range) {
      const ir::Type& range = program_.type(type);
      first = *universe.atom_of(std::max(range.lo, universe.least_int()));
      end = *universe.atom_of(std::min(range.hi, universe.greatest_int())) + 1;
    }
    return rel::TupleSet::range(universe, first, end);
  }
  rel::TupleSet all(universe, 1);
  if (type) {
    for (SlotId set : slots_.sets_of(type)) all = all | atom_set(set);
  }
  return all;
}

rel::TupleSet Heap::bound_of(SlotId slot) const {
  const Slot& s = slots_[slot];
  rel::TupleSet range = s.kind == SlotKind::Allocated ? atom_set(slot) : atom_set(s.range);
  if (s.arity == 1) return range;
  rel::TupleSet domain = atom_set(s.domain);
  const rel::Universe& universe = problem_.universe();
  auto end = static_cast<rel::Atom>(universe.size());
  rel::TupleSet indices = rel::TupleSet::range(universe, *universe.atom_of(0), end);
  if (s.kind == SlotKind::Length) return domain.product(indices);
  if (s.middle) indices = atom_set(s.middle);
  if (s.arity == 2) return domain.product(range);
  return domain.product(indices).product(range);
}

rel::RelationId Heap::fresh(SlotId slot, const std::string& name) {
  rel::RelationId id = exprs_.add_relation(name, slots_[slot].arity);
  problem_.bound(id, bound_of(slot), slots_[slot].is_functional);
  return id;
}

void Heap::allow_exchange(SlotId set, rel::RelationId before) {
  if (slots_[set].kind != SlotKind::Allocated || !allocated_[set.index()]) return;
  rel::Exchange exchange{.among = before};
  auto [first, end] = ranges_.at(set);
  for (rel::Atom atom = first; atom < end; ++atom) exchange.atoms.push_back(atom);
  problem_.allow(std::move(exchange));
}

rel::RelationId Heap::fresh(ir::TypeId type, const std::string& name) {
  rel::RelationId id = exprs_.add_relation(name, 1);
  problem_.bound(id, atom_set(type), true);
  return id;
}

rel::Formula Heap::is_total(ir::TypeId type, rel::Expr value) {
  bool is_plain = is_reference(program_, type) || !has_atoms(program_, type);
  return is_plain ? exprs_.truth(true) : exprs_.some(value);
}

rel::Formula Heap::is_total(SlotId slot, const std::vector<rel::Expr>& state) {
  const Slot& s = slots_[slot];
  rel::Expr value = state[slot.index()];
  if (s.kind == SlotKind::Global) return is_total(s.range, value);
  bool is_map = s.kind == SlotKind::Field || s.kind == SlotKind::Length;
  bool is_plain = is_reference(program_, s.range) || !has_atoms(program_, s.range);
  if (!is_map || is_plain) return exprs_.truth(true);
  return exprs_.equal(exprs_.join(value, atoms(s.range)), objects(s.domain, state));
}

rel::Formula Heap::is_closed(SlotId slot, const std::vector<rel::Expr>& state) {
  const Slot& s = slots_[slot];
  rel::Expr value = state[slot.index()];
  rel::Formula total = is_total(slot, state);
  if (s.kind == SlotKind::Allocated) {
    if (!allocated_[slot.index()]) return exprs_.truth(true);
    // A prefix: with every object all those before it.
    rel::Expr order = exprs_.relation(order_.at(slot));
    return exprs_.in(exprs_.join(order, value), value);
  }
  bool to_object = is_reference(program_, s.range);
  rel::Expr range = existing(s.range, state);
  if (s.kind == SlotKind::Global) return exprs_.conjunction({total, exprs_.in(value, range)});
  rel::Expr domain = objects(s.domain, state);
  if (s.kind == SlotKind::Spec) {
    rel::Expr start = s.middle ? exprs_.product(domain, existing(s.middle, state)) : domain;
    return exprs_.in(value, exprs_.product(start, range));
  }
  if (s.kind == SlotKind::Length) return total;  // never negative, by its bound
  if (s.kind == SlotKind::Elements) {
    // Elements have indices below the length; numbers have all of them.
    rel::VariableId array = exprs_.add_variable("a");
    rel::VariableId index = exprs_.add_variable("i");
    rel::Expr length = state[slots_.length(s.domain).index()];
    rel::IntExpr size = exprs_.set_sum(exprs_.join(exprs_.variable(array), length));
    rel::IntExpr at = exprs_.set_sum(exprs_.variable(index));
    rel::Expr element =
        exprs_.join(exprs_.variable(index), exprs_.join(exprs_.variable(array), value));
    rel::Formula inside =
        exprs_.conjunction({exprs_.less_equal(exprs_.constant(0), at), exprs_.less(at, size)});
    rel::Formula fits = exprs_.in(element, range);
    if (!to_object) fits = exprs_.some(element);
    rel::Formula each = exprs_.if_formula(inside, fits, exprs_.no(element));
    std::vector<rel::Decl> decls = {{array, atoms(s.domain)}, {index, exprs_.ints()}};
    return exprs_.for_all(decls, each);
  }
  if (to_object) return exprs_.in(value, exprs_.product(domain, range));
  return total;
}

rel::Expr Heap::atoms(SlotId set) { return exprs_.relation(all_.at(set)); }

rel::Expr Heap::atoms(ir::TypeId type) {
  ir::TypeKind kind = program_.type(type).kind;
  if (is_number(kind)) return exprs_.ints();
  if (kind == ir::TypeKind::Bool) return exprs_.make_union(truth_atom(false), truth_atom(true));
  rel::Expr all = exprs_.none(1);
  for (SlotId set : slots_.sets_of(type)) all = exprs_.make_union(all, atoms(set));
  return all;
}

rel::Expr Heap::everything() {
  rel::Expr all = exprs_.make_union(truth_atom(false), truth_atom(true));
  for (const auto& [set, relation] : all_) all = exprs_.make_union(all, exprs_.relation(relation));
  return exprs_.make_union(all, exprs_.ints());
}

rel::Expr Heap::objects(ir::TypeId type, const std::vector<rel::Expr>& state) {
  rel::Expr all = exprs_.none(1);
  for (SlotId set : slots_.sets_of(type)) all = exprs_.make_union(all, state[set.index()]);
  return all;
}

rel::Expr Heap::existing(ir::TypeId type, const std::vector<rel::Expr>& state) {
  return is_reference(program_, type) ? objects(type, state) : atoms(type);
}

rel::Expr Heap::next_object(SlotId set, rel::Expr allocated) {
  rel::Expr first = exprs_.relation(first_.at(set));
  rel::Expr follows = exprs_.join(allocated, exprs_.relation(order_.at(set)));
  return exprs_.difference(exprs_.make_union(first, follows), allocated);
}

SymbolicValue Heap::value_of(ir::TypeId type, rel::Expr set) {
  SymbolicValue value;
  ir::TypeKind kind = program_.type(type).kind;
  if (kind == ir::TypeKind::Bool) {
    value.truth = exprs_.in(truth_atom(true), set);
  } else if (is_number(kind)) {
    value.number = exprs_.set_sum(set);
  } else {
    value.set = set;
  }
  return value;
}

rel::Expr Heap::set_of(ir::TypeId type, const SymbolicValue& value) {
  ir::TypeKind kind = program_.type(type).kind;
  if (kind == ir::TypeKind::Bool) {
    return exprs_.if_expr(value.truth, truth_atom(true), truth_atom(false));
  }
  return is_number(kind) ? exprs_.int_set(value.number) : value.set;
}

rel::Expr Heap::updated(SlotId slot, rel::Expr relation, rel::Expr at, rel::Expr value) {
  rel::Expr pairs = exprs_.product(at, value);
  if (!is_reference(program_, slots_[slot].range)) return exprs_.override_with(relation, pairs);
  rel::Expr gone = exprs_.product(at, atoms(slots_[slot].range));
  return exprs_.make_union(exprs_.difference(relation, gone), pairs);
}

}  // namespace modular
