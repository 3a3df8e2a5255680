// Pieces of Promela text: identifiers, and expressions that are simplified where it is
// obvious.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace spin {

// Identifiers begin with a letter that says what they name (`g_` a global, `v_` a local,
// …), so that no name of a program meets a word of Promela, of C, or of SPIN's own code.
class PromelaNames {
 public:
  // An identifier for `wanted` that was not given before.
  std::string make(std::string_view prefix, std::string_view wanted);

 private:
  std::set<std::string> used_;
};

// Arguments and results are atoms or stand in parentheses. "true" and "false" disappear.
std::string promela_not(const std::string& a);
std::string promela_and(const std::string& a, const std::string& b);
std::string promela_or(const std::string& a, const std::string& b);
// a, and if that holds b, else c
std::string promela_if(const std::string& a, const std::string& b, const std::string& c);
// `a - b`, computed if both are numbers; at the place of an index.
std::string promela_offset(const std::string& a, std::int64_t b);
std::string promela_sum(const std::string& a, std::int64_t b);
// Without the outermost parentheses.
std::string promela_bare(const std::string& text);

// What Promela or its translation cannot do; caught in promela().
struct PromelaUnsupported {
  std::string what;
};

// Statements, indented. A check opens a branch that the rest of the statements stand in;
// `close` closes all of them.
class PromelaCode {
 public:
  explicit PromelaCode(int indent) : base_(indent), indent_(indent) {}

  void line(const std::string& text);
  // `failure` happens unless the condition holds. Nothing is written for "true".
  void check(const std::string& condition, const std::string& failure);
  void close();
  const std::string& text() const { return text_; }

 private:
  int base_;
  int indent_;
  int open_ = 0;
  bool needs_statement_ = false;  // the branch that was just opened is still empty
  std::string text_;
};

}  // namespace spin
