// Arbitrary values, drawn by decisions from small domains: the inputs of the entry
// procedure and `havoc`. A domain that leaves values of the type out marks the
// state as cut.
#pragma once

#include "engine/interp/chooser.h"
#include "engine/interp/state.h"

namespace interp {

// A value of a type that is no reference to the heap. Throws UndefinedOperation
// for types without values to choose from (locks, embedded records).
Value draw_scalar(const Model& model, State& state, ir::TypeId type, run::DecisionKind kind,
                  Chooser& chooser);

// The value of this type that the text tells: a number in decimal, the code of a character,
// the bits of a float in hexadecimal, a text in quotes, `true`, `null`. Nothing: it tells none.
std::optional<Value> parse_value(const ir::Program& program, ir::TypeId type,
                                 std::string_view text);
std::string value_text(const Value& value);

// Any value of the type that exists in the state: for references null or an
// allocated object.
Value draw_existing(const Model& model, State& state, ir::TypeId type, Chooser& chooser);

// An argument for each parameter of the entry procedure. References are null, a
// fresh object of a concrete subclass, or an object that an earlier input made, so
// that every shape and every aliasing within the bounds occurs. `this` is not null.
std::vector<Value> draw_inputs(const Model& model, State& state, Chooser& chooser);

}  // namespace interp
