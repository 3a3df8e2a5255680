#include "mutate/mutate.h"

#include <fmt/format.h>

#include "base/check.h"
#include "front/oox/check.h"
#include "front/oox/parser.h"
#include "mutate/walk.h"

namespace mutate {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether the lexer would read the end of `left` and the start of `right` as one.
bool run_together(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  char last = left.back();
  char first = right.front();
  return (is_word(last) && is_word(first)) || (last == '/' && (first == '/' || first == '*'));
}

}  // namespace

std::string_view spelling(Operator op) {
  static constexpr std::string_view kSpellings[] = {
#define OPERATOR(name, spelling, meaning) spelling,
#include "mutate/operators.def"
#undef OPERATOR
  };
  return kSpellings[static_cast<std::size_t>(op)];
}

std::string_view meaning(Operator op) {
  static constexpr std::string_view kMeanings[] = {
#define OPERATOR(name, spelling, meaning) meaning,
#include "mutate/operators.def"
#undef OPERATOR
  };
  return kMeanings[static_cast<std::size_t>(op)];
}

std::string Mutant::name() const { return fmt::format("{}{}", spelling(op), number); }

std::string describe(const base::Sources& sources, const Mutant& mutant) {
  return fmt::format("{}: {} -> {}", sources.describe(mutant.where), mutant.before, mutant.after);
}

std::string text(const base::Sources& sources, const Mutant& mutant) {
  std::string_view original = sources.file(mutant.edited.file).text();
  CHECK(mutant.edited.begin <= mutant.edited.end && mutant.edited.end <= original.size(),
        "the edit of {} is outside its file", mutant.name());
  std::string result(original.substr(0, mutant.edited.begin));
  if (run_together(result, mutant.replacement)) result += ' ';
  result += mutant.replacement;
  std::string_view rest = original.substr(mutant.edited.end);
  if (run_together(result, rest)) result += ' ';
  result += rest;
  return result;
}

bool build(const base::Sources& sources, const oox::Program& program, const Mutant& mutant,
           base::Sources& mutated_sources, oox::Program& mutated, diag::Sink& sink) {
  for (const oox::Unit& unit : program.units) {
    const base::SourceFile& file = sources.file(unit.file);
    bool is_changed = unit.file == mutant.edited.file;
    base::FileId id = mutated_sources.add(
        file.name(), is_changed ? text(sources, mutant) : std::string(file.text()));
    oox::parse(mutated_sources, id, mutated, sink);
  }
  if (!sink.has_errors()) oox::check(mutated, sink);
  return !sink.has_errors();
}

std::vector<Mutant> enumerate(const base::Sources& sources, const oox::Program& program,
                              const oox::MethodInfo* only) {
  std::vector<Mutant> result;
  for (std::vector<Candidate>& candidates : Walk(sources, program).run()) {
    for (Candidate& candidate : candidates) {
      if (candidate.is_pointless || (only && candidate.method != only)) continue;
      base::Sources mutated_sources;
      oox::Program mutated;
      diag::Sink sink;
      bool is_correct = build(sources, program, candidate.mutant, mutated_sources, mutated, sink);
      if (is_correct) result.push_back(std::move(candidate.mutant));
    }
  }
  return result;
}

}  // namespace mutate
