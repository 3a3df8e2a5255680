// Levels one after the other: the states at one distance from the initial state are expanded by all
// threads together, and their successors that are new are the next level. States are decoded from
// the store, so that what a state's successors are does not depend on the way to it.
//
// What comes out is what one thread would find that expands a level in a fixed order. While a level
// is made, the note of a new state is its key: the least pair of a position in the level and a
// number of a step that leads to it. The next level is sorted by keys. Numbers are counted by
// chunks of the level: if a state has something wrong with it, what was counted behind the first
// such state is dropped. Once its level is complete, the note of a state is the state from which it
// was met first.
//
// The cycle proviso: a reduced expansion is extended until a step leads to a state that comes
// later, in the next level or in this one. The last state of a cycle has no such step on the cycle.
// It is the proviso of Bosnacki and Holzmann, "Improving Spin's partial-order reduction for
// breadth-first search" (SPIN 2005): a successor counts if it is new or still in the queue. Which
// states of a level come later is fixed before it is expanded, so that the reduced graph does not
// depend on which thread is faster.
//
// Decoding gives objects and threads new places, so that a counterexample is found a second time:
// from the initial state, step by step, along the encodings that led to it.
#include "engine/mc/breadth_first.h"

#include <algorithm>

#include "base/check.h"
#include "engine/mc/depth_first.h"

namespace mc {

namespace {

// The note of a state that belongs to the level that is made: its key, a position and a step.
constexpr std::uint64_t kFresh = std::uint64_t{1} << 63;
constexpr std::uint32_t kStepBits = 31;
constexpr std::uint64_t kLastStep = (std::uint64_t{1} << kStepBits) - 1;

std::uint64_t key_of(std::uint64_t position, std::uint64_t step) {
  return kFresh | position << kStepBits | step;
}
std::uint32_t position_of(std::uint64_t key) {
  return static_cast<std::uint32_t>((key & ~kFresh) >> kStepBits);
}

// Later: its number among all states, in the order of levels and positions, and the state from
// which it was met first. A record has two cells at least, so that there are fewer than 2^31.
std::uint64_t note_of(std::uint64_t number, SharedStore::Id parent) {
  return number << 32 | parent;
}
std::uint64_t number_of(std::uint64_t note) { return note >> 32; }
SharedStore::Id parent_of(std::uint64_t note) { return static_cast<SharedStore::Id>(note); }

constexpr std::uint32_t kMostChunk = 64;  // states that a worker takes at a time

std::uint64_t least_store(std::uint32_t jobs) {
  return (std::uint64_t{4} << 20) + 2 * CellArena::kChunkBytes * jobs;
}

}  // namespace

struct alignas(64) BreadthFirst::Worker {
  Worker(Machine& m, SharedStore& store, std::uint32_t worker)
      : machine(m), user(store), number(worker) {}

