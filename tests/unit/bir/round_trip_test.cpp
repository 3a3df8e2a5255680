#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "ir/equal.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "unit/bir/support.h"
#include "unit/ir/everything.h"

namespace {

std::string all_messages(const test::Parsed& parsed) {
  std::string out;
  for (const std::string& line : parsed.messages()) out += line + "\n";
  return out;
}

void expect_round_trip(const ir::Program& program) {
  std::string text = ir::print(program);
  test::Parsed again = test::parse(text);
  ASSERT_TRUE(again.program) << all_messages(again) << text;
  EXPECT_EQ(ir::difference(program, *again.program), "") << text;
  EXPECT_EQ(ir::print(*again.program), text);
}

std::vector<std::filesystem::path> samples() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(BRAID_TESTS_DIR) + "/bir")) {
    if (entry.path().extension() == ".bir") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(RoundTrip, Samples) {
  ASSERT_GE(samples().size(), 5u);
  for (const auto& path : samples()) {
    SCOPED_TRACE(path.string());
    test::Parsed parsed = test::parse(read(path));
    ASSERT_TRUE(parsed.program) << all_messages(parsed);
    expect_round_trip(*parsed.program);
  }
}

TEST(RoundTrip, Everything) {
  ir::Program program = test::Everything::make();
  std::vector<ir::Malformed> malformed = ir::verify(program);
  ASSERT_TRUE(malformed.empty()) << malformed.front().where << ": " << malformed.front().what;
  expect_round_trip(program);
}

// What the program above contains, so that a new row of a table asks for its text.
struct Coverage {
  std::set<std::string> types, actions, kinds, operators, exceptions, tests, contracts;

  explicit Coverage(const ir::Program& p) {
    for (std::size_t i = 0; i < p.types.size(); ++i) {
      types.insert(std::to_string(static_cast<int>(p.types[ir::TypeId(i)].kind)));
    }
    for (const ir::Procedure& proc : p.procs) {
      for (const ir::Clause& clause : proc.contract) expr(p, clause.condition);
      for (const ir::Transition& t : proc.transitions) {
        if (t.guard) expr(p, t.guard);
        for (const auto* list : {&t.reads, &t.actions}) {
          for (const ir::Action& a : *list) action(p, a);
        }
      }
    }
  }

  void action(const ir::Program& p, const ir::Action& a) {
    actions.insert(std::string(ir::info(ir::kind_of(a)).name));
    ir::for_each_expr(a, [&](ir::ExprId id) { expr(p, id); });
    if (const auto* thrown = std::get_if<ir::Throw>(&a)) {
      exceptions.insert(std::string(ir::keyword(thrown->kind)));
    }
    if (const auto* lock = std::get_if<ir::TestLock>(&a)) {
      tests.insert(std::string(ir::spelling(lock->test)));
    }
    if (const auto* contract = std::get_if<ir::CheckContract>(&a)) {
      contracts.insert(std::string(ir::spelling(contract->kind)));
    }
  }

  void expr(const ir::Program& p, ir::ExprId id) {
    const ir::Expr& e = p.expr(id);
    kinds.insert(std::to_string(static_cast<int>(e.kind)));
    if (e.kind == ir::ExprKind::Unary) operators.insert("u" + std::string(spelling(e.unary)));
    if (e.kind == ir::ExprKind::Binary) operators.insert("b" + std::string(spelling(e.binary)));
    for (ir::ExprId child : {e.a, e.b, e.c}) {
      if (child) expr(p, child);
    }
  }
};

TEST(RoundTrip, EverythingCoversTheTables) {
  Coverage seen(test::Everything::make());
  std::set<std::string> types, actions, operators, exceptions;
#define TYPE(name, keyword) types.insert(std::to_string(static_cast<int>(ir::TypeKind::name)));
#include "ir/types.def"
#undef TYPE
#define ACTION(name, blocking, shared) actions.insert(#name);
#include "ir/actions.def"
#undef ACTION
#define UNARY(name, spelling) operators.insert("u" spelling);
#define BINARY(name, spelling, precedence) operators.insert("b" spelling);
#include "ir/operators.def"
#undef UNARY
#undef BINARY
#define EXCEPTION(name, keyword, text) exceptions.insert(keyword);
#include "ir/exceptions.def"
#undef EXCEPTION
  EXPECT_EQ(seen.types, types);
  EXPECT_EQ(seen.actions, actions);
  EXPECT_EQ(seen.operators, operators);
  EXPECT_EQ(seen.exceptions, exceptions);
  EXPECT_EQ(seen.kinds.size(), static_cast<std::size_t>(ir::ExprKind::Accepts) + 1);
  EXPECT_EQ(seen.tests.size(), 4u);
  EXPECT_EQ(seen.contracts.size(), 3u);
}

TEST(Printer, Pieces) {
  test::Parsed parsed = test::parse(
      "system s()\nclass C { f : ref C; }\nprocedure p(x : int; o : ref C)\n"
      "loc a: when x + 1 > 2 * (x - 3) do { o := o.f; } goto b;\nloc b:\nend p;\nend s;");
  ASSERT_TRUE(parsed.program) << all_messages(parsed);
  const ir::Program& p = *parsed.program;
  const ir::Procedure& proc = p.procs.front();
  EXPECT_EQ(ir::print(p, proc, proc.transitions.front().guard), "x + 1 > 2 * (x - 3)");
  EXPECT_EQ(ir::print(p, proc, proc.transitions.front().actions.front()), "o := o.f");
  EXPECT_EQ(ir::print(p, proc.locals[1].type), "ref C");
}

TEST(Printer, SourcePositions) {
  test::Parsed parsed = test::parse(
      "system s()\nthread t()\nloc a:\n  when true do { } goto b;\nloc b:\nend t;\nend s;");
  ASSERT_TRUE(parsed.program);
  std::string text = ir::print(*parsed.program, {parsed.sources.get()});
  EXPECT_NE(text.find("goto b;  // test.bir:4:3\n"), std::string::npos) << text;
}

TEST(RoundTrip, LongChain) {
  std::string sum = "x";
  for (int i = 0; i < 9000; ++i) sum += " + x";
  test::Parsed parsed =
      test::parse("system s()\nprocedure p(x : int)\nloc a: when true do { x := " + sum +
                  "; } goto b;\nloc b:\nend p;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  test::on_large_stack([&] {
    std::string text = ir::print(*parsed.program);
    EXPECT_NE(text.find(sum), std::string::npos);
    base::Sources sources;
    diag::Sink sink;
    auto again = bir::parse(sources, sources.add("again", text), sink);
    ASSERT_TRUE(again);
    EXPECT_EQ(ir::difference(*parsed.program, *again), "");
  });
}

// As Java programs have them.
TEST(RoundTrip, RootAndInternalClasses) {
  test::Parsed parsed = test::parse(
      "system s()\nroot java.lang.Object;\nclass java.lang.Object { }\n"
      "internal class java.util.Secret extends java.lang.Object { }\n"
      "procedure p()\nloc a:\nend p;\nend s;");
  ASSERT_TRUE(parsed.program) << parsed.first();
  EXPECT_TRUE(parsed.program->root.is_valid());
  EXPECT_TRUE(parsed.program->cls(parsed.program->find_class("java.util.Secret")).is_internal);
  expect_round_trip(*parsed.program);
}

}  // namespace
