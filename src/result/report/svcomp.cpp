#include "result/report/svcomp.h"

#include <fmt/format.h>

#include "base/check.h"
#include "ir/action.h"

namespace report {

namespace {

using verdict::ViolationKind;

// The message begins with what was thrown.
bool is_about(const verdict::Violation& v, ir::ExceptionKind kind) {
  return v.message.starts_with(ir::text(kind));
}

constexpr SvcompProperty kUnreachable{"unreach-call", "G ! call(reach_error())"};
constexpr SvcompProperty kAssertJava{"assert_java", "G assert"};
constexpr SvcompProperty kDereference{"valid-deref", "G valid-deref"};

SvcompProperty property_of_exception(const verdict::Violation& v, bool is_java) {
  if (is_java) return v.exception == "java.lang.AssertionError" ? kAssertJava : SvcompProperty{};
  bool is_access = is_about(v, ir::ExceptionKind::NullDereference) ||
                   is_about(v, ir::ExceptionKind::IndexOutOfBounds);
  return is_access ? kDereference : kUnreachable;
}

}  // namespace

std::string_view language_of(const Subject& subject) {
  std::string_view path = subject.input.empty() ? std::string_view() : subject.input.front();
  if (path.ends_with(".oox") || path.ends_with(".spec")) return "OOX";
  if (path.ends_with(".bir")) return "BIR";
  return path.ends_with(".pl") ? "PL" : "Java";
}

SvcompProperty assertions_of(const Subject& subject) {
  return language_of(subject) == "Java" ? kAssertJava : kUnreachable;
}

SvcompProperty property_of(const verdict::Violation& v, const Subject& subject) {
  bool is_java = language_of(subject) == "Java";
  switch (v.kind) {
    case ViolationKind::Assert:
    case ViolationKind::Requires:
    case ViolationKind::Ensures: return assertions_of(subject);
    case ViolationKind::Exceptional: return property_of_exception(v, is_java);
    case ViolationKind::Deadlock: return {"no-deadlock", "G ! deadlock"};
    case ViolationKind::Race: return {"no-data-race", "G ! data-race"};
    case ViolationKind::Property:
    case ViolationKind::Ltl:
    case ViolationKind::Limit:
    case ViolationKind::Error: return {};
  }
  UNREACHABLE("violation");
}

SvcompVerdict svcomp_verdict(const Item& item) {
  if (item.result.violation) return SvcompVerdict::False;
  bool is_true = item.result.verdict == verdict::VerdictKind::Valid && item.result.complete &&
                 !item.subject.executions;
  return is_true ? SvcompVerdict::True : SvcompVerdict::Unknown;
}

std::string svcomp(const Findings& findings) {
  std::string out;
  for (const Item& item : findings.items) {
    switch (svcomp_verdict(item)) {
      case SvcompVerdict::True: out += "true\n"; break;
      case SvcompVerdict::Unknown: out += "unknown\n"; break;
      case SvcompVerdict::False: {
        SvcompProperty property = property_of(*item.result.violation, item.subject);
        out += property.name.empty() ? "false\n" : fmt::format("false({})\n", property.name);
      }
    }
  }
  return out;
}

}  // namespace report