  Machine& machine;
  SharedStore::User user;
  std::uint32_t number;
  Tally tally;  // of the chunk at work
  std::vector<Fresh> fresh;
  // Without states in the store: those of the level that is expanded and of the next one.
  std::vector<std::uint32_t> kept;
  std::vector<std::uint32_t> next_kept;
  std::optional<Wrong> wrong;
  // For the thread that looks at limits.
  std::atomic<std::uint64_t> steps{0};
  std::atomic<std::uint64_t> pending{0};
};

BreadthFirst::BreadthFirst(run::Run& run, const Model& model)
    : Search(run, model),
      store_(model.options.hash_compact, model.options.jobs,
             store_limit(run, least_store(model.options.jobs))),
      team_(model.options.jobs) {
  for (std::uint32_t i = 0; i < model.options.jobs; ++i) {
    if (i > 0) machines_.push_back(std::make_unique<Machine>(model));
    Machine& machine = i == 0 ? machine_ : *machines_.back();
    workers_.push_back(std::make_unique<Worker>(machine, store_, i));
  }
}

BreadthFirst::~BreadthFirst() = default;

// ---------------------------------------------------------------- numbers

std::uint64_t BreadthFirst::pending_bytes() const {
  std::uint64_t result = 0;
  for (const auto& worker : workers_) result += worker->pending.load(std::memory_order_relaxed);
  return result;
}

Stored BreadthFirst::stored() const {
  Stored result{.states = store_.size(), .bytes = store_.bytes(), .odds = store_.odds()};
  for (const auto& worker : workers_) result.states += worker->user.count();
  if (counted_) result.states = *counted_;
  if (is_working_) return result;
  result.fill = store_.fill();
  result.used_bytes = store_.used_bytes();
  for (const auto& worker : workers_) result.used_bytes -= worker->user.unused_bytes();
  return result;
}

Tally BreadthFirst::tally() const {
  Tally result = tally_;
  if (!is_working_) return result;
  for (const auto& worker : workers_) result.steps += worker->steps.load(std::memory_order_relaxed);
  return result;
}

// Breadth-first search does not see cycles: the other search is asked. It finds nothing else.
bool BreadthFirst::finds_cycle() {
  if (tally_.pruned == 0) return false;
  run::Limits limits = run_.limits();
  limits.since = run_.start();
  run::Run again(limits, run_.seed(), &run_);
  DepthFirst search(again, model_);
  search.run();
  return search.has_cycle();
}

// ---------------------------------------------------------------- levels

void BreadthFirst::explore() {
  begin();
  while (!level_.empty() && !is_stopped_) {
    max_depth_ = depth_;
    expand_level();
    conclude_level();
    if (!is_stopped_) next_level();
  }
}

// The first level: the machine's state.
void BreadthFirst::begin() {
  Worker& worker = *workers_[0];
  {
    Gate::Pass pass(store_.gate());
    meet(worker, 0, 0);
  }
  worker.user.settle();
  if (store_.is_full()) return stop_full();
  // What the machine did on the way to it counts.
  tally_.steps = machine_.steps_taken();
  tally_.checks = machine_.checks();
  level_.push_back({worker.fresh.front().id, 0, 0});
  store_.note(level_[0].id).store(note_of(0, 0), std::memory_order_relaxed);
  worker.fresh.clear();
  worker.kept.swap(worker.next_kept);
}

void BreadthFirst::expand_level() {
  auto count = static_cast<std::uint32_t>(level_.size());
  auto jobs = static_cast<std::uint32_t>(workers_.size());
  bool is_small = jobs == 1 || count < model_.options.alone;
  chunk_ = is_small ? kMostChunk : std::clamp(count / (jobs * 8), 1U, kMostChunk);
  tallies_.assign((count + chunk_ - 1) / chunk_, {});
  taken_.store(0, std::memory_order_relaxed);
  for (auto& worker : workers_) worker->steps.store(0, std::memory_order_relaxed);
  is_working_ = true;
  if (is_small) {
    work(*workers_[0]);
  } else {
    team_.run([&](std::uint32_t number) { work(*workers_[number]); },
              [&] {
                look_at_limits();
                if (is_stopped_) must_end_.store(true, std::memory_order_relaxed);
              });
  }
  is_working_ = false;
}

// What a worker does for a level.
void BreadthFirst::work(Worker& worker) {
  Machine& machine = worker.machine;
  auto count = static_cast<std::uint32_t>(level_.size());
  try {
    Gate::Pass pass(store_.gate());
    for (;;) {
      std::uint32_t chunk = taken_.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= tallies_.size()) break;
      std::uint32_t begin = chunk * chunk_;
      std::uint32_t end = begin + std::min(chunk_, count - begin);
      worker.tally = {};
      std::uint64_t steps = machine.steps_taken();
      std::uint64_t checks = machine.checks();
      std::uint32_t position = begin;
      while (position < end && !is_over(worker, position)) expand(worker, position++);
      worker.tally.steps = machine.steps_taken() - steps;
      worker.tally.checks = machine.checks() - checks;
      worker.steps.fetch_add(worker.tally.steps, std::memory_order_relaxed);
      worker.pending.store(growth_of(worker.fresh) + growth_of(worker.next_kept) +
                               machine.pending_bytes() +
                               worker.fresh.size() * (sizeof(Fresh) + sizeof(Pending)),
                           std::memory_order_relaxed);
      tallies_[chunk] = std::move(worker.tally);
      if (position < end) break;
    }
  } catch (...) {
    must_end_.store(true, std::memory_order_relaxed);
    throw;
  }
}

// Whether this state need not be expanded, nor any behind it. The first worker looks at the limits.
bool BreadthFirst::is_over(const Worker& worker, std::uint32_t position) {
  if (worker.number == 0 && must_stop()) must_end_.store(true, std::memory_order_relaxed);
  return must_end_.load(std::memory_order_relaxed) ||
         position > wrong_.load(std::memory_order_relaxed);
}

