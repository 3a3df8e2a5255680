// Which engines read which options (options.def). An option that the chosen engine does not
// read is refused: silence would look as if it had been taken.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// An option of the command line, as it was given.
struct GivenOption {
  std::string name;   // "--bfs"
  std::string value;  // the last one; empty for flags
};

struct OptionRow {
  std::string_view name;     // "--bfs", or "--search random"
  std::string_view group;    // the heading in `--help`
  std::string_view engines;  // words with blanks between them; empty: all
};
const std::vector<OptionRow>& option_table();

// The row about the option with this value; null if the table does not have it.
const OptionRow* find_option(std::string_view name, std::string_view value = "");

// True if the table has rows for values of the option.
bool depends_on_value(std::string_view name);

// The engine that is meant if none is named: the only one that reads all of the options.
// Nothing if there is no such engine, or more than one.
std::optional<std::string> engine_meant(const std::vector<GivenOption>& given);

// What to say if the engine does not read one of the options; nothing of `auto`, which is none.
// `is_chosen`: Braid has chosen the engine, not the user.
std::optional<std::string> refused_option(const std::vector<GivenOption>& given,
                                          std::string_view engine, bool is_chosen);

}  // namespace cli
