#include "engine/symex/repetition.h"

#include <algorithm>

namespace symex {

namespace {

bool is_same(const Object& a, const Object& b) {
  return &a == &b || (a.array == b.array && a.classes == b.classes && a.has_size == b.has_size &&
                      a.slots == b.slots);
}

bool is_same(const ir::Location& at, const Frame& a, const Frame& b) {
  if (a.proc != b.proc || a.at != b.at || !(a.result == b.result)) return false;
  if (!at.live) return a.locals == b.locals;
  return std::all_of(at.live->begin(), at.live->end(), [&](ir::LocalId local) {
    return a.locals[local.index()] == b.locals[local.index()];
  });
}

}  // namespace

bool is_repeated(const ProgramTables& tables, const State& before, const State& now) {
  // The path condition and what is known of the inputs only ever grow.
  if (now.threads.size() != 1 || before.threads.size() != 1 ||
      now.condition.size() != before.condition.size() || now.heap->size() != before.heap->size() ||
      now.thread(0).decisions != before.thread(0).decisions) {
    return false;
  }
  const Thread& a = before.thread(0);
  const Thread& b = now.thread(0);
  if (a.exception.has_value() || b.exception.has_value() || !b.frames.is_above_same(a.frames)) {
    return false;
  }
  const Frame& top = b.frames.top();
  if (!is_same(tables.proc(top.proc).location(top.at), a.frames.top(), top)) return false;
  if (*now.globals != *before.globals) return false;
  for (std::size_t i = 0; i < now.heap->size(); ++i) {
    if (!is_same(before.object(ObjectId(i)), now.object(ObjectId(i)))) return false;
  }
  auto is_free = [](const Lock& lock) { return lock.is_free(); };
  return std::all_of(before.locks->begin(), before.locks->end(), is_free) &&
         std::all_of(now.locks->begin(), now.locks->end(), is_free);
}

}  // namespace symex
