// Threads that have ended are left out. The others are put in an order by what they do,
// leaving aside which objects they use; then objects are numbered as they are found from
// the globals and the threads in that order. Two states with the same fingerprint have
// such numberings under which they are the same; a state may have several (threads that
// tie), of which one is taken, so that not all states that behave alike are recognised.
//
// What is left out because it cannot matter later: locals that are not live, objects
// that nobody can reach (unless they are inputs), the numbers of threads, and the path to the
// state.
#include "engine/symex/fingerprint.h"

#include <algorithm>
#include <unordered_map>

namespace symex {

namespace {

constexpr std::uint64_t kNobody = ~std::uint64_t{0};
constexpr std::uint64_t kKnownAtFork = kNobody - 1;
constexpr std::uint64_t kResolved = kNobody - 2;

class Fingerprinter {
 public:
  Fingerprinter(const ProgramTables& tables, const Options& options, const State& state)
      : tables_(tables),
        options_(options),
        state_(state),
        places_(state.threads.size(), kNobody),
        objects_(state.heap->size(), kNobody) {}

  por::Hash write() {
    order_threads();
    for (Value v : *state_.globals) value(v);
    for (std::uint32_t t : order_) thread(t);
    put(state_.entry_returned ? 1 : 0);
    put(state_.is_over ? 1 : 0);
    for (const CopyOnWrite<Thread>& t : state_.threads) {
      if (t->has_ended() && t->exception) put(1 + static_cast<std::uint64_t>(t->exception->kind));
    }
    // An exception elsewhere is judged by what the entry has left.
    if (state_.entry_returned) {
      for (Value v : *state_.entry_locals) value(v);
    }
    // An input that is still open may turn out to be any other input.
    for (std::size_t i = 0; i < state_.heap->size() && !state_.symbols->empty(); ++i) {
      if (state_.object(ObjectId(i)).is_input) value(Value::object(ObjectId(i)));
    }
    for (std::size_t i = 0; i < found_.size(); ++i) object(found_[i]);
    for (std::size_t i = 0; i < symbols_.size(); ++i) symbol(symbols_[i]);
    std::vector<term::Term> condition = state_.condition;
    std::sort(condition.begin(), condition.end());
    condition.erase(std::unique(condition.begin(), condition.end()), condition.end());
    for (term::Term t : condition) put(t.index());
    return hash_;
  }

 private:
  void put(std::uint64_t v) { hash_.mix(v); }

  void order_threads() {
    std::vector<por::Hash> keys(state_.threads.size());
    for (std::uint32_t t = 0; t < state_.threads.size(); ++t) {
      if (state_.thread(t).has_ended()) continue;
      order_.push_back(t);
      keys[t] = key(t);
    }
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    for (std::size_t i = 0; i < order_.size(); ++i) places_[order_[i]] = i;
  }

  // What the thread does, whatever objects it does it with.
  por::Hash key(std::uint32_t t) const {
    const Thread& thread = state_.thread(t);
    por::Hash result;
    result.mix(t == 0 ? 1 : 0);
    thread.frames.all_of([&](const Frame& f) {
      result.mix(f.proc.index());
      result.mix(f.at.index());
      for_live(f, [&](Value v) { result.mix(v.is_data() ? v.term().index() : 0); });
      return true;
    });
    if (thread.wait.is_for_lock()) {
      const Lock* l = state_.find_lock(thread.wait.object);
      result.mix(l ? static_cast<std::uint64_t>(l->holder) : 0);
    }
    return result;
  }

  template <class Visit>
  void for_live(const Frame& f, Visit visit) const {
    const ir::Location& at = tables_.proc(f.proc).location(f.at);
    if (!at.live) {
      for (Value v : f.locals) visit(v);
      return;
    }
    for (ir::LocalId id : *at.live) visit(f.locals[id.index()]);
  }

  // The closest ancestor that is still there: who may be waiting for the thread.
  std::uint64_t ancestor(std::uint32_t t) const {
    while (t != 0) {
      t = state_.thread(t).parent;
      if (places_[t] != kNobody || options_.semantics.join == ir::JoinMode::Children)
        return places_[t];
    }
    return kNobody;
  }

  void thread(std::uint32_t t) {
    const Thread& self = state_.thread(t);
    put((t == 0 ? 1 : 0) + (self.is_daemon ? 2 : 0));
    put(ancestor(t));
    put(static_cast<std::uint64_t>(self.status));
    put(self.chosen ? self.chosen.index() : kNobody);
    put(self.exception ? 1 + static_cast<std::uint64_t>(self.exception->kind) : 0);
    if (self.exception) value(self.exception->object);
    ancestry(self);
    put(self.frames.size());
    self.frames.all_of([&](const Frame& f) {
      frame(self, f);
      return true;
    });
  }

