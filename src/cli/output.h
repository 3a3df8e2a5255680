// Writing results: to files or to standard output, once.
#pragma once

#include <string>
#include <string_view>

namespace cli {

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
