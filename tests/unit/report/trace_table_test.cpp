#include "result/report/trace_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/utf8.h"
#include "result/report/layout.h"

namespace {

// A program of one-letter statements, one a line: "a", "b", ….
struct Program {
  base::Sources sources;
  base::FileId file = sources.add("p.oox", "a\nb\nc\nd\ne\nf\ng\nh\n");
  std::vector<verdict::TraceStep> trace;

  verdict::TraceStep& step(char statement, std::uint32_t thread = 1, std::string proc = "M.m") {
    auto begin = static_cast<std::uint32_t>(2 * (statement - 'a'));
    trace.push_back({});
    trace.back().thread = thread;
    trace.back().proc = std::move(proc);
    trace.back().span = {file, begin, begin + 1};
    return trace.back();
  }
  void steps(const std::string& statements) {
    for (char c : statements) step(c).updates = {{"x", "1"}};
  }
  std::string table(bool shorten = true) const {
    return report::trace_table(report::trace_rows(trace), sources, {.shorten = shorten});
  }
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(TraceTable, IsEmptyWithoutSteps) { EXPECT_EQ(Program().table(), ""); }

TEST(TraceTable, NamesThreadsAndMethodsWhereTheyChange) {
  Program p;
  p.step('a');
  p.step('b').notes = {"starts thread 2"};
  p.step('c', 2, "M.work").updates = {{"x", "1"}, {"y", "2"}};
  p.step('d').depth = 1;
  p.step('e', 1, "M.other");
  EXPECT_EQ(p.table(),
            "  step  thread  method   line\n"
            "     1  1       M.m         1  a\n"
            "     2                      2  b    starts thread 2\n"
            "     3  2       M.work      3  c    x = 1, y = 2\n"
            "     4  1       M.m         4    d\n"
            "     5          M.other     5  e\n");
}

TEST(TraceTable, LeavesOutColumnsThatSayNothing) {
  Program p;
  p.steps("ab");
  EXPECT_EQ(p.table(),
            "  step  line\n"
            "     1     1  a  x = 1\n"
            "     2     2  b  x = 1\n");
}

TEST(TraceTable, AStatementOfSeveralStepsIsOneRow) {
  Program p;
  p.step('a');
  p.step('a');
  p.step('a').updates = {{"x", "1"}};
  p.step('a').updates = {{"x", "2"}};  // the same statement, but again
  EXPECT_EQ(p.table(),
            "  step  line\n"
            "   1-3     1  a  x = 1\n"
            "     4     1  a  x = 2\n");
}

TEST(TraceTable, FilesAreNamedIfThereAreSeveral) {
  Program p;
  p.sources.add("q.oox", "x\n");
  p.steps("a");
  EXPECT_NE(p.table().find(" p.oox:1  a"), std::string::npos) << p.table();
}

TEST(TraceTable, AFormulaOfTheCommandLineIsNoFile) {
  Program p;
  p.sources.add("--ltl", "<>x");
  p.steps("a");
  EXPECT_EQ(p.table().find("p.oox:"), std::string::npos) << p.table();
}

TEST(TraceTable, SaysWhereAnEndlessLoopBegins) {
  Program p;
  p.steps("abc");
  EXPECT_EQ(report::trace_table(report::trace_rows(p.trace, {.loop = 1}), p.sources, {}),
            "  step  line\n"
            "     1     1  a  x = 1\n"
            "  from here on, again and again:\n"
            "     2     2  b  x = 1\n"
            "     3     3  c  x = 1\n");
}

TEST(TraceTable, EffectsAreOneText) {
  verdict::TraceStep step;
  EXPECT_EQ(report::effects_of(step), "");
  step.updates = {{"x", "1"}};
  step.notes = {"calls M.f"};
  EXPECT_EQ(report::effects_of(step), "calls M.f: x = 1");
  step.output = "hello";
  EXPECT_EQ(report::effects_of(step), "calls M.f: x = 1; prints hello");
}

TEST(TraceTable, ShortensLoops) {
  Program p;
  p.steps("a");
  for (int i = 0; i < 50; ++i) p.steps("bcd");
  p.steps("e");
  EXPECT_EQ(p.table(),
            "  step  line\n"
            "     1     1  a  x = 1\n"
            "     2     2  b  x = 1\n"
            "     3     3  c  x = 1\n"
            "     4     4  d  x = 1\n"
            "        … 48 more rounds like this (steps 5 to 148)\n"
            "   149     2  b  x = 1\n"
            "   150     3  c  x = 1\n"
            "   151     4  d  x = 1\n"
            "   152     5  e  x = 1\n"
            "  (shortened: --full-trace shows every step)\n");
  EXPECT_EQ(lines_of(p.table(false)), 153U);
}

TEST(TraceTable, ShortensLoopsAroundLoops) {
  Program p;
  for (int i = 0; i < 20; ++i) {
    p.steps("a");
    for (int j = 0; j < 10; ++j) p.steps("bc");
    p.steps("d");
  }
  std::string text = p.table();
  EXPECT_LT(lines_of(text), 25U) << text;
  EXPECT_NE(text.find("18 more rounds"), std::string::npos) << text;
}

TEST(TraceTable, ShortExecutionsAreShownWhole) {
  Program p;
  for (int i = 0; i < 30; ++i) p.steps("ab");
  EXPECT_EQ(lines_of(p.table()), 61U);
}

TEST(TraceTable, KeepsTheEndsOfWhatDoesNotRepeat) {
  Program p;
  for (unsigned i = 0, x = 1; i < 1000; ++i, x = x * 1103515245U + 12345U) {
    p.steps(std::string(1, static_cast<char>('a' + (x >> 16) % 8)));
  }
  std::string text = p.table();
  EXPECT_LT(lines_of(text), 100U) << text;
  EXPECT_NE(text.find("\n     1 "), std::string::npos);
  EXPECT_NE(text.find("\n  1000 "), std::string::npos);
  EXPECT_NE(text.find("left out here"), std::string::npos);
}

TEST(TraceTable, AMarkedRowIsNeverLeftOut) {
  Program p;
  for (int i = 0; i < 40; ++i) p.steps("ab");
  auto rows = report::trace_rows(p.trace);
  rows[41].is_marked = true;
  std::string text = report::trace_table(rows, p.sources, {});
  EXPECT_NE(text.find(">   42 "), std::string::npos) << text;
}

TEST(Inputs, AreListedWithTheirHeap) {
  verdict::Counterexample c;
  c.inputs = {{"list", verdict::HeapRef{1}},
              {"x", verdict::HeapRef{1}},
              {"c", U'a'},
              {"s", std::string("a\"b")},
              {"f", 1.0},
              {"none", std::monostate{}}};
  verdict::HeapEntry node{.ref = 1, .type = "Node", .name = "Node#1"};
  node.fields = {{"value", base::Integer(3)}, {"next", verdict::HeapRef{1}}};
  verdict::HeapEntry array{.ref = 2, .type = "int[]", .name = "int[]#1", .is_array = true};
  array.elements.assign(40, base::Integer(7));
  c.heap = {node, array};
  std::string text = report::inputs_listing(c);
  EXPECT_EQ(text.substr(0, text.find("int[]#1")),
            "inputs\n"
            "  list = Node#1\n"
            "  x    = Node#1    the same object as list\n"
            "  c    = 'a'\n"
            "  s    = \"a\\\"b\"\n"
            "  f    = 1.0\n"
            "  none = null\n"
            "heap\n"
            "  Node#1  = { value = 3, next = Node#1 }\n"
            "  ");
  EXPECT_TRUE(text.ends_with("7, … 8 more]\n")) << text;
  EXPECT_EQ(report::inputs_listing({}), "");
}

// The longest line, in characters.
std::size_t width_of(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, base::utf8_length(line));
  }
  return widest;
}

