// The meaning of each action; step.h is the interface.
#pragma once

#include "engine/interp/eval.h"
#include "engine/interp/step.h"

namespace interp {

// Performs the actions of one transition, one overload per action: a missing one
// fails to compile. Failures and ends of the execution are thrown.
class Stepper {
 public:
  Stepper(const Model& model, State& state, ThreadId self, Chooser& chooser, Effects& effects)
      : model_(model),
        program_(model.program()),
        state_(state),
        self_(self),
        chooser_(chooser),
        effects_(effects) {}

  void perform(const ir::Transition& transition);
  // With Options::races: orders what was touched since the last call, and throws Violated
  // at the first access that races with an earlier one.
  void observe();

  void operator()(const ir::Assign& action);
  void operator()(const ir::LoadField& action);
  void operator()(const ir::StoreField& action);
  void operator()(const ir::LoadElement& action);
  void operator()(const ir::StoreElement& action);
  void operator()(const ir::LoadGlobal& action);
  void operator()(const ir::StoreGlobal& action);
  void operator()(const ir::New& action);
  void operator()(const ir::NewArray& action);
  void operator()(const ir::Call& action);
  void operator()(const ir::Fork& action);
  void operator()(const ir::Join& action);
  void operator()(const ir::JoinThread& action);
  void operator()(const ir::Self& action);
  void operator()(const ir::Enter& action);
  void operator()(const ir::Exit& action);
  void operator()(const ir::Acquire& action);
  void operator()(const ir::Release& action);
  void operator()(const ir::Wait& action);
  void operator()(const ir::Unwait& action);
  void operator()(const ir::Notify& action);
  void operator()(const ir::NotifyAll& action);
  void operator()(const ir::TestLock& action);
  void operator()(const ir::TestThread& action);
  void operator()(const ir::Assert& action);
  void operator()(const ir::Assume& action);
  void operator()(const ir::CheckContract& action);
  void operator()(const ir::Havoc& action);
  void operator()(const ir::Choose& action);
  void operator()(const ir::ChooseInstance& action);
  void operator()(const ir::ChooseReachable& action);
  void operator()(const ir::Throw& action);
  void operator()(const ir::Limit& action);
  void operator()(const ir::Catch& action);
  void operator()(const ir::Return& action);
  void operator()(const ir::Print& action);
  base::Span shown_span() const;
  void operator()(std::monostate action);

 private:
  // The running frame; the reference dies when a frame or a thread is added.
  Frame& frame() { return state_.thread(self_).frames.back(); }
  const ir::Procedure& proc() { return model_.proc(frame().proc); }
  Scope scope() { return {model_, state_, frame().locals, &effects_.touched}; }

  void touch(AccessKind kind, const Place& place, ir::AccessMode mode = {}) {
    effects_.touched.push_back({kind, place, mode});
  }
  LockKey touched_lock(const ir::LockPlace& place);
  void order_taking(const LockKey& key, bool orders = true);
  void order_giving(const LockKey& key, bool orders = true);
  std::string escape(const Access& access, ThreadId writer) const;
  [[noreturn]] void report_race(const Access& access, const PastAccess& earlier);
  void set_local(ir::LocalId target, Value value);
  void check_capacity(ir::CollectionId collection, std::size_t size);
  void count_allocation(ir::CollectionId collection, std::int64_t count);
  ObjectId new_array(ir::TypeId type, const std::vector<std::size_t>& sizes, std::size_t level);
  std::vector<Value> arguments(const std::vector<ir::ExprId>& args);
  ir::ProcId resolve(const ir::Callee& callee, const std::vector<Value>& args) const;
  ModedAccess moded(std::size_t touched) const;
  void choose_instance(ir::LocalId target, const std::vector<ObjectId>& among);
  std::vector<ObjectId> reachable(const Value& root, ir::ClassId cls);

  const Model& model_;
  const ir::Program& program_;
  State& state_;
  ThreadId self_;
  Chooser& chooser_;
  Effects& effects_;
  const ir::Transition* transition_ = nullptr;
  std::size_t observed_ = 0;  // how much of what was touched is ordered
};

}  // namespace interp
