// Locks. A lock has an owner, which is `free`, `semaphore` or a thread, and, if it is
// re-entrant, a depth; threads that wait on it have a state of their own per lock.
#include <fmt/format.h>

#include <algorithm>

#include "engine/nusmv/smv_step.h"

namespace nusmv {

std::vector<SmvStep::LockCase> SmvStep::lock_cases(const SmvValue& object,
                                                   const ir::LockPlace& place) const {
  if (place.global) return {{"TRUE", layout_.globals[place.global.index()].index}};
  std::vector<LockCase> result;
  for (std::size_t target : object.domain.targets) {
    const SmvObject& o = layout_.objects[target];
    std::string is_it = smv_equal(object.text, o.name);
    if (!place.field) {
      result.push_back({is_it, o.lock});
      continue;
    }
    auto at = std::find(o.fields.begin(), o.fields.end(), place.field);
    if (at == o.fields.end()) continue;
    result.push_back({is_it, o.cells[static_cast<std::size_t>(at - o.fields.begin())].index});
  }
  return result;
}

std::vector<SmvStep::LockCase> SmvStep::checked_locks(const ir::LockPlace& place) {
  if (place.global) return lock_cases({}, place);
  SmvValue object = share(checked(place.object), "locked");
  fail_error(null_test(object));
  return lock_cases(object, place);
}

// When the first action has to wait; `undefined`: when nobody can tell, which counts as
// being able to move, since the step then fails.
std::string SmvStep::blocked(const ir::Action& first, std::string& undefined) {
  const std::string& me = layout_.threads[self_].name;
  if (std::holds_alternative<ir::Join>(first)) {
    std::vector<std::string> running;
    for (const SmvThread& slot : layout_.threads) {
      if (slot.under.empty() || slot.under[self_] == kNoVar) continue;
      std::string pc = read(slot.pc).text;
      running.push_back(
          smv_and(read(slot.under[self_]).text, smv_not(smv_equal(pc, layout_.ended))));
    }
    return smv_or(running);
  }
  if (const auto* a = std::get_if<ir::JoinThread>(&first)) {
    Result thread = eval(a->thread);
    undefined = smv_or(thread.undefined, null_test(thread.value));
    return smv_not(ended(share(thread.value, "thread")));
  }
  const ir::LockPlace* place = nullptr;
  const auto* unwait = std::get_if<ir::Unwait>(&first);
  if (const auto* a = std::get_if<ir::Enter>(&first)) place = &a->lock;
  if (const auto* a = std::get_if<ir::Acquire>(&first)) place = &a->lock;
  if (unwait) place = &unwait->lock;
  if (!place) return "FALSE";
  std::vector<LockCase> cases;
  if (place->global) {
    cases = lock_cases({}, *place);
  } else {
    Result object = eval(place->object);
    undefined = smv_or(object.undefined, null_test(object.value));
    cases = lock_cases(share(object.value, "locked"), *place);
  }
  std::vector<std::string> stops;
  for (const LockCase& c : cases) {
    const SmvLock& lock = layout_.locks[c.lock];
    std::string owner = read(lock.owner).text;
    std::string taken = smv_not(smv_equal(owner, layout_.free));
    if (std::holds_alternative<ir::Enter>(first)) {
      taken = smv_and(taken, smv_not(smv_equal(owner, me)));
    }
    if (unwait) {
      if (lock.waits[self_] == kNoVar) continue;
      std::string state = read(lock.waits[self_]).text;
      std::string needs_lock = smv_equal(state, layout_.notified);
      if (unwait->may_give_up) needs_lock = smv_not(smv_equal(state, layout_.no));
      taken = smv_and(needs_lock, taken);
      if (!unwait->may_give_up) taken = smv_or(smv_equal(state, layout_.waiting), taken);
    }
    stops.push_back(smv_and(c.condition, taken));
  }
  return smv_or(stops);
}

void SmvStep::operator()(const ir::Enter& a) {
  const std::string& me = layout_.threads[self_].name;
  for (const LockCase& c : checked_locks(a.lock)) {
    const SmvLock& lock = layout_.locks[c.lock];
    std::string mine = smv_equal(share(read(lock.owner), "owner").text, me);
    if (!lock.reentrant) {
      fail_error(smv_and(c.condition, mine));
    } else {
      SmvValue depth = share(read(lock.depth), "depth");
      std::string deepest = fmt::format("({} >= {})", depth.text, layout_.options().lock_depth);
      fail_limit(smv_and(c.condition, deepest), "lock-depth");
      write_if(c.condition, lock.depth, fmt::format("({} + 1)", depth.text));
    }
    write_if(c.condition, lock.owner, me);
  }
}

// Fails unless this thread owns the monitor.
std::string SmvStep::require_owner(const ir::LockPlace& place, std::vector<LockCase>& cases) {
  const std::string& me = layout_.threads[self_].name;
  cases = checked_locks(place);
  std::vector<std::string> owned;
  for (const LockCase& c : cases) {
    owned.push_back(smv_and(c.condition, smv_equal(read(layout_.locks[c.lock].owner).text, me)));
  }
  std::string any = smv_or(owned);
  fail_error(smv_not(any));
  return any;
}

void SmvStep::operator()(const ir::Exit& a) {
  std::vector<LockCase> cases;
  require_owner(a.lock, cases);
  for (const LockCase& c : cases) {
    const SmvLock& lock = layout_.locks[c.lock];
    std::string last = c.condition;
    if (lock.reentrant) {
      SmvValue depth = share(read(lock.depth), "depth");
      last = smv_and(last, fmt::format("({} <= 1)", depth.text));
      // Without the owner's claim the depth may be 0; it must not become negative.
      std::string less =
          smv_case({{smv_equal(depth.text, "0"), "0"}}, fmt::format("({} - 1)", depth.text));
      write_if(c.condition, lock.depth, less);
    }
    write_if(last, lock.owner, layout_.free);
  }
}

void SmvStep::operator()(const ir::Acquire& a) {
  for (const LockCase& c : checked_locks(a.lock)) {
    write_if(c.condition, layout_.locks[c.lock].owner, layout_.semaphore);
  }
}

void SmvStep::operator()(const ir::Release& a) {
  std::vector<LockCase> cases = checked_locks(a.lock);
  std::vector<std::string> held;
  for (const LockCase& c : cases) {
    std::string owner = read(layout_.locks[c.lock].owner).text;
    held.push_back(smv_and(c.condition, smv_equal(owner, layout_.semaphore)));
  }
  fail_error(smv_not(smv_or(held)));
  for (const LockCase& c : cases) {
    write_if(c.condition, layout_.locks[c.lock].owner, layout_.free);
  }
}

void SmvStep::operator()(const ir::Wait& a) {
  std::vector<LockCase> cases;
  require_owner(a.lock, cases);
  for (const LockCase& c : cases) {
    const SmvLock& lock = layout_.locks[c.lock];
    if (lock.reentrant) {
      write_if(c.condition, lock.wait_depth[self_], read(lock.depth).text);
      write_if(c.condition, lock.depth, "0");
    }
    write_if(c.condition, lock.waits[self_], layout_.waiting);
    write_if(c.condition, lock.owner, layout_.free);
  }
}

void SmvStep::operator()(const ir::Unwait& a) {
  std::vector<LockCase> cases = checked_locks(a.lock);
  std::vector<std::string> back;
  for (const LockCase& c : cases) {
    std::size_t state = layout_.locks[c.lock].waits[self_];
    if (state == kNoVar) continue;
    std::string may = a.may_give_up ? smv_not(smv_equal(read(state).text, layout_.no))
                                    : smv_equal(read(state).text, layout_.notified);
    back.push_back(smv_and(c.condition, may));
  }
  fail_error(smv_not(smv_or(back)));
  for (const LockCase& c : cases) {
    const SmvLock& lock = layout_.locks[c.lock];
    if (lock.waits[self_] == kNoVar) continue;
    if (lock.reentrant) {
      write_if(c.condition, lock.depth, read(lock.wait_depth[self_]).text);
      write_if(c.condition, lock.wait_depth[self_], "0");
    }
    write_if(c.condition, lock.waits[self_], layout_.no);
    write_if(c.condition, lock.owner, layout_.threads[self_].name);
  }
}

// One of the threads that wait, by its number; nobody if none does.
void SmvStep::operator()(const ir::Notify& a) {
  std::vector<LockCase> cases;
  require_owner(a.lock, cases);
  std::vector<std::string> waits;
  for (std::size_t i = 0; i < layout_.threads.size(); ++i) {
    std::vector<std::string> here;
    for (const LockCase& c : cases) {
      std::size_t state = layout_.locks[c.lock].waits[i];
      if (state == kNoVar) continue;
      here.push_back(smv_and(c.condition, smv_equal(read(state).text, layout_.waiting)));
    }
    waits.push_back(share({smv_or(here), {}}, "waits").text);
  }
  std::string any = smv_or(waits);
  std::string choice = add_choice(any == "FALSE" ? 1 : waits.size(), "TRUE");
  if (any == "FALSE") return;
  std::vector<std::string> allowed;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    allowed.push_back(smv_and(smv_equal(choice, std::to_string(i)), waits[i]));
  }
  choices_.back().condition =
      smv_or(smv_or(allowed), smv_and(smv_not(any), smv_equal(choice, "0")));
  for (const LockCase& c : cases) {
    for (std::size_t i = 0; i < waits.size(); ++i) {
      std::size_t state = layout_.locks[c.lock].waits[i];
      if (state == kNoVar || waits[i] == "FALSE") continue;
      std::string woken = smv_and({c.condition, waits[i], smv_equal(choice, std::to_string(i))});
      write_if(woken, state, layout_.notified);
    }
  }
}

