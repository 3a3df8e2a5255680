// The engine against enumeration: a property that some small heap violates must not be called
// valid. The heaps are enumerated and executed by the interpreter, the properties are random.
#include <gtest/gtest.h>

#include "base/run/random.h"
#include "engine/interp/system.h"
#include "engine/modular/concrete.h"
#include "engine/modular/property.h"
#include "logic/rel/eval.h"
#include "unit/modular/support.h"

namespace {

using modular_test::Program;

// The states before and after one execution, as values of slots.
struct Transition {
  std::vector<rel::TupleSet> before, after;
  std::vector<rel::TupleSet> args;
  rel::TupleSet result;
};

constexpr std::size_t kMaxHeaps = 1500;

modular::Options options() {
  modular::Options options = modular_test::bounds(4, 4);
  options.scope.classes["List"] = 2;
  return options;
}

std::vector<Transition> executions(Program& program, const char* entry, modular::Heap& heap) {
  program.ir.entry = program.proc(entry);
  interp::Options bounds;
  bounds.bounds.int_magnitude = 1;
  bounds.bounds.objects = 2;
  interp::Model model(program.ir, bounds);
  interp::System system(model);
  std::vector<Transition> all;
  interp::EnumeratingChooser chooser;
  const ir::Procedure& proc = program.ir.proc(program.ir.entry);
  do {
    auto state = system.initial(chooser);
    interp::State before = state;
    for (int steps = 0; steps < 60; ++steps) {
      auto enabled = system.enabled(state);
      if (enabled.empty()) break;
      system.step(state, enabled[0], chooser);
    }
    const interp::State& after = state;
    if (!system.enabled(state).empty() || !after.reason.empty()) continue;
    modular::ConcreteHeap concrete(model, heap);
    auto first = concrete.slots(before);
    auto last = first ? concrete.slots(after) : std::nullopt;
    if (!last) continue;
    Transition transition{{}, {}, {}, rel::TupleSet(heap.universe(), 1)};
    for (const auto& value : *first) transition.before.push_back(value.value());
    for (const auto& value : *last) transition.after.push_back(value.value());
    for (ir::LocalId param : proc.params) {
      const auto& value = before.threads[0].frames[0].locals[param.index()];
      transition.args.push_back(*concrete.value(before, value));
    }
    if (after.result) transition.result = *concrete.value(after, *after.result);
    all.push_back(std::move(transition));
  } while (all.size() < kMaxHeaps && chooser.advance());
  return all;
}

class Formulas {
 public:
  Formulas(std::uint64_t seed, bool has_node, bool has_result)
      : random_(seed), has_node_(has_node), has_result_(has_result) {}

  std::string formula() {
    switch (random_.below(6)) {
      case 0: return set(2) + " = " + set(2);
      case 1: return set(2) + " in " + set(2);
      case 2: return "(no " + set(2) + " => " + set(1) + " = " + set(2) + ")";
      case 3: return "(all x: " + set(1) + " | x." + field() + " in " + set(2) + ")";
      case 4: return "(" + formula() + " or " + formula() + ")";
      default: return "(some " + set(1) + " => " + formula() + ")";
    }
  }

 private:
  std::string pick(const std::vector<std::string>& from) {
    return from[random_.below(from.size())];
  }
  std::string field() { return pick({"next", "next'", "other", "other'"}); }
  std::string set(int depth) {
    std::vector<std::string> leaves = {"this.head", "this.head'", "this.last'", "Node", "Node'"};
    if (has_node_) leaves.emplace_back("n");
    if (has_result_) leaves.emplace_back("return");
    if (depth == 0) return pick(leaves);
    switch (random_.below(5)) {
      case 0: return pick(leaves);
      case 1: return set(depth - 1) + "." + field();
      case 2: return set(depth - 1) + ".*" + pick({"next", "next'"});
      case 3: return "(" + set(depth - 1) + " + " + set(depth - 1) + ")";
      default: return "(" + set(depth - 1) + " - " + set(depth - 1) + ")";
    }
  }

