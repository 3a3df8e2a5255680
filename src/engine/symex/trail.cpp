#include "engine/symex/trail.h"

#include <algorithm>

namespace symex {

verdict::Steps Trail::schedule() const {
  verdict::Steps result;
  auto add = [&](const Run& run) {
    for (std::uint32_t n = run.steps; n-- > 0;) {
      verdict::Step& step = result.emplace_back();
      step.thread = run.thread;
      if (n == 0 && run.notified != 0) step.choices = {run.notified};
    }
  };
  add(latest_);
  for (const Link* link = before_; link; link = link->before) add(link->run);
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace symex
