#include "cli/mutation_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "result/report/layout.h"
#include "result/report/report.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidestChange = 44;  // longer ones are cut
constexpr std::size_t kLeastChange = 12;   // a narrow terminal has no say about these
constexpr std::size_t kOtherColumns = 47;  // beside name, place and change, with the gaps
constexpr std::size_t kCounters = 33;

std::string change(const mutate::Mutant& mutant) {
  return fmt::format("{} -> {}", mutant.before, mutant.after);
}

std::string kind_of(const verdict::Result& result) {
  return result.violation ? std::string(verdict::keyword(result.violation->kind)) : "";
}

// What a reader must know beside the verdict; begins with two blanks, if not empty.
std::string remark(const verdict::Result& result) {
  if (!result.reason.empty() && result.verdict == verdict::VerdictKind::Unknown) {
    return "  " + result.reason;
  }
  return result.vacuous ? "  every execution is discarded" : "";
}

std::string percent(const Tally& tally) {
  auto score = tally.score();
  return score ? fmt::format("{:.1f} %", *score * 100) : "-";
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json place_json(const base::Sources& sources, base::Span span) {
  base::LineColumn at = sources.begin(span);
  return {{"file", sources.file(span.file).name()}, {"line", at.line}, {"column", at.column}};
}

Json mutant_json(const base::Sources& sources, const mutate::Mutant& mutant) {
  Json result{{"name", mutant.name()}, {"operator", mutate::spelling(mutant.op)}};
  result.update(place_json(sources, mutant.where));
  result["before"] = mutant.before;
  result["after"] = mutant.after;
  return result;
}

void add_result(const Verified& verified, Json& into) {
  const verdict::Result& r = verified.result;
  into["verdict"] = verdict::keyword(r.verdict);
  into["complete"] = r.complete;
  into["vacuous"] = r.vacuous;
  into["bounds_hit"] = r.bounds_hit();
  into["reason"] = or_null(r.reason);
  into["violation"] = nullptr;
  if (r.violation) {
    bool is_placed = !verified.file.empty();
    into["violation"] = {{"kind", verdict::keyword(r.violation->kind)},
                         {"message", r.violation->message},
                         {"file", or_null(verified.file)},
                         {"line", is_placed ? Json(verified.at.line) : Json(nullptr)},
                         {"column", is_placed ? Json(verified.at.column) : Json(nullptr)}};
  }
  into["stats"] = {{"paths", r.stats.paths},
                   {"transitions", r.stats.transitions},
                   {"solver_queries", r.stats.solver_queries},
                   {"solver_seconds", r.stats.solver_seconds},
                   {"seconds", r.stats.seconds}};
}

Json tally_json(const Tally& tally) {
  auto score = tally.score();
  return {{"mutants", tally.mutants},
          {"killed", tally.killed},
          {"survived", tally.survived},
          {"unknown", tally.unknown},
          {"score", score ? Json(*score) : Json(nullptr)}};
}

Json head_json(const MutationSubject& subject) {
  return {{"tool", "braid"}, {"version", report::kVersion}, {"input", subject.input}};
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string tally_line(std::string_view name, const Tally& tally) {
  return fmt::format("{:<8}  {:>7}  {:>6}  {:>8}  {:>7}  {:>7}\n", name, tally.mutants,
                     tally.killed, tally.survived, tally.unknown, percent(tally));
}

}  // namespace

std::string mutant_list_text(const MutationSubject& subject, std::size_t width) {
  std::size_t name_width = 0;
  for (const mutate::Mutant& m : subject.mutants) {
    name_width = std::max(name_width, m.name().size());
  }
  std::string text;
  for (const mutate::Mutant& m : subject.mutants) {
    std::string line =
        fmt::format("{:<{}}  {}", m.name(), name_width, mutate::describe(subject.sources, m));
    text += report::fitted(line, width) + "\n";
  }
  if (subject.mutants.empty()) text = "no mutants: there is nothing to change\n";
  return text;
}

std::string mutant_list_json(const MutationSubject& subject) {
  Json root = head_json(subject);
  root["mutants"] = Json::array();
  for (const mutate::Mutant& m : subject.mutants) {
    root["mutants"].push_back(mutant_json(subject.sources, m));
  }
  return dump(root);
}

KillTable::KillTable(const MutationSubject& subject, bool stats, std::size_t width)
    : subject_(subject), stats_(stats), width_(width) {
  for (const mutate::Mutant& m : subject.mutants) {
    name_width_ = std::max(name_width_, m.name().size());
    place_width_ = std::max(place_width_, place(m).size());
    change_width_ = std::max(change_width_, base::utf8_length(change(m)));
  }
  change_width_ = std::min(change_width_, kWidestChange);
  if (width == 0) return;
  std::size_t taken = name_width_ + place_width_ + kOtherColumns + (stats ? kCounters : 0);
  std::size_t left = std::max(width, taken + kLeastChange) - taken;
  change_width_ = std::min(change_width_, left);
}

// A program of one file needs no names of files.
std::string KillTable::place(const mutate::Mutant& mutant) const {
  if (subject_.sources.size() > 1) return subject_.sources.describe(mutant.where);
  base::LineColumn at = subject_.sources.begin(mutant.where);
  return fmt::format("{}:{}", at.line, at.column);
}

std::string KillTable::head(const Verified& original) const {
  const verdict::Result& r = original.result;
  std::string kind = kind_of(r);
  std::string text =
      fmt::format("original  {}: {}{}, {:.3f} s{}\n", subject_.entry, verdict::keyword(r.verdict),
                  kind.empty() ? "" : fmt::format(" ({})", kind), r.stats.seconds, remark(r));
  if (r.verdict == verdict::VerdictKind::Unknown) {
    text += "THE ORIGINAL IS UNKNOWN: no mutant can count as killed or as survived.\n";
  } else if (r.verdict != verdict::VerdictKind::Valid) {
    text += fmt::format(
        "THE ORIGINAL IS NOT VALID: a mutant counts as killed if its verdict is not `{}`.\n",
        verdict::keyword(r.verdict));
  }
  if (subject_.mutants.empty()) return text;
  text += fmt::format("\n{:<{}}  {:>{}}  {:<{}}  {:<8}  {:<11}  {:<8}  {:>8}", "mutant",
                      name_width_, "place", place_width_, "change", change_width_, "verdict",
                      "kind", "outcome", "seconds");
  if (stats_) text += fmt::format("  {:>10}  {:>9}  {:>8}", "executions", "steps", "queries");
  return text + "\n";
}

std::string KillTable::row(const MutantResult& mutant) const {
  const mutate::Mutant& m = *mutant.mutant;
  const verdict::Result& r = mutant.verified.result;
  std::string changed = change(m);
  if (base::utf8_length(changed) > change_width_) {
    changed = report::fitted(changed, change_width_);
  }
  std::string text =
      fmt::format("{:<{}}  {:>{}}  {:<{}}  {:<8}  {:<11}  {:<8}  {:>8.3f}", m.name(), name_width_,
                  place(m), place_width_, changed, change_width_, verdict::keyword(r.verdict),
                  kind_of(r), keyword(mutant.outcome), r.stats.seconds);
  if (stats_) {
    text += fmt::format("  {:>10}  {:>9}  {:>8}", r.stats.paths, r.stats.transitions,
                        r.stats.solver_queries);
  }
  text += remark(r);
  // A remark that would not say anything any more goes to the next line.
  std::size_t length = base::utf8_length(text);
  if (width_ == 0 || length <= width_) return text + "\n";
  text.resize(text.size() - remark(r).size());
  return text + "\n" + report::fitted(fmt::format("{:{}}{}", "", name_width_, remark(r)), width_) +
         "\n";
}

std::string KillTable::totals(const MutationRun& run) const {
  std::string text;
  if (!subject_.mutants.empty()) {
    text += fmt::format("\n{:<8}  {:>7}  {:>6}  {:>8}  {:>7}  {:>7}\n", "operator", "mutants",
                        "killed", "survived", "unknown", "score");
    auto tallies = run.by_operator();
    for (mutate::Operator op : mutate::kOperators) {
      const Tally& tally = tallies[static_cast<std::size_t>(op)];
      if (tally.mutants != 0) text += tally_line(mutate::spelling(op), tally);
    }
    text += tally_line("total", run.total());
  } else {
    text += "no mutants: there is nothing to change\n";
  }
  if (run.interrupted) {
    text += fmt::format("\nINTERRUPTED: {} of {} mutants were verified\n", run.mutants.size(),
                        subject_.mutants.size());
  }
  text += fmt::format("\n{:.3f} s\n", run.seconds);
  return text;
}

std::string kill_table_json(const MutationSubject& subject, const MutationRun& run) {
  Json root = head_json(subject);
  root["entry"] = subject.entry;
  root["engine"] = subject.engine;
  root["interrupted"] = run.interrupted;
  root["original"] = nullptr;
  if (run.original) {
    root["original"] = Json::object();
    add_result(*run.original, root["original"]);
  }
  root["mutants"] = Json::array();
  for (const MutantResult& m : run.mutants) {
    Json row = mutant_json(subject.sources, *m.mutant);
    row["outcome"] = keyword(m.outcome);
    add_result(m.verified, row);
    root["mutants"].push_back(std::move(row));
  }
  root["remaining"] = subject.mutants.size() - run.mutants.size();
  root["operators"] = Json::array();
  auto tallies = run.by_operator();
  for (mutate::Operator op : mutate::kOperators) {
    const Tally& tally = tallies[static_cast<std::size_t>(op)];
    if (tally.mutants == 0) continue;
    Json row{{"operator", mutate::spelling(op)}};
    row.update(tally_json(tally));
    root["operators"].push_back(std::move(row));
  }
  root["total"] = tally_json(run.total());
  root["seconds"] = run.seconds;
  return dump(root);
}

}  // namespace cli
