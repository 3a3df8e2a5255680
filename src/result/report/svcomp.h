// What SV-COMP, the competition on software verification, calls things.
#pragma once

#include <string>
#include <string_view>

#include "result/report/item.h"

namespace report {

// A property of SV-COMP: the name in its verdicts, and its text in specifications. Both are
// empty if SV-COMP has no such property.
struct SvcompProperty {
  std::string_view name;  // "no-data-race"
  std::string_view text;  // "G ! data-race"
};

// The property that the violation breaks.
SvcompProperty property_of(const verdict::Violation& violation, const Subject& subject);
// The property of programs without violations: that all assertions hold.
SvcompProperty assertions_of(const Subject& subject);

enum class SvcompVerdict : std::uint8_t { True, False, Unknown };
// True only if all executions were searched: a bounded search does not tell.
SvcompVerdict svcomp_verdict(const Item& item);

// "Java", "OOX", "BIR", "PL": by the name of the first file.
std::string_view language_of(const Subject& subject);

}  // namespace report
