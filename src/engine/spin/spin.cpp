#include "engine/spin/spin.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/process.h"
#include "base/run/process.h"

namespace spin {

namespace {

constexpr std::uint64_t kFirstDepth = 100'000;
constexpr std::uint64_t kLargestDepth = 100'000'000;
constexpr std::uint64_t kBytesPerStep = 64;  // of pan's stack, about
constexpr std::size_t kLongestMessage = 600;
// Characters of a model. The verifier of a larger one takes longer to compile than to run.
constexpr std::size_t kLargeModel = 200'000;

class Spin {
 public:
  Spin(run::Run& run, const SpinOptions& options) : run_(run), options_(options) {}

  SpinAnswer verify(const std::string& promela) {
    spin_ = base::find_program("spin");
    compiler_ = base::find_program("gcc");
    if (compiler_.empty()) compiler_ = base::find_program("cc");
    if (spin_.empty() || compiler_.empty()) {
      return failed(fmt::format(
          "{} not found: install it, for example by `apt-get install spin "
          "gcc`",
          spin_.empty() ? "SPIN (the program `spin`) was" : "a C compiler (`gcc` or `cc`) was"));
    }
    if (folder_.path().empty()) return failed("no temporary folder could be made");
    is_large_ = promela.size() > kLargeModel;
    auto written = base::write_output(folder_.path() + "/model.pml", promela);
    if (!written) return failed(written.error());
    if (!start({spin_, "-a", "model.pml"}, "SPIN does not accept the model")) return answer_;
    if (!start(compile_command(), "the verifier that SPIN made does not compile")) return answer_;
    search();
    bool has_error = answer_.search.error != SpinSearch::Error::None;
    if (answer_.reason.empty() && has_error) replay();
    return std::move(answer_);
  }

 private:
  SpinAnswer failed(std::string reason) {
    answer_.reason = std::move(reason);
    return std::move(answer_);
  }

  base::ProcessResult execute(const std::vector<std::string>& command) {
    base::ProcessOptions options = run::process_options(run_);
    options.folder = folder_.path();
    options.interrupt_first = true;
    return base::run_process(command, options);
  }

  // Why a process that was given up ended; empty if it was not.
  std::string stop_reason(const base::ProcessResult& result) {
    if (result.end == base::ProcessResult::End::Cancelled) return run_.cancel_reason();
    if (result.end != base::ProcessResult::End::TimedOut) return {};
    return run::time_limit_text(run_.limits().seconds);
  }

  bool start(const std::vector<std::string>& command, const char* problem) {
    base::ProcessResult result = execute(command);
    if (result.succeeded()) return true;
    answer_.reason = stop_reason(result);
    if (!answer_.reason.empty()) return false;
    std::string output = result.error + result.out + result.err;
    answer_.reason = fmt::format("{}: {}", problem, output.substr(0, kLongestMessage));
    return false;
  }

  std::vector<std::string> compile_command() const {
    std::vector<std::string> command{
        compiler_, "-w", is_large_ ? "-O0" : "-O2", "-fwrapv", "-DVECTORSZ=65536", "-DNFAIR=8"};
    if (!options_.liveness) command.emplace_back("-DSAFETY");
    if (!options_.reduce) command.emplace_back("-DNOREDUCE");
    if (options_.breadth_first && !options_.liveness) command.emplace_back("-DBFS");
    if (auto bytes = run_.limits().memory_bytes) {
      command.push_back(fmt::format("-DMEMLIM={}", std::max<std::uint64_t>(*bytes >> 20, 1)));
      command.emplace_back("-DCOLLAPSE");
    }
    command.insert(command.end(), {"-o", "pan", "pan.c"});
    return command;
  }

  // The hash table and the stack of pan must leave room for states.
  std::vector<std::string> pan_command(std::uint64_t depth) const {
    std::vector<std::string> command{folder_.path() + "/pan", fmt::format("-m{}", depth), "-n"};
    if (options_.liveness) command.emplace_back("-a");
    if (options_.liveness && options_.fair) command.emplace_back("-f");
    if (auto bytes = run_.limits().memory_bytes) {
      int bits = 24;
      while (bits > 12 && (std::uint64_t{8} << bits) > *bytes / 4) --bits;
      command.push_back(fmt::format("-w{}", bits));
    }
    return command;
  }

  // Deeper and deeper, unless the depth is given.
  void search() {
    std::uint64_t depth = options_.depth.value_or(kFirstDepth);
    for (;; depth *= 10) {
      base::ProcessResult result = execute(pan_command(depth));
      answer_.search = read_spin_search(result.out);
      answer_.reason = stop_reason(result);
      if (!answer_.reason.empty()) return;
      bool has_ended = result.end == base::ProcessResult::End::Exited;
      bool has_hidden =
          answer_.search.errors > 0 && answer_.search.error == SpinSearch::Error::None;
      if (!answer_.search.has_finished || !has_ended || has_hidden) {
        std::string output = result.error + result.out + result.err;
        answer_.reason = answer_.search.lacks_memory
                             ? memory_reason()
                             : "pan failed: " + output.substr(0, kLongestMessage);
        return;
      }
      bool has_error = answer_.search.error != SpinSearch::Error::None;
      bool can_go_deeper = !options_.depth && depth < kLargestDepth && fits(depth * 10);
      if (has_error || !answer_.search.is_too_deep || !can_go_deeper) break;
    }
    bool is_open = answer_.search.error == SpinSearch::Error::None;
    if (is_open && answer_.search.lacks_memory) answer_.reason = memory_reason();
  }

  bool fits(std::uint64_t depth) const {
    auto bytes = run_.limits().memory_bytes;
    return !bytes || depth * kBytesPerStep < *bytes / 2;
  }

  std::string memory_reason() const {
    auto bytes = run_.limits().memory_bytes;
    return fmt::format("pan ran out of memory{} after {:.0f} states",
                       bytes ? fmt::format(" (limit {} MiB)", *bytes >> 20) : "",
                       answer_.search.states);
  }

  void replay() {
    base::ProcessResult result = execute({folder_.path() + "/pan", "-r"});
    answer_.reason = stop_reason(result);
    auto trail = read_spin_trail(result.out);
    if (!trail) {
      answer_.reason = "the trail of pan makes no sense";
    } else {
      answer_.trail = std::move(*trail);
    }
  }

  run::Run& run_;
  const SpinOptions& options_;
  std::string spin_;
  std::string compiler_;
  base::TemporaryFolder folder_;
  SpinAnswer answer_;
  bool is_large_ = false;
};

}  // namespace

SpinAnswer run_spin(run::Run& run, const std::string& promela, const SpinOptions& options) {
  return Spin(run, options).verify(promela);
}

}  // namespace spin
