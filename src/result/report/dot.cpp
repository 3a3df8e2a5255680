// Executions as graphs for Graphviz: a column for each thread, and between them what orders their
// steps and where they touch the same variable. Of a deadlock also who waits for whom.
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/check.h"
#include "result/report/escape.h"
#include "result/report/item.h"
#include "result/report/layout.h"
#include "result/report/order.h"
#include "result/report/summary.h"
#include "result/report/trace_table.h"

namespace report {

namespace {

constexpr std::size_t kMostGraphSteps = 200;
constexpr std::size_t kNodeWidth = 60;  // characters of a line in a node

std::string label_of(OrderKind kind) {
  switch (kind) {
    case OrderKind::Start: return "starts";
    case OrderKind::Join: return "joins";
    case OrderKind::HandOver: return "lock";
    case OrderKind::Notify: return "notifies";
  }
  UNREACHABLE("order");
}

class GraphWriter {
 public:
  GraphWriter(const Item& item, const TextOptions& options, std::size_t number)
      : item_(item), prefix_(fmt::format("e{}", number)) {
    if (!item.result.counterexample) return;
    trace_ = &item.result.counterexample->trace;
    steps_ = chosen_steps(*trace_, kMostGraphSteps, options.full_trace);
  }

  std::string write() {
    out_ += fmt::format("  subgraph {} {{\n    label={};\n", dot_string("cluster_" + prefix_),
                        dot_string(title() + '\n'));
    threads();
    wait_for();
    out_ += "  }\n";
    between();
    return std::move(out_);
  }

 private:
  std::string title() const {
    std::string text = fmt::format("{}: {}: {}", name_of(item_.subject),
                                   verdict::keyword(item_.result.verdict), sentence_of(item_));
    if (trace_ != nullptr && steps_.size() < trace_->size()) {
      text +=
          fmt::format("\n{} of {} steps: those that matter most", steps_.size(), trace_->size());
    }
    return text;
  }

  std::string node(std::size_t step) const { return fmt::format("{}_{}", prefix_, step + 1); }

  bool is_violation(std::size_t step) const {
    return item_.result.verdict == verdict::VerdictKind::Invalid && step + 1 == trace_->size();
  }

  void threads() {
    std::map<std::uint32_t, Steps> by_thread;
    for (std::size_t i : steps_) by_thread[(*trace_)[i].thread].push_back(i);
    for (const auto& [thread, steps] : by_thread) {
      const std::string& name = (*trace_)[steps.front()].thread_name;
      out_ += fmt::format("    subgraph {} {{\n      label={};\n",
                          dot_string(fmt::format("cluster_{}_thread_{}", prefix_, thread)),
                          dot_string(thread_text(thread, name)));
      for (std::size_t i : steps) step(i);
      for (std::size_t i = 1; i < steps.size(); ++i) {
        out_ += fmt::format("      {} -> {} [weight=10];\n", node(steps[i - 1]), node(steps[i]));
      }
      out_ += "    }\n";
    }
  }

  void step(std::size_t i) {
    const verdict::TraceStep& step = (*trace_)[i];
    std::string line = step.span.is_valid()
                           ? fmt::format(":{}", item_.sources.begin(step.span).line)
                           : std::string();
    std::string text = fmt::format("{}  {}{}\n", i + 1, step.proc, line);
    std::string code = folded(item_.sources.text(step.span));
    std::string effects = folded(effects_of(step));
    if (!code.empty()) text += cut(code, kNodeWidth) + '\n';
    if (!effects.empty()) text += cut(effects, kNodeWidth) + '\n';
    out_ += fmt::format("      {} [label={}{}];\n", node(i), dot_string(text),
                        is_violation(i) ? ", color=red, penwidth=2" : "");
  }

  // Who waits for whom, and for what.
  void wait_for() {
    if (!item_.result.violation) return;
    const auto& cycle = item_.result.violation->cycle;
    if (cycle.empty()) return;
    out_ += fmt::format("    subgraph {} {{\n      label=\"who waits for whom\";\n",
                        dot_string(fmt::format("cluster_{}_wait", prefix_)));
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      std::string text = thread_text(cycle[i].thread, cycle[i].thread_name) + '\n';
      for (const verdict::HeldLock& held : cycle[i].holds) text += "holds the " + held.name + '\n';
      out_ += fmt::format("      {}_w{} [shape=ellipse, color=red, label={}];\n", prefix_, i,
                          dot_string(text));
      out_ += fmt::format("      {0}_w{1} -> {0}_w{2} [color=red, label={3}];\n", prefix_, i,
                          (i + 1) % cycle.size(), dot_string(cycle[i].waits_for));
    }
    out_ += "    }\n";
  }

  void between() {
    if (trace_ == nullptr) return;
    for (const OrderEdge& edge : order_of(*trace_, steps_)) {
      std::string label = label_of(edge.kind);
      if (!edge.lock.empty()) label += " of " + edge.lock;
      out_ += fmt::format("  {} -> {} [style=dashed, constraint=true, label={}];\n",
                          node(edge.from), node(edge.to), dot_string(label));
    }
    std::set<std::pair<std::size_t, std::size_t>> seen;
    bool is_race =
        item_.result.violation && item_.result.violation->kind == verdict::ViolationKind::Race;
    for (const Conflict& conflict : conflicts_of(*trace_, steps_)) {
      if (!seen.emplace(conflict.from, conflict.to).second) continue;
      bool is_guilty = is_race && is_violation(conflict.to);
      out_ +=
          fmt::format("  {} -> {} [color={}, fontcolor={}, {}label={}];\n", node(conflict.from),
                      node(conflict.to), is_guilty ? "red" : "gray50", is_guilty ? "red" : "gray50",
                      is_guilty ? "dir=both, penwidth=2, " : "", dot_string(conflict.place));
    }
  }

  const Item& item_;
  const std::string prefix_;
  const std::vector<verdict::TraceStep>* trace_ = nullptr;
  Steps steps_;
  std::string out_;
};

}  // namespace

std::string dot(const Findings& findings, const TextOptions& options) {
  std::string out =
      "digraph braid {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
      "  edge [fontname=\"monospace\", fontsize=9];\n  labeljust=l;\n";
  for (std::size_t i = 0; i < findings.items.size(); ++i) {
    out += GraphWriter(findings.items[i], options, i + 1).write();
  }
  return out + "}\n";
}

}  // namespace report
