#include "logic/rel/circuit.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/check.h"

namespace rel {

namespace {

// Absorption looks into gates with at most so many inputs.
constexpr std::size_t kAbsorbed = 8;
// Up to so many literals, at most one of them is said pair by pair.
constexpr std::size_t kPairwise = 5;

bool by_gate(Lit a, Lit b) {
  return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a < b;
}

}  // namespace

Circuit::Circuit() {
  gates_.resize(2);  // gate 0 is no gate, gate 1 is true
}

Lit Circuit::make_input() {
  tick();
  gates_.push_back({GateKind::Input, 0, 0});
  return static_cast<Lit>(gates_.size() - 1);
}

std::uint64_t Circuit::hash_of(GateKind kind, std::span<const Lit> inputs) {
  std::uint64_t hash = static_cast<std::uint64_t>(kind);
  for (Lit lit : inputs) {
    hash ^= static_cast<std::uint32_t>(lit);
    hash *= 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

Lit Circuit::make(GateKind kind, std::span<const Lit> made) {
  tick();
  auto is_equal = [&](std::uint32_t gate) {
    auto other = inputs(gate);
    return gates_[gate].kind == kind &&
           std::equal(other.begin(), other.end(), made.begin(), made.end());
  };
  auto add = [&] {
    CHECK(gates_.size() < std::numeric_limits<Lit>::max(), "too many gates");
    CHECK(pool_.size() + made.size() < std::numeric_limits<std::uint32_t>::max(), "too many wires");
    gates_.push_back(
        {kind, static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(made.size())});
    pool_.insert(pool_.end(), made.begin(), made.end());
    return static_cast<std::uint32_t>(gates_.size() - 1);
  };
  auto known_hash = [&](std::uint32_t gate) { return hash_of(gates_[gate].kind, inputs(gate)); };
  return static_cast<Lit>(table_.find_or_add(hash_of(kind, made), is_equal, add, known_hash));
}

// Is `input` among the inputs of the AND gate `gate`? False if it was not looked at.
bool Circuit::has_input(Lit gate, Lit input) const {
  if (kind(static_cast<std::uint32_t>(gate)) != GateKind::And) return false;
  auto all = inputs(static_cast<std::uint32_t>(gate));
  if (all.size() > kAbsorbed) return false;
  return std::find(all.begin(), all.end(), input) != all.end();
}

Lit Circuit::conj(Lit a, Lit b) {
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  if (by_gate(b, a)) std::swap(a, b);
  // b is the younger one, so only b can be built from a.
  if (b > 0) {
    if (has_input(b, a)) return b;
    if (has_input(b, -a)) return kFalse;
  } else {
    if (has_input(-b, -a)) return a;  // a and not (… and not a)
    if (has_input(-b, a) && inputs(static_cast<std::uint32_t>(-b)).size() == 2) {
      auto other = inputs(static_cast<std::uint32_t>(-b));  // a and not (a and c)
      return conj(a, -(other[0] == a ? other[1] : other[0]));
    }
  }
  Lit both[] = {a, b};
  return make(GateKind::And, both);
}

Lit Circuit::conj(std::span<const Lit> given) {
  if (given.empty()) return kTrue;
  if (given.size() == 1) return given[0];
  if (given.size() == 2) return conj(given[0], given[1]);
  scratch_.assign(given.begin(), given.end());
  std::sort(scratch_.begin(), scratch_.end(), by_gate);
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  // The constants come first: they are gate 1.
  if (scratch_.front() == kFalse) return kFalse;
  if (scratch_.front() == kTrue) scratch_.erase(scratch_.begin());
  for (std::size_t i = 1; i < scratch_.size(); ++i) {
    if (scratch_[i] == -scratch_[i - 1]) return kFalse;
  }
  if (scratch_.empty()) return kTrue;
  if (scratch_.size() == 1) return scratch_[0];
  if (scratch_.size() == 2) return conj(scratch_[0], scratch_[1]);
  return make(GateKind::And, scratch_);
}

Lit Circuit::disj(std::span<const Lit> given) {
  if (given.empty()) return kFalse;
  if (given.size() == 1) return given[0];
  std::vector<Lit> negated(given.begin(), given.end());
  for (Lit& lit : negated) lit = -lit;
  return -conj(negated);
}

Lit Circuit::exclusive(Lit a, Lit b) {
  if (std::abs(a) > std::abs(b)) std::swap(a, b);
  if (a == kTrue) return -b;
  if (a == kFalse) return b;
  if (a == b) return kFalse;
  if (a == -b) return kTrue;
  bool is_negated = (a < 0) != (b < 0);
  Lit both[] = {std::abs(a), std::abs(b)};
  Lit gate = make(GateKind::Xor, both);
  return is_negated ? -gate : gate;
}

Lit Circuit::ite(Lit c, Lit t, Lit e) {
  if (c < 0) {
    c = -c;
    std::swap(t, e);
  }
  if (c == kTrue) return t;
  if (t == e) return t;
  if (t == -e) return same(c, t);
  if (t == kTrue || t == c) return disj(c, e);
  if (t == kFalse || t == -c) return conj(-c, e);
  if (e == kTrue || e == -c) return disj(-c, t);
  if (e == kFalse || e == c) return conj(c, t);
  bool is_negated = t < 0;
  if (is_negated) {
    t = -t;
    e = -e;
  }
  Lit all[] = {c, t, e};
  Lit gate = make(GateKind::Ite, all);
  return is_negated ? -gate : gate;
}

// Few literals: every pair. Many: none is true together with the OR of those before it.
Lit Circuit::at_most_one(std::span<const Lit> given) {
  std::vector<Lit> parts;
  if (given.size() <= kPairwise) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) parts.push_back(-conj(given[i], given[j]));
    }
    return conj(parts);
  }
  Lit any = given[0];
  for (Lit lit : given.subspan(1)) {
    parts.push_back(-conj(lit, any));
    any = disj(any, lit);
  }
  return conj(parts);
}

Lit Circuit::at_least(std::span<const Lit> given, std::uint32_t count) {
  if (count == 0) return kTrue;
  if (count > given.size()) return kFalse;
  std::vector<Lit> reached(count, kFalse);  // reached[k]: more than k so far
  for (Lit lit : given) {
    for (std::uint32_t k = count; k-- > 0;) {
      Lit below = k == 0 ? kTrue : reached[k - 1];
      reached[k] = disj(reached[k], conj(below, lit));
    }
  }
  return reached[count - 1];
}

}  // namespace rel
