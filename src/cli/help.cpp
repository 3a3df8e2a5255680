#include "cli/help.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/utf8.h"
#include "result/report/layout.h"

namespace cli {

namespace {

constexpr std::size_t kNameWidth = 30;  // of the left column

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

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string left = make_option_name(option, is_positional);
    // CLI11 shows what a flag that switches something off stores.
    for (auto at = left.find("{false}"); at != std::string::npos; at = left.find("{false}")) {
      left.erase(at, 7);
    }
    if (left.ends_with(' ')) left.pop_back();
    bool has_value = !is_positional && option->get_items_expected() > 0;
    if (has_value) left += " " + option->get_type_name();
    return two_columns(left, option->get_description());
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return two_columns(command->get_name(), command->get_description());
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           groups(*app) + make_subcommands(app, CLI::AppFormatMode::Normal) + "\n" +
           make_footer(app);
  }

 private:
  // In the order in which the command adds them; the help itself, which CLI11 adds, comes last.
  std::string groups(const CLI::App& app) const {
    std::string out;
    std::vector<std::string> titles;
    for (const CLI::Option* option : ordered(app)) {
      const std::string& title = option->get_group();
      bool is_new = std::find(titles.begin(), titles.end(), title) == titles.end();
      if (is_new && !title.empty()) titles.push_back(title);
    }
    for (const std::string& title : titles) {
      std::vector<const CLI::Option*> options = ordered(app);
      std::erase_if(options, [&](const CLI::Option* o) { return o->get_group() != title; });
      out += make_group(title, false, options);
    }
    return out;
  }

  static std::vector<const CLI::Option*> ordered(const CLI::App& app) {
    auto options = app.get_options([](const CLI::Option* o) { return o->nonpositional(); });
    std::stable_partition(options.begin(), options.end(),
                          [&](const CLI::Option* o) { return o != app.get_help_ptr(); });
    return options;
  }
};

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

void lay_out_help(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_help_ptr()->description("show this text");
  for (CLI::App* command : app.get_subcommands({})) {
    command->group("Commands");
    command->get_help_ptr()->description("show this text");
    command->footer("");
    command->formatter(app.get_formatter());
    // With groups, the help belongs to the last one.
    auto options = command->get_options();
    if (!options.empty()) command->get_help_ptr()->group(options.back()->get_group());
  }
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
  return fmt::format("{} (`braid {} --help` lists all options)", text, command.get_name());
}

}  // namespace cli
