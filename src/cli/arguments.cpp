#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/diag/diagnostic.h"
#include "base/text.h"
#include "base/utf8.h"
#include "result/report/layout.h"

namespace cli {

namespace {

constexpr std::size_t kNameWidth = 30;                            // of the left column of help
constexpr double kLongestTime = 1e9;                              // seconds: thirty years
constexpr std::uint64_t kLargestMemory = std::uint64_t{1} << 40;  // MiB

// `--depth`; of an option without a long name its short one.
std::string long_name(const CLI::Option& option) {
  const auto& names = option.get_lnames();
  return names.empty() ? option.get_name() : "--" + names.front();
}

// ---------------------------------------------------------------- values

// `; did you mean `x`?`, or nothing.
std::string guess(std::string_view word, const std::vector<std::string>& words) {
  auto near = diag::nearest(word, {words.begin(), words.end()});
  return near ? fmt::format("; did you mean `{}`?", *near) : "";
}

bool is_all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// What is wrong with the text of a whole number; empty: nothing.
std::string problem_of_count(const std::string& text, std::uint64_t least, std::uint64_t most) {
  if (!is_all_digits(text)) {
    return fmt::format("`{}` is not a whole number{}", text, least > 0 ? " from 1" : " from 0");
  }
  auto value = base::parse_number<std::uint64_t>(text);
  if (!value || *value > most) return fmt::format("{} is too large", text);
  if (*value < least) return fmt::format("{} is too small: at least {}", text, least);
  return "";
}

std::string problem_of_integer(const std::string& text, bool is_positive) {
  std::string_view digits = text;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  if (!is_all_digits(digits)) return fmt::format("`{}` is not a whole number", text);
  auto value = base::parse_number<std::int64_t>(text);
  if (!value) return fmt::format("{} is too large", text);
  if (is_positive && *value < 1) return fmt::format("{} is too small: at least 1", text);
  return "";
}

std::string problem_of_time(const std::string& text, bool may_be_zero) {
  auto value = base::parse_number<double>(text);
  if (!value || !std::isfinite(*value) || std::signbit(*value)) {
    return fmt::format("`{}` is not a number of seconds", text);
  }
  if (*value > kLongestTime) return fmt::format("{} is too large", text);
  if (*value == 0 && !may_be_zero) return "it must be more than 0";
  return "";
}

// The words of `{a,b,c}` in the description of CLI11's IsMember.
std::vector<std::string> choices_of(const std::string& type) {
  std::size_t open = type.rfind('{');
  if (open == std::string::npos || !type.ends_with('}')) return {};
  std::vector<std::string> words;
  std::string word;
  for (char c : type.substr(open + 1, type.size() - open - 2)) {
    if (c == ',')
      words.push_back(std::exchange(word, ""));
    else
      word += c;
  }
  words.push_back(word);
  return words;
}

std::string problem_of_choice(const std::string& text, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return "";
  return fmt::format("there is no `{}`{} It is one of {}", text,
                     guess(text, words).empty() ? "." : guess(text, words), fmt::join(words, ", "));
}

// CLI11 reads -1 as a large number, and accepts nan and numbers that do not fit. What it knows
// of an option is in the name of its type, such as UINT:POSITIVE.
void check_values(CLI::Option& option) {
  std::string type = option.get_type_name();
  bool is_positive = type.find(":POSITIVE") != std::string::npos;
  std::uint64_t most = long_name(option) == "--memory" ? kLargestMemory : UINT64_MAX;
  std::function<std::string(std::string&)> check;
  if (type.starts_with("UINT")) {
    check = [=](std::string& text) { return problem_of_count(text, is_positive ? 1 : 0, most); };
  } else if (type.starts_with("INT")) {
    check = [=](std::string& text) { return problem_of_integer(text, is_positive); };
  } else if (type.starts_with("FLOAT")) {
    check = [=](std::string& text) { return problem_of_time(text, !is_positive); };
  } else if (auto words = choices_of(type); !words.empty()) {
    check = [=](std::string& text) { return problem_of_choice(text, words); };
  } else {
    return;
  }
  option.transform(CLI::Validator(check, ""));  // before all other checks
}

// ---------------------------------------------------------------- help

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
    if (!is_positional) left += value_name(*option);
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
  std::string groups(const CLI::App& app) const {
    std::string out;
    for (const std::string& group : ordered_groups(app)) {
      auto options = app.get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional();
      });
      std::stable_sort(options.begin(), options.end(), [](const auto* a, const auto* b) {
        return find_option(long_name(*a)) < find_option(long_name(*b));
      });
      if (!options.empty()) out += make_group(group, false, options);
    }
    return out;
  }

  // In the order of options.def; those that it does not know come last.
  static std::vector<std::string> ordered_groups(const CLI::App& app) {
    std::vector<std::string> result;
    auto add = [&](std::string_view group) {
      bool is_new = std::find(result.begin(), result.end(), group) == result.end();
      if (is_new && !group.empty()) result.emplace_back(group);
    };
    for (const OptionRow& row : option_table()) add(row.group);
    for (const std::string& group : app.get_groups()) add(group);
    return result;
  }

  static std::string value_name(const CLI::Option& option) {
    if (option.get_items_expected() == 0) return "";
    std::string type = option.get_type_name();
    auto words = choices_of(type);
    if (!words.empty()) return fmt::format(" {}", fmt::join(words, "|"));
    type = type.substr(0, type.find(':'));
    if (type.starts_with("UINT") || type.starts_with("INT")) type = "N";
    if (type == "FLOAT") type = "SECONDS";
    return " " + type;
  }
};

