// A result in a sentence or a few lines, for formats that have no room for more.
#pragma once

#include <string>
#include <vector>

#include "result/report/item.h"

namespace report {

// "the assertion does not hold", "no execution within the bounds is wrong", "the time limit of 1
// s".
std::string sentence_of(const Item& item);

// What the search did not look at, a line each: "not searched: arrays of more than 3 elements
// (--array-size)".
std::vector<std::string> not_searched(const verdict::Result& result);

// The bounds that were in force: "array-size 3, depth 100".
std::string bounds_in_force(const verdict::Result& result);

// "Main.sort", or the files if the method is not known.
std::string name_of(const Subject& subject);

}  // namespace report
