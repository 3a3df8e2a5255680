#include "ir/pass/awaits.h"

#include <algorithm>

#include "ir/pass/places.h"
#include "ir/pass/shared_guards.h"

namespace pass {

namespace {

// A guard can wait for what it reads.
bool can_be_awaited(const ir::Action& action) {
  if (const auto* test = std::get_if<ir::TestLock>(&action)) {
    bool changes = test->test == ir::LockTest::Available || test->test == ir::LockTest::WasNotified;
    return changes && test->lock.object && !test->lock.field;
  }
  return is_load(action) || std::holds_alternative<ir::TestThread>(action);
}

}  // namespace

Awaits::Awaits(const ir::Program& program)
    : fields_(program.fields.size()),
      awaited_(fields_ + program.globals.size() + 3, false),
      is_group_(awaited_.size(), false) {
  for (std::size_t i = 0; i < awaited_.size(); ++i) parent_.push_back(i);
  for (const ir::Procedure& proc : program.procs) look_at(program, proc);
  // Sets that were merged later have another root.
  std::vector<bool> is_group(awaited_.size(), false);
  for (std::size_t i = 0; i < is_group_.size(); ++i) {
    if (is_group_[i]) is_group[find(i)] = true;
  }
  is_group_ = std::move(is_group);
  for (std::size_t p = 0; p < program.procs.size(); ++p) {
    const ir::Procedure& proc = program.procs[p];
    std::vector<Group>& groups = locations_[p];
    for (const ir::Transition& t : proc.transitions) {
      // What was noted is the variable.
      if (groups[t.source.index()]) groups[t.source.index()] = find(*groups[t.source.index()]);
    }
  }
}

std::size_t Awaits::variable(const ir::Action& read) const {
  if (const auto* a = std::get_if<ir::LoadField>(&read)) return a->field.index();
  if (const auto* a = std::get_if<ir::LoadGlobal>(&read)) return fields_ + a->global.index();
  if (std::holds_alternative<ir::TestLock>(read)) return elements() + 1;
  if (std::holds_alternative<ir::TestThread>(read)) return elements() + 2;
  return elements();
}

std::size_t Awaits::find(std::size_t variable) const {
  while (parent_[variable] != variable) variable = parent_[variable];
  return variable;
}

void Awaits::look_at(const ir::Program& program, const ir::Procedure& proc) {
  std::vector<Group>& groups = locations_.emplace_back(proc.locations.size());
  std::vector<std::vector<const ir::Action*>> places(proc.locations.size());
  std::vector<bool> waits(proc.locations.size(), false);
  for (const ir::Transition& t : proc.transitions) {
    if (has_shared_guard(t)) waits[t.source.index()] = true;
  }
  for (const ir::Transition& t : proc.transitions) {
    if (!waits[t.source.index()]) continue;
    std::vector<ir::LocalId> loaded;
    if (t.guard && ir::reads_heap(program, t.guard)) are_variables_ = false;
    for (const ir::Action& read : t.reads) {
      if (!can_be_awaited(read)) {
        are_variables_ = false;
        continue;
      }
      ir::for_each_expr(read, [&](ir::ExprId e) {
        are_variables_ =
            are_variables_ && std::none_of(loaded.begin(), loaded.end(), [&](ir::LocalId local) {
              return ir::mentions(program, e, local);
            });
      });
      loaded.push_back(ir::written_local(read));
      if (is_constant(program, read)) continue;
      awaited_[variable(read)] = true;
      auto& known = places[t.source.index()];
      bool is_new = std::none_of(known.begin(), known.end(), [&](const ir::Action* other) {
        return is_same_place(program, *other, read);
      });
      if (is_new) known.push_back(&read);
    }
  }
  for (std::size_t at = 0; at < places.size(); ++at) {
    if (places[at].size() < 2) continue;
    std::size_t first = find(variable(*places[at].front()));
    for (const ir::Action* read : places[at]) parent_[find(variable(*read))] = first;
    is_group_[first] = true;
    groups[at] = static_cast<std::uint32_t>(first);
  }
}

}  // namespace pass
