// One execution of each reads-from class (Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya:
// Data-centric Dynamic Partial Order Reduction, POPL 2018; Abdulla, Atig, Jonsson, Lång, Ngo,
// Sagonas: Optimal Stateless Model Checking for Reads-From Equivalence under Sequential
// Consistency, OOPSLA 2019): executions with the same events in which each read gets its value from
// the same write are alike, in whatever order the writes come.
//
// A graph is a set of events, each with the writes that it reads from, closed under `past`: what an
// event depends on, by the order of its thread and by what was read. An execution is built by
// adding events to a graph. Where an event e is added to a graph G, the complete classes that
// contain G are divided by what e reads from:
// - a write of G: there is a graph for each that is consistent, that is, for which there is an
//   order of the events (consistency.h). It need not be the order in which they were run;
// - a write w that comes later: once an execution has run w without needing e, the graph is G, the
//   past of w, and e, which reads from w. What came in the past of w is settled there; e may still
//   read from others, but then the past of w goes again.
// - If e takes a lock, another event that takes it from the same state comes first: the graph is G
// and
//   the past of that event, without e.
// What an event reads from, with the pasts of these writes, is hashed, and each is tried once. The
// hashes are kept as long as there are executions that begin with G, so that no class is run twice.
//
// Steps may read and write in one. Such an event may be right as far as it reads, but what it
// writes comes between other events and what they read from: half a step. Nothing is run then, but
// it may be what an earlier event has to read from, and those graphs are tried, as the second of
// two compare-and-sets that read one value is.
//
// Why each class is met: let C be a complete class that contains G, and let e read from w in C,
// which is not in G. Take the events that w needs but for w itself, in an order of C, and add e to
// the end: a consistent graph, in which w can be added, at least by half. By induction on the
// number of events that are missing, executions that begin with G and e come to it, and then w is
// tried as what e reads from. This needs that e reads one place (that has several writes). If it
// reads several, what it reads from in C may not be there all at once if one of these writes is but
// half a step; then the search says so (`why_not`), and another reduction has to be used.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/por/consistency.h"
#include "engine/por/event.h"
#include "engine/por/hash.h"

namespace por {

// An event of a graph. Events are told by their position in the execution at hand.
struct GraphEvent {
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr std::uint32_t kAnyOutcome = ~0U;

  struct Read {
    std::uint64_t place = 0;
    // Positions; several if they write equal values and lie in the past anyway.
    base::SmallVector<std::uint32_t, 2> sources;
    bool is_fixed = false;  // it cannot read from another write
  };
  struct Write {
    std::uint64_t place = 0;
    Access access;  // with the value, if that is known
  };

  NameId thread;
  std::uint32_t index = 0;  // among the events of the thread
  std::uint32_t outcome = 0;
  bool is_decision = false;
  std::uint32_t previous = kNone;  // of the thread, or the one that started it
  std::vector<Read> reads;
  std::vector<Write> writes;
  // So many of the writes are known before the event happens; the others give up locks or end
  // threads, and depend on what was read.
  std::size_t known_writes = 0;
  std::optional<std::uint64_t> lock;  // it waits until this one is free
  Clock clock;                        // its past, itself included
  Hash hash;                          // of its past

  bool is_before(const Clock& other) const { return index < other[thread]; }
  bool writes_to(std::uint64_t place) const;
};

// Where an event was added: what has been tried in its place.
struct Junction {
  std::unordered_set<Hash, HashOfHash> tried;
};
using JunctionRef = std::shared_ptr<Junction>;

// A graph in the order in which its events were added.
struct Slot {
  std::uint32_t event = 0;
  JunctionRef junction;  // null: it is settled
};
using Graph = std::vector<Slot>;

// An execution that is still to be run.
struct Plan {
  struct Step {
    std::uint32_t position = GraphEvent::kNone;  // in the execution at hand, if it is as it was
    NameId thread;
    std::uint32_t index = 0;
    std::uint32_t outcome = 0;
    bool is_decision = false;
    Hash hash;  // of its past, as planned
  };
  struct Added {
    NameId thread;
    std::uint32_t index = 0;
    JunctionRef junction;
  };
  std::vector<Step> order;
  std::vector<Added> graph;
  // The event that reads from another write than before, as an index of `order`.
  std::optional<std::size_t> changed;
};

class ReadsFrom {
 public:
  // What the graph does not tell.
  class Host {
   public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;
    // Whether the event could take its lock from the state that this write of it left.
    virtual bool could_take(const GraphEvent& event, std::uint32_t source) = 0;
    virtual bool must_stop() = 0;
    virtual void run(Plan plan) = 0;
  };

  ReadsFrom(Host& host, Equality& equality) : host_(host), equality_(equality) {}

  // ---- the execution at hand
  // The events are kept by the caller, at their positions.
  void resize(std::size_t count) { events_.resize(std::min(count, events_.size())); }
  void push(const GraphEvent* event) { events_.push_back(event); }
  const GraphEvent& at(std::uint32_t position) const { return *events_[position]; }
  // Lets an event that is about to be pushed read what was written last.
  void read_latest(GraphEvent& event) const;
  // Its past and its hash, once it is known what it reads from.
  void complete(GraphEvent& event) const;

  // ---- what else has to be run
  // The last event of the graph has just been added: it may read from other writes.
  void try_other_sources(const Graph& graph);
  // Others may read from this event.
  void try_as_source(const Graph& graph, std::uint32_t event);
  // The event of a thread that is blocked could have come earlier.
  void try_blocked(const Graph& graph, GraphEvent event);

  // Not all classes will be met, for this reason; empty: they will.
  const std::string& why_not() const { return why_not_; }

 private:
  using Sources = base::SmallVector<std::uint32_t, 2>;
  static constexpr std::uint32_t kInitial = HistoryEvent::kInitial;

  std::uint32_t add(GraphEvent event);  // a variant: its position
  Clock settled_past(const GraphEvent& event) const;
  bool is_hidden(std::uint32_t source, std::uint64_t place, const Graph& graph,
                 const Clock& past) const;
  Sources with_equals(std::uint32_t source, std::uint64_t place, const Graph& graph,
                      const Clock& past) const;
  std::vector<Sources> sources(const GraphEvent& event, std::uint64_t place, const Graph& graph);
  static std::vector<std::size_t> open_reads(const GraphEvent& event);
  template <class Try>
  void for_each_choice(const GraphEvent& event, const Graph& graph, std::optional<std::size_t> but,
                       Try try_choice);
  void attempt(const Graph& graph, std::uint32_t event);
  void try_half(const Graph& graph, std::uint32_t event);
  void offer(const Graph& graph, std::uint32_t event);
  void drop_variants(std::size_t mark);
  void let_read(const Graph& graph, std::size_t slot, std::size_t read, std::uint32_t source);
  void let_overtake(const Graph& graph, std::size_t slot, std::uint32_t event);
  Graph before(const Graph& graph, std::size_t slot, const Clock& past,
               std::optional<Slot> instead) const;
  Linearization check(const Graph& graph, std::uint32_t without_writes = GraphEvent::kNone);
  void run(const Graph& graph, const Linearization& found, std::uint32_t changed);
  void give_up(const char* why) {
    if (why_not_.empty()) why_not_ = why;
  }
  bool has_given_up() const { return !why_not_.empty(); }

  Host& host_;
  Equality& equality_;
  std::vector<const GraphEvent*> events_;
  std::vector<std::unique_ptr<GraphEvent>>
      variants_;  // behind the events, while something is tried
  std::string why_not_;
};

}  // namespace por
