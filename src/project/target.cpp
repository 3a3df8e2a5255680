#include "project/target.h"

#include <fmt/format.h>

#include "base/diag/render.h"
#include "pipeline/engine_table.h"
#include "pipeline/verify.h"
#include "project/build_id.h"

namespace project {

namespace {

report::Problem problem_of(std::string text) {
  report::Problem problem;
  problem.message = std::move(text);
  return problem;
}

void add_diagnostics(const base::Sources& sources, const diag::Sink& sink, Reply& reply) {
  reply.text += diag::render(sources, sink, {});
  if (!sink.has_errors()) return;
  for (report::Problem& p : report::problems_of(sources, sink)) {
    reply.problems.push_back(std::move(p));
  }
}

void refuse(const pipeline::Refusal& refusal, const pipeline::Input& input, Reply& reply) {
  if (refusal.text.empty()) return add_diagnostics(input.sources, input.sink, reply);
  reply.problems.push_back(problem_of(refusal.text));
}

// Bounds of finite models come from every literal of the program, reached or not.
bool reads_whole_program(const pipeline::Input& input, pipeline::Request request) {
  using pipeline::Language;
  using pipeline::SearchMode;
  if (input.language == Language::Bir || input.language == Language::Pl) return true;
  if (!request.ltl.empty() || request.coverage || request.list_executions) return true;
  bool is_ordinary = request.search == SearchMode::Default || request.search == SearchMode::Random;
  if (!is_ordinary || pipeline::check_options(request)) return true;
  return request.engine && pipeline::row_of(*request.engine).needs_finite_model;
}

void search(pipeline::Input& input, const Settings& settings, const std::vector<std::string>& files,
            Reply& reply) {
  pipeline::Request request = settings.request;
  if (auto refusal = pipeline::check_options(request)) return refuse(*refusal, input, reply);
  auto job = pipeline::resolve(std::move(request), input);
  if (!job) return refuse(job.error(), input, reply);
  run::Run run(job->request.limits, job->request.seed);
  pipeline::Answer answer = pipeline::verify(run, *job);
  if (answer.diagnostics) add_diagnostics(input.sources, *answer.diagnostics, reply);
  if (answer.is_refused) return;
  if (!answer.warning.empty()) reply.text += fmt::format("warning: {}\n", answer.warning);
  reply.subject =
      pipeline::subject_of(files, settings.request.semantics, input, base::word_of(job->engine()));
  pipeline::describe(*job, answer, reply.subject);
  reply.result = std::move(answer.result);
}

}  // namespace

Reply verify_target(pipeline::Input& input, const Settings& settings,
                    const std::vector<std::string>& files) {
  Reply reply;
  reply.files = input.sources.size();
  if (!reads_whole_program(input, settings.request)) pass::forget_unreached(*input.program);
  std::string entry = input.program->proc(input.program->entry).name;
  bool is_ready = pipeline::prepare_program({.entry = entry}, input);
  if (is_ready) search(input, settings, files, reply);
  for (std::size_t i = reply.files; i < input.sources.size(); ++i) {
    const base::SourceFile& file = input.sources.file(base::FileId(i));
    reply.more_files.emplace_back(file.name(), std::string(file.text()));
  }
  return reply;
}

Key key_of(const pipeline::Input& input, const Settings& settings) {
  Key key;
  bool is_whole = reads_whole_program(input, settings.request);
  key.reached = pass::reached_by_entry(*input.program, input.sources, is_whole);
  key.text =
      fmt::format("braid {} {}\noptions {}\nlanguage {} entry {} narrow {}\n{}", report::kVersion,
                  build_id(), settings.words, static_cast<int>(input.language), input.entry,
                  input.java.narrows_inputs, key.reached.text);
  key.reached.text.clear();
  return key;
}

bool is_final(const Reply& reply, const Settings& settings) {
  if (!settings.can_be_cached || !reply.result || !reply.more_files.empty()) return false;
  // What was said beside the result would not be said again.
  if (!reply.text.empty()) return false;
  // Other programs answered, which may be replaced by others any day.
  if (reply.subject.engine == "spin" || reply.subject.engine == "nusmv") return false;
  if (reply.result->verdict != verdict::VerdictKind::Unknown) return true;
  const run::Limits& limits = settings.request.limits;
  bool has_limits = limits.seconds || limits.memory_bytes || limits.steps;
  return !has_limits && reply.result->stats.unanswered == 0;
}

std::optional<std::string> to_entry(const report::Subject& subject, const verdict::Result& result,
                                    const pass::Reached& reached) {
  auto packed = pack(result, places_of(reached));
  if (!packed) return std::nullopt;
  bool has_places = result.violation || result.never_ends || result.counterexample;
  std::uint64_t pattern = has_places ? place_pattern(reached) : 0;
  return to_bytes(Json::array({pattern, pack(subject), std::move(*packed)}));
}

std::optional<std::pair<report::Subject, verdict::Result>> from_entry(
    std::string_view bytes, const pass::Reached& reached) {
  auto json = from_bytes(bytes);
  if (!json || !json->is_array() || json->size() != 3) return std::nullopt;
  const Json& pattern = (*json)[0];
  if (!pattern.is_number_unsigned()) return std::nullopt;
  auto wanted = pattern.get<std::uint64_t>();
  // Statements that shared a line have been parted, or the other way round.
  if (wanted != 0 && wanted != place_pattern(reached)) return std::nullopt;
  auto subject = unpack_subject((*json)[1]);
  auto result = unpack_result((*json)[2], places_of(reached));
  if (!subject || !result) return std::nullopt;
  return std::pair(std::move(*subject), std::move(*result));
}

}  // namespace project
