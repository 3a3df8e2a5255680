#include "unit/interp/harness.h"

namespace locks_test {

using harness::finals;
using harness::proc;
using harness::Strings;
using harness::verdict_of;

const std::string kDefs = "class C { f : int; } o : ref C; x : int; y : int;";

TEST(Locks, MonitorsAreReentrant) {
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C; b : boolean;",
                                   {"c := new C;", "enter(c);", "enter(c);", "exit(c);",
                                    "b := hasLock(c);", "assert (b);", "exit(c);",
                                    "b := hasLock(c);", "assert (!b);"})),
            "valid");
}

TEST(Locks, LeavingAMonitorThatIsNotOwnedIsAnError) {
  std::string error = "invalid error: illegal monitor state: the thread does not own the monitor";
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "exit(c);"})), error);
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "wait(c);"})), error);
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "notify(c);"})), error);
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "notifyAll(c);"})),
            error);
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "unwait(c);"})),
            "invalid error: illegal monitor state: the thread did not wait");
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "release(c);"})),
            "invalid error: illegal monitor state: the semaphore is not held");
  EXPECT_EQ(verdict_of(kDefs, proc("main()", "c : ref C;", {"enter(c);"})),
            "invalid error: null dereference");
}

TEST(Locks, AMonitorExcludesOthers) {
  std::string worker =
      proc("worker(c : ref C)", "v : int;", {"enter(c);", "v := x;", "x := v + 1;", "exit(c);"});
  EXPECT_EQ(
      finals(kDefs, worker + proc("main()", "c : ref C;",
                                  {"c := new C;", "fork worker(c);", "fork worker(c);", "join;"})),
      Strings{"o=null x=2 y=0"});
  std::string careless = proc("worker(c : ref C)", "v : int;", {"v := x;", "x := v + 1;"});
  EXPECT_EQ(finals(kDefs,
                   careless + proc("main()", "c : ref C;",
                                   {"c := new C;", "fork worker(c);", "fork worker(c);", "join;"})),
            (Strings{"o=null x=1 y=0", "o=null x=2 y=0"}));
}

TEST(Locks, ASemaphoreBlocksItsOwnHolder) {
  EXPECT_EQ(verdict_of(kDefs,
                       proc("main()", "c : ref C;", {"c := new C;", "acquire(c);", "acquire(c);"})),
            "deadlock deadlock: deadlock: thread 1 waits in main for the lock of C#1, locked by "
            "thread 1");
}

TEST(Locks, ASemaphoreAndAMonitorShareTheLock) {
  EXPECT_EQ(
      verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "acquire(c);", "enter(c);"})),
      "deadlock deadlock: deadlock: thread 1 waits in main for the lock of C#1, locked by "
      "thread 1");
  EXPECT_EQ(
      verdict_of(kDefs, proc("main()", "c : ref C;", {"c := new C;", "enter(c);", "acquire(c);"})),
      "deadlock deadlock: deadlock: thread 1 waits in main for the lock of C#1, held by "
      "thread 1");
}

TEST(Locks, AnyThreadMayReleaseASemaphore) {
  std::string helper = proc("helper(c : ref C)", "", {"x := 1;", "release(c);"});
  EXPECT_EQ(finals(kDefs, helper + proc("main()", "c : ref C; v : int;",
                                        {"c := new C;", "acquire(c);", "fork helper(c);",
                                         "acquire(c);", "v := x;", "y := v;"})),
            Strings{"o=null x=1 y=1"});
}

TEST(Locks, TestsTellTheStateOfALock) {
  EXPECT_EQ(
      verdict_of(kDefs,
                 proc("main()", "c : ref C; b : boolean;",
                      {"c := new C;", "b := lockAvailable(c); assert (b);",
                       "b := isAcquired(c); assert (!b);", "acquire(c);",
                       "b := isAcquired(c); assert (b);", "b := lockAvailable(c); assert (!b);",
                       "release(c);", "enter(c);", "b := lockAvailable(c); assert (b);",
                       "b := isAcquired(c); assert (!b);", "b := wasNotified(c); assert (!b);"})),
      "valid");
}

