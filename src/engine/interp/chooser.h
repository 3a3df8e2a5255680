// Who takes the decisions: chance, a recorded list, or a search.
#pragma once

#include <optional>
#include <string>

#include "base/run/decision.h"
#include "base/run/random.h"

namespace interp {

class Chooser {
 public:
  Chooser() = default;
  Chooser(const Chooser&) = delete;
  Chooser& operator=(const Chooser&) = delete;
  virtual ~Chooser() = default;

  // One of `count` > 0 alternatives. With a single one nothing is decided.
  std::size_t choose(run::DecisionKind kind, std::size_t count);
  // The very value that the next arbitrary one is to be (run::Decision::value); nothing: it is
  // one of a few alternatives.
  virtual std::optional<std::string> told_value() { return std::nullopt; }

 private:
  virtual std::size_t pick(run::DecisionKind kind, std::size_t count) = 0;  // count > 1
};

class RandomChooser : public Chooser {
 public:
  explicit RandomChooser(std::uint64_t seed) : random_(seed) {}

 private:
  std::size_t pick(run::DecisionKind, std::size_t count) override { return random_.below(count); }

  run::Random random_;
};

// Takes the decisions of a list. When the list is over, or does not fit what is
// asked, it takes the first alternative; a misfit is remembered in `problem`.
class ReplayChooser : public Chooser {
 public:
  explicit ReplayChooser(run::Decisions decisions) : decisions_(std::move(decisions)) {}

  // Why the list does not belong to this execution.
  const std::optional<std::string>& problem() const { return problem_; }
  // How many decisions were used.
  std::size_t position() const { return next_; }
  bool is_finished() const { return next_ == decisions_.size(); }
  std::optional<std::string> told_value() override;

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override;

  run::Decisions decisions_;
  std::size_t next_ = 0;
  std::optional<std::string> problem_;
};

// Passes the questions on and keeps the answers.
class RecordingChooser : public Chooser {
 public:
  explicit RecordingChooser(Chooser& inner) : inner_(inner) {}
  const run::Decisions& decisions() const { return decisions_; }
  std::optional<std::string> told_value() override;

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override;

  Chooser& inner_;
  run::Decisions decisions_;
};

// Enumerates all decision lists of a deterministic activity, in lexicographic
// order: run the activity with this chooser, then call advance() and run it again
// until advance() says that there is no further list.
class EnumeratingChooser : public Chooser {
 public:
  // The decisions of the latest activity.
  const run::Decisions& decisions() const { return script_; }
  bool advance();

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override;

  run::Decisions script_;  // decisions to take, extended by first alternatives
  std::size_t next_ = 0;
};

}  // namespace interp
