#include "result/verdict/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/run/run.h"

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
#include "result/verdict/violations.def"
#undef VIOLATION
  };
  return kTable[static_cast<std::size_t>(kind)];
}

struct BoundInfo {
  std::string_view name;
  std::string_view option;
  std::string_view beyond;
};

const BoundInfo* bound_info(std::string_view name) {
  static constexpr BoundInfo kTable[] = {
#define BOUND(name, option, beyond) {name, option, beyond},
#include "result/verdict/bounds.def"
#undef BOUND
  };
  const auto* at = std::find_if(std::begin(kTable), std::end(kTable),
                                [&](const BoundInfo& info) { return info.name == name; });
  return at == std::end(kTable) ? nullptr : at;
}

// The bound of that name, which is added if there is none.
Bound& bound_of(std::vector<Bound>& bounds, std::string_view name) {
  auto at = std::lower_bound(bounds.begin(), bounds.end(), name,
                             [](const Bound& bound, std::string_view n) { return bound.name < n; });
  if (at == bounds.end() || at->name != name) {
    at = bounds.insert(at, Bound{.name = std::string(name), .value = {}, .cut = false});
  }
  return *at;
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

std::string_view keyword(SyncKind kind) {
  static constexpr std::string_view kTable[] = {
#define SYNC(name, keyword) keyword,
#include "result/verdict/syncs.def"
#undef SYNC
  };
  return kTable[static_cast<std::size_t>(kind)];
}

std::string_view keyword(ViolationKind kind) { return info(kind).keyword; }
std::string_view text(ViolationKind kind) { return info(kind).text; }

VerdictKind verdict_of(ViolationKind kind) {
  return kind == ViolationKind::Deadlock ? VerdictKind::Deadlock : VerdictKind::Invalid;
}

std::string_view option_of(const Bound& bound) {
  const BoundInfo* info = bound_info(bound.name);
  return info ? info->option : std::string_view();
}

std::string beyond(const Bound& bound) {
  const BoundInfo* info = bound_info(bound.name);
  if (!info) return fmt::format("executions beyond the bound `{}` of the model", bound.name);
  std::string_view value = bound.value.empty() ? "the given" : std::string_view(bound.value);
  return fmt::format(fmt::runtime(info->beyond), value);
}

void Result::set_bound(std::string_view name, std::string value) {
  bound_of(bounds, name).value = std::move(value);
}

void Result::cut(std::string_view name) { bound_of(bounds, name).cut = true; }

bool Result::is_cut() const {
  return std::any_of(bounds.begin(), bounds.end(), [](const Bound& bound) { return bound.cut; });
}

std::vector<std::string> Result::bounds_hit() const {
  std::vector<std::string> result;
  for (const Bound& bound : bounds) {
    if (bound.cut) result.push_back(bound.name);
  }
  return result;
}

void judge_cuts(Result& result, bool has_checks) {
  if (result.verdict != VerdictKind::Valid || !result.is_cut()) return;
  if (result.vacuous) {
    result.verdict = VerdictKind::Unknown;
    result.vacuous = false;
    result.reason = fmt::format("{} cut every execution that meets the assumptions",
                                fmt::join(result.bounds_hit(), ", "));
    return;
  }
  bool cut_all = result.stats.paths > 0 && result.stats.cut == result.stats.paths;
  bool checked_none = has_checks && result.stats.checks == 0;
  if (!cut_all && !checked_none) return;
  result.verdict = VerdictKind::Unknown;
  result.reason = fmt::format("{} cut {}: {}", fmt::join(result.bounds_hit(), ", "),
                              cut_all ? "every execution" : "the executions",
                              cut_all ? "none was followed to its end" : "nothing was checked");
}

Result unknown(const run::Run& run, std::string reason) {
  Result result;
  result.reason = std::move(reason);
  result.stats = run.finished_statistics();
  return result;
}

int exit_code(const Result& result, bool strict) {
  FailOn fail_on;
  fail_on.cut = fail_on.vacuous = strict;
  return exit_code(result, fail_on);
}

int exit_code(const Result& result, const FailOn& fail_on) {
  switch (result.verdict) {
    case VerdictKind::Valid: {
      bool fails = (fail_on.cut && !result.complete) || (fail_on.vacuous && result.vacuous);
      return fails ? kUnknown : kValid;
    }
    case VerdictKind::Unknown: return fail_on.unknown ? kUnknown : kValid;
    case VerdictKind::Invalid:
    case VerdictKind::Deadlock: {
      CHECK(result.violation.has_value(), "a verdict of {} without a violation",
            keyword(result.verdict));
      bool is_deadlock = result.verdict == VerdictKind::Deadlock;
      bool fails = is_deadlock ? fail_on.deadlock : fail_on.invalid;
      return fails ? info(result.violation->kind).exit_status : kValid;
    }
  }
  UNREACHABLE("verdict kind");
}

}  // namespace verdict
