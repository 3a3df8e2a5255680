// Searches in other processes that share the work of this one. What is behind it, and how the
// processes talk, is not known here (src/mpi).
//
// One process leads: it decides which searches there are, and answers. A search in which all take
// part is a round:
//
//   the process that leads        begin ─► workers search ─► end
//   each of the others     next ─► join ─► workers search ─► report
//
// In between, the team takes items from the pools and puts items into them. It closes the pools
// when no process has any work, and stops them when one of them is stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/run/run.h"
#include "engine/symex/checkpoint.h"
#include "engine/symex/engine.h"
#include "engine/symex/options.h"
#include "engine/symex/pool.h"

namespace symex {

// What some workers have found, when they have left their pool.
struct Share {
  Answer answer;        // a violation with its claim, and why it is no answer
  std::string stopped;  // why they ended early; empty: they did not
  std::string unknown;  // a question that the solver could not answer; empty: none
};

// Of a process.
struct Report {
  Share share;
  Checkpoint total;  // counts, and what is left
};

// Options that a search may have changed.
struct Round {
  std::uint64_t depth = 0;
  std::uint32_t unwind = 0;
  std::uint32_t array_size = 0;
  Reduction reduction{};
  bool own_unlocks_only = true;
  bool may_restart = true;
};

// How a round has ended.
struct RoundEnd {
  bool is_exhausted = false;  // no process had any work left
  bool is_whole = false;      // all processes have reported
  std::string stopped;        // why the team has ended it; empty: it has not
  std::vector<Report> reports;
  std::vector<WorkItem> lost;  // items that came when their process had reported
};

// A pool of this process, with what the team may ask of it.
struct Site {
  run::Run& run;  // cancelled when the search is to end
  Pool& pool;
  std::function<std::uint64_t()> executions;  // so many by now; safe from any thread
  bool keeps_work = false;                    // there is a checkpoint to be written
};

class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  virtual ~Team() = default;

  virtual bool leads() const = 0;

  // ---- the process that leads
  // Workers may begin when it returns. The error says why somebody cannot take part: then there is
  // no round.
  virtual tl::expected<void, std::string> begin(const Round& round, const Site& site,
                                                const std::string& subject) = 0;
  // When they have left the pool. `has_answer`: there is a violation, or a reason to end, and
  // nobody waits long for others.
  virtual RoundEnd end(bool has_answer) = 0;
  // The search is not shared, and why.
  virtual void stay_alone(const std::string& why) = 0;
  // How far the round is; without one, what the statistics of this process say.
  virtual std::string progress(const run::Statistics& stats) = 0;

  // ---- the others
  // Waits for a round; nullopt: there will be none. `subject` names the program and the options.
  virtual std::optional<Round> next(const std::string& subject) = 0;
  virtual void join(const Site& site) = 0;
  virtual void report(const Report& report) = 0;
};

}  // namespace symex
