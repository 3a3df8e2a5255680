#include "project/packed.h"

#include <gtest/gtest.h>

namespace {

using project::Json;

base::Span span(std::size_t file, std::uint32_t begin, std::uint32_t end) {
  return {base::FileId(file), begin, end};
}

verdict::Result some_result() {
  verdict::Result result;
  result.verdict = verdict::VerdictKind::Invalid;
  result.set_bound("depth", "7");
  verdict::Violation violation;
  violation.message = "broken";
  violation.span = span(0, 3, 9);
  violation.notes = {{span(0, 12, 14), "here", 2}};
  result.violation = violation;
  verdict::Counterexample example;
  example.inputs = {{"n", *base::Integer::parse("123456789012345678901234567890")},
                    {"r", verdict::HeapRef{1}},
                    {"c", U'x'},
                    {"d", 0.5},
                    {"s", std::string("a\xff")},
                    {"nothing", std::monostate{}}};
  example.decisions = {{run::DecisionKind{}, 1, 3, ""}};
  verdict::TraceStep step;
  step.span = span(0, 3, 9);
  step.updates = {{"x", "3"}};
  step.output = "hello";
  example.trace = {step};
  result.counterexample = example;
  result.stats.seconds = 1.25;
  return result;
}

TEST(Packed, GivesBackWhatItGot) {
  auto places = project::plain_places();
  auto packed = project::pack(some_result(), places);
  ASSERT_TRUE(packed);
  auto bytes = project::to_bytes(*packed);
  auto result = project::unpack_result(*project::from_bytes(bytes), places);
  ASSERT_TRUE(result);
  EXPECT_EQ(project::to_bytes(*project::pack(*result, places)), bytes);
  EXPECT_EQ(result->violation->span, span(0, 3, 9));
  EXPECT_EQ(result->counterexample->inputs, some_result().counterexample->inputs);
}

TEST(Packed, DamagedBytesAreNoReply) {
  project::Reply reply;
  reply.result = some_result();
  reply.text = "a warning";
  std::string bytes = project::pack(reply);
  ASSERT_TRUE(project::unpack_reply(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(project::unpack_reply(bytes.substr(0, size)));
  }
  // Whatever else it is: no crash.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    (void)project::unpack_reply(damaged);
  }
}

TEST(Packed, PlacesAreFoundInAnotherProgram) {
  pass::Reached before;
  before.places = {span(0, 3, 9), span(0, 12, 14), span(0, 3, 9)};
  pass::Reached after;
  after.places = {span(1, 30, 36), span(1, 50, 52), span(1, 30, 36)};
  auto packed = project::pack(some_result(), project::places_of(before));
  ASSERT_TRUE(packed);
  auto result = project::unpack_result(*packed, project::places_of(after));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->violation->span, span(1, 30, 36));
  EXPECT_EQ(result->violation->notes[0].span, span(1, 50, 52));
  EXPECT_EQ(project::place_pattern(before), project::place_pattern(after));
  after.places[2] = span(1, 31, 36);
  EXPECT_NE(project::place_pattern(before), project::place_pattern(after));
}

TEST(Packed, PartsOfFormulasKeepTheirDistance) {
  pass::Reached before;
  before.places = {span(0, 12, 14)};
  before.formulas = {span(0, 2, 10)};
  pass::Reached after;
  after.places = {span(0, 62, 64)};
  after.formulas = {span(0, 22, 30)};
  auto packed = project::pack(some_result(), project::places_of(before));
  ASSERT_TRUE(packed);
  auto result = project::unpack_result(*packed, project::places_of(after));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->violation->span, span(0, 23, 29));
}

TEST(Packed, APlaceWithoutANameIsNotPacked) {
  pass::Reached reached;
  reached.places = {span(0, 3, 9)};
  EXPECT_FALSE(project::pack(some_result(), project::places_of(reached)));
}

}  // namespace
