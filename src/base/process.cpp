#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

namespace base {

namespace {

constexpr int kPollMilliseconds = 20;
// What a program gets to end by itself after an interrupt.
constexpr std::chrono::milliseconds kGrace{100};

// What the process would leave behind if it ended now.
struct Leftovers {
  std::mutex mutex;
  std::set<pid_t> groups;
  std::set<std::string> folders;
};

Leftovers& leftovers() {
  static Leftovers all;
  return all;
}

// A pipe whose ends are closed when they are no longer needed.
struct Pipe {
  int ends[2] = {-1, -1};

  bool open() { return pipe2(ends, O_CLOEXEC) == 0; }
  void close_end(int which) {
    if (ends[which] >= 0) ::close(ends[which]);
    ends[which] = -1;
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
};

// A text as a file without a name, open for reading from its start.
class InputFile {
 public:
  explicit InputFile(const std::string& text) : fd_(memfd_create("braid", MFD_CLOEXEC)) {
    for (std::size_t done = 0; is_good() && done < text.size();) {
      ssize_t count = write(fd_, text.data() + done, text.size() - done);
      if (count > 0) done += static_cast<std::size_t>(count);
      if (count <= 0 && errno != EINTR) give_up();
    }
    if (is_good()) lseek(fd_, 0, SEEK_SET);
  }
  ~InputFile() { give_up(); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  bool is_good() const { return fd_ >= 0; }
  int fd() const { return fd_; }

 private:
  void give_up() {
    int error = errno;
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    errno = error;
  }
  int fd_;
};

// What posix_spawn is told; freed in the end.
struct Spawn {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  Spawn() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  int run(pid_t& child, const std::vector<std::string>& command, const std::string& folder,
          const InputFile& in, const Pipe& out, const Pipe& err) {
    posix_spawn_file_actions_adddup2(&actions, in.fd(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    // A group of its own: Ctrl-C reaches Braid alone, which then kills the whole group.
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(
        &attributes,
        static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    return posix_spawn(&child, words[0], &actions, &attributes, words.data(), environ);
  }
};

// Takes what can be read now; false at the end of the stream.
bool drain(int fd, std::string& text, std::size_t largest) {
  char buffer[1 << 16];
  ssize_t count = read(fd, buffer, sizeof buffer);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  std::size_t room = largest - std::min(largest, text.size());
  text.append(buffer, std::min(static_cast<std::size_t>(count), room));
  return count > 0;
}

class Child {
 public:
  Child(pid_t pid, const ProcessOptions& options, ProcessResult& result)
      : pid_(pid), options_(options), result_(result), start_(Clock::now()) {}

  // Reads until both streams end or the process is given up, then collects it.
  void follow(Pipe& out, Pipe& err) {
    while (out.ends[0] >= 0 || err.ends[0] >= 0) {
      if (should_give_up()) {
        if (!options_.interrupt_first || is_past_grace()) break;
      }
      pollfd watched[2] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
      if (poll(watched, 2, kPollMilliseconds) <= 0) continue;
      if (watched[0].revents && !drain(out.ends[0], result_.out, options_.largest_output)) {
        out.close_end(0);
      }
      if (watched[1].revents && !drain(err.ends[0], result_.err, options_.largest_output)) {
        err.close_end(0);
      }
    }
    collect();
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool should_give_up() {
    if (options_.is_cancelled && options_.is_cancelled()) {
      given_up_ = ProcessResult::End::Cancelled;
    } else if (options_.seconds &&
               std::chrono::duration<double>(Clock::now() - start_).count() > *options_.seconds) {
      given_up_ = ProcessResult::End::TimedOut;
    } else {
      return false;
    }
    return true;
  }

  // True when it had its time to end after an interrupt, which the first call sends.
  bool is_past_grace() {
    if (!interrupted_) {
      interrupted_ = Clock::now();
      kill(-pid_, SIGINT);
    }
    return Clock::now() - *interrupted_ > kGrace;
  }

  // A process may close its output and go on: it is watched until it ends.
  void collect() {
    int status = 0;
    rusage usage{};
    for (;;) {
      if (given_up_) kill(-pid_, SIGKILL);
      pid_t ended = wait4(pid_, &status, given_up_ ? 0 : WNOHANG, &usage);
      if (ended == pid_) break;
      if (ended < 0 && errno != EINTR) break;
      if (ended == 0 && !should_give_up()) usleep(1000);
    }
    kill(-pid_, SIGKILL);  // whatever it left behind
    result_.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
    result_.end = given_up_             ? *given_up_
                  : WIFSIGNALED(status) ? ProcessResult::End::Signalled
                                        : ProcessResult::End::Exited;
    result_.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }

  pid_t pid_;
  const ProcessOptions& options_;
  ProcessResult& result_;
  Clock::time_point start_;
  std::optional<ProcessResult::End> given_up_;
  std::optional<Clock::time_point> interrupted_;
};

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  ProcessResult result;
  Pipe out;
  Pipe err;
  InputFile in(options.input);
  if (!in.is_good() || !out.open() || !err.open()) {
    result.error = std::strerror(errno);
    return result;
  }
  pid_t pid = 0;
  Spawn spawn;
  if (int error = spawn.run(pid, command, options.folder, in, out, err); error != 0) {
    result.error = std::strerror(error);
    return result;
  }
  out.close_end(1);
  err.close_end(1);
  if (options.memory_bytes) {
    rlimit limit{*options.memory_bytes, *options.memory_bytes};
    prlimit(pid, RLIMIT_AS, &limit, nullptr);
  }
  {
    std::lock_guard lock(leftovers().mutex);
    leftovers().groups.insert(pid);
  }
  Child(pid, options, result).follow(out, err);
  std::lock_guard lock(leftovers().mutex);
  leftovers().groups.erase(pid);
  return result;
}

void abandon_processes() {
  std::lock_guard lock(leftovers().mutex);
  for (pid_t group : leftovers().groups) kill(-group, SIGKILL);
  std::error_code ignored;
  for (const std::string& path : leftovers().folders) std::filesystem::remove_all(path, ignored);
}

bool start_process(const std::vector<std::string>& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int fd = 0; fd <= 2; ++fd) {
    posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  bool started =
      posix_spawn(&child, words.front(), &actions, &attributes, words.data(), environ) == 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return started;
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "/usr/local/bin:/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    std::size_t end = std::min(folders.find(':', begin), folders.size());
    std::string folder = folders.substr(begin, end - begin);
    std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) {
      return std::filesystem::absolute(candidate).string();
    }
    begin = end + 1;
  }
  return {};
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "braid-XXXXXX").string();
  if (error) pattern = "/tmp/braid-XXXXXX";
  if (!mkdtemp(pattern.data())) return;
  path_ = pattern;
  std::lock_guard lock(leftovers().mutex);
  leftovers().folders.insert(path_);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  std::lock_guard lock(leftovers().mutex);
  leftovers().folders.erase(path_);
}

}  // namespace base
