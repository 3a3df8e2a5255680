// What a Program of the library holds, and what its two halves, loading and verifying, share.
#pragma once

#include <string>
#include <vector>

#include "api/braid.h"
#include "pipeline/load.h"
#include "result/report/problems.h"
#include "result/report/report.h"

namespace braid {

// As src/main.cpp has it: recursion over syntax trees is bounded by the parsers.
inline constexpr std::size_t kStackBytes = std::size_t{512} << 20;

struct Program::Impl {
  std::vector<std::string> paths;  // as given
  bool is_java = false;
  pipeline::Input input;
  bool is_good = false;  // the program is ready for execution
  std::string entry;
  std::vector<Diagnostic> diagnostics;
};

// The way into a Program for those who implement it.
struct Access {
  static Program::Impl& impl(Program& program) { return *program.impl_; }
};

std::vector<Diagnostic> diagnostics_of(const base::Sources& sources, const diag::Sink& sink);

}  // namespace braid
