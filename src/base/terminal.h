// What is known about the terminal that output goes to.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>

namespace base {

bool is_terminal(std::FILE* stream);

// Colours are used on a terminal only, and not if NO_COLOR is set (no-color.org).
bool wants_color(std::FILE* stream);

// Columns of the terminal: what COLUMNS says, else what the terminal says. 0: it is none, and
// what is written there need not fit.
std::size_t terminal_width(std::FILE* stream);

// Writes to standard error; a failure there has no better place to go.
void print_error(std::string_view text);

}  // namespace base