  run::Random random_;
  bool has_node_;
  bool has_result_;
};

bool is_violated(const modular::Property& property, modular::Heap& heap,
                 const Transition& transition) {
  rel::Instance instance;
  for (const auto& [slot, relation] : property.before) {
    instance.set(relation, transition.before[slot.index()]);
  }
  for (const auto& [slot, relation] : property.after) {
    instance.set(relation, transition.after[slot.index()]);
  }
  for (std::size_t i = 0; i < property.params.size(); ++i) {
    instance.set(property.params[i], transition.args[i]);
  }
  if (property.result) instance.set(property.result, transition.result);
  for (rel::RelationId id : heap.problem().relations()) {
    if (heap.problem().bound_of(id).is_exact()) {
      instance.set(id, heap.problem().bound_of(id).lower);
    }
  }
  rel::Evaluator evaluator(heap.exprs(), heap.universe(), instance);
  return evaluator.holds(property.formula) == rel::Truth::False;
}

class AgreementTest : public ::testing::TestWithParam<const char*> {};

TEST_P(AgreementTest, NothingViolatedIsCalledValid) {
  Program program(modular_test::kLists);
  modular::Slots slots(program.ir);
  modular::EffectTable effects(program.ir, slots);
  rel::Exprs shared;
  ir::ProcId proc = program.proc(GetParam());
  modular::Heap names(program.ir, slots, shared, options().scope, effects.of(proc).writes);
  auto all = executions(program, GetParam(), names);
  ASSERT_GT(all.size(), 10U);
  const ir::Procedure& method = program.ir.proc(proc);
  bool has_node = method.params.size() == 2 && method.local(method.params[1]).name == "n";
  bool has_result = program.ir.type(method.result).kind != ir::TypeKind::Void;
  int violated = 0;
  int held = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    std::string text = "{ " + Formulas(seed, has_node, has_result).formula() + " }";
    base::FileId file = program.sources.add("property", text);
    ir::Property clause{"random", {file, 0, static_cast<std::uint32_t>(text.size())}};
    rel::Exprs exprs;
    modular::Heap heap(program.ir, slots, exprs, options().scope, effects.of(proc).writes);
    auto property =
        modular::parse_property(program.sources, program.ir, proc, clause, heap, program.sink);
    ASSERT_TRUE(property) << text;
    bool is_wrong = std::any_of(all.begin(), all.end(), [&](const Transition& transition) {
      return is_violated(*property, heap, transition);
    });
    (is_wrong ? violated : held)++;
    program.ir.procs[proc.index()].properties = {clause};
    for (bool is_inlined : {false, true}) {
      modular::Options settings = options();
      settings.property = "random";
      settings.refine.inline_calls = is_inlined;
      settings.refine.budget = static_cast<std::uint32_t>(seed % 3);
      if (seed % 2 == 0) settings.refine.inline_size = 0;
      if (seed % 4 < 2) settings.refine.large_size = 0;
      const auto& limits = modular_test::summary_options();
      settings.summary = limits[seed / 3 % limits.size()];  // with every budget
      auto answer = program.verify(GetParam(), settings);
      EXPECT_NE(answer.result.verdict, verdict::VerdictKind::Unknown)
          << text << ": " << answer.result.reason;
      if (is_wrong) {
        EXPECT_EQ(answer.result.verdict, verdict::VerdictKind::Invalid) << text;
      }
    }
  }
  EXPECT_GT(violated, 0);
  EXPECT_GT(held, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, AgreementTest,
                         ::testing::Values("List.reverse", "List.markOthers", "List.findOther",
                                           "List.markOther", "List.forget", "List.add",
                                           "List.addTwice", "List.copyTo", "List.remove",
                                           "List.swap"));

}  // namespace
