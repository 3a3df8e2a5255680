#include "result/report/advice.h"

#include <gtest/gtest.h>

namespace report {
namespace {

std::string_view tried(std::string reason) {
  verdict::Result result;
  result.reason = std::move(reason);
  return advice_for(result);
}

TEST(Advice, EveryBoundHasSome) {
  for (std::string_view name : {
#define BOUND(name, option, beyond) name,
#include "result/verdict/bounds.def"
#undef BOUND
       }) {
    verdict::Bound bound;
    bound.name = name;
    EXPECT_FALSE(advice_for(bound).empty()) << name;
  }
}

TEST(Advice, TheOptionOfABoundComesFirst) {
  verdict::Bound bound;
  bound.name = "unwind";
  EXPECT_EQ(advice_for(bound), "--unwind");
  bound.name = "a bound of a model";
  EXPECT_EQ(advice_for(bound), "");
}

TEST(Advice, ReasonsThatSayMoreComeFirst) {
  EXPECT_NE(tried("the time limit for one solver query").find("--query-timeout"),
            std::string_view::npos);
  EXPECT_NE(tried("the time limit of 5 s was reached").find("--timeout"), std::string_view::npos);
  EXPECT_EQ(tried("the modular engine does not support floats"), "--engine symex");
}

TEST(Advice, EveryReasonHasSome) {
  EXPECT_NE(tried("something that nobody has thought of").find("--engine"), std::string_view::npos);
}

}  // namespace
}  // namespace report
