// One program, several engines, one truth.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/interp/model.h"
#include "ir/program.h"

namespace differential {

// What is compared. The bounds are the domains of the inputs for the interpreter, and
// array sizes for both sides.
struct Subject {
  std::string text;
  std::string entry;
  bool is_pl = false;  // else it is OOX
  ir::IntMode int_mode = ir::IntMode::Math;
  interp::Bounds bounds;
};

enum class Mode : std::uint8_t {
  Interp,    // the interpreter's searches with one another
  Engines,   // symbolic execution with the interpreter
  Rotating,  // and its settings with one another: accelerators on, off, two alone
  Switches,  // on, off, each alone, and a search in random order
};

struct Failure {
  std::string kind;    // one word; shrinking keeps it
  std::string detail;  // both sides
};

struct Comparison {
  std::optional<Failure> failure;
  std::string text;    // the program that failed, if it is a probe
  std::string interp;  // "valid", "invalid ensures", "unknown"
  std::string symex;
  bool is_vacuous = false;
  bool is_beyond = false;               // the counterexample lies outside the interpreter's domains
  std::vector<std::string> bounds_hit;  // by symbolic execution
  std::vector<std::string> reasons;     // of unknown verdicts
  std::map<std::string, double> seconds;  // by engine or setting
};

// How much the interpreter may do. What it cannot finish is not compared with it.
struct Effort {
  std::uint64_t inputs = 2000;
  std::uint64_t steps = 400'000;
  std::uint64_t probes = 6;
  double seconds = 20;  // for one setting of symbolic execution
};

// With `is_valid` the truth is known already and the interpreter is not asked.
Comparison compare(const Subject& subject, Mode mode, const Effort& effort,
                   std::optional<bool> is_valid = std::nullopt);

// A program for the seed whose inputs the interpreter can try one by one, with a promise
// about its result that few inputs break, or none. `probes` are the same program with
// other promises.
struct Prepared {
  Subject subject;
  std::map<std::string, int> features;
  struct Probe {
    std::string text;
    bool is_valid = false;  // as the interpreter knows
  };
  std::vector<Probe> probes;
};
Prepared prepare(std::uint64_t seed, const Effort& effort);

}  // namespace differential
