// Lines of sets of statements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"

namespace report {

// Where the statements begin, each line once, sorted.
std::vector<std::uint32_t> lines_of(const std::vector<base::Span>& spans,
                                    const base::Sources& sources);
// The same in words: "line 3", "lines 3, 5-8".
std::string lines_text(const std::vector<base::Span>& spans, const base::Sources& sources);

}  // namespace report
