#include "engine/modular/inlining.h"

#include <algorithm>

#include "engine/modular/flow.h"

namespace modular {

namespace {

// A property that depends on the details of so many procedures mostly depends on those of all, and
// so does one that many refinements do not prove.
struct Patience {
  std::size_t procedures;     // inlined one by one
  std::uint32_t refinements;  // in all, times the budget of one procedure
  std::uint64_t conflicts;    // up to the last execution that was refuted
};
constexpr Patience kWhereInliningIsCheap{1, 3, UINT64_MAX};
constexpr Patience kWhereInliningIsDear{SIZE_MAX, 30, 4'000};

bool has_loop(const ir::Procedure& proc) {
  Flow flow = make_flow(proc);
  return std::any_of(flow.parts.begin(), flow.parts.end(),
                     [](const FlowPart& part) { return part.is_loop; });
}

}  // namespace

// Calls are inlined if assertions in them are to be checked, if they reach procedures that are
// given by specification only, if the objects that they allocate are not exactly known, or if they
// are as simple as their specifications would be.
bool Inlining::is_inlined(ir::ProcId proc) const {
  const Effects& effects = task_.effects.of(proc);
  bool needs_body = effects.has_checks || effects.reaches_spec_only || !effects.unsupported.empty();
  if (is_all_ || procs_.contains(proc) || needs_body) return true;
  const ir::Procedure& p = task_.program.proc(proc);
  bool is_small = p.transitions.size() <= task_.options.inline_size && !has_loop(p);
  if (is_small && !effects.is_recursive) return true;
  const Summary& summary = task_.summarizer.summary(proc);
  if (!summary.normal) return true;
  const Slots& slots = task_.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    bool is_set = slots[SlotId(i)].kind == SlotKind::Allocated;
    if (is_set && effects.writes[i] && !summary.normal->slots[i].is_exact()) return true;
  }
  return effects.allocates && task_.options.start == Start::Frames;
}

bool Inlining::is_large(const InitialState& initial) {
  if (is_large_) return *is_large_;
  const rel::Exprs& exprs = task_.exprs();
  const std::size_t size = exprs.size();
  auto is_beyond = [&] { return exprs.size() - size > task_.options.large_size; };
  // Encoding a call without code would add to the question.
  if (!task_.effects.of(task_.proc).reaches_spec_only) {
    EncodeOptions options{.unwind = task_.options.unwind};
    options.stop = [&]() -> std::optional<std::string> {
      return is_beyond() ? std::optional("it is large") : std::nullopt;
    };
    Encoder(task_.program, task_.effects, task_.heap, options)
        .encode(task_.proc, initial.state, initial.args);
  }
  is_large_ = is_beyond();
  return *is_large_;
}

bool Inlining::inline_instead(ir::ProcId proc, const InitialState& initial,
                              std::uint32_t refinements, std::uint64_t conflicts) {
  const Patience& patience = is_large(initial) ? kWhereInliningIsDear : kWhereInliningIsCheap;
  const std::uint32_t budget = task_.options.budget;
  bool is_hopeless =
      refinements > patience.refinements * std::max(budget, 1U) || conflicts > patience.conflicts;
  bool is_spent = ++refinements_[proc] > budget;
  if (!is_spent && !is_hopeless) return false;
  is_all_ = is_hopeless || procs_.size() >= patience.procedures;
  procs_.insert(proc);
  return true;
}

}  // namespace modular
