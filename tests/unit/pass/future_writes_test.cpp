#include "ir/pass/future_writes.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "ir/pass/hierarchy.h"
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

const char* const kCalls = R"(
class Cell { int f; int g; Cell next; void put() { this.f := 1; } }
class Wide extends Cell { void put() { this.g := 1; } }
class Main {
    static int x;
    static int y;
    static void loop(Cell c, int n) {
        while (n > 0) {
            n := n - 1;
            if (n > 3) { c.put(); } else { Main.x := n; }
        }
        Main.down(c, n);
    }
    static void down(Cell c, int n) {
        if (n > 0) { Main.up(c, n - 1); }
        c.next := c;
    }
    static void up(Cell c, int n) {
        try { Main.down(c, n); } catch { Main.y := 1; }
    }
    static void quiet(int n) { n := n + 1; }
})";

// Whether some write of the place can be reached: by search, for each place anew.
bool reaches(const ir::Program& program, ir::ProcId proc, ir::LocId at,
             const std::function<bool(const ir::Action&)>& is_write) {
  pass::Hierarchy hierarchy(program);
  std::set<std::pair<ir::ProcId, ir::LocId>> seen;
  std::vector<std::pair<ir::ProcId, ir::LocId>> work{{proc, at}};
  while (!work.empty()) {
    auto [p, l] = work.back();
    work.pop_back();
    if (!l || !seen.emplace(p, l).second) continue;
    for (const ir::Transition& t : program.proc(p).transitions) {
      if (t.source != l) continue;
      work.emplace_back(p, t.target);
      work.emplace_back(p, t.except);
      for (const ir::Action& action : t.actions) {
        if (is_write(action)) return true;
        const auto* call = std::get_if<ir::Call>(&action);
        if (!call) continue;
        for (ir::ProcId to : hierarchy.targets(call->callee)) {
          work.emplace_back(to, program.proc(to).entry);
        }
      }
    }
  }
  return false;
}

TEST(FutureWrites, agrees_with_a_search_and_is_larger_where_memory_is_short) {
  support::Oox oox(kCalls);
  const ir::Program& program = oox.program;
  pass::FutureWrites exact(program);
  std::size_t words = program.procs.size();  // one set for each procedure
  pass::FutureWrites by_procedure(program, words);
  pass::FutureWrites whole(program, 1);
  for (std::size_t p = 0; p < program.procs.size(); ++p) {
    ir::ProcId proc(p);
    for (std::size_t l = 0; l < program.procs[p].locations.size(); ++l) {
      ir::LocId at(l);
      for (std::size_t f = 0; f < program.fields.size(); ++f) {
        ir::FieldId field(f);
        bool expected = reaches(program, proc, at, [&](const ir::Action& action) {
          const auto* store = std::get_if<ir::StoreField>(&action);
          return store && store->field == field;
        });
        EXPECT_EQ(exact.field(proc, at, field), expected);
        EXPECT_TRUE(!expected || by_procedure.field(proc, at, field));
        EXPECT_EQ(by_procedure.field(proc, at, field),
                  exact.field(proc, program.procs[p].entry, field));
        EXPECT_TRUE(whole.field(proc, at, field));
      }
      for (std::size_t g = 0; g < program.globals.size(); ++g) {
        ir::GlobalId global(g);
        bool expected = reaches(program, proc, at, [&](const ir::Action& action) {
          const auto* store = std::get_if<ir::StoreGlobal>(&action);
          return store && store->global == global;
        });
        EXPECT_EQ(exact.global(proc, at, global), expected);
      }
    }
  }
}

}  // namespace
