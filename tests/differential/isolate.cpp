#include "isolate.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "base/check.h"
#include "base/stack.h"

namespace differential {

namespace {

constexpr std::size_t kStackBytes = std::size_t{512} << 20;  // as the command line has it

void send_all(int fd, const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    ssize_t n = write(fd, text.data() + sent, text.size() - sent);
    if (n <= 0) _exit(3);
    sent += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void run_child(const std::function<void(const Send&)>& body, int out, std::FILE* err) {
  dup2(fileno(err), STDERR_FILENO);
  int status = base::run_on_stack(kStackBytes, [&] {
    body([out](const std::string& text) { send_all(out, text); });
    return 0;
  });
  _exit(status);
}

// Reads until the other end is closed; false: the time is over.
bool receive(int fd, double seconds, std::string& out) {
  auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd wanted{fd, POLLIN, 0};
    if (poll(&wanted, 1, static_cast<int>(left.count())) <= 0) continue;
    char buffer[65536];
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n <= 0) return true;
    out.append(buffer, static_cast<std::size_t>(n));
  }
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[4096];
  while (std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, n);
  return text;
}

}  // namespace

Isolated isolate(const std::function<void(const Send&)>& body, double seconds) {
  int ends[2];
  CHECK(pipe(ends) == 0, "no pipe");
  std::FILE* err = std::tmpfile();
  CHECK(err, "no temporary file");
  std::fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0, "no child process");
  if (child == 0) {
    close(ends[0]);
    run_child(body, ends[1], err);
  }
  close(ends[1]);
  Isolated result;
  bool in_time = receive(ends[0], seconds, result.output);
  close(ends[0]);
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  result.errors = content(err);
  std::fclose(err);
  if (!in_time) {
    result.problem = "timeout";
  } else if (WIFSIGNALED(status)) {
    result.problem = fmt::format("signal {}", WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    result.problem = fmt::format("exit {}", WEXITSTATUS(status));
  }
  return result;
}

}  // namespace differential
