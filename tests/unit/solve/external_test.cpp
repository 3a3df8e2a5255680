// A second solver as a program of its own: one that lies, dies, hangs or talks nonsense
// must not hurt. Shell scripts play its part.
#include "logic/solve/external.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "logic/solve/solver.h"

namespace {

using solve::Answer;

class External : public ::testing::Test {
 protected:
  External()
      : folder_(std::filesystem::temp_directory_path() /
                ("braid-external-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    if (const char* path = std::getenv("PATH")) path_ = path;
  }
  ~External() override {
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
  void put_into_path() { setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1); }

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

TEST_F(External, AnswersAreRead) {
  EXPECT_EQ(solve::ask_program(program("echo sat"), "(check-sat)", 5), true);
  EXPECT_EQ(solve::ask_program(program("echo unsat"), "(check-sat)", 5), false);
  EXPECT_EQ(solve::ask_program(program("grep -q check-sat && echo unsat"), "(check-sat)", 5), false)
      << "it gets the script";
}

TEST_F(External, WhatIsNoAnswerIsNone) {
  EXPECT_EQ(solve::ask_program(program("echo unknown"), "", 5), std::nullopt);
  EXPECT_EQ(solve::ask_program(program("kill -9 $$"), "", 5), std::nullopt);
  EXPECT_EQ(solve::ask_program(program("exit 1"), "", 5), std::nullopt);
  EXPECT_EQ(solve::ask_program("/does/not/exist", "", 5), std::nullopt);
}

TEST_F(External, TheTimeLimitEndsIt) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(solve::ask_program(program("exec sleep 30"), "", 0.1), std::nullopt);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(External, ConfirmsUnsat) {
  program("echo unsat");
  put_into_path();
  std::string reason;
  EXPECT_EQ(ask_impossible(reason), Answer::Unsat);
}

TEST_F(External, DisagreementIsUnknown) {
  program("echo sat");
  put_into_path();
  std::string reason;
  EXPECT_EQ(ask_impossible(reason), Answer::Unknown);
  EXPECT_NE(reason.find("disagree"), std::string::npos) << reason;
}

TEST_F(External, OneThatDiesLeavesTheOther) {
  program("kill -9 $$");
  put_into_path();
  std::string reason;
  EXPECT_EQ(ask_impossible(reason), Answer::Unsat);
}

}  // namespace
