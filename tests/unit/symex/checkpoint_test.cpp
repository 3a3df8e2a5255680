#include "engine/symex/checkpoint.h"

#include <gtest/gtest.h>

namespace {

using symex::Checkpoint;
using symex::WorkItem;

Checkpoint example() {
  Checkpoint result;
  result.subject = "0123abcd";
  result.stats.paths = 17;
  result.stats.transitions = 400;
  result.stats.cut = 5;
  result.stats.checks = 99;
  result.never_ends = base::Span{base::FileId(0), 12, 34};
  result.bounds_hit = {"depth"};
  result.own_unlocks_only = false;
  WorkItem work;
  work.choices = {0, 3};
  work.has_threads = true;
  work.done = 1;
  work.events = {{{0}, 2, true, true}, {{0, 1}, 0, false, false}, {{}, 1, false, true}};
  work.reversals = {{4, {0}, 1, {0, 1}}};
  result.frontier = {work, WorkItem{}};
  return result;
}

TEST(Checkpoints, a_checkpoint_comes_back_from_its_text) {
  std::string text = symex::to_text(example());
  auto read = symex::checkpoint_from(text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->subject, "0123abcd");
  EXPECT_EQ(read->stats.paths, 17U);
  EXPECT_EQ(read->stats.cut, 5U);
  EXPECT_EQ(read->stats.checks, 99U);
  EXPECT_EQ(read->never_ends, (base::Span{base::FileId(0), 12, 34}));
  EXPECT_EQ(read->bounds_hit, std::vector<std::string>{"depth"});
  EXPECT_FALSE(read->own_unlocks_only);
  ASSERT_EQ(read->frontier.size(), 2U);
  EXPECT_EQ(read->frontier[0].events[1].thread, (por::Names::Text{0, 1}));
  EXPECT_EQ(symex::to_text(*read), text);
}

TEST(Checkpoints, a_text_that_was_cut_off_is_damaged) {
  std::string text = symex::to_text(example());
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(symex::checkpoint_from(text.substr(0, size))) << size;
  }
}

TEST(Checkpoints, a_change_anywhere_is_noticed) {
  std::string text = symex::to_text(example());
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == '7' ? '8' : '7';
    EXPECT_FALSE(symex::checkpoint_from(changed)) << at;
  }
}

TEST(Checkpoints, other_files_are_no_checkpoints) {
  EXPECT_FALSE(symex::checkpoint_from(""));
  EXPECT_FALSE(symex::checkpoint_from("class Main {}"));
}

}  // namespace
