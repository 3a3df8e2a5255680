// The commands of braid, each with its options. Every function returns the exit
// status of the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/engine_options.h"
#include "engine/explore/explore.h"
#include "engine/modular/engine.h"
#include "ir/pass/finite.h"
#include "ir/program.h"
#include "logic/solve/options.h"

namespace cli {

enum class ReportFormat : std::uint8_t { Text, Json };

struct CheckOptions {
  std::vector<std::string> paths;
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
  ReportFormat format = ReportFormat::Text;
};
int check_command(const CheckOptions& options);

struct FmtOptions {
  std::vector<std::string> paths;
  bool check = false;                   // change nothing, say which files would change
  bool to_stdout = false;               // print the result instead of replacing the file
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
};
int fmt_command(const FmtOptions& options);

// Bounds of finite models, from the command line; comments in the source may add more
// (finite.h).
struct FiniteOptions {
  pass::FiniteBounds bounds;
};

enum class EmitFormat : std::uint8_t { Bir, Dot, Promela, Smv };

struct EmitOptions {
  std::vector<std::string> paths;
  EmitFormat format = EmitFormat::Bir;
  std::string output;
  std::string entry;
  std::string method;              // for Dot: this one alone
  bool positions = false;          // for Bir: source positions as comments
  bool finite = false;             // for Bir: the finite model of the program
  bool coarsen = true;             // for Promela: do not interleave local steps
  bool live = true;                // for Promela: reset dead variables
  std::string ltl;                 // for Promela: a temporal property, as a never claim
  std::string search = "default";  // as of `verify`: what exceeding a bound means
  FiniteOptions bounds;
  ir::IntMode int_mode = ir::IntMode::Math;
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
};
int emit_command(const EmitOptions& options);

// Without a code it lists all.
int explain_command(const std::string& code);

// What `run` and `verify` have in common.
struct ExecuteOptions {
  std::vector<std::string> paths;
  std::string entry;
  ir::IntMode int_mode = ir::IntMode::Math;
  bool join_children = false;  // --join children
  bool deadlock_main = false;  // --deadlock main
  bool races = false;          // a data race is a violation
  std::uint64_t seed = 0;
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
  ReportFormat format = ReportFormat::Text;
  std::string output;
  bool stats = false;
  bool full_trace = false;  // show every step of a long execution
};

struct RunOptions : ExecuteOptions {
  std::uint64_t executions = 1;  // random executions, until one is wrong
  std::string schedule;          // a file with decisions, as in a JSON result
  std::string input;             // JSON text, or @FILE
  bool trace = false;
  bool interactive = false;  // choose the steps by hand
  std::uint64_t max_steps = 1'000'000;
};
int run_command(const RunOptions& options);

struct VerifyOptions : ExecuteOptions {
  std::vector<GivenOption> given;  // all options that were given, to refuse those without use
  std::string engine = "auto";
  std::optional<std::uint64_t> depth;
  std::optional<std::uint32_t> unwind;
  std::optional<std::uint32_t> array_size;
  std::string search = "default";  // default, random; mc: basic, bounded, choose-free
  bool repetitions = true;         // end executions that repeat a state for ever
  solve::Options solver;
  bool coarsen = true;
  std::optional<bool> stateful;  // absent: as the engine does by default
  std::string por = "optimal";   // symex: the reduction
  bool shorten = true;           // make counterexamples shorter
  std::uint32_t jobs = 1;        // symex: threads of the search
  std::string checkpoint;        // symex: file to write the rest of the search to
  std::string resume;            // symex: such a file, to go on with
  bool breadth_first = false;    // mc: shortest counterexample
  bool hash_compact = false;     // mc: remember hashes of states only
  bool symmetry = true;          // mc: states equal up to names of objects are one
  bool live = true;              // mc: dead variables do not tell states apart
  FiniteOptions bounds;          // engines that need a finite model
  modular::Options modular;      // bounds and specifications of the modular engine
  bool verbose = false;          // modular: show every round
  std::string dot;               // modular: file for the heaps of a counterexample
  std::string ltl;               // a temporal property to check instead of everything else
  bool fair = false;             // --ltl: threads that can always move do move
  bool strict = false;
  std::optional<double> deepen;  // seconds in which bounds are raised step by step
  bool coverage = false;         // symex, interp: tell which statements were reached
  std::optional<bool> progress;  // absent: if standard error is a terminal
};
int verify_command(const VerifyOptions& options);

// Relational summaries of procedures.
struct SummarizeOptions {
  std::vector<std::string> paths;
  std::string method;  // of this one alone
  modular::SummaryOptions limits;
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
};
int summarize_command(const SummarizeOptions& options);

// What the file says, unless an option is given.
struct ReplayOptions {
  std::vector<std::string> paths;
  std::string trace;  // a JSON result
  std::string entry;
  std::optional<ir::IntMode> int_mode;
  std::optional<bool> join_children;
  std::optional<bool> deadlock_main;
  bool races = false;  // even if the file does not say so
  bool interactive = false;
  bool full_trace = false;
  ReportFormat format = ReportFormat::Text;
  std::string output;
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
};
int replay_command(const ReplayOptions& options);

// Without `run` and `show` it lists the mutants.
struct MutateOptions : VerifyOptions {
  std::string method;             // mutants of this one alone
  std::vector<std::string> only;  // mutants with these names alone
  std::string show;               // print the mutant with this name
  bool run = false;               // verify them
};
int mutate_command(const MutateOptions& options);

struct ExploreOptions {
  std::vector<std::string> paths_in;  // one PL file
  bool por = false;                   // the reduced system
  explore::Canonical canonical = explore::Canonical::Full;
  std::vector<std::uint32_t> bounds;    // of all loops, or of each in the order of the text
  bool paths = false;                   // show the symbolic paths of the states at the end
  std::string plot;                     // file for a picture
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
  ReportFormat format = ReportFormat::Text;
  std::string output;
  std::optional<bool> progress;  // absent: if standard error is a terminal
};
int explore_command(const ExploreOptions& options);

struct ProveOptions {
  std::vector<std::string> paths;
  std::string method;                   // OOX: "Class.method"
  std::string goal;                     // this formula alone
  std::string proof;                    // where to write the proof; empty: nowhere
  std::uint32_t unfold = 8;             // iterations of loops that nothing else helps with
  bool merge = true;                    // one proof for equivalent sequents
  bool invariants = true;               // use loop invariants
  bool show_proof = false;              // print all sequents
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
  ReportFormat format = ReportFormat::Text;
  std::string output;
  std::optional<bool> progress;  // absent: if standard error is a terminal
  bool stats = false;
  solve::Options solver;
};
int prove_command(const ProveOptions& options);

struct CheckProofOptions {
  std::string path;
  std::string program;                  // the proof must be about this PL file
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
  ReportFormat format = ReportFormat::Text;
};
int check_proof_command(const CheckProofOptions& options);
// Commands of an Alloy model.
struct SolveOptions {
  std::string path;
  std::optional<std::int64_t> scope;     // instead of what the commands say
  std::optional<std::int64_t> bitwidth;  // the same, for integers
  std::string command;                   // this one alone
  std::uint64_t all = 1;                 // most instances to show of each command
  bool symmetry = true;                  // leave out instances that others are copies of
  bool core = true;                      // say why there is no instance
  std::optional<double> timeout;         // seconds
  std::optional<std::uint64_t> memory;   // MiB
  ReportFormat format = ReportFormat::Text;
  std::string output;
  std::optional<bool> progress;  // absent: if standard error is a terminal
  bool stats = false;
};
int solve_command(const SolveOptions& options);

}  // namespace cli
