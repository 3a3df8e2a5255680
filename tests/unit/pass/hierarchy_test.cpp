#include "ir/pass/hierarchy.h"

#include <gtest/gtest.h>

#include "ir/pass/call_graph.h"
#include "support/oox.h"

namespace {

const char* const kShapes = R"(
  interface Shape { int area(); int twice() { int a := this.area(); return 2 * a; } }
  abstract class Base implements Shape { }
  class Square extends Base { int area() { return 4; } }
  class Cube extends Square { int area() { int a := super.area(); return 6 * a; } }
  class Dot implements Shape { int area() { return 0; } int twice() { return 0; } }
  class Main {
    static int total(Shape s) { int a := s.area(); return a; }
    static int sides(Square s) { int a := s.area(); return a; }
  })";

std::vector<std::string> class_names(const ir::Program& p, const std::vector<ir::ClassId>& ids) {
  std::vector<std::string> names;
  for (ir::ClassId id : ids) names.push_back(p.cls(id).name);
  return names;
}

std::vector<std::string> proc_names(const ir::Program& p, const std::vector<ir::ProcId>& ids) {
  std::vector<std::string> names;
  for (ir::ProcId id : ids) names.push_back(p.proc(id).name);
  return names;
}

using Names = std::vector<std::string>;

TEST(Hierarchy, ListsSubtypesThroughClassesAndInterfaces) {
  support::Oox oox(kShapes);
  pass::Hierarchy hierarchy(oox.program);
  EXPECT_EQ(class_names(oox.program, hierarchy.subtypes(oox.program.find_class("Shape"))),
            (Names{"Shape", "Base", "Square", "Cube", "Dot"}));
  EXPECT_EQ(class_names(oox.program, hierarchy.instances(oox.program.find_class("Shape"))),
            (Names{"Square", "Cube", "Dot"}));
}

TEST(Hierarchy, ResolvesVirtualCallsToWhatInstancesRun) {
  support::Oox oox(kShapes);
  pass::Hierarchy hierarchy(oox.program);
  pass::CallGraph graph(oox.program, hierarchy);
  auto calls = [&](const char* name) {
    return proc_names(oox.program, graph.calls(oox.program.find_proc(name)));
  };
  EXPECT_EQ(calls("Main.total"), (Names{"Square.area", "Cube.area", "Dot.area"}));
  EXPECT_EQ(calls("Main.sides"), (Names{"Square.area", "Cube.area"}));
  EXPECT_EQ(calls("Cube.area"), (Names{"Square.area"}));  // super: not virtual
  EXPECT_EQ(calls("Shape.twice"), (Names{"Square.area", "Cube.area", "Dot.area"}));
}

TEST(CallGraph, FindsRecursionForksAndWhatIsReachable) {
  support::Oox oox(R"(
    class Main {
      static void main() { fork Main.even(4); Main.leaf(); }
      static void even(int n) { if (n > 0) { Main.odd(n - 1); } }
      static void odd(int n) { if (n > 0) { Main.even(n - 1); } }
      static void self(int n) { if (n > 0) { Main.self(n - 1); } }
      static void leaf() { }
    })");
  pass::Hierarchy hierarchy(oox.program);
  pass::CallGraph graph(oox.program, hierarchy);
  auto id = [&](const char* name) { return oox.program.find_proc(name); };
  EXPECT_TRUE(graph.is_recursive(id("Main.even")));
  EXPECT_TRUE(graph.is_recursive(id("Main.odd")));
  EXPECT_TRUE(graph.is_recursive(id("Main.self")));
  EXPECT_FALSE(graph.is_recursive(id("Main.main")));
  EXPECT_FALSE(graph.is_recursive(id("Main.leaf")));
  EXPECT_TRUE(graph.same_component(id("Main.even"), id("Main.odd")));
  EXPECT_FALSE(graph.same_component(id("Main.even"), id("Main.self")));
  EXPECT_TRUE(graph.is_forked(id("Main.even")));
  EXPECT_FALSE(graph.is_forked(id("Main.leaf")));
  auto reached = graph.reachable(id("Main.main"));
  EXPECT_TRUE(reached[id("Main.odd").index()]);
  EXPECT_TRUE(reached[id("Main.leaf").index()]);
  EXPECT_FALSE(reached[id("Main.self").index()]);
}

}  // namespace
