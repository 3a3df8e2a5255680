#include "engine/modular/summarize_proc.h"

#include <algorithm>

#include "base/check.h"

namespace modular {

namespace {

// Iterations of a loop after which whatever still changes becomes unknown.
constexpr std::uint32_t kMaxIterations = 12;

}  // namespace

ProcedureSummarizer::ProcedureSummarizer(Summarizer& shared, ir::ProcId proc)
    : shared_(shared),
      values_(shared.values_),
      program_(shared.program_),
      slots_(shared.slots_),
      id_(proc),
      proc_(program_.proc(proc)),
      flow_(make_flow(proc_)),
      at_(proc_.locations.size()) {}

Summary ProcedureSummarizer::run(Environment entry) {
  at_[proc_.entry.index()] = std::move(entry);
  process(flow_.parts);
  Summary summary;
  const auto& normal = at_[proc_.exit.index()];
  const auto& raised = at_[proc_.except.index()];
  if (normal) summary.normal = outcome(*normal);
  if (raised) summary.raised = outcome(*raised);
  return summary;
}

Outcome ProcedureSummarizer::outcome(const Environment& env) const {
  Outcome made{.slots = env.slots, .result = env.result, .needs_object = {}};
  for (ir::LocalId param : proc_.params) {
    auto writes = [&](const ir::Action& action) { return ir::written_local(action) == param; };
    bool is_same = std::none_of(proc_.transitions.begin(), proc_.transitions.end(),
                                [&](const ir::Transition& t) {
                                  return std::any_of(t.reads.begin(), t.reads.end(), writes) ||
                                         std::any_of(t.actions.begin(), t.actions.end(), writes);
                                });
    made.needs_object.push_back(is_same &&
                                ir::is_reference(program_.type(proc_.local(param).type).kind) &&
                                !values_.may_have_null(env.locals[param.index()].upper));
  }
  return made;
}

void ProcedureSummarizer::process(std::span<const FlowPart> parts) {
  for (const FlowPart& part : parts) {
    if (!at_[part.location.index()]) continue;
    if (part.is_loop) {
      process_loop(part);
    } else {
      process_location(part.location);
    }
  }
}

void ProcedureSummarizer::process_location(ir::LocId at) {
  if (at == proc_.exit || at == proc_.except) return;
  // From here on, what arrives comes back from later in a loop.
  Environment env = std::move(*at_[at.index()]);
  at_[at.index()] = std::nullopt;
  for (ir::TransId id : flow_.outgoing[at.index()]) {
    const ir::Transition& t = proc_.transitions[id.index()];
    auto taken = t.guard ? refine(env, t.guard, true) : env;
    if (!taken) continue;
    for (const ir::Action& action : t.actions) {
      if (const auto* store = std::get_if<ir::StoreField>(&action)) {
        auto local = local_of(store->object);
        if (!local) continue;
        AccessPath path = taken->paths[local->index()];
        store_paths_[id] = path.base ? path : AccessPath{*local, {}};
      }
    }
    for (const CursorLoop& cursor : cursors_) leave_cursor_loop(cursor, t, *taken);
    take(t, std::move(*taken));
  }
}

void ProcedureSummarizer::take(const ir::Transition& t, Environment env) {
  for (const ir::Action& action : t.reads) perform(action, env);
  for (const ir::Action& action : t.actions) {
    if (const auto* made = std::get_if<ir::Call>(&action)) return call(t, *made, env);
    perform(action, env);
  }
  arrive(t.target, env);
}

void ProcedureSummarizer::arrive(ir::LocId at, const Environment& env) {
  auto& state = at_[at.index()];
  state = state ? join(*state, env) : env;
}

// Iterates the loop until its head does not change; what leaves it counts in the last
// iteration only.
void ProcedureSummarizer::process_loop(const FlowPart& loop) {
  auto locations = locations_of(loop);
  ir::LocId head = loop.location;
  Environment entry = *at_[head.index()];
  Environment state = entry;
  States before = at_;
  for (ir::LocId at : locations) before[at.index()] = std::nullopt;
  for (std::uint32_t iteration = 1;; ++iteration) {
    CHECK(iteration < 2 * kMaxIterations, "a loop of {} does not become stable", proc_.name);
    at_ = before;
    at_[head.index()] = state;
    auto cursor = shared_.options_.cursor_loops ? find_cursor(loop, entry) : std::nullopt;
    if (cursor) {
      find_updates(loop, entry, *cursor);
      cursors_.push_back(std::move(*cursor));
    }
    process_location(head);
    process(loop.body);
    if (cursor) cursors_.pop_back();
    const auto& back = at_[head.index()];
    if (!back) return;
    Environment next = widen(state, *back, iteration);
    if (next == state) return;
    state = std::move(next);
  }
}

// ---------------------------------------------------------------- the lattice

Environment ProcedureSummarizer::join(const Environment& a, const Environment& b) {
  Environment joined = a;
  auto merge = [&](Bounds& into, const Bounds& other) {
    if (!into.upper) {
      into = other;
    } else if (other.upper) {
      into.lower = values_.intersection(into.lower, other.lower);
      into.upper = values_.make_union(into.upper, other.upper);
    }
  };
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    merge(joined.locals[i], b.locals[i]);
    if (a.paths[i] != b.paths[i]) joined.paths[i] = {};
  }
  for (std::size_t i = 0; i < a.slots.size(); ++i) merge(joined.slots[i], b.slots[i]);
  merge(joined.result, b.result);
  return joined;
}

