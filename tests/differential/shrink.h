// Makes a failing program small: lines, blocks, parameters and parts of expressions are
// deleted as long as the program still fails.
#pragma once

#include <functional>
#include <string>

namespace differential {

// Whether the text still shows the failure. A text that is no program does not.
using StillFails = std::function<bool(const std::string&)>;

// Works on text in the generator's layout: one statement, clause or brace per line,
// blocks told by indentation. Asks at most `attempts` times.
std::string shrink(const std::string& text, const StillFails& fails, int attempts);

}  // namespace differential
