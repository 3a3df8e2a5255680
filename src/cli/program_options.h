// Options of the commands that execute programs: run, verify, mutate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.h"
#include "ir/semantics.h"
#include "lang/jvm/world.h"

namespace cli {

// What the program means, and how its result is shown.
struct ProgramOptions : CommonOptions {
  std::string entry;
  std::string class_path;  // of Java programs
  jvm::LowerOptions java;
  ir::Semantics semantics;
  std::optional<bool> races;   // absent: as the language has it
  std::optional<bool> awaits;  // the same: loops that only wait become waiting
  std::uint64_t seed = 0;
  bool full_trace = false;  // show every step of a long execution
};

// Completes the meaning of a program by what its language says: integers of Java have 32 bits,
// and its data races count.
void add_language_defaults(ProgramOptions& options);

// Groups of the help, one each.
void add_input_options(Command& c, ProgramOptions& options);
void add_java_options(Command& c, ProgramOptions& options);
void add_thread_options(Command& c, ProgramOptions& options);
void add_limit_options(Command& c, ProgramOptions& options);
// The first options about output; the command may add more.
void add_output_options(Command& c, ProgramOptions& options, report::Use use = report::Use::Any);

void add_seed(Command& c, ProgramOptions& options);
void add_int_mode(Command& c, ir::IntMode& mode);
void add_full_trace(Command& c, ProgramOptions& options);
void add_stats(Command& c, ProgramOptions& options);

}  // namespace cli
