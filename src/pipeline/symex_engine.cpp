#include "pipeline/symex_engine.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/file.h"
#include "certify/certify.h"
#include "engine/interp/chooser.h"
#include "engine/interp/execute.h"
#include "engine/interp/inputs.h"
#include "engine/por/hash.h"
#include "engine/symex/engine.h"
#include "ir/pass/awaits.h"
#include "ir/pass/endless.h"
#include "ir/pass/safety.h"
#include "ir/printer.h"
#include "pipeline/coverage.h"
#include "pipeline/interp_engine.h"
#include "pipeline/sliced.h"
#include "result/verdict/json.h"

namespace pipeline {

namespace {

// More executions than this nobody reads; each is kept with all its steps.
constexpr std::size_t kMostListed = 1000;

// Nothing is asked for that one search alone can do, and no order of executions.
bool leaves_search_open(const Request& request) {
  return !request.stateful && !request.is_given("--por") &&
         request.reduction == symex::Reduction::Optimal && request.checkpoint.empty() &&
         request.resume.empty() && request.jobs == 1 && request.search == SearchMode::Default;
}

// Whether states are remembered. Left to Braid, they are if a thread runs for ever, or waits for
// more than variables, and nothing is asked for that needs whole executions.
bool is_stateful(const ir::Program& program, const Request& request) {
  if (request.stateful) return *request.stateful;
  bool is_free = request.reduction == symex::Reduction::Optimal && request.checkpoint.empty() &&
                 request.resume.empty() && request.jobs == 1;
  return is_free && (pass::has_endless_thread(program) || !pass::Awaits(program).are_variables());
}

// Why states are remembered if the program alone says so.
std::string why_stateful(const ir::Program& program) {
  bool are_simple = pass::Awaits(program).are_variables();
  return are_simple ? "threads run for ever" : "threads wait for conditions";
}

// What a checkpoint is about: it changes with the program and with whatever changes the search.
std::string subject_of_checkpoint(const ir::Program& program, const Request& request) {
  std::string text = ir::print(program);
  text += fmt::format(
      "entry {} int {} depth {} unwind {} array-size {} join {} deadlock {} por {} "
      "coarsen {} races {} spurious {} indices {} writes {} inputs {}",
      program.entry.index(), static_cast<int>(program.int_mode), request.depth.value_or(0),
      request.unwind.value_or(0), request.array_size.value_or(0),
      request.semantics.join == ir::JoinMode::Children,
      request.semantics.deadlock == ir::DeadlockMode::Main, base::word_of(request.reduction),
      request.coarsen, request.semantics.races, request.semantics.spurious,
      request.distinct_indices, request.equal_writes, request.early_inputs);
  por::Hash hash;
  for (char c : text) hash.mix(static_cast<unsigned char>(c));
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

symex::Options symex_options(const ir::Program& program, const Request& request) {
  symex::Options result;
  if (request.depth) result.depth = *request.depth;
  if (request.unwind) result.unwind = *request.unwind;
  if (request.array_size) result.array_size = *request.array_size;
  if (request.search == SearchMode::Random) result.order = symex::SearchOrder::Random;
  result.semantics = request.semantics;
  result.coarsen = request.coarsen;
  result.distinct_indices = request.distinct_indices;
  result.equal_writes = request.equal_writes;
  result.early_inputs = request.early_inputs;
  result.repetitions = request.repetitions;
  result.cut_loops = request.cut_loops;
  result.reduction = request.reduction;
  result.stateful = is_stateful(program, request);
  result.automatic = leaves_search_open(request);
  result.coverage = request.coverage;
  result.listed = request.list_executions ? kMostListed : 0;
  result.jobs = request.jobs;
  result.checkpoint = request.checkpoint;
  result.team = request.team;
  if (!request.checkpoint.empty() || request.team != nullptr) {
    result.subject = subject_of_checkpoint(program, request);
  }
  result.solver = request.solver;
  return result;
}

// BIR by hand may do what is undefined, which symbolic execution does not watch: where that
// may be, by the guards of transitions alone.
std::optional<std::string> find_unsafe(const ir::Program& program) {
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.actions) {
        if (pass::is_safe(program, proc, t, action)) continue;
        return fmt::format("{}, location {}", proc.name, proc.location(t.source).name);
      }
      if (t.guard && !pass::is_total(program, t.guard)) {
        return fmt::format("the guard in {}, location {}", proc.name, proc.location(t.source).name);
      }
    }
  }
  return std::nullopt;
}

