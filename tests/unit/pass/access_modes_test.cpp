#include "ir/pass/access_modes.h"

#include <gtest/gtest.h>

#include "support/bir.h"

namespace {

std::string with(const std::string& actions) {
  return "system s()\n"
         "class Cell { f : int; }\n"
         "x : int; volatile v : int; opaque q : int; constant home : ref Cell;\n"
         "main thread Main()\n"
         "  o : ref Cell; k : int;\n"
         "  loc a: when o != null do { " +
         actions +
         " } goto b;\n"
         "  loc b:\n"
         "end Main;\nend s;\n";
}

TEST(AccessModes, volatile_variables_and_monitors_are_not_weak) {
  support::Bir bir(with("k := v; v := k;"));
  EXPECT_FALSE(pass::AccessModes(bir.program()).is_weak());
  EXPECT_FALSE(pass::AccessModes(bir.program()).has_mixed_steps());
  support::Bir monitor(with("enter(o);"));
  EXPECT_FALSE(pass::AccessModes(monitor.program()).is_weak());
}

TEST(AccessModes, what_orders_less_is_weak) {
  for (const char* actions : {"k := q;", "q := 1;", "k := x@acquire;", "x@release := 1;",
                              "v@opaque := 1;", "enterUnordered(o);", "exitUnordered(o);"}) {
    support::Bir bir(with(actions));
    EXPECT_TRUE(pass::AccessModes(bir.program()).is_weak()) << actions;
  }
}

TEST(AccessModes, places_with_plain_and_atomic_accesses_are_mixed) {
  support::Bir bir(with("x := 1; k := x@volatile; k := v;"));
  pass::AccessModes modes(bir.program());
  EXPECT_TRUE(modes.is_mixed(ir::GlobalId(0)));
  EXPECT_FALSE(modes.is_mixed(ir::GlobalId(1)));
  EXPECT_FALSE(modes.has_mixed_elements());
  EXPECT_TRUE(modes.has_mixed_steps());
}

}  // namespace
