#include "cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "base/diag/diagnostic.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "engine/symex/team.h"

namespace cli {

namespace {

constexpr double kLongestTime = 1e9;                            // seconds: thirty years
constexpr std::int64_t kLargestMemory = std::int64_t{1} << 40;  // MiB

// ---------------------------------------------------------------- values

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

std::string problem_of_integer(const std::string& text, std::int64_t least) {
  std::string_view digits = text;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  if (!is_all_digits(digits)) return fmt::format("`{}` is not a whole number", text);
  auto value = base::parse_number<std::int64_t>(text);
  if (!value) return fmt::format("{} is too large", text);
  if (*value < least) return fmt::format("{} is too small: at least {}", text, least);
  return "";
}

std::string problem_of_time(const std::string& text) {
  auto value = base::parse_number<double>(text);
  if (!value || !std::isfinite(*value) || std::signbit(*value)) {
    return fmt::format("`{}` is not a number of seconds", text);
  }
  if (*value > kLongestTime) return fmt::format("{} is too large", text);
  if (*value == 0) return "it must be more than 0";
  return "";
}

std::string problem_of_choice(const std::string& text, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return "";
  auto near = diag::nearest(text, {words.begin(), words.end()});
  return fmt::format("there is no `{}`{} It is one of {}", text,
                     near ? fmt::format("; did you mean `{}`?", *near) : ".",
                     fmt::join(words, ", "));
}

std::string out_of_range(const std::string& text, std::int64_t least, std::int64_t most) {
  return fmt::format("Value {} not in range {} to {}", text, least, most);
}

// ---------------------------------------------------------------- running

// The files that the command will write, each of which may lie where nobody can write.
bool can_write(const Command::Action& action) {
  std::vector<std::string> paths{action.common->output};
  if (action.writes) {
    for (std::string& path : action.writes()) paths.push_back(std::move(path));
  }
  for (const std::string& path : paths) {
    std::string why = why_not_writable(path);
    if (why.empty()) continue;
    say_problem(fmt::format("cannot write {}: {}", path, why));
    return false;
  }
  return true;
}

WatchOptions watch_options(const std::string& command, const Command::Action& action) {
  const CommonOptions& common = *action.common;
  WatchOptions result;
  result.command = command;
  result.input = common.paths;
  result.seconds = common.timeout;
  if (common.memory) result.memory_bytes = *common.memory << 20U;
  result.format = common.format;
  result.output = common.output;
  result.stats = common.stats;
  if (action.watch) action.watch(result);
  return result;
}

}  // namespace

run::Limits CommonOptions::limits() const { return limits_of(timeout, memory); }

Option Option::required() {
  option_->required();
  row_->is_required = true;
  return *this;
}

Option Option::excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::rare() {
  row_->is_rare = true;
  return *this;
}

Option Option::brief(const std::string& text) {
  row_->brief = text;
  return *this;
}

Option Option::words(std::vector<std::string> words) {
  row_->words = std::move(words);
  return *this;
}

Option Option::endings(std::vector<std::string> endings) {
  row_->endings = std::move(endings);
  return *this;
}

Command::Command(CLI::App& app, const std::string& name, const std::string& help)
    : app_(app.add_subcommand(name, help)) {
  row_.name = name;
  row_.help = help;
}

Command::~Command() = default;

CommandRow Command::row() const {
  CommandRow result = row_;
  for (const OptionRow& row : rows_) {
    (row.is_argument ? result.arguments : result.options).push_back(row);
  }
  return result;
}

Option Command::add(CLI::Option* option, Engines engines,
                    std::function<Engines(const std::string&)> engines_of) {
  OptionRow row;
  for (const std::string& name : option->get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option->get_lnames()) row.names.push_back("--" + name);
  if (option->get_items_expected() > 0) row.value = option->get_type_name();
  std::string text = option->get_description();
  row.help = text;
  row.group = group_;
  row.is_rare = is_rare_;
  bool is_told = engines.is_all() || engines_of || group_.find("--engine") != std::string::npos ||
                 text.starts_with("finite models");
  if (names_engines_ && !is_told) row.engines = engines.words();
  entries_.push_back({option, engines, engines, std::move(engines_of)});
  rows_.push_back(std::move(row));
  return Option(option, &rows_.back());
}

Option Command::add_argument(CLI::Option* option, const std::string& name, bool is_many) {
  OptionRow row;
  row.names = {name};
  row.help = option->get_description();
  row.is_argument = true;
  row.is_many = is_many;
  rows_.push_back(std::move(row));
  return Option(option, &rows_.back());
}

// ---------------------------------------------------------------- kinds of options

Option Command::argument(const std::string& name, std::string& target, const std::string& help) {
  return add_argument(app_->add_option(name, target, help), name, false);
}

Option Command::arguments(const std::string& name, std::vector<std::string>& target,
                          const std::string& help, int most) {
  if (most > 1) return add_argument(app_->add_option(name, target, help), name, true).required();
  auto set = [&target](const std::string& text) { target = {text}; };
  return add_argument(app_->add_option_function<std::string>(name, set, help), name, false)
      .required();
}

Option Command::word(const std::string& name, const std::vector<std::string>& words,
                     const std::string& help, std::function<void(std::size_t)> set) {
  auto check = [words, set = std::move(set)](std::string& text) {
    std::string problem = problem_of_choice(text, words);
    auto found = std::find(words.begin(), words.end(), text);
    if (problem.empty()) set(static_cast<std::size_t>(found - words.begin()));
    return problem;
  };
  CLI::Option* option = app_->add_option_function<std::string>(
                                name, [](const std::string&) {}, help)
                            ->check(CLI::Validator(check, ""));
  return add_argument(option, name, false).words(words);
}

Option Command::flag(const std::string& names, std::function<void()> set, const std::string& help,
                     Engines engines) {
  return add(app_->add_flag_callback(names, std::move(set), help), engines);
}

Option Command::on_off(const std::string& on, const std::string& off, std::optional<bool>& target,
                       const std::string& help, Engines engines, Engines engines_off) {
  auto set = [&target](std::int64_t count) { target = count > 0; };
  Option added = add(app_->add_flag_function(fmt::format("{},!{}", on, off), set, help), engines);
  entries_.back().engines_off = engines_off;
  return added;
}

Option Command::value(const std::string& names, const std::string& type, ReadValue read,
                      const std::string& help, Engines engines) {
  auto check = [read = std::move(read)](std::string& text) { return read(text); };
  CLI::Option* option = app_->add_option_function<std::string>(
                                names, [](const std::string&) {}, help)
                            ->type_name(type)
                            ->check(CLI::Validator(check, ""));
  return add(option, engines);
}

Option Command::text(const std::string& names, std::string& target, const std::string& help,
                     Engines engines, const std::string& type) {
  return add(app_->add_option(names, target, help)->type_name(type), engines);
}

Option Command::formula(const std::string& names, std::string& target, const std::string& help,
                        Engines engines) {
  auto read = [&target](const std::string& text) -> std::string {
    if (text.empty()) return "it is empty";
    target = text;
    return "";
  };
  return value(names, "FORMULA", read, help, engines);
}

Option Command::list(const std::string& names, std::vector<std::string>& target,
                     const std::string& help) {
  return add(app_->add_option(names, target, help)
                 ->type_name("TEXT")
                 ->delimiter(',')
                 ->allow_extra_args(false),
             {});
}

Option Command::numbers(const std::string& names, std::vector<std::uint32_t>& target,
                        std::uint32_t most, const std::string& help) {
  auto check = [most](std::string& text) {
    std::string problem = problem_of_count(text, 0, UINT64_MAX);
    if (!problem.empty()) return problem;
    bool fits = *base::parse_number<std::uint64_t>(text) <= most;
    return fits ? "" : out_of_range(text, 0, most);
  };
  CLI::Option* option = app_->add_option(names, target, help)
                            ->type_name("N")
                            ->delimiter(',')
                            ->check(CLI::Validator(check, ""))
                            ->allow_extra_args(false);
  return add(option, {});
}

Option Command::repeatable(const std::string& names, const std::string& type, ReadValue read,
                           const std::string& help, Engines engines) {
  auto read_all = [names, read = std::move(read)](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      std::string problem = read(text);
      if (!problem.empty()) throw CLI::ValidationError(names, problem);
    }
  };
  CLI::Option* option = app_->add_option_function<std::vector<std::string>>(names, read_all, help)
                            ->type_name(type)
                            ->allow_extra_args(false);
  return add(option, engines);
}

