// A finite model, ready to run: one working state that is changed in place and undone.
//
// This is the interface between models and searches. A search asks a Machine to expand
// its state, applies one step after the other, looks the encoding of each successor up
// in a store, and goes back by undo:
//
//   Expansion e = machine.expand();
//   Machine::Mark here = machine.mark();
//   while (machine.advance(e)) {          // the working state is a successor now
//     … machine.effect(), machine.encode() …
//     machine.undo(here);
//   }
//   if (!e.moved) …                       // no thread could move: machine.is_deadlock()
//
// `advance` leaves out what the reductions leave out. The cycle proviso is up to the search: one
// for temporal properties expands a state anew, without reductions, if a reduced expansion closes
// a cycle; the others need progress only, see Expansion.
//
// A step of a search may be several steps of the program: local steps that follow it and
// leave no choice are taken at once (virtual coarsening). `path` lists all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/source.h"
#include "engine/mc/model.h"
#include "engine/mc/options.h"
#include "ir/program.h"
#include "result/verdict/claim.h"
#include "result/verdict/verdict.h"

namespace mc {

// Values of all kinds: booleans 0 and 1; integers and members of enumerations
// themselves; null 0; threads and objects by number from 1.
using Value = std::int64_t;

// The program, which must be finite and outlive the model, compiled. The error says
// what cannot be compiled.
tl::expected<std::unique_ptr<const Model>, std::string> compile(const ir::Program& program,
                                                                const Options& options);
enum class Effect : std::uint8_t {
  Disabled,   // the guard does not hold or an action is blocked; nothing changed
  Moved,      // the working state is the successor
  Finished,   // an exception that may leave its thread, or a halt, ended the execution
  Discarded,  // an assumption does not hold
  Cut,        // LimitState in a search that ends executions there, or a refused choice
  Violated,   // see Machine::violation
  Exhausted,  // what the engine cannot represent or does not support; Machine::bound says what
};

// One step of one thread, numbered as the model numbers transitions. `choice` tells all
// decisions inside the step as one number.
struct Step {
  std::uint32_t thread = 0;
  std::uint32_t transition = 0;
  std::uint64_t choice = 0;
};

// Where the expansion of a state stands: which steps are still to be taken.
struct Expansion {
  std::uint32_t moved = 0;      // steps taken so far that were not disabled
  bool is_reduced = false;      // threads were left out
  bool all_required = false;    // see require_all
  bool needs_progress = false;  // see progresses
  bool progressed = false;
  bool is_over = false;
  std::uint32_t ample = kEverybody;  // the threads at work, by bits
  std::uint32_t done = 0;            // those that have been at work
  std::uint32_t offset = 0;          // which thread comes first
  std::uint32_t index = 0;           // position of the thread at work, from `offset`
  std::uint32_t way = 0;             // which of its transitions
  std::uint64_t choice = 0;          // which of its decisions

  static constexpr std::uint32_t kEverybody = 0xffffffffU;

  void require_all() { all_required = true; }
  // For searches that look for no cycles and set `needs_progress`: more threads are expanded until
  // a step leads to a state that counts: one that is not on the stack, or a new one.
  void progresses() { progressed = true; }
};

// A violated property: enough to find the same again by replay.
struct Failure {
  verdict::ViolationKind kind{};
  std::string what;
  base::Span span;
  std::uint32_t thread = 0;  // counted from 0
};

// The bytes that an array of a search takes when it grows, if it is about to.
template <class T>
std::uint64_t growth_of(const std::vector<T>& array) {
  return array.size() * 10 >= array.capacity() * 9 ? 2 * array.capacity() * sizeof(T) : 0;
}

class StubbornSets;

class Machine {
 public:
  explicit Machine(const Model& model);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const Model& model() const { return model_; }

  // The initial state, local steps at its start taken. Everything done so far is
  // forgotten. Not Moved: the program fails at once.
  Effect reset();

  using Mark = std::size_t;
  Mark mark() const { return log_.size(); }
  // Back to the state at which the mark was taken. `path` is not changed.
  void undo(Mark mark);

  // Starts to expand the working state. `first` rotates the order of the threads.
  // Without reductions if `all`.
  Expansion expand(std::uint32_t first = 0, bool all = false);
  // Applies the next step; false if there is none. Tells by effect() what became of it:
  // anything but Disabled. Appends what was done to path().
  bool advance(Expansion& expansion);
  Effect effect() const { return effect_; }
  const Failure& failure() const { return failure_; }  // after Violated
  const std::string& bound() const { return bound_; }  // after Cut: which bound
  // All steps since `reset`, or since the search last shortened it.
  std::vector<Step>& path() { return path_; }

  // In a state where nothing moved: are there threads that wait for ever, of those that
  // count as deadlocked?
  bool is_deadlock() const;

