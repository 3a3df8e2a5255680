#include "input_domain.h"

#include <algorithm>
#include <cmath>

namespace differential {

namespace {

// Whether the interpreter tries this value.
struct InDomain {
  const interp::Bounds& bounds;
  bool operator()(std::monostate) const { return true; }
  bool operator()(bool) const { return true; }
  bool operator()(const base::Integer& v) const {
    return v <= bounds.int_magnitude && v >= -bounds.int_magnitude;
  }
  bool operator()(double v) const {
    return (v == 0.0 && !std::signbit(v)) || v == 1.5 || v == -0.5;
  }
  bool operator()(const std::string& v) const { return v.empty() || v == "a" || v == "ab"; }
  bool operator()(verdict::HeapRef) const { return true; }
  bool operator()(char32_t v) const { return v == U'a' || v == U'b' || v == U'0'; }
};

}  // namespace

bool is_in_domain(const verdict::Counterexample& example, const interp::Bounds& bounds) {
  auto tried = [&](const verdict::Datum& value) { return std::visit(InDomain{bounds}, value); };
  for (const auto& [name, value] : example.inputs) {
    if (!tried(value)) return false;
  }
  if (example.heap.size() > bounds.objects) return false;
  for (const verdict::HeapEntry& entry : example.heap) {
    if (entry.elements.size() > bounds.array_size) return false;
    if (!std::all_of(entry.elements.begin(), entry.elements.end(), tried)) return false;
    for (const auto& [name, value] : entry.fields) {
      if (!tried(value)) return false;
    }
  }
  return true;
}

}  // namespace differential