Option Command::seconds(const std::string& names, std::optional<double>& target,
                        const std::string& help, Engines engines) {
  auto read = [&target](const std::string& text) {
    std::string problem = problem_of_time(text);
    if (problem.empty()) target = base::parse_number<double>(text);
    return problem;
  };
  return value(names, "SECONDS", read, help, engines);
}

Option Command::seconds(const std::string& names, double& target, const std::string& help,
                        Engines engines) {
  auto read = [&target](const std::string& text) {
    std::string problem = problem_of_time(text);
    if (problem.empty()) target = *base::parse_number<double>(text);
    return problem;
  };
  return value(names, "SECONDS", read, help, engines);
}

Option Command::signed_number(const std::string& names, std::function<void(std::int64_t)> set,
                              const std::string& help, Engines engines, Range range) {
  auto read = [set = std::move(set), range](const std::string& text) -> std::string {
    bool has_range = range.most != Range().most;
    std::string problem = problem_of_integer(
        text, has_range ? std::numeric_limits<std::int64_t>::min() : range.least);
    if (!problem.empty()) return problem;
    std::int64_t value = *base::parse_number<std::int64_t>(text);
    if (value < range.least || value > range.most) {
      return out_of_range(text, range.least, range.most);
    }
    set(value);
    return "";
  };
  return value(names, "N", read, help, engines);
}

