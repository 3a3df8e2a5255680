#include "project/settings.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/process.h"

namespace {

using project::matches;

TEST(Patterns, StarsStayWithinANameAndTwoDoNot) {
  EXPECT_TRUE(matches("*.oox", "a.oox"));
  EXPECT_FALSE(matches("*.oox", "b/a.oox"));
  EXPECT_TRUE(matches("**/*.oox", "a.oox"));
  EXPECT_TRUE(matches("**/*.oox", "b/c/a.oox"));
  EXPECT_TRUE(matches("b/**", "b/c/a.oox"));
  EXPECT_FALSE(matches("b/**", "c/a.oox"));
  EXPECT_TRUE(matches("a?c", "abc"));
  EXPECT_FALSE(matches("a?c", "a/c"));
  EXPECT_TRUE(matches("Main.*", "Main.sort"));
  EXPECT_FALSE(matches("Main.*", "Other.sort"));
}

struct Read {
  base::TemporaryFolder folder;
  base::Sources sources;
  diag::Sink sink;
  std::optional<project::SettingsFile> file;

  explicit Read(std::string_view text) {
    std::string path = folder.path() + "/braid.toml";
    EXPECT_TRUE(base::write_output(path, text));
    std::vector<project::OptionInfo> options{{.name = "depth"},
                                             {.name = "races", .takes_value = false},
                                             {.name = "jobs", .is_for_all = true},
                                             {.name = "entry", .is_for_one = true}};
    file = project::read_settings(path, options, sources, sink);
  }
};

TEST(Settings, SectionsInTheOrderOfTheFile) {
  Read read(R"(
exclude = ["old/**"]
[defaults]
depth = 20
[method."Z.f"]
races = false
[method."A.g"]
skip = true
expect = "invalid"
)");
  ASSERT_TRUE(read.file);
  EXPECT_EQ(read.file->layout.exclude, std::vector<std::string>{"old/**"});
  EXPECT_EQ(read.file->defaults.settings[0].values, std::vector<std::string>{"20"});
  ASSERT_EQ(read.file->methods.size(), 2U);
  EXPECT_EQ(read.file->methods[0].method, "Z.f");
  EXPECT_FALSE(read.file->methods[0].settings[0].is_on);
  EXPECT_EQ(read.file->methods[1].expect, "invalid");
  project::Program program{{"x/b.oox"}};
  EXPECT_TRUE(project::is_about(read.file->methods[0], program, "Z.f", ""));
  EXPECT_TRUE(project::is_about(read.file->methods[0], program, "Z.f(int)", ""));
  EXPECT_FALSE(project::is_about(read.file->methods[0], program, "Z.ff", ""));
}

TEST(Settings, WhatIsWrongHasAPlace) {
  for (std::string_view text :
       {"depht = 3", "[defaults]\ndepht = 3", "[defaults]\nentry = 'A.f'",
        "[method.'A.f']\njobs = 3", "[defaults]\nraces = 3", "files = 3", "[[program]]\n",
        "[defaults", "method = 3", "[defaults]\ndepth = []"}) {
    Read read(text);
    bool is_list = text.ends_with("[]");
    EXPECT_EQ(read.file.has_value(), is_list) << text;
    if (is_list) continue;
    ASSERT_FALSE(read.sink.all().empty()) << text;
    EXPECT_TRUE(read.sink.all()[0].span.is_valid()) << text;
  }
}

}  // namespace
