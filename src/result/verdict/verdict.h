// The vocabulary of results: every engine answers with a Result, and every report
// is a view of one. Nothing here knows which engine ran.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/integer.h"
#include "base/run/decision.h"
#include "base/run/statistics.h"
#include "base/source.h"
#include "ir/display.h"

namespace run {
class Run;
}

namespace verdict {

enum class VerdictKind : std::uint8_t {
  Valid,     // no execution within the bounds is wrong
  Invalid,   // an execution breaks an assertion, a contract, or may not throw
  Deadlock,  // an execution gets stuck
  Unknown,   // a limit or an unsupported feature: `reason` says which
};
std::string_view keyword(VerdictKind kind);

enum class ViolationKind : std::uint8_t {
#define VIOLATION(name, keyword, exit_status, text) name,
#include "result/verdict/violations.def"
#undef VIOLATION
};
std::string_view keyword(ViolationKind kind);
std::string_view text(ViolationKind kind);
// The verdict on a program with such a violation.
VerdictKind verdict_of(ViolationKind kind);

// A call that was open when something happened.
struct StackFrame {
  std::string proc;
  ir::MethodName method;
  base::Span span;  // the statement; invalid: nowhere in the source
};

// A second place that matters for a violation, with a word about it.
struct Note {
  base::Span span;
  std::string text;
  std::uint32_t thread = 0;             // whose doing it is, counted from 1; 0: not said
  std::vector<StackFrame> frames = {};  // of an access that races, the innermost first
};

// A lock that a thread holds.
struct HeldLock {
  std::string name;  // "lock of Fork#1"
  base::Span span;   // the statement that took it
};

// A thread of a cycle of threads that wait for each other.
struct CycleMember {
  std::uint32_t thread = 0;  // counted from 1
  std::string thread_name;   // empty: threads have no names
  std::vector<HeldLock> holds;
  std::string waits_for;  // "the lock of Fork#2", "the end of thread 3"
  base::Span span;        // where it waits
};

// An exception that is an object, with the calls that were open, the innermost first.
struct Thrown {
  std::string cls;                  // "java.lang.AssertionError"
  std::optional<std::string> text;  // its message
  std::vector<StackFrame> frames;
};

struct Violation {
  ViolationKind kind{};
  std::string message;
  base::Span span;           // what is violated; for exceptions: what threw
  std::uint32_t thread = 0;  // counted from 1; 0: no thread in particular
  std::vector<Note> notes;
  // The variables that the violated condition reads: ("x", "3"), ("a", "int[]#1 [1, 0]").
  std::vector<std::pair<std::string, std::string>> values;
  // Of a deadlock: what keeps the threads from moving, in a few words, and, if threads
  // wait for each other, those: each for the next one, the last one for the first.
  std::string cause;
  std::vector<CycleMember> cycle;
  std::string brief = {};  // of a deadlock: what one line says; empty: how many threads are stuck
  std::string exception = {};       // the class of an exception that is an object: "a.B$C"
  std::string thread_name = {};     // empty: threads have no names
  std::vector<Thrown> thrown = {};  // that exception, and behind it each one's cause
};

// What a step does to threads and locks.
enum class SyncKind : std::uint8_t {
#define SYNC(name, keyword) name,
#include "result/verdict/syncs.def"
#undef SYNC
};
std::string_view keyword(SyncKind kind);

struct Sync {
  SyncKind kind{};
  std::uint32_t thread = 0;  // the other one, counted from 1; 0: there is none
  std::string lock;          // "Fork#1", "Node#2.guard", "mutex"; empty: there is none
};

// What an object holds: of one that is new all of it, else what a step wrote.
struct HeapChange {
  std::string object;  // "Node#2"; empty: the variables that all threads share
  bool is_new = false;
  // ("next", "null"), ("0", "Fork#1"); of a new array also its length. Of a long array the first
  // elements.
  std::vector<std::pair<std::string, std::string>> slots;
};

// One atomic step of one thread.
struct TraceStep {
  std::uint32_t thread = 0;           // counted from 1
  std::string proc;                   // the procedure it ran in
  base::Span span;                    // the statement
  std::vector<std::string> accesses;  // "read int[]#1[1]"
  // What changed, and to what: ("x", "3"), ("Node#2.next", "null").
  std::vector<std::pair<std::string, std::string>> updates;
  std::optional<std::string> output;  // the line it printed
  std::uint32_t depth = 0;            // calls of the thread that were open before the step
  // What else happened: "starts thread 2", "calls Main.f", "true" for a branch.
  std::vector<std::string> notes;
  std::vector<Sync> syncs;       // what happened to threads and locks
  std::vector<HeapChange> heap;  // what happened to objects and shared variables
  // Of a program whose lines are shown as a whole (ir::Display::by_line), else empty or false:
  std::string thread_name;
  ir::MethodName method;
  std::vector<std::pair<std::string, std::string>> reads;  // what the program's own code read
  bool is_internal = false;  // no code of the program runs yet, or any more
};

// A number of an object in `Counterexample::heap`.
struct HeapRef {
  std::uint32_t number = 0;
  friend bool operator==(HeapRef, HeapRef) = default;
};

// A value of an input; monostate is null.
using Datum =
    std::variant<std::monostate, bool, base::Integer, double, std::string, HeapRef, char32_t>;

// One object of the heap that the inputs span.
struct HeapEntry {
  std::uint32_t ref = 0;  // counted from 1, in the order of discovery from the inputs
  std::string type;       // "int[]", "Node"
  std::string name;       // as the trace calls it: "Node#2"
  bool is_array = false;
  std::vector<Datum> elements;                        // of an array
  std::vector<std::pair<std::string, Datum>> fields;  // of an object
};

// Values of the parameters, and the heap that they span.
struct Inputs {
  std::vector<std::pair<std::string, Datum>> inputs;  // by parameter, in order
  std::vector<HeapEntry> heap;
};

// An execution that a person can read and that the interpreter can replay.
struct Counterexample : Inputs {
  std::vector<HeapChange> start;  // all objects and shared variables before the first step
  std::vector<TraceStep> trace;
  run::Decisions decisions;
  // Of a temporal property: the steps before those that repeat for ever. If there are none
  // behind them, the execution has ended and stays in its last state.
  std::optional<std::size_t> loop;
};

// A bound under which a search ran.
struct Bound {
  std::string name;   // of bounds.def, or one that the model names
  std::string value;  // "3", "-1..3"; empty: it has none, or each variable its own
  bool cut = false;   // an execution would have gone beyond it
};
// What raises the bound, "--depth"; empty: nothing does.
std::string_view option_of(const Bound& bound);
// What the search did not look at: "arrays of more than 3 elements".
std::string beyond(const Bound& bound);

// Which statements of a method executions came to, each list in the order of the source.
struct MethodCoverage {
  std::string method;  // "Main.sort"
  std::vector<base::Span> reached;
  std::vector<base::Span> unreached;
};

// An execution that a search explored, in the order of its steps.
struct Explored {
  struct Step {
    std::uint32_t thread = 0;  // counted from 1
    base::Span span;
  };
  std::vector<Step> steps;
  std::string end;  // "ended", "deadlock", "cut by depth"
};

// A counterexample that an abstraction allows and the program does not.
struct Spurious {
  std::size_t step = 0;      // the first one that the program cannot take, counted from 1
  std::uint32_t thread = 0;  // whose step it is, counted from 1
  base::Span span;           // the statement
  std::string why;
};

// The verdict was found on an abstraction of the data.
struct Abstracted {
  std::vector<std::string> variables;  // "Cell.level=signs"
  std::optional<Spurious> spurious;    // then the verdict is unknown
};

struct Result {
  VerdictKind verdict = VerdictKind::Unknown;
  // No bound cut anything: the verdict holds for every execution.
  bool complete = false;
  // Every execution was discarded by an assumption, so that nothing was checked.
  bool vacuous = false;
  std::vector<Bound> bounds;  // those in force, by name
  std::string reason;         // why unknown, or how the one execution ended
  std::optional<Violation> violation;
  // The violating execution; if one execution was asked for, that one in any case.
  std::optional<Counterexample> counterexample;
  // An execution goes on for ever: what it comes back to.
  std::optional<base::Span> never_ends;
  std::vector<MethodCoverage> coverage;  // of all methods; empty: it was not asked for
  std::vector<Explored> explored;        // the first ones; empty: they were not asked for
  std::optional<Abstracted> abstraction;
  run::Statistics stats;

  // Says what a bound is; one that is known already keeps its cut.
  void set_bound(std::string_view name, std::string value);
  // Says that a bound cut an execution.
  void cut(std::string_view name);
  bool is_cut() const;                          // by any bound
  std::vector<std::string> bounds_hit() const;  // the names of those that cut, sorted
};

// A search whose bounds cut every execution has nothing to say, and neither has one whose bounds
// cut all of them before anything was checked, if there is something to check: what would be
// valid becomes unknown, with the bounds as the reason.
void judge_cuts(Result& result, bool has_checks);

// No answer, and why.
Result unknown(const run::Run& run, std::string reason);

// Which verdicts make the exit status of a command other than 0.
struct FailOn {
  bool invalid = true;
  bool deadlock = true;
  bool unknown = true;
  bool cut = false;      // valid, but a bound cut the search
  bool vacuous = false;  // valid, but nothing was checked
  bool error = true;     // there is no verdict: the input is wrong
};

// The exit status of `braid verify` and `braid run`. Strict: a verdict that a
// bound cut, or for which nothing was checked, does not count.
int exit_code(const Result& result, bool strict = false);
int exit_code(const Result& result, const FailOn& fail_on);

}  // namespace verdict
