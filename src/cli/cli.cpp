#include "cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "cli/command.h"
#include "cli/execution.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"

namespace cli {

namespace {

// The format that the arguments ask for, be the rest of them right or wrong.
std::optional<report::Format> asked_format(int argc, char** argv) {
  constexpr std::string_view kOption = "--format=";
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    std::string_view word;
    if (argument.starts_with(kOption)) word = argument.substr(kOption.size());
    if (argument == "--format" && i + 1 < argc) word = argv[i + 1];
    if (auto format = base::find_word<report::Format>(word)) return format;
  }
  return std::nullopt;
}

std::vector<std::unique_ptr<Command>> all_commands(CLI::App& app) {
  std::vector<std::unique_ptr<Command>> result;
#define COMMAND(name, word, help)                               \
  result.push_back(std::make_unique<Command>(app, word, help)); \
  add_##name(*result.back());
#include "cli/commands.def"
#undef COMMAND
  return result;
}

std::vector<CommandRow> rows_of(const std::vector<std::unique_ptr<Command>>& commands) {
  std::vector<CommandRow> result;
  for (const auto& command : commands) result.push_back(command->row());
  return result;
}

// Commands take `--help` and `--help-all` from the app, so that it has them first.
void add_own_options(CLI::App& app) {
  app.set_version_flag("--version", fmt::format("braid {}", report::kVersion));
  app.set_help_all_flag("--help-all");
  app.require_subcommand(1);
}

int show_help(const CLI::App& app, const std::vector<std::unique_ptr<Command>>& commands,
              bool all) {
  auto chosen = app.get_subcommands();
  if (chosen.empty()) return write_result("", help_of_braid(rows_of(commands), all));
  for (const auto& command : commands) {
    if (command->name() == chosen.front()->get_name()) {
      return write_result("", help_of(command->row(), all));
    }
  }
  return kInternalError;
}

int execute(int argc, char** argv, symex::Team* team) {
  const run::Clock::time_point start = run::Clock::now();
  CLI::App app{"", "braid"};
  add_own_options(app);
  auto commands = all_commands(app);
  if (argc > 1 && argv[1][0] != '-') {
    // CLI11 says only that a command is needed if the given one is unknown.
    if (auto problem = unknown_command(app, argv[1])) return usage_error(*problem);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return show_help(app, commands, false);
  } catch (const CLI::CallForAllHelp&) {
    return show_help(app, commands, true);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return usage_error(describe_problem(app, e));
  }
  std::string name = app.get_subcommands().front()->get_name();
  if (team != nullptr && name != "verify") {
    return usage_error(fmt::format("braid-mpi has `verify` alone; use `braid {}`", name));
  }
  auto command = std::find_if(commands.begin(), commands.end(),
                              [&](const auto& c) { return c->name() == name; });
  (*command)->join(team);
  return (*command)->execute(start);
}

}  // namespace

std::vector<CommandRow> all_rows() {
  CLI::App app{"", "braid"};
  add_own_options(app);
  return rows_of(all_commands(app));
}

int run_cli(int argc, char** argv, symex::Team* team) {
  auto format = asked_format(argc, argv);
  if (format && report::tells_problems(*format)) use_format_for_problems(*format);
  return finish_problems(execute(argc, argv, team));
}

}  // namespace cli
