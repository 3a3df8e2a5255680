// Methods that are given by specification only, invariants, and property files.
#include <gtest/gtest.h>

#include "engine/modular/spec_file.h"
#include "unit/modular/support.h"

namespace {

using modular_test::bounds;
using modular_test::Program;
using verdict::VerdictKind;

constexpr const char* kBag = R"(
class Item { int weight; }
class Bag {
    specfield items : set Item;
    specfield best : lone Item;
    specfield sizes : set Int;
    void add(Item i) spec { items' = items + this -> i };
    Item pick() spec { some this.items => (one return and return in this.items) else no return };
    void grow() spec { this.items in this.items'  all b: Bag - this | b.items' = b.items };
    void choose(Item i) spec { best' = best + this -> i };
    Bag copy() spec { one return and return = fresh[Bag]  items' = items + return -> this.items };
    Bag maybe() spec { return in Bag' and items' = items };
    void note(int n) spec { sizes' = sizes + this -> n };
    int size() spec { return = #this.items };
}
class User {
    Bag bag;
)";

// The answer for a method `m` with this text.
modular::Answer check(const std::string& method, modular::Options options = bounds(2, 3)) {
  Program program(kBag + method + "}");
  return program.verify("User.m", options);
}

VerdictKind verdict_of(const std::string& method) {
  auto answer = check(method);
  EXPECT_TRUE(answer.result.reason.empty()) << answer.result.reason;
  return answer.result.verdict;
}

TEST(Given, WhatIsNotPrimedStays) {
  EXPECT_EQ(verdict_of("void m(Item i) property p { best' = best and weight' = weight } {"
                       " Bag b := this.bag; b.add(i); }"),
            VerdictKind::Valid);
  EXPECT_EQ(verdict_of("void m(Item i) property p { items' = items } {"
                       " Bag b := this.bag; b.add(i); }"),
            VerdictKind::Invalid);
}

TEST(Given, AnyResultThatIsAllowedCounts) {
  EXPECT_EQ(verdict_of("void m() { Bag b := this.bag; Item i := b.pick(); Item j := b.pick();"
                       " assert i == j; }"),
            VerdictKind::Invalid);
  EXPECT_EQ(verdict_of("void m() { Bag b := this.bag; Item i := b.pick(); Item j := b.pick();"
                       " assert (i == null) == (j == null); }"),
            VerdictKind::Valid);
}

TEST(Given, AnyStateThatIsAllowedCounts) {
  EXPECT_EQ(verdict_of("void m() property p { items' = items } { Bag b := this.bag; b.grow(); }"),
            VerdictKind::Invalid);
  EXPECT_EQ(verdict_of("void m() property p { items in items' } { Bag b := this.bag; b.grow(); }"),
            VerdictKind::Valid);
}

TEST(Given, ANewObjectIsNewAndTheOnlyOne) {
  const char* body = " { Bag b := this.bag; Bag c := b.copy(); return c; }";
  auto holds = [&](const std::string& property) {
    return verdict_of("Bag m() property p { " + property + " }" + body) == VerdictKind::Valid;
  };
  EXPECT_TRUE(holds("return not in Bag and Bag' = Bag + return"));
  EXPECT_TRUE(holds("return.items' = this.bag.items and (Bag <: items') = items"));
  EXPECT_FALSE(holds("return in Bag"));
  EXPECT_TRUE(holds("no return.best'"));
}

TEST(Given, AnObjectMayBeNewOrNot) {
  const char* body = " { Bag b := this.bag; Bag c := b.maybe(); Bag d := new Bag(); return c; }";
  auto holds = [&](const std::string& property) {
    auto answer = check("Bag m() property p { " + property + " }" + body, bounds(3, 3));
    return answer.result.verdict == VerdictKind::Valid;
  };
  EXPECT_FALSE(holds("return in Bag"));
  EXPECT_FALSE(holds("return not in Bag"));
  EXPECT_FALSE(holds("some return"));
  EXPECT_TRUE(holds("#(Bag' - Bag) <= 2 and some Bag' - Bag"));
}

TEST(Given, ACallInALoopAndInACallee) {
  EXPECT_EQ(verdict_of("void fill(Item i, int n) { Bag b := this.bag; int k := 0;"
                       " while (k < n) { b.add(i); k := k + 1; } }"
                       "void m(Item i, int n) requires(n > 0 && i != null)"
                       " property p { this.bag.items' = this.bag.items + i } { this.fill(i, n); }"),
            VerdictKind::Valid);
}

TEST(Given, TheTraceHasResults) {
  auto answer = check("void m() { Bag b := this.bag; int n := b.size(); assert n == 0; }");
  ASSERT_EQ(answer.result.verdict, VerdictKind::Invalid) << answer.result.reason;
  ASSERT_TRUE(answer.claim);
  EXPECT_FALSE(answer.claim->values.empty());
  bool shows_field = false;
  for (const auto& [name, value] : answer.result.violation->values) {
    shows_field = shows_field || name.ends_with(".items");
  }
  EXPECT_TRUE(shows_field);
}

TEST(Given, TheSpecificationItselfCanBeAsked) {
  Program program(std::string(kBag) + "}");
  ir::ProcId add = program.proc("Bag.add");
  std::string text = "{ i in this.items' and items in items' }";
  base::FileId file = program.sources.add("property", text);
  program.ir.procs[add.index()].properties.push_back(
      {"grows", {file, 0, static_cast<std::uint32_t>(text.size())}});
  auto answer = program.verify("Bag.add", bounds(2, 3));
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
}

TEST(Given, AContradictionIsNotSilent) {
  const char* both =
      "void m(Item i, Item j) requires(i != null && j != null && i != j)"
      " property p { no Bag } { Bag b := this.bag; b.choose(i); b.choose(j); }";
  auto answer = check(both);
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(answer.result.vacuous);
  const char* one =
      "void m(Item i) requires(i != null) property p { some Bag }"
      " { Bag b := this.bag; b.choose(i); }";
  EXPECT_FALSE(check(one).result.vacuous);
}

// Which specifications of a class with these members are warned of.
std::vector<std::string> warned(const std::string& members) {
  std::string text = "class Item { } class Box { specfield held : lone Item;";
  text += " specfield map : Item -> lone Item; " + members + " }";
  Program program(text);
  std::vector<std::string> names;
  for (const ir::Procedure& proc : std::vector<ir::Procedure>(program.ir.procs)) {
    std::size_t before = program.sink.warning_count();
    program.verify(proc.name, bounds(2, 3));
    if (program.sink.warning_count() != before) names.push_back(proc.name);
  }
  return names;
}

TEST(Given, WhatNothingCanFulfilIsWarnedOf) {
  std::vector<std::string> none;
  std::vector<std::string> it = {"Box.a"};
  EXPECT_EQ(warned("void a(Item i) spec { held' = held + this -> i };"), it);
  EXPECT_EQ(warned("void a(Item i) requires(i == null) spec { held' = held + this -> i };"), none);
  EXPECT_EQ(warned("void a(Item i) spec { held' = held - this -> univ + this -> i };"), none);
  EXPECT_EQ(warned("void a(Item i) spec { map' = map + this -> i -> i };"), it);
  EXPECT_EQ(warned("void a(Item i) spec { map' = map ++ this -> i -> i };"), none);
  EXPECT_EQ(warned("void a(Item i, Item j) spec { map' = map ++ this -> i -> j };"), none);
  EXPECT_EQ(warned("void a(Item i) spec { map' = map - this -> i -> univ + this -> i -> i };"),
            none);
  EXPECT_EQ(warned("int a() spec { return = Int & 3 };"), none);
  EXPECT_EQ(warned("int a() spec { return = Int & none };"), it);
  EXPECT_EQ(warned("Item a() spec { return = this.held };"), none);
  EXPECT_EQ(warned("Item a() spec { return = Item };"), it);
  EXPECT_EQ(warned("Item a() spec { return = this.held and some return };"), it);
  EXPECT_EQ(warned("Item a() spec { some this.held => return = this.held };"), none);
  EXPECT_EQ(warned("int a() spec { held' = held  return = #this.held' };"), none);
}

TEST(Given, NumbersBeyondTheBitwidthAreABound) {
  auto answer = check("void m(int n) { Bag b := this.bag; b.note(n + 1); assert n < 3; }");
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
  const auto hit = answer.result.bounds_hit();
  EXPECT_NE(std::find(hit.begin(), hit.end(), "bitwidth"), hit.end());
}

// ---------------------------------------------------------------- invariants

constexpr const char* kAccount = R"(
class Account {
    int balance;
    Account partner;
    invariant solvent { this.balance >= 0 }
    void pay(int n) requires(n > 0) {
        int b := this.balance;
        if (b >= n) { this.balance := b - n; }
    }
    void overdraw(int n) requires(n > 0) { int b := this.balance; this.balance := b - n; }
    void read() { int b := this.balance; assert b >= 0; }
    void open() { Account a := new Account(); this.partner := a; }
}
class Savings extends Account { invariant rich { this.balance > 0 } }
)";

TEST(Invariants, AreAssumedBeforeAndShownAfter) {
  Program program(kAccount);
  auto verdict = [&](const char* entry, const char* property) {
    modular::Options options = bounds(2, 4);
    options.property = property;
    return program.verify(entry, options).result.verdict;
  };
  EXPECT_EQ(verdict("Account.pay", "solvent"), VerdictKind::Valid);
  EXPECT_EQ(verdict("Account.pay", "Savings.rich"), VerdictKind::Invalid);
  EXPECT_EQ(verdict("Account.overdraw", "Account.solvent"), VerdictKind::Invalid);
  EXPECT_EQ(verdict("Account.read", ""), VerdictKind::Valid);
  EXPECT_EQ(verdict("Account.open", ""), VerdictKind::Valid);
}

// ---------------------------------------------------------------- property files

std::vector<std::string> errors_in(Program& program, const std::string& text) {
  base::FileId file = program.sources.add("test.spec", text);
  diag::Sink sink;
  if (modular::read_spec_file(program.sources, file, program.ir, sink)) {
    modular::check_formulas(program.sources, program.ir, sink);
  }
  std::vector<std::string> codes;
  for (const auto& diagnostic : sink.all()) {
    codes.emplace_back(diag::info(diagnostic.kind).code);
  }
  return codes;
}

using Codes = std::vector<std::string>;

TEST(PropertyFiles, AddToTheProgram) {
  Program program(kAccount);
  Codes none;
  EXPECT_EQ(errors_in(program,
                      "pred rich[a: Account] { a.balance > 3 }\n"
                      "class Account { method pay { property poorer {"
                      " rich[this]' => rich[this] } } invariant own { this.partner != this } }"),
            none);
  modular::Options options = bounds(2, 4);
  options.property = "poorer";
  EXPECT_EQ(program.verify("Account.pay", options).result.verdict, VerdictKind::Valid);
  options.property = "own";
  EXPECT_EQ(program.verify("Account.open", options).result.verdict, VerdictKind::Valid);
}

TEST(PropertyFiles, MistakesHaveCodes) {
  auto codes = [](const std::string& text) {
    Program program(kAccount);
    return errors_in(program, text);
  };
  EXPECT_EQ(codes("class Acount { }"), Codes{"BRD0024"});
  EXPECT_EQ(codes("class Account { method pya { } }"), Codes{"BRD0025"});
  EXPECT_EQ(codes("class Account { invariant solvent { no none } }"), Codes{"BRD0026"});
  EXPECT_EQ(codes("pred p { no none } pred p { no none }"), Codes{"BRD0026"});
  EXPECT_EQ(codes("klass Account { }"), Codes{"REL0002"});
  EXPECT_EQ(codes("class Account { invariant i { this.balance' > 0 } }"), Codes{"REL0112"});
  EXPECT_EQ(codes("pred p { no nothing }"), Codes{"REL0100"});
}

}  // namespace
