#include "pipeline/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "certify/shorten.h"
#include "engine/symex/team.h"
#include "ir/pass/access_modes.h"
#include "ir/pass/awaits.h"
#include "ir/pass/endless.h"
#include "ir/pass/liveness.h"
#include "pipeline/deepen.h"
#include "pipeline/engine_table.h"
#include "pipeline/finite.h"
#include "pipeline/ltl_engine.h"
#include "pipeline/memory_note.h"
#include "pipeline/symex_engine.h"

namespace pipeline {

namespace {

tl::unexpected<Refusal> usage(std::string text) {
  return tl::unexpected(Refusal{true, std::move(text)});
}

// The sink of the input says what is wrong.
tl::unexpected<Refusal> bad_input() { return tl::unexpected(Refusal{}); }

// ---------------------------------------------------------------- the engine

// Explicit-state search for finite programs, unless something is asked for that only the
// interpreter does; with the reason.
std::pair<Engine, std::string> engine_for_bir(const ir::Program& program, const Request& request) {
  if (refused_option(request.given, Engine::Mc, true)) {
    return {Engine::Interp, "it is the one for BIR that takes all options given"};
  }
  auto infinite = pass::why_infinite(program);
  if (infinite.empty()) return {Engine::Mc, "the program is finite"};
  if (request.is_given("--jobs")) {
    return {Engine::Symex, "the program is not finite: " + infinite.front().what};
  }
  return {Engine::Interp, "the program is not finite: " + infinite.front().what};
}

// These words say what exceeding a bound of a finite model means.
bool is_about_bounds(SearchMode mode) {
  return mode == SearchMode::Basic || mode == SearchMode::Bounded || mode == SearchMode::ChooseFree;
}

void choose_engine(Job& job) {
  const ir::Program& program = *job.input.program;
  std::optional<Engine>& engine = job.request.engine;
  bool is_about_models = is_about_bounds(job.request.search) || is_abstract(job.request);
  if (!job.request.ltl.empty() || is_about_models) {
    engine = Engine::Mc;
  } else if (job.input.language == Language::Bir) {
    std::tie(engine, job.why_engine) = engine_for_bir(program, job.request);
  } else if (!job.input.spec_files.empty() || !job.request.modular.property.empty()) {
    engine = Engine::Modular;
  } else {
    engine = default_engine(program, job.request);
  }
}

// ---------------------------------------------------------------- conflicts

std::optional<std::string> conflict(const Request& request) {
  bool keeps_work = !request.checkpoint.empty() || !request.resume.empty();
  if (request.deepen && (!request.ltl.empty() || keeps_work)) {
    return "--deepen does not go with --ltl, --checkpoint and --resume";
  }
  if (request.jobs > 1 && !request.ltl.empty()) {
    return "--jobs does not go with --ltl: cycles are looked for by one thread";
  }
  if (is_abstract(request) && !request.ltl.empty()) return "--abstract does not go with --ltl";
  if (request.coverage && keeps_work) {
    return "--coverage does not go with --checkpoint and --resume";
  }
  if (request.list_executions && (keeps_work || request.jobs > 1)) {
    return "--list-executions does not go with --checkpoint, --resume and --jobs";
  }
  return std::nullopt;
}

// Of a method without code there is no finite model.
bool lacks_code(const EngineRow& row, Input& input) {
  ir::ProcId given = row.needs_finite_model ? find_given(*input.program) : ir::ProcId();
  if (!given) return false;
  report_given(given, "use --engine modular", input);
  return true;
}

// ---------------------------------------------------------------- properties by name

// Takes the temporal property that is named, or the only one there is. False after an error, which
// has been reported.
bool take_named_property(Job& job) {
  Request& request = job.request;
  Input& input = job.input;
  const auto& all = input.temporal.formulas;
  bool is_other = !request.ltl.empty() || request.engine == Engine::Modular;
  if (is_other || all.empty()) return true;
  std::string& name = request.modular.property;
  std::vector<std::string_view> names;
  for (const ltl::NamedFormula& one : all) names.push_back(one.name);
  if (name.empty() && all.size() == 1) name = all[0].name;
  if (name.empty()) {
    input.sink.report(diag::Kind::LtlWhichProperty, {}, all.size())
        .help(fmt::format("they are {}", fmt::join(names, ", ")));
    return false;
  }
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    diag::Diagnostic& report = input.sink.report(diag::Kind::LtlNoProperty, {}, name);
    if (auto near = diag::nearest(name, names))
      report.help(fmt::format("did you mean `{}`?", *near));
    return false;
  }
  job.formula = all[static_cast<std::size_t>(found - names.begin())].formula;
  request.ltl = std::string(input.sources.text(job.formula->span));
  return true;
}

// ---------------------------------------------------------------- preparation

bool add_property(Job& job) {
  Request& request = job.request;
  if (!settle_bounds(request.bounds, job.input)) return false;
  ltl::SyntaxPtr formula = job.formula ? job.formula : parse_formula(request.ltl, job.input);
  job.property = observe_property(formula, request.bounds, job.input);
  if (!job.property) return false;
  request.bounds.kept.insert(job.property->observed.begin(), job.property->observed.end());
  return true;
}

// The finite model, if the engine needs one and the program is not finite as it stands.
bool add_model(Job& job) {
  if (!row_of(job.engine()).needs_finite_model) return true;
  ir::Program& program = *job.input.program;
  bool is_finite = pass::why_infinite(program).empty();
  job.request.bounds.guess = job.request.search != SearchMode::ChooseFree;
  if (!job.property && !settle_bounds(job.request.bounds, job.input)) return false;
  if (!is_finite) {
    job.request.bounds.constants = row_of(job.engine()).checks_constants;
    job.model = make_finite(job.request.bounds, job.input);
    if (!job.model) return false;
  }
  // What a file says about liveness need not be right, nor all there is.
  pass::annotate_liveness(program);
  return true;
}

// ---------------------------------------------------------------- searches

Answer run_row(run::Run& run, Job& job) {
  const EngineRow& row = row_of(job.engine());
  ir::ProcId given = row.reads_specifications ? ir::ProcId() : find_given(*job.input.program);
  if (!given) return row.run(run, job);
  Answer answer;
  answer.result = verdict::unknown(run, fmt::format("{} is given by specification only: --engine "
                                                    "modular",
                                                    job.input.program->proc(given).name));
  return answer;
}

// The same with other bounds, from the start.
Answer search_within(run::Run& run, const Request& request, Input& input) {
  Job job{.request = request, .input = input};
  bool has_code = !find_given(*input.program);
  if (has_code && !add_model(job)) {
    Answer answer;
    answer.result = verdict::unknown(run, "no finite model can be made within these bounds");
    return answer;
  }
  return run_row(run, job);
}

std::shared_ptr<void> announce(const OnSearch& on_search, const Job& job, run::Run& run) {
  bool is_watched = on_search && row_of(job.engine()).shows_progress;
  return is_watched ? on_search(run) : nullptr;
}

// One search after the other, each with larger bounds; the answer is that of the round that
// `deepen` takes.
Answer deepened(run::Run& run, const Job& job, const OnSearch& on_search) {
  Request first = job.request;
  first.bounds = job.asked;
  std::vector<Answer> answers;
  Deepening deepening = deepen(run, first, [&](run::Run& round, const Request& larger) {
    auto watched = announce(on_search, job, round);
    answers.push_back(search_within(round, larger, job.input));
    return answers.back().result;
  });
  // What is to say about formulas is said once.
  auto diagnostics = answers.front().diagnostics;
  Answer answer = std::move(answers[deepening.round]);
  answer.result = std::move(deepening.result);
  answer.diagnostics = std::move(diagnostics);
  answer.deepened = {deepening.rounds, deepening.ended};
  return answer;
}

// What certifies a counterexample of a program may also make it shorter.
void shorten_counterexample(run::Run& run, const Job& job, verdict::Result& result) {
  const EngineRow& row = row_of(job.engine());
  bool is_wanted = job.request.shorten && row.can_shorten && !job.property;
  if (!is_wanted || !result.violation) return;
  interp::Options meaning = interp_options(job.request);
  // In finite programs arbitrary values are not cut.
  if (row.needs_finite_model && !job.model) meaning.bounds.range_values = INT32_MAX;
  interp::Model model(*job.input.program, meaning);
  certify::shorten(run, model, result);
}

}  // namespace

