// `braid completion`: prints what makes a shell complete command lines of Braid.
#include "cli/completion.h"

#include "cli/command.h"
#include "cli/output.h"

namespace cli {

namespace {

enum class Shell : std::uint8_t { Bash, Zsh, Fish };

int print_completion(Shell shell) {
  std::vector<CommandRow> commands = all_rows();
  switch (shell) {
    case Shell::Bash: return write_result("", bash_completion(commands));
    case Shell::Zsh: return write_result("", zsh_completion(commands));
    case Shell::Fish: break;
  }
  return write_result("", fish_completion(commands));
}

}  // namespace

void add_completion(Command& c) {
  auto shell = std::make_shared<Shell>();
  c.rare();
  c.about(
      "Prints a script. For the running bash, `source <(braid completion bash)`; for good, write "
      "it "
      "to where the shell looks: for bash the folder bash-completion/completions of "
      "~/.local/share, as braid; for zsh a folder of fpath, as _braid; for fish the folder "
      "completions of ~/.config/fish, as braid.fish.");
  c.word("SHELL", {"bash", "zsh", "fish"}, "the shell", [shell](std::size_t chosen) {
     *shell = static_cast<Shell>(chosen);
   }).required();
  c.action({.run = [shell] { return print_completion(*shell); }});
}

}  // namespace cli
