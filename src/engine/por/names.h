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

// The names form a tree, and their order is that of a walk which visits parents before their
// children and the children by their numbers. Each name has a label that grows along the walk;
// a new name takes one between those of its neighbours, so that neither making a name nor
// comparing two looks at the others. Only when there is no number left between two labels, all
// of them are made anew.
class Names {
 public:
  using Text = std::vector<std::uint32_t>;  // which child, from the root on

  Names();

  NameId root() const { return NameId(0); }
  NameId child(NameId parent, std::uint32_t number);
  NameId find(const Text& text);
  Text text(NameId id) const;
  // A total order that does not depend on when the names were made.
  bool less(NameId a, NameId b) const { return nodes_[a.index()].label < nodes_[b.index()].label; }

 private:
  struct Node {
    std::uint64_t label = 0;   // grows along the walk
    NameId parent;             // of the root: none
    std::uint32_t number = 0;  // which child of its parent
    NameId largest;            // the child with the largest number; none: it has no child
    NameId next;               // in the walk; none: it is the last one
  };

  // The one that the new child comes right behind in the walk.
  NameId before(NameId parent, std::uint32_t number) const;
  void relabel();

  std::vector<Node> nodes_;
  std::map<std::pair<NameId, std::uint32_t>, NameId> children_;
};

}  // namespace por
