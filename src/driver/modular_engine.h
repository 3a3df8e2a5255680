// The modular engine behind `braid verify`.
#pragma once

#include <optional>

#include "driver/commands.h"
#include "driver/load.h"
#include "run/run.h"
#include "verdict/verdict.h"

namespace driver {

// Verifies the loaded program and shows the result; returns the exit status of the process.
int verify_modular(const VerifyOptions& options, Input& input);

// The result alone. Nothing after an error in a formula, which the input's sink has.
std::optional<verdict::Result> search_modular(run::Run& run, const VerifyOptions& options,
                                              Input& input);

}  // namespace driver
