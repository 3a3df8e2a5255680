// Inputs of the entry procedure: from values, from JSON, and as a result shows them.
//
// Two forms of JSON are read. The long one is that of a counterexample:
//   {"inputs": {"a": {"ref": 1}, "n": 3},
//    "heap": [{"ref": 1, "type": "int[]", "elements": [1, 2]},
//             {"ref": 2, "type": "Node", "fields": {"next": {"ref": 2}, "value": 3}}]}
// The short one nests objects and cannot express sharing:
//   {"n": 3, "a": [1, 2], "node": {"class": "Node", "value": 1, "next": null}}
// Integers beyond 64 bits are decimal strings, characters are strings of one
// character, and "Infinity", "-Infinity", "NaN" are floats. Fields that are not
// mentioned have their default values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "engine/interp/state.h"
#include "result/verdict/verdict.h"

namespace interp {

// A state without threads that holds the heap of the inputs, and the arguments.
struct GivenInputs {
  State heap;
  std::vector<Value> args;
};

// What is wrong, with the place in the JSON text: "$.inputs.n: an int is needed".
struct InputError {
  std::string text;
};

// What an engine found, without a way through JSON. The error is as for JSON of the long form.
tl::expected<GivenInputs, std::string> given_inputs(const Model& model,
                                                    const verdict::Inputs& inputs);

std::variant<GivenInputs, InputError> parse_inputs(const Model& model, std::string_view json);
std::variant<GivenInputs, InputError> read_inputs(const Model& model,
                                                  const nlohmann::ordered_json& json);

// The parameters and the heap that they span, as a report shows them. `args` are
// the arguments of the entry procedure in the initial state `state`.
void describe_inputs(const Model& model, const State& state, const std::vector<Value>& args,
                     verdict::Counterexample& out);

}  // namespace interp
