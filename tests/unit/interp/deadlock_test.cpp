// What a report says of a deadlock: who is to blame, and who merely waits.
#include "unit/interp/harness.h"

namespace {

using harness::Bir;
using harness::proc;

const std::string kDefs = "class C { f : int; } g : ref C; x : int;";

// A deadlock with the parts of its report as lines of text.
struct Deadlock {
  Bir bir;
  verdict::Result result;
  std::string cause;
  std::vector<std::string> cycle;  // "1 [lock of C#1 @ enter(a);] the lock of C#2 @ enter(b);"

  Deadlock(const std::string& procs, interp::Options options = {})
      : bir(kDefs, procs), result(harness::explore(bir.program, options)) {
    EXPECT_EQ(keyword(result.verdict), "deadlock") << harness::line_of(result);
    if (!result.violation) return;
    cause = result.violation->cause;
    for (const verdict::CycleMember& member : result.violation->cycle) {
      std::string line = std::to_string(member.thread) + " [";
      for (const verdict::HeldLock& held : member.holds) {
        line += (line.back() == '[' ? "" : ", ") + held.name + " @ " + action(held.span);
      }
      cycle.push_back(line + "] " + member.waits_for + " @ " + action(member.span));
    }
  }

  // The actions of a transition `when … do { ACTIONS } goto …`.
  std::string action(base::Span span) const {
    std::string text(bir.sources.text(span));
    std::size_t begin = text.find("{ ") + 2;
    return text.substr(begin, text.find(" }") - begin);
  }
};

using Lines = std::vector<std::string>;

TEST(Deadlock, TellsTheCycleAndWhereTheLocksWereTaken) {
  Deadlock found(
      proc("worker(a : ref C; b : ref C)", "",
           {"enter(a);", "enter(a);", "enter(b);", "exit(b);", "exit(a);", "exit(a);"}) +
      proc("main()", "a, b : ref C;",
           {"a := new C; b := new C;", "fork worker(a, b);", "fork worker(b, a);", "join;"}));
  EXPECT_EQ(found.cause, "threads 2 and 3 wait for each other");
  EXPECT_EQ(found.cycle, (Lines{"2 [lock of C#1 @ enter(a);] the lock of C#2 @ enter(b);",
                                "3 [lock of C#2 @ enter(a);] the lock of C#1 @ enter(b);"}));
  // The first thread is no part of the cycle, but it is told.
  ASSERT_EQ(found.result.violation->notes.size(), 3U);
  EXPECT_EQ(found.result.violation->notes[0].thread, 1U);
}

TEST(Deadlock, FollowsTheCycleInTheOrderOfWaiting) {
  // 2 takes a, waits for b; 3 takes c, waits for a; 4 takes b, waits for c.
  Deadlock found(proc("worker(a : ref C; b : ref C)", "",
                      {"acquire(a);", "acquire(b);", "release(b);", "release(a);"}) +
                 proc("main()", "a, b, c : ref C;",
                      {"a := new C; b := new C; c := new C;", "fork worker(a, b);",
                       "fork worker(c, a);", "fork worker(b, c);"}));
  EXPECT_EQ(found.cause, "threads 2, 3 and 4 wait for one another");
  EXPECT_EQ(found.cycle, (Lines{"2 [lock of C#1 @ acquire(a);] the lock of C#2 @ acquire(b);",
                                "4 [lock of C#2 @ acquire(a);] the lock of C#3 @ acquire(b);",
                                "3 [lock of C#3 @ acquire(a);] the lock of C#1 @ acquire(b);"}));
}

TEST(Deadlock, AThreadMayWaitForItself) {
  Deadlock found(proc("main()", "c : ref C;", {"c := new C;", "enter(c);", "acquire(c);"}));
  EXPECT_EQ(found.cause, "thread 1 waits for the lock of C#1, which it has itself");
  EXPECT_EQ(found.cycle, Lines{"1 [lock of C#1 @ enter(c);] the lock of C#1 @ acquire(c);"});
}

TEST(Deadlock, JoinIsPartOfCycles) {
  Deadlock found(proc("worker(c : ref C)", "", {"enter(c);", "exit(c);"}) +
                 proc("main()", "c : ref C;",
                      {"c := new C;", "enter(c);", "fork worker(c);", "join;", "exit(c);"}));
  EXPECT_EQ(found.cause, "threads 1 and 2 wait for each other");
  EXPECT_EQ(found.cycle, (Lines{"1 [lock of C#1 @ enter(c);] the end of thread 2 @ join;",
                                "2 [] the lock of C#1 @ enter(c);"}));
}

// After a wait, the monitor is taken where the thread wakes up.
TEST(Deadlock, AMonitorIsTakenAgainAfterWaiting) {
  Deadlock found(proc("waiter(a : ref C; b : ref C)", "",
                      {"enter(a);", "wait(a);", "unwait(a);", "enter(b);"}) +
                     proc("waker(a : ref C; b : ref C)", "",
                          {"enter(b);", "enter(a);", "notify(a); exit(a);", "enter(a);"}) +
                     proc("main()", "a, b : ref C;",
                          {"a := new C; b := new C;", "fork waiter(a, b);", "fork waker(a, b);"}),
                 {});
  // Depth first, the waiter goes first.
  EXPECT_EQ(found.cycle, (Lines{"2 [lock of C#1 @ unwait(a);] the lock of C#2 @ enter(b);",
                                "3 [lock of C#2 @ enter(b);] the lock of C#1 @ enter(a);"}));
}

TEST(Deadlock, NobodyNotifies) {
  Deadlock found(
      proc("waiter(c : ref C)", "", {"enter(c);", "wait(c);", "unwait(c);", "exit(c);"}) +
      proc("main()", "c : ref C;", {"c := new C;", "fork waiter(c);", "fork waiter(c);", "join;"}));
  EXPECT_EQ(found.cause, "nobody is left to notify threads 2 and 3");
  EXPECT_EQ(found.cycle, Lines{});
}

TEST(Deadlock, AnEndedThreadKeepsALock) {
  Deadlock found(
      proc("taker(c : ref C)", "", {"acquire(c);"}) +
      proc("main()", "c : ref C;", {"c := new C;", "fork taker(c);", "join;", "acquire(c);"}));
  EXPECT_EQ(found.cause, "thread 2 has ended and keeps the lock of C#1");
  EXPECT_EQ(found.cycle, Lines{});
  EXPECT_EQ(found.result.violation->message,
            "deadlock: thread 1 waits in main for the lock of C#1, locked by thread 2, which has "
            "ended");
}

TEST(Deadlock, ConditionsThatNeverHold) {
  Deadlock found(proc("stuck()", "", {"when false do { } goto X;"}) +
                 proc("main()", "", {"fork stuck();", "join;"}));
  EXPECT_EQ(found.cause, "nobody is left to make the condition of thread 2 true");
  EXPECT_EQ(found.cycle, Lines{});
}

TEST(Deadlock, GuardsThatTestALockWaitForItsHolder) {
  std::string guarded = "read { $b := lockAvailable(b); } when $b do { enter(b); } goto L2;";
  Deadlock found(proc("worker(a : ref C; b : ref C)", "$b : temp boolean;",
                      {"enter(a);", guarded, "exit(b); exit(a);"}) +
                 proc("main()", "a, b : ref C;",
                      {"a := new C; b := new C;", "fork worker(a, b);", "fork worker(b, a);"}));
  EXPECT_EQ(found.cause, "threads 2 and 3 wait for each other");
}

// Where a lock was taken is for people only: it makes no other state.
TEST(Deadlock, WhereALockWasTakenMakesNoDifference) {
  Bir bir(kDefs,
          "procedure main()\n c : ref C; b : boolean;\nentry A; exit X; except E;\n"
          "loc A: when true do { c := new C; b := externChoose(true, false); } goto B;\n"
          "loc B: when b do { enter(c); b := true; } goto C;\n"
          "       when !b do { enter(c); b := true; } goto C;\n"
          "loc C: when true do { exit(c); } goto X;\nloc X:\nloc E:\nend main;\n");
  interp::ExploreOptions matching;
  matching.match_states = true;
  verdict::Result result = harness::explore(bir.program, {}, matching);
  EXPECT_EQ(harness::line_of(result), "valid");
  EXPECT_EQ(result.stats.pruned, 1U);
}

}  // namespace