// The tallies of the level, up to the first state with something wrong.
void BreadthFirst::conclude_level() {
  std::uint32_t wrong = wrong_.load(std::memory_order_relaxed);
  for (auto& worker : workers_) worker->user.settle();
  std::size_t chunks = wrong == kNone ? tallies_.size() : wrong / chunk_ + 1;
  for (std::size_t i = 0; i < chunks; ++i) tally_.add(tallies_[i]);
  std::uint64_t fresh = 0;
  for (const auto& worker : workers_) fresh += worker->fresh.size();
  // What has been found is worth more than that a limit was reached.
  if (wrong == kNone) {
    tally_.pruned -= fresh;
    if (!is_stopped_ && store_.is_full()) stop_full();
    return;
  }
  std::uint64_t dropped = count_behind(wrong);
  tally_.pruned -= fresh - dropped;
  counted_ = store_.size() - dropped;
  for (const auto& worker : workers_) {
    if (worker->wrong && worker->wrong->position == wrong) return report(*worker->wrong);
  }
  UNREACHABLE("a state with something wrong that nobody found");
}

// The fresh states that only states behind this one lead to.
std::uint64_t BreadthFirst::count_behind(std::uint32_t position) const {
  std::uint64_t result = 0;
  for (const auto& worker : workers_) {
    for (const Fresh& fresh : worker->fresh) {
      result += position_of(store_.note(fresh.id).load(std::memory_order_relaxed)) > position;
    }
  }
  return result;
}

void BreadthFirst::report(const Wrong& wrong) {
  std::vector<Step> path = path_to(wrong);
  Failure failure{.kind = verdict::ViolationKind::Deadlock, .what = "deadlock"};
  if (wrong.kind) failure = machine_.failure();
  report_violation(std::move(failure), std::move(path));
}

// ---------------------------------------------------------------- states

void BreadthFirst::load(Worker& worker, std::uint32_t position) {
  const Pending& state = level_[position];
  if (model_.options.hash_compact) {
    worker.machine.decode(std::span(workers_[state.owner]->kept).subspan(state.words));
  } else {
    worker.machine.decode(worker.user.load(state.id));
  }
  worker.machine.path().clear();
}

// Random, but always the same for a state.
std::uint32_t BreadthFirst::first_thread(Machine& machine) const {
  if (!model_.options.random_order) return 0;
  std::uint64_t hash = hash_of(machine.encode()) ^ (run_.seed() * 2 + 1);
  hash *= 0x9e3779b97f4a7c15ULL;
  return static_cast<std::uint32_t>(hash >> 33);
}

// The machine is in a state that is not to be expanded. Whether anything is cut shows when a step
// is possible.
bool BreadthFirst::is_beyond_depth(Worker& worker) {
  if (!model_.options.depth || depth_ < *model_.options.depth) return false;
  Expansion probe = worker.machine.expand(0, true);
  if (!worker.machine.advance(probe)) return false;
  worker.tally.note_depth();
  return true;
}

void BreadthFirst::expand(Worker& worker, std::uint32_t position) {
  Machine& machine = worker.machine;
  load(worker, position);
  if (is_beyond_depth(worker)) return;
  Expansion expansion = machine.expand(first_thread(machine));
  Machine::Mark here = machine.mark();
  expansion.needs_progress = true;
  for (std::uint64_t step = 0;; ++step) {
    machine.undo(here);
    machine.path().clear();
    if (!machine.advance(expansion)) break;
    if (machine.effect() == Effect::Violated) {
      return note_wrong(worker, {position, machine.failure().kind});
    }
    if (machine.effect() != Effect::Moved) {
      worker.tally.note_end(machine);
      continue;
    }
    if (meet(worker, position, std::min(step, kLastStep))) expansion.progresses();
    if (store_.is_full()) must_end_.store(true, std::memory_order_relaxed);
    if (is_over(worker, position)) return;
  }
  if (expansion.moved > 0) return;
  ++worker.tally.paths;
  if (machine.is_deadlock()) note_wrong(worker, {position, std::nullopt});
}

void BreadthFirst::note_wrong(Worker& worker, Wrong wrong) {
  worker.wrong = wrong;
  std::uint32_t first = wrong_.load(std::memory_order_relaxed);
  while (wrong.position < first &&
         !wrong_.compare_exchange_weak(first, wrong.position, std::memory_order_relaxed)) {
  }
}

