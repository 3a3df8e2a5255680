#include "engine/interp/value.h"

#include <fmt/format.h>

#include <bit>

namespace interp {

Value from_constant(const ir::Constant& constant) {
  return std::visit([](const auto& x) -> Value { return x; }, constant);
}

std::string show_float(double value, bool is_single) {
  std::string text =
      is_single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  return text.find_first_of(".eni") == std::string::npos ? text + ".0" : text;
}

}  // namespace interp
