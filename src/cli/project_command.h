// `braid verify` of a whole project (docs/projects.md).
#pragma once

#include "cli/command.h"
#include "cli/verify_options.h"
#include "pipeline/load.h"

namespace cli {

// Whether it may be about many methods: a folder or several files, and none is named.
bool is_project(const VerifyOptions& options);

// Verifies all methods that qualify. If there is only one, that is as if it had been named.
int verify_project(const Command& c, const VerifyOptions& options);

// Whether there is a braid.toml for these files.
bool has_settings(const VerifyOptions& options);

// Verifies the method that is named, or the default one, with the settings of braid.toml.
int verify_named(const Command& c, const VerifyOptions& options);

// Verifies one method of a program that was read already, in this process (verify_command.cpp).
int verify_one(const VerifyOptions& options, pipeline::Request request, pipeline::Input& input);

}  // namespace cli