// The machine is in a successor of this state. Whether that comes later.
bool BreadthFirst::meet(Worker& worker, std::uint32_t position, std::uint64_t step) {
  auto words = worker.machine.encode();
  std::uint64_t key = key_of(position, step);
  auto found = worker.user.insert(words, key);
  if (found.id == 0) return false;
  ++worker.tally.pruned;  // the first step to a state is taken away when the level is complete
  if (!found.is_new) {
    auto note = store_.note(found.id);
    std::uint64_t known = note.load(std::memory_order_relaxed);
    if ((known & kFresh) == 0) return number_of(known) > first_number_ + position;
    while (key < known && !note.compare_exchange_weak(known, key, std::memory_order_relaxed)) {
    }
    return true;
  }
  Fresh fresh{.id = found.id, .owner = worker.number};
  if (model_.options.hash_compact) {
    if (worker.next_kept.size() > kNone - words.size()) store_.close();
    fresh.words = static_cast<std::uint32_t>(worker.next_kept.size());
    worker.next_kept.insert(worker.next_kept.end(), words.begin(), words.end());
  }
  worker.fresh.push_back(fresh);
  return true;
}

// ---------------------------------------------------------------- the next level

// Makes the fresh states the level: each worker sorts its own, then each puts together those that a
// part of the level leads to.
void BreadthFirst::next_level() {
  std::size_t count = 0;
  for (const auto& worker : workers_) count += worker->fresh.size();
  next_.resize(count);
  auto jobs = static_cast<std::uint32_t>(workers_.size());
  if (jobs == 1 || count < std::size_t{model_.options.alone} * 4) {
    for (auto& worker : workers_) sort(*worker);
    merge(0, 1);
  } else {
    auto idle = [&] { look_at_limits(); };
    team_.run([&](std::uint32_t number) { sort(*workers_[number]); }, idle);
    team_.run([&](std::uint32_t number) { merge(number, jobs); }, idle);
  }
  first_number_ += level_.size();
  level_.swap(next_);
  ++depth_;
  for (auto& worker : workers_) {
    worker->fresh.clear();
    worker->kept.swap(worker->next_kept);
    worker->next_kept.clear();
  }
}

// By keys, which are final now. Those of one worker alone are in order already.
void BreadthFirst::sort(Worker& worker) {
  for (Fresh& fresh : worker.fresh) {
    fresh.key = store_.note(fresh.id).load(std::memory_order_relaxed);
  }
  auto earlier = [](const Fresh& a, const Fresh& b) { return a.key < b.key; };
  bool is_sorted = std::is_sorted(worker.fresh.begin(), worker.fresh.end(), earlier);
  if (!is_sorted) std::sort(worker.fresh.begin(), worker.fresh.end(), earlier);
}

// A fresh state gets its place in the next level.
void BreadthFirst::place(const Fresh& fresh, std::size_t position) {
  next_[position] = {fresh.id, fresh.words, fresh.owner};
  std::uint64_t number = first_number_ + level_.size() + position;
  SharedStore::Id parent = level_[position_of(fresh.key)].id;
  store_.note(fresh.id).store(note_of(number, parent), std::memory_order_relaxed);
}

// Those that a part of the states of the level leads to.
void BreadthFirst::merge(std::uint32_t part, std::uint32_t parts) {
  if (workers_.size() == 1) {
    const auto& all = workers_[0]->fresh;
    for (std::size_t i = 0; i < all.size(); ++i) place(all[i], i);
    return;
  }
  auto border = [&](std::uint64_t number) { return key_of(level_.size() * number / parts, 0); };
  auto before = [](const Fresh& fresh, std::uint64_t key) { return fresh.key < key; };
  std::vector<Fresh> own;
  std::vector<std::size_t> runs{0};
  std::size_t position = 0;
  for (const auto& worker : workers_) {
    const auto& all = worker->fresh;
    auto from = std::lower_bound(all.begin(), all.end(), border(part), before);
    auto to = std::lower_bound(from, all.end(), border(part + 1), before);
    position += static_cast<std::size_t>(from - all.begin());
    own.insert(own.end(), from, to);
    runs.push_back(own.size());
  }
  auto at = [&](std::size_t i) { return own.begin() + static_cast<std::ptrdiff_t>(i); };
  auto earlier = [](const Fresh& a, const Fresh& b) { return a.key < b.key; };
  for (std::size_t width = 1; width + 1 < runs.size(); width *= 2) {
    for (std::size_t i = 0; i + width + 1 < runs.size(); i += 2 * width) {
      std::size_t end = std::min(i + 2 * width, runs.size() - 1);
      std::inplace_merge(at(runs[i]), at(runs[i + width]), at(runs[end]), earlier);
    }
  }
  for (const Fresh& fresh : own) place(fresh, position++);
}

