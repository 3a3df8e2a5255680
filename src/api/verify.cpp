// Verification by the library: the options as a request, the answer as plain data.
#include "pipeline/verify.h"

#include <fmt/format.h>

#include "api/impl.h"
#include "base/diag/diagnostic.h"
#include "base/stack.h"

namespace braid {

namespace {

using pipeline::Engine;

// ---------------------------------------------------------------- from options to a request

// Options have the names of the command line, as messages do.
pipeline::Request request_of(const VerifyOptions& options, bool is_java) {
  pipeline::Request request;
  auto give = [&](std::string_view name, pipeline::Engines engines) {
    request.given.push_back({std::string(name), engines});
  };
  request.seed = options.seed;
  request.limits.seconds = options.timeout;
  if (options.memory) request.limits.memory_bytes = *options.memory << 20U;
  request.depth = options.depth;
  if (options.depth) give("--depth", {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin});
  request.unwind = options.unwind;
  if (options.unwind) give("--unwind", {Engine::Symex, Engine::Modular});
  if (options.array_size) {
    request.array_size = *options.array_size;
    request.bounds.array_size = *options.array_size;
    request.bounds.given.insert("array-size");
    give("--array-size", {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin, Engine::Nusmv});
  }
  request.deepen = options.deepen;
  if (options.deepen) give("--deepen", {Engine::Symex, Engine::Mc, Engine::Modular});
  request.jobs = options.jobs.value_or(1);
  if (options.jobs) give("--jobs", {Engine::Symex, Engine::Mc});
  request.ltl = options.ltl;
  if (!options.ltl.empty()) give("--ltl", {Engine::Mc, Engine::Spin, Engine::Nusmv});
  if (is_java) request.semantics.integers = ir::IntMode::Bits32;
  request.semantics.races = options.races.value_or(is_java);
  if (options.races.value_or(false)) give("--races", {Engine::Symex, Engine::Interp});
  return request;
}

Diagnostic error_of(std::string text) {
  Diagnostic result;
  result.message = std::move(text);
  return result;
}

// What no search would take; empty: nothing.
std::string problem_of(const VerifyOptions& options) {
  if (options.timeout && !(*options.timeout > 0)) return "the timeout must be more than 0";
  if (options.deepen && !(*options.deepen > 0)) return "`deepen` must be more than 0";
  if (options.jobs && *options.jobs == 0) return "`jobs` must be at least 1";
  if (options.memory && (*options.memory == 0 || *options.memory > (std::uint64_t{1} << 40U))) {
    return "`memory` must be from 1 to 2^40 MiB";
  }
  if (!options.engine.empty() && !base::find_word<Engine>(options.engine)) {
    return fmt::format("there is no engine `{}`", options.engine);
  }
  return "";
}

// ---------------------------------------------------------------- from an answer to plain data

Place place_of(base::Span span, const base::Sources& sources) {
  if (!span.is_valid()) return {};
  base::LineColumn begin = sources.begin(span);
  return {sources.file(span.file).name(), begin.line, begin.column};
}

Verdict verdict_of(verdict::VerdictKind kind) {
  switch (kind) {
    case verdict::VerdictKind::Valid: return Verdict::Valid;
    case verdict::VerdictKind::Invalid: return Verdict::Invalid;
    case verdict::VerdictKind::Deadlock: return Verdict::Deadlock;
    case verdict::VerdictKind::Unknown: break;
  }
  return Verdict::Unknown;
}

Step step_of(const verdict::TraceStep& step, const base::Sources& sources) {
  return {.thread = step.thread,
          .method = step.proc,
          .place = place_of(step.span, sources),
          .text = step.span.is_valid() ? std::string(sources.text(step.span)) : "",
          .changes = step.updates,
          .notes = step.notes};
}

void fill(const verdict::Result& from, const base::Sources& sources, Result& into) {
  into.verdict = verdict_of(from.verdict);
  into.complete = from.complete;
  into.vacuous = from.vacuous;
  into.reason = from.reason;
  into.status = verdict::exit_code(from);
  for (const verdict::Bound& bound : from.bounds) {
    into.bounds.push_back({bound.name, bound.value, bound.cut, verdict::beyond(bound)});
  }
  if (from.violation) {
    into.violation = Violation{.kind = std::string(verdict::keyword(from.violation->kind)),
                               .message = from.violation->message,
                               .place = place_of(from.violation->span, sources),
                               .thread = from.violation->thread};
  }
  if (!from.counterexample) return;
  for (const verdict::TraceStep& step : from.counterexample->trace) {
    into.steps.push_back(step_of(step, sources));
  }
}

report::Subject subject_of(const Program::Impl& impl, const pipeline::Job& job) {
  const ir::Semantics& semantics = job.request.semantics;
  report::Subject subject;
  subject.input = impl.paths;
  subject.entry = impl.entry;
  subject.engine = base::word_of(job.engine());
  subject.options = {{"int", std::string(base::word_of(semantics.integers))},
                     {"join", std::string(base::word_of(semantics.join))},
                     {"deadlock", std::string(base::word_of(semantics.deadlock))}};
  if (semantics.races) subject.options.emplace_back("races", "on");
  return subject;
}

// ---------------------------------------------------------------- one verification

Result refused(Diagnostic why, int status) {
  Result result;
  result.verdict = Verdict::Error;
  result.status = status;
  result.diagnostics.push_back(std::move(why));
  return result;
}

// What the sink has beyond the first `known` diagnostics.
Result refused(const pipeline::Refusal& refusal, const pipeline::Input& input, std::size_t known) {
  if (!refusal.text.empty()) return refused(error_of(refusal.text), refusal.is_usage ? 1 : 2);
  Result result;
  result.verdict = Verdict::Error;
  result.status = 2;
  std::vector<Diagnostic> all = diagnostics_of(input.sources, input.sink);
  for (std::size_t i = known; i < all.size(); ++i) result.diagnostics.push_back(std::move(all[i]));
  return result;
}

Result verify_here(Program::Impl& impl, const VerifyOptions& options) {
  pipeline::Input& input = impl.input;
  pipeline::Request request = request_of(options, impl.is_java);
  request.engine = base::find_word<Engine>(options.engine);
  std::size_t known = impl.diagnostics.size();
  if (auto refusal = pipeline::check_options(request)) return refused(*refusal, input, known);
  auto job = pipeline::resolve(std::move(request), input);
  if (!job) return refused(job.error(), input, known);
  run::Run run(job->request.limits, job->request.seed);
  pipeline::Answer answer = pipeline::verify(run, *job);
  Result result;
  if (answer.diagnostics) result.diagnostics = diagnostics_of(input.sources, *answer.diagnostics);
  result.engine = base::word_of(job->engine());
  if (answer.is_refused) {
    result.verdict = Verdict::Error;
    result.status = 2;
    return result;
  }
  fill(answer.result, input.sources, result);
  report::Subject subject = subject_of(impl, *job);
  pipeline::describe(*job, answer, subject);
  result.text = report::text(answer.result, subject, input.sources, {});
  result.json = report::json(answer.result, subject, input.sources);
  return result;
}

}  // namespace

std::string_view keyword(Verdict verdict) {
  switch (verdict) {
    case Verdict::Valid: return "valid";
    case Verdict::Invalid: return "invalid";
    case Verdict::Deadlock: return "deadlock";
    case Verdict::Unknown: return "unknown";
    case Verdict::Error: break;
  }
  return "error";
}

Result verify(Program& program, const VerifyOptions& options) {
  if (!program) return refused(error_of("the program has errors"), 2);
  std::string problem = problem_of(options);
  if (!problem.empty()) return refused(error_of(std::move(problem)), 1);
  Result result;
  base::run_on_stack(kStackBytes, [&] {
    result = verify_here(Access::impl(program), options);
    return 0;
  });
  return result;
}

}  // namespace braid
