// The summaries of the methods in section 4.3 of Taghdiri's thesis, as text and as relations.
#include <gtest/gtest.h>

#include "engine/modular/property.h"
#include "engine/modular/summarize.h"
#include "engine/modular/to_rel.h"
#include "logic/rel/solver.h"
#include "unit/modular/support.h"

namespace {

using modular_test::Program;

class SummaryTest : public ::testing::Test {
 protected:
  std::string show(const char* proc) {
    return modular::show_summary(summarizer, program.ir, slots, program.proc(proc));
  }

  // Whether the summary of a procedure that returns says just what the formula says, within
  // three objects of each class.
  void expect_equivalent(const char* name, const std::string& formula);

  Program program{modular_test::topological_sort()};
  modular::Slots slots{program.ir};
  modular::EffectTable effects{program.ir, slots};
  modular::Summarizer summarizer{program.ir, slots, effects, {}};
};

void SummaryTest::expect_equivalent(const char* name, const std::string& formula) {
  ir::ProcId proc = program.proc(name);
  rel::Exprs exprs;
  modular::Heap heap(program.ir, slots, exprs, {.objects = 3, .bitwidth = 3},
                     effects.of(proc).writes);
  base::FileId file = program.sources.add(std::string(name) + ".formula", formula);
  ir::Property text{"formula", {file, 0, static_cast<std::uint32_t>(formula.size())}};
  auto property =
      modular::parse_property(program.sources, program.ir, proc, text, heap, program.sink);
  ASSERT_TRUE(property);

  modular::State before(slots.size());
  modular::State after(slots.size());
  std::vector<rel::Expr> args;
  std::vector<rel::Formula> given;
  std::unordered_map<modular::SymbolId, rel::Expr> symbols;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    modular::SlotId slot(i);
    before[i] = exprs.relation(heap.fresh(slot, slots[slot].name));
    after[i] = exprs.relation(heap.fresh(slot, slots[slot].name + "'"));
    symbols.emplace(summarizer.slot_symbol(slot), before[i]);
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    given.push_back(heap.is_closed(modular::SlotId(i), before));
    given.push_back(heap.is_total(modular::SlotId(i), after));
  }
  const ir::Procedure& p = program.ir.proc(proc);
  for (std::size_t i = 0; i < p.params.size(); ++i) {
    ir::TypeId type = p.local(p.params[i]).type;
    args.push_back(exprs.relation(heap.fresh(type, p.local(p.params[i]).name)));
    given.push_back(exprs.one(args[i]));  // null would be an exception
    given.push_back(exprs.in(args[i], heap.objects(type, before)));
    symbols.emplace(summarizer.param_symbol(proc, i), args[i]);
  }
  const modular::Outcome& outcome = *summarizer.summary(proc).normal;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!effects.of(proc).writes[i]) continue;
    modular::ValueId all = outcome.slots[i].upper;
    for (modular::SymbolId symbol : summarizer.values().symbols_in(std::span(&all, 1))) {
      const auto* made = summarizer.new_symbol(symbol);
      if (made == nullptr) continue;
      modular::SlotId set = slots.allocated(made->cls);
      rel::Expr object = heap.next_object(set, before[set.index()]);
      given.push_back(exprs.some(object));
      // Which object is new does not matter.
      rel::Expr known = exprs.make_union(before[set.index()], object);
      given.push_back(exprs.in(after[set.index()], known));
      symbols.emplace(symbol, object);
    }
  }
  modular::ValueTranslator translate(summarizer.values(), heap, symbols);
  std::vector<rel::Formula> parts;
  auto bound = [&](const modular::Bounds& bounds, rel::Expr value) {
    parts.push_back(exprs.in(translate.translate(bounds.lower), value));
    parts.push_back(exprs.in(value, translate.translate(bounds.upper)));
  };
  for (std::size_t i = 0; i < slots.size(); ++i) bound(outcome.slots[i], after[i]);
  rel::Expr result;
  if (outcome.result.upper) {
    result = exprs.relation(heap.fresh(p.result, "return"));
    bound(outcome.result, result);
  }
  rel::Formula summary = exprs.conjunction(parts);
  rel::Formula expected = modular::instantiate(*property, exprs, before, after, args, result);
  run::Run run;
  rel::Solver solver(exprs, heap.problem(), {}, run);
  for (rel::Formula fact : given) ASSERT_TRUE(solver.add(fact, "given"));
  ASSERT_TRUE(solver.add(exprs.conjunction({summary, expected}), "both"));
  EXPECT_EQ(solver.solve(), rel::Answer::Sat) << "nothing satisfies both";
  rel::Formula differ = exprs.negation(exprs.iff(summary, expected));
  rel::Solver other(exprs, heap.problem(), {}, run);
  for (rel::Formula fact : given) ASSERT_TRUE(other.add(fact, "given"));
  ASSERT_TRUE(other.add(differ, "differ"));
  EXPECT_EQ(other.solve(), rel::Answer::Unsat) << show(name);
}