// ---------------------------------------------------------------- counterexamples

// Two machines are in states that differ in the places of objects and threads alone: the search's
// own comes from the initial state, the other one decodes what it has encoded, as the search did.
class BreadthFirst::Replay {
 public:
  Replay(Machine& machine, SharedStore::User& user)
      : machine_(machine), decoded_(machine.model()), user_(user) {
    machine_.reset();
    auto words = machine_.encode();
    words_.assign(words.begin(), words.end());
    go_on(machine_.shown_threads());
  }

  // Takes a step whose successor is the state with this id.
  bool go_to(SharedStore::Id id) {
    Expansion expansion = decoded_.expand(0, true);
    Machine::Mark here = decoded_.mark();
    while (decoded_.advance(expansion)) {
      if (decoded_.effect() == Effect::Moved) {
        auto words = decoded_.encode();
        words_.assign(words.begin(), words.end());
        if (user_.find(words_) == id && follow()) return true;
      }
      decoded_.undo(here);
      decoded_.path().clear();
    }
    return false;
  }

 private:
  // Both are in the state `words_`, these threads in the order in which it has them.
  void go_on(std::vector<std::uint32_t> threads) {
    threads_ = std::move(threads);
    decoded_.decode(words_);
    decoded_.path().clear();
  }

  // The other machine has taken a step: this one takes the same. Which choice is the same shows in
  // what comes of it.
  bool follow() {
    Step step = decoded_.path().front();
    Expansion expansion = machine_.expand(0, true);
    Machine::Mark here = machine_.mark();
    std::size_t length = machine_.path().size();
    while (machine_.advance(expansion)) {
      const Step& own = machine_.path()[length];
      bool is_candidate = machine_.effect() == Effect::Moved &&
                          own.thread == threads_[step.thread] && own.transition == step.transition;
      if (is_candidate && is_same()) return true;
      machine_.undo(here);
      machine_.path().resize(length);
    }
    return false;
  }

  bool is_same() {
    const auto& theirs = decoded_.newborn_threads();
    const auto& own = machine_.newborn_threads();
    if (theirs.size() != own.size()) return false;
    std::vector<std::uint32_t> threads = threads_;
    threads.resize(std::max<std::size_t>(threads.size(), decoded_.thread_count()));
    for (std::size_t i = 0; i < own.size(); ++i) threads[theirs[i]] = own[i];
    std::vector<std::uint32_t> order;
    for (std::uint32_t thread : decoded_.shown_threads()) order.push_back(threads[thread]);
    auto words = machine_.encode_as(order);
    if (!std::equal(words.begin(), words.end(), words_.begin(), words_.end())) return false;
    go_on(std::move(order));
    return true;
  }

  Machine& machine_;
  Machine decoded_;
  SharedStore::User& user_;
  std::vector<std::uint32_t> words_;    // of the state of the other machine, or its successor
  std::vector<std::uint32_t> threads_;  // by threads of the other machine
};

bool BreadthFirst::replay_violation(verdict::ViolationKind kind) {
  Expansion expansion = machine_.expand(0, true);
  Machine::Mark here = machine_.mark();
  std::size_t length = machine_.path().size();
  while (machine_.advance(expansion)) {
    if (machine_.effect() == Effect::Violated && machine_.failure().kind == kind) return true;
    machine_.undo(here);
    machine_.path().resize(length);
  }
  return false;
}

// The steps to the state, and to what is wrong with one of its steps.
std::vector<Step> BreadthFirst::path_to(const Wrong& wrong) {
  std::vector<SharedStore::Id> ids;
  SharedStore::Id id = level_[wrong.position].id;
  while (id != 0) {
    ids.push_back(id);
    id = parent_of(store_.note(id).load(std::memory_order_relaxed));
  }
  Replay replay(machine_, workers_[0]->user);
  for (std::size_t i = ids.size() - 1; i-- > 0;) {
    CHECK(replay.go_to(ids[i]), "a state of a counterexample is not met again");
  }
  if (wrong.kind) {
    CHECK(replay_violation(*wrong.kind), "the violation of a counterexample is not met again");
  }
  return machine_.path();
}

}  // namespace mc
