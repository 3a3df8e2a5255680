#include "engine/prove/search.h"

#include "engine/prove/path_order.h"
#include "support/proof.h"

namespace {

using support::is_proved;

TEST(Prove, ClosesWhatHolds) {
  EXPECT_TRUE(is_proved("ensures x == 2 proc { x := 1; x := x + 1 }"));
  EXPECT_TRUE(is_proved("requires x > 0 ensures y > 1 proc { y := x + 1 }"));
  EXPECT_TRUE(is_proved("ensures y >= 0 proc { if (x < 0) { y := -x } else { y := x } }"));
}

TEST(Prove, LeavesOpenWhatDoesNot) {
  EXPECT_FALSE(is_proved("ensures x == 3 proc { x := 1; x := x + 1 }"));
  EXPECT_FALSE(is_proved("ensures x == 1 proc { x := 1 } proc { x := 2 }"));
  EXPECT_FALSE(is_proved("ensures y > 1 proc { y := x + 1 }"));
  EXPECT_FALSE(is_proved("ensures true proc { y := 1 / x }"));
  EXPECT_FALSE(is_proved("ensures true proc { assert(x == 1) }"));
}

// A failure counts even if the execution never ends.
TEST(Prove, EndlessExecutionsMayNotFail) {
  EXPECT_TRUE(is_proved("ensures false proc { while (true) { skip } }"));
  EXPECT_FALSE(
      is_proved("int x := 0; ensures false proc { while (true) { assert(x == 0); x := 1 } }"));
  EXPECT_TRUE(is_proved("ensures false proc { await(false) }"));
  EXPECT_FALSE(is_proved("ensures false proc { await(x == 1) }"));
}

TEST(Prove, CyclesDoNotProveWhatAnExecutionBreaks) {
  // The states repeat, but there is a way out.
  EXPECT_FALSE(
      is_proved("bool b := true; ensures b proc { while (b) { skip } } proc { b := false }"));
  EXPECT_TRUE(
      is_proved("bool b := true; ensures not b proc { while (b) { skip } } proc { b := false }"));
  // The state at the head of the loop repeats up to what a constant stands for, no more.
  EXPECT_FALSE(
      is_proved("requires x > 50 and y == 0 ensures y == 1 proc { while (x > 0) { x := x - 1; y := "
                "1 - y } }"));
}

TEST(Prove, InvariantsMustHold) {
  const std::string loop = " { i := i + 1 } }";
  const std::string start = "int i := 0; requires n >= 0 ensures i == n proc { while (i < n) ";
  EXPECT_TRUE(is_proved(start + "invariant i <= n" + loop));
  EXPECT_FALSE(is_proved(start + "invariant i == n" + loop));
  EXPECT_FALSE(is_proved(start + "invariant i < n" + loop));
  EXPECT_FALSE(is_proved(start + "invariant true" + loop));
  EXPECT_FALSE(is_proved(start + "invariant false" + loop));
}

TEST(Prove, InvariantsDoNotHideInterference) {
  const std::string loop =
      "int i := 0; requires n >= 0 ensures i == n "
      "proc { while (i < n) invariant i <= n { i := i + 1 } } ";
  EXPECT_TRUE(is_proved(loop + "proc { j := 7 }"));
  EXPECT_FALSE(is_proved(loop + "proc { i := i + 1 }"));
  EXPECT_FALSE(is_proved(loop + "proc { n := n - 1 }"));
  // Between the guard and the body of the first process.
  EXPECT_FALSE(
      is_proved("int i := 0; requires n > 20 ensures i <= n "
                "proc { while (i < n) invariant i <= n { i := i + 1 } } "
                "proc { while (i < n) invariant i <= n { i := i + 1 } }"));
}

TEST(Prove, MergingChangesSizesOnly) {
  const std::string text =
      "int x := 0, y := 0; ensures x == 2 and y == 2 "
      "proc { x := x + 1; x := x + 1 } proc { y := y + 1; y := y + 1 }";
  support::Pl with(text);
  support::Pl without(text);
  auto merged = support::prove_contract(with, text);
  prove::Options options;
  options.merge = false;
  auto separate = support::prove_contract(without, text, options);
  EXPECT_TRUE(merged.result.is_proved);
  EXPECT_TRUE(separate.result.is_proved);
  EXPECT_EQ(merged.result.merged, 4U);  // one for each of the 3 x 3 states with two ways to it
  EXPECT_EQ(separate.result.merged, 0U);
  EXPECT_LT(merged.result.proof.nodes.size(), separate.result.proof.nodes.size());
}

TEST(Prove, UnfoldingIsBounded) {
  const std::string text = "int i := 0; ensures i == 4 proc { while (i < 4) { i := i + 1 } }";
  prove::Options options;
  options.unfold = 4;
  EXPECT_TRUE(is_proved(text, options));
  options.unfold = 3;
  EXPECT_FALSE(is_proved(text, options));
}

TEST(PathOrder, IsCanonical) {
  // The three steps of Example 2 of the paper: two of six orders are equivalent to others.
  support::Pl pl("proc { y := x } proc { z := x } proc { x := 2 }");
  std::set<std::string> classes;
  std::vector<std::uint32_t> order = {0, 1, 2};
  do {
    dl::PoolId pool = dl::initial_pool(pl.program);
    dl::SubstId subst = pl.store().empty_subst();
    std::vector<dl::Event> path;
    for (std::uint32_t process : order) {
      auto outcomes = dl::step(pl.store(), subst, pool, pl.store().make_process(process));
      ASSERT_EQ(outcomes.size(), 1U);
      path.push_back(outcomes[0].event);
      subst = outcomes[0].subst;
      pool = outcomes[0].pool;
    }
    std::string key;
    for (const dl::Event& event : prove::canonical_path(pl.store(), path)) {
      key += pl.store().thread_name(event.thread);
    }
    classes.insert(key);
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(classes, (std::set<std::string>{"012", "021", "120", "201"}));
}

}  // namespace