struct WideProgram {
  base::Sources sources;
  std::string statement = "total := total + prices[position] * amounts[position];";
  base::FileId file = sources.add("p.oox", statement);
  std::vector<verdict::TraceStep> trace;

  WideProgram() {
    for (std::uint32_t thread : {1, 2}) {
      verdict::TraceStep& step = trace.emplace_back();
      step.thread = thread;
      step.proc = thread == 1 ? "Warehouse.recomputeEverything" : "Main.main";
      step.span = {file, 0, static_cast<std::uint32_t>(statement.size())};
      step.updates = {{"total", "123456789"}, {"position", "3"}, {"another", "\"a long text\""}};
    }
  }
  std::string table(std::size_t width) const {
    return report::trace_table(report::trace_rows(trace), sources, {.width = width});
  }
};

TEST(TraceTable, FitsTheTerminal) {
  WideProgram p;
  EXPECT_GT(width_of(p.table(0)), 130U);
  EXPECT_EQ(width_of(p.table(120)), 120U);
  EXPECT_EQ(width_of(p.table(80)), 80U);
  EXPECT_EQ(p.table(80),
            "  step  thread  method        line\n"
            "     1  1       Warehouse.r…     1  total := total …  total = 123456789, positi…\n"
            "     2  2       Main.main        1  total := total …  total = 123456789, positi…\n");
  // Too narrow for anything: the texts keep a least width.
  EXPECT_LE(width_of(p.table(20)), 80U);
}

TEST(TraceTable, CutsNothingThatFits) {
  Program p;
  p.steps("ab");
  std::vector<report::TraceRow> rows = report::trace_rows(p.trace);
  EXPECT_EQ(report::trace_table(rows, p.sources, {.width = 80}), p.table());
}

TEST(TraceTable, ShortEffectsLeaveTheirRoomToStatements) {
  WideProgram p;
  for (verdict::TraceStep& step : p.trace) step.updates = {{"n", "1"}};
  std::string text = p.table(80);
  EXPECT_LE(width_of(text), 80U);
  EXPECT_NE(text.find("total := total + prices[position] * …  n = 1"), std::string::npos) << text;
}

}  // namespace
