// The rules ASSIGN, COND and WHILE of SymPaths, Fig. 5, and those of its section 6 for new
// threads and guards. SCHEDULE and CONTEXT are the business of who explores.
#include "logic/dl/event.h"

#include <algorithm>

#include "base/check.h"

namespace dl {

bool is_interference_free(const Store& store, const Event& a, const Event& b) {
  if (a.thread == b.thread || a.spawned == b.thread || b.spawned == a.thread) return false;
  if (a.joins && store.is_descendant(b.thread, a.thread)) return false;
  if (b.joins && store.is_descendant(a.thread, b.thread)) return false;
  return are_disjoint(a.reads, b.writes) && are_disjoint(a.writes, b.reads) &&
         are_disjoint(a.writes, b.writes);
}

std::vector<ThreadId> schedulable(const Store& store, PoolId id) {
  const Pool& pool = store.pool(id);
  std::vector<ThreadId> threads;
  for (const PoolEntry& entry : pool) {
    const bool waits = store.first(entry.code).kind == StmtKind::Join &&
                       std::any_of(pool.begin(), pool.end(), [&](const PoolEntry& other) {
                         return store.is_descendant(other.thread, entry.thread);
                       });
    if (!waits) threads.push_back(entry.thread);
  }
  return threads;
}

namespace {

class Stepper {
 public:
  Stepper(Store& store, SubstId subst, PoolId pool, ThreadId thread)
      : store_(store), subst_(subst), pool_(store.pool(pool)), thread_(thread) {
    entry_ = std::find_if(pool_.begin(), pool_.end(),
                          [&](const PoolEntry& entry) { return entry.thread == thread; });
    CHECK(entry_ != pool_.end(), "the thread is not active");
    stmt_ = store.first(entry_->code);
    rest_ = store.code(entry_->code).rest;
  }

  std::vector<Outcome> run() {
    event_.thread = thread_;
    if (stmt_.value) event_.reads = free_vars(store_, stmt_.value);
    const ExprId yes = store_.make_bool(true);
    defined_ = stmt_.value ? definedness(store_, stmt_.value) : yes;
    switch (stmt_.kind) {
      case StmtKind::Assign:
        event_.writes = {stmt_.target};
        add(yes, rest_, store_.with(subst_, stmt_.target, apply(store_, subst_, stmt_.value)));
        break;
      case StmtKind::Skip: add(yes, rest_, subst_); break;
      case StmtKind::If:
        add(stmt_.value, store_.append(stmt_.body, rest_), subst_);
        add(store_.make_not(stmt_.value), store_.append(stmt_.otherwise, rest_), subst_);
        break;
      case StmtKind::While:
        if (stmt_.bound == 0U) {
          event_.reads.clear();
          event_.silent = true;
          defined_ = yes;
          add(yes, rest_, subst_);
          break;
        }
        add(stmt_.value, unfolded(), subst_);
        add(store_.make_not(stmt_.value), rest_, subst_);
        break;
      case StmtKind::Await:
      case StmtKind::Assume: add(stmt_.value, rest_, subst_); break;
      case StmtKind::Spawn: spawn(); break;
      case StmtKind::Join:
        event_.joins = true;
        add(yes, rest_, subst_);
        break;
      case StmtKind::Assert: add(stmt_.value, rest_, subst_); break;
    }
    add_failures();
    return std::move(outcomes_);
  }

 private:
  // One iteration, then the loop again.
  CodeId unfolded() {
    Stmt loop = stmt_;
    if (loop.bound) --*loop.bound;
    return store_.append(stmt_.body, store_.make_code(store_.make_stmt(loop), rest_));
  }

  PoolId pool_with(CodeId code) {
    Pool pool = pool_;
    pool[static_cast<std::size_t>(entry_ - pool_.begin())].code = code;
    return store_.make_pool(std::move(pool));
  }

  void spawn() {
    Pool pool = pool_;
    PoolEntry& own = pool[static_cast<std::size_t>(entry_ - pool_.begin())];
    own.code = rest_;
    event_.spawned = store_.make_child(thread_, own.spawned++);
    pool.push_back({event_.spawned, stmt_.body, 0});
    event_.condition = store_.make_bool(true);
    outcomes_.push_back({event_, subst_, store_.make_pool(std::move(pool)), false});
  }

  ExprId instantiated(ExprId condition) { return apply(store_, subst_, condition); }

  // `condition`, which has a value where `defined_` holds, leads to `code`.
  void add(ExprId condition, CodeId code, SubstId subst) {
    const ExprId yes = store_.make_bool(true);
    if (defined_ != yes) {
      condition = condition == yes ? defined_ : store_.make_and(defined_, condition);
    }
    event_.condition = instantiated(condition);
    outcomes_.push_back({event_, subst, pool_with(code), false});
  }

  void add_failures() {
    const ExprId yes = store_.make_bool(true);
    ExprId wrong;
    if (stmt_.kind == StmtKind::Assert) {
      const ExprId good = defined_ == yes ? stmt_.value : store_.make_and(defined_, stmt_.value);
      wrong = store_.make_not(good);
    } else if (defined_ != yes) {
      wrong = store_.make_not(defined_);
    } else {
      return;
    }
    event_.condition = instantiated(wrong);
    event_.writes.clear();
    outcomes_.push_back({event_, subst_, store_.empty_pool(), true});
  }

  Store& store_;
  SubstId subst_;
  Pool pool_;
  ThreadId thread_;
  Pool::const_iterator entry_;
  Stmt stmt_;
  CodeId rest_;
  ExprId defined_;
  Event event_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

std::vector<Outcome> step(Store& store, SubstId subst, PoolId pool, ThreadId thread) {
  return Stepper(store, subst, pool, thread).run();
}

}  // namespace dl
