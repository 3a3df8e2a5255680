#include "engine/por/reads_from.h"

#include <algorithm>
#include <utility>

namespace por {

namespace {

constexpr std::uint64_t kMostChoices = 10'000;  // of one event that reads several places
constexpr std::uint64_t kInitialHash = 0x1d;
constexpr std::uint64_t kOvertakenHash = 0x2e;

}  // namespace

bool GraphEvent::writes_to(std::uint64_t place) const {
  return std::any_of(writes.begin(), writes.end(),
                     [&](const Write& w) { return w.place == place; });
}

// ---------------------------------------------------------------- events

std::uint32_t ReadsFrom::add(GraphEvent event) {
  variants_.push_back(std::make_unique<GraphEvent>(std::move(event)));
  events_.push_back(variants_.back().get());
  return static_cast<std::uint32_t>(events_.size() - 1);
}

// What comes before the event whatever its open reads read.
Clock ReadsFrom::settled_past(const GraphEvent& event) const {
  Clock past;
  if (event.previous != GraphEvent::kNone) past = at(event.previous).clock;
  for (const GraphEvent::Read& read : event.reads) {
    if (!read.is_fixed) continue;
    for (std::uint32_t s : read.sources) {
      if (s != kInitial) past.join(at(s).clock);
    }
  }
  return past;
}

void ReadsFrom::complete(GraphEvent& event) const {
  event.clock = settled_past(event);
  Hash hash;
  hash.mix(event.thread.index());
  hash.mix(event.index);
  hash.mix(event.outcome);
  hash.mix(event.is_decision ? 1 : 0);
  if (event.previous != GraphEvent::kNone) hash.mix(at(event.previous).hash);
  for (const GraphEvent::Read& read : event.reads) {
    Hash sources;
    for (std::uint32_t s : read.sources) {
      if (s == kInitial) {
        sources.mix(kInitialHash);
      } else {
        event.clock.join(at(s).clock);
        sources.add(at(s).hash);
      }
    }
    hash.mix(sources);
  }
  event.clock.set(event.thread, event.index + 1);
  event.hash = hash;
}

void ReadsFrom::read_latest(GraphEvent& event) const {
  Graph all;
  for (std::uint32_t i = 0; i < events_.size(); ++i) all.push_back({i, nullptr});
  auto read = [&](GraphEvent::Read& r, const Clock& past) {
    std::uint32_t last = kInitial;
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
      if (at(i).writes_to(r.place)) last = i;
    }
    r.sources = with_equals(last, r.place, all, past);
  };
  for (GraphEvent::Read& r : event.reads) {
    if (r.is_fixed) read(r, {});
  }
  Clock past = settled_past(event);
  for (GraphEvent::Read& r : event.reads) {
    if (!r.is_fixed) read(r, past);
  }
  complete(event);
}

// ---------------------------------------------------------------- what may be read

// Another write comes between the two, whatever the order.
bool ReadsFrom::is_hidden(std::uint32_t source, std::uint64_t place, const Graph& graph,
                          const Clock& past) const {
  return std::any_of(graph.begin(), graph.end(), [&](const Slot& slot) {
    const GraphEvent& other = at(slot.event);
    if (slot.event == source || !other.is_before(past) || !other.writes_to(place)) return false;
    return source == kInitial || at(source).is_before(other.clock);
  });
}

// Writes of one value that lie in the past anyway are the same to a reader.
ReadsFrom::Sources ReadsFrom::with_equals(std::uint32_t source, std::uint64_t place,
                                          const Graph& graph, const Clock& past) const {
  Sources result;
  auto value_of = [&](std::uint32_t event) {
    const GraphEvent::Write* only = nullptr;
    for (const GraphEvent::Write& w : at(event).writes) {
      if (w.place != place) continue;
      if (only) return Access();
      only = &w;
    }
    return only->access;
  };
  bool is_alone =
      source == kInitial || !at(source).is_before(past) || !value_of(source).has_value();
  if (is_alone) {
    result.push_back(source);
    return result;
  }
  for (const Slot& slot : graph) {
    const GraphEvent& other = at(slot.event);
    if (!other.is_before(past) || !other.writes_to(place)) continue;
    Access value = value_of(slot.event);
    bool is_same = slot.event == source ||
                   (value.has_value() && !conflict(value, value_of(source), &equality_));
    if (is_same && !is_hidden(slot.event, place, graph, past)) result.push_back(slot.event);
  }
  if (result.empty()) result.push_back(source);
  std::sort(result.begin(), result.end());
  return result;
}