// Executes the violation that the search claims.
void certify_violation(const ir::Program& program, const Request& request, symex::Answer& answer) {
  verdict::Result& result = answer.result;
  interp::Model concrete(program, interp_options(request));
  auto execution = certify::certify(concrete, answer.claim);
  if (!execution && result.violation->kind == verdict::ViolationKind::Race) {
    // A quantifier reads elements until it is decided; the search does not know how far.
    result = verdict::Result{.coverage = std::move(result.coverage),
                             .explored = std::move(result.explored),
                             .stats = result.stats};
    result.reason = "a possible data race in a quantifier could not be confirmed";
    return;
  }
  CHECK(execution, "a counterexample failed its replay: {}\nclaimed: {}: {}\n{}", execution.error(),
        verdict::keyword(result.violation->kind), result.violation->message,
        verdict::inputs_json(*answer.claim.inputs).dump());
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
}

std::string place_text(const base::Sources* sources, base::Span span) {
  if (sources == nullptr || !span.is_valid()) return "a place that is not in the source";
  return fmt::format("{}:{}", sources->file(span.file).name(), sources->begin(span).line);
}

// An execution with an arbitrary round of a loop need not be one of the program. It counts if the
// interpreter, from the same inputs, comes to something wrong; which need not be the same thing.
void try_violation(run::Run& run, const ir::Program& program, const base::Sources* sources,
                   const Request& request, symex::Answer& answer) {
  constexpr std::uint64_t kMostSteps = 1'000'000;
  verdict::Result& result = answer.result;
  interp::Model concrete(program, interp_options(request));
  verdict::Result seen;
  if (auto inputs = interp::given_inputs(concrete, *answer.claim.inputs)) {
    run::Run again(run::Limits{.steps = kMostSteps}, 0, &run);
    interp::ReplayChooser chooser(answer.claim.values);
    seen = interp::execute(again, concrete, chooser, {.inputs = std::move(*inputs), .trace = true});
  }
  if (seen.violation) {
    result.violation = std::move(seen.violation);
    result.counterexample = std::move(seen.counterexample);
    return;
  }
  std::string reason = fmt::format(
      "{} ({}) behind an arbitrary round of the loop whose invariants are at {}, but no execution "
      "from these inputs comes to that: the invariant may be too weak",
      result.violation->message, place_text(sources, result.violation->span),
      place_text(sources, answer.violated_behind->span));
  result = verdict::Result{
      .reason = std::move(reason), .coverage = std::move(result.coverage), .stats = result.stats};
}

// Which loops were replaced by their invariants.
std::vector<std::string> describe_cuts(const symex::ProgramTables& tables,
                                       const base::Sources* sources, const symex::Answer& found) {
  std::vector<std::string> notes;
  for (const symex::CutLoop& loop : tables.cut_loops().loops()) {
    std::string place = place_text(sources, loop.span);
    if (!loop.why_not.empty()) {
      notes.push_back(
          fmt::format("the loop with the invariant at {} goes round: {}", place, loop.why_not));
    } else if (found.refused_cuts.count(&loop) > 0) {
      notes.push_back(fmt::format(
          "the loop with the invariant at {} goes round where the program has made objects: it "
          "assigns references",
          place));
    } else if (found.made_cuts.count(&loop) > 0) {
      notes.push_back(
          fmt::format("the loop with the invariant at {} is replaced by its invariants", place));
    }
  }
  return notes;
}

}  // namespace

