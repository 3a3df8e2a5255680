// Statements, and the lines of sets of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"

namespace report {

// Without the blanks at its end: the head of a block goes on to its brace.
base::Span trimmed(base::Span span, const base::Sources& sources);

// Where the statements begin, each line once, sorted.
std::vector<std::uint32_t> lines_of(const std::vector<base::Span>& spans,
                                    const base::Sources& sources);
// The same in words: "line 3", "lines 3, 5-8".
std::string lines_text(const std::vector<base::Span>& spans, const base::Sources& sources);

}  // namespace report
