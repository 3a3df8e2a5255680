#include "cli/mutation_run.h"

#include "base/check.h"
#include "cli/interrupt.h"
#include "pipeline/verify.h"

namespace cli {

namespace {

Outcome outcome_of(const verdict::Result& original, const verdict::Result& mutant) {
  constexpr auto kUnknownVerdict = verdict::VerdictKind::Unknown;
  if (original.verdict == kUnknownVerdict || mutant.verdict == kUnknownVerdict) {
    return Outcome::Unknown;
  }
  return mutant.verdict == original.verdict ? Outcome::Survived : Outcome::Killed;
}

// Each verification has its own time.
run::Limits limits_of_one(const pipeline::Request& request) {
  run::Limits limits = request.limits;
  limits.since.reset();
  return limits;
}

// nullopt: cancelled before there was a verdict.
std::optional<Verified> verify_one(const run::Run& whole, pipeline::Input& input, run::Run& run,
                                   const pipeline::Request& request) {
  Verified verified{pipeline::verify_once(run, request, input), "", {}};
  if (whole.is_cancelled() && verified.result.verdict == verdict::VerdictKind::Unknown) {
    return std::nullopt;
  }
  verified.result.counterexample.reset();
  const auto& violation = verified.result.violation;
  if (violation && violation->span.is_valid()) {
    verified.file = input.sources.file(violation->span.file).name();
    verified.at = input.sources.begin(violation->span);
  }
  return verified;
}

std::optional<Verified> verify_mutant(const run::Run& whole, const pipeline::Input& original,
                                      const mutate::Mutant& mutant,
                                      const pipeline::LoadOptions& load,
                                      const pipeline::Request& request) {
  run::Run run(limits_of_one(request), request.seed, &whole);
  InterruptGuard guard(run);
  pipeline::Input input;
  bool good =
      mutate::build(original.sources, original.oox, mutant, input.sources, input.oox, input.sink) &&
      lower_sources(load, input) && prepare_program(load, input);
  CHECK(good, "the mutant {} is no correct program", mutant.name());
  return verify_one(whole, input, run, request);
}

std::optional<Verified> verify_original(const run::Run& whole, pipeline::Input& input,
                                        const pipeline::Request& request) {
  run::Run run(limits_of_one(request), request.seed, &whole);
  InterruptGuard guard(run);
  return verify_one(whole, input, run, request);
}

}  // namespace

std::string_view keyword(Outcome outcome) {
  switch (outcome) {
    case Outcome::Killed: return "killed";
    case Outcome::Survived: return "survived";
    case Outcome::Unknown: return "unknown";
  }
  UNREACHABLE("outcome");
}

void Tally::add(Outcome outcome) {
  ++mutants;
  switch (outcome) {
    case Outcome::Killed: ++killed; return;
    case Outcome::Survived: ++survived; return;
    case Outcome::Unknown: ++unknown; return;
  }
}

std::optional<double> Tally::score() const {
  if (killed + survived == 0) return std::nullopt;
  return static_cast<double>(killed) / static_cast<double>(killed + survived);
}

Tally MutationRun::total() const {
  Tally result;
  for (const MutantResult& m : mutants) result.add(m.outcome);
  return result;
}

std::array<Tally, mutate::kOperatorCount> MutationRun::by_operator() const {
  std::array<Tally, mutate::kOperatorCount> result{};
  for (const MutantResult& m : mutants) {
    result[static_cast<std::size_t>(m.mutant->op)].add(m.outcome);
  }
  return result;
}

MutationRun run_mutants(run::Run& whole, pipeline::Input& input,
                        const std::vector<mutate::Mutant>& mutants,
                        const pipeline::LoadOptions& load, const pipeline::Request& request,
                        const MutationEvents& events) {
  MutationRun result;
  result.original = verify_original(whole, input, request);
  bool go_on = result.original && (!events.on_original || events.on_original(*result.original));
  for (const mutate::Mutant& mutant : mutants) {
    if (!go_on || whole.is_cancelled()) break;
    auto verified = verify_mutant(whole, input, mutant, load, request);
    if (!verified) break;
    Outcome outcome = outcome_of(result.original->result, verified->result);
    result.mutants.push_back({&mutant, outcome, std::move(*verified)});
    go_on = !events.on_mutant || events.on_mutant(result.mutants.back());
  }
  result.interrupted = result.mutants.size() < mutants.size() || !result.original;
  result.seconds = whole.elapsed_seconds();
  return result;
}

}  // namespace cli
