#include "engine/explore/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace explore {

namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 420;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 40;
constexpr double kBottom = 50;
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kPlotHeight = kHeight - kTop - kBottom;

constexpr std::array<const char*, 4> kColors = {"#1f5fa8", "#c2571a", "#3a8a3a", "#7a4aa0"};

// 1, 2 or 5 times a power of ten, so that an axis up to `most` has about five marks.
std::uint64_t mark_distance(std::uint64_t most) {
  std::uint64_t power = 1;
  for (;; power *= 10) {
    for (std::uint64_t factor : {1U, 2U, 5U}) {
      if (power * factor * 6 >= most) return power * factor;
    }
  }
}

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      default: result += c;
    }
  }
  return result;
}

class Plot {
 public:
  explicit Plot(const std::vector<Series>& series) : series_(series) {
    for (const Series& one : series) {
      most_x_ = std::max<std::uint64_t>(most_x_, one.values.size());
      for (std::uint64_t value : one.values) most_y_ = std::max(most_y_, value);
    }
  }

  std::string draw(const std::string& title) {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        kWidth, kHeight);
    text(kLeft, 24, "start", title);
    axes();
    for (std::size_t i = 0; i < series_.size(); ++i) line(series_[i], i);
    return out_ + "</svg>\n";
  }

 private:
  double x(double step) const { return kLeft + kPlotWidth * step / static_cast<double>(most_x_); }
  double y(double value) const {
    return kTop + kPlotHeight * (1 - value / static_cast<double>(most_y_));
  }

  void text(double at_x, double at_y, const char* anchor, const std::string& words) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at_x,
                        at_y, anchor, escaped(words));
  }

  void rule(double x1, double y1, double x2, double y2, const char* color) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, color);
  }

  void axes() {
    const double bottom = kTop + kPlotHeight;
    for (std::uint64_t v = 0; v <= most_y_; v += mark_distance(most_y_)) {
      rule(kLeft, y(static_cast<double>(v)), kLeft + kPlotWidth, y(static_cast<double>(v)),
           "#dddddd");
      text(kLeft - 6, y(static_cast<double>(v)) + 4, "end", std::to_string(v));
    }
    for (std::uint64_t v = 0; v <= most_x_; v += mark_distance(most_x_)) {
      rule(x(static_cast<double>(v)), bottom, x(static_cast<double>(v)), bottom + 4, "black");
      text(x(static_cast<double>(v)), bottom + 18, "middle", std::to_string(v));
    }
    rule(kLeft, bottom, kLeft + kPlotWidth, bottom, "black");
    rule(kLeft, kTop, kLeft, bottom, "black");
    text(kLeft + kPlotWidth / 2, kHeight - 10, "middle", "steps");
    text(kLeft, kTop - 4, "end", "states");
  }

  void line(const Series& one, std::size_t number) {
    const char* color = kColors[number % kColors.size()];
    const auto columns = static_cast<std::size_t>(kPlotWidth);
    const std::size_t stride = std::max<std::size_t>(1, one.values.size() / columns);
    std::string points;
    for (std::size_t i = 0; i < one.values.size(); i += stride) {
      const auto first = one.values.begin() + static_cast<std::ptrdiff_t>(i);
      const auto last =
          one.values.begin() + static_cast<std::ptrdiff_t>(std::min(i + stride, one.values.size()));
      points += fmt::format("{:.1f},{:.1f} ", x(static_cast<double>(i + 1)),
                            y(static_cast<double>(*std::max_element(first, last))));
    }
    out_ +=
        fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" points=\"{}\"/>\n",
                    color, points);
    const double row = kTop + 14 + 16 * static_cast<double>(number);
    rule(kLeft + 10, row - 4, kLeft + 30, row - 4, color);
    text(kLeft + 36, row, "start", one.name);
  }

  const std::vector<Series>& series_;
  std::uint64_t most_x_ = 1;
  std::uint64_t most_y_ = 1;
  std::string out_;
};

}  // namespace

std::string plot_svg(const std::string& title, const std::vector<Series>& series) {
  return Plot(series).draw(title);
}

}  // namespace explore