bool follows(const Request& request) { return request.team != nullptr && !request.team->leads(); }

void follow(run::Run& run, const Job& job) {
  if (job.engine() == Engine::Symex) follow_symbolically(run, job);
}

Engine default_engine(const ir::Program& program, const Request& request) {
  if (find_given(program)) return Engine::Modular;
  if (!request.semantics.races || request.is_given("--jobs")) return Engine::Symex;
  // States are not remembered where order is weak (symex/state_matching.h).
  pass::AccessModes modes(program);
  bool is_weak = modes.is_weak() || modes.has_mixed_steps();
  if (is_weak && !pass::Awaits(program).are_variables()) return Engine::Interp;
  bool has_inputs = !program.proc(program.entry).params.empty();
  bool is_endless = is_weak && pass::has_endless_thread(program);
  return !has_inputs && is_endless ? Engine::Interp : Engine::Symex;
}

std::optional<Refusal> check_options(Request& request) {
  bool is_chosen = !request.engine;
  if (is_chosen) request.engine = engine_meant(request.given);
  if (!request.engine) return std::nullopt;
  auto refused = refused_option(request.given, *request.engine, is_chosen);
  if (refused) return Refusal{true, *refused};
  return std::nullopt;
}

tl::expected<Job, Refusal> resolve(Request request, Input& input) {
  Job job{.request = std::move(request), .input = input, .asked = {}};
  job.asked = job.request.bounds;
  bool is_chosen = !job.request.engine;
  bool is_named = !job.request.modular.property.empty();
  if (is_named && !job.request.ltl.empty()) return usage("--property does not go with --ltl");
  if (!take_named_property(job)) return bad_input();
  if (!job.request.ltl.empty()) {
    if (job.request.depth) return usage("--depth does not go with --ltl");
    if (!add_property(job)) return bad_input();
  } else if (job.request.fair) {
    return usage("--fair is for --ltl");
  }
  if (is_chosen) choose_engine(job);
  const EngineRow& row = row_of(job.engine());
  if (auto refused = refused_option(job.request.given, job.engine(), is_chosen)) {
    return usage(*refused);
  }
  if (is_named && job.request.ltl.empty() && job.engine() != Engine::Modular) {
    return usage("--property without a property file (.ltl) is for --engine modular");
  }
  if (auto text = conflict(job.request)) return usage(*text);
  // A language may ask for races by default.
  job.request.semantics.races = job.request.semantics.races && row.finds_races;
  if (lacks_code(row, input)) return bad_input();
  if (auto text = row.refuse(job)) return usage(*text);
  bool goes_on = !job.request.resume.empty() && !follows(job.request);
  if (goes_on) {
    auto read = read_checkpoint(job);
    if (!read) {
      return tl::unexpected(Refusal{
          false, fmt::format("cannot go on from {}: {}", job.request.resume, read.error())});
    }
    job.resumed = std::move(*read);
  }
  if (!add_model(job)) return bad_input();
  return job;
}

