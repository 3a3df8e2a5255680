#include "engine/mc/shared_store.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

#include "base/run/random.h"
#include "engine/mc/team.h"

namespace mc {
namespace {

// States of `words` words that differ in all of them; the length is in the first.
std::vector<std::uint32_t> numbered(std::uint32_t number, std::uint32_t words) {
  std::vector<std::uint32_t> result{words << 4};
  for (std::uint32_t i = 1; i < words; ++i) result.push_back(number / i);
  result.back() = number;
  return result;
}

// The numbers below `count` in some order.
std::vector<std::uint32_t> shuffled(std::uint32_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> result(count);
  std::iota(result.begin(), result.end(), 0);
  run::Random random(seed);
  for (std::uint32_t i = count; i > 1; --i) std::swap(result[i - 1], result[random.below(i)]);
  return result;
}

using Users = std::vector<std::unique_ptr<SharedStore::User>>;

Users users_of(SharedStore& store, std::uint32_t count) {
  Users result;
  for (std::uint32_t i = 0; i < count; ++i) {
    result.push_back(std::make_unique<SharedStore::User>(store));
  }
  return result;
}

// Length of a state, and whether only hashes are kept.
class SharedStores : public testing::TestWithParam<std::tuple<std::uint32_t, bool>> {};

// All threads insert all states, each in an order of its own, from a tiny table on: of each state
// one insertion is the first, all get one id, and the table grows under their feet.
TEST_P(SharedStores, RememberEachStateOnce) {
  auto [words, hashes] = GetParam();
  constexpr std::uint32_t kStates = 6000;
  constexpr std::uint32_t kThreads = 4;
  SharedStore store(hashes, kThreads, 0, 1);
  Users users = users_of(store, kThreads);
  std::vector<std::vector<SharedStore::Id>> ids(kThreads);
  std::vector<std::uint32_t> firsts(kThreads);
  Team team(kThreads);
  auto insert_all = [&, words = words](std::uint32_t thread) {
    Gate::Pass pass(store.gate());
    ids[thread].resize(kStates);
    for (std::uint32_t number : shuffled(kStates, thread)) {
      auto found = users[thread]->insert(numbered(number, words), number);
      ids[thread][number] = found.id;
      firsts[thread] += found.is_new;
      EXPECT_EQ(store.note(found.id).load(), number);
    }
  };
  team.run(insert_all, [] {});
  for (auto& user : users) user->settle();
  EXPECT_EQ(store.size(), kStates);
  EXPECT_EQ(std::accumulate(firsts.begin(), firsts.end(), 0U), kStates);
  for (std::uint32_t thread = 1; thread < kThreads; ++thread) EXPECT_EQ(ids[thread], ids[0]);
  EXPECT_EQ(std::set<SharedStore::Id>(ids[0].begin(), ids[0].end()).size(), kStates);
  EXPECT_EQ(users[0]->find(numbered(kStates, words)), 0U);
  for (std::uint32_t number = 0; number < kStates; ++number) {
    std::vector<std::uint32_t> expected = numbered(number, words);
    ASSERT_EQ(users[1]->find(expected), ids[0][number]);
    if (hashes) continue;
    auto loaded = users[2]->load(ids[0][number]);
    ASSERT_GE(loaded.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      ASSERT_EQ(loaded[k] & (k == 0 ? ~15U : ~0U), expected[k]) << number;
    }
  }
}

// The note of a state that several threads meet becomes the least.
TEST_P(SharedStores, KeepNotesThatThreadsChange) {
  auto [words, hashes] = GetParam();
  constexpr std::uint32_t kStates = 300;
  constexpr std::uint32_t kThreads = 3;
  SharedStore store(hashes, kThreads);
  Users users = users_of(store, kThreads);
  Team team(kThreads);
  auto insert_all = [&, words = words](std::uint32_t thread) {
    Gate::Pass pass(store.gate());
    run::Random random(thread);
    for (std::uint32_t round = 0; round < 10; ++round) {
      for (std::uint32_t number = 0; number < kStates; ++number) {
        std::uint64_t mine = round == 5 && thread == number % kThreads ? 7 : 10 + random.below(99);
        auto found = users[thread]->insert(numbered(number, words), mine);
        auto note = store.note(found.id);
        std::uint64_t least = note.load();
        while (mine < least && !note.compare_exchange_weak(least, mine)) {
        }
      }
    }
  };
  team.run(insert_all, [] {});
  for (std::uint32_t number = 0; number < kStates; ++number) {
    EXPECT_EQ(store.note(users[0]->find(numbered(number, words))).load(), 7U);
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, SharedStores,
                         testing::Combine(testing::Values(2U, 3U, 8U, 9U, 16U, 40U),
                                          testing::Bool()));

TEST(SharedStore, TellsStatesOfDifferentLengthsApart) {
  SharedStore store(false, 1);
  SharedStore::User user(store);
  Gate::Pass pass(store.gate());
  for (bool is_new : {true, false}) {
    for (std::uint32_t words = 2; words < 60; ++words) {
      EXPECT_EQ(user.insert(numbered(7, words), 0).is_new, is_new) << words;
    }
  }
}

TEST(SharedStore, StopsAtItsLimit) {
  for (std::uint32_t words : {4U, 40U}) {
    constexpr std::uint32_t kThreads = 2;
    SharedStore store(false, kThreads, 20 << 20);
    Users users = users_of(store, kThreads);
    Team team(kThreads);
    auto insert_many = [&](std::uint32_t thread) {
      Gate::Pass pass(store.gate());
      run::Random random(thread);
      std::vector<std::uint32_t> state(words);
      for (std::uint32_t i = 0; i < 10'000'000 && !store.is_full(); ++i) {
        for (auto& word : state) word = static_cast<std::uint32_t>(random.below(1U << 30)) << 1;
        state[0] = words << 4;
        users[thread]->insert(state, 0);
      }
    };
    team.run(insert_many, [] {});
    for (auto& user : users) user->settle();
    EXPECT_TRUE(store.is_full());
    EXPECT_GT(store.size(), 10'000U);
    EXPECT_LE(store.bytes(), 21U << 20);
  }
}

// ---------------------------------------------------------------- threads

TEST(Gate, GivesOneThreadAllForItself) {
  constexpr std::uint32_t kThreads = 4;
  Gate gate;
  Team team(kThreads);
  std::uint64_t shared = 0;  // no atomic: changed by those alone, read by those with a pass
  std::uint64_t seen = 0;
  auto work = [&](std::uint32_t) {
    Gate::Pass pass(gate);
    std::uint64_t before = 0;
    for (std::uint32_t i = 0; i < 2000; ++i) {
      gate.let_others_in();
      EXPECT_GE(shared, before);
      before = shared;
      if (i % 50 == 0) gate.alone([&] { ++shared; });
    }
  };
  team.run(work, [&] { ++seen; });
  EXPECT_EQ(shared, kThreads * 40U);
}

TEST(Team, PassesExceptionsOn) {
  Team team(3);
  std::atomic<std::uint32_t> calls{0};
  auto fail = [&](std::uint32_t number) {
    ++calls;
    if (number == 2) throw std::bad_alloc();
  };
  EXPECT_THROW(team.run(fail, [] {}), std::bad_alloc);
  EXPECT_EQ(calls, 3U);
  team.run([&](std::uint32_t) { ++calls; }, [] {});
  EXPECT_EQ(calls, 6U);
}

TEST(Team, CallsTheWaitingThreadNowAndThen) {
  Team team(2);
  std::atomic<bool> is_done{false};
  // Ends only if the first thread, which waits, is called.
  auto wait = [&](std::uint32_t number) {
    while (number == 1 && !is_done) std::this_thread::yield();
  };
  team.run(wait, [&] { is_done = true; });
  EXPECT_TRUE(is_done);
}

}  // namespace
}  // namespace mc
