// A program and its mutants, verified one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run/run.h"
#include "lang/oox/mutate/mutate.h"
#include "pipeline/load.h"
#include "pipeline/request.h"
#include "result/verdict/verdict.h"

namespace cli {

// The verdict on one program, without the sources it came from.
struct Verified {
  verdict::Result result;  // without its counterexample
  // Where the violation is: a mutant's own sources live only while it is verified.
  std::string file;
  base::LineColumn at;
};

enum class Outcome : std::uint8_t {
  Killed,    // the verdict differs from the original's
  Survived,  // it is the same
  Unknown,   // one of the two verdicts is unknown
};
std::string_view keyword(Outcome outcome);

struct MutantResult {
  const mutate::Mutant* mutant = nullptr;
  Outcome outcome{};
  Verified verified;
};

// How many mutants came to which end.
struct Tally {
  std::uint64_t mutants = 0;
  std::uint64_t killed = 0;
  std::uint64_t survived = 0;
  std::uint64_t unknown = 0;

  void add(Outcome outcome);
  // The part of the decided mutants that was killed; nullopt: none was decided.
  std::optional<double> score() const;
};

struct MutationRun {
  std::optional<Verified> original;   // nullopt: interrupted before it was known
  std::vector<MutantResult> mutants;  // those that were finished, in the given order
  bool interrupted = false;
  double seconds = 0;

  Tally total() const;
  std::array<Tally, mutate::kOperatorCount> by_operator() const;
};

// Called with each result as soon as it is known. False: stop here.
struct MutationEvents {
  std::function<bool(const Verified&)> on_original;
  std::function<bool(const MutantResult&)> on_mutant;
};

// Verifies the program of `input`, which is ready for execution, then the mutants: they take the
// same way from text to IR. Each verification has a run of its own, with the limits of the
// request, which has an engine; cancelling `whole` ends all.
MutationRun run_mutants(run::Run& whole, pipeline::Input& input,
                        const std::vector<mutate::Mutant>& mutants,
                        const pipeline::LoadOptions& load, const pipeline::Request& request,
                        const MutationEvents& events = {});

}  // namespace cli