Environment ProcedureSummarizer::widen(const Environment& old, const Environment& fresh,
                                       std::uint32_t iteration) {
  Environment wide = join(old, fresh);
  for (std::size_t i = 0; i < old.locals.size(); ++i) {
    wide.locals[i] = widen_local(old.locals[i], fresh.locals[i], iteration, proc_.locals[i].type);
  }
  for (std::size_t i = 0; i < old.slots.size(); ++i) {
    wide.slots[i] = widen_slot(old.slots[i], fresh.slots[i], iteration, SlotId(i));
  }
  return wide;
}

Bounds ProcedureSummarizer::widen_local(const Bounds& old, const Bounds& fresh,
                                        std::uint32_t iteration, ir::TypeId type) {
  if (!old.upper) return fresh;
  if (!fresh.upper || old == fresh) return old;
  Bounds top = shared_.unknown(type);
  Bounds wide = old;
  if (old.lower != fresh.lower) wide.lower = values_.intersection(old.lower, fresh.lower);
  bool is_late = iteration >= shared_.options_.max_unions;
  if (is_late && wide.lower != old.lower) wide.lower = top.lower;
  if (values_.node(wide.lower).size >= shared_.options_.max_size) wide.lower = top.lower;
  if (!values_.is_within(fresh.upper, old.upper)) {
    auto closure = is_late ? closure_of(old.upper, fresh.upper) : std::nullopt;
    wide.upper = closure ? *closure : values_.make_union(old.upper, fresh.upper);
  }
  bool is_long = values_.node(wide.upper).size >= shared_.options_.max_size;
  if (is_long || (iteration >= kMaxIterations && wide.upper != old.upper)) wide.upper = top.upper;
  return wide;
}

std::optional<ValueId> ProcedureSummarizer::closure_of(ValueId old, ValueId fresh) {
  std::vector<ValueId> parts = {fresh};
  if (values_.op(fresh) == ValueOp::Union) parts = values_.node(fresh).operands;
  std::optional<ValueId> steps;
  for (ValueId part : parts) {
    std::optional<ValueId> path;
    // A condition of the loop is dropped.
    auto stripped = [&](ValueId id) {
      while (values_.op(id) == ValueOp::Intersection || values_.op(id) == ValueOp::Difference) {
        id = values_.operand(id, 0);
      }
      return id;
    };
    ValueId rest = part;
    while (!values_.is_within(rest, old)) {
      rest = stripped(rest);
      if (values_.op(rest) != ValueOp::Join) return std::nullopt;
      ValueId step = values_.operand(rest, 1);
      if (values_.node(step).arity != 2) return std::nullopt;
      path = path ? values_.join(step, *path) : step;
      rest = values_.operand(rest, 0);
      if (values_.node(rest).arity != 1) return std::nullopt;
    }
    if (path) steps = steps ? values_.make_union(*steps, *path) : *path;
  }
  if (!steps) return std::nullopt;
  return values_.join(old, values_.star(*steps));
}

// A bound without the conditions that a loop has put on it: `(x & f.y) -> z` becomes `x -> z`. With
// a condition on the field that it bounds it would never become stable.
ValueId ProcedureSummarizer::without_conditions(ValueId id) {
  const ValueNode node = values_.node(id);  // building others may move it
  auto is_condition = [&](ValueId part) {
    return values_.op(part) == ValueOp::Join && values_.node(values_.operand(part, 0)).arity > 1;
  };
  if (node.op == ValueOp::Union) {
    ValueId all = without_conditions(node.operands[0]);
    for (ValueId part : node.operands) all = values_.make_union(all, without_conditions(part));
    return all;
  }
  if (node.op == ValueOp::Product) {
    return values_.product(without_conditions(node.operands[0]),
                           without_conditions(node.operands[1]));
  }
  if (node.op == ValueOp::Intersection && node.arity == 1) {
    ValueId kept;
    for (ValueId part : node.operands) {
      if (is_condition(part)) continue;
      kept = kept ? values_.intersection(kept, part) : part;
    }
    return kept ? kept : id;
  }
  return id;
}

Bounds ProcedureSummarizer::widen_slot(const Bounds& old, const Bounds& fresh,
                                       std::uint32_t iteration, SlotId slot) {
  if (old == fresh) return old;
  Bounds wide{values_.intersection(old.lower, fresh.lower),
              values_.make_union(old.upper, fresh.upper)};
  Bounds top = shared_.unknown(slot, old);
  bool is_growing = !values_.is_within(fresh.upper, old.upper);
  if (is_growing && iteration >= shared_.options_.max_unions) {
    wide.upper = without_conditions(wide.upper);
  }
  bool is_late = iteration >= kMaxIterations;
  std::uint32_t limit = shared_.options_.max_size;
  if (values_.node(wide.lower).size >= limit || (is_late && wide.lower != old.lower)) {
    wide.lower = top.lower;
  }
  if (values_.node(wide.upper).size >= limit || (is_late && wide.upper != old.upper)) {
    wide.upper = top.upper;
  }
  return wide;
}

}  // namespace modular
