// `braid explain`: what a diagnostic means.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/diag/diagnostic.h"
#include "base/diag/letter_case.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "result/report/layout.h"

namespace cli {

namespace {

// The message of a diagnostic, without what it is filled with.
std::string message_of(const diag::KindInfo& info) {
  std::string message(info.message);
  for (auto at = message.find("{}"); at != std::string::npos; at = message.find("{}")) {
    message.replace(at, 2, "…");
  }
  return message;
}

std::string list_of_codes(std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < diag::kind_count(); ++i) {
    const diag::KindInfo& info = diag::info(static_cast<diag::Kind>(i));
    bool is_error = info.severity == diag::Severity::Error;
    std::string line =
        fmt::format("{}  {:<7}  {}", info.code, is_error ? "error" : "warning", message_of(info));
    text += (width > 0 ? report::fitted(line, width) : line) + "\n";
  }
  return text;
}

// Up to three codes that may have been meant: of the same letters those with the nearest
// numbers, else the one that is spelled most alike.
std::vector<std::string> near_codes(const std::string& code) {
  std::vector<std::string_view> all;
  std::vector<std::pair<std::int64_t, std::string_view>> alike;
  std::size_t letters = std::min(code.find_first_of("0123456789"), code.size());
  auto number = base::parse_number<std::size_t>(code.substr(letters));
  for (std::size_t i = 0; i < diag::kind_count(); ++i) {
    std::string_view other = diag::info(static_cast<diag::Kind>(i)).code;
    all.push_back(other);
    if (!number || !diag::equal_ignoring_case(other.substr(0, letters), code.substr(0, letters))) {
      continue;
    }
    auto value = base::parse_number<std::size_t>(other.substr(letters));
    if (!value) continue;
    alike.emplace_back(
        std::abs(static_cast<std::int64_t>(*value) - static_cast<std::int64_t>(*number)), other);
  }
  std::sort(alike.begin(), alike.end());
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min<std::size_t>(alike.size(), 3); ++i) {
    result.emplace_back(alike[i].second);
  }
  auto nearest = diag::nearest(code, all);
  if (result.empty() && nearest) result.push_back(*nearest);
  return result;
}

int explain(const std::string& code) {
  if (code.empty()) return write_result("", list_of_codes(base::terminal_width(stdout)));
  auto kind = diag::find_code(code);
  if (!kind) {
    auto near = near_codes(code);
    std::string guess = near.empty() ? "" : fmt::format("; there is {}", fmt::join(near, ", "));
    say_problem(
        fmt::format("there is no diagnostic `{}`{}; `braid explain` lists all", code, guess));
    return kUsage;
  }
  const diag::KindInfo& info = diag::info(*kind);
  bool is_error = info.severity == diag::Severity::Error;
  return write_result("", fmt::format("{} ({}): {}\n{}", info.code, is_error ? "error" : "warning",
                                      message_of(info), info.explanation));
}

}  // namespace

void add_explain(Command& c) {
  auto code = std::make_shared<std::string>();
  c.argument("CODE", *code, "such as OOX0201; without it all codes are listed");
  c.action({.run = [code] { return explain(*code); }});
}

}  // namespace cli
