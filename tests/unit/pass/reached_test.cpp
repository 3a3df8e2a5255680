#include "ir/pass/reached.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/process.h"
#include "pipeline/load.h"

namespace {

// The program of a text, with this entry.
struct Program {
  base::TemporaryFolder folder;
  pipeline::Input input;

  Program(std::string_view text, std::string_view entry) {
    std::string path = folder.path() + "/p.oox";
    EXPECT_TRUE(base::write_output(path, text));
    bool good = pipeline::read_sources({path}, input) && pipeline::parse_sources(input) &&
                pipeline::check_sources(input) && pipeline::lower_sources({}, input);
    EXPECT_TRUE(good);
    input.program->entry = input.program->find_proc(entry);
  }

  pass::Reached reached(bool whole = false) const {
    return pass::reached_by_entry(*input.program, input.sources, whole);
  }
};

constexpr std::string_view kText =
    "class A { static int f(int x) ensures(retval > 0) { int y := A.g(x); return y; }\n"
    "static int g(int x) { return x; }\nstatic int h(int x) { return x + 1; } }\n";

std::string changed(std::string_view from, std::string_view to) {
  std::string text(kText);
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Reached, LayoutDoesNotMatter) {
  Program before(kText, "A.f");
  Program after("// more\n" + changed("{ return x; }", "{\n  /* x */ return x;\n}"), "A.f");
  EXPECT_EQ(before.reached().text, after.reached().text);
  EXPECT_EQ(before.reached().places.size(), after.reached().places.size());
}

TEST(Reached, CalleesMatterAndOthersDoNot) {
  Program before(kText, "A.f");
  Program callee(changed("return x;", "return x + 2;"), "A.f");
  Program other(changed("x + 1", "x + 3"), "A.f");
  Program contract(changed("> 0", "> 1"), "A.f");
  EXPECT_NE(before.reached().text, callee.reached().text);
  EXPECT_EQ(before.reached().text, other.reached().text);
  EXPECT_NE(before.reached(true).text, other.reached(true).text);
  EXPECT_NE(before.reached().text, contract.reached().text);
  EXPECT_NE(before.reached().text, Program(kText, "A.g").reached().text);
}

TEST(Reached, WhatIsForgottenIsNotInTheText) {
  Program program(kText, "A.f");
  std::string before = program.reached().text;
  pass::forget_unreached(*program.input.program);
  EXPECT_EQ(program.reached().text, before);
  const ir::Program& ir = *program.input.program;
  EXPECT_TRUE(ir.proc(ir.find_proc("A.h")).transitions.empty());
  EXPECT_FALSE(ir.proc(ir.find_proc("A.g")).transitions.empty());
}

}  // namespace
