#include "ir/equal.h"

#include <gtest/gtest.h>

#include <functional>

#include "unit/ir/everything.h"

namespace {

using ir::Program;

std::string changed(const std::function<void(Program&)>& change) {
  Program a = test::Everything::make();
  Program b = test::Everything::make();
  change(b);
  return ir::difference(a, b);
}

TEST(Difference, NoneForCopies) {
  EXPECT_EQ(changed([](Program&) {}), "");
}

TEST(Difference, IgnoresSpansAndNumbering) {
  EXPECT_EQ(changed([](Program& p) {
              p.procs[1].span = {base::FileId(0), 1, 2};
              p.procs[1].transitions[0].span = {base::FileId(0), 1, 2};
              // A type and an expression that nothing uses.
              p.types.make_array(p.types.make_array(ir::TypeId(2)));
              p.int_constant(1);
            }),
            "");
}

TEST(Difference, Definitions) {
  EXPECT_EQ(changed([](Program& p) { p.name = "x"; }), "names of the programs differ");
  EXPECT_EQ(changed([](Program& p) { p.int_mode = ir::IntMode::Math; }), "integer modes differ");
  EXPECT_EQ(changed([](Program& p) { p.entry = {}; }), "entries differ");
  EXPECT_EQ(changed([](Program& p) { p.constants[0].value = true; }), "constants LIMIT differ");
  EXPECT_EQ(changed([](Program& p) { p.constants.pop_back(); }), "numbers of constants differ");
  EXPECT_EQ(changed([](Program& p) { p.enums[0].members[0].value = 7; }), "enums Color differ");
  EXPECT_EQ(changed([](Program& p) { p.classes[4].super = {}; }), "class Node: headers differ");
  EXPECT_EQ(changed([](Program& p) { p.fields[2].name = "z"; }), "class Node: fields next differ");
  EXPECT_EQ(changed([](Program& p) { p.fields[2].type = ir::TypeId(1); }),
            "class Node: fields next differ");
  EXPECT_EQ(changed([](Program& p) { p.classes[4].bindings[0].proc = ir::ProcId(1); }),
            "class Node: bindings get differ");
  EXPECT_EQ(changed([](Program& p) { p.collections[0].size = 9; }), "collections nodes differ");
  EXPECT_EQ(changed([](Program& p) { p.globals[0].initial.reset(); }), "globals Main.total differ");
  EXPECT_EQ(changed([](Program& p) { p.predicates[1].reference = "o"; }),
            "predicates positive differ");
}

TEST(Difference, Procedures) {
  auto in_main = [](auto change) { return changed([change](Program& p) { change(p.procs[1]); }); };
  using Proc = ir::Procedure;
  EXPECT_EQ(in_main([](Proc& p) { p.name = "x"; }), "procedure Main.main: headers differ");
  EXPECT_EQ(in_main([](Proc& p) { p.result = ir::TypeId(2); }),
            "procedure Main.main: results differ");
  EXPECT_EQ(in_main([](Proc& p) { p.locals[1].is_temp = true; }),
            "procedure Main.main: locals o differ");
  EXPECT_EQ(in_main([](Proc& p) { p.exit = p.except; }),
            "procedure Main.main: entry and exits differ");
  EXPECT_EQ(in_main([](Proc& p) { p.locations[0].live.emplace(); }),
            "procedure Main.main: locations L0 differ");
  EXPECT_EQ(in_main([](Proc& p) { p.transitions[0].invisible = true; }),
            "procedure Main.main, location L0: marks of visibility differ");
  EXPECT_EQ(in_main([](Proc& p) { p.transitions[0].target = p.exit; }),
            "procedure Main.main, location L0: ends of a transition differ");
  EXPECT_EQ(in_main([](Proc& p) { p.transitions[0].actions.pop_back(); }),
            "procedure Main.main, location L0: actions differ");
  EXPECT_EQ(in_main([](Proc& p) { p.transitions[0].reads.push_back(ir::Join{}); }),
            "procedure Main.main, location L0: reads differ");
  EXPECT_EQ(changed([](Program& p) { p.procs[1].transitions[0].guard = p.bool_constant(true); }),
            "procedure Main.main, location L0: guards differ");
  EXPECT_EQ(changed([](Program& p) { p.procs[0].contract[0].condition = p.bool_constant(true); }),
            "procedure Node.get: clauses differ");
}

// Every single action of the program counts.
TEST(Difference, EachAction) {
  Program original = test::Everything::make();
  for (std::size_t i = 0; i < original.procs.size(); ++i) {
    for (std::size_t t = 0; t < original.procs[i].transitions.size(); ++t) {
      std::size_t count = original.procs[i].transitions[t].actions.size();
      for (std::size_t a = 0; a < count; ++a) {
        EXPECT_NE(changed([&](Program& p) {
                    ir::Action& action = p.procs[i].transitions[t].actions[a];
                    bool catches = std::holds_alternative<ir::Catch>(action);
                    action = catches ? ir::Action(ir::Join{}) : ir::Action(ir::Catch{});
                  }),
                  "");
      }
    }
  }
}

TEST(Difference, FloatsByTheirBits) {
  auto with_constant = [](double value) {
    return changed([value](Program& p) { p.constants[3].value = value; });
  };
  EXPECT_EQ(with_constant(3.25), "");
  EXPECT_EQ(with_constant(-3.25), "constants PI differ");
}

}  // namespace
