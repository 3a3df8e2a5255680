// Calls of small methods, replaced by their bodies within one procedure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace pass {

// A procedure with some of its calls replaced.
struct Inlined {
  ir::Procedure proc;
  // By transition: the call of the old procedure that it came from; kOwn: it was there before.
  static constexpr std::uint32_t kOwn = ~0U;
  std::vector<std::uint32_t> origin;
};

// A name that none of these locals or locations has.
template <class Named>
std::string unused_name(const std::vector<Named>& all, std::string_view prefix) {
  std::size_t number = all.size();
  for (;;) {
    std::string name = std::string(prefix) + std::to_string(number++);
    bool is_used =
        std::any_of(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
    if (!is_used) return name;
  }
}

// Replaces calls in the transitions that `wanted` names, and the calls in what comes of them. Only
// procedures without loops and contracts are put in, whose actions read, write, compute, call
// and throw, and not more of them than make sense.
Inlined inline_calls(ir::Program& program, const Hierarchy& hierarchy, const ir::Procedure& proc,
                     const std::function<bool(ir::TransId)>& wanted);

}  // namespace pass
