// Loops over a whole linked structure (Taghdiri, section 4.6):
//
//   while (c != null) { … c := c.next; … }
//
// where nothing in the loop changes `next`, nothing else assigns c, and every iteration takes
// the step once. When the loop ends because c is null, c has been every element of `c0.*next`.
// So a field that each iteration sets once, at an object found from c by fields that the loop
// does not change, to a value that the loop does not change, is known exactly at that exit.
// Other ways out of the loop keep their ordinary bounds.
#include <algorithm>

#include "engine/modular/summarize_proc.h"

namespace modular {

namespace {

bool contains(const std::vector<ir::LocId>& all, ir::LocId at) {
  return std::find(all.begin(), all.end(), at) != all.end();
}

// Locations of loops inside of this one: their transitions may run many times per iteration.
std::vector<ir::LocId> inner_locations(const FlowPart& loop) {
  std::vector<ir::LocId> inner;
  for (const FlowPart& part : loop.body) {
    if (!part.is_loop) continue;
    auto more = locations_of(part);
    inner.insert(inner.end(), more.begin(), more.end());
  }
  return inner;
}

}  // namespace

// Whether every way around the loop takes the transition, exactly once.
bool ProcedureSummarizer::is_on_every_cycle(const FlowPart& loop, ir::TransId id) const {
  auto all = locations_of(loop);
  if (contains(inner_locations(loop), proc_.transitions[id.index()].source)) return false;
  std::vector<ir::LocId> open = {loop.location};
  std::vector<bool> seen(proc_.locations.size());
  while (!open.empty()) {
    ir::LocId at = open.back();
    open.pop_back();
    for (ir::TransId out : flow_.outgoing[at.index()]) {
      if (out == id) continue;
      const ir::Transition& t = proc_.transitions[out.index()];
      for (ir::LocId next : {t.target, t.except}) {
        if (!next || !contains(all, next)) continue;
        if (next == loop.location) return false;
        if (!seen[next.index()]) open.push_back(next);
        seen[next.index()] = true;
      }
    }
  }
  return true;
}

// Whether an iteration takes the transition while the cursor is still where it began.
bool ProcedureSummarizer::is_before_step(const CursorLoop& cursor, ir::TransId id) const {
  std::vector<ir::LocId> open = {proc_.transitions[cursor.step.index()].target};
  std::vector<bool> seen(proc_.locations.size());
  while (!open.empty()) {
    ir::LocId at = open.back();
    open.pop_back();
    if (at == cursor.head || seen[at.index()] || !contains(cursor.locations, at)) continue;
    seen[at.index()] = true;
    if (at == proc_.transitions[id.index()].source) return false;
    for (ir::TransId out : flow_.outgoing[at.index()]) {
      const ir::Transition& t = proc_.transitions[out.index()];
      open.push_back(t.target);
      if (t.except) open.push_back(t.except);
    }
  }
  return true;
}

// Whether some transition of the loop other than `but` may change the slot.
bool ProcedureSummarizer::writes(const FlowPart& loop, SlotId slot, ir::TransId but) const {
  for (ir::LocId at : locations_of(loop)) {
    for (ir::TransId id : flow_.outgoing[at.index()]) {
      if (id == but) continue;
      for (const ir::Action& action : proc_.transitions[id.index()].actions) {
        if (const auto* store = std::get_if<ir::StoreField>(&action)) {
          if (slots_.field(store->field) == slot) return true;
        } else if (const auto* made = std::get_if<ir::New>(&action)) {
          for (ir::FieldId field : program_.all_fields(made->cls)) {
            if (slots_.field(field) == slot) return true;
          }
        } else if (const auto* called = std::get_if<ir::Call>(&action)) {
          for (ir::ProcId callee : slots_.hierarchy().targets(called->callee)) {
            if (shared_.effects_.of(callee).writes[slot.index()]) return true;
          }
        }
      }
    }
  }
  return false;
}

bool ProcedureSummarizer::assigns(const FlowPart& loop, ir::LocalId local) const {
  for (ir::LocId at : locations_of(loop)) {
    for (ir::TransId id : flow_.outgoing[at.index()]) {
      for (const ir::Action& action : proc_.transitions[id.index()].actions) {
        if (ir::written_local(action) == local) return true;
      }
    }
  }
  return false;
}

std::optional<ProcedureSummarizer::CursorLoop> ProcedureSummarizer::find_cursor(
    const FlowPart& loop, const Environment& entry) {
  CursorLoop found{.head = loop.location, .locations = locations_of(loop)};
  ir::TransId& step = found.step;
  for (ir::LocId at : locations_of(loop)) {
    for (ir::TransId id : flow_.outgoing[at.index()]) {
      for (const ir::Action& action : proc_.transitions[id.index()].actions) {
        const auto* load = std::get_if<ir::LoadField>(&action);
        if (!load || local_of(load->object) != load->target) continue;
        if (step) return std::nullopt;  // two cursors: which one ends the loop is not decided
        step = id;
        found.cursor = load->target;
        found.link = load->field;
      }
    }
  }
  if (!step || !is_on_every_cycle(loop, step)) return std::nullopt;
  SlotId link = slots_.field(found.link);
  if (writes(loop, link, {})) return std::nullopt;
  for (ir::LocId at : locations_of(loop)) {
    for (ir::TransId id : flow_.outgoing[at.index()]) {
      for (const ir::Action& action : proc_.transitions[id.index()].actions) {
        if (id != step && ir::written_local(action) == found.cursor) return std::nullopt;
      }
    }
  }
  const Bounds& start = entry.locals[found.cursor.index()];
  const Bounds& next = entry.slots[link.index()];
  if (!start.is_exact() || !next.is_exact()) return std::nullopt;
  found.visited = values_.join(start.upper, values_.star(next.upper));
  return found;
}

void ProcedureSummarizer::find_updates(const FlowPart& loop, const Environment& entry,
                                       CursorLoop& cursor) {
  for (ir::LocId at : locations_of(loop)) {
    for (ir::TransId id : flow_.outgoing[at.index()]) {
      const ir::Transition& t = proc_.transitions[id.index()];
      if (t.actions.size() != 1) continue;
      const auto* store = std::get_if<ir::StoreField>(&t.actions[0]);
      auto path = store_paths_.find(id);
      if (!store || path == store_paths_.end() || path->second.base != cursor.cursor) continue;
      SlotId slot = slots_.field(store->field);
      bool is_fixed =
          !writes(loop, slot, id) && is_on_every_cycle(loop, id) && is_before_step(cursor, id);
      auto value_local = local_of(store->value);
      bool is_constant = program_.expr(store->value).kind == ir::ExprKind::Constant ||
                         (value_local && !assigns(loop, *value_local));
      ValueId keys = cursor.visited;
      for (ir::FieldId field : path->second.fields) {
        SlotId read = slots_.field(field);
        is_fixed = is_fixed && read != slot && !writes(loop, read, {}) &&
                   entry.slots[read.index()].is_exact();
        keys = values_.join(keys, entry.slots[read.index()].upper);
      }
      Bounds value = eval(store->value, entry);
      if (!is_fixed || !is_constant || !value.is_exact()) continue;
      Bounds bounds = entry.slots[slot.index()];
      cursor.updates.push_back({slot,
                                {values_.override_with(bounds.lower, keys, value.lower),
                                 values_.override_with(bounds.upper, keys, value.upper)}});
    }
  }
}

// The transition may be the one that ends the loop because the cursor is null.
void ProcedureSummarizer::leave_cursor_loop(const CursorLoop& cursor, const ir::Transition& t,
                                            Environment& env) const {
  if (t.source != cursor.head || !t.guard || contains(cursor.locations, t.target)) return;
  const ir::Expr& guard = program_.expr(t.guard);
  bool is_null_test = guard.kind == ir::ExprKind::Binary && guard.binary == ir::BinaryOp::Eq;
  if (!is_null_test) return;
  bool is_left = local_of(guard.a) == cursor.cursor && is_null_constant(guard.b);
  bool is_right = local_of(guard.b) == cursor.cursor && is_null_constant(guard.a);
  if (!is_left && !is_right) return;
  for (const auto& update : cursor.updates) env.slots[update.slot.index()] = update.bounds;
}

}  // namespace modular