  // Of what led to the thread, only how often it may come back counts, as for frames.
  void ancestry(const Thread& self) {
    for (const Activation& a : *self.ancestry) {
      if (a.recursion == 0 && self.decisions == a.decisions) continue;
      put(a.proc.index());
      put(a.recursion);
      put(self.decisions > a.decisions ? 1 : 0);
    }
  }

  void frame(const Thread& self, const Frame& f) {
    put(f.proc.index());
    put(f.at.index());
    put(f.call ? f.call.index() : kNobody);
    for_live(f, [&](Value v) { value(v); });
    value(f.result);
    put(f.recursion);
    put(self.decisions > f.decisions ? 1 : 0);
    for (const LoopCount& l : f.loops) {
      bool is_cut = l.cut != LoopCount::Cut::No;
      if (l.iterations == 0 && self.decisions == l.decisions && !is_cut) continue;
      put(l.head.index());
      put(l.iterations);
      put(static_cast<std::uint64_t>(l.cut));
      put(self.decisions > l.decisions ? 1 : 0);
    }
  }

  void value(Value v) {
    if (v.is_symbol() && state_.symbol(v.symbol()).status == Symbol::Status::Resolved) {
      const Symbol& s = state_.symbol(v.symbol());
      put(s.is_known_at_fork ? kKnownAtFork : kResolved);
      v = s.value;
    }
    std::uint64_t number_in_kind = 0;
    if (v.is_data()) number_in_kind = v.term().index();
    if (v.is_object()) number_in_kind = number_of(v.object());
    if (v.is_symbol()) number_in_kind = number(symbol_numbers_, symbols_, v.symbol());
    // One number for both: there are fewer kinds than 8.
    put(8 * number_in_kind + static_cast<std::uint64_t>(v.kind()));
    if (v.is_thread()) running_or_ended(v.thread());
  }

  // Those that have ended are told apart by their numbers only, in the order of their discovery.
  void running_or_ended(std::uint32_t t) {
    put(places_[t]);
    if (places_[t] == kNobody) put(ended_.try_emplace(t, ended_.size()).first->second);
  }

  std::uint64_t number_of(ObjectId id) {
    std::uint64_t& number = objects_[id.index()];
    if (number == kNobody) {
      number = found_.size();
      found_.push_back(id);
    }
    return number;
  }

  template <class Id>
  static std::uint64_t number(std::unordered_map<std::uint32_t, std::uint64_t>& numbers,
                              std::vector<Id>& found, Id id) {
    auto [entry, is_new] = numbers.try_emplace(id.index(), found.size());
    if (is_new) found.push_back(id);
    return entry->second;
  }

  void object(ObjectId id) {
    const Object& o = state_.object(id);
    put(o.array ? o.array.index() : kNobody);
    for (ir::ClassId c : o.classes) put(c.index());
    put((o.is_input ? 1 : 0) + (o.has_size ? 2 : 0) + (o.is_known_at_fork ? 4 : 0));
    put(o.slots.size());
    for (Value v : o.slots) value(v);
    const Lock* l = state_.find_lock(id);
    if (!l || (l->is_free() && l->waiting.empty() && l->notified.empty())) return put(0);
    put(1 + static_cast<std::uint64_t>(l->holder));
    put(l->is_free() ? kNobody : places_[l->owner]);
    put(l->depth);
    waiters(l->waiting);
    waiters(l->notified);
  }

  void waiters(const std::vector<Lock::Waiter>& all) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> places;
    for (const Lock::Waiter& w : all) places.emplace_back(places_[w.thread], w.depth);
    std::sort(places.begin(), places.end());
    put(places.size());
    for (const auto& [place, depth] : places) {
      put(place);
      put(depth);
    }
  }

  // Nothing is known of it but that it is a different input from others.
  void symbol(SymbolId id) {
    const Symbol& s = state_.symbol(id);
    put(id.index());
    put(static_cast<std::uint64_t>(s.status));
  }

  const ProgramTables& tables_;
  const Options& options_;
  const State& state_;
  std::vector<std::uint32_t> order_;    // the threads that have not ended
  std::vector<std::uint64_t> places_;   // in `order_`, by thread
  std::vector<std::uint64_t> objects_;  // the numbers of those that were found; kNobody: not yet
  std::unordered_map<std::uint32_t, std::uint64_t> symbol_numbers_;
  std::unordered_map<std::uint32_t, std::uint64_t> ended_;  // threads that variables hold
  std::vector<ObjectId> found_;
  std::vector<SymbolId> symbols_;
  por::Hash hash_;
};

}  // namespace

por::Hash fingerprint(const ProgramTables& tables, const Options& options, const State& state) {
  return Fingerprinter(tables, options, state).write();
}

}  // namespace symex
