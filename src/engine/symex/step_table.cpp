#include "engine/symex/step_table.h"

#include <algorithm>

#include "ir/pass/shared_guards.h"
#include "ir/typing.h"

namespace symex {

namespace {

Undo undo_of(const ir::Procedure& proc, const ir::Transition& t) {
  // Who leaves by an exception may have to answer to the clauses of the entry.
  if (t.target == proc.except) return Undo::State;
  if (t.actions.size() <= 1) return Undo::Nothing;
  for (std::size_t i = 0; i + 1 < t.actions.size(); ++i) {
    switch (ir::kind_of(t.actions[i])) {
      case ir::ActionKind::Assign:
      case ir::ActionKind::LoadField:
      case ir::ActionKind::LoadElement:
      case ir::ActionKind::LoadGlobal:
      case ir::ActionKind::Assert:
      case ir::ActionKind::Assume:
      case ir::ActionKind::CheckContract:
      case ir::ActionKind::Return: break;
      default: return Undo::State;
    }
  }
  return Undo::Frame;
}

template <class Action>
bool has_action(const ir::Transition& t) {
  return std::any_of(t.actions.begin(), t.actions.end(),
                     [](const ir::Action& a) { return std::holds_alternative<Action>(a); });
}

// Locals and constants only: most guards compare them.
bool is_same_leaf(const ir::Program& program, ir::ExprId a, ir::ExprId b) {
  if (a == b) return true;
  if (!a || !b) return false;
  const ir::Expr& x = program.expr(a);
  const ir::Expr& y = program.expr(b);
  if (x.kind != y.kind || x.type != y.type) return false;
  if (x.kind == ir::ExprKind::Local) return x.local == y.local;
  return x.kind == ir::ExprKind::Constant &&
         program.constant(x.constant) == program.constant(y.constant);
}

bool is_negation(ir::BinaryOp a, ir::BinaryOp b) {
  auto is = [&](ir::BinaryOp x, ir::BinaryOp y) {
    return (a == x && b == y) || (a == y && b == x);
  };
  return is(ir::BinaryOp::Eq, ir::BinaryOp::Ne) || is(ir::BinaryOp::Lt, ir::BinaryOp::Ge) ||
         is(ir::BinaryOp::Gt, ir::BinaryOp::Le);
}

// One of the two conditions holds, whatever the locals are, and never both. May be denied of more.
bool are_complementary(const ir::Program& program, ir::ExprId a, ir::ExprId b) {
  if (!a || !b) return false;
  const ir::Expr& x = program.expr(a);
  const ir::Expr& y = program.expr(b);
  auto is_not = [](const ir::Expr& e) {
    return e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not;
  };
  if (is_not(x) && is_same_leaf(program, x.a, b)) return true;
  if (is_not(y) && is_same_leaf(program, y.a, a)) return true;
  if (x.kind != ir::ExprKind::Binary || y.kind != ir::ExprKind::Binary) return false;
  bool is_equation = x.binary == ir::BinaryOp::Eq || x.binary == ir::BinaryOp::Ne;
  // What is no number is neither less nor more than others.
  if (!is_equation && ir::is_floating(program.type_of(x.a).kind)) return false;
  return is_negation(x.binary, y.binary) && is_same_leaf(program, x.a, y.a) &&
         is_same_leaf(program, x.b, y.b);
}

// Each makes one test of a lock, and it is the same.
bool repeats_reads(const ir::Program& program, const ir::Transition& before,
                   const ir::Transition& t) {
  if (before.reads.size() != 1 || t.reads.size() != 1) return false;
  const auto* a = std::get_if<ir::TestLock>(&before.reads[0]);
  const auto* b = std::get_if<ir::TestLock>(&t.reads[0]);
  return a && b && a->target == b->target && a->test == b->test && !a->lock.field &&
         !b->lock.field && is_same_leaf(program, a->lock.object, b->lock.object);
}

// Whether the guard compares a local with null, which is what most guards do.
void note_null_test(const ir::Program& program, TransitionRow& row) {
  if (!row.code->guard) return;
  const ir::Expr& e = program.expr(row.code->guard);
  bool is_equal = e.binary == ir::BinaryOp::Eq;
  if (e.kind != ir::ExprKind::Binary || (!is_equal && e.binary != ir::BinaryOp::Ne)) return;
  const ir::Expr& a = program.expr(e.a);
  const ir::Expr& b = program.expr(e.b);
  bool is_null = b.kind == ir::ExprKind::Constant &&
                 std::holds_alternative<ir::NullValue>(program.constant(b.constant));
  if (a.kind != ir::ExprKind::Local || !is_null) return;
  row.guard = is_equal ? TransitionRow::Guard::IsNull : TransitionRow::Guard::IsNotNull;
  row.tested = a.local;
}

TransitionRow make_row(const ir::Program& program, const ir::Procedure& proc, ir::TransId id) {
  const ir::Transition& t = proc.transitions[id.index()];
  TransitionRow row;
  row.code = &t;
  row.id = id;
  row.guard = t.guard ? TransitionRow::Guard::Condition : TransitionRow::Guard::True;
  note_null_test(program, row);
  row.undo = undo_of(proc, t);
  row.may_block = !t.actions.empty() && ir::info(ir::kind_of(t.actions.front())).blocking;
  row.assumes = has_action<ir::Assume>(t);
  row.notifies = has_action<ir::Notify>(t);
  row.calls = !t.actions.empty() && std::holds_alternative<ir::Call>(t.actions.back());
  row.leaves = t.target == proc.exit || t.target == proc.except;
  return row;
}

}  // namespace

StepTable::StepTable(const ir::Program& program, ir::ProcId id, const pass::Watched& watched)
    : places_(program.proc(id).transitions.size()) {
  const ir::Procedure& proc = program.proc(id);
  for (const auto& outgoing : ir::outgoing(proc)) {
    LocationRow& location = locations_.emplace_back();
    location.begin = static_cast<std::uint32_t>(transitions_.size());
    for (ir::TransId leaving : outgoing) {
      TransitionRow row = make_row(program, proc, leaving);
      row.is_watched = watched.changes(id, *row.code);
      if (transitions_.size() > location.begin) {
        const ir::Transition& before = *transitions_.back().code;
        row.repeats_reads = repeats_reads(program, before, *row.code);
        bool reads_more = !row.code->reads.empty() && !row.repeats_reads;
        if (!reads_more && are_complementary(program, before.guard, row.code->guard)) {
          row.guard = TransitionRow::Guard::Otherwise;
        }
      }
      location.has_shared_guard = location.has_shared_guard || pass::has_shared_guard(*row.code);
      location.has_reads = location.has_reads || !row.code->reads.empty();
      bool tries = outgoing.size() > 1 && pass::tests_free(*row.code);
      location.tries_monitor = location.tries_monitor || tries;
      places_[leaving.index()] = static_cast<std::uint32_t>(transitions_.size());
      transitions_.push_back(row);
    }
    location.end = static_cast<std::uint32_t>(transitions_.size());
  }
  mark_loops(proc);
}

// Back edges by depth-first search with an explicit stack.
void StepTable::mark_loops(const ir::Procedure& proc) {
  enum class Color : std::uint8_t { White, Grey, Black };
  std::vector<Color> color(proc.locations.size(), Color::White);
  struct Visit {
    ir::LocId location;
    std::size_t next;
  };
  std::vector<Visit> visits{{proc.entry, 0}};
  color[proc.entry.index()] = Color::Grey;
  while (!visits.empty()) {
    Visit& visit = visits.back();
    const LocationRow& location = at(visit.location);
    if (visit.next == 2 * std::size_t{location.end - location.begin}) {
      color[visit.location.index()] = Color::Black;
      visits.pop_back();
      continue;
    }
    TransitionRow& row = transitions_[location.begin + visit.next / 2];
    ir::LocId to = visit.next % 2 == 0 ? row.code->target : row.code->except;
    ++visit.next;
    if (!to) continue;
    if (color[to.index()] == Color::Grey) {
      locations_[to.index()].is_loop_head = true;
      row.closes_loop = true;
    } else if (color[to.index()] == Color::White) {
      color[to.index()] = Color::Grey;
      visits.push_back({to, 0});
    }
  }
  for (TransitionRow& row : transitions_) {
    row.goes_on = !row.calls && !row.leaves && !at(row.code->target).is_loop_head;
  }
}

}  // namespace symex
