#include "cli/prove_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/prove/rules.h"
#include "logic/dl/print.h"
#include "logic/dl/subst.h"
#include "result/report/layout.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;
using dl::ExprId;

std::string value_text(const dl::Store& store, dl::VarId var, const base::Integer& value) {
  if (store.var(var).sort == dl::Sort::Bool) return value.is_zero() ? "false" : "true";
  return value.to_string();
}

std::string process_name(const dl::Program& program, dl::ThreadId thread) {
  const dl::Store& store = *program.store;
  const dl::Thread& info = store.thread(thread);
  bool is_named = !info.parent && info.index < program.processes.size() &&
                  !program.processes[info.index].name.empty();
  if (is_named) return program.processes[info.index].name;
  return (info.parent ? "thread " : "process ") + store.thread_name(thread);
}

std::string line_of(const base::Sources& sources, base::Span span) {
  if (!span.is_valid()) return "";
  return fmt::format("line {}", sources.begin(span).line);
}

// The constants of a model that a sequent mentions.
std::vector<std::pair<std::string, std::string>> model_values(const dl::Store& store,
                                                              const prove::Sequent& sequent,
                                                              const prove::CounterModel& model) {
  dl::VarSet used;
  for (ExprId id : sequent.assumptions) used = dl::set_union(used, dl::free_vars(store, id));
  for (ExprId id : sequent.claims) used = dl::set_union(used, dl::free_vars(store, id));
  for (const dl::Event& event : sequent.path) {
    used = dl::set_union(used, dl::free_vars(store, event.condition));
  }
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [var, value] : model) {
    if (!std::binary_search(used.begin(), used.end(), var)) continue;
    values.emplace_back(store.var(var).name, value_text(store, var, value));
  }
  return values;
}

std::string values_text(const std::vector<std::pair<std::string, std::string>>& values) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : values) parts.push_back(fmt::format("{} = {}", name, value));
  return parts.empty() ? "any values" : fmt::format("{}", fmt::join(parts, ", "));
}

// `i := i + 1`, and what the state is after it: `i ↦ i' + 1`.
std::string step_line(const dl::Program& program, const base::Sources& sources,
                      const prove::PathStep& step) {
  dl::Store& store = *program.store;
  const dl::Stmt& stmt = store.stmt(step.stmt);
  std::string text = fmt::format("{:<12} {:<9} {}", process_name(program, step.thread),
                                 line_of(sources, stmt.span), dl::print_head(store, stmt));
  if (step.fails) return text + "   fails";
  const dl::Expr& condition = store.expr(step.condition);
  bool is_true = condition.kind == dl::ExprKind::Bool && condition.flag;
  if (!is_true) text += fmt::format("   where {}", dl::print(store, step.condition));
  if (stmt.target) {
    ExprId value = store.lookup(step.after, stmt.target);
    text += fmt::format("   {} ↦ {}", store.var(stmt.target).name, dl::print(store, value));
  }
  return text;
}

std::string open_reason(const prove::Result& result, const prove::OpenGoal& open,
                        const prove::Options& options) {
  switch (open.kind) {
    case prove::OpenKind::CounterModel:
      if (result.origins[open.node.index()].is_exact) return "it does not hold";
      return "it does not hold of all states that the invariants and choices on the way allow";
    case prove::OpenKind::GaveUp: return "the solver gave up: " + open.reason;
    case prove::OpenKind::Unfolding:
      return fmt::format("a loop was unfolded {} times (an `invariant` or --unfold may help)",
                         options.unfold);
    case prove::OpenKind::Limit: return open.reason;
  }
  return open.reason;
}

// Where an invariant had to hold: at the start, or after a step of a thread.
std::string moment_of(const dl::Program& program, const base::Sources& sources,
                      const prove::Result& result, prove::NodeId node) {
  std::vector<prove::PathStep> steps = prove::interleaving(*program.store, result, node);
  if (steps.empty()) return "at the start";
  const dl::Stmt& stmt = program.store->stmt(steps.back().stmt);
  return fmt::format("after {}: {} ({})", process_name(program, steps.back().thread),
                     dl::print_head(*program.store, stmt), line_of(sources, stmt.span));
}

struct ObligationRow {
  std::string loop;
  std::string moment;
  bool is_proved = true;
  std::string model;  // if it is not
};

// Equal rows once; one that is not proved somewhere counts as not proved.
std::vector<ObligationRow> obligation_rows(const dl::Program& program, const base::Sources& sources,
                                           const prove::Result& result) {
  std::vector<ObligationRow> rows;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const prove::Obligation& obligation : result.obligations) {
    if (obligation.node.index() >= result.proof.nodes.size()) continue;
    const dl::Stmt& loop = program.store->stmt(obligation.loop);
    ObligationRow row;
    row.loop = fmt::format("{} of {}", line_of(sources, loop.span),
                           process_name(program, obligation.thread));
    row.moment = moment_of(program, sources, result, obligation.node);
    auto [at, is_new] = known.try_emplace({row.loop, row.moment}, rows.size());
    if (is_new) rows.push_back(row);
    if (obligation.is_proved) continue;
    rows[at->second].is_proved = false;
    const prove::Sequent& sequent = result.proof.node(obligation.node).sequent;
    rows[at->second].model = values_text(model_values(*program.store, sequent, obligation.model));
  }
  return rows;
}

