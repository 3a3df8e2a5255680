// What to try next if a search has no answer, or not the whole one.
#pragma once

#include <string_view>

#include "result/verdict/verdict.h"

namespace report {

// For a result that is unknown.
std::string_view advice_for(const verdict::Result& result);

// The option that raises the bound, or what else helps; empty: nothing is known to.
std::string_view advice_for(const verdict::Bound& bound);

}  // namespace report
