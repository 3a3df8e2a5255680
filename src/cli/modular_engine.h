// The modular engine behind `braid verify`.
#pragma once

#include <optional>

#include "base/run/run.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "result/verdict/verdict.h"

namespace cli {

// Verifies the loaded program and shows the result; returns the exit status of the process.
int verify_modular(const VerifyOptions& options, Input& input);

// The result alone. Nothing after an error in a formula, which the input's sink has.
std::optional<verdict::Result> search_modular(run::Run& run, const VerifyOptions& options,
                                              Input& input);

}  // namespace cli
