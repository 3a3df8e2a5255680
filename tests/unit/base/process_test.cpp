#include "base/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace {

using End = base::ProcessResult::End;

TEST(Process, KeepsOutputAndStatus) {
  base::ProcessResult result =
      base::run_process({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"}, {});
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_EQ(result.status, 3);
  EXPECT_FALSE(result.succeeded());
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
}

TEST(Process, ArgumentsAreNoShellText) {
  base::ProcessResult result = base::run_process({"/bin/echo", "$(id); `id` 'a'"}, {});
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.out, "$(id); `id` 'a'\n");
}

TEST(Process, RunsInAFolderWithNothingToRead) {
  base::TemporaryFolder folder;
  base::ProcessOptions options{.folder = folder.path()};
  base::ProcessResult result = base::run_process({"/bin/sh", "-c", "cat; pwd -P"}, options);
  EXPECT_EQ(result.out, std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(Process, ReadsItsInput) {
  std::string text(1 << 20, 'x');
  EXPECT_EQ(base::run_process({"/bin/cat"}, {.input = text}).out, text);
}

TEST(Process, GetsNoMoreMemoryThanItMay) {
  base::ProcessOptions options{.memory_bytes = std::uint64_t{64} << 20};
  // The limit may come a moment after the program has started.
  std::string script = "sleep 0.1; dd if=/dev/zero of=/dev/null bs=256M count=1";
  EXPECT_FALSE(base::run_process({"/bin/sh", "-c", script}, options).succeeded());
}

TEST(Process, IsKilledWithItsChildrenWhenItTakesTooLong) {
  auto start = std::chrono::steady_clock::now();
  base::ProcessOptions options{.seconds = 0.2};
  base::ProcessResult result = base::run_process({"/bin/sh", "-c", "sleep 60 & wait"}, options);
  EXPECT_EQ(result.end, End::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Process, MayTellWhatItDidWhenItIsInterrupted) {
  base::ProcessOptions options{.seconds = 0.2};
  options.interrupt_first = true;
  base::ProcessResult result = base::run_process(
      {"/bin/sh", "-c", "trap 'echo partial; exit' INT; while :; do sleep 0.05; done"}, options);
  EXPECT_EQ(result.end, End::TimedOut);
  EXPECT_EQ(result.out, "partial\n");
}

TEST(Process, CanBeCancelled) {
  int asked = 0;
  base::ProcessOptions options{.is_cancelled = [&asked] { return ++asked > 3; }};
  base::ProcessResult result = base::run_process({"/bin/sleep", "60"}, options);
  EXPECT_EQ(result.end, End::Cancelled);
}

TEST(Process, TellsWhyItDidNotStart) {
  base::ProcessResult result = base::run_process({"/nowhere/at/all"}, {});
  EXPECT_EQ(result.end, End::NotStarted);
  EXPECT_FALSE(result.error.empty());
}

TEST(Process, DropsOutputBeyondTheLimit) {
  base::ProcessOptions options;
  options.largest_output = 10;
  base::ProcessResult result =
      base::run_process({"/bin/sh", "-c", "echo 0123456789abcdef"}, options);
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.out, "0123456789");
}

TEST(Process, FindsProgramsOnThePath) {
  EXPECT_FALSE(base::find_program("sh").empty());
  EXPECT_TRUE(base::find_program("no-such-program-anywhere").empty());
}

TEST(TemporaryFolder, IsRemovedWithItsContent) {
  std::string path;
  {
    base::TemporaryFolder folder;
    path = folder.path();
    ASSERT_TRUE(std::filesystem::is_directory(path));
    std::ofstream(path + "/file") << "text";
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
