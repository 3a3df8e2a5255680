#include "result/report/advice.h"

#include <string>

namespace report {

namespace {

struct Advice {
  std::string_view part;  // of a reason, or the name of a bound
  std::string_view text;
};

constexpr Advice kReasons[] = {
#define ADVICE(part, text) {part, text},
#define BOUND_ADVICE(name, text)
#include "result/report/advice.def"
#undef ADVICE
#undef BOUND_ADVICE
};

constexpr Advice kBounds[] = {
#define ADVICE(part, text)
#define BOUND_ADVICE(name, text) {name, text},
#include "result/report/advice.def"
#undef ADVICE
#undef BOUND_ADVICE
};

}  // namespace

std::string_view advice_for(const verdict::Result& result) {
  for (const Advice& row : kReasons) {
    if (result.reason.find(row.part) != std::string::npos) return row.text;
  }
  return "another --engine; docs/limits.md says what is supported";
}

std::string_view advice_for(const verdict::Bound& bound) {
  std::string_view option = verdict::option_of(bound);
  if (!option.empty()) return option;
  for (const Advice& row : kBounds) {
    if (row.part == bound.name) return row.text;
  }
  return {};
}

}  // namespace report
