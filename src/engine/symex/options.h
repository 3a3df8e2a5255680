// The bounds and switches of symbolic execution.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/symex/reduction.h"
#include "ir/semantics.h"
#include "logic/solve/options.h"
#include "logic/term/terms.h"

namespace symex {

enum class SearchOrder : std::uint8_t { DepthFirst, Random };

struct State;
class Team;
struct WorkItem;

struct Options {
  std::uint64_t depth = 100'000;  // steps of one path
  std::uint32_t unwind = 10;      // iterations of a loop, and activations of a
                                  // procedure, between which the path forked
  std::uint32_t array_size = 3;   // elements of arrays of symbolic size
  SearchOrder order = SearchOrder::DepthFirst;
  ir::Semantics semantics;
  bool coarsen = true;           // do not interleave invisible steps
  bool repetitions = true;       // end executions that repeat a state for ever
  bool distinct_indices = true;  // ask the path condition whether two elements can be one
  bool equal_writes = true;      // writes of equal values commute
  bool early_inputs = true;      // decide about inputs where the second thread started
  bool cut_loops = false;        // replace loops by their invariants where that is possible
  // Terms that finished paths have left behind before they are dropped.
  std::uint32_t rollback_terms = 1U << 20;
  Reduction reduction = Reduction::Optimal;
  bool stateful = false;  // do not explore equal states twice
  // The search is left to Braid: one execution per trace and state matching take turns, and a
  // few executions that are likely to get stuck come early. With `stateful`, which says that
  // only state matching comes into question, just the latter.
  bool automatic = false;
  // Steps of the first turn; each further one is twice as long. A program that ends within it is
  // searched as if there were no other search.
  std::uint64_t first_turn = 20'000;
  // Assume that threads unlock only what they hold: unlocking then cannot fail, and need
  // not be interleaved. If that turns out wrong, the search starts again without.
  bool own_unlocks_only = true;
  // If the optimal reduction does not bound executions, start again with another one; else they
  // are cut.
  bool may_restart = true;
  bool coverage = false;   // tell which transitions were taken
  std::size_t listed = 0;  // so many executions are told, step by step
  std::uint32_t jobs = 1;  // threads of this process that search
  Team* team = nullptr;    // other processes that search; null: none
  std::string checkpoint;  // file to write the rest of the search to; empty: none
  std::string subject;     // names the program and the options, for checkpoints and teams
  // Called for each execution that is over and right, maybe by several threads of this
  // process at once, with the store of the state's terms, which die with the call.
  std::function<void(const term::Terms&, const State&)> on_final;
  // For those who study how a search can be divided (bench/scale), maybe called by several threads
  // at once. A piece of work was taken from the pool; its state has to be made again.
  std::function<void(const WorkItem&)> on_piece;
  // An item of a frontier was explored: how many steps its execution had when it was put there,
  // how many items came of it, and how many steps it took.
  std::function<void(std::uint64_t depth, std::size_t children, std::uint64_t steps)> on_item;
  solve::Options solver;
};

}  // namespace symex
