// How an execution got where it is: steps of one thread at a time. Copies share the beginning that
// they have in common.
#pragma once

#include <cstdint>
#include <utility>

#include "result/verdict/claim.h"

namespace symex {

class Trail {
 public:
  Trail() = default;
  Trail(const Trail& other) noexcept : latest_(other.latest_), before_(other.before_) {
    if (before_) ++before_->uses;
  }
  Trail(Trail&& other) noexcept
      : latest_(std::exchange(other.latest_, {})), before_(std::exchange(other.before_, nullptr)) {}
  Trail& operator=(Trail other) noexcept {
    std::swap(latest_, other.latest_);
    std::swap(before_, other.before_);
    return *this;
  }
  // A long list must not be released by recursion.
  ~Trail() {
    while (before_ && --before_->uses == 0) delete std::exchange(before_, before_->before);
  }

  // A step of the thread, by which it woke up one of the others if `notified` is not 0.
  void add(std::uint32_t thread, std::uint32_t notified) {
    bool goes_on = latest_.steps > 0 && latest_.thread == thread && notified == 0;
    if (!goes_on) {
      if (latest_.steps > 0) before_ = new Link{latest_, before_, 1};
      latest_ = {thread, notified, 0};
    }
    ++latest_.steps;
  }

  verdict::Steps schedule() const;

 private:
  struct Run {
    std::uint32_t thread = 0;
    std::uint32_t notified = 0;  // by the first of the steps
    std::uint32_t steps = 0;
  };
  struct Link {
    Run run;
    Link* before;
    std::uint64_t uses;
  };

  Run latest_;
  Link* before_ = nullptr;
};

}  // namespace symex
