// Names with several meanings are resolved by types, as the Alloy analyzer does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "logic/rel/command.h"
#include "logic/rel/model.h"

namespace {

// What becomes of the first command of a model.
struct Outcome {
  std::string answer;              // "sat", "unsat"; empty: errors
  std::vector<std::string> codes;  // of diagnostics, with the line
  std::vector<std::string> messages;
};

Outcome outcome_of(const std::string& text) {
  base::Sources sources;
  diag::Sink sink;
  base::FileId file = sources.add("model.als", text);
  auto model = rel::Model::load(sources, file, sink);
  Outcome outcome;
  if (model) {
    run::Run run;
    auto result = rel::run_command(*model, model->commands().front(), {}, run, sink);
    if (result) outcome.answer = result->answer == rel::Answer::Sat ? "sat" : "unsat";
  }
  for (const diag::Diagnostic& diagnostic : sink.all()) {
    outcome.codes.push_back(fmt::format("{}:{}", diag::info(diagnostic.kind).code,
                                        sources.begin(diagnostic.span).line));
    outcome.messages.push_back(diagnostic.message);
  }
  return outcome;
}

void expect_answer(const std::string& text, const std::string& answer) {
  Outcome outcome = outcome_of(text);
  EXPECT_EQ(outcome.answer, answer) << text;
  for (const std::string& message : outcome.messages) ADD_FAILURE() << text << "\n" << message;
}

void expect_diagnostic(const std::string& text, const std::string& code,
                       const std::string& message) {
  Outcome outcome = outcome_of(text);
  ASSERT_EQ(outcome.codes.size(), 1U) << text;
  EXPECT_EQ(outcome.codes[0], code) << text;
  EXPECT_EQ(outcome.messages[0], message) << text;
}

constexpr const char* kOrderings = R"(
open util/ordering[Day] as days
open util/ordering[Room] as rooms
sig Day {}
sig Room { opened: Day }
)";

constexpr const char* kOwners = R"(
sig Person { owner: set Person }
sig House { owner: Person }
sig Car { owner: Person -> House }
)";

std::string with(const char* model, const std::string& rest) { return model + rest; }

// The first of two orderings took all bare names.
TEST(Names, OrderingsAreToldApartByTheArgument) {
  expect_answer(with(kOrderings, "check { all r: Room | no r.prevs }"), "sat");
  expect_answer(with(kOrderings, "check { all r: Room | no prevs[r] }"), "sat");
  expect_answer(with(kOrderings, "check { all d: Day | no d.nexts }"), "sat");
  expect_answer(with(kOrderings, "check { all r: Room | r.prevs in Room }"), "unsat");
  expect_answer(with(kOrderings, "run { some d: Day | lt[d, d] }"), "unsat");
  expect_answer(with(kOrderings, "run { some disj r, s: Room | lt[r, s] and lt[s, r] }"), "unsat");
}

TEST(Names, OrderingsAreToldApartByTheContext) {
  expect_answer(with(kOrderings, "run { some r: Room | r = first }"), "sat");
  expect_answer(with(kOrderings, "run { first in Day }"), "sat");
  expect_answer(with(kOrderings, "run { some first & Room }"), "sat");
  expect_answer(with(kOrderings, "check { no first.opened }"), "sat");
  expect_answer(with(kOrderings, "check { all r: Room | lone r.next and r not in r.^next }"),
                "unsat");
  expect_answer(with(kOrderings, "run { some r: Room | r.opened = last and r in first.*next }"),
                "sat");
}

TEST(Names, WhatFitsTwiceIsAmbiguous) {
  expect_diagnostic(with(kOrderings, "run { some first }"), "REL0118:6",
                    "`first` is ambiguous here: `days/first` of the ordering, "
                    "`rooms/first` of the ordering");
  expect_diagnostic(with(kOrderings, "check { all x: Day + Room | no x.prevs }"), "REL0118:6",
                    "`prevs` is ambiguous here: function `days/prevs`, function `rooms/prevs`");
  expect_diagnostic(with(kOwners, "run { some univ.owner }"), "REL0118:5",
                    "`owner` is ambiguous here: field `owner` of `Person`, field `owner` of "
                    "`House`, field `owner` of `Car`");
}

// The second field was dropped, so that nothing was in it.
TEST(Names, FieldsOfDifferentArityAreBothThere) {
  expect_answer("sig A { f: set A } sig B { f: A -> A } check { all b: B | no b.f }", "sat");
  expect_answer("sig A { f: set A } sig B { f: A -> A } check { all a: A | no a.f }", "sat");
  expect_answer(with(kOwners, "check { all c: Car | no c.owner }"), "sat");
  expect_answer(with(kOwners, "check { all c: Car | c.owner in Person -> House }"), "unsat");
}

TEST(Names, FieldsAreToldApartByEitherSideOfAJoin) {
  expect_answer(with(kOwners, "run { some House.owner }"), "sat");
  expect_answer(with(kOwners, "check { all h: House | one h.owner }"), "unsat");
  expect_answer(with(kOwners, "check { all p: Person | one p.owner }"), "sat");
  expect_answer(with(kOwners, "run { some Person.(Car.owner) }"), "sat");
  expect_answer(with(kOwners, "run { some (Car.owner).House }"), "sat");
  // Only one of them has three columns.
  expect_answer(with(kOwners, "run { some owner.univ.univ }"), "sat");
  expect_answer(
      "sig Singer { band: Band } sig Radio { band: Wave } sig Band, Wave {}\n"
      "run { all b: Band | some b.~band and some band.b }",
      "sat");
}

