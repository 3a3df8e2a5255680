// Recorded executions: what `--schedule` reads.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "base/run/decision.h"

namespace cli {

struct Schedule {
  run::Decisions decisions;
  std::size_t steps = 0;  // of its trace, if there is one
  // In the long form of interp/inputs.h; null: the decisions choose them.
  nlohmann::ordered_json inputs;
};

// Reads a result of `verify` or `run` in JSON, or a bare list of decisions. The
// error is a sentence for the user.
tl::expected<Schedule, std::string> parse_schedule(std::string_view text);
tl::expected<Schedule, std::string> read_schedule(const nlohmann::ordered_json& root);

}  // namespace cli
