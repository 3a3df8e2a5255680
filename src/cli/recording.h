// A recorded execution with all that its file says about it: what `replay` reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "cli/schedule.h"
#include "ir/program.h"

namespace cli {

// One step as the file tells it; what the file does not tell is absent.
struct RecordedStep {
  std::uint32_t thread = 0;  // counted from 1
  std::optional<std::string> method;
  std::optional<std::uint32_t> line;
  std::optional<std::uint32_t> column;
  std::optional<std::vector<std::pair<std::string, std::string>>> updates;
};

struct Recording {
  Schedule schedule;
  std::optional<std::string> entry;
  ir::Semantics semantics;                  // what it does not tell is as by default
  std::optional<std::size_t> array_size;    // bound of drawn inputs
  std::optional<std::size_t> bitwidth;      // of the numbers that specifications chose
  std::optional<bool> awaits;               // absent: as the language has it
  std::optional<std::string> linearizable;  // a class that calls were compared with
  std::optional<std::string> ltl;           // the temporal property that was checked …
  std::optional<std::size_t> threads;       // … and the bounds that its variables have
  std::optional<std::size_t> instances;
  std::vector<RecordedStep> steps;       // empty: not told
  std::optional<std::string> violation;  // its kind
  std::optional<std::string> message;    // what the violation says
  std::optional<std::size_t> loop;       // steps before those that repeat for ever
  // The search chose from all values of a range, not only from the first few.
  bool has_wide_choices = false;
  bool is_result = false;  // the file tells how the execution ended
};

// Reads a result of `verify` or `run` in JSON, or a counterexample alone. The error
// is the end of a sentence: "FILE cannot be replayed: …".
tl::expected<Recording, std::string> parse_recording(std::string_view text);

}  // namespace cli
