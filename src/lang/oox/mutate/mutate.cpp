#include "lang/oox/mutate/mutate.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "base/check.h"
#include "lang/oox/check.h"
#include "lang/oox/mutate/walk.h"
#include "lang/oox/parser.h"

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

// The piece [begin, end) of the original text with the mutant's edit in it.
std::string splice(std::string_view original, std::size_t begin, std::size_t end,
                   const Mutant& mutant) {
  CHECK(begin <= mutant.edited.begin && mutant.edited.begin <= mutant.edited.end &&
            mutant.edited.end <= end && end <= original.size(),
        "the edit of {} is outside its text", mutant.name());
  std::string result(original.substr(begin, mutant.edited.begin - begin));
  if (run_together(result, mutant.replacement)) result += ' ';
  result += mutant.replacement;
  std::string_view rest = original.substr(mutant.edited.end, end - mutant.edited.end);
  if (run_together(result, rest)) result += ' ';
  result += rest;
  return result;
}

// Tells which candidates are correct programs. A mutant differs from the program in the
// body of one method, so that method alone is parsed and checked, in a copy of the
// program. Checking all of it for each mutant would be quadratic.
class Judge {
 public:
  Judge(const base::Sources& sources, const oox::Program& program)
      : sources_(sources), program_(program) {
    for (const oox::Unit& unit : program.units) size_ += sources.file(unit.file).text().size();
    refresh();
  }

  // A mutant that lacks a `return` the original has is wrong, too, although a program
  // may do so: what its result is would not depend on the program.
  bool accepts(const Candidate& candidate) {
    const oox::Member& member = *candidate.method->decl;
    const oox::ClassInfo& owner = *candidate.method->owner;
    std::string_view original = sources_.file(member.span.file).text();
    std::string piece = splice(original, member.span.begin, member.span.end, candidate.mutant);
    if (read_ > std::max<std::size_t>(4 * size_, 1 << 20)) refresh();
    read_ += piece.size();
    oox::Program& copy = *copy_;
    base::FileId id = copied_sources_->add(
        "mutant", fmt::format("{} {} {{ {} }}", owner.is_interface ? "interface" : "class",
                              program_.text(owner.name), piece));
    diag::Sink sink;
    oox::parse(*copied_sources_, id, copy, sink);
    oox::Unit unit = std::move(copy.units.back());
    copy.units.pop_back();
    if (sink.has_errors()) return false;
    CHECK(unit.classes.size() == 1 && unit.classes[0].members.size() == 1, "{} is not one member",
          candidate.mutant.name());
    oox::MethodInfo found =
        oox::check_version(copy, *methods_.at(candidate.method), unit.classes[0].members[0], sink);
    return !sink.has_errors() && (!found.lacks_return || candidate.method->lacks_return);
  }

 private:
  // Makes the copy anew: the trees of all that was parsed stay in it.
  void refresh() {
    copied_sources_ = std::make_unique<base::Sources>();
    copy_ = std::make_unique<oox::Program>();
    methods_.clear();
    read_ = 0;
    diag::Sink sink;
    for (const oox::Unit& unit : program_.units) {
      const base::SourceFile& file = sources_.file(unit.file);
      base::FileId id = copied_sources_->add(file.name(), std::string(file.text()));
      oox::parse(*copied_sources_, id, *copy_, sink);
    }
    oox::check(*copy_, sink);
    CHECK(!sink.has_errors(), "the program to mutate is wrong");
    for (std::size_t i = 0; i < program_.classes.size(); ++i) {
      const oox::ClassInfo& from = *program_.classes[i];
      const oox::ClassInfo& to = *copy_->classes[i];
      for (std::size_t m = 0; m < from.methods.size(); ++m) {
        methods_.emplace(from.methods[m], to.methods[m]);
      }
      for (std::size_t m = 0; m < from.constructors.size(); ++m) {
        methods_.emplace(from.constructors[m], to.constructors[m]);
      }
    }
  }

  const base::Sources& sources_;
  const oox::Program& program_;
  std::size_t size_ = 0;  // of the program's text
  std::unique_ptr<base::Sources> copied_sources_;
  std::unique_ptr<oox::Program> copy_;
  std::unordered_map<const oox::MethodInfo*, const oox::MethodInfo*> methods_;  // to the copy's
  std::size_t read_ = 0;  // bytes of mutants that the copy has parsed
};

}  // namespace

std::string_view spelling(Operator op) {
  static constexpr std::string_view kSpellings[] = {
#define OPERATOR(name, spelling, meaning) spelling,
#include "lang/oox/mutate/operators.def"
#undef OPERATOR
  };
  return kSpellings[static_cast<std::size_t>(op)];
}

std::string_view meaning(Operator op) {
  static constexpr std::string_view kMeanings[] = {
#define OPERATOR(name, spelling, meaning) meaning,
#include "lang/oox/mutate/operators.def"
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
  return splice(original, 0, original.size(), mutant);
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
  Judge judge(sources, program);
  for (std::vector<Candidate>& candidates : Walk(sources, program).run()) {
    for (Candidate& candidate : candidates) {
      if (candidate.is_pointless || (only && candidate.method != only)) continue;
      if (judge.accepts(candidate)) result.push_back(std::move(candidate.mutant));
    }
  }
  return result;
}

}  // namespace mutate
