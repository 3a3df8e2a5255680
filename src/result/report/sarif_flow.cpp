// Executions in SARIF. A thread of the program is a threadFlow; `executionOrder` is the number of
// the step in the whole execution, so that a viewer can interleave the threads again.
#include <fmt/format.h>

#include <map>

#include "result/report/layout.h"
#include "result/report/order.h"
#include "result/report/sarif_parts.h"
#include "result/report/trace_table.h"

namespace report {

namespace {

using verdict::SyncKind;

// GitHub refuses results with more, and shows 1,000 of them.
constexpr std::size_t kMostFlowSteps = 10'000;

void add_kinds(SyncKind kind, std::vector<std::string_view>& into) {
  switch (kind) {
    case SyncKind::Take:
    case SyncKind::Wake: into.insert(into.end(), {"acquire", "lock"}); return;
    case SyncKind::Release:
    case SyncKind::Wait: into.insert(into.end(), {"release", "lock"}); return;
    case SyncKind::Start: into.insert(into.end(), {"call", "function"}); return;
    case SyncKind::End: into.insert(into.end(), {"exit", "function"}); return;
    case SyncKind::Join:
    case SyncKind::Notify: return;
  }
}

// Words of the vocabulary of SARIF (3.38.8 of its specification).
Json kinds_of(const verdict::TraceStep& step) {
  std::vector<std::string_view> kinds;
  for (const std::string& note : step.notes) {
    if (note == "true" || note == "false") kinds.insert(kinds.end(), {"branch", note});
    if (note.starts_with("calls ")) kinds.insert(kinds.end(), {"call", "function"});
    if (note == "returns" || note.starts_with("returns ")) {
      kinds.insert(kinds.end(), {"return", "function"});
    }
  }
  for (const verdict::Sync& sync : step.syncs) add_kinds(sync.kind, kinds);
  for (const verdict::HeapChange& change : step.heap) {
    if (change.is_new) kinds.insert(kinds.end(), {"acquire", "memory"});
  }
  Json result = Json::array();
  for (std::string_view kind : kinds) {
    if (std::find(result.begin(), result.end(), kind) == result.end()) result.push_back(kind);
  }
  return result;
}

Json state_of(const std::vector<std::pair<std::string, std::string>>& values) {
  Json result = Json::object();
  for (const auto& [name, value] : values) {
    if (!name.empty()) result[name] = sarif_message(value);
  }
  return result;
}

class FlowWriter {
 public:
  FlowWriter(const Item& item, const TextOptions& options)
      : item_(item),
        trace_(item.result.counterexample->trace),
        steps_(chosen_steps(trace_, kMostFlowSteps, options.full_trace)) {}

  Json write() {
    for (std::size_t i : steps_) thread_of(trace_[i])["locations"].push_back(location(i));
    Json flows = Json::array();
    for (auto& [number, flow] : threads_) flows.push_back(std::move(flow));
    if (flows.empty()) return flows;
    std::string text = counted(trace_.size(), "step");
    if (steps_.size() < trace_.size()) {
      text += fmt::format(", of which {} are shown: those that matter most", steps_.size());
    }
    const auto& loop = item_.result.counterexample->loop;
    if (loop) text += fmt::format("; from step {} on, again and again", *loop + 1);
    return Json::array({{{"message", sarif_message(text)}, {"threadFlows", std::move(flows)}}});
  }

 private:
  Json& thread_of(const verdict::TraceStep& step) {
    auto [found, is_new] = threads_.try_emplace(step.thread);
    if (!is_new) return found->second;
    Json& flow = found->second;
    flow["id"] = std::to_string(step.thread);
    flow["message"] = sarif_message(thread_text(step.thread, step.thread_name));
    if (threads_.size() == 1 && !item_.result.counterexample->inputs.empty()) {
      flow["initialState"] = {
          {"inputs", sarif_message(inputs_listing(*item_.result.counterexample))}};
    }
    flow["locations"] = Json::array();
    return flow;
  }

  // The last step breaks something, unless nobody moves any more.
  bool is_violation(std::size_t i) const {
    return item_.result.verdict == verdict::VerdictKind::Invalid && i + 1 == trace_.size();
  }

  Json location(std::size_t i) const {
    const verdict::TraceStep& step = trace_[i];
    std::string effects = effects_of(step);
    std::string text = folded(item_.sources.text(step.span));
    if (!effects.empty()) text += (text.empty() ? "" : "  → ") + effects;
    Json where =
        sarif_location(find_place(step.span, item_.sources), text.empty() ? step.proc : text);
    where["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", step.proc}, {"kind", "function"}}});
    Json result{{"location", std::move(where)}};
    Json kinds = kinds_of(step);
    if (is_violation(i)) kinds.push_back("danger");
    if (!kinds.empty()) result["kinds"] = std::move(kinds);
    Json state = state_of(step.updates);
    if (!state.empty()) result["state"] = std::move(state);
    result["nestingLevel"] = step.depth;
    result["executionOrder"] = i + 1;
    result["importance"] = is_violation(i)    ? "essential"
                           : step.is_internal ? "unimportant"
                                              : "important";
    return result;
  }

  const Item& item_;
  const std::vector<verdict::TraceStep>& trace_;
  const Steps steps_;
  std::map<std::uint32_t, Json> threads_;
};

}  // namespace

Json sarif_flow(const Item& item, const TextOptions& options) {
  return FlowWriter(item, options).write();
}

}  // namespace report
