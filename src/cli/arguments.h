// What CLI11 leaves to wish for: numbers that are what they look like, help that fits a page,
// and messages that say what was meant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/engine_options.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace cli {

inline constexpr std::size_t kHelpWidth = 100;  // columns of `--help`

// A whole number in decimal digits; nothing for anything else, and beyond 64 bits.
std::optional<std::int64_t> read_integer(std::string_view text);

// For an app with all its commands: the layout of the help, with the groups of options.def,
// and what values of options may look like.
void prepare_arguments(CLI::App& app);

// The options of a command that were given, after parsing.
std::vector<GivenOption> given_options(const CLI::App& command);

// What is wrong with the command line, in one line.
std::string describe_problem(const CLI::App& app, const CLI::ParseError& error);

// The first argument, if it is the name of no command: what to say then.
std::optional<std::string> unknown_command(const CLI::App& app, std::string_view name);

}  // namespace cli
