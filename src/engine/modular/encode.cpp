#include "engine/modular/encode.h"

#include <algorithm>

#include "base/check.h"
#include "ir/pass/features.h"

namespace modular {

Encoder::Encoder(const ir::Program& program, const EffectTable& effects, Heap& heap,
                 const EncodeOptions& options)
    : program_(program),
      effects_(effects),
      heap_(heap),
      exprs_(heap.exprs()),
      slots_(heap.slots()),
      options_(options) {
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (!effects.is_known(ir::ProcId(i))) continue;
    for (const ir::Transition& t : program.procs[i].transitions) {
      for (const ir::Action& action : t.actions) {
        const auto* caught = std::get_if<ir::Catch>(&action);
        looks_at_thrown_ = looks_at_thrown_ || (caught && caught->target);
      }
    }
  }
}

void Encoder::unsupported(std::string what) {
  if (unsupported_.empty()) unsupported_ = std::move(what);
}

Encoded Encoder::encode(ir::ProcId proc, const State& before, const std::vector<rel::Expr>& args) {
  Frame frame{.id = proc, .proc = &program_.proc(proc)};
  frame.needs_raised = options_.needs_raised;
  frame.is_outermost = true;
  Point entry;
  entry.state = before;
  entry.thrown = exprs_.none(1);
  const ir::Procedure& p = *frame.proc;
  entry.locals.resize(p.locals.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    entry.locals[p.params[i].index()] = heap_.value_of(p.local(p.params[i]).type, args[i]);
  }
  run(frame, std::move(entry));
  Encoded encoded;
  bool is_void = program_.type(p.result).kind == ir::TypeKind::Void;
  auto ending = [&](bool is_there, const Point& point) {
    Ending made;
    made.reached = is_there ? conjunction(point.guard) : exprs_.truth(false);
    made.state = is_there ? point.state : before;
    made.result = is_there || is_void ? point.result : exprs_.none(1);
    return made;
  };
  encoded.normal = ending(frame.has_exit, frame.exit);
  encoded.raised = ending(frame.has_raise, frame.raise);
  encoded.obligations = std::move(obligations_);
  encoded.is_cut = is_cut_;
  encoded.cuts = std::move(cuts_);
  encoded.checked = std::move(checked_);
  encoded.left = std::move(left_);
  return encoded;
}

// ---------------------------------------------------------------- control

// Locals start at their defaults.
void Encoder::run(Frame& frame, Point entry) {
  const ir::Procedure& proc = *frame.proc;
  if (proc.spec) return run_spec_only(frame, std::move(entry));
  frame.flow = make_flow(proc);
  frame.arriving.resize(proc.locations.size());
  for (std::size_t i = 0; i < proc.locals.size(); ++i) {
    const ir::Local& local = proc.locals[i];
    bool is_param =
        std::find(proc.params.begin(), proc.params.end(), ir::LocalId(i)) != proc.params.end();
    if (is_param) continue;
    ir::Constant constant = local.initial.value_or(program_.default_value(local.type));
    SymbolicValue& value = entry.locals[i];
    if (const auto* flag = std::get_if<bool>(&constant)) {
      value.truth = exprs_.truth(*flag);
    } else if (const auto* number = std::get_if<base::Integer>(&constant)) {
      value.number = exprs_.constant(number->to_int64().value_or(0));
    } else {
      value.set = exprs_.none(1);
    }
  }
  open_.push_back(frame.id);
  arrive(frame, proc.entry, std::move(entry));
  process(frame, frame.flow.parts);
  open_.pop_back();
  for (auto [at, point, is_there] : {std::tuple(proc.exit, &frame.exit, &frame.has_exit),
                                     std::tuple(proc.except, &frame.raise, &frame.has_raise)}) {
    auto& points = frame.arriving[at.index()];
    *is_there = !points.empty();
    if (*is_there) *point = merge(std::move(points));
  }
}

bool Encoder::matters(const Frame& frame, ir::LocId at) const {
  return frame.flow.can_return[at.index()] ||
         (frame.needs_raised && frame.flow.can_raise[at.index()]);
}

void Encoder::arrive(Frame& frame, ir::LocId at, Point point) {
  if (!matters(frame, at)) {
    left_.push_back(conjunction(point.guard));
    return;
  }
  for (const auto& blocked : frame.blocked) {
    if (!blocked[at.index()]) continue;
    is_cut_ = true;
    cut("unwind", point.guard, exprs_.truth(true));
    return;
  }
  frame.arriving[at.index()].push_back(std::move(point));
}

void Encoder::process(Frame& frame, const std::vector<FlowPart>& parts) {
  for (const FlowPart& part : parts) {
    if (frame.arriving[part.location.index()].empty()) continue;
    if (part.is_loop) {
      process_loop(frame, part);
    } else {
      process_location(frame, part.location);
    }
  }
}

// Locations of the loop from which nothing leaves it but through its head, the head included.
std::vector<bool> Encoder::stays_inside(const Frame& frame, const FlowPart& loop) const {
  auto all = locations_of(loop);
  std::vector<bool> inside(frame.proc->locations.size());
  for (ir::LocId at : all) inside[at.index()] = true;
  std::vector<bool> stays = inside;
  for (bool changed = true; changed;) {
    changed = false;
    for (ir::LocId at : all) {
      if (at == loop.location || !stays[at.index()]) continue;
      for (ir::TransId id : frame.flow.outgoing[at.index()]) {
        const ir::Transition& t = frame.proc->transitions[id.index()];
        for (ir::LocId next : {t.target, t.except}) {
          if (!next || stays[next.index()]) continue;
          if (!inside[next.index()] && !matters(frame, next)) continue;
          stays[at.index()] = false;
          changed = true;
        }
      }
    }
  }
  return stays;
}