// The waiter holds the monitor twice, and has it twice again afterwards.
TEST(Locks, WaitGivesTheMonitorUpAndUnwaitRestoresItsDepth) {
  std::string waiter =
      proc("waiter(c : ref C)", "b : boolean;",
           {"enter(c);", "enter(c);", "wait(c);", "unwait(c);", "x := 1;", "exit(c);",
            "b := hasLock(c); assert (b);", "exit(c);", "b := hasLock(c); assert (!b);"});
  std::string notifier =
      proc("notifier(c : ref C)", "", {"enter(c);", "notify(c);", "y := 1;", "exit(c);"});
  // The notification may come before the wait, and is lost then.
  EXPECT_EQ(
      verdict_of(kDefs, waiter + notifier +
                            proc("main()", "c : ref C;",
                                 {"c := new C;", "fork waiter(c);", "fork notifier(c);", "join;"})),
      "deadlock deadlock: deadlock: thread 1 waits in main for the end of thread 2; thread "
      "2 waits in waiter to be notified on the lock of C#1");
}

TEST(Locks, NotifyWakesAnyOneAndNotifyAllWakesAll) {
  std::string waiter = proc("waiter(c : ref C; n : int)", "v : int;",
                            {"enter(c);", "v := y; y := v + 1; wait(c);", "unwait(c);",
                             "v := x; x := v * 10 + n;", "exit(c);"});
  auto main = [](const std::string& wake) {
    return proc("main()", "c : ref C;",
                {"c := new C;", "fork waiter(c, 1);", "fork waiter(c, 2);",
                 "read { $y := y; } when $y == 2 do { enter(c); } goto L4;", wake, "exit(c);"});
  };
  std::string scratch = main("notify(c);");
  scratch.replace(scratch.find("c : ref C;"), 10, "c : ref C; $y : temp int;");
  std::string all = main("notifyAll(c);");
  all.replace(all.find("c : ref C;"), 10, "c : ref C; $y : temp int;");
  EXPECT_EQ(finals(kDefs, waiter + scratch, {.semantics = {.deadlock = ir::DeadlockMode::Main}}),
            (Strings{"o=null x=1 y=2", "o=null x=2 y=2"}));
  EXPECT_EQ(finals(kDefs, waiter + all, {.semantics = {.deadlock = ir::DeadlockMode::Main}}),
            (Strings{"o=null x=12 y=2", "o=null x=21 y=2"}));
}

TEST(Locks, DeadlocksNameTheCycle) {
  std::string worker =
      proc("worker(a : ref C; b : ref C)", "", {"enter(a);", "enter(b);", "exit(b);", "exit(a);"});
  EXPECT_EQ(verdict_of(kDefs, worker + proc("main()", "a, b : ref C;",
                                            {"a := new C; b := new C;", "fork worker(a, b);",
                                             "fork worker(b, a);", "join;"})),
            "deadlock deadlock: deadlock: thread 1 waits in main for the end of threads 2, 3; "
            "thread 2 waits in worker for the lock of C#2, held by thread 3; "
            "thread 3 waits in worker for the lock of C#1, held by thread 2");
}

TEST(Locks, LockVariablesAndLockFields) {
  std::string defs = "class D { l : lock wait reentrant; } g : lock reentrant; n : lock;";
  EXPECT_EQ(
      verdict_of(defs, proc("main()", "d : ref D; b : boolean;",
                            {"d := new D;", "enter(d.l);", "enter(d.l);", "enter(g);",
                             "b := hasLock(d.l); assert (b);", "exit(d.l);", "exit(d.l);",
                             "b := hasLock(d.l); assert (!b);", "b := hasLock(g); assert (b);"})),
      "valid");
  EXPECT_EQ(verdict_of(defs, proc("main()", "", {"enter(n);", "enter(n);"})),
            "invalid error: a lock that is not re-entrant is entered again by its owner");
}

}  // namespace locks_test
