#include "engine/mc/team.h"

#include <chrono>
#include <utility>

#include "base/stack.h"

namespace mc {

namespace {

constexpr std::size_t kStack = std::size_t{64} << 20;  // conditions are evaluated by recursion
constexpr std::chrono::milliseconds kPatience{20};

}  // namespace

Team::Team(std::uint32_t size) {
  for (std::uint32_t number = 1; number < size; ++number) {
    threads_.emplace_back([this, number] {
      base::run_on_stack(kStack, [this, number] {
        serve(number);
        return 0;
      });
    });
  }
}

Team::~Team() {
  {
    std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  started_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Team::call(const std::function<void(std::uint32_t)>& work, std::uint32_t number) {
  try {
    work(number);
  } catch (...) {
    std::lock_guard lock(mutex_);
    if (!exception_) exception_ = std::current_exception();
  }
}

void Team::run(const std::function<void(std::uint32_t)>& work, const std::function<void()>& idle) {
  {
    std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = static_cast<std::uint32_t>(threads_.size());
    ++round_;
  }
  started_.notify_all();
  call(work, 0);
  std::unique_lock lock(mutex_);
  while (!finished_.wait_for(lock, kPatience, [&] { return busy_ == 0; })) {
    lock.unlock();
    idle();
    lock.lock();
  }
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
}

void Team::serve(std::uint32_t number) {
  std::uint64_t done = 0;
  for (;;) {
    const std::function<void(std::uint32_t)>* work = nullptr;
    {
      std::unique_lock lock(mutex_);
      started_.wait(lock, [&] { return is_over_ || round_ != done; });
      if (is_over_) return;
      done = round_;
      work = work_;
    }
    call(*work, number);
    std::lock_guard lock(mutex_);
    if (--busy_ == 0) finished_.notify_one();
  }
}

}  // namespace mc
