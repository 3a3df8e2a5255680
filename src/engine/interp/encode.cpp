#include "engine/interp/encode.h"

#include <bit>
#include <cstring>

#include "base/check.h"
#include "engine/interp/times.h"

namespace interp {

namespace {

// Every item begins with a tag and has a length that the bytes before it tell, so
// that no two different states have the same bytes.
class Encoder {
 public:
  Encoder(const Model& model, const State& state)
      : model_(model), state_(state), canonical_(state.heap.size(), kUnknown) {}

  std::string encode() {
    number(static_cast<std::uint64_t>(state_.outcome));
    text(state_.reason);
    values(state_.globals);
    for (std::int64_t count : state_.allocated) number(static_cast<std::uint64_t>(count));
    number(state_.threads.size());
    for (const Thread& thread : state_.threads) encode_thread(thread);
    for (ObjectId id : state_.inputs) value(id);
    optional_values(state_.entry_locals);
    number(state_.result.has_value());
    if (state_.result) value(*state_.result);
    // Whether an unreachable object exists matters only if the program can ask.
    if (model_.observes_instances()) {
      for (std::size_t i = 0; i < state_.heap.size(); ++i) value(ObjectId(i));
    }
    for (std::size_t next = 0; next < order_.size(); ++next) {
      encode_object(state_.object(order_[next]));
    }
    encode_locks();
    if (state_.order.has_started()) encode_order();
    return std::move(out_);
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffffU;

  void number(std::uint64_t n) {
    // Seven bits per byte, the last byte without the high bit.
    for (; n >= 0x80; n >>= 7) out_.push_back(static_cast<char>(n | 0x80));
    out_.push_back(static_cast<char>(n));
  }
  void text(const std::string& s) {
    number(s.size());
    out_ += s;
  }
  void bits(std::uint64_t n) {
    char bytes[sizeof n];
    std::memcpy(bytes, &n, sizeof n);
    out_.append(bytes, sizeof n);
  }

  void value(const Value& v) {
    number(v.index());
    std::visit(ir::Match{
                   [](ir::NullValue) {},
                   [&](bool x) { number(x); },
                   [&](const base::Integer& x) { integer(x); },
                   [&](double x) { bits(std::bit_cast<std::uint64_t>(x)); },
                   [&](char32_t x) { number(x); },
                   [&](const std::string& x) { text(x); },
                   [&](ObjectId x) { number(canonical(x)); },
                   [&](ThreadId x) { number(x.index()); },
               },
               v);
  }
  // Numbers that fit a word need not be written in decimal.
  void integer(const base::Integer& x) {
    std::optional<std::int64_t> word = x.to_int64();
    number(word.has_value());
    if (word) {
      // Zigzag: small magnitudes of either sign become short.
      auto doubled = static_cast<std::uint64_t>(*word) << 1;
      number(*word < 0 ? ~doubled : doubled);
    } else {
      text(x.to_string());
    }
  }
  void values(const std::vector<Value>& all) {
    number(all.size());
    for (const Value& v : all) value(v);
  }
  void optional_values(const std::optional<std::vector<Value>>& all) {
    number(all.has_value());
    if (all) values(*all);
  }

  std::uint32_t canonical(ObjectId id) {
    std::uint32_t& known = canonical_[id.index()];
    if (known == kUnknown) {
      known = static_cast<std::uint32_t>(order_.size());
      order_.push_back(id);
    }
    return known;
  }

  void encode_thread(const Thread& thread) {
    number(thread.parent.index());
    number(thread.is_daemon);
    number(thread.exception.has_value());
    if (thread.exception) {
      number(static_cast<std::uint64_t>(thread.exception->kind));
      text(thread.exception->message);
      value(thread.exception->object);
    }
    number(thread.frames.size());
    for (const Frame& frame : thread.frames) {
      number(frame.proc.index());
      number(frame.at.index());
      number(frame.call.index());
      values(frame.locals);
      number(frame.result.has_value());
      if (frame.result) value(*frame.result);
    }
  }

  void encode_object(const Object& object) {
    number(object.cls.index());
    number(object.array.index());
    values(object.slots);
  }

  void encode_waiters(const std::map<ThreadId, std::uint32_t>& waiters) {
    number(waiters.size());
    for (auto [thread, depth] : waiters) {
      number(thread.index());
      number(depth);
    }
  }

  // A place by the canonical number of its object; absent if no one can name it.
  using PlaceKey = std::tuple<PlaceKind, std::uint32_t, ir::FieldId, ir::GlobalId, std::uint64_t>;
  std::optional<PlaceKey> place_key(const Place& place) const {
    std::uint32_t object = place.object ? canonical_[place.object.index()] : kUnknown;
    if (place.object && object == kUnknown) return std::nullopt;
    return PlaceKey{place.kind, object, place.field, place.global, place.index};
  }
  void encode_place(const PlaceKey& key) {
    number(static_cast<std::uint64_t>(std::get<0>(key)));
    number(std::get<1>(key));
    number(std::get<2>(key).index());
    number(std::get<3>(key).index());
    number(std::get<4>(key));
  }

  // Which of the past accesses may still race with which thread; see times.h.
  void encode_order() {
    const HappensBefore& order = state_.order;
    RelevantTimes times(state_, [this](const Place& p) { return place_key(p).has_value(); });
    auto encode_clock = [&](const Clock& clock) {
      for (std::size_t i = 0; i < order.count(); ++i) {
        number(times.rank(ThreadId(i), at(clock, ThreadId(i))));
      }
    };
    for (std::size_t t = 0; t < order.count(); ++t) encode_clock(order.thread(ThreadId(t)));
    std::map<PlaceKey, const History*> histories;
    for (const auto& [place, history] : order.places()) {
      auto key = place_key(place);
      bool matters = times.matters(history->written) || times.matters(history->released) ||
                     !times.open(*history).empty();
      if (key && matters) histories[*key] = &*history;
    }
    number(histories.size());
    for (const auto& [key, history] : histories) {
      encode_place(key);
      for (const Clock* clock : {&history->written, &history->released}) {
        number(times.matters(*clock));
        if (times.matters(*clock)) encode_clock(*clock);
      }
      std::vector<PastAccess> open = times.open(*history);
      number(open.size());
      for (const PastAccess& access : open) {
        number(static_cast<std::uint64_t>(access.kind) * 2 + (access.is_atomic ? 1 : 0));
        number(access.thread.index());
        number(times.rank(access.thread, access.time));
      }
    }
  }

  // Locks by the canonical number of their object; those of unreachable objects
  // can no longer be named by anyone.
  void encode_locks() {
    std::map<std::tuple<std::uint32_t, ir::FieldId, ir::GlobalId>, const Lock*> sorted;
    for (const auto& [key, lock] : state_.locks) {
      std::uint32_t object = key.object ? canonical_[key.object.index()] : kUnknown;
      if (key.object && object == kUnknown) continue;
      sorted[{object, key.field, key.global}] = &lock;
    }
    number(sorted.size());
    for (const auto& [key, lock] : sorted) {
      number(std::get<0>(key));
      number(std::get<1>(key).index());
      number(std::get<2>(key).index());
      number(static_cast<std::uint64_t>(lock->holder));
      // Who took a semaphore makes no difference.
      number(lock->holder == Lock::Holder::Monitor ? lock->owner.index() : kUnknown);
      number(lock->depth);
      encode_waiters(lock->waiting);
      encode_waiters(lock->notified);
    }
  }

  const Model& model_;
  const State& state_;
  std::string out_;
  std::vector<std::uint32_t> canonical_;  // by ObjectId; kUnknown: not found yet
  std::vector<ObjectId> order_;           // objects in the order of their numbers
};

}  // namespace

std::string encode(const Model& model, const State& state) {
  return Encoder(model, state).encode();
}

}  // namespace interp
