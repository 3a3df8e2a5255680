// The modular engine behind `braid verify`.
#pragma once

#include "driver/commands.h"
#include "driver/load.h"

namespace driver {

// Verifies the loaded program and shows the result; returns the exit status of the process.
int verify_modular(const VerifyOptions& options, Input& input);

}  // namespace driver
