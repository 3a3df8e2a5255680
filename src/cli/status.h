// Exit statuses of braid, as scripts rely on them (docs/command-line.md).
#pragma once

namespace cli {

inline constexpr int kValid = 0;
inline constexpr int kUsage = 1;          // the command line is wrong
inline constexpr int kBadInput = 2;       // diagnostics say where
inline constexpr int kUnknown = 5;        // a limit, or a result that could not be written
inline constexpr int kInternalError = 6;  // a failed CHECK ends the process with it
inline constexpr int kRefuted = 10;       // a goal or a proof is refuted; a command ended otherwise

}  // namespace cli
