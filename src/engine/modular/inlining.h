// Which calls are inlined; the others are replaced by specifications. After some refinements of
// one procedure its calls are inlined; when refinement takes too long, all calls are.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "engine/modular/initial_state.h"
#include "engine/modular/task.h"

namespace modular {

class Inlining {
 public:
  explicit Inlining(const Task& task) : task_(task), is_all_(task.options.inline_calls) {}

  bool is_inlined(ir::ProcId proc) const;
  bool is_all() const { return is_all_; }
  // Those that were inlined after refinements.
  const std::set<ir::ProcId>& procs() const { return procs_; }
  // Whether the question would be large with all calls inlined.
  bool is_large(const InitialState& initial);

  void inline_all() { is_all_ = true; }
  // The specification of this procedure is too weak: inlines its calls or all of them if there
  // were too many refinements. Both numbers are of the whole check. False: it is to be refined.
  bool inline_instead(ir::ProcId proc, const InitialState& initial, std::uint32_t refinements,
                      std::uint64_t conflicts);

 private:
  const Task& task_;
  bool is_all_;
  std::set<ir::ProcId> procs_;
  std::map<ir::ProcId, std::uint32_t> refinements_;
  std::optional<bool> is_large_;
};

}  // namespace modular
