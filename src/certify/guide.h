// The guides of claims: what to do where a claim leaves something open.
#pragma once

#include <memory>

#include "certify/follow.h"
#include "engine/interp/model.h"
#include "result/verdict/claim.h"

namespace certify {

// Steps whose transitions are told: verdict::Told::Transitions and Values.
class TransitionGuide : public Guide {
 public:
  TransitionGuide(const interp::Model& model, const verdict::Claim& claim)
      : model_(model), claim_(claim) {}

  Turn next(const interp::State& state, const std::vector<interp::ThreadId>& enabled,
            std::size_t taken) override;
  std::optional<std::size_t> pick(run::DecisionKind kind, std::size_t count) override;
  std::string problem(const interp::State& after) override;
  bool leaves_open() const override { return claim_.told == verdict::Told::Values; }

 protected:
  const interp::Model& model_;
  const verdict::Claim& claim_;

 private:
  Turn end(bool goes_on) const;
  interp::ThreadId thread_of(const interp::State& state, const verdict::Step& step);

  std::vector<ir::ProcId> procs_;  // what each thread runs or ran
  // The step that is taken.
  std::size_t number_ = 0;
  std::size_t branch_ = 0;
  const verdict::Step* step_ = nullptr;
  std::size_t next_ = 0;  // choice
  bool misfit_ = false;
};

// The guide for the claim, by what it tells. Both must outlive it.
std::unique_ptr<Guide> guide_of(const interp::Model& model, const verdict::Claim& claim);

}  // namespace certify