// All writes of the place that the event could read from as far as its past tells.
std::vector<ReadsFrom::Sources> ReadsFrom::sources(const GraphEvent& event, std::uint64_t place,
                                                   const Graph& graph) {
  std::vector<Sources> result;
  Clock past = settled_past(event);
  auto consider = [&](std::uint32_t source) {
    if (is_hidden(source, place, graph, past)) return;
    if (event.lock == place) {
      bool has_happened = source == kInitial || source < events_.size() - variants_.size();
      if (!has_happened) return give_up("steps take locks and read variables in one");
      if (!host_.could_take(event, source)) return;
    }
    Sources all = with_equals(source, place, graph, past);
    if (all[0] == source) result.push_back(std::move(all));
  };
  consider(kInitial);
  for (const Slot& slot : graph) {
    const GraphEvent& other = at(slot.event);
    bool is_later = event.index < other.clock[event.thread];
    if (!is_later && other.writes_to(place)) consider(slot.event);
  }
  return result;
}

std::vector<std::size_t> ReadsFrom::open_reads(const GraphEvent& event) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < event.reads.size(); ++i) {
    if (!event.reads[i].is_fixed) result.push_back(i);
  }
  return result;
}

// Calls for each choice of what the open reads read, but for one whose sources stay.
template <class Try>
void ReadsFrom::for_each_choice(const GraphEvent& event, const Graph& graph,
                                std::optional<std::size_t> but, Try try_choice) {
  std::vector<std::size_t> open = open_reads(event);
  if (but) std::erase(open, *but);
  std::vector<std::vector<Sources>> all;
  std::uint64_t count = 1;
  for (std::size_t i : open) {
    all.push_back(sources(event, event.reads[i].place, graph));
    count *= all.back().size();
    if (count > kMostChoices) return give_up("a step reads very many places");
  }
  for (std::uint64_t n = 0; n < count && !has_given_up(); ++n) {
    GraphEvent variant = event;
    std::uint64_t rest = n;
    for (std::size_t k = 0; k < open.size(); ++k) {
      variant.reads[open[k]].sources = all[k][rest % all[k].size()];
      rest /= all[k].size();
    }
    try_choice(std::move(variant));
  }
}

// ---------------------------------------------------------------- graphs

// What had been added before the slot, `instead` in its place, and whatever else is in the past.
Graph ReadsFrom::before(const Graph& graph, std::size_t slot, const Clock& past,
                        std::optional<Slot> instead) const {
  Graph result(graph.begin(), graph.begin() + static_cast<std::ptrdiff_t>(slot));
  if (instead) result.push_back(*instead);
  for (std::size_t i = slot + 1; i < graph.size(); ++i) {
    if (at(graph[i].event).is_before(past)) result.push_back({graph[i].event, nullptr});
  }
  return result;
}

Linearization ReadsFrom::check(const Graph& graph, std::uint32_t without_writes) {
  std::vector<std::uint32_t> all;
  for (const Slot& slot : graph) all.push_back(slot.event);
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> number(events_.size(), kInitial);
  for (std::size_t i = 0; i < all.size(); ++i) number[all[i]] = static_cast<std::uint32_t>(i);
  std::vector<HistoryEvent> history(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GraphEvent& event = at(all[i]);
    HistoryEvent& out = history[i];
    if (event.previous != GraphEvent::kNone) out.before.push_back(number[event.previous]);
    for (const GraphEvent::Read& read : event.reads) {
      HistoryEvent::Read& r = out.reads.emplace_back();
      r.place = read.place;
      for (std::uint32_t s : read.sources) r.sources.push_back(s == kInitial ? s : number[s]);
    }
    if (all[i] == without_writes) continue;
    for (const GraphEvent::Write& write : event.writes) {
      auto& places = out.writes;
      bool is_new = std::find(places.begin(), places.end(), write.place) == places.end();
      if (is_new) places.push_back(write.place);
    }
  }
  LinearizationLimits limits;
  limits.must_stop = [&] { return host_.must_stop(); };
  Linearization result = linearize(history, limits);
  for (std::uint32_t& i : result.order) i = all[i];
  if (result.answer == Consistency::Unknown) {
    give_up(
        "it was not settled whether some reads can get their values from the writes in question");
  }
  return result;
}

void ReadsFrom::run(const Graph& graph, const Linearization& found, std::uint32_t changed) {
  Plan plan;
  std::size_t executed = events_.size() - variants_.size();
  for (std::uint32_t i : found.order) {
    const GraphEvent& event = at(i);
    if (i == changed) plan.changed = plan.order.size();
    plan.order.push_back({i < executed ? i : GraphEvent::kNone, event.thread, event.index,
                          event.outcome, event.is_decision, event.hash});
  }
  for (const Slot& slot : graph) {
    const GraphEvent& event = at(slot.event);
    plan.graph.push_back({event.thread, event.index, slot.junction});
  }
  host_.run(std::move(plan));
}

// ---------------------------------------------------------------- what is tried

