#include "event_hash.h"

#include "base/check.h"

namespace concurrent {

// The finaliser of SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

Hash hash_of(std::uint64_t x, const Hash& rest) {
  return {mixed(rest.low + mixed(x + 0x9e3779b97f4a7c15U)),
          mixed(rest.high + mixed(x + 0xd1b54a32d192ed03U) + 1)};
}

// The n-th child of its parent, and so on up to the first thread.
std::uint64_t name_of(const interp::State& state, interp::ThreadId thread) {
  if (thread.index() == 0) return 1;
  interp::ThreadId parent = state.thread(thread).parent;
  std::uint64_t number = 0;
  for (std::size_t i = 1; i < thread.index(); ++i) {
    if (state.threads[i].parent == parent) ++number;
  }
  return mixed(name_of(state, parent) + mixed(number + 1));
}

// The thread that a `notify` between the two states woke up.
interp::ThreadId woken(const interp::State& before, const interp::State& after) {
  for (const auto& [key, lock] : after.locks) {
    interp::Lock old = before.lock(key);
    for (const auto& [thread, depth] : lock.notified) {
      if (!old.notified.contains(thread)) return thread;
    }
  }
  UNREACHABLE("a choice of threads without a notification");
}

}  // namespace concurrent
