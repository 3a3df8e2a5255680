#include "cli/watch.h"

#include <gmp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <new>

#include "base/check.h"
#include "base/file.h"
#include "base/process.h"
#include "base/terminal.h"
#include "cli/status.h"

// Of mimalloc, if it is linked.
extern "C" void mi_register_error(void (*report)(int, void*), void* argument) __attribute__((weak));

namespace cli {

namespace {

using Clock = run::Clock;
using std::chrono::milliseconds;

constexpr const char* kNoMemory = "there is not enough memory";
constexpr milliseconds kTick{20};
// Memory can grow by a gigabyte in half a second.
constexpr milliseconds kTickWithMemory{4};
constexpr milliseconds kGraceAfterSignal{150};
constexpr milliseconds kGraceAfterMemory{500};

// What cooperative ends get: 5 % of the limit and a little, not more than a minute.
Clock::duration grace_of(double limit) {
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::min(0.1 + 0.05 * limit, 60.0)));
}

// Limits that no clock can tell from none are none.
Clock::duration duration_of(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::min(seconds, 1e8)));
}

// No verdict is worth more memory than this.
std::uint64_t most_memory(std::uint64_t limit) { return limit + limit / 20 + (20U << 20U); }

// Signal handlers and allocators can reach nothing but globals.
std::atomic<Watch*> current_watch{nullptr};
std::atomic<int> signal_count{0};
std::atomic<int> latest_signal{0};
std::atomic<void (*)()> without_watch{nullptr};  // when there is no memory

extern "C" void on_signal(int number) {
  latest_signal.store(number);
  if (signal_count.fetch_add(1) < 2) return;
  // The thread that should have ended the process does not run.
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void on_out_of_memory() {
  if (Watch* watch = current_watch.load()) watch->end_without_memory();
  if (auto* end = without_watch.load()) end();
  std::set_new_handler(nullptr);  // the exception of `new` then
}

// mimalloc ends the process if `new` fails, unless this does before.
void on_allocator_error(int error, void*) {
  if (error == ENOMEM || error == EOVERFLOW) on_out_of_memory();
}

void* checked(void* memory) {
  if (memory == nullptr) on_out_of_memory();
  CHECK(memory != nullptr, "no memory for an integer");
  return memory;
}
// GMP ends the process if these return null.
void* allocate_limbs(std::size_t size) { return checked(std::malloc(size)); }
void* reallocate_limbs(void* memory, std::size_t, std::size_t size) {
  return checked(std::realloc(memory, size));
}
void free_limbs(void* memory, std::size_t) { std::free(memory); }

[[noreturn]] void wait_for_end() {
  for (;;) pause();
}

// As far as nobody holds the stream for long.
void flush_stdout() {
  for (int i = 0; i < 10; ++i) {
    if (ftrylockfile(stdout) == 0) {
      std::fflush(stdout);
      funlockfile(stdout);
      return;
    }
    usleep(2000);
  }
}

}  // namespace

Watch::Watch(Clock::time_point start, WatchOptions options)
    : start_(start), options_(std::move(options)) {
  subject_.input = options_.input;
  subject_.entry = options_.entry;
  subject_.engine = options_.engine;
  verdict::Result no_memory;
  no_memory.reason = kNoMemory;
  spare_ = last_words(options_, subject_, no_memory).text;
  Watch* none = nullptr;
  CHECK(current_watch.compare_exchange_strong(none, this), "two watches");
  signal_count = 0;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::set_new_handler(on_out_of_memory);
  if (mi_register_error != nullptr) mi_register_error(on_allocator_error, nullptr);
  mp_set_memory_functions(allocate_limbs, reallocate_limbs, free_limbs);
  thread_ = std::thread([this] { watch(); });
}

Watch::~Watch() {
  {
    std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  wake_.notify_all();
  thread_.join();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  current_watch.store(nullptr);
}

Watch* Watch::current() { return current_watch.load(); }

void Watch::leave_in_fork(void (*on_no_memory)()) {
  without_watch.store(on_no_memory);
  current_watch.store(nullptr);
}

void Watch::attach(run::Run& run) {
  std::lock_guard lock(mutex_);
  Attached attached{&run, std::nullopt};
  if (run.limits().seconds) {
    attached.deadline = run.start() + duration_of(*run.limits().seconds);
  }
  attached_.push_back(attached);
  had_run_ = true;
  if (cause_ != run::Cause::None) run.cancel(cause_);
}

void Watch::detach(run::Run& run) {
  std::lock_guard lock(mutex_);
  std::erase_if(attached_, [&](const Attached& attached) { return attached.run == &run; });
}

void Watch::tell(report::Subject subject) {
  std::lock_guard lock(mutex_);
  subject_ = std::move(subject);
}

void Watch::keep(std::string text) {
  std::lock_guard lock(mutex_);
  kept_ = std::move(text);
}

void Watch::settle(int status) { status_.store(status); }

void Watch::watch() {
  auto tick = options_.memory_bytes ? kTickWithMemory : kTick;
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    look();
    wake_.wait_for(lock, tick, [this] { return is_ending_; });
  }
}

void Watch::look() {
  look_at_signals();
  look_at_time();
  look_at_memory();
  if (cause_ != run::Cause::None && Clock::now() >= hard_) try_to_end(cause_);
}

