// What is true of a program: the interpreter tries all schedules and all inputs, step by
// step, without coarsening and without reduction.
#pragma once

#include <set>
#include <string>

#include "engine/interp/model.h"
#include "engine/interp/system.h"
#include "generator.h"
#include "result/verdict/verdict.h"

namespace concurrent {

// The static fields of class `G` when an execution is over, and how it ended, as text.
using Finals = std::set<std::string>;

struct Truth {
  verdict::Result result;  // unknown: there are too many states
  Finals finals;           // if it is valid
  // Every execution was run from its start to its end; else equal states were met once.
  bool is_plain = false;
  std::uint64_t executions = 0;  // if it is plain
  std::string problem;           // both ways were tried and disagree
};

// How much may be done for one program. What is larger is generated anew, smaller.
struct Effort {
  std::uint64_t steps = 100'000;           // to visit every state
  std::uint64_t plain_steps = 50'000;      // to run every execution, if that is enough
  std::uint64_t prefixes = 50'000;         // of executions, up to equivalence
  std::uint64_t symbolic_steps = 400'000;  // of one setting of symbolic execution
  double seconds = 20;                     // the same
};

interp::Options interp_options(const Subject& subject);
// Meets every state once.
Truth visit_states(const Subject& subject, const ir::Program& program, const Effort& effort);
// Runs every execution, if that is not too much, and compares; else the truth remains.
Truth run_executions(Truth visited, const Subject& subject, const ir::Program& program,
                     const Effort& effort);

// The number of Mazurkiewicz traces of the complete executions of a program without
// inputs: classes of executions that differ in the order of steps that do not conflict by
// their declared accesses (A. Mazurkiewicz: Trace theory, 1987).
struct Traces {
  bool is_counted = false;    // there are not too many of them
  std::uint64_t all = 0;      // all steps count
  std::uint64_t visible = 0;  // only those that other threads could observe
  // An exception that nobody catches ends executions. Whether a step that only lets
  // others go on (unlocking, ending) came before it does not matter with coarsening.
  bool is_interrupted = false;
  std::string problem;  // the declared accesses contradict the states
};
// With `plain` every execution is run. Else equivalent prefixes of executions are met
// once, and the states that they lead to are compared.
Traces count_traces(const interp::Model& model, bool plain, std::uint64_t limit);

// The number of reads-from classes of the complete executions of a program without inputs: those
// with the same visible steps, each of which reads what the same steps have written.
struct Classes {
  bool is_counted = false;
  std::uint64_t visible = 0;
};
Classes count_classes(const interp::Model& model, std::uint64_t limit);

}  // namespace concurrent
