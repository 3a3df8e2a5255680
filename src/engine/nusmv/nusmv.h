// Runs NuSMV or nuXmv, whichever is on the PATH.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "base/run/run.h"

namespace nusmv {

// What it prints about the model, or why there is nothing. The time of the run is its limit, too.
tl::expected<std::string, std::string> run_nusmv(run::Run& run, const std::string& model);

}  // namespace nusmv
