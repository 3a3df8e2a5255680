#include "engine/symex/path_equality.h"

#include <algorithm>
#include <utility>

namespace symex {

namespace {

std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
}

}  // namespace

void PathEquality::begin(const State& state) {
  auto end = state.condition.begin() + static_cast<std::ptrdiff_t>(state.condition_at_fork);
  if (std::equal(known_.begin(), known_.end(), state.condition.begin(), end)) return;
  forget();
  known_.assign(state.condition.begin(), end);
}

void PathEquality::forget() {
  known_.clear();
  indices_.clear();
  values_.clear();
}

bool PathEquality::may_be_equal(std::uint32_t a, std::uint32_t b) {
  auto [found, is_new] = indices_.try_emplace(pair_of(a, b), true);
  if (is_new) found->second = can_be_equal(a, b);
  return found->second;
}

bool PathEquality::can_be_equal(std::uint32_t a, std::uint32_t b) {
  using por::Access;
  if (!Access::is_unknown(a)) std::swap(a, b);
  term::Term index(Access::term_of(a));
  term::Sort sort = terms_.sort(index);
  term::Term other;
  if (Access::is_unknown(b)) {
    other = term::Term(Access::term_of(b));
    if (terms_.sort(other) != sort) return true;
  } else {
    base::Integer number(static_cast<std::int64_t>(b));
    other = sort == term::Sort::Int ? terms_.integer(number) : terms_.bits(sort, number);
  }
  term::Term equal = terms_.eq(index, other);
  if (terms_.is_constant(equal)) return terms_.is_true(equal);
  return !options_.distinct_indices || solver_.check(known_, equal) != solve::Answer::Unsat;
}

bool PathEquality::are_equal(std::uint32_t a, std::uint32_t b) {
  term::Term x(a);
  term::Term y(b);
  if (terms_.sort(x) != terms_.sort(y) || term::is_float(terms_.sort(x))) return false;
  if (terms_.is_constant(x) && terms_.is_constant(y)) return false;  // of one value: one term
  auto [found, is_new] = values_.try_emplace(pair_of(a, b), false);
  if (!is_new) return found->second;
  term::Term equal = terms_.eq(x, y);
  found->second = terms_.is_constant(equal)
                      ? terms_.is_true(equal)
                      : solver_.check(known_, terms_.negate(equal)) == solve::Answer::Unsat;
  return found->second;
}

}  // namespace symex
