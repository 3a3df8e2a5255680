#include "pass/future_writes.h"

#include <gtest/gtest.h>

#include "support/oox.h"

namespace {

const char* const kProgram = R"(
class Cell { int f; int g; }
class Main {
    static int x;
    static void set(Cell c) {
        c.f := 1;
    }
    static void late(Cell c, int[] a) {
        a[0] := 1;
        Main.x := 1;
        fork Main.set(c);
    }
})";

TEST(FutureWrites, looks_into_calls_and_forks_but_not_back) {
  support::Oox oox(kProgram);
  const ir::Program& program = oox.program;
  pass::FutureWrites writes(program);
  ir::ProcId late = program.find_proc("Main.late");
  ir::ProcId set = program.find_proc("Main.set");
  auto field = [&](std::string_view name) {
    for (std::size_t i = 0; i < program.fields.size(); ++i) {
      if (program.fields[i].name == name) return ir::FieldId(i);
    }
    return ir::FieldId();
  };
  ir::LocId start = program.proc(late).entry;
  ir::LocId end = program.proc(late).exit;
  EXPECT_TRUE(writes.field(late, start, field("f")));
  EXPECT_FALSE(writes.field(late, start, field("g")));
  EXPECT_TRUE(writes.global(late, start, ir::GlobalId(0)));
  EXPECT_FALSE(writes.global(late, end, ir::GlobalId(0)));
  EXPECT_FALSE(writes.global(set, program.proc(set).entry, ir::GlobalId(0)));
  const ir::Procedure& proc = program.proc(late);
  ir::TypeId array = proc.local(proc.params[1]).type;
  EXPECT_TRUE(writes.element(late, start, array));
  EXPECT_FALSE(writes.element(set, program.proc(set).entry, array));
}

}  // namespace
