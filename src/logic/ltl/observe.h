// Makes a temporal property observable: looks its names up in a program, and adds variables
// to the program that tell what the property asks for. Everything behind this step, the
// finitising passes and the engines, deals with a program and with conditions over its
// global variables; none has to know methods, lines or quantifiers.
//
// - `Class.method@place(condition)` becomes a global counter of the threads that are there
//   with the condition true. Transitions into and out of the place count; where control
//   arrives by a call, a return or a fork, a location is put in front to count.
// - `forall x : C . f`, as the outermost operators, becomes a global reference to which each
//   `new` of a C may be bound, once and for all, by a choice; f must hold from that moment
//   on, in every execution. This is the technique of Corbett, Dwyer, Hatcliff and Robby,
//   "Expressing Checkable Properties of Dynamic Systems: The Bandera Specification
//   Language" (STTT 2002), which the BIR paper uses.
// - Other quantifiers are expanded over the first so many objects of the class, to which
//   global references are bound in the order of creation; more objects are LimitState.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"
#include "logic/ltl/formula.h"
#include "logic/ltl/proposition.h"
#include "logic/ltl/syntax.h"

namespace ltl {

struct ObserveOptions {
  std::int64_t threads = 8;    // most threads, for the ranges of counters
  std::int64_t instances = 3;  // objects of a class, for quantifiers that are expanded
};

struct Property {
  std::string text;                       // as the user wrote it
  std::string written_out;                // without patterns and observables; empty: there are none
  base::Span span;                        // of the text
  std::unique_ptr<Formulas> formulas;     // holds `formula`
  FormulaId formula;                      // what every execution satisfies
  std::vector<Proposition> propositions;  // by their numbers in the formula
  bool is_stutter_invariant = true;       // else no step may be hidden
  std::set<std::string> observed;         // globals and `Class.field`s that it reads
};

// Changes the program, whose entry is set, and leaves it well-formed; liveness and
// visibility are to be computed anew. Nothing after an error, which has been reported.
std::optional<Property> observe(const SyntaxPtr& syntax, ir::Program& program,
                                const base::Sources& sources, diag::Sink& sink,
                                const ObserveOptions& options = {});

// True for the names of counters, which are of no interest to people.
bool is_counter(std::string_view global);

}  // namespace ltl