  // The state as bits, canonical up to the names of objects; the lowest four bits are
  // zero, for the use of stores. No encoding is the beginning of another. Valid until
  // the next call.
  std::span<const std::uint32_t> encode();
  // The threads in the order in which the latest encoding has them: decoding numbers them so.
  const std::vector<std::uint32_t>& shown_threads() const { return shown_; }
  // As `encode`, but with the threads in this order; empty if it is not about the same threads.
  std::span<const std::uint32_t> encode_as(const std::vector<std::uint32_t>& order);
  // The threads that the latest step of `advance` started, in this order.
  const std::vector<std::uint32_t>& newborn_threads() const { return newborn_; }
  // Makes this the working state, with nothing to undo.
  void decode(std::span<const std::uint32_t> words);

  // ---- the state, for propositions
  std::uint32_t thread_count() const;  // places in use, of ended ones too
  bool has_ended(std::uint32_t thread) const;
  // Of a thread that has not ended.
  ir::ProcId proc_of(std::uint32_t thread) const;
  ir::LocId location_of(std::uint32_t thread) const;
  // Its value is defined only if the local is live at the location, or observed.
  Value local(std::uint32_t thread, ir::LocalId local) const;
  Value global(ir::GlobalId global) const;  // of an aggregate in place: the object
  Value field(Value object, ir::FieldId field) const;
  Value element(Value array, std::size_t index) const;
  std::size_t length(Value array) const;
  ir::ClassId class_of(Value object) const;  // invalid for arrays
  // All objects of the class or below that have been allocated, by number. Garbage is
  // among them unless the program itself or the property looks at instances.
  std::vector<Value> instances(ir::ClassId cls) const;
  // Whether the thread (from 0) owns the monitor of a global or a field of a lock type.
  bool owns(std::uint32_t thread, ir::GlobalId lock) const;
  bool owns(std::uint32_t thread, Value object, ir::FieldId lock) const;

  // ---- for traces
  // Does exactly this step, without what coarsening would add.
  Effect perform(const Step& step);
  // The steps, from the initial state, as replays take them. The machine is left in the
  // state at their end.
  verdict::Steps trace(const std::vector<Step>& steps);

  std::uint64_t steps_taken() const { return steps_taken_; }
  std::uint64_t checks() const { return checks_; }  // assertions and contracts evaluated
  // What the log and the path may take at once when they grow.
  std::uint64_t pending_bytes() const { return growth_of(log_) + growth_of(path_); }

 private:
  static const char* const kTooLarge;

  // How an instruction ended.
  enum class Status : std::uint8_t { Done, Blocked, Failed };

  // A decision inside the step at work.
  struct Pick {
    std::uint32_t chosen = 0;
    std::uint32_t count = 0;
    std::uint32_t reported = 0;  // as the interpreter numbers the alternatives
  };
  struct Change {
    SlotId slot;
    std::int32_t old;
  };

  // step.cpp
  Effect attempt(std::uint32_t thread, const Transition& transition, std::uint64_t choice);
  Effect arrive(const Transition& transition);
  bool probe(std::uint32_t thread, const Transition& transition);
  void enter_step(std::uint32_t thread, std::uint64_t choice);
  Status run(const Instr& instr);
  Status run_heap(const Instr& instr);
  Status run_choice(const Instr& instr);
  bool are_alike(const List& list);
  Status fork(const Instr& instr);
  std::uint32_t free_thread();
  std::uint32_t free_unit(const UnitKind& kind);
  void clear_unit(const UnitKind& kind, SlotId base);
  Status check_condition(const Instr& instr);
  Status assign(const Instr& instr, Value value);
  Status store(SlotId slot, std::uint32_t type, Value value);
  Status error(const char* what);
  Status limit(const char* what, bool is_declared = true);
  Status unsupported(const std::string& what);
  Status violated(verdict::ViolationKind kind, const char* what);
  Status end_with(Effect effect);
  Status choose_object(const Instr& instr, const std::vector<std::uint32_t>& among);
  std::uint32_t pick(std::uint32_t count);
  bool next_choice(std::uint64_t& choice) const;
  const Part* object_at(std::uint32_t node);
  const Part* array_element(std::uint32_t array_node, std::uint32_t index_node,
                            std::uint32_t& index);
  std::uint32_t length_of(const Part& part) const;
  bool is_allocated(std::uint32_t number) const;

  // lock.cpp
  Status run_lock(const Instr& instr);
  bool find_lock(const Instr& instr, SlotId& slot);
  Status enter(const Instr& instr, SlotId lock);
  Status unwait(const Instr& instr, SlotId lock);
  Status notify(const Instr& instr, SlotId lock);
  bool test_lock(const Instr& instr, SlotId lock) const;
  std::uint32_t unjoined(std::uint32_t thread) const;
  // It has ended, and nothing refers to it: its place may be taken. If there are variables for
  // threads, mark_live has told which ones they name.
  bool is_gone(std::uint32_t thread) const {
    return thread > 0 && model_.frees_threads && has_ended(thread) &&
           slots_[base_of(thread) + kHeld] == 0 &&
           (!model_.names_threads || (named_threads_ >> thread & 1) == 0);
  }

