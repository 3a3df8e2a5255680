// From a finite program (ir/pass/finite.h) to Promela, the language of SPIN: the translation
// of Iosif, Dwyer and Hatcliff, "Translating Java for Multiple Model Checkers: The Bandera
// Back-End", section 4.1.
//
// Each thread is a process whose control points are the locations of its procedure, each
// transition one indivisible step. Objects live in collections: arrays with in-use bits.
// What differs from the paper, and why:
//  - Objects are numbered through, collection after collection, so that a reference is
//    one number: the first of its collection plus the index. The collections of a class
//    and of all below it are neighbours, so that a field is one array and a test of the
//    class two comparisons.
//  - Locks are plain variables, not channels: the vector is shorter.
//  - A process never ends, for in SPIN only the youngest may: it stays at a valid end
//    state. Thread n of Braid is process n.
//  - The trap is a process of its own, number 0. A step that ends the execution (LimitState,
//    ErrorState, a failed assumption, an uncaught exception) sets `over`, which disables
//    everything else, and the trap turns in place, so that this is no deadlock.
// Stored states are exactly those of the interpreter without coarsening and with all
// variables kept, see docs/engines/spin.md.
//
// On replay each step prints what it is; spin_output.h reads that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/source.h"
#include "ir/program.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/proposition.h"

namespace spin {

// A temporal property: the automaton of what is wrong over propositions that are bound to
// the program.
struct PromelaClaim {
  const ltl::Automaton* automaton = nullptr;
  const std::vector<ltl::Proposition>* propositions = nullptr;
  std::string text;  // the property, for a comment
};

constexpr std::int64_t kPromelaLockDepth = 255;  // times that one thread is inside of a lock

struct PromelaOptions {
  ir::Semantics semantics;
  std::int64_t threads = 8;     // alive or ended, the first one included; at most 30
  bool coarsen = true;          // invisible transitions are not interleaved
  bool reset_dead = true;       // dead variables get their initial values
  bool hide = true;             // what lives in one step only is not stored in states
  bool limit_is_error = false;  // LimitState is an error (the basic search)
  // So it is for the number of threads and the depth of locks, which no model declares.
  bool own_limit_is_error = false;
  bool choose_free = false;  // internal choices are not taken
  std::optional<PromelaClaim> claim;
  // Source positions as comments.
  const base::Sources* sources = nullptr;
};

// The error says what has no counterpart in Promela.
tl::expected<std::string, std::string> promela(const ir::Program& program,
                                               const PromelaOptions& options = {});

}  // namespace spin
