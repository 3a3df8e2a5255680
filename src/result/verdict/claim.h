// What an engine claims: an execution that is wrong, as far as the engine knows it. The
// interpreter executes it and fills in the rest (certify/certify.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/run/decision.h"
#include "base/source.h"
#include "ir/ids.h"
#include "result/verdict/verdict.h"

namespace verdict {

// One step of one thread. Claim::told says which members an engine fills in.
struct Step {
  std::uint32_t thread = 0;  // counted from 0, in the order in which the threads start
  ir::ProcId proc;
  ir::TransId transition;
  // The decisions inside the step, in the order in which the interpreter asks for them,
  // each among two alternatives or more: which value, instance or waiting thread.
  std::vector<std::uint32_t> choices = {};
  std::vector<std::uint32_t> child = {};  // which child of which thread, from the first one on
  base::Span span = {};                   // the statement
};
using Steps = std::vector<Step>;

// What the steps of a claim tell.
enum class Told : std::uint8_t {
  Transitions,  // all steps: the thread, its transition, all choices
  Values,       // all steps: the thread, its transition, the choices of values alone
  // The steps since there is more than one thread: the thread and, as the only choice, which
  // waiting thread a `notify` woke up, if not the first.
  Threads,
  Statements,  // steps that touch shared variables: the child and the statement
};

struct Claim {
  std::optional<ViolationKind> kind;  // nothing: all that counts is that the steps are possible
  base::Span place;                   // where it ends; invalid: not told
  std::optional<Inputs> inputs;       // nothing: the program has no parameters
  Told told = Told::Transitions;
  Steps steps;
  // Step::thread is told by its place among the threads that run Step::proc.
  bool counts_by_procedure = false;
  // Where a step does not tell a choice, the first alternative is taken.
  bool takes_first = false;
  run::Decisions values;  // Told::Threads: arbitrary values, in the order in which they are taken

  // A temporal property. `steps` are the stem, then some rounds of the loop, so that one who
  // watches all variables, dead ones too, can see a state return.
  std::vector<std::size_t> rounds;  // steps before each round, and all steps; empty: no loop
  bool has_ended = false;           // instead: the execution stays in its last state for ever
  bool fair = false;                // the loop must be fair to all threads
  // The last step exceeds this bound, and the execution is taken to stay in the state before it.
  // Not empty only with `has_ended`.
  std::string cut_by;

  std::size_t stem() const { return has_ended ? steps.size() : rounds[0]; }
  // The stem and one round.
  std::size_t shown() const { return has_ended ? steps.size() : rounds[1]; }
};

// What an engine has to say about a program.
struct Answer {
  // A violation has its kind, and what else the engine knows; the execution of `claim` gives
  // the rest.
  Result result;
  Claim claim;
};

// Executes a claim, for an engine whose word alone does not count. The error says why it failed.
using Confirm = std::function<tl::expected<Result, std::string>(const Claim&)>;

// Has a temporal claim go round its loop so often, which starts at this step; with no steps
// behind it, the execution has ended.
void add_rounds(Claim& claim, std::size_t loop, std::size_t rounds);

}  // namespace verdict
