#include "logic/solve/cache.h"

#include <algorithm>

namespace solve {

namespace {

// Constraints and values over all entries; beyond this everything is forgotten.
constexpr std::size_t kMostCells = std::size_t{1} << 20;
// A set is compared with at most so many others, so that a long search with few hits
// does not slow down.
constexpr std::size_t kMostTests = 64;
constexpr std::size_t kSatPerConstraint = 16;
constexpr std::size_t kLikelyModels = 4;

bool is_subset(const ConstraintSet& small, const ConstraintSet& large) {
  return small.size() <= large.size() &&
         std::includes(large.begin(), large.end(), small.begin(), small.end());
}

}  // namespace

std::uint64_t Cache::hash_of(const ConstraintSet& set) {
  std::uint64_t hash = set.size();
  for (term::Term t : set) {
    hash = (hash ^ t.index()) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

const Cache::Entry* Cache::find_entry(const ConstraintSet& set) const {
  auto [begin, end] = exact_.equal_range(hash_of(set));
  for (auto it = begin; it != end; ++it) {
    if (entries_[it->second].set == set) return &entries_[it->second];
  }
  return nullptr;
}

const CachedAnswer* Cache::find_exact(const ConstraintSet& set) const {
  const Entry* entry = find_entry(set);
  return entry == nullptr ? nullptr : &entry->answer;
}

const CachedAnswer* Cache::find_by_subset(const ConstraintSet& set) const {
  std::size_t tests = 0;
  // From the back: the greatest constraints are the newest.
  for (std::size_t i = set.size(); i-- > 0 && tests < kMostTests;) {
    auto found = unsat_.find(set[i]);
    if (found == unsat_.end()) continue;
    const auto& list = found->second;
    for (std::size_t k = list.size(); k-- > 0 && tests < kMostTests; ++tests) {
      const Entry& entry = entries_[list[k]];
      if (is_subset(entry.set, set)) return &entry.answer;
    }
  }
  const std::vector<std::uint32_t>* rarest = nullptr;
  for (term::Term t : set) {
    auto found = sat_.find(t);
    if (found == sat_.end()) return nullptr;  // no known set has all of them
    if (rarest == nullptr || found->second.size() < rarest->size()) rarest = &found->second;
  }
  if (rarest == nullptr) return nullptr;
  for (std::size_t k = rarest->size(); k-- > 0;) {
    const Entry& entry = entries_[(*rarest)[k]];
    if (is_subset(set, entry.set)) return &entry.answer;
  }
  return nullptr;
}

std::vector<const PartialModel*> Cache::likely_models(const ConstraintSet& set) const {
  std::vector<std::uint32_t> candidates;
  for (std::size_t i = set.size(); i-- > 0 && candidates.size() < kLikelyModels;) {
    auto found = sat_.find(set[i]);
    if (found == sat_.end()) continue;
    const auto& list = found->second;
    for (std::size_t k = list.size(); k-- > 0 && candidates.size() < kLikelyModels;) {
      if (std::find(candidates.begin(), candidates.end(), list[k]) == candidates.end()) {
        candidates.push_back(list[k]);
      }
    }
  }
  std::vector<const PartialModel*> models;
  for (std::uint32_t entry : candidates) models.push_back(&entries_[entry].answer.model);
  return models;
}

void Cache::index(std::uint32_t number) {
  const Entry& entry = entries_[number];
  exact_.emplace(hash_of(entry.set), number);
  if (!entry.answer.is_sat) {
    unsat_[entry.set.back()].push_back(number);
    return;
  }
  for (term::Term t : entry.set) {
    auto& list = sat_[t];
    if (list.size() >= kSatPerConstraint) list.erase(list.begin());
    list.push_back(number);
  }
}

void Cache::add(ConstraintSet set, CachedAnswer answer) {
  if (set.empty() || find_entry(set) != nullptr) return;
  if (cells_ > kMostCells) {
    cells_ = 0;
    entries_.clear();
    exact_.clear();
    unsat_.clear();
    sat_.clear();
  }
  cells_ += set.size() + answer.model.size();
  entries_.push_back({std::move(set), std::move(answer)});
  index(static_cast<std::uint32_t>(entries_.size() - 1));
}

void Cache::rollback(term::Terms::Mark mark) {
  std::erase_if(entries_, [&](const Entry& entry) {
    if (entry.set.back().index() >= mark.terms) return true;
    const PartialModel& model = entry.answer.model;
    return !model.empty() && model.back().first.index() >= mark.variables;
  });
  exact_.clear();
  unsat_.clear();
  sat_.clear();
  for (std::uint32_t i = 0; i < entries_.size(); ++i) index(i);
}

}  // namespace solve
