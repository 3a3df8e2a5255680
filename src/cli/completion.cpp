#include "cli/completion.h"

#include <fmt/format.h>

namespace cli {

namespace {

// Between single quotes.
std::string shell_text(std::string_view text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string names_of(const std::vector<CommandRow>& commands) {
  std::string out;
  for (const CommandRow& command : commands) out += (out.empty() ? "" : " ") + command.name;
  return out;
}

std::string names_of(const std::vector<OptionRow>& options) {
  std::string out;
  for (const OptionRow& option : options) {
    for (const std::string& name : option.names) out += (out.empty() ? "" : " ") + name;
  }
  return out;
}

// ---------------------------------------------------------------- bash

constexpr std::string_view kBashBegin =
    R"(# Completion of braid for bash, made by `braid completion bash`.

# Files with one of the endings, or any file, and folders.
_braid_files() {
  local IFS=$'\n' ending
  type compopt &>/dev/null && compopt -o filenames 2>/dev/null
  if [[ $# -eq 0 ]]; then
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -d -- "$cur"))
  for ending in "$@"; do
    COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$cur"))
  done
}

_braid_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_braid() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev= command= i
  [[ $COMP_CWORD -gt 0 ]] && prev=${COMP_WORDS[COMP_CWORD-1]}
  # `--format=json` is three words, or two if nothing stands behind the sign.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = && $COMP_CWORD -gt 1 ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  COMPREPLY=()
)";

std::string bash_values(const OptionRow& row) {
  if (!row.words.empty()) {
    return fmt::format("_braid_words {}", shell_text(fmt::format("{}", fmt::join(row.words, " "))));
  }
  if (!row.takes_path()) return ":";
  return fmt::format("_braid_files{}{}", row.endings.empty() ? "" : " ",
                     fmt::join(row.endings, " "));
}

std::string bash_command(const CommandRow& command) {
  std::string out = fmt::format("    {})\n      case $prev in\n", command.name);
  for (const OptionRow& option : command.options) {
    if (option.value.empty()) continue;
    out += fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"),
                       bash_values(option));
  }
  out += fmt::format("      esac\n      if [[ $cur == -* ]]; then\n        _braid_words {}\n",
                     shell_text(names_of(command.all_options())));
  if (!command.arguments.empty()) {
    out += fmt::format("      else\n        {}\n", bash_values(command.arguments.front()));
  }
  return out + "      fi\n      ;;\n";
}

// ---------------------------------------------------------------- zsh

// The text behind a name, in brackets.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_values(const OptionRow& row) {
  if (!row.words.empty()) return fmt::format("({})", fmt::join(row.words, " "));
  if (!row.takes_path()) return " ";
  if (row.endings.empty()) return "_files";
  return fmt::format("_files -g \"*.({})\"", fmt::join(row.endings, "|"));
}

std::string zsh_option(const OptionRow& option, const std::string& name) {
  std::string spec = name;
  if (!option.value.empty() && name.starts_with("--")) spec += '=';
  spec += fmt::format("[{}]", zsh_text(option.brief.empty() ? option.help : option.brief));
  if (!option.value.empty()) {
    // A list of words would be too long for a heading.
    std::string heading = option.words.empty() ? zsh_text(option.value) : name;
    spec += fmt::format(":{}:{}", heading, zsh_values(option));
  }
  return shell_text(spec);
}

std::string zsh_command(const CommandRow& command) {
  std::string out = fmt::format("        {})\n          _arguments \\\n", command.name);
  for (const OptionRow& option : command.all_options()) {
    for (const std::string& name : option.names) {
      out += fmt::format("            {} \\\n", zsh_option(option, name));
    }
  }
  for (const OptionRow& argument : command.arguments) {
    std::string spec = fmt::format("{}:{}:{}", argument.is_many ? "*" : "1",
                                   zsh_text(argument.names.front()), zsh_values(argument));
    out += fmt::format("            {} \\\n", shell_text(spec));
  }
  out.erase(out.size() - 3);  // nothing goes on behind the last one
  return out + "\n          ;;\n";
}

