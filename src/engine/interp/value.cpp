#include "engine/interp/value.h"

#include <fmt/format.h>

#include <bit>

namespace interp {

Value from_constant(const ir::Constant& constant) {
  return std::visit([](const auto& x) -> Value { return x; }, constant);
}

bool same_value(const Value& a, const Value& b) {
  const double* x = std::get_if<double>(&a);
  const double* y = std::get_if<double>(&b);
  if (x && y) return std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y);
  return a == b;
}

std::string show_float(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".eni") == std::string::npos ? text + ".0" : text;
}

}  // namespace interp
