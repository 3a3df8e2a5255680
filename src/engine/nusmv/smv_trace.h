// What NuSMV and nuXmv print: the truth of each specification, and traces.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nusmv {

using SmvValues = std::map<std::string, std::string>;  // by the name of the variable

struct SmvTrace {
  std::vector<SmvValues> states;  // all variables, also those that are not printed again
  std::vector<SmvValues> inputs;  // of the step from each state to the next
  // The states that equal the last one, so that the execution may go on from them for ever.
  std::vector<std::size_t> loops;
};

struct SmvAnswer {
  std::string spec;  // as NuSMV prints it: "trap != error"
  bool is_invariant = false;
  bool holds = false;
  std::optional<SmvTrace> trace;  // of one that does not hold
};

std::vector<SmvAnswer> read_smv_output(std::string_view text);

}  // namespace nusmv
