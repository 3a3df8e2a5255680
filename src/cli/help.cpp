#include "cli/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/utf8.h"
#include "result/report/layout.h"

namespace cli {

namespace {

constexpr std::size_t kNameWidth = 25;  // of the left column

// `; did you mean `x`?`, or nothing.
std::string guess(std::string_view word, const std::vector<std::string>& words) {
  auto near = diag::nearest(word, {words.begin(), words.end()});
  return near ? fmt::format("; did you mean `{}`?", *near) : "";
}

std::string two_columns(const std::string& left, std::string_view right) {
  std::string out = "  " + left;
  std::size_t at = base::utf8_length(out);
  for (const std::string& line : report::wrapped(right, kHelpWidth - kNameWidth)) {
    if (at + 2 > kNameWidth && at > 0) {
      out += '\n';
      at = 0;
    }
    out += std::string(kNameWidth - at, ' ') + line + '\n';
    at = 0;
  }
  return out;
}

std::string option_line(const OptionRow& option, bool all) {
  std::string left = fmt::format("{}", fmt::join(option.names, ","));
  if (!option.value.empty()) left += " " + option.value;
  bool is_brief = !all && !option.brief.empty();
  return two_columns(left, is_brief ? option.brief : all ? option.full_help() : option.help);
}

std::string group_text(const CommandRow& command, const std::string& group, bool all) {
  std::string out;
  for (const OptionRow& option : command.all_options()) {
    if (option.group == group && (all || !option.is_rare)) out += option_line(option, all);
  }
  if (out.empty()) return out;
  return fmt::format("\n{}:\n{}", group.empty() ? "Options" : group, out);
}

std::string unexpected_argument(const CLI::App& command, std::string argument) {
  if (!argument.starts_with('-')) return fmt::format("`{}` is one argument too many", argument);
  argument = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return fmt::format("there is no option `{}`{}", argument, guess(argument, names));
}

}  // namespace

std::string help_of(const CommandRow& command, bool all) {
  std::string out = fmt::format("braid {}: {}\n\nUsage: braid {} {}\n", command.name, command.help,
                                command.name, command.usage());
  if (all && !command.about.empty()) {
    out += '\n';
    for (const std::string& line : report::wrapped(command.about, kHelpWidth)) out += line + '\n';
  }
  if (!command.arguments.empty()) out += '\n';
  for (const OptionRow& argument : command.arguments) {
    out += two_columns(argument.names.front(), argument.help);
  }
  for (const std::string& group : command.groups()) out += group_text(command, group, all);
  return out;
}

std::string help_of_braid(const std::vector<CommandRow>& commands, bool all) {
  std::string out =
      "Braid verifies concurrent object-oriented programs.\n\n"
      "Usage: braid COMMAND [OPTIONS] FILE...\n\nCommands:\n";
  for (const CommandRow& command : commands) {
    if (all || !command.is_rare) out += two_columns(command.name, command.help);
  }
  out += "\nOptions:\n";
  for (const OptionRow& option : own_options()) out += option_line(option, all);
  out +=
      "\n`braid verify FILE` is where to begin, and `braid init` if there is no file yet.\n"
      "`braid COMMAND --help` tells more about a command.\n";
  return out;
}

std::optional<std::string> unknown_command(const CLI::App& app, std::string_view name) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), name) != names.end()) return std::nullopt;
  return fmt::format("there is no command `{}`{}", name, guess(name, names));
}

std::string describe_problem(const CLI::App& app, const CLI::ParseError& error) {
  auto commands = app.get_subcommands();
  if (commands.empty()) {
    std::vector<std::string> rest = app.remaining();
    if (!rest.empty()) return unexpected_argument(app, rest.front());
    return "a command is needed; `braid --help` lists them";
  }
  const CLI::App& command = *commands.front();
  std::string text = error.what();
  std::string name = text.substr(0, text.find_first_of(": "));
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    std::vector<std::string> rest = app.remaining(true);
    if (!rest.empty()) text = unexpected_argument(command, rest.front());
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    text = fmt::format("{} needs a value", name);
  } else if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
    std::size_t other = text.rfind(' ');
    text = fmt::format("{} does not go with{}", name, text.substr(other));
  }
  return fmt::format("{} (`braid {} --help` lists the options)", text, command.get_name());
}

}  // namespace cli
