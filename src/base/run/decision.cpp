#include "base/run/decision.h"

namespace run {

std::string_view keyword(DecisionKind kind) {
  static constexpr std::string_view kTable[] = {
#define DECISION(name, keyword) keyword,
#include "base/run/decisions.def"
#undef DECISION
  };
  return kTable[static_cast<std::size_t>(kind)];
}

}  // namespace run
