// The lexicographically least linearisation of a Mazurkiewicz trace: repeatedly take, among the
// events that depend on none that is left before them, the one of the least thread. (At most
// one event per thread is free, since the events of one thread depend on each other.) Ordering
// neighbours only, as one might, does not give a canonical form.
#include "engine/prove/path_order.h"

namespace prove {

std::vector<dl::Event> canonical_path(const dl::Store& store, const std::vector<dl::Event>& path) {
  std::vector<dl::Event> left = path;
  std::vector<dl::Event> ordered;
  ordered.reserve(left.size());
  while (!left.empty()) {
    std::size_t best = 0;  // the first event is always free
    for (std::size_t i = 1; i < left.size(); ++i) {
      if (!store.before(left[i].thread, left[best].thread)) continue;
      bool is_free = true;
      for (std::size_t j = 0; j < i && is_free; ++j) {
        is_free = dl::is_interference_free(store, left[j], left[i]);
      }
      if (is_free) best = i;
    }
    ordered.push_back(left[best]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return ordered;
}

}  // namespace prove
