#include "result/report/json.h"

#include "result/report/item.h"
#include "result/report/lines.h"
#include "result/verdict/json.h"

namespace report {

namespace {

class JsonWriter {
 public:
  explicit JsonWriter(const base::Sources& sources) : sources_(sources) {}

  static Json texts(const std::vector<std::pair<std::string, std::string>>& values) {
    Json result = Json::object();
    for (const auto& [name, value] : values) result[name] = value;
    return result;
  }

  Json violation(const verdict::Violation& v) const {
    Json result{{"kind", verdict::keyword(v.kind)}, {"message", v.message}};
    if (!v.exception.empty()) result["exception"] = v.exception;
    place(v.span, result);
    result["thread"] = v.thread == 0 ? Json(nullptr) : Json(v.thread);
    if (!v.thread_name.empty()) result["thread_name"] = v.thread_name;
    for (const verdict::Thrown& thrown : v.thrown) result["stack"].push_back(stack(thrown));
    for (const verdict::Note& note : v.notes) {
      Json entry{{"message", note.text}};
      place(note.span, entry);
      if (note.thread != 0) entry["thread"] = note.thread;
      if (!note.frames.empty()) entry["frames"] = frames(note.frames);
      result["notes"].push_back(std::move(entry));
    }
    if (!v.values.empty()) result["values"] = texts(v.values);
    if (v.kind != verdict::ViolationKind::Deadlock) return result;
    result["cause"] = v.cause;
    result["cycle"] = Json::array();
    for (const verdict::CycleMember& member : v.cycle) {
      result["cycle"].push_back(cycle_member(member));
    }
    return result;
  }

  Json counterexample(const verdict::Counterexample& c) const {
    Json trace = Json::array();
    for (const verdict::TraceStep& step : c.trace) trace.push_back(this->step(step));
    Json decisions = Json::array();
    for (const run::Decision& d : c.decisions) {
      Json told{{"kind", run::keyword(d.kind)}};
      if (d.value.empty()) {
        told["chosen"] = d.chosen;
        told["of"] = d.count;
      } else {
        told["value"] = d.value;
      }
      decisions.push_back(std::move(told));
    }
    Json result = verdict::inputs_json(c);
    result["start"] = heap(c.start);
    result["trace"] = std::move(trace);
    result["decisions"] = std::move(decisions);
    if (c.loop) result["loop"] = *c.loop;
    return result;
  }

  Json place(base::Span span) const {
    Json result = Json::object();
    place(span, result);
    return result;
  }

 private:
  Json cycle_member(const verdict::CycleMember& member) const {
    Json result{{"thread", member.thread}, {"holds", Json::array()}};
    if (!member.thread_name.empty()) result["thread_name"] = member.thread_name;
    for (const verdict::HeldLock& held : member.holds) {
      Json entry{{"lock", held.name}};
      place(held.span, entry);
      result["holds"].push_back(std::move(entry));
    }
    result["waits_for"] = member.waits_for;
    place(member.span, result);
    return result;
  }

  void place(base::Span span, Json& into) const {
    into["file"] = span.is_valid() ? Json(sources_.file(span.file).name()) : Json(nullptr);
    into["line"] = span.is_valid() ? Json(sources_.begin(span).line) : Json(nullptr);
    into["column"] = span.is_valid() ? Json(sources_.begin(span).column) : Json(nullptr);
  }

  static void method(const ir::MethodName& method, Json& into) {
    if (!method.is_given()) return;
    into["class"] = method.cls;
    into["name"] = method.name;
    into["descriptor"] = method.descriptor;
  }

  Json frames(const std::vector<verdict::StackFrame>& all) const {
    Json result = Json::array();
    for (const verdict::StackFrame& frame : all) {
      Json entry{{"method", frame.proc}};
      method(frame.method, entry);
      place(frame.span, entry);
      result.push_back(std::move(entry));
    }
    return result;
  }

  // An exception, with the calls that were open when it came into being.
  Json stack(const verdict::Thrown& thrown) const {
    return {{"exception", thrown.cls},
            {"message", thrown.text ? Json(*thrown.text) : Json(nullptr)},
            {"frames", frames(thrown.frames)}};
  }

  static Json syncs(const std::vector<verdict::Sync>& all) {
    Json result = Json::array();
    for (const verdict::Sync& sync : all) {
      Json entry{{"kind", verdict::keyword(sync.kind)}};
      if (sync.thread != 0) entry["thread"] = sync.thread;
      if (!sync.lock.empty()) entry["lock"] = sync.lock;
      result.push_back(std::move(entry));
    }
    return result;
  }

  static Json heap(const std::vector<verdict::HeapChange>& all) {
    Json result = Json::array();
    for (const verdict::HeapChange& change : all) {
      Json entry{{"object", change.object.empty() ? Json(nullptr) : Json(change.object)}};
      if (change.is_new) entry["new"] = true;
      entry["slots"] = texts(change.slots);
      result.push_back(std::move(entry));
    }
    return result;
  }

  Json step(const verdict::TraceStep& step) const {
    Json result{{"thread", step.thread}, {"method", step.proc}};
    if (!step.thread_name.empty()) result["thread_name"] = step.thread_name;
    method(step.method, result);
    place(step.span, result);
    result["text"] = sources_.text(step.span);
    result["accesses"] = step.accesses;
    result["updates"] = texts(step.updates);
    result["notes"] = step.notes;
    result["depth"] = step.depth;
    if (!step.syncs.empty()) result["syncs"] = syncs(step.syncs);
    if (!step.heap.empty()) result["heap"] = heap(step.heap);
    if (!step.reads.empty()) result["reads"] = texts(step.reads);
    if (step.is_internal) result["internal"] = true;
    if (step.output) result["output"] = *step.output;
    return result;
  }

