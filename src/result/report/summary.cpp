#include "result/report/summary.h"

#include <fmt/format.h>

namespace report {

namespace {

std::string sentence_of_valid(const Item& item) {
  if (item.result.vacuous) return "no execution meets the assumptions: nothing was checked";
  if (item.subject.executions) {
    return *item.subject.executions == 1
               ? "no violation in this execution"
               : fmt::format("no violation in these {} executions", *item.subject.executions);
  }
  return item.result.complete ? "no execution is wrong" : "no execution within the bounds is wrong";
}

}  // namespace

std::string sentence_of(const Item& item) {
  const verdict::Result& result = item.result;
  if (result.violation) {
    const verdict::Violation& v = *result.violation;
    bool is_deadlock = v.kind == verdict::ViolationKind::Deadlock && !v.cause.empty();
    return is_deadlock ? "no thread can move: " + v.cause : v.message;
  }
  if (result.verdict != verdict::VerdictKind::Valid) {
    return result.reason.empty() ? std::string(verdict::keyword(result.verdict)) : result.reason;
  }
  std::string sentence = sentence_of_valid(item);
  if (item.is_refused()) sentence += "; --strict or --fail-on does not accept that";
  return sentence;
}

std::vector<std::string> not_searched(const verdict::Result& result) {
  std::vector<std::string> lines;
  for (const verdict::Bound& bound : result.bounds) {
    if (!bound.cut) continue;
    std::string_view option = verdict::option_of(bound);
    lines.push_back(fmt::format("not searched: {}{}", verdict::beyond(bound),
                                option.empty() ? "" : fmt::format(" ({})", option)));
  }
  return lines;
}

std::string bounds_in_force(const verdict::Result& result) {
  std::vector<std::string> shown;
  for (const verdict::Bound& bound : result.bounds) {
    shown.push_back(bound.value.empty() ? bound.name
                                        : fmt::format("{} {}", bound.name, bound.value));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

std::string name_of(const Subject& subject) {
  if (!subject.entry.empty()) return subject.entry;
  return fmt::format("{}", fmt::join(subject.input, " "));
}

}  // namespace report
