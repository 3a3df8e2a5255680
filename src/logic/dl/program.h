// Programs as trees: statements, the code that threads have left to execute, thread pools,
// substitutions, and whole programs with their goals. Everything but Program is interned in a
// Store and immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.h"
#include "logic/dl/expr.h"

namespace dl {

class Store;

enum class StmtKind : std::uint8_t {
  Assign,  // target := value
  Skip,    // takes a step, changes nothing
  If,      // if value {body} else {otherwise}
  While,   // while value [bound] invariant … {body}
  Await,   // waits until value holds
  Spawn,   // new(body): starts a thread; `name` if it is a named process or method
  Join,    // waits until all threads that this one started, and theirs, have ended
  Assert,  // value holds here in every execution, else the execution fails
  Assume,  // only executions where value holds here count; the same step as Await
};

// One atomic step each: If and While evaluate their condition and choose. A While with a bound
// of k iterations left goes on with k - 1; at 0 it takes one more step, which leaves the loop
// without a look at the condition.
struct Stmt {
  StmtKind kind = StmtKind::Skip;
  VarId target;                        // Assign
  ExprId value;                        // Assign, If, While, Await, Assert, Assume
  CodeId body;                         // If, While, Spawn
  CodeId otherwise;                    // If
  std::optional<std::uint32_t> bound;  // While: iterations left; absent: no bound
  ExprId invariant;                    // While: the conjunction of its clauses; may be invalid
  std::string name;                    // Spawn
  base::Span span;                     // the statement, or the head of an If or a While
  base::Span invariant_span;

  friend bool operator==(const Stmt&, const Stmt&) = default;
};

// What a thread has left to execute: `first`, then `rest`. The invalid CodeId is the empty
// sequence, that of a thread that has terminated. Interned, so the code after an unfolded loop
// is the very code before it.
struct Code {
  StmtId first;
  CodeId rest;

  friend bool operator==(const Code&, const Code&) = default;
};

// Threads are named by how they came to be, so that the name does not depend on the schedule:
// process `index` of the program, or the thread that is the `index`th started by `parent`.
struct Thread {
  ThreadId parent;  // invalid for a process
  std::uint32_t index = 0;

  friend bool operator==(const Thread&, const Thread&) = default;
};

// The active threads with what they have left, ordered as Store::before says; none has empty
// code. `spawned` counts the threads that a thread has started, if any.
struct PoolEntry {
  ThreadId thread;
  CodeId code;
  std::uint32_t spawned = 0;

  friend bool operator==(const PoolEntry&, const PoolEntry&) = default;
};
using Pool = std::vector<PoolEntry>;

// Variables that are not mapped to themselves, ordered by variable.
using Subst = std::vector<std::pair<VarId, ExprId>>;

struct Process {
  std::string name;  // may be empty
  CodeId code;
  base::Span span;  // of the head: `proc name`
};

struct Declaration {
  VarId var;
  ExprId initial;  // a constant: declared variables start at a known value
  base::Span span;
};

struct Clause {
  ExprId formula;
  base::Span span;
};

struct NamedFormula {
  std::string name;  // may be empty
  ExprId formula;
  base::Span span;
};

// Variables that are not declared are inputs: they start with any value.
struct Program {
  std::unique_ptr<Store> store;
  std::vector<Declaration> declarations;
  std::vector<Process> processes;
  std::vector<Clause> requires_;       // conjunction
  std::vector<Clause> ensures;         // conjunction
  std::vector<NamedFormula> formulas;  // goals of their own
  std::vector<VarId> variables;        // not bound, in the order of their first occurrence

  Program();
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  bool has_goal() const { return !ensures.empty(); }
};

// {ι0(s0), …, ιn(sn)} of the processes.
PoolId initial_pool(const Program& program);
// Maps each declared variable to its initial value.
SubstId initial_subst(const Program& program);
// {initial_subst}(requires → [initial_pool] ensures): declared variables have their initial
// values in `requires`, too.
ExprId goal_formula(const Program& program);
// {initial_subst} ¬requires: if it holds, the contract says nothing.
ExprId contradiction_formula(const Program& program);

}  // namespace dl
