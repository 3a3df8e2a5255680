#include "engine/spin/promela_text.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>

#include "base/text.h"

namespace spin {

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::isdigit(static_cast<unsigned char>(c));
}

}  // namespace

std::string PromelaNames::make(std::string_view prefix, std::string_view wanted) {
  std::string name(prefix);
  for (char c : wanted) {
    if (is_plain(c) || c == '_') {
      name += c;
    } else if (c == '.' || c == '$') {
      name += '_';
    } else {
      name += fmt::format("x{:02x}", static_cast<unsigned char>(c));
    }
  }
  std::string result = name;
  for (int i = 2; !used_.insert(result).second; ++i) result = fmt::format("{}_{}", name, i);
  return result;
}

std::string promela_not(const std::string& a) {
  if (a == "true") return "false";
  if (a == "false") return "true";
  if (a.starts_with('!')) return a.substr(1);  // two in a row would be a send
  return fmt::format("!{}", a);
}

std::string promela_and(const std::string& a, const std::string& b) {
  if (a == "true") return b;
  if (b == "true" || a == b) return a;
  if (a == "false" || b == "false") return "false";
  return fmt::format("({} && {})", a, b);
}

std::string promela_or(const std::string& a, const std::string& b) {
  if (a == "false") return b;
  if (b == "false" || a == b) return a;
  if (a == "true" || b == "true") return "true";
  return fmt::format("({} || {})", a, b);
}

std::string promela_if(const std::string& a, const std::string& b, const std::string& c) {
  if (a == "true" || b == c) return b;
  if (a == "false") return c;
  return fmt::format("({} -> {} : {})", a, b, c);
}

std::string promela_offset(const std::string& a, std::int64_t b) {
  if (auto number = base::parse_number<std::int64_t>(a)) return std::to_string(*number - b);
  return b == 0 ? a : fmt::format("{} - {}", a, b);
}

std::string promela_sum(const std::string& a, std::int64_t b) {
  if (auto number = base::parse_number<std::int64_t>(a)) return std::to_string(*number + b);
  if (b == 0) return a;
  return b > 0 ? fmt::format("({} + {})", a, b) : fmt::format("({} - {})", a, -b);
}

std::string promela_bare(const std::string& text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return text;
  if (text.find(" -> ") != std::string::npos) return text;  // a conditional needs its own
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return text;
  }
  return text.substr(1, text.size() - 2);
}

void PromelaCode::line(const std::string& text) {
  text_.append(static_cast<std::size_t>(indent_) * 2, ' ');
  text_ += text;
  text_ += '\n';
  needs_statement_ = false;
}

void PromelaCode::check(const std::string& condition, const std::string& failure) {
  if (condition == "true") return;
  line("if");
  line(fmt::format(":: {} -> {}", promela_not(condition), failure));
  line(":: else ->");
  ++open_;
  ++indent_;
  needs_statement_ = true;
}

void PromelaCode::close() {
  for (; open_ > 0; --open_) {
    if (needs_statement_) line("skip");
    --indent_;
    line("fi;");
  }
  indent_ = base_;
}

}  // namespace spin
