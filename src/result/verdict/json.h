// The inputs of a counterexample as JSON, in the form that the interpreter reads.
#pragma once

#include <nlohmann/json.hpp>

#include "result/verdict/verdict.h"

namespace verdict {

// {"inputs": {"a": {"ref": 1}, …}, "heap": [{"ref": 1, "type": "int[]", …}, …]}
nlohmann::ordered_json inputs_json(const Inputs& inputs);

}  // namespace verdict
