// Finite models: from any program to one that explicit-state engines, SPIN and NuSMV
// can take, as in Iosif, Dwyer and Hatcliff, "Translating Java for Multiple Model
// Checkers: The Bandera Back-End", section 3.
//
// A program is finite if
//  1. its variables (globals, fields, locals, elements) are booleans, ranges, enums,
//     thread identifiers, references or, but for locals, locks;
//  2. it calls nothing; it forks procedures of kind Thread only, by name; the entry is a
//     Thread without parameters;
//  3. each New and NewArray names a collection of positive size; a collection of arrays
//     has a FixedArray type, whose size is the largest length of its arrays; a NewArray
//     has one size;
//  4. there are no contracts: they have become Assert and Assume;
//  5. Havoc only has targets that are booleans, ranges or enums.
// Leaving a range, a collection, the number of threads or of open calls is LimitState.
//
// Each step of the model is a step of the source program, except for those that choose
// the inputs; `origins` tells which. So an execution of the model gives one of the source
// program: certify (certify/certify.h) takes a verdict::Claim about the model,
// finds the inputs, and has the reference interpreter take the same steps in the source.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "base/source.h"
#include "ir/pass/abstraction.h"
#include "ir/program.h"

namespace pass {

struct FiniteBounds {
  std::int64_t low = -1;  // integers
  std::int64_t high = 3;
  std::int64_t instances = 3;   // objects per allocation site, and inputs per class
  std::int64_t threads = 8;     // at a time, the first one included
  std::int64_t recursion = 3;   // times a procedure may be open in one thread
  std::int64_t array_size = 3;  // elements of an array
  // By "Class.field", "Class.method.local" or "Class.static"; "int[]" are the elements of
  // all arrays of integers.
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> ranges;
  std::map<std::string, std::int64_t> class_instances;  // by class

  // Objects per allocation site, of classes whose tables the library fills; by class.
  std::map<std::string, std::int64_t> site_instances;

  // What the user chose of "range", "instances", "threads", "recursion" and "array-size". The
  // rest may be chosen by what the program needs (default_bounds.h).
  std::set<std::string, std::less<>> given;

  // Inputs are tried in all combinations, so that what was chosen for the program is too much
  // for them. Absent: as above.
  std::optional<std::int64_t> input_low;  // integers in fields and arrays
  std::optional<std::int64_t> input_high;
  std::optional<std::int64_t> input_instances;
  std::optional<std::int64_t> input_array_size;
  std::vector<std::int64_t> input_values;  // of integer parameters, sorted; empty: as above

  std::map<std::string, Abstraction> abstractions;  // by variable, as in `ranges`

  bool slice = true;  // drop what no property can see
  // Tests of floats may come out either way; else they end the execution.
  bool guess = true;
  // Keep the mark of constants, for engines that check that nobody writes to one that others know.
  bool constants = false;
  // Variables that temporal properties name, as in `ranges`: never dropped.
  std::set<std::string> kept;
};

// A transition of the source program; invalid for what finitising made itself.
struct FiniteOrigin {
  ir::ProcId proc;
  ir::TransId transition;
  // Taken as if tests of floats had come out in a certain way.
  bool is_guess = false;
};

// Something that was bounded or dropped: "integers are -1..3", "Counter$1: 3 objects",
// "Stats.hits: dropped, no property reads it".
struct FiniteNote {
  std::string what;
  base::Span span;
};

// One inlined activation of a procedure of the source program. Calls of the same
// procedure from the same frame share their variables, as only one is open at a time.
struct FiniteFrame {
  ir::ProcId source;
  std::uint32_t caller = 0;         // index of the calling frame; of itself in the first one
  ir::TransId call;                 // the caller's transition that calls; invalid in the first one
  std::vector<ir::LocalId> locals;  // by local of the source; invalid if the model has none
};

// Where a location of the model lies in the source. While a call is open, the caller's
// frame stands at the source of the transition `call`.
struct FinitePlace {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint32_t frame = kNone;  // kNone: made by finitising
  ir::LocId location;           // of the frame's source procedure
};

// A thread of the model.
struct FiniteProc {
  std::vector<FiniteFrame> frames;     // the first one is that of the thread's procedure
  std::vector<FinitePlace> locations;  // by location of the model
  // Variables whose ranges the source itself declares: leaving one of these shows.
  std::set<ir::LocalId> ranges;
};

// A parameter of the source program's entry. The first steps of the model choose the
// inputs: their transitions have no origin, and lead to the entry of the source program.
struct FiniteInput {
  ir::LocalId parameter;  // of the source's entry
  ir::LocalId local;      // of the model's entry; invalid if it does not matter
};

struct FiniteModel {
  // Each execution of the source, within the bounds, is one of the model. The converse holds for
  // those without guesses (FiniteOrigin).
  ir::Program program;
  std::vector<std::vector<FiniteOrigin>> origins;  // by procedure and transition of the model
  std::vector<FiniteProc> procs;                   // by procedure of the model
  std::vector<FiniteInput> inputs;                 // by parameter
  // The types of arrays that the inputs may hold: of the source, and of the model.
  std::vector<std::pair<ir::TypeId, ir::TypeId>> input_arrays;
  std::vector<FiniteNote> notes;
  // The inputs that the model chooses from are not all that exist: report the bound
  // "inputs" as one that cut the search.
  bool inputs_cut = false;
};

// What keeps the program from being finite; empty if it is.
std::vector<FiniteNote> why_infinite(const ir::Program& program);

// The error says what cannot be made finite.
tl::expected<FiniteModel, FiniteNote> finitise(const ir::Program& program,
                                               const FiniteBounds& bounds);

// Names in `ranges` and `class_instances` that the program does not declare.
std::vector<std::string> unknown_bounds(const ir::Program& program, const FiniteBounds& bounds);

}  // namespace pass