void SmvStep::operator()(const ir::NotifyAll& a) {
  std::vector<LockCase> cases;
  require_owner(a.lock, cases);
  for (const LockCase& c : cases) {
    for (std::size_t state : layout_.locks[c.lock].waits) {
      if (state == kNoVar) continue;
      std::string waits = smv_equal(share(read(state), "state").text, layout_.waiting);
      write_if(smv_and(c.condition, waits), state, layout_.notified);
    }
  }
}

void SmvStep::operator()(const ir::TestLock& a) {
  const std::string& me = layout_.threads[self_].name;
  std::vector<std::string> holds;
  for (const LockCase& c : checked_locks(a.lock)) {
    const SmvLock& lock = layout_.locks[c.lock];
    std::string owner = read(lock.owner).text;
    std::string free = smv_equal(owner, layout_.free);
    std::string mine = smv_equal(owner, me);
    std::string now;
    switch (a.test) {
      case ir::LockTest::Available: now = smv_or(free, mine); break;
      case ir::LockTest::HasLock: now = mine; break;
      case ir::LockTest::WasNotified:
        now = lock.waits[self_] == kNoVar
                  ? std::string("FALSE")
                  : smv_equal(read(lock.waits[self_]).text, layout_.notified);
        break;
      case ir::LockTest::Acquired: now = smv_equal(owner, layout_.semaphore); break;
    }
    holds.push_back(smv_and(c.condition, now));
  }
  set_local(a.target, {smv_or(holds), {}});
}

}  // namespace nusmv
