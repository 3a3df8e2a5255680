#include "engine/por/names.h"

#include <algorithm>

namespace por {

namespace {

// Between neighbours when there is room: 2^31 of them fit.
constexpr std::uint64_t kGap = std::uint64_t{1} << 32U;

}  // namespace

Names::Names() : nodes_(1) {}

NameId Names::before(NameId parent, std::uint32_t number) const {
  auto next = children_.lower_bound({parent, number});
  if (next == children_.begin()) return parent;
  const auto& [key, sibling] = *std::prev(next);
  if (key.first != parent) return parent;
  // The last one below the sibling.
  NameId last = sibling;
  while (nodes_[last.index()].largest) last = nodes_[last.index()].largest;
  return last;
}

NameId Names::child(NameId parent, std::uint32_t number) {
  auto found = children_.find({parent, number});
  if (found != children_.end()) return found->second;
  NameId place = before(parent, number);
  NameId next = nodes_[place.index()].next;
  std::uint64_t low = nodes_[place.index()].label;
  std::uint64_t label = next ? low + (nodes_[next.index()].label - low) / 2 : low + kGap;
  NameId id(nodes_.size());
  nodes_.push_back({label, parent, number, {}, next});
  nodes_[place.index()].next = id;
  NameId& largest = nodes_[parent.index()].largest;
  if (!largest || nodes_[largest.index()].number < number) largest = id;
  children_.emplace(std::pair(parent, number), id);
  if (label == low) relabel();
  return id;
}

void Names::relabel() {
  std::uint64_t label = 0;
  for (NameId id = root(); id; id = nodes_[id.index()].next) {
    nodes_[id.index()].label = label;
    label += kGap;
  }
}

NameId Names::find(const Text& text) {
  NameId id = root();
  for (std::uint32_t number : text) id = child(id, number);
  return id;
}

Names::Text Names::text(NameId id) const {
  Text text;
  for (; id != root(); id = nodes_[id.index()].parent) text.push_back(nodes_[id.index()].number);
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace por
