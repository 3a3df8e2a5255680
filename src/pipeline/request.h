// What a user asks for: how to verify a program, with which engine, within which bounds. What is
// absent is left to Braid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "engine/interp/model.h"
#include "engine/modular/engine.h"
#include "engine/symex/options.h"
#include "ir/pass/finite.h"
#include "ir/semantics.h"
#include "logic/solve/options.h"
#include "pipeline/engines.h"

namespace symex {
class Team;
}

namespace pipeline {

// The order of the search, or what exceeding a bound of a finite model means.
enum class SearchMode : std::uint8_t {
#define SEARCH(value, word, engines) value,
#include "pipeline/search_modes.def"
#undef SEARCH
};

inline base::Words<SearchMode> words_of(SearchMode) {
  static constexpr std::array kWords{
#define SEARCH(value, word, engines) base::Word<SearchMode>{SearchMode::value, word},
#include "pipeline/search_modes.def"
#undef SEARCH
  };
  return kWords;
}

Engines engines_of(SearchMode mode);

// An option as it was given, and which engines read it: the others refuse it by name, because
// silence would look as if it had been taken.
struct GivenOption {
  std::string name;  // "--bfs", or "--search random" if the value decides
  Engines engines;
};

struct Request {
  std::vector<GivenOption> given;
  std::optional<Engine> engine;
  ir::Semantics semantics;
  run::Limits limits;
  std::uint64_t seed = 0;

  // Bounds.
  std::optional<std::uint64_t> depth;
  std::optional<std::uint32_t> unwind;
  std::optional<std::uint32_t> array_size;
  pass::FiniteBounds bounds;     // engines that need a finite model
  modular::Options modular;      // bounds and specifications of the modular engine
  std::optional<double> deepen;  // seconds in which bounds are raised step by step

  // The search.
  SearchMode search = SearchMode::Default;
  symex::Reduction reduction = symex::Reduction::Optimal;
  std::optional<bool> stateful;  // do not explore equal states twice
  bool cut_loops = false;        // replace loops by their invariants
  bool repetitions = true;       // end executions that repeat a state for ever
  bool coarsen = true;           // do not interleave local steps
  bool distinct_indices = true;  // ask the path condition whether two elements can be one
  bool equal_writes = true;      // writes of equal values commute
  bool early_inputs = true;      // decide about inputs where the second thread starts
  bool breadth_first = false;    // shortest counterexample
  bool hash_compact = false;     // remember hashes of states only
  bool symmetry = true;          // states equal up to names of objects are one
  bool stubborn = true;          // stubborn sets of several threads
  bool reclaim = true;           // places of ended threads and unreachable objects are used again
  bool live = true;              // dead variables do not tell states apart
  std::uint32_t jobs = 1;        // threads of the search
  symex::Team* team = nullptr;   // other processes that search (symex/team.h); null: none
  std::string checkpoint;        // file to write the rest of the search to
  std::string resume;            // such a file, to go on with
  solve::Options solver;

  std::string ltl;               // a temporal property to check instead of everything else
  bool fair = false;             // threads that can always move do move
  bool coverage = false;         // tell which statements were reached
  bool list_executions = false;  // tell the steps of those explored
  bool shorten = true;           // make counterexamples shorter

  bool is_given(std::string_view option) const;
};

// Data of the program are to be abstracted.
inline bool is_abstract(const Request& request) { return !request.bounds.abstractions.empty(); }

// The interpreter with the meaning and the bounds of the request.
interp::Options interp_options(const Request& request);

// The engine that is meant if none is named: the only one that reads all of the options.
std::optional<Engine> engine_meant(const std::vector<GivenOption>& given);

// What to say if the engine does not read one of the options. `is_chosen`: Braid has chosen the
// engine, not the user.
std::optional<std::string> refused_option(const std::vector<GivenOption>& given, Engine engine,
                                          bool is_chosen);

}  // namespace pipeline
