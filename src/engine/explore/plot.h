// The number of states after each step as a picture: the figure that shows what reduction does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace explore {

struct Series {
  std::string name;
  std::vector<std::uint64_t> values;  // after step 1, 2, …
};

// An SVG document: one line for each series, with axes and a legend. Series of many values are
// thinned out: the largest value of each column of pixels is drawn.
std::string plot_svg(const std::string& title, const std::vector<Series>& series);

}  // namespace explore
