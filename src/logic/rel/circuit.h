// Boolean circuits: AND gates with any number of inputs, XOR and if-then-else, in an arena and
// hash-consed, simplified when built. A literal is the number of a gate with a sign; negation is
// free, so OR is an AND of negations. Gate 1 is the constant true.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/cons_store.h"

namespace rel {

using Lit = std::int32_t;
inline constexpr Lit kTrue = 1;
inline constexpr Lit kFalse = -1;

enum class GateKind : std::uint8_t { Constant, Input, And, Xor, Ite };

class Circuit {
 public:
  Circuit();

  Lit make_input();
  Lit conj(Lit a, Lit b);
  Lit conj(std::span<const Lit> inputs);
  Lit disj(Lit a, Lit b) { return -conj(-a, -b); }
  Lit disj(std::span<const Lit> inputs);
  Lit exclusive(Lit a, Lit b);  // xor
  Lit same(Lit a, Lit b) { return -exclusive(a, b); }
  Lit ite(Lit condition, Lit then, Lit otherwise);

  // --- numbers of true literals
  Lit at_most_one(std::span<const Lit> inputs);
  // At least `count` of the inputs, as a unary counter: for small counts.
  Lit at_least(std::span<const Lit> inputs, std::uint32_t count);

  std::size_t size() const { return gates_.size(); }

  // Has this called now and then while the circuit grows, and while others build from it and
  // tick: it may throw to end that.
  void set_poll(std::function<void()> poll) { poll_ = std::move(poll); }
  void tick() {
    if ((++ticks_ & 0xfffU) == 0 && poll_) poll_();
  }
  GateKind kind(std::uint32_t gate) const { return gates_[gate].kind; }
  // Of And: sorted by gate. Of Ite: condition, then, else.
  std::span<const Lit> inputs(std::uint32_t gate) const {
    return {pool_.data() + gates_[gate].first, gates_[gate].count};
  }

 private:
  struct Gate {
    GateKind kind{};
    std::uint32_t first = 0;  // in pool_
    std::uint32_t count = 0;
  };
  Lit make(GateKind kind, std::span<const Lit> inputs);
  static std::uint64_t hash_of(GateKind kind, std::span<const Lit> inputs);
  bool has_input(Lit gate, Lit input) const;

  std::vector<Gate> gates_;
  std::vector<Lit> pool_;
  base::ConsTable table_{1024};  // of And, Xor and Ite
  std::vector<Lit> scratch_;
  std::function<void()> poll_;
  std::uint32_t ticks_ = 0;
};

}  // namespace rel
