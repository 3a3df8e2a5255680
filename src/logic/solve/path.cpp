#include "logic/solve/path.h"

#include <numeric>

#include "base/check.h"

namespace solve {

using term::Term;

Path::Path(term::Terms& terms, const Options& options)
    : terms_(terms), options_(options), equalities_(terms), slicer_(terms), differences_(terms) {}

void Path::push() {
  levels_.push_back(constraints_.size());
  equalities_.push();
  slicer_.push();
  differences_.push();
}

void Path::pop() {
  CHECK(!levels_.empty(), "pop without push");
  constraints_.resize(levels_.back());
  reduced_.resize(levels_.back());
  if (false_at_ != kNever && false_at_ >= levels_.back()) false_at_ = kNever;
  levels_.pop_back();
  equalities_.pop();
  slicer_.pop();
  differences_.pop();
}

void Path::add(Term condition) {
  CHECK(terms_.sort(condition) == term::Sort::Bool, "a condition of sort {}",
        keyword(terms_.sort(condition)));
  std::vector<Term> conjuncts;
  append_conjuncts(terms_, condition, conjuncts);
  for (Term t : conjuncts) add_conjunct(t);
}

void Path::add_conjunct(Term t) {
  auto position = static_cast<std::uint32_t>(constraints_.size());
  Term reduced = options_.equalities ? equalities_.reduce(t, slicer_.variables(t)) : t;
  constraints_.push_back(t);
  reduced_.push_back(reduced);
  if (terms_.is_false(reduced) && false_at_ == kNever) false_at_ = position;
  std::span<const term::Variable> variables = slicer_.variables(reduced);
  if (variables.empty()) return;  // decided, or closed and not simplified
  if (options_.equalities) equalities_.learn(reduced, variables);
  if (options_.slicing) slicer_.add(position, reduced);
  if (options_.differences) differences_.add(reduced);
}

std::vector<std::uint32_t> Path::group(std::uint32_t position) {
  if (!options_.slicing) {
    std::vector<std::uint32_t> all(constraints_.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  if (slicer_.variables(reduced_[position]).empty()) return {position};
  return slicer_.group(reduced_[position]);
}

void Path::rollback(term::Terms::Mark mark) {
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    CHECK(constraints_[i].index() < mark.terms && reduced_[i].index() < mark.terms,
          "rolled back a term of the path condition");
  }
  equalities_.rollback(mark);
  slicer_.rollback(mark);
  differences_.rollback(mark);
}

}  // namespace solve
