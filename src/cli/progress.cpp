#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/terminal.h"

namespace cli {

namespace {

constexpr double kTerminalInterval = 0.5;  // seconds
constexpr double kLogInterval = 5;
constexpr std::string_view kErase = "\r\x1b[K";

std::string elapsed(double seconds) {
  auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

ProgressLine::ProgressLine(run::Run& run, std::optional<bool> wanted)
    : ProgressLine(run, wanted, nullptr) {}

ProgressLine::ProgressLine(run::Run& run, std::optional<bool> wanted,
                           std::function<std::string(const run::Statistics&)> text)
    : run_(run), text_(std::move(text)), is_terminal_(base::is_terminal(stderr)) {
  if (!wanted.value_or(is_terminal_)) return;
  double interval = is_terminal_ ? kTerminalInterval : kLogInterval;
  run.on_progress(interval, [this](const run::Run& running) { show(running); });
}

ProgressLine::~ProgressLine() {
  run_.on_progress(0, nullptr);
  if (is_shown_ && is_terminal_) base::print_error(kErase);
}

void ProgressLine::show(const run::Run& run) {
  double now = run.elapsed_seconds();
  double since = std::max(now - last_seconds_, 0.001);
  std::uint64_t queries = run.stats.solver_queries;
  double rate = static_cast<double>(queries - last_queries_) / since;
  last_seconds_ = now;
  last_queries_ = queries;
  std::string text = text_ ? fmt::format("{}, {}", text_(run.stats), elapsed(now))
                           : progress_text(run.stats, now, rate);
  if (is_terminal_) {
    // A line that wraps cannot be erased with one carriage return.
    base::print_error(
        fmt::format("{}{}", kErase, text.substr(0, base::terminal_width(stderr) - 1)));
  } else {
    base::print_error(text + '\n');
  }
  is_shown_ = true;
}

std::string progress_text(const run::Statistics& stats, double seconds, double queries_per_second) {
  return fmt::format("{} execution{}, {} steps, depth {}, {:.0f} queries/s, {}", stats.paths,
                     stats.paths == 1 ? "" : "s", stats.transitions, stats.max_depth,
                     queries_per_second, elapsed(seconds));
}

}  // namespace cli
