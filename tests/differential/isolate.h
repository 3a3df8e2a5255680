// Runs code in a child process: an engine that aborts, or never ends, is a finding of
// the comparison and not its end.
#pragma once

#include <functional>
#include <string>

namespace differential {

struct Isolated {
  std::string output;   // what the body wrote
  std::string errors;   // what it wrote to standard error
  std::string problem;  // empty: it ended as it should
};

// The body gets a function that sends text to the parent.
using Send = std::function<void(const std::string&)>;
Isolated isolate(const std::function<void(const Send&)>& body, double seconds);

}  // namespace differential
