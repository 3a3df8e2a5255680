#include "base/check.h"
#include "engine/mc/stubborn.h"
#include "engine/mc/system.h"

namespace mc {

Machine::Machine(const Model& model)
    : model_(model),
      nodes_(model.nodes.data()),
      slots_(model.initial),
      names_(model.parts.size(), 0),
      stamps_(model.parts.size(), 0) {
  first_dynamic_ = model.fixed_kinds < model.kinds.size()
                       ? model.kinds[model.fixed_kinds].first
                       : static_cast<std::uint32_t>(model.parts.size());
  words_.resize(2 * std::size_t{model.slots} + 64);
  if (!model.conflicting.empty()) stubborn_ = std::make_unique<StubbornSets>(*this);
}

Machine::~Machine() = default;

Effect Machine::reset() {
  slots_ = model_.initial;
  log_.clear();
  path_.clear();
  effect_ = Effect::Moved;
  newborn_.clear();
  if (model_.options.coarsen) settle(0);
  return effect_;
}

void Machine::undo(Mark mark) {
  while (log_.size() > mark) {
    slots_[log_.back().slot] = log_.back().old;
    log_.pop_back();
  }
}

bool Machine::is_deadlock() const {
  bool is_waiting = false;
  for (std::uint32_t t = 0; t < thread_count(); ++t) {
    is_waiting |= !has_ended(t) && !model_.points[point_of(t)].is_daemons;
  }
  return is_waiting &&
         !(model_.options.semantics.deadlock == ir::DeadlockMode::Main && has_ended(0));
}

// ---------------------------------------------------------------- the state

std::uint32_t Machine::thread_count() const {
  return static_cast<std::uint32_t>(slots_[model_.threads_slot]);
}
bool Machine::has_ended(std::uint32_t thread) const { return point_of(thread) == kEnded; }
ir::ProcId Machine::proc_of(std::uint32_t thread) const {
  return model_.points[point_of(thread)].proc;
}
ir::LocId Machine::location_of(std::uint32_t thread) const {
  return model_.points[point_of(thread)].location;
}
Value Machine::local(std::uint32_t thread, ir::LocalId local) const {
  return slots_[base_of(thread) + kLocals + local.index()];
}
Value Machine::global(ir::GlobalId global) const {
  return slots_[model_.global_slots[global.index()]];
}
Value Machine::field(Value object, ir::FieldId field) const {
  const Part& part = model_.parts[static_cast<std::size_t>(object)];
  return slots_[part.slots + model_.field_offsets[field.index()]];
}
Value Machine::element(Value array, std::size_t index) const {
  const Part& part = model_.parts[static_cast<std::size_t>(array)];
  CHECK(index < length_of(part), "an element beyond the end of an array");
  return slots_[part.slots + index];
}
std::size_t Machine::length(Value array) const {
  return length_of(model_.parts[static_cast<std::size_t>(array)]);
}
ir::ClassId Machine::class_of(Value object) const {
  return model_.parts[static_cast<std::size_t>(object)].cls;
}

std::vector<Value> Machine::instances(ir::ClassId cls) const {
  std::vector<Value> result;
  for (std::uint32_t i = 1; i < model_.parts.size(); ++i) {
    const Part& part = model_.parts[i];
    bool fits = part.cls && model_.program->is_subclass(part.cls, cls);
    if (fits && is_allocated(i)) result.push_back(i);
  }
  return result;
}

bool Machine::owns(std::uint32_t thread, ir::GlobalId lock) const {
  return global(lock) == thread + 1;
}
bool Machine::owns(std::uint32_t thread, Value object, ir::FieldId lock) const {
  return field(object, lock) == thread + 1;
}

std::uint32_t Machine::length_of(const Part& part) const {
  return part.length == kNone ? part.capacity : static_cast<std::uint32_t>(slots_[part.length]);
}

bool Machine::is_allocated(std::uint32_t number) const {
  const Part& part = model_.parts[number];
  const UnitKind& kind = model_.kinds[part.kind];
  if (kind.allocated == 0) return true;
  std::uint32_t unit = (part.unit - kind.first) / kind.parts;
  return unit < static_cast<std::uint32_t>(slots_[kind.allocated]);
}

// ---------------------------------------------------------------- traces

Effect Machine::perform(const Step& step) {
  effect_ = attempt(step.thread, model_.transitions[step.transition], step.choice);
  return effect_;
}

verdict::Steps Machine::trace(const std::vector<Step>& steps) {
  verdict::Steps result;
  slots_ = model_.initial;
  log_.clear();
  std::vector<std::uint32_t> creation;
  creation_ = &creation;
  started_.assign(1, 0);
  starts_ = 1;
  for (const Step& step : steps) {
    std::uint32_t thread = started_[step.thread];
    perform(step);
    CHECK(effect_ != Effect::Disabled, "a step of a trace is disabled");
    const Transition& t = model_.transitions[step.transition];
    verdict::Step shown{thread, t.proc, t.id};
    for (const Pick& pick : picks_) {
      if (pick.count > 1) shown.choices.push_back(pick.reported);
    }
    result.push_back(std::move(shown));
  }
  creation_ = nullptr;
  return result;
}

}  // namespace mc