TEST(Names, FieldsAreToldApartByOperators) {
  expect_answer(with(kOwners, "run { some owner & House -> Person }"), "sat");
  expect_answer(with(kOwners, "run { some House <: owner }"), "sat");
  expect_answer(with(kOwners, "check { House -> Person in owner }"), "sat");
  expect_answer(with(kOwners, "check { no (House -> Person) - owner }"), "sat");
  expect_answer(with(kOwners, "check { House -> Person = owner }"), "sat");
  expect_answer(with(kOwners, "check { no p: Person | p in p.^owner }"), "sat");
  expect_answer(with(kOwners, "run { some p: Person | some h: House | h->p in owner }"), "sat");
  // Both operands of a union are told apart by what stands around it.
  expect_answer("sig A { f, g: A } sig B { f, g: B } check { all a: A | a.(f + g) in A }", "unsat");
}

TEST(Names, AFieldAndAFunctionMayShareAName) {
  const char* model =
      "open util/ordering[Time] as time\nsig Time {}\nsig Cell { next: lone Cell }\n";
  expect_answer(with(model, "check { all c: Cell | no c.next }"), "sat");
  expect_answer(with(model, "check { no t: Time | t in t.^next }"), "unsat");
  expect_answer(with(model, "check { no c: Cell | c in c.^next }"), "sat");
  const char* own = "sig A { size: A } sig B {}\nfun size[b: B]: set B { b }\n";
  expect_answer(with(own, "check { all b: B | size[b] = b and b.size = b }"), "unsat");
  expect_answer(with(own, "check { all a: A | a.size = a }"), "sat");
}

// `lt` of an ordering hid that of integers.
TEST(Names, BuiltInsAreTakenWhereNothingElseFits) {
  const char* model = "open util/ordering[Day] as days\nsig Day { hour: Int }\n";
  expect_answer(with(model, "check { no d: Day | lt[d.hour, 0] }"), "sat");
  expect_answer(with(model, "check { no d, e: Day | lt[d, e] and lt[e, d] }"), "unsat");
}

TEST(Names, InASignatureAFieldAloneIsThatOfThis) {
  expect_answer(
      "sig A { f: set A } { f in this } sig B { f: set A, g: set A } { g = f }\n"
      "check { all b: B | b.g = b.f and all a: A | a.f in a }",
      "unsat");
  // The field of another signature, where that of `this` does not fit.
  expect_answer(
      "sig A { f: set A } sig B { f: set B, a: A } { some a.f }\n"
      "check { all b: B | some b.a.f }",
      "unsat");
}

TEST(Names, ParametersHaveTheirDeclaredTypes) {
  expect_answer(
      with(kOwners, "pred cared[h: House] { some h.owner }\nrun { some x: univ | cared[x] }"),
      "sat");
  expect_diagnostic(with(kOwners, "pred p[h: House] { some h.owner }\ncheck { all c: Car | p[c] }"),
                    "REL0120:6", "`p` takes elements of House, never of Car");
  expect_diagnostic(
      with(kOwners, "pred p[h: House] { some h.owner }\ncheck { p[owner & House->Person] }"),
      "REL0102:6", "`p` compares or combines arities 1 and 2");
}

TEST(Names, SubtypesMeetTheirParents) {
  const char* model =
      "abstract sig Shape { area: set Shape }\nsig Circle, Square extends Shape {}\n"
      "sig Small in Circle + Square {}\nsig Other { area: Other }\n";
  expect_answer(with(model, "check { all c: Circle | no c.area }"), "sat");
  expect_answer(with(model, "check { all s: Small | no s.area }"), "sat");
  expect_answer(with(model, "check { no Small & Circle }"), "sat");
  expect_diagnostic(with(model, "check { no Circle & Square }"), "REL0121:5",
                    "`&` is always empty");
}

TEST(Names, WhatIsAlwaysEmptyGetsAWarning) {
  const char* model = "sig A { f: A }\nsig B {}\n";
  expect_diagnostic(with(model, "check { all b: B | no b.f }"), "REL0121:3", "`.` is always empty");
  expect_diagnostic(with(model, "check { all b: B | no f[b] }"), "REL0121:3",
                    "`.` is always empty");
  expect_diagnostic(with(model, "run { no B <: f }"), "REL0121:3", "`<:` is always empty");
  expect_diagnostic(with(model, "run { no f :> B }"), "REL0121:3", "`:>` is always empty");
  expect_diagnostic(with(model, "run { A not in B }"), "REL0122:3",
                    "both sides of `in` are always disjoint");
  expect_diagnostic(with(model, "run { some a: A, b: B | a = b }"), "REL0122:3",
                    "both sides of `=` are always disjoint");
  expect_diagnostic(with(model, "run { some A - B }"), "REL0122:3",
                    "both sides of `-` are always disjoint");
  // What is empty on purpose is not.
  expect_answer(with(model, "run { no none.f and no A & none and none in B }"), "sat");
}

}  // namespace
