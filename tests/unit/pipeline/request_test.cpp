#include "pipeline/request.h"

#include <gtest/gtest.h>

namespace {

using pipeline::Engine;
using pipeline::engine_meant;
using pipeline::Engines;
using pipeline::GivenOption;
using pipeline::refused_option;

const GivenOption kDepth{"--depth", {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin}};
const GivenOption kBfs{"--bfs", {Engine::Mc, Engine::Spin}};
const GivenOption kHashCompact{"--hash-compact", {Engine::Mc}};
const GivenOption kJobs{"--jobs", {Engine::Symex}};
const GivenOption kStrict{"--strict", {}};
const GivenOption kRandom{"--search random", {Engine::Symex, Engine::Mc}};

TEST(Request, SetsOfEnginesInWords) {
  EXPECT_TRUE(Engines().is_all());
  EXPECT_FALSE(kBfs.engines.is_all());
  EXPECT_EQ(kDepth.engines.words(), "symex interp mc spin");
  EXPECT_EQ(kDepth.engines.alternatives(), "symex, interp, mc or spin");
  EXPECT_EQ(kJobs.engines.alternatives(), "symex");
}

TEST(Request, OnlyOneEngineIsMeantOrNone) {
  EXPECT_EQ(engine_meant({}), std::nullopt);
  EXPECT_EQ(engine_meant({kDepth, kStrict}), std::nullopt);
  EXPECT_EQ(engine_meant({kHashCompact}), Engine::Mc);
  EXPECT_EQ(engine_meant({kDepth, kJobs}), Engine::Symex);
  EXPECT_EQ(engine_meant({kBfs}), std::nullopt);                 // mc, spin
  EXPECT_EQ(engine_meant({kBfs, kRandom}), Engine::Mc);          // the only one
  EXPECT_EQ(engine_meant({kHashCompact, kJobs}), std::nullopt);  // no engine
}

TEST(Request, RefusalsNameTheOptionAndItsEngines) {
  EXPECT_EQ(refused_option({kDepth, kBfs}, Engine::Symex, false),
            "--bfs is for --engine mc or spin, not for symex");
  EXPECT_EQ(
      refused_option({kRandom}, Engine::Interp, true),
      "--search random is for --engine symex or mc; this program would be verified by interp");
  EXPECT_EQ(refused_option({kBfs, kStrict}, Engine::Mc, false), std::nullopt);
}

TEST(Request, AnOptionIsGivenWhateverItsValue) {
  pipeline::Request request;
  request.given = {kRandom, kDepth};
  EXPECT_TRUE(request.is_given("--search"));
  EXPECT_TRUE(request.is_given("--depth"));
  EXPECT_FALSE(request.is_given("--dep"));
}

TEST(Request, EverySearchModeHasItsEngines) {
  using pipeline::SearchMode;
  EXPECT_TRUE(pipeline::engines_of(SearchMode::Default).is_all());
  EXPECT_EQ(pipeline::engines_of(SearchMode::Random).words(), "symex mc");
  EXPECT_EQ(pipeline::engines_of(SearchMode::Basic).words(), "mc spin nusmv");
}

}  // namespace
