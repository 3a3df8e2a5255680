// What CLI11 leaves to wish for: help that fits a page, and messages that say what was meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace cli {

inline constexpr std::size_t kHelpWidth = 100;  // columns of `--help`

// For an app with all its commands: the layout of the help.
void lay_out_help(CLI::App& app);

// What is wrong with the command line, in one line.
std::string describe_problem(const CLI::App& app, const CLI::ParseError& error);

// The first argument, if it is the name of no command: what to say then.
std::optional<std::string> unknown_command(const CLI::App& app, std::string_view name);

}  // namespace cli
