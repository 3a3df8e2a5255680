#include "failure.h"

#include <algorithm>

namespace differential {

Failure failure_of(const Isolated& child) {
  std::string kind = child.problem;
  for (std::string mark : {"internal error at ", "ERROR: AddressSanitizer: ", "runtime error: "}) {
    std::size_t at = child.errors.find(mark);
    if (at == std::string::npos) continue;
    at += mark.size();
    kind += " " + child.errors.substr(at, child.errors.find_first_of(": \n", at) - at);
    break;
  }
  return {kind, child.errors};
}

std::string commented(const std::string& text) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    result += "// " + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return result;
}

}  // namespace differential
