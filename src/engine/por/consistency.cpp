#include "engine/por/consistency.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/por/hash.h"

namespace por {

namespace {

constexpr std::uint32_t kInitial = HistoryEvent::kInitial;
constexpr std::size_t kFew = 100;  // events: an answer does not take long

// A partial order of events, closed under transitivity.
class Order {
 public:
  explicit Order(std::size_t count)
      : count_(count), words_((count + 63) / 64), past_(count * words_) {}

  bool is_before(std::uint32_t a, std::uint32_t b) const {
    return (row(b)[a / 64] >> (a % 64) & 1) != 0;
  }
  // False: the contrary holds.
  bool add(std::uint32_t a, std::uint32_t b) {
    if (a == b || is_before(b, a)) return false;
    if (is_before(a, b)) return true;
    has_grown_ = true;
    for (std::uint32_t d = 0; d < count_; ++d) {
      if (d != b && !is_before(b, d)) continue;
      std::uint64_t* past = &past_[d * words_];
      const std::uint64_t* more = row(a);
      for (std::size_t i = 0; i < words_; ++i) past[i] |= more[i];
      past[a / 64] |= std::uint64_t{1} << (a % 64);
    }
    return true;
  }
  // Whether it has grown since the last time.
  bool has_grown() { return std::exchange(has_grown_, false); }
  // Whether everything before the event is in the set.
  bool is_ready(std::uint32_t event, const std::vector<std::uint64_t>& set) const {
    const std::uint64_t* past = row(event);
    for (std::size_t i = 0; i < words_; ++i) {
      if ((past[i] & ~set[i]) != 0) return false;
    }
    return true;
  }
  std::size_t words() const { return words_; }

 private:
  const std::uint64_t* row(std::uint32_t event) const { return &past_[event * words_]; }

  std::size_t count_;
  std::size_t words_;
  std::vector<std::uint64_t> past_;  // a row of bits for each event
  bool has_grown_ = false;
};

// The events of one place.
struct Place {
  struct Reader {
    std::uint32_t event = 0;
    const HistoryEvent::Read* read = nullptr;
  };
  std::vector<Reader> readers;
  std::vector<std::uint32_t> writers;
  bool has_open_reads = false;  // some read may be of several writes
};

class Linearizer {
 public:
  Linearizer(const std::vector<HistoryEvent>& events, const LinearizationLimits& limits)
      : events_(events), limits_(limits), order_(events.size()), written_(events.size()) {
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      for (const HistoryEvent::Read& read : events[i].reads) {
        Place& place = places_[number_of(read.place)];
        place.readers.push_back({i, &read});
        place.has_open_reads = place.has_open_reads || read.sources.size() > 1;
      }
      for (std::uint64_t place : events[i].writes) {
        std::uint32_t number = number_of(place);
        places_[number].writers.push_back(i);
        written_[i].push_back(number);
      }
    }
  }

  Linearization run() {
    Linearization result;
    result.answer = order_events() ? search(result) : Consistency::Inconsistent;
    return result;
  }

 private:
  // An event that was placed, and what else could have been.
  struct Choice {
    std::vector<std::uint32_t> candidates;
    std::size_t next = 0;
    std::vector<std::uint32_t> overwritten;  // by place that the event writes: the last write
  };

  std::uint32_t number_of(std::uint64_t place) {
    auto [found, is_new] = numbers_.try_emplace(place, places_.size());
    if (is_new) {
      places_.emplace_back();
      last_.push_back(kInitial);
    }
    return found->second;
  }

  // What is known of the order. False: it contradicts itself.
  bool order_events() {
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
      for (std::uint32_t b : events_[i].before) {
        if (!order_.add(b, i)) return false;
      }
      for (const HistoryEvent::Read& read : events_[i].reads) {
        bool is_open = read.sources.size() != 1 || read.sources[0] == kInitial;
        if (!is_open && !order_.add(read.sources[0], i)) return false;
      }
    }
    while (limits_.saturates && order_.has_grown()) {
      for (const Place& place : places_) {
        for (const Place::Reader& reader : place.readers) {
          if (reader.read->sources.size() == 1 && !saturate(place, reader)) return false;
          if (events_.size() > kFew && must_stop()) return true;  // the search notices
        }
      }
    }
    return true;
  }

  bool saturate(const Place& place, const Place::Reader& reader) {
    std::uint32_t source = reader.read->sources[0];
    for (std::uint32_t other : place.writers) {
      if (other == source || other == reader.event) continue;
      bool follows = source == kInitial || order_.is_before(source, other);
      if (follows && !order_.add(reader.event, other)) return false;
      if (!order_.is_before(other, reader.event)) continue;
      if (source == kInitial || !order_.add(other, source)) return false;
    }
    return true;
  }

