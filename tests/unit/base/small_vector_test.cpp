#include "base/small_vector.h"

#include <gtest/gtest.h>

namespace {

using Vector = base::SmallVector<int, 2>;

Vector count_to(int n) {
  Vector result;
  for (int i = 1; i <= n; ++i) result.push_back(i);
  return result;
}

TEST(SmallVector, keeps_its_elements_when_it_grows_out_of_itself) {
  for (int n : {0, 1, 2, 3, 100}) {
    Vector v = count_to(n);
    ASSERT_EQ(v.size(), static_cast<std::uint32_t>(n));
    for (int i = 0; i < n; ++i) EXPECT_EQ(v[static_cast<std::size_t>(i)], i + 1);
  }
}

TEST(SmallVector, copies_and_moves) {
  for (int n : {1, 5}) {
    Vector a = count_to(n);
    Vector b = a;
    EXPECT_EQ(a, b);
    b.push_back(7);
    EXPECT_EQ(a, count_to(n));
    Vector c = std::move(a);
    EXPECT_EQ(c, count_to(n));
    c = b;
    EXPECT_EQ(c, b);
    c = count_to(1);
    EXPECT_EQ(c, count_to(1));
  }
}

TEST(SmallVector, is_assigned_whatever_it_held) {
  for (int before : {0, 2, 3, 9}) {
    for (int now : {0, 1, 2, 3, 9, 40}) {
      Vector a = count_to(before);
      const Vector b = count_to(now);
      a = b;
      EXPECT_EQ(a, b);
      a.push_back(5);
      EXPECT_EQ(a.back(), 5);
      EXPECT_EQ(b, count_to(now));
    }
  }
}

TEST(SmallVector, an_element_of_itself_can_be_added) {
  Vector v = count_to(2);
  v.push_back(v[0]);
  EXPECT_EQ(v[2], 1);
}

TEST(SmallVector, resizes_and_erases) {
  Vector v = count_to(1);
  v.resize(4);
  EXPECT_EQ(v.size(), 4U);
  EXPECT_EQ(v[3], 0);
  v.erase_if([](int i) { return i == 0; });
  EXPECT_EQ(v, count_to(1));
}

}  // namespace
