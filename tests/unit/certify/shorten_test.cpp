#include "certify/shorten.h"

#include <gtest/gtest.h>

#include "engine/interp/execute.h"
#include "support/verify.h"

namespace shorten_test {

using support::Subject;

// The third thread has nothing to do with the update that is lost.
const char* const kLostUpdate = R"(
class Cell {
    int value;
    int other;

    void add(int n) {
        int v := this.value;
        this.value := v + n;
    }

    void idle() {
        int i := 0;
        while (i < 5) {
            this.other := i;
            i := i + 1;
        }
    }

    static void start(int n)
        requires(n > 2 && n < 1000)
    {
        Cell c := new Cell();
        fork c.idle();
        fork c.add(n);
        int v := c.value;
        c.value := v + 1;
        v := c.value;
        assert v != 1;
    }
})";

class ShortenTest : public ::testing::Test {
 protected:
  // The first of many random executions that is wrong, with a large input.
  verdict::Result find() {
    auto inputs = interp::parse_inputs(model, R"({"n": 777})");
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      run::Run run;
      interp::RandomChooser chooser(seed);
      verdict::Result result = interp::execute(
          run, model, chooser,
          {.inputs = std::get<interp::GivenInputs>(inputs), .trace = true, .on_output = {}});
      if (result.violation && result.counterexample->trace.size() > 20) return result;
    }
    return {};
  }

  static std::size_t switches(const verdict::Result& result) {
    const auto& trace = result.counterexample->trace;
    std::size_t count = 0;
    for (std::size_t i = 1; i < trace.size(); ++i) {
      if (trace[i].thread != trace[i - 1].thread) ++count;
    }
    return count;
  }

  static bool is_same(const verdict::Result& a, const verdict::Result& b) {
    return a.violation->span == b.violation->span &&
           a.counterexample->decisions == b.counterexample->decisions;
  }

  Subject subject{kLostUpdate, "Cell.start"};
  interp::Model model{subject.program};
};

TEST_F(ShortenTest, LeavesOutWhatIsNotNeeded) {
  verdict::Result found = find();
  ASSERT_TRUE(found.violation);
  verdict::Result shorter = found;
  run::Run run;
  ASSERT_TRUE(certify::shorten(run, model, shorter));
  EXPECT_EQ(shorter.violation->kind, found.violation->kind);
  EXPECT_TRUE(shorter.violation->span == found.violation->span);
  EXPECT_LT(shorter.counterexample->trace.size(), found.counterexample->trace.size());
  // No thread but the first one has to move.
  EXPECT_EQ(switches(shorter), 0U);
  EXPECT_EQ(shorter.counterexample->inputs[0].second, verdict::Datum(base::Integer(3)));
}

TEST_F(ShortenTest, GivesTheSameAnswerTwice) {
  verdict::Result first = find();
  ASSERT_TRUE(first.violation);
  verdict::Result second = first;
  run::Run run;
  certify::shorten(run, model, first);
  certify::shorten(run, model, second);
  EXPECT_TRUE(is_same(first, second));
}

TEST_F(ShortenTest, WhatIsShortestStays) {
  verdict::Result once = find();
  ASSERT_TRUE(once.violation);
  run::Run run;
  certify::shorten(run, model, once);
  verdict::Result twice = once;
  EXPECT_FALSE(certify::shorten(run, model, twice));
  EXPECT_TRUE(is_same(once, twice));
}

TEST_F(ShortenTest, ACancelledRunKeepsWhatWasFound) {
  verdict::Result found = find();
  ASSERT_TRUE(found.violation);
  verdict::Result kept = found;
  run::Run run;
  run.cancel();
  EXPECT_FALSE(certify::shorten(run, model, kept));
  EXPECT_TRUE(is_same(found, kept));
}

TEST_F(ShortenTest, ASmallBudgetIsKept) {
  verdict::Result found = find();
  ASSERT_TRUE(found.violation);
  verdict::Result kept = found;
  run::Run run;
  EXPECT_FALSE(certify::shorten(run, model, kept, {.work = 5}));
  EXPECT_TRUE(is_same(found, kept));
}

}  // namespace shorten_test
