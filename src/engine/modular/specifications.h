// The specifications of calls: their summaries, and the consequences of their bodies that
// refinement has added. A consequence holds of all calls of the procedure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/modular/body.h"
#include "engine/modular/summary_specification.h"
#include "engine/modular/task.h"

namespace modular {

// A consequence of a body, over the relations of that body: where `path` holds, the slot (none:
// the result) has this value afterwards. Without a value: `path` always holds.
struct Consequence {
  bool is_about_raised = false;
  rel::Formula path;
  SlotId slot;
  rel::Expr value;
  std::string text;
  std::string difference;  // between the body and the call that it was learnt from, as a text
};

// The procedure that is called, and whether it matters how exceptions leave it. Calls with the
// same key have the same specification.
struct BodyKey {
  explicit BodyKey(const CallSite& call)
      : proc(call.callee), needs_raised(call.raised.is_valid()) {}
  friend auto operator<=>(const BodyKey&, const BodyKey&) = default;

  ir::ProcId proc;
  bool needs_raised;
};

class Specifications {
 public:
  explicit Specifications(const Task& task) : task_(task), summaries_(task) {}

  const SummarySpecification& summaries() const { return summaries_; }
  // The specification of a call, as it is now.
  std::vector<LabelledFormula> of(const CallSite& call);
  LabelledFormula instantiate(const Consequence& consequence, const CallSite& call);
  // Strengthens the specification of the procedure that is called.
  void add(const CallSite& call, Consequence consequence);

  const Body& body_of(const CallSite& call);
  // What was learnt may rest on bodies that were cut.
  bool is_cut() const { return is_cut_; }
  // Of the procedures that these calls call.
  std::vector<std::string> text(const std::vector<CallSite>& calls) const;

 private:
  const Task& task_;
  SummarySpecification summaries_;
  std::map<BodyKey, Body> bodies_;
  std::map<BodyKey, std::vector<Consequence>> consequences_;
  bool is_cut_ = false;
};

}  // namespace modular
