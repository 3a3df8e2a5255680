#include "cli/project_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/terminal.h"
#include "result/report/layout.h"

namespace cli {

namespace {

constexpr std::chrono::milliseconds kRedraw{150};
constexpr std::size_t kMostRunning = 12;  // rows of the table

}  // namespace

ProjectView::ProjectView(std::optional<bool> wanted, std::size_t total)
    : is_shown_(wanted.value_or(true)),
      is_terminal_(base::is_terminal(stderr)),
      total_(total),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

std::string ProjectView::counts() const {
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return fmt::format("{} of {} done, {} from the cache, {} not good, {:.0f} s", done_, total_,
                     cached_, failed_, seconds);
}

void ProjectView::tick(const std::vector<std::string>& running) {
  if (!is_shown_ || !is_terminal_) return;
  auto now = std::chrono::steady_clock::now();
  if (now - last_ < kRedraw) return;
  last_ = now;
  // A line that wraps would be two.
  std::size_t width = std::max<std::size_t>(base::terminal_width(stderr), 20) - 1;
  std::string text;
  std::size_t shown = std::min(running.size(), kMostRunning);
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("{}\n", report::fitted("  " + running[i], width));
  }
  text += fmt::format("{}\n", report::fitted(counts(), width));
  erase();
  base::print_error(text);
  lines_ = shown + 1;
}

void ProjectView::add(const report::ProjectItem& item) {
  ++done_;
  if (item.is_cached) ++cached_;
  if (item.status != 0) ++failed_;
  if (!is_shown_ || item.is_cached) return;
  std::string name = item.subject.entry.empty() ? item.subject.input.front() : item.subject.entry;
  if (is_terminal_) {
    if (item.status != 0) say(fmt::format("{}  {}\n", report::word_of(item), name));
    return;
  }
  say(fmt::format("[{}/{}] {}  {}  {:.1f} s\n", done_, total_, report::word_of(item), name,
                  item.seconds));
}

void ProjectView::say(std::string_view text) {
  erase();
  base::print_error(text);
}

void ProjectView::erase() {
  if (lines_ == 0) return;
  base::print_error(fmt::format("\x1b[{}A\r\x1b[J", lines_));
  lines_ = 0;
}

}  // namespace cli