// The event is the one in the graph that is new, or reads from another write: nothing depends on
// it.
void ReadsFrom::attempt(const Graph& graph, std::uint32_t event) {
  if (has_given_up()) return;
  auto slot =
      std::find_if(graph.begin(), graph.end(), [&](const Slot& s) { return s.event == event; });
  if (!slot->junction->tried.insert(at(event).hash).second) return;
  Linearization found = check(graph);
  if (found.answer == Consistency::Consistent) return run(graph, found, event);
  if (found.answer == Consistency::Inconsistent) try_half(graph, event);
}

// It cannot come with what it writes; but as far as it reads?
void ReadsFrom::try_half(const Graph& graph, std::uint32_t event) {
  if (at(event).writes.empty()) return;
  if (check(graph, event).answer != Consistency::Consistent) return;
  const char* why = "steps read several variables, and others read and write in one";
  if (open_reads(at(event)).size() > 1) return give_up(why);
  for (const Slot& slot : graph) {
    const GraphEvent& reader = at(slot.event);
    if (!slot.junction || slot.event == event || reader.is_before(at(event).clock)) continue;
    std::vector<std::size_t> open = open_reads(reader);
    bool reads = std::any_of(open.begin(), open.end(), [&](std::size_t i) {
      return at(event).writes_to(reader.reads[i].place);
    });
    if (reads && open.size() > 1) return give_up(why);
  }
  offer(graph, event);
}

void ReadsFrom::try_other_sources(const Graph& graph) {
  std::size_t mark = events_.size();
  GraphEvent event = at(graph.back().event);
  Graph rest(graph.begin(), graph.end() - 1);
  event.writes.resize(event.known_writes);
  event.outcome = GraphEvent::kAnyOutcome;
  for_each_choice(event, rest, std::nullopt, [&](GraphEvent variant) {
    complete(variant);
    Graph with = rest;
    with.push_back({add(std::move(variant)), graph.back().junction});
    attempt(with, with.back().event);
  });
  drop_variants(mark);
}

void ReadsFrom::try_as_source(const Graph& graph, std::uint32_t event) {
  std::size_t mark = events_.size();
  offer(graph, event);
  drop_variants(mark);
}

void ReadsFrom::drop_variants(std::size_t mark) {
  events_.resize(mark);
  variants_.clear();
}

void ReadsFrom::offer(const Graph& graph, std::uint32_t event) {
  for (std::size_t i = 0; i < graph.size() && !has_given_up(); ++i) {
    if (!graph[i].junction || graph[i].event == event) continue;
    const GraphEvent& reader = at(graph[i].event);
    if (reader.is_before(at(event).clock)) continue;
    for (std::size_t k : open_reads(reader)) {
      std::uint64_t place = reader.reads[k].place;
      if (!at(event).writes_to(place)) continue;
      if (reader.lock == place) {
        let_overtake(graph, i, event);
      } else {
        let_read(graph, i, k, event);
      }
    }
  }
}

// The event at the slot reads from the source, which it did not know.
void ReadsFrom::let_read(const Graph& graph, std::size_t slot, std::size_t read,
                         std::uint32_t source) {
  GraphEvent reader = at(graph[slot].event);
  reader.writes.resize(reader.known_writes);
  reader.outcome = GraphEvent::kAnyOutcome;
  reader.reads[read].sources.clear();
  reader.reads[read].sources.push_back(source);
  for_each_choice(reader, graph, read, [&](GraphEvent variant) {
    complete(variant);
    Clock past = variant.clock;
    Slot instead{add(std::move(variant)), graph[slot].junction};
    attempt(before(graph, slot, past, instead), instead.event);
  });
}

// The event takes the lock that the one at the slot took, from the same state.
void ReadsFrom::let_overtake(const Graph& graph, std::size_t slot, std::uint32_t event) {
  const GraphEvent& other = at(graph[slot].event);
  auto source_of = [&](const GraphEvent& e) -> std::optional<std::uint32_t> {
    for (const GraphEvent::Read& read : e.reads) {
      if (read.place == *other.lock) return read.sources[0];
    }
    return std::nullopt;
  };
  if (source_of(at(event)) != source_of(other)) return;
  Hash hash = at(event).hash;
  hash.mix(kOvertakenHash);
  if (!graph[slot].junction->tried.insert(hash).second) return;
  Graph kept = before(graph, slot, at(event).clock, std::nullopt);
  Linearization found = check(kept);
  if (found.answer == Consistency::Consistent) run(kept, found, GraphEvent::kNone);
}

void ReadsFrom::try_blocked(const Graph& graph, GraphEvent event) {
  std::size_t mark = events_.size();
  event.outcome = GraphEvent::kAnyOutcome;
  for_each_choice(event, graph, std::nullopt, [&](GraphEvent variant) {
    complete(variant);
    Graph with = graph;
    with.push_back({add(std::move(variant)), nullptr});
    try_half(with, with.back().event);
  });
  drop_variants(mark);
}

}  // namespace por
