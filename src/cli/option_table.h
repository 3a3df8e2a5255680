// The commands and their options as data: what help, man pages and completions are made of. The
// kit (command.h) fills it in.
#pragma once

#include <string>
#include <vector>

namespace cli {

// An option, or an argument, which has a name only in the help.
struct OptionRow {
  std::vector<std::string> names;    // "-o", "--output"; of an argument "FILE"
  std::string value;                 // "SECONDS", "text|json"; empty: it has none
  std::vector<std::string> words;    // the values that fit; empty: no closed set
  std::vector<std::string> endings;  // of the files that fit; empty: any file
  std::string help;
  std::string brief;    // one line in its place; empty: the help is short enough
  std::string engines;  // "symex mc"; empty: all, or the help says it
  std::string group;    // its heading; empty: none
  bool is_argument = false;
  bool is_required = false;
  bool is_many = false;  // of an argument: there may be several
  bool is_rare = false;  // `--help` leaves it out

  // The value is the name of a file or a folder.
  bool takes_path() const;
  // The help with the engines that read the option.
  std::string full_help() const;
};

struct CommandRow {
  std::string name;
  std::string help;
  std::string about;  // some sentences more, or nothing
  std::vector<OptionRow> arguments;
  std::vector<OptionRow> options;
  bool is_rare = false;

  // With `-h`, `--help` and `--help-all`, which every command has.
  std::vector<OptionRow> all_options() const;
  bool has_rare_options() const;
  // The headings in the order in which the command has them. Options without one are "Options".
  std::vector<std::string> groups() const;
  // `[OPTIONS] FILE...`
  std::string usage() const;
};

// Every command with its options.
std::vector<CommandRow> all_rows();

// The options of `braid` itself, without a command.
std::vector<OptionRow> own_options();

// `FILE...`, `[CODE]`
std::string usage_of(const OptionRow& argument);

}  // namespace cli
