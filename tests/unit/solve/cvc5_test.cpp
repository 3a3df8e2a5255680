// A second solver as a program of its own: one that lies, dies, hangs or talks nonsense
// must not hurt. Shell scripts play its part.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "logic/solve/first_order.h"
#include "logic/solve/smt.h"
#include "logic/solve/solver.h"

namespace {

using solve::Answer;

class Cvc5 : public ::testing::Test {
 protected:
  Cvc5()
      : folder_(std::filesystem::temp_directory_path() /
                ("braid-cvc5-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    if (const char* path = std::getenv("PATH")) path_ = path;
  }
  ~Cvc5() override {
    setenv("PATH", path_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  // A program `cvc5` that runs these commands.
  std::string program(const std::string& commands) {
    std::string path = (folder_ / "cvc5").string();
    std::ofstream(path) << "#!/bin/sh\n" << commands << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  void put_into_path(const std::string& program) {
    std::string folder = std::filesystem::path(program).parent_path().string();
    setenv("PATH", (folder + ":" + path_).c_str(), 1);
  }

  // What the program says to a question that does not matter.
  Answer ask(const std::string& program, double seconds = 5) {
    put_into_path(program);
    term::Terms terms;
    run::Run run;
    solve::Options options;
    options.query_seconds = seconds;
    term::Term yes = terms.boolean(true);
    return solve::make_smt(solve::SmtSolver::Cvc5, terms, run, options)->check({&yes, 1});
  }

  // Asks for something impossible, with validation.
  Answer ask_impossible(std::string& reason) {
    term::Terms terms;
    run::Run run;
    solve::Options options;
    options.validate = true;
    options.query_seconds = 5;
    solve::Solver solver(terms, run, options);
    term::Term x = terms.variable(term::Sort::Int, "x");
    term::Term square = terms.mul(x, x);
    Answer answer = solver.check(terms.eq(square, terms.integer(2)));
    reason = solver.reason();
    return answer;
  }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(Cvc5, AnswersAreRead) {
  EXPECT_EQ(ask(program("echo sat")), Answer::Sat);
  EXPECT_EQ(ask(program("echo unsat")), Answer::Unsat);
  EXPECT_EQ(ask(program("grep -q check-sat && echo unsat")), Answer::Unsat) << "it gets the script";
}

TEST_F(Cvc5, WhatIsNoAnswerIsNone) {
  EXPECT_EQ(ask(program("echo unknown")), Answer::Unknown);
  EXPECT_EQ(ask(program("kill -9 $$")), Answer::Unknown);
  EXPECT_EQ(ask(program("exit 1")), Answer::Unknown);
  EXPECT_EQ(ask("/does/not/exist"), Answer::Unknown);
}

TEST_F(Cvc5, TheTimeLimitEndsIt) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(program("exec sleep 30"), 0.1), Answer::Unknown);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(Cvc5, ACancelledRunEndsIt) {
  term::Terms terms;
  run::Run run;
  solve::Options options;
  put_into_path(program("exec sleep 30"));
  run.cancel();
  auto start = std::chrono::steady_clock::now();
  term::Term yes = terms.boolean(true);
  auto cvc5 = solve::make_smt(solve::SmtSolver::Cvc5, terms, run, options);
  EXPECT_EQ(cvc5->check({&yes, 1}), Answer::Unknown);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(Cvc5, KnowsNoQuantifiers) {
  term::Terms terms;
  run::Run run;
  solve::Options options;
  options.smt = solve::SmtSolver::Cvc5;
  EXPECT_EQ(solve::check_first_order(terms, run, options, {}).answer, Answer::Unknown);
}

TEST_F(Cvc5, ConfirmsUnsat) {
  put_into_path(program("echo unsat"));
  std::string reason;
  EXPECT_EQ(ask_impossible(reason), Answer::Unsat);
}

TEST_F(Cvc5, DisagreementIsUnknown) {
  put_into_path(program("echo sat"));
  std::string reason;
  EXPECT_EQ(ask_impossible(reason), Answer::Unknown);
  EXPECT_NE(reason.find("disagree"), std::string::npos) << reason;
}

TEST_F(Cvc5, OneThatDiesLeavesTheOther) {
  put_into_path(program("kill -9 $$"));
  std::string reason;
  EXPECT_EQ(ask_impossible(reason), Answer::Unsat);
}

}  // namespace
