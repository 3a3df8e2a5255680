// A procedure as a proctype: its control points, and each transition as one step.
#pragma once

#include <string>
#include <vector>

#include "engine/spin/promela_claim.h"
#include "engine/spin/promela_expr.h"
#include "engine/spin/promela_layout.h"
#include "ir/program.h"

namespace spin {

// What all processes of a model share besides its data.
struct PromelaShared {
  PromelaLayout& layout;
  std::vector<std::string> proctypes;   // by procedure
  std::vector<std::string> hidden;      // declarations of variables outside of the states
  std::vector<std::string> bounds;      // those that may be left, in the order of discovery
  std::vector<std::string> exceptions;  // in flight: number n is at n - 1
  std::vector<PromelaWatch> watches;    // what the property wants to know of threads
  std::int64_t own_processes = 1;       // the trap, and the never claim if there is one

  // What happens when the bound is left.
  std::string limit(const std::string& bound);
  std::string own_limit(const std::string& bound);  // that the model does not declare
  // What leaves a bound that is SPIN's or Braid's own, and none of the model: never an error.
  std::string cut(const std::string& bound);
};

class PromelaProc {
 public:
  PromelaProc(PromelaShared& shared, ir::ProcId id);

  std::string text();

 private:
  enum class Storage : std::uint8_t {
    Process,  // a variable of the process
    Hidden,   // outside of the states: it is written before it is read in each step
    None,     // bound by a quantifier
  };

  // ---- promela_proc.cpp
  void place_locals();
  void find_local_locations();
  void visit_local(ir::LocId at, std::vector<int>& seen);
  bool is_live_anywhere(ir::LocalId local) const;
  bool is_deterministic(const ir::Transition& t) const;
  bool is_watched(const ir::Transition& t) const;
  void tell_watches(const ir::Transition& t);
  void tell_watches_of_fork(const ir::Fork& action, const std::string& forked);
  bool leads_to_local(ir::LocId at) const;
  std::string header() const;
  std::string location(ir::LocId at, const std::string& label);
  std::string transition(ir::TransId id);
  std::string step(ir::TransId id);
  std::string enabling(const ir::Transition& t);
  void perform_reads(const ir::Transition& t);
  void finish(const ir::Transition& t);
  void end_thread();
  void reset_dead(const ir::Transition& t);
  std::string target_label(const ir::Transition& t) const;
  std::string label(ir::LocId at) const { return "at_" + labels_[at.index()]; }
  std::string position(base::Span span) const;

  // ---- promela_action.cpp
  struct Actions;
  void perform(const ir::Action& action);
  void assign(ir::LocalId target, const PromelaValue& value);
  void store(const PromelaValue& place, ir::TypeId type, ir::ExprId value);
  void require(const std::string& condition);
  void begin_indivisible();
  void end_indivisible();
  void allocate(ir::CollectionId collection, ir::LocalId target, const std::string& prepare);
  void fork(const ir::Fork& action);
  void choose(const ir::Choose& action);
  void havoc(ir::LocalId target);
  void choose_instance(const ir::ChooseInstance& action);
  void choose_reachable(const ir::ChooseReachable& action);
  void mark_reachable(const std::string& root);
  void offer_instances(ir::LocalId target, ir::ClassId cls, bool reached);

  // ---- promela_lock.cpp
  void enter(const ir::LockPlace& place);
  void exit(const ir::LockPlace& place);
  void wait(const ir::LockPlace& place);
  void unwait(const ir::Unwait& a);
  void notify(const ir::LockPlace& place);
  void notify_all(const ir::LockPlace& place);
  PromelaLock owned(const ir::LockPlace& place);

  PromelaShared& shared_;
  PromelaLayout& layout_;
  const ir::Program& program_;
  const PromelaOptions& options_;
  ir::ProcId id_;
  const ir::Procedure& proc_;
  std::vector<std::vector<ir::TransId>> outgoing_;
  std::vector<Storage> storage_;     // by local
  std::vector<std::string> names_;   // of the locals
  std::vector<std::string> labels_;  // of the locations
  std::vector<bool> is_local_;       // locations whose steps nobody else notices
  bool throws_ = false;
  PromelaExprs exprs_;
  PromelaCode* code_ = nullptr;  // of the transition at work
  bool is_step_ = false;         // the transition at work is a d_step
  bool is_over_ = false;         // the transition at work always ends the execution
};

}  // namespace spin
