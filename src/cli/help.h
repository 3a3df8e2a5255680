// Help that fits a screen, and messages that say what was meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/option_table.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace cli {

inline constexpr std::size_t kHelpWidth = 80;  // columns

// The text of `--help`, or with `all` of `--help-all`.
std::string help_of(const CommandRow& command, bool all);
std::string help_of_braid(const std::vector<CommandRow>& commands, bool all);

// What is wrong with the command line, in one line.
std::string describe_problem(const CLI::App& app, const CLI::ParseError& error);

// The first argument, if it is the name of no command: what to say then.
std::optional<std::string> unknown_command(const CLI::App& app, std::string_view name);

}  // namespace cli
