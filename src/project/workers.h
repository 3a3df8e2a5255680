// Work in processes of their own: a crash, a limit or a leak of one does not touch the others.
//
// A worker is a fork of this process, so that it has everything that was read, and nothing is
// read twice. It sends one text through a pipe and ends. The caller's other threads are not there
// in a worker: it must not wait for them (Hooks::in_worker is the place to see to that).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace project {

struct WorkerLimits {
  std::optional<double> seconds;              // the worker is to keep it itself; killed later
  std::optional<std::uint64_t> memory_bytes;  // the same
};

struct WorkerEnd {
  enum class Kind : std::uint8_t { Answered, Crashed, OutOfTime, OutOfMemory };
  std::size_t task = 0;
  Kind kind = Kind::Crashed;
  std::string answer;
  std::string errors;  // what it wrote to standard error, the end of it
  std::string how;     // Crashed: "status 6", "signal 11"
  double seconds = 0;
};

class Workers {
 public:
  using Clock = std::chrono::steady_clock;

  // `in_worker` runs first in each worker.
  Workers(std::size_t most, std::function<void()> in_worker)
      : most_(most), in_worker_(std::move(in_worker)) {}
  ~Workers() { kill_all(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  bool has_room() const { return running_.size() < most_; }
  bool is_idle() const { return running_.empty(); }

  // False: the system has no more processes; `why` says so.
  bool start(std::size_t task, const WorkerLimits& limits, const std::function<std::string()>& work,
             std::string& why);
  // Those that ended; waits for one, at most so long.
  std::vector<WorkerEnd> wait(std::chrono::milliseconds most);
  void kill_all();

  struct Running {
    std::size_t task = 0;
    pid_t pid = -1;
    int answer = -1;  // ends of pipes
    int errors = -1;
    Clock::time_point start;
    WorkerLimits limits;
    std::optional<WorkerEnd::Kind> killed_for = {};
    WorkerEnd end = {};
  };
  const std::vector<Running>& running() const { return running_; }

 private:
  void enforce(Running& worker);
  static WorkerEnd finish(Running& worker);

  std::size_t most_;
  std::function<void()> in_worker_;
  std::vector<Running> running_;
};

// The status of a worker that could not allocate memory.
inline constexpr int kNoMemoryStatus = 77;

}  // namespace project
