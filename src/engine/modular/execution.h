// The execution of a counterexample by the interpreter. Calls of procedures that are given by
// specification only return what the instance says, and each of their specifications is evaluated
// on the states of the interpreter around the call; the specification fields, which the
// interpreter does not have, take the values of the instance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interp/inputs.h"
#include "engine/interp/system.h"
#include "engine/modular/concrete.h"
#include "engine/modular/refine.h"

namespace modular {

// What the interpreter may draw for an arbitrary number: all that have atoms.
interp::Bounds bounds_of_numbers(unsigned bitwidth);

class Execution {
 public:
  Execution(const interp::Model& model, const interp::GivenInputs& inputs, Heap& heap,
            const Witness& witness, const Formulas& formulas);

  // Executes until nothing moves; says what went wrong, if anything did.
  std::optional<std::string> run(run::Run& run);

  const interp::State& state() const { return state_; }
  interp::Outcome outcome() const { return system_.outcome(state_); }
  const run::Decisions& decisions() const { return recorder_.decisions(); }
  // After `run`. Where the execution ended in the middle of a call, the values after are those
  // before this call.
  const SlotValues& before() const { return before_; }
  const SlotValues& after() const { return after_; }
  ConcreteHeap& concrete() { return concrete_; }
  // The formula, of the values of slots.
  rel::Truth evaluate(const Property& property, const SlotValues& before, const SlotValues& after,
                      const std::vector<rel::TupleSet>& args,
                      const std::optional<rel::TupleSet>& result);

 private:
  // Gives the answers that the instance has for one call.
  class Answers final : public interp::Chooser {
   public:
    std::vector<std::size_t> next;  // the last one first

   private:
    std::size_t pick(run::DecisionKind kind, std::size_t count) override;
  };
  // A call of a procedure that is given by specification only, from its start to its return.
  struct Open {
    const SpecOnlyCall* call = nullptr;
    std::size_t depth = 0;  // of the stack
    SlotValues before;
    std::vector<rel::TupleSet> args;
  };

  std::optional<SlotValues> slots();
  bool at_start() const;
  bool start();
  bool finish(const std::optional<interp::Value>& result);
  bool take_specification_fields(const SpecOnlyCall& call, const SlotValues& existing);
  void answer(const SpecOnlyCall& call, const ir::Procedure& proc);
  std::size_t number_of(ir::TypeId type, const rel::TupleSet& wanted);
  rel::TupleSet renamed(const rel::TupleSet& tuples) const;
  bool fail(std::string problem);

  const ir::Program& program_;
  Heap& heap_;
  const Witness& witness_;
  const Formulas& formulas_;
  rel::Evaluator instance_;
  interp::System system_;
  ConcreteHeap concrete_;
  Answers answers_;
  interp::RecordingChooser recorder_;
  interp::State state_;
  std::map<rel::Atom, rel::Atom> names_;         // atoms of the instance here
  std::map<SlotId, rel::TupleSet> spec_values_;  // of specification fields, now
  std::size_t next_call_ = 0;                    // in Witness::spec_only_calls
  std::optional<Open> open_;
  SlotValues before_, after_;
  std::string problem_;
};

}  // namespace modular