Answer verify(run::Run& run, Job& job, const OnSearch& on_search) {
  Answer answer;
  if (job.request.team != nullptr && job.engine() != Engine::Symex) {
    job.request.team->stay_alone(
        fmt::format("--engine {} searches in one process", base::word_of(job.engine())));
  }
  if (job.request.deepen) {
    answer = deepened(run, job, on_search);
  } else {
    auto watched = announce(on_search, job, run);
    answer = run_row(run, job);
  }
  shorten_counterexample(run, job, answer.result);
  bool is_narrow = job.input.java.narrows_inputs;
  if (is_narrow && answer.result.verdict == verdict::VerdictKind::Valid) {
    answer.result.cut("input-classes");
    answer.result.complete = false;
  }
  return answer;
}

verdict::Result verify_once(run::Run& run, const Request& request, Input& input) {
  return search_within(run, request, input).result;
}

report::Subject subject_of(const std::vector<std::string>& paths, const ir::Semantics& semantics,
                           const Input& input, std::string_view engine) {
  report::Subject subject;
  subject.input = paths;
  subject.entry =
      input.entry.empty() ? input.program->proc(input.program->entry).name : input.entry;
  subject.engine = engine;
  subject.options = {{"int", std::string(base::word_of(semantics.integers))},
                     {"join", std::string(base::word_of(semantics.join))},
                     {"deadlock", std::string(base::word_of(semantics.deadlock))}};
  if (semantics.spurious) subject.options.emplace_back("spurious", "on");
  if (input.awaits != (input.language == Language::Java)) {
    subject.options.emplace_back("await", input.awaits ? "on" : "off");
  }
  if (semantics.races) subject.options.emplace_back("races", "on");
  const std::string& specification = input.java.lowering.linearizable;
  if (!specification.empty()) subject.options.emplace_back("linearizable", specification);
  return subject;
}

void describe(const Job& job, const Answer& answer, report::Subject& subject) {
  subject.engine_reason = job.why_engine;
  subject.deepened = answer.deepened;
  row_of(job.engine()).describe(job, answer, subject);
  std::string note = memory_note(job, answer.result);
  if (!note.empty()) subject.notes.push_back(std::move(note));
}

}  // namespace pipeline
