// "Did you mean …?": the edit distance of Damerau and Levenshtein in its optimal
// string alignment form (insert, delete, replace, swap two neighbours; no part is
// edited twice). Costs are in half edits, so that a wrong letter case, the most
// innocent mistake, costs half of any other.
#include "base/diag/diagnostic.h"

#include <algorithm>
#include <vector>

#include "base/diag/letter_case.h"

namespace diag {

namespace {

constexpr std::size_t kEdit = 2;           // half edits in an edit
constexpr std::size_t kLongestName = 100;  // longer names are not worth the time

std::size_t replace_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? kEdit / 2 : kEdit;
}

std::size_t distance(std::string_view a, std::string_view b) {
  // Three rows of the table suffice: a swap looks two rows back.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j * kEdit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i * kEdit;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min(
          {last[j] + kEdit, row[j - 1] + kEdit, last[j - 1] + replace_cost(a[i - 1], b[j - 1])});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + kEdit);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view name,
                                   const std::vector<std::string_view>& candidates) {
  if (name.size() > kLongestName) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  for (std::string_view candidate : candidates) {
    if (candidate.empty() || candidate == name || candidate.size() > kLongestName) continue;
    // One edit per three letters: `x` is no misspelling of `y`.
    std::size_t allowed = std::max(name.size(), candidate.size()) / 3 * kEdit;
    std::size_t found =
        equal_ignoring_case(name, candidate) ? kEdit / 2 : distance(name, candidate);
    if (found > std::max(allowed, kEdit / 2)) continue;
    bool better = !best || found < best_distance || (found == best_distance && candidate < *best);
    if (better) {
      best = candidate;
      best_distance = found;
    }
  }
  if (!best) return std::nullopt;
  return std::string(*best);
}

}  // namespace diag