  bool must_stop() const { return limits_.must_stop && limits_.must_stop(); }

  bool has(std::uint32_t event) const { return (set_[event / 64] >> (event % 64) & 1) != 0; }

  // Whether the event can come next, and leaves the others what they have to read.
  bool can_come(std::uint32_t event) const {
    if (has(event) || !order_.is_ready(event, set_)) return false;
    for (const HistoryEvent::Read& read : events_[event].reads) {
      std::uint32_t last = last_[numbers_.at(read.place)];
      if (std::find(read.sources.begin(), read.sources.end(), last) == read.sources.end()) {
        return false;
      }
    }
    return std::all_of(written_[event].begin(), written_[event].end(),
                       [&](std::uint32_t place) { return may_overwrite(event, place); });
  }

  bool may_overwrite(std::uint32_t event, std::uint32_t number) const {
    const Place& place = places_[number];
    return std::all_of(place.readers.begin(), place.readers.end(), [&](const Place::Reader& r) {
      if (r.event == event || has(r.event)) return true;
      const auto& sources = r.read->sources;
      bool reads_it = std::find(sources.begin(), sources.end(), last_[number]) != sources.end();
      // It may have another one, still to come.
      return !reads_it || std::any_of(sources.begin(), sources.end(),
                                      [&](std::uint32_t s) { return s != kInitial && !has(s); });
    });
  }

  // What may come next depends on this alone.
  Hash fingerprint() const {
    Hash hash;
    for (std::uint64_t word : set_) hash.mix(word);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].has_open_reads) hash.mix(last_[i]);
    }
    return hash;
  }

  // An event that only reads disturbs nobody: if one can come, nothing else has to be tried.
  std::vector<std::uint32_t> candidates() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
      if (!can_come(i)) continue;
      result.push_back(i);
      if (events_[i].writes.empty()) break;
    }
    return result;
  }

  void place(Choice& choice, std::uint32_t event) {
    set_[event / 64] |= std::uint64_t{1} << (event % 64);
    choice.overwritten.clear();
    for (std::uint32_t number : written_[event]) {
      choice.overwritten.push_back(std::exchange(last_[number], event));
    }
  }
  void take_back(const Choice& choice, std::uint32_t event) {
    set_[event / 64] &= ~(std::uint64_t{1} << (event % 64));
    for (std::size_t i = choice.overwritten.size(); i-- > 0;) {
      last_[written_[event][i]] = choice.overwritten[i];
    }
  }

  Consistency search(Linearization& result) {
    set_.assign(order_.words(), 0);
    std::vector<Choice> path;
    path.push_back({candidates(), 0, {}});
    while (!path.empty()) {
      if (path.size() > events_.size()) {
        for (std::size_t i = 0; i < events_.size(); ++i) {
          result.order.push_back(path[i].candidates[path[i].next - 1]);
        }
        return Consistency::Consistent;
      }
      Choice& top = path.back();
      if (top.next == top.candidates.size()) {
        failed_.insert(fingerprint());
        path.pop_back();
        if (!path.empty()) take_back(path.back(), path.back().candidates[path.back().next - 1]);
        continue;
      }
      bool asks = ++result.tried % 1024 == 1 && events_.size() > kFew;
      if (result.tried > limits_.tries || (asks && must_stop())) return Consistency::Unknown;
      std::uint32_t event = top.candidates[top.next++];
      place(top, event);
      bool is_last = path.size() == events_.size();
      if (!is_last && failed_.contains(fingerprint())) {
        take_back(top, event);
        continue;
      }
      path.push_back({is_last ? std::vector<std::uint32_t>() : candidates(), 0, {}});
    }
    return events_.empty() ? Consistency::Consistent : Consistency::Inconsistent;
  }

  const std::vector<HistoryEvent>& events_;
  const LinearizationLimits& limits_;
  Order order_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of places
  std::vector<Place> places_;
  std::vector<std::vector<std::uint32_t>> written_;  // by event: places
  // The search.
  std::vector<std::uint64_t> set_;   // events that have come
  std::vector<std::uint32_t> last_;  // by place: the last write
  std::unordered_set<Hash, HashOfHash> failed_;
};

}  // namespace

Linearization linearize(const std::vector<HistoryEvent>& events,
                        const LinearizationLimits& limits) {
  if (events.empty()) return {Consistency::Consistent, {}, 0};
  return Linearizer(events, limits).run();
}

}  // namespace por
