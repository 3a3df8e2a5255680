// Several threads: what each search sees, with one worker and with several, and what is
// left when one is stopped.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/verify.h"

namespace {

using support::Subject;
using symex::Options;
using symex::Reduction;
using verdict::VerdictKind;

// Each of `count` threads adds to a counter under a lock.
std::string increments(int count, const std::string& after = "") {
  std::string forks;
  for (int i = 0; i < count; ++i) forks += "fork Main.add(c);\n";
  return R"(
class Counter { int value; }
class Main {
    static void add(Counter c) {
        lock c;
        int v := c.value;
        c.value := v + 1;
        unlock c;
    }
    static void main() {
        Counter c := new Counter();
        )" +
         forks + "join;\nint v := c.value;\nassert v == " + std::to_string(count) + ";\n" + after +
         "}\n}\n";
}

TEST(Threads, one_execution_for_each_order_of_critical_sections) {
  Subject subject(increments(4), "Main.main");
  auto answer = subject.verify();
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(answer.result.complete);
  EXPECT_EQ(answer.result.stats.paths, 24U);
  EXPECT_EQ(answer.result.stats.pruned, 0U);
}

TEST(Threads, several_workers_count_the_same) {
  Subject subject(increments(6), "Main.main");
  auto one = subject.verify();
  for (std::uint32_t jobs : {2U, 3U, 8U}) {
    Options options;
    options.jobs = jobs;
    auto many = subject.verify(options);
    EXPECT_EQ(many.result.verdict, VerdictKind::Valid);
    EXPECT_EQ(many.result.stats.paths, one.result.stats.paths) << jobs;
    EXPECT_EQ(many.result.stats.transitions, one.result.stats.transitions) << jobs;
    EXPECT_EQ(many.result.stats.max_depth, one.result.stats.max_depth) << jobs;
  }
}

TEST(Threads, alike_threads_are_interchangeable_when_states_are_remembered) {
  Subject subject(increments(12), "Main.main");
  Options options;
  options.stateful = true;
  auto answer = subject.verify(options);
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(answer.result.complete);
  EXPECT_LT(answer.result.stats.states, 200U);
}

// One thread runs for ever, and another counts to n. Where a bound or an assumption stops the
// second one, nobody knows what would have come of the first: only if all threads go on as far
// as they can does an execution never end.
TEST(Threads, WithAThreadThatIsCutNothingIsSaidAboutEnds) {
  auto never_ends = [](const std::string& condition, const std::string& body) {
    Subject subject(R"(
class Flag { bool up; }
class Main {
    static void spin(Flag f) {
        bool up := f.up;
        while (!up) { up := f.up; }
    }
    static void count(int n) {)" +
                        body +
                        R"(}
    static void main(int n) requires()" +
                        condition + R"() {
        Flag f := new Flag();
        fork Main.spin(f);
        fork Main.count(n);
        join;
    }
})",
                    "Main.main");
    Options options;
    options.stateful = true;
    options.unwind = 3;
    verdict::Result result = subject.verify(options).result;
    EXPECT_FALSE(result.violation);
    return result.never_ends.has_value();
  };
  const std::string counts = "int i := 0; while (i < n) { i := i + 1; }";
  EXPECT_TRUE(never_ends("n == 2", counts));
  EXPECT_FALSE(never_ends("n > 100", counts));
  EXPECT_TRUE(never_ends("true", "assume n == n;"));
  EXPECT_FALSE(never_ends("true", "assume n != n;"));
}

TEST(Threads, all_reductions_agree) {
  Subject right(increments(2), "Main.main");
  Subject wrong(increments(2, "assert v == 4;\n"), "Main.main");
  for (Reduction reduction : {Reduction::None, Reduction::Simple, Reduction::Guarded,
                              Reduction::Mpor, Reduction::Sympath, Reduction::Optimal}) {
    for (bool coarsen : {true, false}) {
      Options options;
      options.reduction = reduction;
      options.coarsen = coarsen;
      EXPECT_EQ(right.verify(options).result.verdict, VerdictKind::Valid);
      EXPECT_EQ(wrong.verify(options).result.verdict, VerdictKind::Invalid);
    }
  }
}

// Thread 2 unlocks what thread 1 locked: unlocking is not quiet there.
TEST(Threads, unlocking_what_another_thread_holds) {
  Subject subject(R"(
class Main {
    static Main gate;
    static int x;
    static void open() {
        Main.x := 1;
        Main g := Main.gate;
        unlock g;
    }
    static void main() exceptional(false) {
        Main g := new Main();
        Main.gate := g;
        lock g;
        fork Main.open();
        lock g;
        int x := Main.x;
        assert x == 1;
    }
})",
                  "Main.main");
  auto answer = subject.verify();
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(answer.result.complete);
}

// The second thread's read depends on all that the first did. Cutting it off there must
// not hide the executions in which it came early.
TEST(Threads, the_depth_bound_does_not_hide_early_reads) {
  Subject subject(R"(
class Main {
    static int x;
    static void write() {
        int i := 0;
        while (i < 40) {
            Main.x := i;
            i := i + 1;
        }
    }
    static void read() {
        int x := Main.x;
        assert x != 3;
    }
    static void main() {
        fork Main.write();
        fork Main.read();
    }
})",
                  "Main.main");
  Options options;
  options.depth = 40;
  EXPECT_EQ(subject.verify(options).result.verdict, VerdictKind::Invalid);
}

std::string contents(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// However often a search is stopped and resumed, it counts each execution once.
TEST(Threads, a_search_in_pieces_counts_what_one_in_one_piece_does) {
  Subject subject(increments(6), "Main.main");
  auto whole = subject.verify();
  std::string path = fmt::format("{}braid_checkpoint_{}", testing::TempDir(), getpid());
  std::remove(path.c_str());
  Options options;
  options.checkpoint = path;
  options.subject = "increments";
  std::optional<symex::Checkpoint> resumed;
  for (int round = 0; round < 100; ++round) {
    std::uint64_t before = resumed ? resumed->stats.transitions : 0;
    run::Run run({.steps = 700});
    symex::ProgramTables tables(subject.program);
    options.jobs = round % 2 == 0 ? 1 : 2;
    auto answer = symex::verify(run, tables, options, resumed);
    ASSERT_EQ(answer.checkpoint_error, "");
    if (answer.result.verdict == VerdictKind::Valid) {
      EXPECT_GT(round, 5);
      EXPECT_EQ(answer.result.stats.paths, whole.result.stats.paths);
      EXPECT_EQ(answer.result.stats.transitions, whole.result.stats.transitions);
      EXPECT_FALSE(std::filesystem::exists(path)) << "nothing is left";
      return;
    }
    auto read = symex::checkpoint_from(contents(path));
    ASSERT_TRUE(read) << read.error();
    EXPECT_GT(read->stats.transitions, before) << "no progress";
    resumed = std::move(*read);
  }
  FAIL() << "it never ended";
}

}  // namespace
