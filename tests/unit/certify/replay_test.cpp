#include "certify/certify.h"

#include <gtest/gtest.h>

#include "engine/interp/explore.h"
#include "support/verify.h"

namespace {

using support::Subject;

const char* const kLostUpdate = R"(
class Cell {
    int value;

    void add(int n) {
        int v := this.value;
        this.value := v + n;
    }

    static void main2(int n)
    {
        Cell c := new Cell();
        fork c.add(n);
        fork c.add(5);
        join;
        int v := c.value;
        assert v == n + 5;
    }
})";

class ReplayTest : public ::testing::Test {
 protected:
  tl::expected<verdict::Result, std::string> replay() {
    return certify::certify(model, answer.claim);
  }

  Subject subject{kLostUpdate, "Cell.main2"};
  interp::Model model{subject.program};
  symex::Answer answer = subject.verify();
};

TEST_F(ReplayTest, GivesTheWholeExecution) {
  ASSERT_TRUE(answer.result.violation);
  auto result = replay();
  ASSERT_TRUE(result) << result.error();
  EXPECT_EQ(result->violation->kind, verdict::ViolationKind::Assert);
  EXPECT_FALSE(result->counterexample->trace.empty());
  EXPECT_FALSE(result->counterexample->decisions.empty());
}

TEST_F(ReplayTest, RefusesOtherInputs) {
  answer.claim.inputs->inputs[0].second = base::Integer(0);  // 0 + 5 is never lost
  auto result = replay();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("without a violation"), std::string::npos) << result.error();
}

TEST_F(ReplayTest, RefusesInputsThatDoNotFit) {
  answer.claim.inputs->inputs[0].second = true;
  auto result = replay();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("inputs do not fit"), std::string::npos) << result.error();
}

TEST_F(ReplayTest, RefusesAnotherKind) {
  answer.claim.kind = verdict::ViolationKind::Ensures;
  auto result = replay();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("ended otherwise: assert"), std::string::npos) << result.error();
}

TEST_F(ReplayTest, RefusesAnotherPlace) {
  answer.claim.place.begin += 1;
  auto result = replay();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("ended elsewhere"), std::string::npos) << result.error();
}

TEST_F(ReplayTest, RefusesStepsThatCannotBe) {
  ASSERT_FALSE(answer.claim.steps.empty());
  answer.claim.steps[0].thread = 17;
  auto result = replay();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("thread 18 cannot move"), std::string::npos) << result.error();
}

TEST_F(ReplayTest, RefusesAScheduleWithoutTheError) {
  // One thread after the other: nothing is lost.
  std::stable_sort(answer.claim.steps.begin(), answer.claim.steps.end(),
                   [](const verdict::Step& a, const verdict::Step& b) {
                     auto rank = [](std::uint32_t t) { return t == 0 ? 3 : t; };
                     return rank(a.thread) < rank(b.thread);
                   });
  EXPECT_FALSE(replay());
}

// An engine claims a race with the schedule that leads to its second access.
TEST_F(ReplayTest, ConfirmsRaces) {
  interp::Model racing(subject.program, {.semantics = {.races = true}});
  run::Run run;
  verdict::Result found = interp::explore(run, racing);
  ASSERT_TRUE(found.violation);
  ASSERT_EQ(found.violation->kind, verdict::ViolationKind::Race);
  verdict::Claim claim{.kind = found.violation->kind,
                       .place = found.violation->span,
                       .inputs = *found.counterexample,
                       .told = verdict::Told::Threads};
  for (const verdict::TraceStep& step : found.counterexample->trace) {
    bool forked = !claim.steps.empty() || !step.notes.empty();
    if (forked) claim.steps.emplace_back().thread = step.thread - 1;
  }
  claim.steps.erase(claim.steps.begin());  // the first fork is a step of the only thread
  auto confirmed = certify::certify(racing, claim);
  ASSERT_TRUE(confirmed) << confirmed.error();
  EXPECT_EQ(confirmed->violation->message, found.violation->message);
  EXPECT_EQ(confirmed->violation->notes.size(), 2U);
  // Who does not look for races finds none.
  EXPECT_FALSE(certify::certify(model, claim));
}

}  // namespace
