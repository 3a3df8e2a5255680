// Other programs: finding them, running them with a limit, and folders for their files.
// Nothing goes through a shell.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace base {

struct ProcessOptions {
  std::string folder;                  // where it runs; empty: here
  std::string input;                   // what it reads on its standard input
  std::optional<double> seconds;       // it is killed after so long
  std::function<bool()> is_cancelled;  // asked now and then; true: it is killed
  // Memory that it may ask the system for; more is refused.
  std::optional<std::uint64_t> memory_bytes;
  bool interrupt_first = false;  // by Ctrl-C, and by force a little later
  // What it prints beyond so many bytes, per stream, is dropped.
  std::size_t largest_output = std::size_t{64} << 20;
};

struct ProcessResult {
  enum class End : std::uint8_t {
    Exited,     // by itself: `status`
    Signalled,  // something killed it: `status` is the signal
    TimedOut,
    Cancelled,
    NotStarted,  // `error` says why
  };
  End end = End::NotStarted;
  int status = 0;
  std::string out;
  std::string err;
  std::string error;
  std::uint64_t peak_memory_bytes = 0;

  bool succeeded() const { return end == End::Exited && status == 0; }
};

// Runs the program `command[0]` (a path) with the other words as arguments. Its output
// is kept. It and whatever it started are killed when it is
// given up.
ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options);

// Starts a program that lives on without this one, its output dropped; false: it did not start.
bool start_process(const std::vector<std::string>& command);

// For the end of this process from any thread, while others go on: kills what run_process
// started, and removes the temporary folders. Nothing is to be done with either afterwards.
void abandon_processes();

// The path of a program on PATH; empty if there is none.
std::string find_program(const std::string& name);

// A new folder for temporary files, removed with all its content in the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Empty if no folder could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace base
