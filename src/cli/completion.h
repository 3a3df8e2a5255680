// Completion of command lines by shells: a script for each of them, made of the table of options.
#pragma once

#include <string>
#include <vector>

#include "cli/option_table.h"

namespace cli {

std::string bash_completion(const std::vector<CommandRow>& commands);
std::string zsh_completion(const std::vector<CommandRow>& commands);
std::string fish_completion(const std::vector<CommandRow>& commands);

}  // namespace cli
