// Logs for ShiViz (Beschastnikh, Wang, Brun and Ernst, CACM 2016), which draws executions of
// several hosts by their vector clocks. Hosts are threads. The file begins with the regular
// expression that reads it, which is ShiViz' own default, and with the line that divides
// executions. An event is two lines: what happened, and the thread with its clock.
#include <fmt/format.h>

#include <map>

#include "result/report/escape.h"
#include "result/report/item.h"
#include "result/report/layout.h"
#include "result/report/order.h"
#include "result/report/summary.h"
#include "result/report/trace_table.h"

namespace report {

namespace {

constexpr std::size_t kMostLogSteps = 10'000;

using Clock = std::map<std::uint32_t, std::uint64_t>;  // events, by thread

void merge(Clock& into, const Clock& other) {
  for (const auto& [thread, count] : other) into[thread] = std::max(into[thread], count);
}

// Without blanks and quotes: "main-1", "thread-2".
std::string host_of(const verdict::TraceStep& step) {
  std::string name = step.thread_name.empty() ? "thread" : utf8_repaired(step.thread_name);
  for (char& c : name) {
    bool is_special = static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '\\' || c == 0x7f;
    if (is_special) c = '_';
  }
  return fmt::format("{}-{}", name, step.thread);
}

class LogWriter {
 public:
  LogWriter(const Item& item, const TextOptions& options)
      : item_(item),
        trace_(item.result.counterexample->trace),
        steps_(chosen_steps(trace_, kMostLogSteps, options.full_trace)),
        edges_(order_of(trace_, steps_)) {
    for (const OrderEdge& edge : edges_) ++uses_[edge.from];
  }

  std::string write() {
    auto edge = edges_.begin();
    for (std::size_t i : steps_) {
      const verdict::TraceStep& step = trace_[i];
      hosts_.try_emplace(step.thread, host_of(step));
      Clock& clock = clocks_[step.thread];
      for (; edge != edges_.end() && edge->to == i; ++edge) {
        merge(clock, kept_.at(edge->from));
        if (--uses_[edge->from] == 0) kept_.erase(edge->from);
      }
      ++clock[step.thread];
      if (uses_.contains(i)) kept_[i] = clock;
      event(i, clock);
    }
    return std::move(out_);
  }

 private:
  void event(std::size_t i, const Clock& clock) {
    const verdict::TraceStep& step = trace_[i];
    std::string text = folded(item_.sources.text(step.span));
    std::string effects = folded(effects_of(step));
    if (!effects.empty()) text += (text.empty() ? "" : "  → ") + effects;
    std::string where = step.proc;
    if (step.span.is_valid()) where += fmt::format(":{}", item_.sources.begin(step.span).line);
    std::string counts;
    for (const auto& [thread, count] : clock) {
      counts += fmt::format("{}\"{}\": {}", counts.empty() ? "" : ", ", hosts_.at(thread), count);
    }
    out_ += fmt::format("{} {}  {}\n{} {{{}}}\n", i + 1, where, utf8_repaired(text),
                        hosts_.at(step.thread), counts);
  }

  const Item& item_;
  const std::vector<verdict::TraceStep>& trace_;
  const Steps steps_;
  const std::vector<OrderEdge> edges_;
  std::map<std::size_t, std::size_t> uses_;  // how many edges are still to come, by their source
  std::map<std::size_t, Clock> kept_;        // by the step that they are of
  std::map<std::uint32_t, Clock> clocks_;
  std::map<std::uint32_t, std::string> hosts_;
  std::string out_;
};

}  // namespace

std::string shiviz(const Findings& findings, const TextOptions& options) {
  bool has_many = findings.items.size() > 1;
  std::string out = "(?<event>.*)\\n(?<host>\\S*) (?<clock>{.*})\n";
  out += has_many ? "^=== (?<trace>.*) ===$\n" : "\n";
  for (const Item& item : findings.items) {
    if (has_many) out += fmt::format("=== {} ===\n", folded(name_of(item.subject)));
    if (item.result.counterexample) out += LogWriter(item, options).write();
  }
  return out;
}

}  // namespace report
