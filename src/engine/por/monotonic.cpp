#include "engine/por/monotonic.h"

#include <algorithm>

namespace por {

bool is_monotonic(const Names& names, const Race::Path& path, NameId thread, const Clock& past) {
  std::vector<NameId> seen;  // only the latest event of each thread matters
  for (std::size_t i = path.size(); i-- > 0;) {
    const Event& e = *path[i];
    if (!names.less(thread, e.thread)) continue;
    if (e.is_invisible) continue;  // goes with the event before it
    if (std::find(seen.begin(), seen.end(), e.thread) != seen.end()) continue;
    seen.push_back(e.thread);
    bool has_reason = e.is_before(past);
    for (std::size_t l = i + 1; l < path.size() && !has_reason; ++l) {
      has_reason = names.less(path[l]->thread, thread) && e.is_before(path[l]->clock);
    }
    if (!has_reason) return false;
  }
  return true;
}

}  // namespace por
