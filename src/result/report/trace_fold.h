// Long executions, shortened: what is the same again is left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result/report/trace_table.h"

namespace report {

// A row of the table or, if `gap` is set, a line in place of rows left out.
struct TraceLine {
  TraceRow row;  // of a gap: the first row left out; `last` is the last step left out
  std::optional<std::string> gap;
  std::size_t rounds_of = 0;  // of a gap: how many lines one round of the loop has
};

// All rows, or fewer if there are many: of a loop that repeats the same statements
// several times the first and the last round are kept, and if that is still too
// long, the beginning and the end of the execution.
std::vector<TraceLine> fold_trace(const std::vector<TraceRow>& rows, bool shorten);

}  // namespace report
