#include "engine/spin/spin_output.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <sstream>

namespace spin {

namespace {

void for_each_line(std::string_view text, const std::function<void(std::string_view)>& visit) {
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool contains(std::string_view line, std::string_view part) {
  return line.find(part) != std::string_view::npos;
}

// The number in front of `what`: "   1234 states, stored", "1.2e+08 states, stored".
void read_number(std::string_view line, std::string_view what, double& target) {
  std::size_t at = line.find(what);
  if (at == std::string_view::npos) return;
  std::string before(line.substr(0, at));
  const char* begin = before.c_str();
  char* end = nullptr;
  double value = std::strtod(begin, &end);
  if (end != begin) target = value;
}

double number_after(std::string_view line, std::string_view what) {
  std::size_t at = line.find(what);
  if (at == std::string_view::npos) return 0;
  return std::strtod(std::string(line.substr(at + what.size())).c_str(), nullptr);
}

void read_error(std::string_view line, SpinSearch& result) {
  result.message = line.substr(line.find(' ') + 1);
  if (contains(line, "assertion violated")) {
    result.error = SpinSearch::Error::Assertion;
  } else if (contains(line, "invalid end state")) {
    result.error = SpinSearch::Error::Deadlock;
  } else if (contains(line, "acceptance cycle")) {
    result.error = SpinSearch::Error::Cycle;
  } else {
    result.error = SpinSearch::Error::Other;
  }
}

}  // namespace

SpinSearch read_spin_search(std::string_view output) {
  SpinSearch result;
  result.is_complete = true;
  double megabytes = 0;
  double vector = 0;  // bytes of a state that is not compressed
  for_each_line(output, [&](std::string_view line) {
    if (line == "BRAID checked") result.has_checked = true;
    if (line.starts_with("BRAID cut ")) result.cuts.emplace_back(line.substr(10));
    if (line.starts_with("pan:1:") && result.error == SpinSearch::Error::None) {
      read_error(line, result);
    }
    if (contains(line, "Search not completed")) result.is_complete = false;
    if (contains(line, "max search depth too small")) result.is_too_deep = true;
    if (contains(line, "-DMEMLIM") || contains(line, "out of memory")) result.lacks_memory = true;
    if (line.starts_with("State-vector")) {
      result.has_finished = true;
      result.depth = number_after(line, "depth reached ");
      result.errors = number_after(line, "errors: ");
      vector = number_after(line, "State-vector ");
    }
    read_number(line, " states, stored", result.states);
    read_number(line, " transitions (", result.transitions);
    if (contains(line, "actual memory usage for states")) {
      megabytes = std::strtod(std::string(line).c_str(), nullptr);
    }
  });
  std::sort(result.cuts.begin(), result.cuts.end());
  result.cuts.erase(std::unique(result.cuts.begin(), result.cuts.end()), result.cuts.end());
  // pan takes memory in large pieces, which says nothing about a few states.
  constexpr double kOverhead = 16;
  if (result.states > 0) {
    result.bytes_per_state = std::min(megabytes * (1 << 20) / result.states, vector + kOverhead);
  }
  result.is_complete =
      result.is_complete && result.has_finished && !result.is_too_deep && !result.lacks_memory;
  return result;
}

std::optional<SpinTrail> read_spin_trail(std::string_view output) {
  SpinTrail result;
  bool makes_sense = true;
  for_each_line(output, [&](std::string_view line) {
    if (contains(line, "<<<<<START OF CYCLE>>>>>")) result.loop = result.steps.size();
    std::size_t at = line.find("BRAID ");
    // Behind each step pan shows its text, where the mark occurs again, in quotes.
    if (at == std::string_view::npos || line.find_first_not_of(" \t") != at) return;
    std::istringstream words{std::string(line.substr(at + 6))};
    std::string what;
    words >> what;
    if (what == "step") {
      std::uint32_t process = 0;
      std::uint32_t proc = 0;
      std::uint32_t transition = 0;
      words >> process >> proc >> transition;
      makes_sense = makes_sense && !words.fail() && process > 0;
      if (!makes_sense) return;
      result.steps.push_back({.thread = process - 1,
                              .proc = ir::ProcId(proc),
                              .transition = ir::TransId(transition),
                              .choices = {}});
      result.values.emplace_back();
    } else if (what == "choice" || what == "notify") {
      std::uint32_t chosen = 0;
      std::uint32_t count = 0;
      words >> chosen >> count;
      makes_sense = makes_sense && !words.fail() && !result.steps.empty();
      if (!makes_sense || count < 2) return;
      result.steps.back().choices.push_back(chosen);
      if (what == "choice") result.values.back().push_back(chosen);
    } else if (what == "instance") {
      result.lacks_choices = true;
    }
  });
  if (!makes_sense) return std::nullopt;
  return result;
}

}  // namespace spin
