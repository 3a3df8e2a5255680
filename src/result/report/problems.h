// What is wrong with an input or a command line, for programs that read JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace report {

// Where in which file; no file: nowhere.
struct ProblemPlace {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct ProblemNote {
  std::string_view kind;  // label, note, help
  std::string message;
  ProblemPlace place;
};

struct Problem {
  std::string code;  // "OOX0201"; empty: there is none
  diag::Severity severity = diag::Severity::Error;
  std::string message;
  ProblemPlace place;
  std::vector<ProblemNote> notes;
};

std::vector<Problem> problems_of(const base::Sources& sources, const diag::Sink& sink);

// The object of a run that has no result, as docs/command-line.md describes it. The verdict
// is `error`, or `accepted` if the status is 0.
std::string problems_json(int status, const std::vector<Problem>& problems);

}  // namespace report