  const base::Sources& sources_;
};

Json statistics(const run::Statistics& s) {
  return {{"paths", s.paths},
          {"pruned", s.pruned},
          {"cut", s.cut},
          {"discarded", s.discarded},
          {"checks", s.checks},
          {"transitions", s.transitions},
          {"states", s.states},
          {"max_depth", s.max_depth},
          {"live_states", s.live_states},
          {"stored_states", s.stored_states},
          {"bytes_per_state", s.bytes_per_state},
          {"omission_probability", s.omission_probability},
          {"solver_queries", s.solver_queries},
          {"cache_hits", s.cache_hits},
          {"evaluated", s.evaluated},
          {"differences", s.differences},
          {"unanswered", s.unanswered},
          {"solver_seconds", s.solver_seconds},
          {"seconds", s.seconds},
          {"peak_memory_bytes", s.peak_memory_bytes}};
}

Json coverage(const std::vector<verdict::MethodCoverage>& all, const base::Sources& sources) {
  Json result = Json::array();
  for (const verdict::MethodCoverage& method : all) {
    const auto& some = method.reached.empty() ? method.unreached : method.reached;
    result.push_back({{"method", method.method},
                      {"file", sources.file(some.front().file).name()},
                      {"statements", method.reached.size() + method.unreached.size()},
                      {"statements_reached", method.reached.size()},
                      {"reached", lines_of(method.reached, sources)},
                      {"unreached", lines_of(method.unreached, sources)}});
  }
  return result;
}

Json explored(const std::vector<verdict::Explored>& all, const base::Sources& sources) {
  Json result = Json::array();
  for (const verdict::Explored& execution : all) {
    Json steps = Json::array();
    for (const verdict::Explored::Step& step : execution.steps) {
      if (!step.span.is_valid()) continue;
      steps.push_back({{"thread", step.thread},
                       {"file", sources.file(step.span.file).name()},
                       {"line", sources.begin(step.span).line}});
    }
    result.push_back({{"end", execution.end}, {"steps", std::move(steps)}});
  }
  return result;
}

Json bounds(const std::vector<verdict::Bound>& all) {
  Json result = Json::array();
  for (const verdict::Bound& bound : all) {
    std::string_view option = verdict::option_of(bound);
    result.push_back({{"name", bound.name},
                      {"value", bound.value.empty() ? Json(nullptr) : Json(bound.value)},
                      {"option", option.empty() ? Json(nullptr) : Json(option)},
                      {"cut", bound.cut},
                      {"beyond", verdict::beyond(bound)}});
  }
  return result;
}

Json abstraction(const verdict::Abstracted& abstracted, JsonWriter& writer) {
  Json spurious = nullptr;
  if (const auto& step = abstracted.spurious) {
    spurious = {{"step", step->step}, {"thread", step->thread}};
    spurious.update(writer.place(step->span));
    spurious["why"] = step->why;
  }
  return {{"variables", abstracted.variables}, {"spurious", std::move(spurious)}};
}

}  // namespace

Json json_object(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources) {
  auto or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  JsonWriter writer(sources);
  Json root{{"tool", "braid"},
            {"version", kVersion},
            {"input", subject.input},
            {"entry", subject.entry},
            {"engine", subject.engine},
            {"por", or_null(subject.por)},
            {"options", JsonWriter::texts(subject.options)},
            {"verdict", verdict::keyword(result.verdict)},
            {"complete", result.complete},
            {"vacuous", result.vacuous},
            {"executions", subject.executions ? Json(*subject.executions) : Json(nullptr)},
            {"never_ends", result.never_ends.has_value()},
            {"bounds_hit", result.bounds_hit()},
            {"bounds", bounds(result.bounds)},
            {"reason", or_null(result.reason)}};
  if (!subject.engine_reason.empty()) root["engine_reason"] = subject.engine_reason;
  if (subject.deepened) {
    root["deepened"] = {{"rounds", subject.deepened->first}, {"ended", subject.deepened->second}};
  }
  if (!subject.notes.empty()) root["notes"] = subject.notes;
  if (!subject.search.empty()) {
    root["search"] = subject.search;
    root["chosen_because"] = subject.why;
  }
  root["violation"] = result.violation ? writer.violation(*result.violation) : Json(nullptr);
  root["counterexample"] =
      result.counterexample ? writer.counterexample(*result.counterexample) : Json(nullptr);
  root["never_ends_at"] = result.never_ends ? writer.place(*result.never_ends) : Json(nullptr);
  root["coverage"] = result.coverage.empty() ? Json(nullptr) : coverage(result.coverage, sources);
  if (!result.explored.empty()) root["explored"] = explored(result.explored, sources);
  if (result.abstraction) root["abstraction"] = abstraction(*result.abstraction, writer);
  root["stats"] = statistics(result.stats);
  return root;
}

std::string json_text(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources) {
  return json_text(json_object(result, subject, sources));
}

std::string json_of(const Findings& findings) {
  if (findings.items.empty()) {
    return problems_json(findings.status, {findings.problems.begin(), findings.problems.end()});
  }
  const Item& item = findings.items.front();
  return json(item.result, item.subject, item.sources);
}

}  // namespace report
