#include "cli/engine_options.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using cli::engine_meant;
using cli::refused_option;

TEST(EngineOptions, NoRowIsThereTwice) {
  std::set<std::string_view> names;
  for (const cli::OptionRow& row : cli::option_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.group.empty()) << row.name;
  }
}

TEST(EngineOptions, ARowOfAValueComesFirst) {
  EXPECT_EQ(cli::find_option("--search", "random")->engines, "symex mc");
  EXPECT_EQ(cli::find_option("--search", "basic")->engines, "mc spin nusmv");
  EXPECT_EQ(cli::find_option("--nothing"), nullptr);
  EXPECT_TRUE(cli::depends_on_value("--por"));
  EXPECT_FALSE(cli::depends_on_value("--depth"));
}

TEST(EngineOptions, OnlyOneEngineIsMeantOrNone) {
  EXPECT_EQ(engine_meant({}), std::nullopt);
  EXPECT_EQ(engine_meant({{"--depth", "3"}}), std::nullopt);
  EXPECT_EQ(engine_meant({{"--hash-compact", ""}}), "mc");
  EXPECT_EQ(engine_meant({{"--depth", "3"}, {"--jobs", "2"}}), "symex");
  EXPECT_EQ(engine_meant({{"--bfs", ""}}), std::nullopt);                            // mc, spin
  EXPECT_EQ(engine_meant({{"--bfs", ""}, {"--search", "random"}}), "mc");            // the only one
  EXPECT_EQ(engine_meant({{"--hash-compact", ""}, {"--jobs", "2"}}), std::nullopt);  // no engine
}

TEST(EngineOptions, RefusalsNameTheOptionAndItsEngines) {
  EXPECT_EQ(refused_option({{"--depth", "3"}, {"--bfs", ""}}, "symex", false),
            "--bfs is for --engine mc or spin, not for symex");
  EXPECT_EQ(refused_option({{"--por", "guarded"}}, "interp", true),
            "--por guarded is for --engine symex; this program would be verified by interp");
  EXPECT_EQ(refused_option({{"--bfs", ""}}, "mc", false), std::nullopt);
  EXPECT_EQ(refused_option({{"--bfs", ""}}, "auto", true), std::nullopt);
  // The table is complete by another test; what it does not know is not refused.
  EXPECT_EQ(refused_option({{"--nothing", ""}}, "mc", false), std::nullopt);
}

}  // namespace
