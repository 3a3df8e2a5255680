#include "ir/pass/endless.h"

#include <algorithm>
#include <vector>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"

namespace pass {

namespace {

bool is_never(const ir::Program& program, ir::ExprId guard) {
  if (!guard) return false;
  const ir::Expr& e = program.expr(guard);
  if (e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not) {
    const ir::Expr& a = program.expr(e.a);
    const bool* value = a.kind == ir::ExprKind::Constant
                            ? std::get_if<bool>(&program.constant(a.constant))
                            : nullptr;
    return value && *value;
  }
  if (e.kind != ir::ExprKind::Constant) return false;
  const bool* value = std::get_if<bool>(&program.constant(e.constant));
  return value && !*value;
}

// Marks everything that can be reached from `from` over the edges.
void mark(const std::vector<std::vector<std::size_t>>& edges, std::size_t from,
          std::vector<bool>& marks) {
  std::vector<std::size_t> work{from};
  marks[from] = true;
  while (!work.empty()) {
    std::size_t at = work.back();
    work.pop_back();
    for (std::size_t next : edges[at]) {
      if (marks[next]) continue;
      marks[next] = true;
      work.push_back(next);
    }
  }
}

// It raises an exception. A loop over its handler is none that a thread is meant to stay in:
// javac's handlers of `synchronized` cover themselves.
bool raises(const ir::Procedure& proc, const ir::Transition& t) {
  auto is_throw = [](const ir::Action& a) { return std::holds_alternative<ir::Throw>(a); };
  return t.target == proc.except || std::any_of(t.actions.begin(), t.actions.end(), is_throw);
}

bool has_endless_loop(const ir::Program& program, const ir::Procedure& proc) {
  std::size_t count = proc.locations.size();
  std::vector<std::vector<std::size_t>> forward(count);
  std::vector<std::vector<std::size_t>> backward(count);
  for (const ir::Transition& t : proc.transitions) {
    if (raises(proc, t) || is_never(program, t.guard)) continue;
    forward[t.source.index()].push_back(t.target.index());
    backward[t.target.index()].push_back(t.source.index());
  }
  std::vector<bool> reached(count);
  std::vector<bool> leaves(count);
  mark(forward, proc.entry.index(), reached);
  mark(backward, proc.exit.index(), leaves);
  for (std::size_t at = 0; at < count; ++at) {
    if (!reached[at] || leaves[at]) continue;
    std::vector<bool> after(count);
    for (std::size_t next : forward[at]) {
      if (!after[next]) mark(forward, next, after);
    }
    if (after[at]) return true;
  }
  return false;
}

}  // namespace

bool has_endless_thread(const ir::Program& program) {
  Hierarchy hierarchy(program);
  CallGraph calls(program, hierarchy);
  std::vector<bool> started(program.procs.size());
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (!calls.is_forked(ir::ProcId(i))) continue;
    std::vector<bool> reachable = calls.reachable(ir::ProcId(i));
    for (std::size_t j = 0; j < started.size(); ++j) started[j] = started[j] || reachable[j];
  }
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (started[i] && has_endless_loop(program, program.procs[i])) return true;
  }
  return false;
}

}  // namespace pass