  // eval.cpp
  Value eval(std::uint32_t node);
  Value arithmetic(const Node& node);
  Value shifted(const Node& node);
  Value fitted(Fit fit, Value value, bool overflowed);
  Value quantified(const Node& node);

  // expand.cpp
  std::uint32_t choose_ample(const Expansion& expansion);
  void more_threads(Expansion& expansion);
  bool can_move(std::uint32_t thread);
  bool is_independent(std::uint32_t thread);
  bool touches_own_objects_only(std::uint32_t thread);
  bool is_known_to_others(const Part& object);
  void mark_live(std::uint32_t except, const Transition* step);
  void reach(std::uint32_t number);
  // Takes all marks away, old ones too when the numbers begin anew.
  void next_stamp() {
    if (++stamp_ != 0) return;
    std::fill(stamps_.begin(), stamps_.end(), 0);
    stamp_ = 1;
  }
  bool try_ways(Expansion& expansion, std::uint32_t thread);
  void settle(std::uint32_t thread);
  bool settle_once(std::uint32_t thread);

  // encode.cpp
  class Writer;
  void find_shown_threads();
  void order_threads();
  std::span<const std::uint32_t> encode_shown();
  void put_counts();
  void sort_by_looks();
  std::uint64_t looks_of(std::uint32_t thread) const;
  std::uint32_t get(std::uint32_t width);
  void get_item(SlotId base, const Item& item);
  std::uint32_t get_name();
  std::int32_t get_depth();
  void get_lock(SlotId lock, const Item& type);
  void get_unit(const UnitKind& kind, SlotId base);
  void get_thread(std::uint32_t thread);
  void get_objects();

  SlotId base_of(std::uint32_t thread) const {
    return model_.threads_begin + thread * model_.thread_stride;
  }
  std::uint32_t point_of(std::uint32_t thread) const {
    return static_cast<std::uint32_t>(slots_[base_of(thread) + kPoint]);
  }
  void write(SlotId slot, std::int32_t value) {
    std::int32_t& at = slots_[slot];
    if (at == value) return;
    log_.push_back({slot, at});
    at = value;
  }

  friend class StubbornSets;

  const Model& model_;
  const Node* nodes_;
  std::vector<std::int32_t> slots_;  // the working state
  std::vector<Change> log_;
  std::vector<Step> path_;
  std::uint64_t steps_taken_ = 0;
  std::uint64_t checks_ = 0;

  // The step at work.
  std::uint32_t self_ = 0;
  const Transition* step_ = nullptr;
  std::int32_t* local_ = nullptr;  // slots of the thread
  const char* bad_ = nullptr;      // why an expression has no value
  std::uint64_t rest_ = 0;         // decisions still to be read off the choice
  std::vector<Pick> picks_;
  Effect effect_ = Effect::Moved;
  Effect ending_ = Effect::Moved;  // what a failed instruction makes of the step
  Failure failure_;
  std::string bound_;
  bool is_recording_ = false;                       // fill touched_
  std::vector<std::uint32_t> touched_;              // objects that the step accesses
  std::vector<std::uint32_t>* creation_ = nullptr;  // units in the order of allocation

  // Names of objects during encoding, and marks of traversals; by first part of a unit.
  std::vector<std::uint32_t> names_;
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
  std::uint32_t next_name_ = 0;
  std::uint32_t first_dynamic_ = 0;          // number of the first object of a collection
  std::vector<std::uint32_t> order_;         // units found, by their first part
  std::vector<std::uint32_t> filled_;        // decoding: units taken, by kind
  std::vector<std::uint32_t> unit_of_name_;  // decoding

  std::uint32_t named_threads_ = 0;  // by live variables, as bits
  // Threads in the order of the encoding, and the position of each in it; kNone: left out.
  std::vector<std::uint32_t> shown_;
  std::vector<std::uint32_t> position_;
  std::vector<std::uint64_t> looks_;  // by thread, for the order
  std::vector<std::uint32_t> newborn_;
  // During `trace`: the number of each thread in the order of their starts.
  std::vector<std::uint32_t> started_;
  std::uint32_t starts_ = 1;

  std::unique_ptr<StubbornSets> stubborn_;

  // Bits on their way from or to words.
  std::vector<std::uint32_t> words_;
  std::size_t word_ = 0;
  std::uint64_t bits_ = 0;
  std::uint32_t bit_count_ = 0;
  std::span<const std::uint32_t> input_;
};

}  // namespace mc
