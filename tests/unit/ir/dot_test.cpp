#include "ir/dot.h"

#include <gtest/gtest.h>

#include "support/oox.h"

namespace {

TEST(Dot, ShowsBranchesByGuardAndStatementsByTheirSource) {
  support::Oox oox(
      "class Main { static int main(int n) {\n"
      "if (n > 0) {\n"
      "n := n - 1;\n"
      "}\n"
      "return n; } }");
  std::string graph = ir::dot(oox.program, oox.sources);
  EXPECT_NE(graph.find("label=\"Main.main\""), std::string::npos) << graph;
  EXPECT_NE(graph.find("[n > 0]"), std::string::npos) << graph;
  EXPECT_NE(graph.find("[n <= 0]"), std::string::npos) << graph;
  EXPECT_NE(graph.find("3: n := n - 1;"), std::string::npos) << graph;
}

TEST(Dot, ShowsExceptionalEdgesByTheirException) {
  support::Oox oox("class Main { static int main(int[] a) { int x := a[0]; return x; } }");
  std::string graph = ir::dot(oox.program, oox.sources);
  EXPECT_NE(graph.find("null dereference"), std::string::npos) << graph;
  EXPECT_NE(graph.find("array index out of bounds"), std::string::npos) << graph;
}

TEST(Dot, EscapesQuotesAndCutsLongStatements) {
  support::Oox oox(
      "class Main { static string main() { string s := \"a\\\"b\"; "
      "s := s + \"0123456789012345678901234567890123456789012345678901234567890123456789\"; "
      "return s; } }");
  std::string graph = ir::dot(oox.program, oox.sources);
  EXPECT_NE(graph.find("\\\"a\\\\\\\"b\\\""), std::string::npos) << graph;
  EXPECT_NE(graph.find("…"), std::string::npos) << graph;
}

TEST(Dot, CanShowOneProcedureAlone) {
  support::Oox oox("class Main { static void main() { } static void other() { } }");
  std::string graph =
      ir::dot(oox.program, oox.sources, {.only = oox.program.find_proc("Main.other")});
  EXPECT_EQ(graph.find("Main.main"), std::string::npos);
  EXPECT_NE(graph.find("Main.other"), std::string::npos);
}

}  // namespace
