// `--deepen SECONDS`: one search after the other, each with larger bounds than the last, until
// a verdict is complete, something is wrong, or the time is over. Only bounds that cut are
// raised, and only those that the command line leaves to Braid.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/run/run.h"
#include "pipeline/request.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// One search within the bounds of the options.
using BoundedSearch = std::function<verdict::Result(run::Run&, const Request&)>;

struct Deepening {
  // A violation, a complete verdict, or that of the largest bounds for which the search came to
  // its end; its `bounds` tell these.
  verdict::Result result;
  std::size_t round = 0;     // which search gave it, counted from 0
  std::uint32_t rounds = 0;  // searches that came to their ends
  std::string ended;         // why there was no further one
};

// The rounds are parts of `run`, and have the time of `options.deepen` together.
Deepening deepen(run::Run& run, const Request& options, const BoundedSearch& search);

// Raises the bounds that cut the search, as far as the user did not give them. False: there is
// nothing to raise.
bool raise_bounds(const verdict::Result& result, Request& options);

}  // namespace pipeline
