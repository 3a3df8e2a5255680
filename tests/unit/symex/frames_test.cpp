#include "engine/symex/frames.h"

#include <gtest/gtest.h>

namespace symex {
namespace {

Frame frame(std::size_t proc) { return {.proc = ir::ProcId(proc), .at = ir::LocId(0)}; }

TEST(Frames, PopGivesBackInOrder) {
  Frames frames;
  for (std::size_t i = 0; i < 3; ++i) frames.push(frame(i));
  EXPECT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames.bottom().proc.index(), 0U);
  for (std::size_t i = 3; i-- > 0;) EXPECT_EQ(frames.pop().proc.index(), i);
  EXPECT_TRUE(frames.empty());
}

TEST(Frames, CopiesDoNotSeeEachOther) {
  Frames a;
  a.push(frame(0));
  a.push(frame(1));
  Frames b = a;
  b.pop();
  b.top().at = ir::LocId(7);
  b.push(frame(2));
  EXPECT_EQ(a.top().proc.index(), 1U);
  a.pop();
  EXPECT_EQ(a.top().at.index(), 0U);
  EXPECT_EQ(b.top().proc.index(), 2U);
  b.pop();
  EXPECT_EQ(b.top().at.index(), 7U);
}

TEST(Frames, FindsTheTopmost) {
  Frames frames;
  for (std::size_t i : {0U, 1U, 0U, 2U}) frames.push(frame(i));
  frames.top().at = ir::LocId(9);
  EXPECT_EQ(frames.find(ir::ProcId(2))->at.index(), 9U);
  EXPECT_EQ(frames.find(ir::ProcId(5)), nullptr);
  ASSERT_NE(frames.find(ir::ProcId(0)), nullptr);
  EXPECT_NE(frames.find(ir::ProcId(0)), &frames.bottom());
}

TEST(Frames, LongChainsNeedNoStack) {
  Frames frames;
  for (std::size_t i = 0; i < 300'000; ++i) frames.push(frame(i));
  Frames copy = frames;
  frames = Frames();
  EXPECT_EQ(copy.size(), 300'000U);
  copy = Frames();
  EXPECT_TRUE(copy.empty());
}

}  // namespace
}  // namespace symex
