// Pools that other processes have a part in (engine/symex/team.h).
#include "engine/symex/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace symex {
namespace {

WorkItem item(std::uint32_t choice) {
  WorkItem result;
  result.choices = {choice};
  return result;
}

// What a worker has found.
Checkpoint found(std::uint64_t paths) {
  Checkpoint result;
  result.stats.paths = paths;
  return result;
}

class OpenPool : public testing::Test {
 protected:
  OpenPool() {
    pool.open([this] { ++wakes; });
  }

  // Until the worker waits.
  void wait_until_idle() {
    while (!pool.is_idle()) std::this_thread::yield();
  }

  Options options;
  Pool pool{options, "subject", 1};
  std::atomic<int> wakes{0};
};

TEST_F(OpenPool, hands_out_the_oldest) {
  pool.add(item(1));
  pool.add(item(2));
  EXPECT_EQ(pool.hand_out()->choices, std::vector<std::uint32_t>{1});
  EXPECT_EQ(pool.hand_out()->choices, std::vector<std::uint32_t>{2});
  EXPECT_FALSE(pool.wants_work());
}

TEST_F(OpenPool, asks_workers_once_per_request) {
  EXPECT_FALSE(pool.hand_out());
  EXPECT_TRUE(pool.wants_work());
  pool.give(item(3));
  EXPECT_EQ(wakes, 1);
  EXPECT_FALSE(pool.wants_work());
  EXPECT_EQ(pool.hand_out()->choices, std::vector<std::uint32_t>{3});
  EXPECT_FALSE(pool.hand_out());
  pool.ask_no_more();
  EXPECT_FALSE(pool.wants_work());
}

TEST_F(OpenPool, is_over_when_it_is_closed_and_not_before) {
  auto worker = std::async(std::launch::async, [&] { return pool.take(0, found(1)); });
  wait_until_idle();
  EXPECT_TRUE(pool.is_hungry());
  EXPECT_EQ(worker.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  pool.receive(item(4));
  EXPECT_EQ(worker.get()->choices, std::vector<std::uint32_t>{4});
  EXPECT_FALSE(pool.is_hungry());
  worker = std::async(std::launch::async, [&] { return pool.take(0, found(2)); });
  wait_until_idle();
  pool.close();
  EXPECT_FALSE(worker.get());
  EXPECT_EQ(pool.total().stats.paths, 2U);
}

TEST_F(OpenPool, that_is_stopped_is_not_idle) {
  auto worker = std::async(std::launch::async, [&] { return pool.take(0, found(1)); });
  wait_until_idle();
  pool.stop();
  EXPECT_FALSE(worker.get());
  EXPECT_FALSE(pool.is_idle());
  // What comes late is not lost.
  pool.receive(item(5));
  EXPECT_EQ(pool.total().frontier.size(), 1U);
}

TEST_F(OpenPool, pictures_wait_for_those_who_work) {
  pool.add(item(6));
  EXPECT_FALSE(pool.picture());  // nobody has asked
  pool.ask_for_picture();
  EXPECT_FALSE(pool.picture());  // one works
  EXPECT_FALSE(pool.hand_out());
  auto worker = std::async(std::launch::async, [&] { pool.join_checkpoint(0, found(7)); });
  std::optional<Checkpoint> picture;
  while (!(picture = pool.picture())) std::this_thread::yield();
  worker.get();
  EXPECT_EQ(picture->stats.paths, 7U);
  EXPECT_EQ(picture->frontier.size(), 1U);
  EXPECT_EQ(picture->subject, "subject");
  EXPECT_TRUE(pool.hand_out());
  EXPECT_FALSE(pool.picture());  // that was it
}

TEST_F(OpenPool, whoever_waits_for_work_is_in_the_picture) {
  auto worker = std::async(std::launch::async, [&] { return pool.take(0, found(8)); });
  wait_until_idle();
  pool.ask_for_picture();
  pool.receive(item(9));  // stays where it is until the picture is taken
  auto picture = pool.picture();
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->stats.paths, 8U);
  EXPECT_EQ(picture->frontier.size(), 1U);
  EXPECT_EQ(worker.get()->choices, std::vector<std::uint32_t>{9});
}

TEST_F(OpenPool, stopped_workers_do_not_wait_for_pictures) {
  pool.ask_for_picture();
  auto worker = std::async(std::launch::async, [&] { pool.join_checkpoint(0, found(1)); });
  pool.stop();
  worker.get();
  EXPECT_FALSE(pool.picture());
}

}  // namespace
}  // namespace symex
