#include "engine/interp/chooser.h"

#include <fmt/format.h>

#include "base/check.h"

namespace interp {

namespace {

run::Decision decision(run::DecisionKind kind, std::size_t chosen, std::size_t count) {
  return {kind, static_cast<std::uint32_t>(chosen), static_cast<std::uint32_t>(count), {}};
}

}  // namespace

std::size_t Chooser::choose(run::DecisionKind kind, std::size_t count) {
  CHECK(count > 0, "a {} decision without alternatives", run::keyword(kind));
  CHECK(count <= 0xffffffffU, "a {} decision with {} alternatives", run::keyword(kind), count);
  if (count == 1) return 0;
  std::size_t chosen = pick(kind, count);
  CHECK(chosen < count, "alternative {} of {}", chosen, count);
  return chosen;
}

std::size_t ReplayChooser::pick(run::DecisionKind kind, std::size_t count) {
  if (problem_) return 0;
  if (is_finished()) {
    problem_ = fmt::format("the list of {} decisions is over, but a {} decision is needed",
                           decisions_.size(), run::keyword(kind));
    return 0;
  }
  const run::Decision& next = decisions_[next_];
  if (next.kind != kind || next.count != count || next.chosen >= count || !next.value.empty()) {
    problem_ =
        fmt::format("decision {} is {} {} of {}, but a {} decision among {} is needed", next_ + 1,
                    run::keyword(next.kind), next.chosen, next.count, run::keyword(kind), count);
    return 0;
  }
  ++next_;
  return next.chosen;
}

std::optional<std::string> ReplayChooser::told_value() {
  if (problem_ || is_finished() || decisions_[next_].value.empty()) return std::nullopt;
  return decisions_[next_++].value;
}

std::optional<std::string> RecordingChooser::told_value() {
  std::optional<std::string> told = inner_.told_value();
  if (told) decisions_.push_back({run::DecisionKind::Value, 0, 0, *told});
  return told;
}

std::size_t RecordingChooser::pick(run::DecisionKind kind, std::size_t count) {
  std::size_t chosen = inner_.choose(kind, count);
  decisions_.push_back(decision(kind, chosen, count));
  return chosen;
}

std::size_t EnumeratingChooser::pick(run::DecisionKind kind, std::size_t count) {
  if (next_ == script_.size()) script_.push_back(decision(kind, 0, count));
  const run::Decision& next = script_[next_++];
  CHECK(next.kind == kind && next.count == count, "the enumerated activity is not deterministic");
  return next.chosen;
}

bool EnumeratingChooser::advance() {
  CHECK(next_ == script_.size(), "the enumerated activity did not take all its decisions");
  next_ = 0;
  while (!script_.empty() && script_.back().chosen + 1 == script_.back().count) script_.pop_back();
  if (script_.empty()) return false;
  ++script_.back().chosen;
  return true;
}

}  // namespace interp