bool has_groups(std::string_view command) {
  return command == "verify" || command == "mutate" || command == "run";
}

// Its heading in the help, and which engines read it.
void put_into_group(CLI::Option& option, bool with_engines) {
  const OptionRow* row = find_option(long_name(option));
  if (!row) return;
  option.group(std::string(row->group));
  std::string text = option.get_description();
  bool is_told = row->engines.empty() || row->group.find("--engine") != std::string_view::npos ||
                 text.starts_with("finite models") || depends_on_value(row->name);
  if (!with_engines || is_told) return;
  option.description(fmt::format("{} [{}]", text, row->engines));
}

}  // namespace

std::optional<std::int64_t> read_integer(std::string_view text) {
  return base::parse_number<std::int64_t>(text);
}

void prepare_arguments(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_help_ptr()->description("show this text");
  for (CLI::App* command : app.get_subcommands({})) {
    command->group("Commands");
    command->get_help_ptr()->description("show this text");
    command->footer("");
    command->formatter(app.get_formatter());
    for (CLI::Option* option : command->get_options()) {
      check_values(*option);
      if (has_groups(command->get_name())) {
        put_into_group(*option, command->get_name() != "run");
      }
    }
  }
}

std::vector<GivenOption> given_options(const CLI::App& command) {
  std::vector<GivenOption> result;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || !option->nonpositional()) continue;
    GivenOption given{long_name(*option), option->results().back()};
    if (option->get_items_expected() == 0) {
      // `--stateful` and `--no-stateful` are one to CLI11.
      const auto& off = option->get_fnames();
      bool is_off = given.value == "false" || given.value.starts_with('-');
      if (is_off && !off.empty()) given.name = "--" + off.front();
      given.value.clear();
    }
    result.push_back(std::move(given));
  }
  return result;
}

// ---------------------------------------------------------------- problems

std::optional<std::string> unknown_command(const CLI::App& app, std::string_view name) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), name) != names.end()) return std::nullopt;
  return fmt::format("there is no command `{}`{}", name, guess(name, names));
}

namespace {

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
  } else if (dynamic_cast<const CLI::ConversionError*>(&error)) {
    std::size_t equals = text.rfind("= ");
    if (equals != std::string::npos) {
      std::size_t dash = text.find("--");
      name = text.substr(dash, text.find(' ', dash) - dash);
      text = fmt::format("{}: {} is too large", name, text.substr(equals + 2));
    }
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    text = fmt::format("{} needs a value", name);
  } else if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
    std::size_t other = text.rfind(' ');
    text = fmt::format("{} does not go with{}", name, text.substr(other));
  }
  return fmt::format("{} (`braid {} --help` lists all options)", text, command.get_name());
}

}  // namespace cli
