#include "logic/ltl/short_names.h"

#include <gtest/gtest.h>

namespace ltl {
namespace {

ir::Program program_with(std::initializer_list<const char*> classes) {
  ir::Program program;
  for (const char* name : classes) program.classes.push_back({.name = name});
  return program;
}

SyntaxPtr name(const std::string& text) {
  Syntax s{.kind = SyntaxKind::Name};
  s.name = text;
  return std::make_shared<const Syntax>(s);
}

std::string full(const ir::Program& program, const std::string& text) {
  return with_full_names(name(text), program)->name;
}

TEST(ShortNames, PackagesAndDollarsMayBeMissing) {
  ir::Program program = program_with({"com.acme.Queue", "com.acme.Queue$Job", "Top$Inner"});
  EXPECT_EQ(full(program, "Queue.size"), "com.acme.Queue.size");
  EXPECT_EQ(full(program, "Queue.Job.done"), "com.acme.Queue$Job.done");
  EXPECT_EQ(full(program, "Queue$Job.done"), "com.acme.Queue$Job.done");
  EXPECT_EQ(full(program, "com.acme.Queue.Job.done"), "com.acme.Queue$Job.done");
  EXPECT_EQ(full(program, "Top.Inner.n"), "Top$Inner.n");
}

TEST(ShortNames, WhatIsThereOrUnclearStays) {
  ir::Program program = program_with({"a.Queue", "b.Queue", "Job", "c.Job"});
  EXPECT_EQ(full(program, "Queue.size"), "Queue.size");
  EXPECT_EQ(full(program, "Job.done"), "Job.done");
  EXPECT_EQ(full(program, "Nobody.size"), "Nobody.size");
  EXPECT_EQ(full(program, "size"), "size");
}

TEST(ShortNames, VariablesOfQuantifiersStay) {
  ir::Program program = program_with({"com.acme.Queue"});
  Syntax all{.kind = SyntaxKind::Forall};
  all.name = "Queue";
  all.text = "Queue";
  all.args = {name("Queue.size")};
  SyntaxPtr result = with_full_names(std::make_shared<const Syntax>(all), program);
  EXPECT_EQ(result->text, "com.acme.Queue");
  EXPECT_EQ(result->args[0]->name, "Queue.size");
}

}  // namespace
}  // namespace ltl
