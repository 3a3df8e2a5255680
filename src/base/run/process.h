// Other programs within the limits of a run.
#pragma once

#include "base/process.h"
#include "base/run/run.h"

namespace run {

// The program has the time that the run has left, and ends when the run is cancelled. The run
// must outlive the program.
base::ProcessOptions process_options(const Run& run);

}  // namespace run
