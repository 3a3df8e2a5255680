#include "por/names.h"

#include <gtest/gtest.h>

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

}  // namespace
