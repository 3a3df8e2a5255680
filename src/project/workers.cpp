#include "project/workers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace project {

namespace {

constexpr std::size_t kMostErrors = std::size_t{64} << 10;
constexpr std::chrono::milliseconds kMemoryTick{20};

// The worker ends by itself at its limit, unless it is deep in something.
std::chrono::duration<double> time_before_kill(double seconds) {
  return std::chrono::duration<double>(seconds + std::min(0.3 + 0.05 * seconds, 60.0));
}

std::uint64_t memory_before_kill(std::uint64_t limit) { return limit + limit / 20 + (20U << 20U); }

std::uint64_t resident_bytes_of(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/statm", pid));
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// What the process has started, and they in turn: a checker, for example, in a group of its own.
void add_descendants(pid_t pid, std::vector<pid_t>& into) {
  std::error_code error;
  std::filesystem::directory_iterator threads(fmt::format("/proc/{}/task", pid), error);
  for (; !error && threads != std::filesystem::directory_iterator(); threads.increment(error)) {
    std::ifstream file(threads->path() / "children");
    for (pid_t child = 0; file >> child;) {
      into.push_back(child);
      add_descendants(child, into);
    }
  }
}

// Stopped first: it is not to start more meanwhile.
void kill_with_descendants(pid_t pid) {
  kill(pid, SIGSTOP);
  std::vector<pid_t> all;
  add_descendants(pid, all);
  all.push_back(pid);
  for (pid_t one : all) kill(one, SIGKILL);
}

void send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

// Takes what is there; false at the end.
bool take(int fd, std::string& text) {
  char buffer[1 << 16];
  for (;;) {
    ssize_t count = read(fd, buffer, sizeof buffer);
    if (count > 0) {
      text.append(buffer, static_cast<std::size_t>(count));
    } else {
      return count < 0 && (errno == EINTR || errno == EAGAIN);
    }
  }
}

[[noreturn]] void be_worker(int answer, int errors, const std::function<void()>& prepare,
                            const std::function<std::string()>& work) {
  // Whoever kills the caller ends this, too; Ctrl-C is for the caller to act on.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  prepare();
  send_all(answer, work());
  _exit(0);
}

}  // namespace

bool Workers::start(std::size_t task, const WorkerLimits& limits,
                    const std::function<std::string()>& work, std::string& why) {
  int answer[2];
  int errors[2];
  if (pipe2(answer, O_CLOEXEC) != 0) {
    why = std::strerror(errno);
    return false;
  }
  if (pipe2(errors, O_CLOEXEC) != 0) {
    why = std::strerror(errno);
    close(answer[0]);
    close(answer[1]);
    return false;
  }
  std::fflush(nullptr);
  pid_t pid = fork();
  if (pid == 0) be_worker(answer[1], errors[1], in_worker_, work);
  int error = errno;
  close(answer[1]);
  close(errors[1]);
  if (pid < 0) {
    why = std::strerror(error);
    close(answer[0]);
    close(errors[0]);
    return false;
  }
  fcntl(answer[0], F_SETFL, O_NONBLOCK);
  fcntl(errors[0], F_SETFL, O_NONBLOCK);
  running_.push_back({task, pid, answer[0], errors[0], Clock::now(), limits});
  return true;
}

void Workers::enforce(Running& worker) {
  if (worker.killed_for) return;
  auto age = Clock::now() - worker.start;
  const WorkerLimits& limits = worker.limits;
  if (limits.seconds && age > time_before_kill(*limits.seconds)) {
    worker.killed_for = WorkerEnd::Kind::OutOfTime;
  } else if (limits.memory_bytes &&
             resident_bytes_of(worker.pid) > memory_before_kill(*limits.memory_bytes)) {
    worker.killed_for = WorkerEnd::Kind::OutOfMemory;
  }
  if (!worker.killed_for) return;
  kill_with_descendants(worker.pid);
}

WorkerEnd Workers::finish(Running& worker) {
  int status = 0;
  while (waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {
  }
  WorkerEnd& end = worker.end;
  take(worker.errors, end.errors);
  close(worker.answer);
  close(worker.errors);
  if (end.errors.size() > kMostErrors) end.errors.erase(0, end.errors.size() - kMostErrors);
  end.task = worker.task;
  end.seconds = std::chrono::duration<double>(Clock::now() - worker.start).count();
  if (worker.killed_for) {
    end.kind = *worker.killed_for;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    end.kind = WorkerEnd::Kind::Answered;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kNoMemoryStatus) {
    end.kind = WorkerEnd::Kind::OutOfMemory;
  } else {
    end.how = WIFEXITED(status) ? fmt::format("status {}", WEXITSTATUS(status))
                                : fmt::format("signal {}", WTERMSIG(status));
  }
  return std::move(end);
}

std::vector<WorkerEnd> Workers::wait(std::chrono::milliseconds most) {
  std::vector<pollfd> polled;
  for (const Running& worker : running_) {
    polled.push_back({worker.answer, POLLIN, 0});
    polled.push_back({worker.errors, POLLIN, 0});
    if (worker.limits.memory_bytes || worker.limits.seconds) most = std::min(most, kMemoryTick);
  }
  poll(polled.data(), polled.size(), static_cast<int>(most.count()));
  std::vector<WorkerEnd> ended;
  for (Running& worker : running_) {
    enforce(worker);
    take(worker.errors, worker.end.errors);
    // A program that the worker started may keep the other pipe open for ever.
    if (!take(worker.answer, worker.end.answer)) {
      ended.push_back(finish(worker));
      worker.pid = -1;
    }
  }
  std::erase_if(running_, [](const Running& worker) { return worker.pid < 0; });
  return ended;
}

void Workers::kill_all() {
  for (Running& worker : running_) {
    kill_with_descendants(worker.pid);
    finish(worker);
  }
  running_.clear();
}

}  // namespace project