// ---------------------------------------------------------------- fish

// Where it holds, and what comes behind it.
std::string fish_values(const OptionRow& row) {
  if (!row.words.empty()) {
    return fmt::format(" -x -a {}", shell_text(fmt::format("{}", fmt::join(row.words, " "))));
  }
  if (row.takes_path()) return " -r -F";
  return row.is_argument ? "" : " -x";
}

std::string fish_command(const CommandRow& command) {
  std::string here =
      fmt::format("complete -c braid -n '__fish_seen_subcommand_from {}'", command.name);
  std::string out;
  for (const OptionRow& argument : command.arguments) out += here + fish_values(argument) + '\n';
  for (const OptionRow& option : command.all_options()) {
    std::string text = shell_text(option.brief.empty() ? option.help : option.brief);
    std::string names;
    for (const std::string& name : option.names) {
      bool is_long = name.starts_with("--");
      names += fmt::format(" -{} {}", is_long ? 'l' : 's', name.substr(is_long ? 2 : 1));
    }
    out += fmt::format("{}{}{} -d {}\n", here, names,
                       option.value.empty() ? "" : fish_values(option), text);
  }
  return out;
}

}  // namespace

std::string bash_completion(const std::vector<CommandRow>& commands) {
  std::string out(kBashBegin);
  out += "  case $command in\n";
  out += fmt::format(
      "    '')\n      if [[ $cur == -* ]]; then\n        _braid_words {}\n      else\n"
      "        _braid_words {}\n      fi\n      ;;\n",
      shell_text(names_of(own_options())), shell_text(names_of(commands)));
  for (const CommandRow& command : commands) out += bash_command(command);
  return out + "  esac\n}\n\ncomplete -F _braid braid\n";
}

std::string zsh_completion(const std::vector<CommandRow>& commands) {
  std::string out =
      "#compdef braid\n# Completion of braid for zsh, made by `braid completion zsh`.\n\n"
      "_braid() {\n  local context state state_descr line\n  typeset -A opt_args\n"
      "  local -a commands=(\n";
  for (const CommandRow& command : commands) {
    out += fmt::format("    {}\n",
                       shell_text(fmt::format("{}:{}", command.name, zsh_text(command.help))));
  }
  out += "  )\n  _arguments -C \\\n";
  for (const OptionRow& option : own_options()) {
    for (const std::string& name : option.names) {
      out += fmt::format("    {} \\\n", zsh_option(option, name));
    }
  }
  out +=
      "    '1: :->command' '*:: :->rest'\n  case $state in\n"
      "    command) _describe command commands ;;\n    rest)\n      case $words[1] in\n";
  for (const CommandRow& command : commands) out += zsh_command(command);
  // As a function of the completion system it is called with words to complete, else it is loaded.
  return out +
         "      esac\n      ;;\n  esac\n}\n\n"
         "if [[ $funcstack[1] == _braid ]]; then\n  _braid \"$@\"\nelse\n  compdef _braid "
         "braid\nfi\n";
}

std::string fish_completion(const std::vector<CommandRow>& commands) {
  std::string out =
      "# Completion of braid for fish, made by `braid completion fish`.\n\n"
      "complete -c braid -f\n";
  for (const CommandRow& command : commands) {
    out += fmt::format("complete -c braid -n __fish_use_subcommand -a {} -d {}\n", command.name,
                       shell_text(command.help));
  }
  for (const OptionRow& option : own_options()) {
    for (const std::string& name : option.names) {
      bool is_long = name.starts_with("--");
      out +=
          fmt::format("complete -c braid -n __fish_use_subcommand -{} {} -d {}\n",
                      is_long ? 'l' : 's', name.substr(is_long ? 2 : 1), shell_text(option.help));
    }
  }
  for (const CommandRow& command : commands) out += '\n' + fish_command(command);
  return out;
}

}  // namespace cli
