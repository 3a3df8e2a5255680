// Threads without calls: the procedure that a thread runs, with every call replaced by a
// copy of what it runs. A virtual call becomes one transition per procedure that it may
// run, guarded by a test of the receiver's class.
//
// A copy of a transition is one step, like its original. The step that calls assigns the
// parameters, and the one that returns assigns the result, as in the source program.
//
// The shared tables of all threads are in Inlining, one thread is made by ThreadBuilder.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/pass/call_graph.h"
#include "ir/pass/copy_expr.h"
#include "ir/pass/domains.h"
#include "ir/pass/finite.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/locks.h"
#include "ir/pass/slice.h"

namespace pass {

// Thrown within the pass if the program cannot be made finite.
struct Infinite {
  FiniteNote note;
};

// An allocation of the model: its collection gets its size when all threads are known.
struct AllocationSite {
  ir::CollectionId collection;
  ir::ProcId proc;         // of the model
  ir::LocId at;            // where the transition starts
  ir::ClassId cls;         // valid for objects
  std::int64_t times = 1;  // objects that one execution of the action makes at most
  base::Span span;
};

// What the threads share.
struct Inlining {
  const ir::Program& source;
  const FiniteBounds& bounds;
  const Relevance& relevant;
  const Hierarchy& hierarchy;
  const CallGraph& calls;
  const LockPlan& locks;
  Domains& domains;
  FiniteModel& model;
  std::vector<AllocationSite> sites = {};
  std::set<std::string> names = {};         // of collections
  std::map<std::string, int> numbers = {};  // the last one given to a collection, by its first part
  std::vector<ir::CollectionId> roomy = {};  // collections that cannot become full
  std::map<ir::CollectionId, ir::CollectionId> declared = {};  // of the source, with a size; copies
  // Globals that follow the entry's variables, for `exceptional` clauses that an exception
  // of another thread checks; by local of the entry.
  std::map<ir::LocalId, ir::GlobalId> shadows = {};
  // A started procedure of the source, and whether as a daemon: its thread.
  std::map<std::pair<ir::ProcId, bool>, ir::ProcId> threads = {};
  std::vector<std::pair<ir::ProcId, bool>> unbuilt = {};

  // The thread of the model that runs this procedure.
  ir::ProcId thread_of(ir::ProcId source, bool is_daemon);
  ir::CollectionId add_collection(const std::string& name, ir::TypeId type);
  // The copy of a collection that the source itself bounds; invalid if it does not.
  ir::CollectionId declared_collection(ir::CollectionId source);
};

// Transitions stand in the order of their locations.
void sort_transitions(ir::Procedure& proc, std::vector<FiniteOrigin>& origins);

// Makes the entry, and every thread that may be started from it.
void inline_threads(Inlining& shared);

class ThreadBuilder {
 public:
  ThreadBuilder(Inlining& shared, ir::ProcId source, ir::ProcId model, bool is_entry);
  void rename(const std::string& suffix) { proc_.name += suffix; }
  void build();

 private:
  // The variables of a procedure that may be open once at a time.
  struct LocalSet {
    ir::ProcId proc;
    std::string suffix;
    std::vector<ir::LocalId> locals;  // of the model; invalid until used
    std::map<ir::ProcId, std::unique_ptr<LocalSet>> callees;
  };
  struct Frame {
    std::uint32_t index = 0;
    ir::ProcId proc;
    LocalSet* set = nullptr;
    Frame* caller = nullptr;
    ir::TransId call;
    ir::LocId exit;
    ir::LocId except;
    ir::LocalId target;  // of the caller, of the model: takes the result
    std::string suffix;
    std::vector<ir::LocId> locations;  // of the model, by location of the procedure
  };
  // One way to run a transition: virtual calls and arrays of arrays have several.
  struct Variant {
    ir::ExprId condition;             // invalid: always
    ir::ProcId callee;                // what the virtual call or fork runs
    std::vector<std::int64_t> sizes;  // of an array of arrays, but for the last one
    std::string limit;                // the bound that this case exceeds
    bool is_error = false;            // a virtual call on null, a size below zero
    bool is_null = false;             // havoc of a reference gives null
  };
  // Actions of a transition under construction.
  struct Body {
    Frame& frame;
    const ir::Transition& from;
    const Variant& variant;
    std::vector<ir::Action> actions;
    ir::LocId target;
    ir::ExprId result;     // what a return gives to the caller
    bool is_over = false;  // a limit: nothing after it happens
    // How tests of floats come out, in their order; those asked for beyond are added as false.
    std::vector<bool> guesses = {};
    std::size_t guessed = 0;
    LocalSet* entered = nullptr;  // the variables of the procedure that it calls
  };
  struct Entered {
    std::size_t transition;
    LocalSet* set;
  };

