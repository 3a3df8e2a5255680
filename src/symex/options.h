// The bounds and switches of symbolic execution.
#pragma once

#include <cstdint>

#include "solve/options.h"

namespace symex {

enum class JoinMode : std::uint8_t { Descendants, Children };
enum class DeadlockMode : std::uint8_t { Any, Main };
enum class SearchOrder : std::uint8_t { DepthFirst, Random };

struct Options {
  std::uint64_t depth = 100'000;  // steps of one path
  std::uint32_t unwind = 10;      // iterations of a loop, and activations of a
                                  // procedure, between which the path forked
  std::uint32_t array_size = 3;   // elements of arrays of symbolic size
  SearchOrder order = SearchOrder::DepthFirst;
  JoinMode join = JoinMode::Descendants;
  DeadlockMode deadlock = DeadlockMode::Any;
  bool coarsen = true;      // do not interleave invisible steps
  bool repetitions = true;  // end executions that repeat a state for ever
  // Terms that finished paths have left behind before they are dropped.
  std::uint32_t rollback_terms = 1U << 20;
  solve::Options solver;
};

}  // namespace symex
