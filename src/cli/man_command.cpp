// `braid man`: prints a manual page, or writes all of them.
#include <fmt/format.h>

#include <filesystem>

#include "cli/command.h"
#include "cli/man_page.h"
#include "cli/output.h"
#include "cli/status.h"

namespace cli {

namespace {

struct ManOptions {
  std::string command;  // empty: braid itself
  std::string folder;   // where all pages go; empty: one is printed
};

int write_all(const std::string& folder, const std::vector<CommandRow>& commands) {
  std::filesystem::path path(folder);
  int status = write_piece((path / "braid.1").string(), man_of_braid(commands));
  for (const CommandRow& command : commands) {
    if (status != kValid) break;
    status =
        write_piece((path / fmt::format("braid-{}.1", command.name)).string(), man_of(command));
  }
  return status;
}

int print_pages(const ManOptions& options) {
  std::vector<CommandRow> commands = all_rows();
  if (!options.folder.empty()) return write_all(options.folder, commands);
  for (const CommandRow& command : commands) {
    if (command.name == options.command) return write_result("", man_of(command));
  }
  return write_result("", man_of_braid(commands));
}

std::vector<std::string> command_words() {
  return {
#define COMMAND(name, word, help) word,
#include "cli/commands.def"
#undef COMMAND
  };
}

}  // namespace

void add_man(Command& c) {
  auto options = std::make_shared<ManOptions>();
  std::vector<std::string> words = command_words();
  c.rare();
  c.about("Prints a page for `man`: `braid man verify | man -l -` shows it.");
  c.word("COMMAND", words, "the command (default: braid as a whole)",
         [options, words](std::size_t chosen) { options->command = words[chosen]; });
  c.text("--folder", options->folder, "write all pages to this folder", {}, "FOLDER");
  c.action({.run = [options] { return print_pages(*options); }});
}

}  // namespace cli