// The head is passed `unwind` + 1 times. The last pass takes only what leaves the loop.
void Encoder::process_loop(Frame& frame, const FlowPart& loop) {
  auto& arriving = frame.arriving[loop.location.index()];
  for (std::uint32_t pass = 0; pass <= options_.unwind && !arriving.empty(); ++pass) {
    bool is_last = pass == options_.unwind;
    if (is_last) frame.blocked.push_back(stays_inside(frame, loop));
    process_location(frame, loop.location);
    process(frame, loop.body);
    if (is_last) frame.blocked.pop_back();
  }
  arriving.clear();
}

void Encoder::process_location(Frame& frame, ir::LocId at) {
  if (at == frame.proc->exit || at == frame.proc->except) return;
  if (auto reason = options_.stop ? options_.stop() : std::nullopt) stopped_ = *reason;
  if (!stopped_.empty()) {
    frame.arriving[at.index()].clear();
    return;
  }
  std::vector<Point> points = std::move(frame.arriving[at.index()]);
  frame.arriving[at.index()].clear();
  Point point = merge(std::move(points));
  for (ir::TransId id : frame.flow.outgoing[at.index()]) {
    const ir::Transition& t = frame.proc->transitions[id.index()];
    Point next = point;
    const Lacking* lacking = effects_.lacking(frame.id, id);
    if (lacking) {
      rel::Formula taken = exprs_.truth(true);
      if (t.guard && !lacking->is_guard) taken = truth(frame, t.guard, point);
      cut(pass::bound_of({.what = lacking->what, .unsupported = true}), point.guard, taken);
      continue;
    }
    if (t.guard && !add(next.guard, truth(frame, t.guard, point))) continue;
    take(frame, t, std::move(next));
  }
}

void Encoder::take(Frame& frame, const ir::Transition& t, Point point) {
  span_ = t.span;
  for (const ir::Action& action : t.reads) {
    if (!perform(frame, action, point)) return;
  }
  for (const ir::Action& action : t.actions) {
    if (const auto* made = std::get_if<ir::Call>(&action)) {
      return call(frame, t, *made, std::move(point));
    }
    if (!perform(frame, action, point)) return;
  }
  arrive(frame, t.target, std::move(point));
}

// An execution with this guard would exceed the bound if the condition holds.
void Encoder::cut(const std::string& bound, const Guard& guard, rel::Formula condition) {
  Guard beyond = guard;
  if (add(beyond, condition)) cuts_.push_back({bound, conjunction(beyond)});
}

// False if the condition can never hold.
bool Encoder::add(Guard& guard, rel::Formula condition) {
  if (condition == exprs_.truth(true)) return true;
  if (condition == exprs_.truth(false)) return false;
  rel::Formula opposite = exprs_.negation(condition);
  for (rel::Formula known : guard) {
    if (known == condition) return true;
    if (known == opposite) return false;
  }
  guard.push_back(condition);
  return true;
}

// ---------------------------------------------------------------- merging

SymbolicValue Encoder::merge(rel::Formula condition, const SymbolicValue& a,
                             const SymbolicValue& b) {
  SymbolicValue merged = a;
  if (a.set != b.set) merged.set = exprs_.if_expr(condition, a.set, b.set);
  if (a.number != b.number) merged.number = exprs_.if_int(condition, a.number, b.number);
  if (a.truth != b.truth) merged.truth = exprs_.if_formula(condition, a.truth, b.truth);
  return merged;
}

// What two points have in common stays; the rest of one guard tells them apart. Execution is
// deterministic, so never both hold.
Encoder::Point Encoder::merge(Point a, Point b) {
  std::size_t common = 0;
  std::size_t shorter = std::min(a.guard.size(), b.guard.size());
  while (common < shorter && a.guard[common] == b.guard[common]) ++common;
  if (b.guard.size() < a.guard.size()) std::swap(a, b);
  auto rest = [&](const Guard& guard) {
    return exprs_.conjunction(std::span(guard).subspan(common));
  };
  rel::Formula of_a = rest(a.guard);
  rel::Formula of_b = rest(b.guard);
  Point merged;
  merged.guard.assign(a.guard.begin(), a.guard.begin() + static_cast<std::ptrdiff_t>(common));
  if (exprs_.negation(of_a) != of_b && !add(merged.guard, exprs_.disjunction({of_a, of_b}))) {
    merged.guard.push_back(exprs_.truth(false));  // neither can be reached
  }
  merged.state = a.state;
  for (std::size_t i = 0; i < a.state.size(); ++i) {
    if (a.state[i] != b.state[i]) merged.state[i] = exprs_.if_expr(of_a, a.state[i], b.state[i]);
  }
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    merged.locals.push_back(merge(of_a, a.locals[i], b.locals[i]));
  }
  merged.result = a.result;
  if (a.result != b.result && a.result && b.result) {
    merged.result = exprs_.if_expr(of_a, a.result, b.result);
  } else if (!a.result) {
    merged.result = b.result;
  }
  merged.thrown = a.thrown;
  if (a.thrown != b.thrown) merged.thrown = exprs_.if_expr(of_a, a.thrown, b.thrown);
  return merged;
}

// Those that share the longest part of their guards first.
Encoder::Point Encoder::merge(std::vector<Point> points) {
  auto common = [](const Guard& a, const Guard& b) {
    std::size_t n = 0;
    while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
    return n;
  };
  while (points.size() > 1) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      std::size_t n = common(points[i].guard, points[i + 1].guard);
      if (n >= most) {
        most = n;
        best = i;
      }
    }
    points[best] = merge(std::move(points[best]), std::move(points[best + 1]));
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  return std::move(points[0]);
}

}  // namespace modular
