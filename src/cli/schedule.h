// Recorded executions: what `--schedule` reads.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "base/run/decision.h"

namespace cli {

struct Schedule {
  run::Decisions decisions;
  // The inputs as JSON text, if the decisions do not choose them themselves.
  std::string inputs;
};

// Reads a result of `verify` or `run` in JSON, or a bare list of decisions. The
// error is a sentence for the user.
tl::expected<Schedule, std::string> parse_schedule(std::string_view text);
tl::expected<Schedule, std::string> read_schedule(const nlohmann::ordered_json& root);

}  // namespace cli
