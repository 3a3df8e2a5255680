// Manual pages, made of the table of options, in the language of `man`.
#pragma once

#include <string>
#include <vector>

#include "cli/option_table.h"

namespace cli {

// braid(1)
std::string man_of_braid(const std::vector<CommandRow>& commands);
// braid-verify(1) and so on
std::string man_of(const CommandRow& command);

}  // namespace cli
