#include "base/copy_on_write.h"

#include <gtest/gtest.h>

#include <vector>

namespace base {
namespace {

TEST(CopyOnWrite, EditingACopyLeavesTheOther) {
  CopyOnWrite<std::vector<int>> a(std::vector<int>{1, 2});
  CopyOnWrite<std::vector<int>> b = a;
  EXPECT_EQ(&*a, &*b);
  b.edit().push_back(3);
  EXPECT_EQ(a->size(), 2U);
  EXPECT_EQ(b->size(), 3U);
  const std::vector<int>* own = &*b;
  b.edit().push_back(4);
  EXPECT_EQ(&*b, own);  // nobody shares it: no copy
}

}  // namespace
}  // namespace base
