#include "verdict/verdict.h"

#include "base/check.h"

namespace verdict {

namespace {

struct ViolationInfo {
  std::string_view keyword;
  int exit_status;
  std::string_view text;
};

const ViolationInfo& info(ViolationKind kind) {
  static constexpr ViolationInfo kTable[] = {
#define VIOLATION(name, keyword, exit_status, text) {keyword, exit_status, text},
#include "verdict/violations.def"
#undef VIOLATION
  };
  return kTable[static_cast<std::size_t>(kind)];
}

constexpr int kValid = 0;
constexpr int kUnknown = 5;

}  // namespace

std::string_view keyword(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::Valid: return "valid";
    case VerdictKind::Invalid: return "invalid";
    case VerdictKind::Deadlock: return "deadlock";
    case VerdictKind::Unknown: return "unknown";
  }
  UNREACHABLE("verdict kind");
}

std::string_view keyword(ViolationKind kind) { return info(kind).keyword; }
std::string_view text(ViolationKind kind) { return info(kind).text; }

VerdictKind verdict_of(ViolationKind kind) {
  return kind == ViolationKind::Deadlock ? VerdictKind::Deadlock : VerdictKind::Invalid;
}

int exit_code(const Result& result, bool strict) {
  switch (result.verdict) {
    case VerdictKind::Valid: return strict && !result.complete ? kUnknown : kValid;
    case VerdictKind::Unknown: return kUnknown;
    case VerdictKind::Invalid:
    case VerdictKind::Deadlock:
      CHECK(result.violation.has_value(), "a verdict of {} without a violation",
            keyword(result.verdict));
      return info(result.violation->kind).exit_status;
  }
  UNREACHABLE("verdict kind");
}

}  // namespace verdict
