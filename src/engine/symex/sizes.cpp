// How many elements arrays have that inputs decide: arrays of the entry, and new ones whose size
// is a term. Sizes up to a bound are tried, one path each. The bound is raised for an array of
// which the path condition demands more, and it counts as hit only if the path condition allows
// what is beyond it.
//
// The length of an array of the entry is a variable while assumptions are made: `requires` and
// `assume` speak of it before it is decided. When they have, it is decided, so that it is known
// when a second thread starts.
//
// While there is one thread, at most kChunk sizes are tried at a time. With several threads all
// of them are alternatives of one decision, and which ones there are depends on nothing that
// threads have decided: decisions are numbered, and others may come before them.
#include <algorithm>

#include "base/check.h"
#include "engine/symex/step.h"

namespace symex {

namespace {

constexpr std::size_t kChunk = 64;
// The bound is raised to no more than this.
constexpr std::size_t kLargestRaised = 10'000;

bool is_known(const State& state, term::Term condition) {
  const auto& known = state.condition;
  return std::find(known.begin(), known.end(), condition) != known.end();
}

}  // namespace

bool Stepper::is_about_size(const Split& split) {
  return split.kind == Split::Kind::Size || (split.kind == Split::Kind::Number && split.is_size);
}

// The assumption as a path condition that has it, too. Then whatever it says of lengths is known.
std::optional<Outcome> Stepper::assume(State& state, Frame& frame, ir::ExprId id) {
  const ir::Expr& e = tables_.program().expr(id);
  if (e.kind == ir::ExprKind::Binary && e.binary == ir::BinaryOp::And) {
    ir::ExprId right = e.b;
    if (auto ended = assume(state, frame, e.a)) return ended;
    return assume(state, frame, right);
  }
  term::Term condition = eval_.assumption(state, frame, id);
  if (terms_.is_true(condition) || is_known(state, condition)) return std::nullopt;
  if (solver_.check(state, condition) == solve::Answer::Unsat) {
    return Outcome{Outcome::Kind::Discarded, {}, nullptr};
  }
  state.condition.push_back(condition);
  return std::nullopt;
}

void Stepper::decide_lengths(const State& state) const {
  for (std::size_t i = 0; i < state.heap->size(); ++i) {
    const Object& o = state.object(ObjectId(i));
    if (o.length && !o.has_size) {
      throw NeedsSplit{{.kind = Split::Kind::Size, .object = ObjectId(i)}};
    }
  }
}

// The least number that the term can be, if that is more than the bound; more than
// kLargestRaised: it is too large for us.
std::optional<std::size_t> Stepper::least_beyond(const State& state, term::Term t,
                                                 std::size_t bound) const {
  std::vector<term::Term> known = state.condition;
  if (state.threads.size() > 1) known.resize(state.condition_at_fork);
  auto can_be_up_to = [&](std::size_t n) {
    term::Term small = terms_.le(t, heap_.number(terms_.sort(t), n));
    return solver_.check(known, small) != solve::Answer::Unsat;
  };
  if (can_be_up_to(bound)) return std::nullopt;
  std::size_t low = bound + 1;
  std::size_t high = kLargestRaised;
  if (bound >= kLargestRaised || !can_be_up_to(high)) return kLargestRaised + 1;
  while (low < high) {
    std::size_t middle = low + (high - low) / 2;
    if (can_be_up_to(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

std::size_t Stepper::decide_size(const State& state, term::Term t) const {
  if (auto n = constant_index(t)) return *n;
  Split split{.kind = Split::Kind::Number, .term = t, .is_size = true};
  split.count = std::size_t{options_.array_size} + 1;
  if (auto least = least_beyond(state, t, options_.array_size)) {
    split.first = *least;
    split.count = *least > kLargestRaised ? *least : *least + 1;  // none, or this one
  }
  auto is_at_least = [&](std::size_t n) {
    return is_known(state, terms_.ge(t, heap_.number(terms_.sort(t), n)));
  };
  bool is_alone = state.threads.size() == 1;
  while (is_alone && split.count - split.first > kChunk && is_at_least(split.first + kChunk)) {
    split.first += kChunk;
  }
  if (is_alone && split.count - split.first > kChunk) {
    split.count = split.first + kChunk;
    split.has_more = true;
  }
  for (std::size_t n = split.first; n < split.count; ++n) {
    if (is_known(state, is_number(t, n))) return n;
  }
  throw NeedsSplit{std::move(split)};
}

// ---------------------------------------------------------------- inputs

State Stepper::with_size(const State& state, ObjectId array, std::size_t size) const {
  State result = state;
  Object& o = result.edit(array);
  o.slots.resize(size);
  o.has_size = true;
  if (o.length) result.condition.push_back(is_number(o.length, size));
  return result;
}

std::vector<State> Stepper::apply_size(const State& state, ObjectId array) {
  const Object& o = state.object(array);
  std::vector<State> result;
  std::size_t first = o.least_size;
  std::size_t last = options_.array_size;
  auto is_possible = [&](term::Term condition) {
    return solver_.check(state, condition) != solve::Answer::Unsat;
  };
  auto least = o.length && first == 0 ? least_beyond(state, o.length, last) : std::nullopt;
  if (least && *least > kLargestRaised) {
    cut_sizes_ = true;
    return result;
  }
  if (least) first = last = *least;
  bool has_more = last - first > kChunk;
  if (has_more) last = first + kChunk;
  auto add = [&](std::size_t n) {
    if (o.length && !is_possible(is_number(o.length, n))) return;
    result.push_back(with_size(state, array, n));
  };
  for (std::size_t n = std::max<std::size_t>(first, 1); n <= last; ++n) add(n);
  // The empty array comes last: it is the least likely to show an error.
  if (first == 0) add(0);
  term::Term larger = o.length ? terms_.gt(o.length, heap_.number(terms_.sort(o.length), last))
                               : terms_.boolean(true);
  if (!is_possible(larger)) return result;
  if (!has_more) {
    cut_sizes_ = true;
    return result;
  }
  State& rest = result.emplace_back(state);
  rest.edit(array).least_size = last + 1;
  if (!terms_.is_true(larger)) rest.condition.push_back(larger);
  return result;
}

// ---------------------------------------------------------------- several threads

void Stepper::note_cut(const State& state, const Split& split) {
  if (split.kind == Split::Kind::Size) cut_sizes_ = true;
  if (split.kind == Split::Kind::Identity) {
    // The input may be an array, too, of any type; only objects are tried.
    ir::ClassId cls = tables_.program().type(state.symbol(split.symbol).type).cls;
    if (cls && tables_.program().is_array_class(cls)) cut_domain_ = true;
  }
  if (split.kind != Split::Kind::Number || !split.is_size || split.has_more) return;
  term::Term larger = terms_.ge(split.term, heap_.number(terms_.sort(split.term), split.count));
  if (solver_.check(state, larger) != solve::Answer::Unsat) cut_sizes_ = true;
}

std::size_t Stepper::count(const State& state, const Split& split) {
  if (split.kind == Split::Kind::Size) return std::size_t{options_.array_size} + 1;
  return apply(state, split).size();
}

State Stepper::choose(const State& state, const Split& split, std::size_t alternative) {
  if (split.kind == Split::Kind::Size) {
    std::size_t size = alternative < options_.array_size ? alternative + 1 : 0;
    return with_size(state, split.object, size);
  }
  std::vector<State> all = apply(state, split);
  CHECK(alternative < all.size(), "no such alternative");
  return std::move(all[alternative]);
}

}  // namespace symex
