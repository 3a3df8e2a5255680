#include "base/ids.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <unordered_set>

#include "base/symbol.h"

namespace base {
namespace {

using CatId = Id<struct CatTag>;
using DogId = Id<struct DogTag>;

static_assert(sizeof(CatId) == 4);
static_assert(!std::is_convertible_v<CatId, DogId>);
static_assert(!std::is_constructible_v<DogId, CatId>);
static_assert(!std::is_convertible_v<std::size_t, CatId>);

TEST(Id, ADefaultIdIsNothing) {
  CatId none;
  EXPECT_FALSE(none.is_valid());
  EXPECT_FALSE(static_cast<bool>(none));
  EXPECT_NE(none, CatId(0));
  EXPECT_EQ(none, CatId());
}

TEST(Id, OrdersByIndex) {
  EXPECT_TRUE(CatId(0).is_valid());
  EXPECT_EQ(CatId(7).index(), 7U);
  EXPECT_EQ(CatId(7), CatId(7));
  EXPECT_LT(CatId(3), CatId(7));
  EXPECT_LT(CatId(7), CatId());  // nothing comes last
}

TEST(Id, Hashes) {
  std::unordered_set<CatId> ids;
  for (std::size_t i = 0; i < 1000; ++i) ids.insert(CatId(i));
  for (std::size_t i = 0; i < 1000; ++i) ids.insert(CatId(i));
  EXPECT_EQ(ids.size(), 1000U);
  EXPECT_FALSE(ids.contains(CatId()));
}

TEST(Symbols, EqualTextsAreOneSymbol) {
  Symbols symbols;
  Symbol a = symbols.make("a");
  Symbol b = symbols.make("b");
  EXPECT_NE(a, b);
  EXPECT_EQ(a, symbols.make(std::string("a")));
  EXPECT_EQ(symbols.text(a), "a");
  EXPECT_EQ(symbols.text(b), "b");
  EXPECT_EQ(symbols.size(), 2U);
  EXPECT_NE(symbols.make(""), a);
}

TEST(Symbols, IdsFollowTheOrderOfFirstUse) {
  Symbols symbols;
  for (std::size_t i = 0; i < 2000; ++i) {
    EXPECT_EQ(symbols.make("name" + std::to_string(i)).index(), i);
  }
  for (std::size_t i = 0; i < 2000; ++i) {
    EXPECT_EQ(symbols.make("name" + std::to_string(i)).index(), i);
  }
}

}  // namespace
}  // namespace base
