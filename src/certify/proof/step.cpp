#include "certify/proof/step.h"

#include <algorithm>

namespace proof {

using dl::ExprId;
using dl::StmtKind;

namespace {

bool is_below(const dl::Store& store, dl::ThreadId child, dl::ThreadId parent) {
  for (dl::ThreadId id = store.thread(child).parent; id; id = store.thread(id).parent) {
    if (id == parent) return true;
  }
  return false;
}

// The steps of one thread.
class ThreadSteps {
 public:
  ThreadSteps(ProofLogic& logic, const ProofBox& box, std::size_t which)
      : logic_(logic),
        store_(logic.store()),
        box_(box),
        which_(which),
        pool_(store_.pool(box.pool)),
        stmt_(store_.first(pool_[which].code)),
        rest_(store_.code(pool_[which].code).rest) {}

  std::vector<ProofStep> all() {
    const ExprId yes = store_.make_bool(true);
    ExprId defined = stmt_.value ? logic_.has_value(stmt_.value) : yes;
    ExprId no = stmt_.value && stmt_.kind != StmtKind::Assign ? store_.make_not(stmt_.value) : yes;
    switch (stmt_.kind) {
      case StmtKind::Skip: go_on(yes, rest_); break;
      case StmtKind::Assign: assign(defined); break;
      case StmtKind::If:
        go_on(store_.make_and(defined, stmt_.value), store_.append(stmt_.body, rest_));
        go_on(store_.make_and(defined, no), store_.append(stmt_.otherwise, rest_));
        break;
      case StmtKind::While:
        if (stmt_.bound == 0U) {  // exhausted: left without a look at the condition
          go_on(yes, rest_);
          steps_.back().event.reads.clear();
          return std::move(steps_);
        }
        go_on(store_.make_and(defined, stmt_.value), again());
        go_on(store_.make_and(defined, no), rest_);
        break;
      case StmtKind::Await:
      case StmtKind::Assume:
      case StmtKind::Assert: go_on(store_.make_and(defined, stmt_.value), rest_); break;
      case StmtKind::Spawn: spawn(); break;
      case StmtKind::Join: join(); break;
    }
    if (stmt_.kind == StmtKind::Assert) fail(store_.make_and(defined, stmt_.value));
    bool may_fail = stmt_.value && store_.expr(stmt_.value).has_division;
    if (stmt_.kind != StmtKind::Assert && may_fail) fail(defined);
    return std::move(steps_);
  }

 private:
  // The loop again behind its body, with one iteration less if it has a bound.
  dl::CodeId again() {
    dl::Stmt loop = stmt_;
    if (loop.bound) loop.bound = *loop.bound - 1;
    return store_.append(stmt_.body, store_.make_code(store_.make_stmt(loop), rest_));
  }

  ProofStep step(ExprId condition) {
    ProofStep made;
    made.event.thread = pool_[which_].thread;
    made.event.condition = logic_.substitute(box_.state, condition);
    if (stmt_.value) {
      auto reads = logic_.variables(stmt_.value);
      made.event.reads.assign(reads.begin(), reads.end());
    }
    made.state = box_.state;
    return made;
  }

  void go_on(ExprId condition, dl::CodeId code) {
    ProofStep made = step(condition);
    dl::Pool pool = pool_;
    pool[which_].code = code;
    made.pool = store_.make_pool(std::move(pool));
    steps_.push_back(std::move(made));
  }

  void assign(ExprId defined) {
    go_on(defined, rest_);
    ProofStep& made = steps_.back();
    made.event.writes = {stmt_.target};
    ExprId value = logic_.substitute(box_.state, stmt_.value);
    made.state = store_.with(box_.state, stmt_.target, value);
  }

  void spawn() {
    dl::Pool pool = pool_;
    pool[which_].code = rest_;
    dl::ThreadId child = store_.make_child(pool_[which_].thread, pool_[which_].spawned);
    ++pool[which_].spawned;
    pool.push_back({child, stmt_.body, 0});
    ProofStep made = step(store_.make_bool(true));
    made.event.spawned = child;
    made.pool = store_.make_pool(std::move(pool));
    steps_.push_back(std::move(made));
  }

  std::vector<ProofStep> leave() {
    go_on(store_.make_bool(true), rest_);
    steps_.back().event.reads.clear();
    return std::move(steps_);
  }

  // Not before all threads below have ended.
  void join() {
    for (const dl::PoolEntry& entry : pool_) {
      if (is_below(store_, entry.thread, pool_[which_].thread)) return;
    }
    go_on(store_.make_bool(true), rest_);
    steps_.back().event.joins = true;
  }

  void fail(ExprId unless) {
    ProofStep made = step(store_.make_not(unless));
    made.fails = true;
    steps_.push_back(std::move(made));
  }

  ProofLogic& logic_;
  dl::Store& store_;
  const ProofBox& box_;
  std::size_t which_;
  dl::Pool pool_;
  dl::Stmt stmt_;
  dl::CodeId rest_;
  std::vector<ProofStep> steps_;
};

bool is_disjoint(const dl::VarSet& a, const dl::VarSet& b) {
  return std::none_of(a.begin(), a.end(),
                      [&](dl::VarId var) { return std::find(b.begin(), b.end(), var) != b.end(); });
}

}  // namespace

std::vector<ProofStep> steps_of(ProofLogic& logic, const ProofBox& box) {
  std::vector<ProofStep> all;
  const std::size_t count = logic.store().pool(box.pool).size();
  for (std::size_t i = 0; i < count; ++i) {
    for (ProofStep& step : ThreadSteps(logic, box, i).all()) all.push_back(std::move(step));
  }
  return all;
}

bool is_independent(const dl::Store& store, const dl::Event& a, const dl::Event& b) {
  if (a.thread == b.thread) return false;
  if (a.spawned == b.thread || b.spawned == a.thread) return false;
  if (a.joins && is_below(store, b.thread, a.thread)) return false;
  if (b.joins && is_below(store, a.thread, b.thread)) return false;
  return is_disjoint(a.reads, b.writes) && is_disjoint(a.writes, b.reads) &&
         is_disjoint(a.writes, b.writes);
}

bool is_same_event(ProofLogic& logic, const dl::Event& a, const dl::Event& b) {
  return a.thread == b.thread && a.spawned == b.spawned && a.joins == b.joins &&
         a.reads == b.reads && a.writes == b.writes && logic.is_same(a.condition, b.condition);
}

// Each event of `a` in turn is moved to the front of what is left of `b`; that is possible if
// it is independent of all that stands before it.
bool is_equivalent(ProofLogic& logic, const std::vector<dl::Event>& a,
                   const std::vector<dl::Event>& b) {
  if (a.size() != b.size()) return false;
  std::vector<dl::Event> left = b;
  for (const dl::Event& event : a) {
    auto found = std::find_if(left.begin(), left.end(), [&](const dl::Event& other) {
      return is_same_event(logic, event, other);
    });
    bool is_free = found != left.end() && std::all_of(left.begin(), found, [&](const auto& other) {
                     return is_independent(logic.store(), other, *found);
                   });
    if (!is_free) return false;
    left.erase(found);
  }
  return true;
}

}  // namespace proof