Option Command::unsigned_number(const std::string& names, std::function<void(std::uint64_t)> set,
                                const std::string& help, Engines engines, std::uint64_t least,
                                std::uint64_t most, bool has_range) {
  auto read = [=, set = std::move(set)](const std::string& text) -> std::string {
    std::string problem =
        problem_of_count(text, has_range ? 0 : least, has_range ? UINT64_MAX : most);
    if (!problem.empty()) return problem;
    std::uint64_t value = *base::parse_number<std::uint64_t>(text);
    if (value < least || value > most) {
      return out_of_range(text, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most));
    }
    set(value);
    return "";
  };
  return value(names, "N", read, help, engines);
}

Option Command::choice(const std::string& names, const std::vector<std::string>& words,
                       std::function<void(const std::string&)> set, const std::string& help,
                       Engines engines, std::function<Engines(const std::string&)> engines_of) {
  auto check = [words, set = std::move(set)](std::string& text) {
    std::string problem = problem_of_choice(text, words);
    if (problem.empty()) set(text);
    return problem;
  };
  CLI::Option* option = app_->add_option_function<std::string>(
                                names, [](const std::string&) {}, help)
                            ->type_name(fmt::format("{}", fmt::join(words, "|")))
                            ->check(CLI::Validator(check, ""));
  return add(option, engines, std::move(engines_of)).words(words);
}

// ---------------------------------------------------------------- common options

void Command::files(CommonOptions& options) {
  arguments("FILE", options.paths, "source files or folders; several OOX files form one program")
      .endings({"oox", "java", "class", "jar", "pl", "bir"});
}

void Command::limits(CommonOptions& options) {
  seconds("--timeout", options.timeout, "limit in seconds, from the start of the command");
  unsigned_number(
      "--memory", [&options](std::uint64_t value) { options.memory = value; }, "limit in MiB", {},
      1, kLargestMemory, false);
}

Option Command::format(CommonOptions& options, report::Use use) {
  std::vector<std::string> words;
  for (const auto& row : report::words_of(report::Format{})) {
    if (report::use_of(row.value) <= use) words.emplace_back(row.word);
  }
  auto read = [this, &options, words, use](const std::string& text) -> std::string {
    auto format = base::find_word<report::Format>(text);
    if (!format) return problem_of_choice(text, words);
    if (report::use_of(*format) > use) {
      return fmt::format("`{}` is not for {}, which has {}", text, name(), fmt::join(words, ", "));
    }
    options.format = *format;
    return "";
  };
  return value("--format", fmt::format("{}", fmt::join(words, "|")), read,
               "how to print the result (default text)", {})
      .words(words);
}

Option Command::output(CommonOptions& options) {
  return file("-o,--output", options.output, "write to this file instead of standard output");
}

void Command::progress(CommonOptions& options) {
  Option on = flag(
                  "--progress", [&options] { options.progress = true; },
                  "show a line about the progress (default on a terminal)")
                  .rare();
  flag(
      "--no-progress", [&options] { options.progress = false; }, "do not show it")
      .excludes(on)
      .rare();
}

// ---------------------------------------------------------------- after parsing

