// Pieces of SMV text: identifiers that are unique and no words of the language, and
// expressions that are simplified where it is obvious.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nusmv {

// Variables, definitions and the constants of enumerations share one name space in SMV.
class SmvNames {
 public:
  SmvNames();
  // An identifier that looks like `wanted` and was not given before.
  std::string make(std::string_view wanted);

 private:
  std::set<std::string> used_;
};

// Conditions; "TRUE" and "FALSE" disappear. Arguments are atoms or in parentheses, and
// so are the results.
std::string smv_not(const std::string& a);
std::string smv_and(const std::string& a, const std::string& b);
std::string smv_or(const std::string& a, const std::string& b);
std::string smv_and(const std::vector<std::string>& all);
std::string smv_or(const std::vector<std::string>& all);
std::string smv_equal(const std::string& a, const std::string& b);

// The first value whose condition holds, else `otherwise`.
using SmvCases = std::vector<std::pair<std::string, std::string>>;
std::string smv_case(const SmvCases& cases, const std::string& otherwise);

}  // namespace nusmv
