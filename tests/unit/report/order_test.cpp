#include "result/report/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using report::OrderKind;
using verdict::SyncKind;
using verdict::TraceStep;

TraceStep step(std::uint32_t thread, std::vector<verdict::Sync> syncs,
               std::vector<std::string> accesses = {}) {
  TraceStep made;
  made.thread = thread;
  made.syncs = std::move(syncs);
  made.accesses = std::move(accesses);
  return made;
}

bool has(const std::vector<report::OrderEdge>& edges, std::size_t from, std::size_t to,
         OrderKind kind) {
  return std::any_of(edges.begin(), edges.end(), [&](const report::OrderEdge& edge) {
    return edge.from == from && edge.to == to && edge.kind == kind;
  });
}

TEST(Order, StartsEndsLocksAndNotifications) {
  std::vector<TraceStep> trace{
      step(1, {{SyncKind::Start, 2, ""}}),   step(2, {{SyncKind::Take, 0, "L"}}),
      step(2, {{SyncKind::Wait, 0, "L"}}),   step(1, {{SyncKind::Take, 0, "L"}}),
      step(1, {{SyncKind::Notify, 2, "L"}}), step(1, {{SyncKind::Release, 0, "L"}}),
      step(2, {{SyncKind::Wake, 0, "L"}}),   step(2, {{SyncKind::End, 0, ""}}),
      step(1, {{SyncKind::Join, 2, ""}})};
  auto edges = report::order_of(trace, report::chosen_steps(trace, 100, false));
  EXPECT_EQ(edges.size(), 5U);
  EXPECT_TRUE(has(edges, 0, 1, OrderKind::Start));
  EXPECT_TRUE(has(edges, 2, 3, OrderKind::HandOver));
  EXPECT_TRUE(has(edges, 4, 6, OrderKind::Notify));
  EXPECT_TRUE(has(edges, 5, 6, OrderKind::HandOver));
  EXPECT_TRUE(has(edges, 7, 8, OrderKind::Join));
}

TEST(Order, ConflictsAreBetweenThreadsAndOfWrites) {
  std::vector<TraceStep> trace{step(1, {}, {"read x"}), step(2, {}, {"read x"}),
                               step(1, {}, {"write x"}), step(1, {}, {"write x"}),
                               step(2, {}, {"read x", "write lock of x"})};
  auto conflicts = report::conflicts_of(trace, report::chosen_steps(trace, 100, false));
  ASSERT_EQ(conflicts.size(), 2U);
  EXPECT_EQ(conflicts[0].from, 1U);
  EXPECT_EQ(conflicts[0].to, 2U);
  EXPECT_EQ(conflicts[1].from, 3U);
  EXPECT_EQ(conflicts[1].to, 4U);
}

TEST(Order, LongExecutionsKeepWhatOthersNotice) {
  std::vector<TraceStep> trace;
  for (int i = 0; i < 100; ++i) trace.push_back(step(1, {}, {"write own"}));
  trace[50].accesses = {"write shared"};
  trace[60].syncs = {{SyncKind::Take, 0, "L"}};
  trace.push_back(step(2, {}, {"read shared"}));
  EXPECT_EQ(report::chosen_steps(trace, 8, false), (report::Steps{0, 1, 50, 60, 99, 100}));
  EXPECT_EQ(report::chosen_steps(trace, 8, true).size(), 101U);
}

}  // namespace
