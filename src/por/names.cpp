#include "por/names.h"

namespace por {

NameId Names::child(NameId parent, std::uint32_t number) {
  auto [found, is_new] = children_.try_emplace({parent, number}, NameId(texts_.size()));
  if (is_new) {
    Text text = texts_[parent.index()];
    text.push_back(number);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (texts_[i] < text) {
        ++rank;
      } else {
        ++ranks_[i];
      }
    }
    texts_.push_back(std::move(text));
    ranks_.push_back(rank);
  }
  return found->second;
}

NameId Names::find(const Text& text) {
  NameId id = root();
  for (std::uint32_t number : text) id = child(id, number);
  return id;
}

}  // namespace por