// Fields that a formula does not mention stay as they are.
const char* const kSame = R"(
  List' = List and Node' = Node and Graph' = Graph and inNodesList' = inNodesList
  and outNodesList' = outNodesList and inDeg' = inDeg and outDeg' = outDeg and nodes' = nodes
)";

TEST_F(SummaryTest, NullifyMove) {
  EXPECT_EQ(show("List.nullifyMove"),
            "List.nullifyMove\n"
            "  node' = node ++ (e1 -> e2.node) ++ (e2 -> null)\n"
            "  return = e1.(node ++ (e1 -> e2.node) ++ (e2 -> null))\n"
            "  when an exception leaves it:\n"
            "    nothing changes\n");
  expect_equivalent("List.nullifyMove", std::string(kSame) + R"(
    and head' = head and next' = next and prev' = prev and visitedInsNum' = visitedInsNum
    and ListEntry' = ListEntry
    and (let moved = (node - (e1 -> Node)) + (e1 -> e2.node) | {
      node' = moved - (e2 -> Node)
      return = e1.(moved - (e2 -> Node))
    }))");
}

TEST_F(SummaryTest, Insert) {
  expect_equivalent("List.insert", std::string(kSame) + R"(
    and visitedInsNum' = visitedInsNum
    and (let added = ListEntry' - ListEntry | {
      one added
      ListEntry' = ListEntry + added
      node' = node + (added -> n)
      head' = (head - (this -> ListEntry')) + (this -> added)
      next' = next + (added -> this.head)
      prev' in prev + (this.head -> added)
      prev - (this.head -> ListEntry') in prev'
    }))");
}

TEST_F(SummaryTest, Init) {
  expect_equivalent("Graph.init", std::string(kSame) + R"(
    and head' = head and next' = next and prev' = prev and node' = node
    and ListEntry' = ListEntry
    and visitedInsNum' = visitedInsNum ++ (this.nodes.head.*next.node -> 0))");
}

TEST_F(SummaryTest, FixIns) {
  expect_equivalent("Graph.fixIns", std::string(kSame) + R"(
    and head' = head and next' = next and prev' = prev and node' = node
    and ListEntry' = ListEntry
    and visitedInsNum' in visitedInsNum + (n.outNodesList.head.*next.node -> Int)
    and visitedInsNum - (n.outNodesList.head.*next.node -> Int) in visitedInsNum')");
}

TEST_F(SummaryTest, FindSource) {
  EXPECT_EQ(show("Graph.findSource"),
            "Graph.findSource\n"
            "  return in entry.*next & (null + node.inDeg.(entry.*next.node.visitedInsNum))\n"
            "  none in return\n"
            "  when an exception leaves it:\n"
            "    nothing changes\n");
  expect_equivalent("Graph.findSource", std::string(kSame) + R"(
    and head' = head and next' = next and prev' = prev and node' = node
    and ListEntry' = ListEntry and visitedInsNum' = visitedInsNum
    and return in entry.*next & node.inDeg.(entry.*next.node.visitedInsNum))");
}

TEST_F(SummaryTest, WithoutTheCursorRuleInitIsWeaker) {
  modular::SummaryOptions options;
  options.cursor_loops = false;
  modular::Summarizer plain(program.ir, slots, effects, options);
  std::string text = modular::show_summary(plain, program.ir, slots, program.proc("Graph.init"));
  EXPECT_EQ(text.find("visitedInsNum' ="), std::string::npos) << text;
  EXPECT_NE(text.find("visitedInsNum' in visitedInsNum + this.nodes.head.*next.node -> 0"),
            std::string::npos)
      << text;
}

}  // namespace
