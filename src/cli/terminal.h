// What the driver knows about where its output goes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cli {

bool is_terminal(std::FILE* stream);

// Colours are used on a terminal only, and not if NO_COLOR is set (no-color.org).
bool wants_color(std::FILE* stream);

// Columns of the terminal: what COLUMNS says, else what the terminal says. 0: it is none, and
// what is written there need not fit.
std::size_t terminal_width(std::FILE* stream);

// Writes to standard error; a failure there has no better place to go.
void print_error(std::string_view text);

// Why nothing could be written to `path`, found out without touching it; empty: it looks good.
// So that this is said before a long run, not after it.
std::string why_not_writable(const std::string& path);

// Writes the result of a command to `path`, or to standard output if it is empty. Returns 0, or
// the exit status of a run whose result could not be written, after saying why; what does not fit
// on a full disk goes to standard output. From then on a limit does not write another result.
int write_result(const std::string& path, std::string_view text);
// The same for a part of the result, or for a file beside it.
int write_piece(const std::string& path, std::string_view text);

}  // namespace cli
