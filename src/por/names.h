// Names of threads that do not depend on the interleaving: a thread is the n-th child
// of its parent. Numbers in the order of creation are not stable when forks of
// different threads change places.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace por {

using NameId = base::Id<struct NameTag>;

class Names {
 public:
  using Text = std::vector<std::uint32_t>;  // which child, from the root on

  Names() : texts_{{}}, ranks_{0} {}

  NameId root() const { return NameId(0); }
  NameId child(NameId parent, std::uint32_t number);
  NameId find(const Text& text);
  const Text& text(NameId id) const { return texts_[id.index()]; }
  // A total order that does not depend on when the names were made.
  bool less(NameId a, NameId b) const { return ranks_[a.index()] < ranks_[b.index()]; }

 private:
  std::vector<Text> texts_;
  std::vector<std::uint32_t> ranks_;  // the place in the order, by name
  std::map<std::pair<NameId, std::uint32_t>, NameId> children_;
};

}  // namespace por
