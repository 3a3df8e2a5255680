// Monitors, semaphores and wait sets: the lock structures of a Promela model.
#include <fmt/format.h>

#include "engine/spin/promela_proc.h"

namespace spin {

namespace {

const char* const kBit = "(1 << (_pid - 1))";

}  // namespace

void PromelaProc::enter(const ir::LockPlace& place) {
  PromelaLock l = exprs_.lock(place);
  require(l.defined);
  if (l.shape.reentrant) {
    code_->check(fmt::format("({}.depth < {})", l.text, kPromelaLockDepth),
                 shared_.own_limit("lock-depth"));
    code_->line(fmt::format("{}.depth++;", l.text));
  } else {
    require(fmt::format("({}.owner == 0)", l.text));
  }
  code_->line(fmt::format("{}.owner = _pid;", l.text));
}

PromelaLock PromelaProc::owned(const ir::LockPlace& place) {
  PromelaLock l = exprs_.lock(place);
  require(promela_and(l.defined, fmt::format("({}.owner == _pid)", l.text)));
  return l;
}

void PromelaProc::exit(const ir::LockPlace& place) {
  PromelaLock l = owned(place);
  if (l.shape.reentrant) {
    code_->line(fmt::format("{}.depth--;", l.text));
    code_->line(fmt::format("{0}.owner = ({0}.depth == 0 -> 0 : _pid);", l.text));
  } else {
    code_->line(fmt::format("{}.owner = 0;", l.text));
  }
}

void PromelaProc::wait(const ir::LockPlace& place) {
  PromelaLock l = owned(place);
  code_->line(fmt::format("{0}.waiting = {0}.waiting | {1};", l.text, kBit));
  if (l.shape.reentrant) {
    code_->line(fmt::format("{0}.saved[_pid] = {0}.depth;", l.text));
    code_->line(fmt::format("{}.depth = 0;", l.text));
  }
  code_->line(fmt::format("{}.owner = 0;", l.text));
}

void PromelaProc::unwait(const ir::Unwait& a) {
  PromelaLock l = exprs_.lock(a.lock);
  if (!l.shape.waits) return require("false");
  std::string who = l.text + ".notified";
  if (a.may_give_up) who = fmt::format("({0}.notified | {0}.waiting)", l.text);
  require(promela_and(l.defined, fmt::format("(({} & {}) != 0)", who, kBit)));
  code_->line(fmt::format("{0}.notified = {0}.notified & ~{1};", l.text, kBit));
  if (a.may_give_up) code_->line(fmt::format("{0}.waiting = {0}.waiting & ~{1};", l.text, kBit));
  if (l.shape.reentrant) {
    code_->line(fmt::format("{0}.depth = {0}.saved[_pid];", l.text));
    code_->line(fmt::format("{}.saved[_pid] = 0;", l.text));
  }
  code_->line(fmt::format("{}.owner = _pid;", l.text));
}

// The alternatives are the waiting threads by number; the replay is told which one of how
// many it was.
void PromelaProc::notify(const ir::LockPlace& place) {
  PromelaLock l = owned(place);
  if (!l.shape.waits) return;
  auto count_below = [&](std::int64_t thread) {
    std::string sum;
    for (std::int64_t i = 0; i < thread; ++i) {
      sum += fmt::format("{}(({}.waiting >> {}) & 1)", sum.empty() ? "" : " + ", l.text, i);
    }
    return sum.empty() ? std::string("0") : sum;
  };
  code_->line("if");
  code_->line(fmt::format(":: {}.waiting == 0", l.text));
  for (std::int64_t i = 0; i < options_.threads; ++i) {
    code_->line(fmt::format(":: (({}.waiting >> {}) & 1) != 0 ->", l.text, i));
    code_->line(fmt::format("  printf(\"BRAID notify %d %d\\n\", {}, {});", count_below(i),
                            count_below(options_.threads)));
    code_->line(fmt::format("  {0}.waiting = {0}.waiting & ~(1 << {1});", l.text, i));
    code_->line(fmt::format("  {0}.notified = {0}.notified | (1 << {1})", l.text, i));
  }
  code_->line("fi;");
}

void PromelaProc::notify_all(const ir::LockPlace& place) {
  PromelaLock l = owned(place);
  if (!l.shape.waits) return;
  code_->line(fmt::format("{0}.notified = {0}.notified | {0}.waiting;", l.text));
  code_->line(fmt::format("{}.waiting = 0;", l.text));
}

}  // namespace spin
