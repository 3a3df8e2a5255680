#include "logic/solve/slicing.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace solve {

namespace {

// Remembered variable lists; beyond this many all are forgotten.
constexpr std::size_t kMostSlices = std::size_t{1} << 18;

}  // namespace

std::span<const term::Variable> Slicer::variables(term::Term t) {
  auto found = variables_.find(t);
  if (found == variables_.end()) {
    if (variables_.size() >= kMostSlices) variables_.clear();
    found = variables_.emplace(t, term::variables_of(terms_, t)).first;
  }
  return found->second;
}

void Slicer::grow(std::uint32_t variable) {
  while (parent_.size() <= variable) {
    auto fresh = static_cast<std::uint32_t>(parent_.size());
    parent_.push_back(fresh);
    size_.push_back(1);
    next_.push_back(fresh);
    constraints_.emplace_back();
  }
}

std::uint32_t Slicer::find(std::uint32_t variable) const {
  while (parent_[variable] != variable) variable = parent_[variable];
  return variable;
}

void Slicer::unite(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  if (size_[a] < size_[b]) std::swap(a, b);
  parent_[b] = a;
  size_[a] += size_[b];
  std::swap(next_[a], next_[b]);
  trail_.push_back({true, a, b});
}

void Slicer::add(std::uint32_t constraint, term::Term t) {
  std::span<const term::Variable> all = variables(t);
  CHECK(!all.empty(), "a constraint without variables");
  grow(all.back().index());  // they are sorted
  std::uint32_t first = all[0].index();
  for (term::Variable v : all.subspan(1)) unite(first, v.index());
  constraints_[first].push_back(constraint);
  trail_.push_back({false, first, 0});
}

void Slicer::pop() {
  std::size_t size = levels_.back();
  levels_.pop_back();
  for (; trail_.size() > size; trail_.pop_back()) {
    const Undo& undo = trail_.back();
    if (undo.is_union) {
      parent_[undo.b] = undo.b;
      size_[undo.a] -= size_[undo.b];
      std::swap(next_[undo.a], next_[undo.b]);
    } else {
      constraints_[undo.a].pop_back();
    }
  }
}

std::vector<std::uint32_t> Slicer::group(term::Term t) {
  std::vector<std::uint32_t> members;
  std::uint32_t start = variables(t)[0].index();
  std::uint32_t variable = start;
  do {
    const auto& here = constraints_[variable];
    members.insert(members.end(), here.begin(), here.end());
    variable = next_[variable];
  } while (variable != start);
  std::sort(members.begin(), members.end());
  return members;
}

void Slicer::rollback(term::Terms::Mark mark) {
  std::erase_if(variables_, [&](const auto& entry) { return entry.first.index() >= mark.terms; });
  while (parent_.size() > mark.variables) {
    auto last = static_cast<std::uint32_t>(parent_.size() - 1);
    CHECK(parent_[last] == last && size_[last] == 1 && constraints_[last].empty(),
          "rolled back a variable of the path condition");
    parent_.pop_back();
    size_.pop_back();
    next_.pop_back();
    constraints_.pop_back();
  }
}

}  // namespace solve
