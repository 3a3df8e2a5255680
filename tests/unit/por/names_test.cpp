#include "engine/por/names.h"

#include <gtest/gtest.h>

#include <random>

namespace {

using por::NameId;
using por::Names;

TEST(Names, a_thread_is_the_nth_child_of_its_parent) {
  Names names;
  NameId a = names.child(names.root(), 0);
  NameId b = names.child(names.root(), 1);
  EXPECT_NE(a, b);
  EXPECT_EQ(names.child(names.root(), 0), a);
  EXPECT_EQ(names.find({1}), b);
  EXPECT_EQ(names.text(names.child(b, 2)), (Names::Text{1, 2}));
}

// The order must be the same for workers that met the threads in different orders.
TEST(Names, the_order_does_not_depend_on_when_names_were_made) {
  std::vector<Names::Text> texts{{}, {0}, {0, 0}, {0, 1}, {1}, {1, 0}, {2}};
  Names forward;
  Names backward;
  for (const auto& text : texts) forward.find(text);
  for (std::size_t i = texts.size(); i-- > 0;) backward.find(texts[i]);
  for (const auto& a : texts) {
    for (const auto& b : texts) {
      EXPECT_EQ(forward.less(forward.find(a), forward.find(b)), a < b);
      EXPECT_EQ(backward.less(backward.find(a), backward.find(b)), a < b);
    }
  }
}

// Children of all numbers in any order, also where labels between two neighbours run out.
TEST(Names, the_order_is_that_of_the_texts) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    Names names;
    std::vector<NameId> all{names.root()};
    for (int i = 0; i < 200; ++i) {
      NameId parent = all[random() % (round % 2 == 0 ? all.size() : 2 % all.size() + 1)];
      all.push_back(names.child(parent, static_cast<std::uint32_t>(random() % 50)));
    }
    // Each in front of all others: the gap halves every time.
    for (std::uint32_t i = 200; i-- > 0;) all.push_back(names.child(all[1], 1000 + i));
    for (NameId a : all) {
      for (NameId b : all) EXPECT_EQ(names.less(a, b), names.text(a) < names.text(b));
    }
  }
}

// A thread that starts a thread that starts a thread: names cost no more when they are long.
TEST(Names, a_chain_is_cheap) {
  Names names;
  NameId last = names.root();
  for (int i = 0; i < 300'000; ++i) last = names.child(last, 0);
  EXPECT_TRUE(names.less(names.root(), last));
  EXPECT_EQ(names.text(last).size(), 300'000U);
}

}  // namespace
