#include "engine/symex/early_inputs.h"

#include <algorithm>
#include <utility>

namespace symex {

namespace {

// Steps after which a root is settled.
constexpr std::uint64_t kMostSteps = 50'000;

struct Place {
  ObjectId object;
  std::size_t slot = 0;
};

// Where the reference of an input was read first.
std::optional<Place> place_of(const State& state, SymbolId symbol) {
  for (std::size_t i = 0; i < state.heap->size(); ++i) {
    const Values& initial = state.object(ObjectId(i)).initial;
    auto found = std::find(initial.begin(), initial.end(), Value::symbol(symbol));
    if (found != initial.end()) {
      return Place{ObjectId(i), static_cast<std::size_t>(found - initial.begin())};
    }
  }
  return std::nullopt;
}

// A decision and its alternative among the choices of a state: its kind, whether its reference is
// one that was read, the symbol or the object, the slot, the classes, the alternative.
void note(State& state, const EarlyDecision& early, std::size_t alternative) {
  auto& choices = state.choices.edit();
  auto put = [&](std::size_t number) { choices.push_back(static_cast<std::uint32_t>(number)); };
  const Split& split = early.split;
  bool is_symbol = split.kind == Split::Kind::Null || split.kind == Split::Kind::Identity;
  put(static_cast<std::size_t>(split.kind));
  put(early.holder.is_valid() ? 1 : 0);
  put(early.holder ? early.holder.index()
                   : (is_symbol ? split.symbol.index() : split.object.index()));
  put(early.slot);
  put(split.classes.size());
  for (ir::ClassId c : split.classes) put(c.index());
  put(alternative);
}

// Reads what `note` has put, if it can be meant for the state.
struct Noted {
  EarlyDecision early;
  std::size_t alternative = 0;
};
std::optional<Noted> noted(const State& state, std::size_t classes,
                           const std::vector<std::uint32_t>& choices, std::size_t& next) {
  auto take = [&](std::size_t limit) -> std::optional<std::size_t> {
    if (next >= choices.size() || choices[next] >= limit) return std::nullopt;
    return choices[next++];
  };
  constexpr std::size_t kAny = ~std::uint32_t{0};
  auto kind = take(static_cast<std::size_t>(Split::Kind::Class) + 1);
  auto has_holder = take(2);
  if (!kind || !has_holder) return std::nullopt;
  Noted result;
  Split& split = result.early.split;
  split.kind = static_cast<Split::Kind>(*kind);
  bool is_symbol = split.kind == Split::Kind::Null || split.kind == Split::Kind::Identity;
  bool names_object = *has_holder == 1 || !is_symbol;
  auto subject = take(names_object ? state.heap->size() : state.symbols->size());
  auto slot = take(kAny);
  auto count = take(classes + 1);
  if (!subject || !slot || !count) return std::nullopt;
  if (*has_holder == 1) {
    result.early.holder = ObjectId(*subject);
    result.early.slot = *slot;
  } else if (is_symbol) {
    split.symbol = SymbolId(*subject);
  } else {
    split.object = ObjectId(*subject);
  }
  for (std::size_t i = 0; i < *count; ++i) {
    auto cls = take(classes);
    if (!cls) return std::nullopt;
    split.classes.emplace_back(*cls);
  }
  auto alternative = take(kAny);
  if (!alternative) return std::nullopt;
  result.alternative = *alternative;
  return result;
}

}  // namespace

void EarlyInputs::begin(State root, const run::Statistics& before) {
  root_ = std::move(root);
  before_ = before;
}

bool EarlyInputs::is_settled(const run::Statistics& stats) const {
  return stats.transitions >= before_.transitions + kMostSteps;
}

void EarlyInputs::look_at(const State& state, std::uint32_t thread, const Split& split) const {
  if (!root_) return;
  EarlyDecision early{split, {}, 0};
  switch (split.kind) {
    case Split::Kind::Null:
    case Split::Kind::Identity: {
      if (split.symbol.index() < root_->symbols->size()) throw early;
      if (may_repeat(state.thread(thread))) return;
      auto place = place_of(state, split.symbol);
      if (!place || place->object.index() >= root_->heap->size()) return;
      early.holder = place->object;
      early.slot = place->slot;
      throw early;
    }
    case Split::Kind::Size:
    case Split::Kind::Class:
      if (split.object.index() < root_->heap->size()) throw early;
      return;
    case Split::Kind::Condition:
    case Split::Kind::Number: return;
  }
}

// What it reads may be read again, one object further.
bool EarlyInputs::may_repeat(const Thread& thread) const {
  return !thread.frames.all_of([&](const Frame& f) {
    return f.loops.empty() && !tables_.is_recursive(f.proc) && !tables_.forks_recursively(f.proc);
  });
}

std::vector<State> EarlyInputs::alternatives(State root, EarlyDecision early) const {
  if (early.holder) {
    Value read = stepper_.heap().read(root, early.holder, early.slot);
    if (!read.is_symbol()) return {};
    early.split.symbol = read.symbol();
  }
  std::vector<State> result = stepper_.apply(root, early.split);
  for (State& state : result) Heap::mark_known_at_fork(state);
  return result;
}

std::vector<State> EarlyInputs::decide(const EarlyDecision& early, run::Statistics& stats) {
  stats.paths = before_.paths;
  stats.pruned = before_.pruned;
  stats.cut = before_.cut;
  stats.discarded = before_.discarded;
  std::vector<State> result = alternatives(std::move(*root_), early);
  root_.reset();
  for (std::size_t i = 0; i < result.size(); ++i) note(result[i], early, i);
  return result;
}

bool EarlyInputs::replay(State& state, const std::vector<std::uint32_t>& choices,
                         std::size_t& next) const {
  std::size_t classes = tables_.program().classes.size();
  while (next < choices.size()) {
    auto found = noted(state, classes, choices, next);
    if (!found) return false;
    std::vector<State> all = alternatives(std::move(state), found->early);
    if (found->alternative >= all.size()) return false;
    state = std::move(all[found->alternative]);
    note(state, found->early, found->alternative);
  }
  return true;
}

}  // namespace symex
