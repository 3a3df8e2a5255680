#include "ir/pass/abstraction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"

namespace pass {

namespace {

// Beyond these, sums of two numbers would not be exact where integers wrap.
constexpr std::int64_t kGreatest = 1'000'000;
constexpr std::size_t kMostPoints = 64;

// `a,b` of `word(a,b)`.
std::optional<std::vector<std::int64_t>> numbers(std::string_view text, std::string_view word) {
  bool fits =
      text.starts_with(word) && text.substr(word.size()).starts_with("(") && text.ends_with(")");
  if (!fits) return std::nullopt;
  text.remove_prefix(word.size() + 1);
  text.remove_suffix(1);
  std::vector<std::int64_t> result;
  for (std::string_view part : base::split_words(text, ", ")) {
    auto number = base::parse_number<std::int64_t>(part);
    if (!number || *number < -kGreatest || *number > kGreatest) return std::nullopt;
    result.push_back(*number);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  if (result.empty() || result.size() > kMostPoints) return std::nullopt;
  return result;
}

// Zero stands for the part that it lies in, so that a variable starts with a code.
Region region(std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
  bool has_zero = (!low || *low <= 0) && (!high || *high >= 0);
  return {low, high, has_zero ? 0 : low.value_or(high.value_or(0))};
}

std::vector<Region> parts(const std::vector<std::int64_t>& points) {
  std::vector<Region> result{region(std::nullopt, points.front() - 1)};
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool has_gap = i > 0 && points[i - 1] + 1 < points[i];
    if (has_gap) result.push_back(region(points[i - 1] + 1, points[i] - 1));
    result.push_back(region(points[i], points[i]));
  }
  result.push_back(region(points.back() + 1, std::nullopt));
  return result;
}

}  // namespace

std::optional<Abstraction> Abstraction::parse(std::string_view text) {
  Abstraction result;
  result.text_ = text;
  if (text == "parity") {
    result.is_parity_ = true;
    result.regions_ = {{std::nullopt, std::nullopt, 0}, {std::nullopt, std::nullopt, 1}};
  } else if (text == "signs") {
    result.regions_ = parts({0});
  } else if (auto ends = numbers(text, "range")) {
    bool is_small = ends->size() <= 2 && ends->back() - ends->front() < std::int64_t{kMostPoints};
    if (!is_small) return std::nullopt;
    std::vector<std::int64_t> points;
    for (std::int64_t n = ends->front(); n <= ends->back(); ++n) points.push_back(n);
    result.regions_ = parts(points);
    result.text_ = fmt::format("range({},{})", ends->front(), ends->back());
  } else if (auto points = numbers(text, "points")) {
    result.regions_ = parts(*points);
    result.text_ = fmt::format("points({})", fmt::join(*points, ","));
  } else {
    return std::nullopt;
  }
  return result;
}

std::int64_t Abstraction::code_of(std::int64_t value) const {
  if (is_parity_) return value % 2 == 0 ? 0 : 1;
  for (const Region& r : regions_) {
    if (!r.high || value <= *r.high) return r.code;
  }
  UNREACHABLE("the parts cover all integers");
}

}  // namespace pass
