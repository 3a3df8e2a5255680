// Depth-first search with one working state.
#pragma once

#include <unordered_map>

#include "engine/mc/search.h"
#include "engine/mc/store.h"

namespace mc {

class DepthFirst final : public Search {
 public:
  DepthFirst(run::Run& run, const Model& model);

  bool has_cycle() const { return has_cycle_; }

 private:
  struct Frame {
    Machine::Mark mark = 0;  // the state of the frame
    std::uint32_t path = 0;  // steps that lead to it
    Store::Id id = 0;
    Expansion expansion;
  };

  void explore() override;
  std::uint64_t pending_bytes() const override;
  Stored stored() const override;
  void limit_store(std::uint64_t bytes) override { store_.set_limit(bytes); }
  Tally tally() const override;
  void finish();
  std::uint32_t first_thread();  // of an expansion
  void enter();
  void leave();
  void meet(Frame& frame);

  Store store_;
  std::uint64_t random_;
  std::vector<Frame> frames_;
  // With a bound on the depth: the least depth at which each state was met. One that is
  // met again nearer to the start is expanded again, as the bound may cut less there.
  std::unordered_map<Store::Id, std::uint64_t> depths_;
};

}  // namespace mc