  const ir::Procedure& source_of(const Frame& frame) const {
    return shared_.source.proc(frame.proc);
  }
  Frame& add_frame(ir::ProcId proc, LocalSet& set, const std::string& suffix);
  LocalSet& callee_set(Frame& caller, ir::ProcId callee);
  std::string fresh_suffix(ir::ProcId proc);
  ir::LocId add_location(const std::string& name, const Frame* frame, ir::LocId source);
  ir::LocalId local(const Frame& frame, ir::LocalId source);
  ir::LocalId local(LocalSet& set, ir::LocalId source);
  ir::LocalId temp(const std::string& name, ir::TypeId type);
  ir::ExprId copy(const Frame& frame, ir::ExprId source);
  bool is_relevant(const Frame& frame, ir::LocalId id) const {
    return shared_.relevant.local(frame.proc, id);
  }

  void declare_parameters(Frame& root);
  void frame_transitions(Frame& frame);
  void transition(Frame& frame, ir::TransId id);
  void fill(Body& body);
  std::optional<ir::ExprId> guessed_guard(const Frame& frame, const ir::Transition& t);
  ir::ExprId may_be(const Frame& frame, ir::ExprId source, bool value);
  static bool next_guesses(std::vector<bool>& guesses);
  std::optional<bool> guess(Body& body, ir::ExprId source);
  std::optional<ir::ExprId> guessed_value(Body& body, ir::ExprId source);
  void suppose(Body& body);
  bool guess_action(Body& body, const ir::Action& a);
  ir::ExprId truth_value(bool value) { return shared_.model.program.bool_constant(value); }
  std::vector<Variant> variants(Frame& frame, const ir::Transition& t);
  void dispatch(Frame& frame, const ir::Transition& t, const ir::Callee& callee,
                ir::ExprId receiver, std::vector<Variant>& out);
  struct Selected;
  std::map<ir::ProcId, Selected> select(ir::ClassId declared, const std::string& selector) const;
  ir::ExprId class_test(ir::ExprId receiver, const Selected& selected);
  void array_sizes(Frame& frame, const ir::NewArray& a, std::vector<Variant>& out);
  ir::LocId target_of(const Frame& frame, ir::LocId source) const;

  void action(Body& body, const ir::Action& a);
  bool is_cut(Body& body, const ir::Action& a);
  void limit(Body& body, const std::string& what);
  void assign(Body& body, ir::LocalId model, ir::ExprId value);
  void evaluate(Body& body, ir::ExprId source, ir::TypeId into);
  void assigned(Body& body, ir::LocalId source);
  void check(Body& body, ir::ContractKind kind);
  void allocate(Body& body, const ir::New& a);
  void allocate(Body& body, const ir::NewArray& a);
  void allocate_level(Body& body, ir::LocalId target, ir::TypeId type, std::size_t level,
                      const std::vector<ir::CollectionId>& collections, ir::ExprId last);
  std::int64_t capacity(const Body& body, ir::ExprId size) const;
  ir::CollectionId array_collection(Body& body, ir::TypeId array, std::int64_t times,
                                    std::int64_t most);
  ir::ExprId seen_as(ir::ExprId value, ir::TypeId type);
  ir::ExprId argument(const Frame& frame, ir::ExprId source, ir::TypeId type);
  void call(Body& body, const ir::Call& a);
  void fork(Body& body, const ir::Fork& a);
  ir::LocalId in_flight(const Body& body);
  void throws(Body& body, const ir::Throw& a);
  void catches(Body& body, const ir::Catch& a);
  void current_thread(Body& body, const ir::Self& a);
  void havoc(Body& body, const ir::Havoc& a);
  void finish(Body& body);
  void check_entry_exceptional(Body& body);
  std::optional<ir::Action> plain(const Frame& frame, const ir::Action& a);
  ir::LockPlace lock(const Frame& frame, const ir::LockPlace& place);

  void reset_entered();
  void describe_frames();

  Inlining& shared_;
  ExprCopier exprs_;
  bool is_entry_;
  ir::ProcId id_;       // of the model
  ir::Procedure proc_;  // under construction
  LocalSet root_;
  std::deque<Frame> frames_;
  std::size_t next_frame_ = 0;
  std::map<std::string, int> suffixes_;
  std::vector<FinitePlace> places_;
  std::vector<FiniteOrigin> origins_;
  std::vector<Entered> entered_;
  std::set<ir::LocalId> ranges_;  // variables whose ranges the source declares
};

}  // namespace pass
