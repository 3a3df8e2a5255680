// Summaries are safe: whatever the interpreter does on a random small heap, the state after
// lies within the bounds.
#include <gtest/gtest.h>

#include "base/run/random.h"
#include "engine/interp/system.h"
#include "engine/modular/concrete.h"
#include "engine/modular/summarize.h"
#include "engine/modular/to_rel.h"
#include "logic/rel/eval.h"
#include "unit/modular/support.h"

namespace {

using modular_test::Program;

class SafetyTest : public ::testing::TestWithParam<const char*> {
 protected:
  void check(Program& program, const char* name);
  void check(Program& program, const modular::Slots& slots, modular::Summarizer& summarizer,
             const char* name, std::uint64_t seed);

  int finished_ = 0;
};

// One execution: true if it ended, and then everything lay within the bounds.
void SafetyTest::check(Program& program, const modular::Slots& slots,
                       modular::Summarizer& summarizer, const char* name, std::uint64_t seed) {
  ir::ProcId proc = program.ir.entry;
  interp::Model model(program.ir);
  interp::System system(model);
  interp::RandomChooser chooser(seed);
  auto state = system.initial(chooser);
  interp::State before = state;
  for (int steps = 0; steps < 200; ++steps) {
    auto enabled = system.enabled(state);
    if (enabled.empty()) break;
    system.step(state, enabled[0], chooser);
  }
  if (!system.enabled(state).empty()) return;  // a loop for ever
  const interp::State& after = state;
  bool raised = !after.reason.empty();
  ++finished_;

  rel::Exprs exprs;
  modular::Heap heap(program.ir, slots, exprs, {.objects = 8, .bitwidth = 4},
                     std::vector<bool>(slots.size(), true));
  modular::ConcreteHeap concrete(model, heap);
  auto slots_before = concrete.slots(before);
  auto slots_after = concrete.slots(after);
  ASSERT_TRUE(slots_before && slots_after) << concrete.problem();

  const modular::Summary& summary = summarizer.summary(proc);
  const auto& outcome = raised ? summary.raised : summary.normal;
  ASSERT_TRUE(outcome) << name << " ends in a way that its summary excludes";
  rel::Instance instance;
  std::unordered_map<modular::SymbolId, rel::Expr> symbols;
  auto define = [&](modular::SymbolId symbol, const rel::TupleSet& value) {
    rel::RelationId id = exprs.add_relation(summarizer.values().symbol(symbol).name, value.arity());
    instance.set(id, value);
    symbols.emplace(symbol, exprs.relation(id));
  };
  for (std::size_t i = 0; i < slots.size(); ++i) {
    define(summarizer.slot_symbol(modular::SlotId(i)), (*slots_before)[i].value());
  }
  const auto& frame = before.threads[0].frames[0];
  const ir::Procedure& p = program.ir.proc(proc);
  for (std::size_t i = 0; i < p.params.size(); ++i) {
    define(summarizer.param_symbol(proc, i),
           *concrete.value(before, frame.locals[p.params[i].index()]));
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    modular::ValueId all = outcome->slots[i].upper;
    if (slots[modular::SlotId(i)].kind != modular::SlotKind::Allocated) continue;
    rel::TupleSet made = (*slots_after)[i].value() - (*slots_before)[i].value();
    std::size_t named = 0;
    for (modular::SymbolId symbol : summarizer.values().symbols_in(std::span(&all, 1))) {
      const auto* object = summarizer.new_symbol(symbol);
      if (object != nullptr && !object->is_set) ++named;
    }
    // Objects with names are the first ones; if there are more, the set has all.
    bool fits = made.size() <= named;
    for (modular::SymbolId symbol : summarizer.values().symbols_in(std::span(&all, 1))) {
      const auto* object = summarizer.new_symbol(symbol);
      if (object == nullptr) continue;
      rel::TupleSet value(heap.universe(), 1);
      if (object->is_set && !fits) value = made;
      if (!object->is_set && object->number <= made.size()) {
        value.add(made.tuple(object->number - 1));
      }
      define(symbol, value);
    }
  }
  for (rel::RelationId id : heap.problem().relations()) {
    instance.set(id, heap.problem().bound_of(id).lower);
  }
  modular::ValueTranslator translate(summarizer.values(), heap, symbols);
  rel::Evaluator evaluator(exprs, heap.universe(), instance);
  auto within = [&](const modular::Bounds& bounds, const rel::TupleSet& value,
                    const std::string& what) {
    auto lower = evaluator.value(translate.translate(bounds.lower));
    auto upper = evaluator.value(translate.translate(bounds.upper));
    ASSERT_TRUE(lower && upper);
    EXPECT_TRUE(lower->is_subset_of(value))
        << name << " seed " << seed << ": " << what << " = " << value.text(heap.universe())
        << " lacks some of " << lower->text(heap.universe()) << ", "
        << summarizer.values().show(bounds.lower);
    EXPECT_TRUE(value.is_subset_of(*upper))
        << name << " seed " << seed << ": " << what << " = " << value.text(heap.universe())
        << " is beyond " << upper->text(heap.universe()) << ", "
        << summarizer.values().show(bounds.upper);
  };
  for (std::size_t i = 0; i < slots.size(); ++i) {
    within(outcome->slots[i], (*slots_after)[i].value(), slots[modular::SlotId(i)].name);
  }
  if (!raised && outcome->result.upper) {
    within(outcome->result, *concrete.value(after, *after.result), "the result");
  }
}

void SafetyTest::check(Program& program, const char* name) {
  program.ir.entry = program.proc(name);
  modular::Slots slots(program.ir);
  modular::EffectTable effects(program.ir, slots);
  for (const modular::SummaryOptions& options : modular_test::summary_options()) {
    modular::Summarizer summarizer(program.ir, slots, effects, options);
    for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
      check(program, slots, summarizer, name, seed);
    }
  }
  EXPECT_GT(finished_, 20) << "nearly all executions run for ever";
}

TEST_P(SafetyTest, ListsStayWithinTheirBounds) {
  Program program(modular_test::kLists);
  check(program, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Methods, SafetyTest,
                         ::testing::Values("List.reverse", "List.mark", "List.markOthers",
                                           "List.markAfter", "List.find", "List.findOther",
                                           "List.markOther", "List.forget", "List.add",
                                           "List.addTwice", "List.copyTo", "List.remove",
                                           "List.swap"));

class GraphSafetyTest : public SafetyTest {};

TEST_P(GraphSafetyTest, GraphsStayWithinTheirBounds) {
  Program program(modular_test::topological_sort());
  check(program, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Methods, GraphSafetyTest,
                         ::testing::Values("Graph.init", "Graph.findSource", "Graph.fixIns",
                                           "List.insert", "List.nullifyMove",
                                           "Graph.topologicalSort"));

}  // namespace
