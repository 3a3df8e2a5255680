#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace base {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "braid_file_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::size_t entries() const {
    auto it = fs::directory_iterator(folder_);
    return static_cast<std::size_t>(std::distance(begin(it), end(it)));
  }

  std::string folder_;
};

TEST_F(FileTest, ReadsWhatWasWritten) {
  std::string text = "one\ntwo";
  text += '\0';
  text += "\xff\r\n";
  ASSERT_TRUE(write_output(path("a"), text));
  EXPECT_EQ(read_file(path("a")).value(), text);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, AnEmptyFileIsEmpty) {
  ASSERT_TRUE(write_output(path("a"), ""));
  EXPECT_EQ(read_file(path("a")).value(), "");
}

TEST_F(FileTest, SaysWhyItCannotRead) {
  EXPECT_EQ(read_file(path("missing")).error().text, "no such file or directory");
  EXPECT_EQ(read_file(folder_).error().text, "it is a directory");
  ASSERT_TRUE(write_output(path("a"), "x"));
  EXPECT_EQ(read_file(path("a") + "/b").error().text, "not a directory");
  EXPECT_FALSE(read_file(path("missing")).error().too_large);
}

TEST_F(FileTest, ChecksPermission) {
  ASSERT_TRUE(write_output(path("a"), "x"));
  ASSERT_EQ(chmod(path("a").c_str(), 0), 0);
  if (geteuid() == 0) {
    // Permissions do not bind root: reading must work.
    EXPECT_EQ(read_file(path("a")).value(), "x");
  } else {
    EXPECT_EQ(read_file(path("a")).error().text, "permission denied");
  }
}

TEST_F(FileTest, RefusesWhatIsTooLarge) {
  ASSERT_TRUE(write_output(path("a"), std::string(100, 'x')));
  EXPECT_EQ(read_file(path("a"), 100).value().size(), 100U);
  auto refused = read_file(path("a"), 99);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().too_large);
}

TEST_F(FileTest, CountsWhatComesFromADevice) {
  auto refused = read_file("/dev/zero", 1 << 20);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().too_large);
}

TEST_F(FileTest, ReplacesAFileAndKeepsItsMode) {
  ASSERT_TRUE(write_output(path("a"), "old and longer"));
  ASSERT_EQ(chmod(path("a").c_str(), 0640), 0);
  ASSERT_TRUE(write_output(path("a"), "new"));
  EXPECT_EQ(read_file(path("a")).value(), "new");
  struct stat status {};
  ASSERT_EQ(stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, WritesThroughALink) {
  ASSERT_TRUE(write_output(path("a"), "old"));
  fs::create_symlink(path("a"), path("link"));
  ASSERT_TRUE(write_output(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("a")).value(), "new");
}

TEST_F(FileTest, AFullDiskIsAnError) {
  auto written = write_output("/dev/full", "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error(), "cannot write /dev/full: no space left on device");
  EXPECT_FALSE(write_output("/dev/full", std::string(1 << 20, 'x')));
}

TEST_F(FileTest, SaysWhyItCannotWrite) {
  EXPECT_EQ(write_output(path("missing/a"), "x").error(),
            "cannot write " + path("missing/a") + ": no such file or directory");
  EXPECT_EQ(write_output(folder_, "x").error(), "cannot write " + folder_ + ": is a directory");
  EXPECT_EQ(entries(), 0U);
}

TEST_F(FileTest, WritesToStandardOutput) {
  for (const char* name : {"", "-"}) {
    testing::internal::CaptureStdout();
    EXPECT_TRUE(write_output(name, "hello\n"));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "hello\n");
  }
}

TEST_F(FileTest, NoticesAFullStandardOutput) {
  auto body = [] {
    if (std::freopen("/dev/full", "w", stdout) == nullptr) _exit(3);
    auto written = write_output("-", "x");
    if (written) _exit(4);
    bool right = written.error() == "cannot write to standard output: no space left on device";
    _exit(right ? 0 : 5);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace base
