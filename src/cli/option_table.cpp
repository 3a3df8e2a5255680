#include "cli/option_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

namespace {

OptionRow flag_row(std::vector<std::string> names, std::string help) {
  OptionRow row;
  row.names = std::move(names);
  row.help = std::move(help);
  return row;
}

}  // namespace

bool OptionRow::takes_path() const {
  if (is_argument) return words.empty() && names.front() != "CODE";
  return value.starts_with("FILE") || value == "PATH" || value == "FOLDER";
}

std::string OptionRow::full_help() const {
  return engines.empty() ? help : fmt::format("{} [{}]", help, engines);
}

std::vector<OptionRow> CommandRow::all_options() const {
  std::vector<OptionRow> result = options;
  std::string last = result.empty() ? "" : result.back().group;
  result.push_back(flag_row({"-h", "--help"}, "show the options that people use"));
  result.push_back(flag_row({"--help-all"}, "show all options"));
  result[result.size() - 2].group = result.back().group = last;
  // Where nothing is left out, there is nothing more to show.
  result.back().is_rare = !has_rare_options();
  return result;
}

bool CommandRow::has_rare_options() const {
  return std::any_of(options.begin(), options.end(), [](const OptionRow& o) { return o.is_rare; });
}

std::vector<std::string> CommandRow::groups() const {
  std::vector<std::string> result;
  for (const OptionRow& option : all_options()) {
    if (std::find(result.begin(), result.end(), option.group) == result.end()) {
      result.push_back(option.group);
    }
  }
  return result;
}

std::string CommandRow::usage() const {
  std::string result = "[OPTIONS]";
  for (const OptionRow& argument : arguments) result += " " + usage_of(argument);
  return result;
}

std::string usage_of(const OptionRow& argument) {
  std::string name = argument.names.front() + (argument.is_many ? "..." : "");
  return argument.is_required ? name : fmt::format("[{}]", name);
}

std::vector<OptionRow> own_options() {
  return {flag_row({"--version"}, "show the version"),
          flag_row({"-h", "--help"}, "show the commands that people use"),
          flag_row({"--help-all"}, "show all commands")};
}

}  // namespace cli
