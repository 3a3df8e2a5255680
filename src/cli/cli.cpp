#include "cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "cli/command.h"
#include "cli/execution.h"
#include "cli/help.h"
#include "cli/problems.h"

namespace cli {

namespace {

// Whether the arguments ask for JSON, be the rest of them right or wrong.
bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--format=json") return true;
    if (argument == "--format" && i + 1 < argc && argv[i + 1] == std::string_view("json")) {
      return true;
    }
  }
  return false;
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

int execute(int argc, char** argv) {
  const run::Clock::time_point start = run::Clock::now();
  CLI::App app{"Braid verifies concurrent object-oriented programs.", "braid"};
  app.set_version_flag("--version", fmt::format("braid {}", report::kVersion));
  app.require_subcommand(1);
  app.footer("`braid COMMAND --help` tells more about a command.");
  auto commands = all_commands(app);
  lay_out_help(app);
  if (argc > 1 && argv[1][0] != '-') {
    // CLI11 says only that a command is needed if the given one is unknown.
    if (auto problem = unknown_command(app, argv[1])) return usage_error(*problem);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return usage_error(describe_problem(app, e));
  }
  std::string name = app.get_subcommands().front()->get_name();
  auto command = std::find_if(commands.begin(), commands.end(),
                              [&](const auto& c) { return c->name() == name; });
  return (*command)->execute(start);
}

}  // namespace

int run_cli(int argc, char** argv) {
  if (asks_for_json(argc, argv)) use_json_for_problems();
  return finish_problems(execute(argc, argv));
}

}  // namespace cli
