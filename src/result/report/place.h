// Places in files, for formats that point into the source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/source.h"
#include "result/report/item.h"

namespace report {

struct Place {
  std::string path;          // relative to the working directory if it lies there
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1, in Unicode characters; 0: not known
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0;  // of the character behind the last one; 0: not known
};

// Nothing for a span that is nowhere, or in a text that is no file, such as a formula of the
// command line.
std::optional<Place> find_place(base::Span span, const base::Sources& sources);
std::optional<Place> find_place(const ProblemPlace& place);

// Where the violation is, or else the last step that is somewhere.
std::optional<Place> find_place(const Item& item);

// Without `.` and needless `..`, relative to the working directory if it lies there.
std::string relative_path(const std::string& path);
// As a reference that SARIF takes: relative, or `file:///…`.
std::string uri_of(const std::string& path);

}  // namespace report
