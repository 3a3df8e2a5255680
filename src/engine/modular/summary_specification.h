// Summaries as specifications of calls. These are the specifications that refinement starts from.
#pragma once

#include <optional>
#include <vector>

#include "engine/modular/encode.h"
#include "engine/modular/task.h"
#include "engine/modular/to_rel.h"

namespace modular {

class SummarySpecification {
 public:
  explicit SummarySpecification(const Task& task)
      : task_(task), exprs_(task.exprs()), slots_(task.slots()), summarizer_(task.summarizer) {}

  // See EncodeOptions.
  std::optional<rel::Expr> known_value(ir::ProcId proc, SlotId slot, const State& before,
                                       const std::vector<rel::Expr>& args) const;
  std::vector<EncodeOptions::Needed> needed_to_return(ir::ProcId proc, const State& before,
                                                      const std::vector<rel::Expr>& args) const;
  // What holds of the relations of a call.
  std::vector<LabelledFormula> of(const CallSite& call) const;

 private:
  ValueTranslator translator(ir::ProcId proc, const Outcome& outcome, const State& before,
                             const std::vector<rel::Expr>& args) const;
  void add_outcome(const CallSite& call, const Outcome& outcome, bool is_raised,
                   std::vector<LabelledFormula>& out) const;

  const Task& task_;
  rel::Exprs& exprs_;
  const Slots& slots_;
  Summarizer& summarizer_;
};

}  // namespace modular