std::optional<std::string> refuse_symex(const Job& job) {
  const Request& request = job.request;
  if (job.input.language == Language::Bir) {
    if (auto place = find_unsafe(*job.input.program)) {
      return fmt::format(
          "symbolic execution of BIR needs guards against what is undefined; there is none in {}; "
          "use --engine interp or mc",
          *place);
    }
  }
  bool is_divided = request.jobs > 1 || !request.checkpoint.empty() || !request.resume.empty();
  if (request.cut_loops && is_divided) {
    return "--cut-loops is for one search, without --jobs, --checkpoint and --resume";
  }
  bool keeps_work = !request.checkpoint.empty() || !request.resume.empty();
  const ir::Program& program = *job.input.program;
  bool can_keep = request.reduction == symex::Reduction::Optimal &&
                  pass::Awaits(program).are_variables() && !is_stateful(program, request);
  if (keeps_work && !can_keep) {
    return "--checkpoint and --resume are for --engine symex with --por optimal and "
           "without --stateful, and for programs whose threads wait for variables alone";
  }
  return std::nullopt;
}

tl::expected<symex::Checkpoint, std::string> read_checkpoint(const Job& job) {
  Sliced sliced(*job.input.program, job.request);
  auto text = base::read_file(job.request.resume);
  if (!text) return tl::unexpected(text.error().text);
  auto result = symex::checkpoint_from(*text);
  if (result && result->subject != subject_of_checkpoint(sliced.program(), job.request)) {
    return tl::unexpected<std::string>(
        "it belongs to another program, or to other options of the search");
  }
  return result;
}

Answer run_symex(run::Run& run, Job& job) {
  return execute_symbolically(run, *job.input.program, job.request, job.resumed,
                              &job.input.sources);
}

void follow_symbolically(run::Run& run, const Job& job) {
  Sliced sliced(*job.input.program, job.request);
  symex::ProgramTables tables(sliced.program());
  symex::follow(run, tables, symex_options(sliced.program(), job.request));
}

Answer execute_symbolically(run::Run& run, const ir::Program& whole, const Request& request,
                            const std::optional<symex::Checkpoint>& resumed,
                            const base::Sources* sources) {
  Sliced sliced(whole, request);
  const ir::Program& program = sliced.program();
  symex::ProgramTables tables(program);
  symex::Options options = symex_options(program, request);
  symex::Answer found = symex::verify(run, tables, options, resumed);
  Answer answer;
  answer.chosen = {found.stateful, found.reduction, found.search, found.why};
  bool is_plain = options.automatic && options.stateful && found.why.empty();
  if (is_plain) {
    answer.chosen = {true, found.reduction, symex::kMatching, why_stateful(program)};
  }
  if (!found.checkpoint_error.empty()) {
    answer.warning = "the checkpoint could not be written: " + found.checkpoint_error;
  }
  if (request.coverage && !found.taken.empty()) {
    found.result.coverage = coverage_of(program, found.taken);
  }
  if (request.cut_loops) answer.notes = describe_cuts(tables, sources, found);
  if (found.result.violation && found.violated_behind) {
    try_violation(run, whole, sources, request, found);
  } else if (found.result.violation) {
    certify_violation(whole, request, found);
  }
  answer.result = std::move(found.result);
  return answer;
}

void describe_symex(const Job& job, const Answer& answer, report::Subject& subject) {
  subject.por = base::word_of(answer.chosen.reduction);
  if (answer.chosen.stateful) subject.options.emplace_back("stateful", "on");
  subject.search = answer.chosen.name;
  subject.why = answer.chosen.why;
  subject.notes = answer.notes;
  if (job.request.cut_loops) subject.options.emplace_back("cut-loops", "on");
  describe_inputs(job, answer, subject);
}

}  // namespace pipeline
