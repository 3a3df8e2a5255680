// What interactive sessions share: a loop over commands, and text about steps.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "verdict/verdict.h"

namespace driver {

class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  // What to show before the first command, and before each one.
  virtual std::string greeting() = 0;
  virtual std::string prompt() const = 0;
  // Executes one line and returns what to show. An empty line repeats the last command.
  virtual std::string execute(std::string_view line) = 0;
  virtual bool is_over() const = 0;
};

// Reads commands until `quit` or the end of the input. With `echo` the commands are
// shown, too, so that the output of a session from a file can be read.
void run_session(Session& session, std::istream& in, std::ostream& out, bool echo);

// A whole number; nullopt for anything else.
std::optional<std::size_t> parse_number(std::string_view text);
// The first argument as a count; 1 if there is none.
std::optional<std::size_t> count_argument(const std::vector<std::string>& args);
inline constexpr const char* kNumberNeeded = "a number is needed\n";

// `step 3, thread 1, Main.main, line 11`, the statement and its effects.
std::string step_text(const verdict::TraceStep& step, std::size_t number,
                      const base::Sources& sources);

// What is wrong, as the end of a session shows it.
std::string violation_lines(const verdict::Violation& violation, const base::Sources& sources,
                            bool color);

// The source around the line of `current`, which is marked, or around `middle`.
std::string source_listing(const base::Sources& sources, base::Span current,
                           const std::vector<std::string>& args);

// Steps around the last one of the first `moment`, which is marked, or all steps.
std::string trace_listing(const std::vector<verdict::TraceStep>& trace, std::size_t moment,
                          const std::vector<std::string>& args, const base::Sources& sources,
                          bool color);

}  // namespace driver