int Command::execute(run::Clock::time_point start) const {
  if (!action_.common) return action_.run();
  // Who leads the others writes for all, and looks at the limits.
  if (team_ != nullptr && !team_->leads()) return action_.run();
  write_problems_to(action_.common->output);
  if (!can_write(action_)) return kUnknown;
  if (action_.is_interactive && action_.is_interactive()) return action_.run();
  Watch watch(start, watch_options(name(), action_));
  return action_.run();
}

std::vector<pipeline::GivenOption> Command::given() const {
  std::vector<pipeline::GivenOption> result;
  for (const Entry& entry : entries_) {
    if (entry.option->count() == 0) continue;
    const auto& names = entry.option->get_lnames();
    std::string name = names.empty() ? entry.option->get_name() : "--" + names.front();
    std::string value = entry.option->results().back();
    Engines engines = entry.engines;
    if (entry.option->get_items_expected() == 0) {
      // `--stateful` and `--no-stateful` are one to CLI11.
      const auto& off = entry.option->get_fnames();
      bool is_off = value == "false" || value.starts_with('-');
      if (is_off && !off.empty()) {
        name = "--" + off.front();
        engines = entry.engines_off;
      }
      value.clear();
    }
    if (entry.engines_of) {
      result.push_back({fmt::format("{} {}", name, value), entry.engines_of(value)});
    } else {
      result.push_back({std::move(name), engines});
    }
  }
  return result;
}

// ---------------------------------------------------------------- words

std::vector<Command::Words> Command::given_words() const {
  std::vector<Words> result;
  for (const Entry& entry : entries_) {
    const CLI::Option& option = *entry.option;
    if (option.count() == 0 || option.get_lnames().empty()) continue;
    Words one{option.get_lnames().front(), {}};
    bool is_switch = option.get_items_expected() == 0;
    std::string last = option.results().back();
    bool is_off = is_switch && (last == "false" || last.starts_with('-'));
    if (is_off && !option.get_fnames().empty()) {
      one.words.push_back("--" + option.get_fnames().front());
    } else if (is_switch) {
      one.words.push_back("--" + one.name);
    } else {
      for (const std::string& value : option.results()) {
        one.words.push_back(fmt::format("--{}={}", one.name, value));
      }
    }
    result.push_back(std::move(one));
  }
  return result;
}

Command::Words Command::words_for(const std::string& name, const std::vector<std::string>& values,
                                  bool is_on) const {
  for (const Entry& entry : entries_) {
    const CLI::Option& option = *entry.option;
    const auto& on = option.get_lnames();
    const auto& off = option.get_fnames();
    bool is_off_name = std::find(off.begin(), off.end(), name) != off.end();
    if (!is_off_name && std::find(on.begin(), on.end(), name) == on.end()) continue;
    // CLI11 counts the names that switch off among the long ones.
    auto first = std::find_if(on.begin(), on.end(), [&](const std::string& one) {
      return std::find(off.begin(), off.end(), one) == off.end();
    });
    Words result{first == on.end() ? name : *first, {}};
    for (const std::string& value : values) {
      result.words.push_back(fmt::format("--{}={}", name, value));
    }
    if (!values.empty()) return result;
    bool wants_on = is_on != is_off_name;
    if (wants_on) {
      result.words.push_back("--" + result.name);
    } else if (!off.empty()) {
      result.words.push_back("--" + off.front());
    }
    return result;
  }
  return {};
}

std::vector<std::pair<std::string, bool>> Command::long_names() const {
  std::vector<std::pair<std::string, bool>> result;
  for (const Entry& entry : entries_) {
    bool takes_value = entry.option->get_items_expected() != 0;
    for (const std::string& name : entry.option->get_lnames()) {
      result.emplace_back(name, takes_value);
    }
    for (const std::string& name : entry.option->get_fnames()) {
      bool is_known = std::any_of(result.begin(), result.end(),
                                  [&](const auto& one) { return one.first == name; });
      if (!is_known) result.emplace_back(name, takes_value);
    }
  }
  return result;
}

std::string Command::read(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app_->parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    return e.what();
  }
  return "";
}

DetachedCommand::DetachedCommand(const std::string& name)
    : app_(std::make_unique<CLI::App>()), command_(std::make_unique<Command>(*app_, name, "")) {}

DetachedCommand::~DetachedCommand() = default;

}  // namespace cli