void Watch::look_at_signals() {
  int count = signal_count.load();
  if (count == 0) return;
  if (count > 1) {
    base::abandon_processes();
    std::signal(latest_signal.load(), SIG_DFL);
    std::raise(latest_signal.load());
  }
  if (!said_stopping_) {
    base::print_error("stopping…\n");
    said_stopping_ = true;
    stop(run::Cause::Interrupted, Clock::now() + (had_run_ ? kGraceAfterSignal : milliseconds(0)));
  }
}

void Watch::look_at_time() {
  auto now = Clock::now();
  for (const Attached& attached : attached_) {
    if (!attached.deadline || now < *attached.deadline) continue;
    attached.run->cancel(run::Cause::Time);
    if (now >= *attached.deadline + grace_of(*attached.run->limits().seconds)) {
      try_to_end(run::Cause::Time);
    }
  }
  if (!options_.seconds) return;
  auto deadline = start_ + duration_of(*options_.seconds);
  if (now < deadline) return;
  // Without a run there is nothing that could end in a better way.
  stop(run::Cause::Time, had_run_ ? deadline + grace_of(*options_.seconds) : deadline);
}

void Watch::look_at_memory() {
  if (!options_.memory_bytes) return;
  std::uint64_t taken = run::resident_bytes();
  if (taken < *options_.memory_bytes) return;
  auto now = Clock::now();
  bool is_too_much = taken >= most_memory(*options_.memory_bytes);
  stop(run::Cause::Memory, had_run_ && !is_too_much ? now + kGraceAfterMemory : now);
}

void Watch::stop(run::Cause cause, Clock::time_point hard) {
  if (cause_ == run::Cause::None) {
    cause_ = cause;
    hard_ = hard;
    for (const Attached& attached : attached_) attached.run->cancel(cause);
  }
  hard_ = std::min(hard_, hard);
}

std::string Watch::reason_of(run::Cause cause) const {
  switch (cause) {
    case run::Cause::None:
    case run::Cause::Interrupted: return "interrupted";
    case run::Cause::Time: {
      if (options_.seconds) return run::time_limit_text(options_.seconds);
      return run::time_limit_text(attached_.empty() ? std::nullopt
                                                    : attached_.back().run->limits().seconds);
    }
    case run::Cause::Memory: return run::memory_limit_text(options_.memory_bytes);
  }
  UNREACHABLE("cause");
}

verdict::Result Watch::last_result(const std::string& reason) const {
  verdict::Result result;
  result.reason = reason;
  if (!attached_.empty()) result.stats = attached_.back().run->latest_statistics();
  result.stats.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  result.stats.peak_memory_bytes = run::peak_resident_bytes();
  return result;
}

void Watch::write_last_words(const std::string& reason) {
  LastWords words{kept_, false};
  if (kept_.empty()) words = last_words(options_, subject_, last_result(reason));
  flush_stdout();
  if (words.is_error) {
    base::print_error(words.text);
    return;
  }
  auto written = base::write_output(options_.output, words.text);
  if (!written) base::print_error("braid: " + written.error() + "\n");
}

void Watch::try_to_end(run::Cause cause) {
  if (!output_.try_lock_for(milliseconds(20))) return;
  if (is_last_.exchange(true)) wait_for_end();
  base::abandon_processes();
  int status = has_result_ ? status_.load() : -1;  // of a result that nobody saw: none
  if (!has_result_) {
    write_last_words(reason_of(cause));
  } else if (status < 0) {
    base::print_error("braid: " + reason_of(cause) + "\n");
  }
  _exit(status < 0 ? kUnknown : status);
}

// On any thread. It must not wait for locks that this very thread may hold.
void Watch::end_without_memory() {
  bool is_free = output_.try_lock_for(milliseconds(100));
  if (is_last_.exchange(true)) {
    if (!is_free) wait_for_end();
    // It is this thread that ends the process, and even a sentence was too much.
    if (write(STDOUT_FILENO, spare_.data(), spare_.size()) < 0) _exit(kUnknown);
    _exit(kUnknown);
  }
  base::abandon_processes();
  std::string reason =
      options_.memory_bytes ? run::memory_limit_text(options_.memory_bytes) : kNoMemory;
  if (is_free && !is_writing_ && !has_result_ && mutex_.try_lock()) {
    write_last_words(reason);
  } else {
    base::print_error("braid: " + reason + "\n");
  }
  _exit(kUnknown);
}

OutputClaim::OutputClaim(bool is_result) : watch_(Watch::current()), is_result_(is_result) {
  if (watch_ == nullptr) return;
  watch_->output_.lock();
  watch_->is_writing_ = true;
}

OutputClaim::~OutputClaim() {
  if (watch_ == nullptr) return;
  watch_->is_writing_ = false;
  if (is_result_) watch_->has_result_ = true;
  watch_->output_.unlock();
}

run::Limits limits_of(const std::optional<double>& seconds,
                      const std::optional<std::uint64_t>& mebibytes) {
  run::Limits limits;
  limits.seconds = seconds;
  if (mebibytes) limits.memory_bytes = *mebibytes << 20U;
  if (Watch* watch = Watch::current()) limits.since = watch->start();
  return limits;
}

}  // namespace cli
