#include "project/packed.h"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>

#include "project/packing.h"

namespace project {

// ---------------------------------------------------------------- members
//
// Structured bindings name all members of a structure: one that is added there and forgotten here
// does not compile.

template <class Archive>
void members(Archive& a, verdict::HeldLock& x) {
  auto& [name, span] = x;
  a(name, span);
}
template <class Archive>
void members(Archive& a, verdict::CycleMember& x) {
  auto& [thread, thread_name, holds, waits_for, span] = x;
  a(thread, thread_name, holds, waits_for, span);
}
template <class Archive>
void members(Archive& a, ir::MethodName& x) {
  auto& [cls, name, descriptor] = x;
  a(cls, name, descriptor);
}
template <class Archive>
void members(Archive& a, verdict::StackFrame& x) {
  auto& [proc, method, span] = x;
  a(proc, method, span);
}
template <class Archive>
void members(Archive& a, verdict::Note& x) {
  auto& [span, text, thread, frames] = x;
  a(span, text, thread, frames);
}
template <class Archive>
void members(Archive& a, verdict::Thrown& x) {
  auto& [cls, text, frames] = x;
  a(cls, text, frames);
}
template <class Archive>
void members(Archive& a, verdict::Violation& x) {
  auto& [kind, message, span, thread, notes, values, cause, cycle, brief, exception, thread_name,
         thrown] = x;
  a(kind, message, span, thread, notes, values, cause, cycle, brief, exception, thread_name,
    thrown);
}
template <class Archive>
void members(Archive& a, verdict::Sync& x) {
  auto& [kind, thread, lock] = x;
  a(kind, thread, lock);
}
template <class Archive>
void members(Archive& a, verdict::HeapChange& x) {
  auto& [object, is_new, slots] = x;
  a(object, is_new, slots);
}
template <class Archive>
void members(Archive& a, verdict::TraceStep& x) {
  auto& [thread, proc, span, accesses, updates, output, depth, notes, syncs, heap, thread_name,
         method, reads, is_internal] = x;
  a(thread, proc, span, accesses, updates, output, depth, notes, syncs, heap, thread_name, method,
    reads, is_internal);
}
template <class Archive>
void members(Archive& a, verdict::HeapEntry& x) {
  auto& [ref, type, name, is_array, elements, fields] = x;
  a(ref, type, name, is_array, elements, fields);
}
template <class Archive>
void members(Archive& a, run::Decision& x) {
  auto& [kind, chosen, count, value] = x;
  a(kind, chosen, count, value);
}
template <class Archive>
void members(Archive& a, verdict::Counterexample& x) {
  auto& [inputs, heap] = static_cast<verdict::Inputs&>(x);
  a(inputs, heap, x.start, x.trace, x.decisions, x.loop);
}
template <class Archive>
void members(Archive& a, verdict::Inputs& x) {
  auto& [inputs, heap] = x;
  a(inputs, heap);
}
// Ids are numbers from 1; 0: none.
template <class Archive>
void members(Archive& a, verdict::Step& x) {
  auto& [thread, proc, transition, choices, child, span] = x;
  std::size_t proc_number = proc.is_valid() ? proc.index() + 1 : 0;
  std::size_t transition_number = transition.is_valid() ? transition.index() + 1 : 0;
  a(thread, proc_number, transition_number, choices, child, span);
  proc = proc_number > 0 ? ir::ProcId(proc_number - 1) : ir::ProcId();
  transition = transition_number > 0 ? ir::TransId(transition_number - 1) : ir::TransId();
}
template <class Archive>
void members(Archive& a, verdict::Claim& x) {
  auto& [kind, place, inputs, told, steps, counts_by_procedure, takes_first, values, rounds,
         has_ended, fair, cut_by] = x;
  a(kind, place, inputs, told, steps, counts_by_procedure, takes_first, values, rounds, has_ended,
    fair, cut_by);
}
template <class Archive>
void members(Archive& a, verdict::Bound& x) {
  auto& [name, value, cut] = x;
  a(name, value, cut);
}
template <class Archive>
void members(Archive& a, verdict::MethodCoverage& x) {
  auto& [method, reached, unreached] = x;
  a(method, reached, unreached);
}
template <class Archive>
void members(Archive& a, verdict::Explored::Step& x) {
  auto& [thread, span] = x;
  a(thread, span);
}
template <class Archive>
void members(Archive& a, verdict::Explored& x) {
  auto& [steps, end] = x;
  a(steps, end);
}
template <class Archive>
void members(Archive& a, run::Statistics& x) {
  auto& [paths, pruned, cut, discarded, checks, transitions, states, max_depth, live_states,
         stored_states, bytes_per_state, omission_probability, solver_queries, cache_hits,
         evaluated, differences, unanswered, solver_seconds, seconds, peak_memory_bytes] = x;
  a(paths, pruned, cut, discarded, checks, transitions, states, max_depth, live_states,
    stored_states, bytes_per_state, omission_probability, solver_queries, cache_hits, evaluated,
    differences, unanswered, solver_seconds, seconds, peak_memory_bytes);
}
template <class Archive>
void members(Archive& a, verdict::Spurious& x) {
  auto& [step, thread, span, why] = x;
  a(step, thread, span, why);
}
template <class Archive>
void members(Archive& a, verdict::Abstracted& x) {
  auto& [variables, spurious] = x;
  a(variables, spurious);
}
template <class Archive>
void members(Archive& a, verdict::Result& x) {
  auto& [verdict, complete, vacuous, bounds, reason, violation, counterexample, never_ends,
         coverage, explored, abstraction, stats] = x;
  a(verdict, complete, vacuous, bounds, reason, violation, counterexample, never_ends, coverage,
    explored, abstraction, stats);
}
template <class Archive>
void members(Archive& a, report::Subject& x) {
  auto& [input, entry, engine, engine_reason, por, executions, search, why, notes, options,
         deepened] = x;
  a(input, entry, engine, engine_reason, por, executions, search, why, notes, options, deepened);
}
template <class Archive>
void members(Archive& a, report::ProblemPlace& x) {
  auto& [file, line, column] = x;
  a(file, line, column);
}
template <class Archive>
void members(Archive& a, report::ProblemNote& x) {
  static constexpr std::array<std::string_view, 3> kKinds{"label", "note", "help"};
  std::size_t kind = 0;
  while (kind + 1 < kKinds.size() && kKinds[kind] != x.kind) ++kind;
  a(kind, x.message, x.place);
  x.kind = kKinds[std::min(kind, kKinds.size() - 1)];
}
template <class Archive>
void members(Archive& a, report::Problem& x) {
  auto& [code, severity, message, place, notes] = x;
  a(code, severity, message, place, notes);
}
template <class Archive>
void members(Archive& a, Reply& x) {
  auto& [subject, result, problems, text, files, more_files] = x;
  a(subject, result, problems, text, files, more_files);
}
template <class Archive>
void members(Archive& a, verdict::FailOn& x) {
  auto& [invalid, deadlock, unknown, cut, vacuous, error] = x;
  a(invalid, deadlock, unknown, cut, vacuous, error);
}
template <class Archive>
void members(Archive& a, report::ProjectItem& x) {
  auto& [subject, result, sources, problems, is_internal_error, always_counts, is_cached, seconds,
         expected, status, fail_on, command, number] = x;
  a(subject, result, problems, is_internal_error, always_counts, is_cached, seconds, expected,
    status, fail_on, command, number);
}

namespace {

template <class T>
std::optional<Json> pack_with(const T& value, const PlaceNames& places) {
  Packer packer(places);
  Json result = packer.pack(value);
  if (!packer.is_good()) return std::nullopt;
  return result;
}

template <class T>
std::optional<T> unpack_with(const Json& json, const PlaceNames& places) {
  Unpacker unpacker(places);
  T result;
  unpacker.unpack(json, result);
  if (!unpacker.is_good()) return std::nullopt;
  return result;
}

// Enumerators that there are: a result is shown by tables of them.
bool is_sound(const verdict::Result& result) {
  if (result.verdict > verdict::VerdictKind::Unknown) return false;
  bool is_wrong = result.verdict == verdict::VerdictKind::Invalid ||
                  result.verdict == verdict::VerdictKind::Deadlock;
  if (is_wrong != result.violation.has_value()) return false;
  if (result.violation && result.violation->kind > verdict::ViolationKind::Error) return false;
  if (!result.counterexample) return true;
  const auto& decisions = result.counterexample->decisions;
  bool is_known = std::all_of(decisions.begin(), decisions.end(), [](const run::Decision& d) {
    return static_cast<std::size_t>(d.kind) < run::kDecisionKinds;
  });
  if (!is_known) return false;
  const auto& trace = result.counterexample->trace;
  return std::all_of(trace.begin(), trace.end(), [](const verdict::TraceStep& step) {
    return std::all_of(step.syncs.begin(), step.syncs.end(), [](const verdict::Sync& sync) {
      return sync.kind <= verdict::SyncKind::Notify;
    });
  });
}

// ---------------------------------------------------------------- places

struct SpanHash {
  std::size_t operator()(const base::Span& span) const {
    return (std::size_t{span.file.index()} * 0x9e3779b97f4a7c15ULL) ^
           ((std::size_t{span.begin} << 32U) + span.end) * 0xbf58476d1ce4e5b9ULL;
  }
};

std::optional<std::size_t> number_in(const Json& json, std::size_t at, std::size_t below) {
  if (!json.is_array() || json.size() <= at || !json[at].is_number_unsigned()) return std::nullopt;
  auto number = json[at].get<std::uint64_t>();
  if (number >= below) return std::nullopt;
  return number;
}

constexpr std::size_t kAnyOffset = std::size_t{1} << 32U;

// A part of a formula: the number of the formula, and how far it is from its start.
std::optional<Json> within_formula(const pass::Reached& reached, base::Span span) {
  for (std::size_t i = 0; i < reached.formulas.size(); ++i) {
    base::Span whole = reached.formulas[i];
    bool is_inside = whole.is_valid() && whole.file == span.file && whole.begin <= span.begin &&
                     span.end <= whole.end;
    if (is_inside) return Json::array({i, span.begin - whole.begin, span.end - whole.begin});
  }
  return std::nullopt;
}

std::optional<base::Span> place_named(const pass::Reached& reached, const Json& json) {
  if (json.is_array() && json.size() == 1) {
    auto index = number_in(json, 0, reached.places.size());
    if (!index || !reached.places[*index].is_valid()) return std::nullopt;
    return reached.places[*index];
  }
  auto formula = number_in(json, 0, reached.formulas.size());
  auto begin = number_in(json, 1, kAnyOffset);
  auto end = number_in(json, 2, kAnyOffset);
  if (!formula || !begin || !end) return std::nullopt;
  base::Span whole = reached.formulas[*formula];
  if (!whole.is_valid() || *end > whole.end - whole.begin) return std::nullopt;
  return base::Span{whole.file, static_cast<std::uint32_t>(whole.begin + *begin),
                    static_cast<std::uint32_t>(whole.begin + *end)};
}

}  // namespace

PlaceNames plain_places() {
  PlaceNames names;
  names.pack = [](base::Span span) -> std::optional<Json> {
    return Json::array({span.file.index(), span.begin, span.end});
  };
  names.unpack = [](const Json& json) -> std::optional<base::Span> {
    auto file = number_in(json, 0, kAnyOffset - 1);
    auto begin = number_in(json, 1, kAnyOffset);
    auto end = number_in(json, 2, kAnyOffset);
    if (!file || !begin || !end) return std::nullopt;
    return base::Span{base::FileId(*file), static_cast<std::uint32_t>(*begin),
                      static_cast<std::uint32_t>(*end)};
  };
  return names;
}

PlaceNames places_in(const base::Sources& sources) {
  PlaceNames names = plain_places();
  auto any = names.unpack;
  names.unpack = [any, &sources](const Json& json) -> std::optional<base::Span> {
    auto span = any(json);
    if (!span || span->file.index() >= sources.size()) return std::nullopt;
    bool is_inside =
        span->begin <= span->end && span->end <= sources.file(span->file).text().size();
    return is_inside ? span : std::nullopt;
  };
  return names;
}

PlaceNames places_of(const pass::Reached& reached) {
  auto numbers = std::make_shared<std::unordered_map<base::Span, std::size_t, SpanHash>>();
  for (std::size_t i = 0; i < reached.places.size(); ++i) numbers->emplace(reached.places[i], i);
  PlaceNames names;
  names.pack = [&reached, numbers](base::Span span) -> std::optional<Json> {
    auto found = numbers->find(span);
    if (found == numbers->end()) return within_formula(reached, span);
    return Json::array({found->second});
  };
  names.unpack = [&reached](const Json& json) { return place_named(reached, json); };
  return names;
}

std::uint64_t place_pattern(const pass::Reached& reached) {
  std::unordered_map<base::Span, std::uint64_t, SpanHash> first;
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (std::size_t i = 0; i < reached.places.size(); ++i) {
    std::uint64_t like = first.emplace(reached.places[i], i).first->second;
    hash = (hash ^ like) * 0x100000001b3ULL;
  }
  return hash;
}

std::optional<Json> pack(const verdict::Result& result, const PlaceNames& places) {
  return pack_with(result, places);
}

std::optional<verdict::Result> unpack_result(const Json& json, const PlaceNames& places) {
  auto result = unpack_with<verdict::Result>(json, places);
  if (!result || !is_sound(*result)) return std::nullopt;
  return result;
}

Json pack(const report::Subject& subject) { return *pack_with(subject, plain_places()); }

std::optional<report::Subject> unpack_subject(const Json& json) {
  return unpack_with<report::Subject>(json, plain_places());
}

Json pack(const verdict::Claim& claim) { return *pack_with(claim, plain_places()); }

std::optional<verdict::Claim> unpack_claim(const Json& json) {
  return unpack_with<verdict::Claim>(json, plain_places());
}

Json pack(const report::ProjectItem& item) { return *pack_with(item, plain_places()); }

std::optional<report::ProjectItem> unpack_item(const Json& json, const base::Sources& sources) {
  auto item = unpack_with<report::ProjectItem>(json, places_in(sources));
  if (!item || (item->result && !is_sound(*item->result))) return std::nullopt;
  bool is_told = std::all_of(
      item->problems.begin(), item->problems.end(),
      [](const report::Problem& problem) { return problem.severity <= diag::Severity::Warning; });
  return is_told ? item : std::nullopt;
}

std::string pack(const Reply& reply) { return to_bytes(*pack_with(reply, plain_places())); }

std::optional<Reply> unpack_reply(std::string_view bytes) {
  auto json = from_bytes(bytes);
  if (!json) return std::nullopt;
  auto reply = unpack_with<Reply>(*json, plain_places());
  if (!reply || (reply->result && !is_sound(*reply->result))) return std::nullopt;
  return reply;
}

std::string to_bytes(const Json& json) {
  std::string result;
  Json::to_cbor(json, result);
  return result;
}

std::optional<Json> from_bytes(std::string_view bytes) {
  Json result = Json::from_cbor(bytes, true, false);
  if (result.is_discarded()) return std::nullopt;
  return result;
}

}  // namespace project
