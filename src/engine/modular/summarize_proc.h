// The abstract interpretation of one procedure. Internal to the files summarize*.cpp.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/modular/summarize.h"

namespace modular {

class ProcedureSummarizer {
 public:
  ProcedureSummarizer(Summarizer& shared, ir::ProcId proc);

  Summary run(Environment entry);

 private:
  using States = std::vector<std::optional<Environment>>;  // by location

  // ---- control (summarize_proc.cpp)
  void process(std::span<const FlowPart> parts);
  void process_location(ir::LocId at);
  void process_loop(const FlowPart& loop);
  void take(const ir::Transition& transition, Environment env);
  void arrive(ir::LocId at, const Environment& env);
  Environment join(const Environment& a, const Environment& b);
  Environment widen(const Environment& old, const Environment& fresh, std::uint32_t iteration);
  Bounds widen_local(const Bounds& old, const Bounds& fresh, std::uint32_t iteration,
                     ir::TypeId type);
  Bounds widen_slot(const Bounds& old, const Bounds& fresh, std::uint32_t iteration, SlotId slot);
  ValueId without_conditions(ValueId id);
  // `old.*r` if every part of `fresh` is some steps `r` away from `old`.
  std::optional<ValueId> closure_of(ValueId old, ValueId fresh);
  Outcome outcome(const Environment& env) const;

  // ---- statements (summarize_action.cpp)
  void perform(const ir::Action& action, Environment& env);
  Bounds eval(ir::ExprId expr, const Environment& env);
  void assign(ir::LocalId target, const Bounds& value, Environment& env);
  void assign_value(const ir::Assign& action, Environment& env);
  void load_field(const ir::LoadField& action, Environment& env);
  void load_element(const ir::LoadElement& action, Environment& env);
  void store_element(const ir::StoreElement& action, Environment& env);
  void store(SlotId slot, const Bounds& at, const Bounds& value, Environment& env);
  void allocate(ir::LocalId target, ir::ClassId cls, ir::TypeId array, Environment& env);
  void forget_paths(Environment& env, SlotId slot) const;
  void call(const ir::Transition& transition, const ir::Call& action, const Environment& env);
  Environment instantiate(const Outcome& outcome, const Summarizer::Template& from,
                          ir::ProcId callee, std::span<const Bounds> args, const Environment& env);
  void havoc(ir::ProcId callee, Environment& env);

  // ---- conditions (summarize_condition.cpp)
  // The part of `env` in which the condition has this value; nullopt: nothing.
  std::optional<Environment> refine(Environment env, ir::ExprId condition, bool value);
  std::optional<Environment> refine_equal(Environment env, ir::ExprId a, ir::ExprId b, bool equal);
  bool refine_null(Environment& env, ir::LocalId local, bool is_null);
  void refine_path(Environment& env, const AccessPath& path, const Bounds& value, bool equal);
  std::optional<ir::LocalId> local_of(ir::ExprId expr) const;
  bool is_null_constant(ir::ExprId expr) const;

  // ---- loops over linked structures (summarize_cursor.cpp)
  struct CursorLoop {
    ir::LocId head;
    std::vector<ir::LocId> locations;
    ir::TransId step;  // cursor := cursor.link
    ir::LocalId cursor;
    ir::FieldId link;
    ValueId visited;  // what the cursor goes through
    struct Update {
      SlotId slot;
      Bounds bounds;  // of the slot when the cursor has seen everything
    };
    std::vector<Update> updates;
  };
  std::optional<CursorLoop> find_cursor(const FlowPart& loop, const Environment& entry);
  void find_updates(const FlowPart& loop, const Environment& entry, CursorLoop& cursor);
  bool is_on_every_cycle(const FlowPart& loop, ir::TransId id) const;
  bool is_before_step(const CursorLoop& cursor, ir::TransId id) const;
  bool writes(const FlowPart& loop, SlotId slot, ir::TransId but) const;
  bool assigns(const FlowPart& loop, ir::LocalId local) const;
  void leave_cursor_loop(const CursorLoop& cursor, const ir::Transition& transition,
                         Environment& env) const;

  Summarizer& shared_;
  Values& values_;
  const ir::Program& program_;
  const Slots& slots_;
  ir::ProcId id_;
  const ir::Procedure& proc_;
  Flow flow_;
  States at_;
  std::vector<CursorLoop> cursors_;                // of the loops being processed
  std::map<ir::TransId, AccessPath> store_paths_;  // of the target of a store, when last seen
};

}  // namespace modular
