// The rules on a model of their own: threads are lists of accesses to few places, and
// the optimal search over them is written out in a few lines. It must run each trace
// once, as counted by going through all interleavings.
#include "engine/por/reversal.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <set>

#include "engine/por/hash.h"

namespace {

using por::Access;
using por::Clock;
using por::Event;
using por::Footprint;
using por::NameId;
using por::Names;

using Thread = std::vector<Access>;
using Program = std::vector<Thread>;

Access access(bool writes, std::uint32_t place) {
  return {writes ? interp::AccessKind::Write : interp::AccessKind::Read, interp::PlaceKind::Global,
          place};
}

// What identifies an execution up to the order of independent events.
std::multiset<por::Hash> trace_of(const std::vector<std::pair<NameId, Access>>& events) {
  std::multiset<por::Hash> result;
  std::vector<por::Hash> hashes;
  for (std::size_t i = 0; i < events.size(); ++i) {
    por::Hash past;
    for (std::size_t j = 0; j < i; ++j) {
      bool depends =
          events[j].first == events[i].first || por::conflict(events[j].second, events[i].second);
      if (depends) past.add(hashes[j]);
    }
    por::Hash own;
    own.mix(events[i].first.index());
    own.mix(past);
    hashes.push_back(own);
    result.insert(own);
  }
  return result;
}

class Optimal {
 public:
  explicit Optimal(const Program& program) : program_(program) {
    for (std::uint32_t t = 0; t < program.size(); ++t)
      threads_.push_back(names_.child(names_.root(), t));
  }

  void run() {
    work_.push_back({{}, {}, nullptr});
    while (!work_.empty()) {
      Item item = std::move(work_.back());
      work_.pop_back();
      execute(std::move(item));
    }
  }

  std::size_t executions = 0;
  std::set<std::multiset<por::Hash>> traces;

 private:
  struct Item {
    std::vector<std::shared_ptr<Event>> prefix;
    std::vector<std::size_t> schedule;
    por::Reversals reversals;
  };

  void execute(Item item) {
    nodes_ = item.prefix;
    path_.clear();
    done_.assign(program_.size(), 0);
    for (const auto& e : nodes_) {
      path_.push_back(e.get());
      ++done_[index_of(e->thread)];
    }
    reversals_ = item.reversals;
    for (std::size_t i = 0; i < item.schedule.size(); ++i) {
      place(item.schedule[i], false, i + 1 == item.schedule.size());
    }
    while (auto next = choose()) place(*next, true, true);
    ++executions;
    std::vector<std::pair<NameId, Access>> events;
    for (const auto& e : nodes_) events.emplace_back(e->thread, *e->footprint.begin());
    traces.insert(trace_of(events));
  }

  std::size_t index_of(NameId name) const {
    return static_cast<std::size_t>(std::find(threads_.begin(), threads_.end(), name) -
                                    threads_.begin());
  }

  std::optional<std::size_t> choose() const {
    std::optional<std::size_t> first;
    for (std::size_t t = 0; t < program_.size(); ++t) {
      if (done_[t] == program_[t].size()) continue;
      bool was_reversed =
          reversals_ && reversals_->thread == threads_[t] && reversals_->index == done_[t];
      if (was_reversed) return t;
      if (!first) first = t;
    }
    return first;
  }

  void place(std::size_t t, bool is_swappable, bool reverses) {
    auto event = std::make_shared<Event>();
    event->position = static_cast<std::uint32_t>(path_.size());
    event->thread = threads_[t];
    event->index = done_[t];
    event->is_swappable = is_swappable;
    event->footprint.add(program_[t][done_[t]]);
    Clock past;
    for (const Event* e : path_) {
      if (e->thread == event->thread) past = e->clock;
    }
    Clock full = past;
    Clock ordered = past;
    por::Race race(names_, path_, reversals_, event->thread, past, event->footprint);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const Event& e = *path_[i];
      if (e.thread == event->thread || e.is_before(ordered)) continue;
      if (!por::conflict(event->footprint, e.footprint)) continue;
      if (reverses && race.is_parsimonious(e.position)) reverse(race, e, t);
      ordered.join(e.clock);
      full.join(e.clock);
    }
    event->clock = full;
    event->clock.set(event->thread, event->index + 1);
    ++done_[t];
    path_.push_back(event.get());
    nodes_.push_back(event);
  }

  void reverse(const por::Race& race, const Event& reversed, std::size_t t) {
    Item item;
    item.prefix.assign(nodes_.begin(), nodes_.begin() + reversed.position);
    for (std::uint32_t i : race.needed()) item.schedule.push_back(index_of(path_[i]->thread));
    item.schedule.push_back(t);
    por::Reversals earlier = reversals_;
    while (earlier && earlier->position > reversed.position) earlier = earlier->previous;
    item.reversals = std::make_shared<const por::Reversal>(
        por::Reversal{reversed.position, reversed.thread, reversed.index, threads_[t], earlier});
    work_.push_back(std::move(item));
  }

  const Program& program_;
  Names names_;
  std::vector<NameId> threads_;
  std::vector<Item> work_;
  std::vector<std::shared_ptr<Event>> nodes_;
  por::Race::Path path_;
  std::vector<std::uint32_t> done_;
  por::Reversals reversals_;
};

std::set<std::multiset<por::Hash>> all_traces(const Program& program) {
  std::set<std::multiset<por::Hash>> result;
  std::vector<std::size_t> done(program.size());
  std::vector<std::pair<NameId, Access>> events;
  std::function<void()> visit = [&] {
    bool is_over = true;
    for (std::uint32_t t = 0; t < program.size(); ++t) {
      if (done[t] == program[t].size()) continue;
      is_over = false;
      events.emplace_back(NameId(t + 1), program[t][done[t]++]);
      visit();
      events.pop_back();
      --done[t];
    }
    if (is_over) result.insert(trace_of(events));
  };
  visit();
  return result;
}

TEST(Reversal, readers_and_a_writer) {
  Program program(5, Thread{access(false, 0)});
  program.push_back({access(true, 0)});
  Optimal optimal(program);
  optimal.run();
  EXPECT_EQ(optimal.executions, 32U);
}

TEST(Reversal, writers_come_in_every_order) {
  Program program(5, Thread{access(true, 0)});
  Optimal optimal(program);
  optimal.run();
  EXPECT_EQ(optimal.executions, 120U);
}

TEST(Reversal, independent_threads_run_once) {
  Program program;
  for (std::uint32_t t = 0; t < 6; ++t) program.push_back({access(true, t), access(false, t)});
  Optimal optimal(program);
  optimal.run();
  EXPECT_EQ(optimal.executions, 1U);
}

TEST(Reversal, every_trace_of_random_programs_once) {
  std::mt19937 random(7);
  auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int round = 0; round < 200; ++round) {
    Program program(2 + below(3));
    std::uint32_t longest = program.size() == 2 ? 5 : program.size() == 3 ? 3 : 2;
    for (Thread& thread : program) {
      for (std::uint32_t n = 1 + below(longest); n > 0; --n) {
        thread.push_back(access(below(2) == 0, below(3)));
      }
    }
    Optimal optimal(program);
    optimal.run();
    auto expected = all_traces(program);
    EXPECT_EQ(optimal.executions, expected.size()) << "round " << round;
    EXPECT_EQ(optimal.traces.size(), expected.size()) << "round " << round;
  }
}

}  // namespace