std::string open_text(const dl::Program& program, const base::Sources& sources,
                      const ProvedGoal& goal, const prove::OpenGoal& open,
                      const prove::Options& options) {
  dl::Store& store = *program.store;
  const prove::Sequent& sequent = goal.search.proof.node(open.node).sequent;
  std::string out = fmt::format("  open: {}\n", open_reason(goal.search, open, options));
  out += fmt::format("    {}\n", sequent_text(store, sequent));
  if (open.kind == prove::OpenKind::CounterModel) {
    out += fmt::format("    counter-model: {}\n",
                       values_text(model_values(store, sequent, open.model)));
  }
  std::vector<prove::PathStep> steps = prove::interleaving(store, goal.search, open.node);
  if (!steps.empty()) out += "    interleaving:\n";
  for (const prove::PathStep& step : steps) {
    out += fmt::format("      {}\n", step_line(program, sources, step));
  }
  return out;
}

}  // namespace

std::string sequent_text(dl::Store& store, const prove::Sequent& sequent) {
  std::vector<std::string> left;
  std::vector<std::string> right;
  for (ExprId id : sequent.assumptions) left.push_back(dl::print(store, id));
  for (const dl::Event& event : sequent.path) {
    const dl::Expr& condition = store.expr(event.condition);
    bool is_true = condition.kind == dl::ExprKind::Bool && condition.flag;
    if (!is_true) left.push_back(dl::print(store, event.condition));
  }
  for (ExprId id : sequent.claims) right.push_back(dl::print(store, id));
  std::string text = fmt::format("{} ⇒ {}", fmt::join(left, ", "), fmt::join(right, ", "));
  return left.empty() ? text.substr(1) : text;
}

std::string goal_text(const dl::Program& program, const base::Sources& sources,
                      const ProvedGoal& goal, const prove::Options& options) {
  const prove::Result& search = goal.search;
  std::string out;
  std::string word = search.is_proved ? "proved" : goal.result.violation ? "refuted" : "open";
  out += fmt::format("{}  {}\n", word, goal.name);
  out += fmt::format("  {}: {} closed by the solver, {} merged, {} instances of others\n",
                     report::counted(search.proof.nodes.size(), "sequent"), search.closed,
                     search.merged, search.linked);
  if (goal.result.vacuous) {
    out += "  warning: no input fulfils `requires`, so that nothing was proved of the program\n";
  }
  std::vector<ObligationRow> rows = obligation_rows(program, sources, search);
  if (!rows.empty()) out += "  invariants\n";
  for (const ObligationRow& row : rows) {
    std::string status = row.is_proved ? "holds" : "does not follow, as for " + row.model;
    out += fmt::format("    {}, {}: {}\n", row.loop, row.moment, status);
  }
  if (goal.result.violation) return out;
  for (const prove::OpenGoal& open : search.open) {
    out += open_text(program, sources, goal, open, options);
  }
  if (!goal.result.reason.empty()) out += fmt::format("  {}\n", goal.result.reason);
  return out;
}

Json goal_json(const dl::Program& program, const base::Sources& sources, const ProvedGoal& goal,
               const prove::Options& options) {
  dl::Store& store = *program.store;
  const prove::Result& search = goal.search;
  Json made;
  made["goal"] = goal.name;
  made["formula"] = dl::print(store, goal.formula);
  made["verdict"] = search.is_proved ? "proved" : goal.result.violation ? "refuted" : "open";
  made["vacuous"] = goal.result.vacuous;
  made["replayable"] = goal.is_replayable;
  made["sequents"] = search.proof.nodes.size();
  made["closed"] = search.closed;
  made["merged"] = search.merged;
  made["instances"] = search.linked;
  made["obligations"] = Json::array();
  for (const ObligationRow& row : obligation_rows(program, sources, search)) {
    Json entry{{"loop", row.loop}, {"when", row.moment}, {"holds", row.is_proved}};
    if (!row.is_proved) entry["counter_model"] = row.model;
    made["obligations"].push_back(std::move(entry));
  }
  made["open"] = Json::array();
  for (const prove::OpenGoal& open : search.open) {
    const prove::Sequent& sequent = search.proof.node(open.node).sequent;
    Json entry{{"sequent", sequent_text(store, sequent)},
               {"reason", open_reason(search, open, options)}};
    entry["counter_model"] = nullptr;
    if (open.kind == prove::OpenKind::CounterModel) {
      entry["counter_model"] = Json::object();
      for (const auto& [name, value] : model_values(store, sequent, open.model)) {
        entry["counter_model"][name] = value;
      }
    }
    entry["interleaving"] = Json::array();
    for (const prove::PathStep& step : prove::interleaving(store, search, open.node)) {
      const dl::Stmt& stmt = store.stmt(step.stmt);
      entry["interleaving"].push_back(
          {{"thread", store.thread_name(step.thread)},
           {"line", stmt.span.is_valid() ? Json(sources.begin(stmt.span).line) : Json(nullptr)},
           {"text", dl::print_head(store, stmt)}});
    }
    made["open"].push_back(std::move(entry));
  }
  return made;
}

std::string proof_text(dl::Store& store, const prove::Proof& proof) {
  std::string out;
  for (std::size_t i = 0; i < proof.nodes.size(); ++i) {
    const prove::Node& node = proof.nodes[i];
    std::vector<std::uint32_t> premises;
    for (prove::NodeId id : node.premises) premises.push_back(id.index());
    std::string from = premises.empty() ? "" : fmt::format(" from {}", fmt::join(premises, ", "));
    out += fmt::format("  {}: {}\n      {}{}\n", i, sequent_text(store, node.sequent),
                       prove::text(node.rule), from);
  }
  return out;
}

}  // namespace cli
