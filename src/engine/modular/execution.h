// The execution of a counterexample by the interpreter. Calls of procedures that are given by
// specification only return what the instance says, and each of their specifications is evaluated
// on the states of the interpreter around the call; the specification fields, which the
// interpreter does not have, take the values of the instance.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/interp/enabled.h"
#include "engine/interp/execute.h"
#include "engine/modular/concrete.h"
#include "engine/modular/refine.h"

namespace modular {

// What the interpreter may draw for an arbitrary number: all that have atoms.
interp::Bounds bounds_of_numbers(unsigned bitwidth);

class Execution {
 public:
  Execution(const interp::Model& model, const interp::GivenInputs& inputs, Heap& heap,
            const Witness& witness, const Formulas& formulas);

  // Executes until nothing moves. The error says what else went wrong.
  tl::expected<verdict::Result, std::string> run(run::Run& run);

  const interp::State& state() const { return *state_; }
  interp::Outcome outcome() const { return interp::outcome(model_, state()); }
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

  bool see(const interp::Effects* step);
  std::optional<SlotValues> slots();
  bool at_start() const;
  bool start();
  bool finish(const std::optional<interp::Value>& result);
  bool take_specification_fields(const SpecOnlyCall& call, const SlotValues& existing);
  void answer(const SpecOnlyCall& call, const ir::Procedure& proc);
  std::size_t number_of(ir::TypeId type, const rel::TupleSet& wanted);
  rel::TupleSet renamed(const rel::TupleSet& tuples) const;
  bool fail(std::string problem);

  const interp::Model& model_;
  const ir::Program& program_;
  const interp::GivenInputs& inputs_;
  Heap& heap_;
  const Witness& witness_;
  const Formulas& formulas_;
  rel::Evaluator instance_;
  ConcreteHeap concrete_;
  Answers answers_;
  const interp::State* state_ = nullptr;         // where the execution is
  interp::State last_;                           // … after its end
  std::map<rel::Atom, rel::Atom> names_;         // atoms of the instance here
  std::map<SlotId, rel::TupleSet> spec_values_;  // of specification fields, now
  std::size_t next_call_ = 0;                    // in Witness::spec_only_calls
  std::optional<Open> open_;
  SlotValues before_, after_;
  std::string problem_;
};

}  // namespace modular
