// The search for a proof.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "engine/prove/leaves.h"
#include "engine/prove/proof.h"
#include "logic/solve/options.h"

namespace prove {

struct Options {
  std::uint32_t unfold = 8;      // iterations of one loop of one thread, where nothing else helps
  bool merge = true;             // use proofs of equivalent sequents of other branches
  bool invariants = true;        // use loop invariants
  std::uint64_t nodes = 50'000;  // most sequents
  std::size_t depth = 500;       // most steps of one path
  std::size_t open_goals = 10;   // stop when so many goals are open
  solve::Options solver;
};

// Where a sequent comes from.
struct Origin {
  NodeId parent;        // invalid: the goal
  dl::ThreadId thread;  // whose step led here; invalid: no step
  // Whether every state of this sequent's assumptions is one of the goal's, so that a
  // counter-model is one of the goal. Invariants and chosen witnesses lose that.
  bool is_exact = true;
};

enum class OpenKind : std::uint8_t {
  CounterModel,  // values break it
  GaveUp,        // the solver did
  Unfolding,     // the bound on loop iterations
  Limit,         // time, memory, number of sequents
};

struct OpenGoal {
  NodeId node;
  OpenKind kind{};
  std::string reason;  // of GaveUp and Limit
  CounterModel model;  // of CounterModel
};

// That an invariant holds where a thread stands at the head of its loop.
struct Obligation {
  NodeId node;          // where it had to hold
  dl::ThreadId thread;  // whose loop
  dl::StmtId loop;
  bool is_proved = false;
  CounterModel model;  // if it is not: values that break it, if there are any
};

struct Result {
  Proof proof;
  std::vector<Origin> origins;  // by node
  bool is_proved = false;
  std::vector<OpenGoal> open;
  std::vector<Obligation> obligations;
  // An open goal of `open` whose model should be a counterexample; else open.size().
  std::size_t counterexample = 0;
  // How many sequents ended how.
  std::uint64_t closed = 0;
  std::uint64_t merged = 0;
  std::uint64_t linked = 0;
};

// Tries to prove the goal, a formula over variables of any value. Where that fails with
// invariants, a second search without them looks for a counterexample.
Result search(dl::Store& store, run::Run& run, dl::ExprId goal, const Options& options);

// The steps that lead to a sequent, from the goal on, and the states behind them.
struct PathStep {
  dl::ThreadId thread;
  dl::StmtId stmt;
  dl::SubstId before;
  dl::SubstId after;
  dl::ExprId condition;
  bool fails = false;
};
std::vector<PathStep> interleaving(const dl::Store& store, const Result& result, NodeId node);

}  // namespace prove
