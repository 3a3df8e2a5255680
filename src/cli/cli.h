// The command line. docs/command-line.md is its contract.
#pragma once

namespace cli {

// Runs one command and returns the exit status of the process.
int run_cli(int argc, char** argv);

}  // namespace cli
