#include "ir/pass/awaits.h"

#include <gtest/gtest.h>

#include "support/bir.h"

namespace {

std::string system_with(const std::string& guard) {
  return "system s()\n"
         "class Cell { f : int; g : int; }\n"
         "x : int; y : int; constant c : int; home : ref Cell;\n"
         "main thread Main()\n"
         "  o : ref Cell; p : ref Cell;\n"
         "  loc a: when " +
         guard +
         " do { x := 1; } goto b;\n"
         "  loc b:\n"
         "end Main;\nend s;\n";
}

ir::GlobalId global(const ir::Program& program, std::string_view name) {
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    if (program.globals[i].name == name) return ir::GlobalId(i);
  }
  return {};
}

TEST(Awaits, nothing_is_awaited) {
  support::Bir bir(system_with("o != null"));
  EXPECT_TRUE(pass::Awaits(bir.program()).are_variables());
  EXPECT_FALSE(pass::Awaits(bir.program()).is_awaited(global(bir.program(), "x")));
}

TEST(Awaits, one_variable_is_no_group) {
  support::Bir bir(system_with("x == 1 || x > 3"));
  pass::Awaits awaits(bir.program());
  EXPECT_TRUE(awaits.are_variables());
  EXPECT_TRUE(awaits.is_awaited(global(bir.program(), "x")));
  EXPECT_FALSE(awaits.is_awaited(global(bir.program(), "y")));
  EXPECT_FALSE(awaits.group(global(bir.program(), "x")));
}

TEST(Awaits, what_one_guard_reads_is_a_group) {
  support::Bir bir(system_with("x == 1 && y == 2"));
  pass::Awaits awaits(bir.program());
  EXPECT_TRUE(awaits.are_variables());
  ASSERT_TRUE(awaits.group(global(bir.program(), "x")));
  EXPECT_EQ(awaits.group(global(bir.program(), "x")), awaits.group(global(bir.program(), "y")));
  EXPECT_EQ(awaits.group(bir.program().entry, ir::LocId(0)),
            awaits.group(global(bir.program(), "x")));
}

TEST(Awaits, one_field_of_two_objects_is_a_group) {
  support::Bir one(system_with("o != null && o.f == 1 && o.f != 2"));
  EXPECT_FALSE(pass::Awaits(one.program()).group(ir::FieldId(0)));
  support::Bir two(system_with("o != null && p != null && o.f == p.f"));
  EXPECT_TRUE(pass::Awaits(two.program()).group(ir::FieldId(0)));
  EXPECT_FALSE(pass::Awaits(two.program()).group(ir::FieldId(1)));
}

TEST(Awaits, what_is_written_once_does_not_count) {
  support::Bir bir(system_with("x == c"));
  EXPECT_FALSE(pass::Awaits(bir.program()).group(global(bir.program(), "x")));
}

TEST(Awaits, a_variable_that_another_one_tells) {
  support::Bir bir(system_with("home != null && home.f == 1"));
  EXPECT_FALSE(pass::Awaits(bir.program()).are_variables());
}

}  // namespace
