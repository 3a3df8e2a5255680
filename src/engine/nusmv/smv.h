// From a finite program (ir/pass/finite.h) to the input language of NuSMV and nuXmv, as in
// Iosif, Dwyer and Hatcliff, "Translating Java for Multiple Model Checkers: The Bandera
// Back-End", Appendix C.
//
// One module. Each thread that may ever exist is a slot with a program counter and its
// locals; each object of a collection is a slot with an in-use bit, its fields and its
// locks. Input variables say what happens next: `runs` which thread moves, `branch` which
// of the transitions of its location, `choice_0`, `choice_1`, … how the choices in it are
// made. Everything else is a function of the state and of these.
//
// What differs from the paper: `runs` is an input and must be a thread that can move, so
// that no thread can idle for ever while the model claims progress; a reference is one
// variable, whose values are the names of the objects; dead locals have their initial
// value instead of any; leaving a bound or breaking an assertion leads to a sink state,
// which the variable `trap` names.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/source.h"
#include "ir/program.h"

namespace ltl {
struct Property;
}

namespace nusmv {

struct SmvOptions {
  ir::Semantics semantics;
  std::int64_t threads = 8;      // alive or ended, the first one included
  std::int64_t lock_depth = 15;  // how often one thread may be inside of a re-entrant lock
  bool choose_free = false;      // internal choices end an execution
  // Give locals that are not live their initial values, and leave out those that live in
  // one transition only. Without it the states are exactly those of the interpreter.
  bool reset_dead = true;
  // Source positions and actions as comments.
  const base::Sources* sources = nullptr;
  // A temporal property of the program, to be checked as well.
  const ltl::Property* property = nullptr;
};

enum class SmvSpecKind : std::uint8_t { Assert, Error, Limit, Deadlock, Ltl };

// What NuSMV is asked, in the order of the text.
struct SmvSpec {
  SmvSpecKind kind{};
  std::string text;  // the proposition, "trap != error", or the formula
  std::string what;  // Limit: which bound, as in Result::bounds_hit
  base::Span span;   // Assert: the transition that asserts
};

// The n-th thread that runs the procedure, counted from 0 in the order of their starts.
struct SmvSlot {
  std::string name;
  ir::ProcId proc;
  std::size_t ordinal = 0;
  std::string pc;                      // the variable that tells where it is
  std::vector<std::string> locations;  // the value of that variable, by location
};

struct SmvModel {
  std::string text;
  std::vector<SmvSlot> slots;
  std::vector<SmvSpec> specs;
};

// The error says what has no counterpart in SMV. The program must be finite.
tl::expected<SmvModel, std::string> smv(const ir::Program& program, const SmvOptions& options = {});

}  // namespace nusmv
