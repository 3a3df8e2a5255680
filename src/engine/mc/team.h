// Threads that work together in rounds. The thread that asks is one of them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mc {

class Team {
 public:
  // `size` is at least 1.
  explicit Team(std::uint32_t size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Calls `work` with each number below the size, each on a thread of its own, and returns when
  // all are done. The caller is number 0; while it waits for the others, it calls `idle` now and
  // then. The first exception that leaves `work` goes on in the caller; `idle` throws none.
  void run(const std::function<void(std::uint32_t)>& work, const std::function<void()>& idle);

 private:
  void serve(std::uint32_t number);
  void call(const std::function<void(std::uint32_t)>& work, std::uint32_t number);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable started_;
  std::condition_variable finished_;
  const std::function<void(std::uint32_t)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  std::uint32_t busy_ = 0;  // threads beside the caller that work on the round
  bool is_over_ = false;
  std::exception_ptr exception_;
};

}  // namespace mc
