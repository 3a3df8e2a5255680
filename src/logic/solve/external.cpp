#include "logic/solve/external.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <vector>

extern char** environ;

namespace solve {

std::string find_cvc5() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = folder + "/cvc5";
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

namespace {

// The script in a file without a name in the file system, open for reading; -1 on failure.
int script_file(const std::string& script) {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "braid-XXXXXX").string();
  if (error) return -1;
  int file = mkstemp(name.data());
  if (file < 0) return -1;
  unlink(name.c_str());
  for (std::size_t done = 0; done < script.size();) {
    ssize_t n = write(file, script.data() + done, script.size() - done);
    if (n <= 0) {
      close(file);
      return -1;
    }
    done += static_cast<std::size_t>(n);
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

// What can be read from `pipe` until its end or the time limit.
std::string read_until(int pipe, double seconds) {
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::string text;
  char buffer[256];
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return text;
    pollfd waiting{pipe, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(left.count())) <= 0) return text;
    ssize_t n = read(pipe, buffer, sizeof buffer);
    if (n <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

std::string run_program(const std::string& program, int script, double seconds) {
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string arguments[] = {program, "--lang=smt2", "-"};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
  pid_t child = 0;
  int error = posix_spawn(&child, program.c_str(), &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  std::string text;
  if (error == 0) {
    text = read_until(out[0], seconds);
    kill(child, SIGKILL);  // harmless if it has ended
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(out[0]);
  return text;
}

}  // namespace

std::optional<bool> ask_program(const std::string& program, const std::string& script,
                                double seconds) {
  int file = script_file(script);
  if (file < 0) return std::nullopt;
  std::string text = run_program(program, file, seconds);
  close(file);
  if (text.starts_with("sat")) return true;
  if (text.starts_with("unsat")) return false;
  return std::nullopt;
}

}  // namespace solve
