// Braid as a library: load a program, verify it, walk through the result.
//
//   braid::Program program = braid::Program::load({"counter.oox"});
//   braid::Result result = braid::verify(program);
//   for (const braid::Step& step : result.steps) …
//
// This header needs nothing but the standard library, and all of it is in namespace braid. Nothing
// here throws, and nothing prints: what is wrong with a program is among its diagnostics. A broken
// invariant of Braid itself ends the process.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace braid {

// "0.1.0"
std::string_view version();

// A place in a source file. Lines and columns count from 1.
struct Place {
  std::string file;  // empty: nowhere
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Something wrong with a program, or with what was asked for.
struct Diagnostic {
  bool is_error = true;
  std::string code;  // "OOX0201", as `braid explain` knows it; empty: none
  std::string message;
  Place place;
};

struct LoadOptions {
  std::string entry;  // "Class.method"; empty: the static main, or the only one with a contract
  std::string class_path;  // of Java programs, with colons
  // The jar with the models of Java's library. Empty: beside the running program, or in
  // ../share/braid from there.
#ifdef BRAID_MODELS
  std::string models = BRAID_MODELS;
#else
  std::string models;
#endif
};

// A program that is ready to be verified, or the reasons why it is not.
class Program {
 public:
  // All files form one program: OOX, PL, BIR, or Java (sources, classes, jars, folders).
  static Program load(const std::vector<std::string>& paths, const LoadOptions& options = {});
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  // Whether it can be verified.
  explicit operator bool() const;
  // Errors and warnings, in the order of their discovery.
  const std::vector<Diagnostic>& diagnostics() const;
  // "Main.main"; empty if it cannot be verified.
  const std::string& entry() const;

  struct Impl;

 private:
  friend struct Access;
  explicit Program(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// What is absent is left to Braid. An option that the engine does not read is an error.
struct VerifyOptions {
  std::string engine;                   // "symex", "mc", …; empty: what fits the program
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB, of the process
  std::optional<std::uint64_t> depth;   // steps of one execution
  std::optional<std::uint32_t> unwind;
  std::optional<std::uint32_t> array_size;
  std::optional<double> deepen;  // raise the bounds step by step, for so many seconds
  std::optional<std::uint32_t> jobs;
  std::optional<bool> races;  // data races are violations; absent: in Java programs
  std::string ltl;            // a temporal property to check instead of everything else
  std::uint64_t seed = 0;
};

enum class Verdict : std::uint8_t {
  Valid,     // no execution within the bounds is wrong
  Invalid,   // an execution breaks an assertion, a contract, or may not throw
  Deadlock,  // an execution gets stuck
  Unknown,   // `reason` says why
  Error,     // there was no search: `diagnostics` say why
};
std::string_view keyword(Verdict verdict);  // "valid"

// A bound under which the search ran.
struct Bound {
  std::string name;    // "unwind"
  std::string value;   // "10"; empty: it has none
  bool cut = false;    // an execution would have gone beyond it
  std::string beyond;  // what was not searched: "arrays of more than 3 elements"
};

struct Violation {
  std::string kind;  // "assert", "race", "deadlock", … as in the JSON result
  std::string message;
  Place place;
  std::uint32_t thread = 0;  // counted from 1; 0: none in particular
};

// One atomic step of one thread.
struct Step {
  std::uint32_t thread = 0;  // counted from 1
  std::string method;        // "Counter.inc"
  Place place;
  std::string text;  // the statement
  // What changed, and to what: ("x", "3"), ("Node#2.next", "null").
  std::vector<std::pair<std::string, std::string>> changes;
  std::vector<std::string> notes;  // what else happened: "starts thread 2"
};

struct Result {
  Verdict verdict = Verdict::Unknown;
  bool complete = false;  // no bound cut anything: the verdict holds for every execution
  bool vacuous = false;   // no execution met the assumptions: nothing was checked
  std::string reason;     // why unknown
  std::string engine;     // the one that searched
  std::vector<Bound> bounds;
  std::optional<Violation> violation;
  std::vector<Step> steps;  // the violating execution, which has been replayed
  std::vector<Diagnostic> diagnostics;
  int status = 6;    // the exit status that `braid verify` would end with
  std::string text;  // as `braid verify` prints it
  std::string json;  // as `braid verify --format json` prints it
};

// A program may be verified again and again, one call after the other. Different programs may be
// verified at the same time, by different threads.
Result verify(Program& program, const VerifyOptions& options = {});

}  // namespace braid
