#include "engine/modular/summary_specification.h"

#include <fmt/format.h>

namespace modular {

// Symbols of the summary in a state: parameters and slots before, and the objects that are
// allocated, one after the other.
ValueTranslator SummarySpecification::translator(ir::ProcId proc, const Outcome& outcome,
                                                 const State& before,
                                                 const std::vector<rel::Expr>& args) const {
  std::unordered_map<SymbolId, rel::Expr> symbols;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (before[i]) symbols.emplace(summarizer_.slot_symbol(SlotId(i)), before[i]);
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    symbols.emplace(summarizer_.param_symbol(proc, i), args[i]);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    bool is_set = slots_[SlotId(i)].kind == SlotKind::Allocated;
    if (!is_set || !task_.effects.of(proc).writes[i]) continue;
    rel::Expr objects = before[i];
    // In the order of their numbers, which is that of their symbols.
    ValueId all = outcome.slots[i].upper;
    for (SymbolId symbol : summarizer_.values().symbols_in(std::span(&all, 1))) {
      const auto* made = summarizer_.new_symbol(symbol);
      if (!made || made->is_set) continue;
      rel::Expr object = task_.heap.next_object(SlotId(i), objects);
      symbols.emplace(symbol, object);
      objects = exprs_.make_union(objects, object);
    }
  }
  return {summarizer_.values(), task_.heap, std::move(symbols)};
}

std::optional<rel::Expr> SummarySpecification::known_value(
    ir::ProcId proc, SlotId slot, const State& before, const std::vector<rel::Expr>& args) const {
  const Outcome& outcome = *summarizer_.summary(proc).normal;
  const Bounds& bounds = slot ? outcome.slots[slot.index()] : outcome.result;
  if (!bounds.upper || !bounds.is_exact()) return std::nullopt;
  return translator(proc, outcome, before, args).translate(bounds.upper);
}

std::vector<EncodeOptions::Needed> SummarySpecification::needed_to_return(
    ir::ProcId proc, const State& before, const std::vector<rel::Expr>& args) const {
  const Outcome& outcome = *summarizer_.summary(proc).normal;
  Values& values = summarizer_.values();
  ValueTranslator translate = translator(proc, outcome, before, args);
  std::vector<EncodeOptions::Needed> needed;
  for (std::size_t i = task_.program.proc(proc).has_this ? 1 : 0; i < args.size(); ++i) {
    if (outcome.needs_object[i]) needed.push_back({exprs_.some(args[i]), false});
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    bool is_set = slots_[SlotId(i)].kind == SlotKind::Allocated;
    if (!is_set || !task_.effects.of(proc).writes[i]) continue;
    // All that may be allocated is, see Inlining: and if the last one is, so are the others.
    ValueId all = outcome.slots[i].upper;
    std::optional<SymbolId> last;
    for (SymbolId symbol : values.symbols_in(std::span(&all, 1))) {
      if (summarizer_.new_symbol(symbol)) last = symbol;
    }
    if (last) {
      rel::Formula exists = exprs_.some(translate.translate(values.new_object(*last)));
      needed.push_back({exists, true});
    }
  }
  return needed;
}

std::vector<LabelledFormula> SummarySpecification::of(const CallSite& call) const {
  std::vector<LabelledFormula> out;
  for (const auto& [slot, after] : call.after) {
    if (slots_[slot].kind != SlotKind::Allocated) continue;
    rel::Formula grows = exprs_.in(call.before[slot.index()], after);
    out.push_back({exprs_.implies(call.guard, grows), "objects do not go away"});
  }
  if (task_.options.start == Start::Frames) return out;
  const Summary& summary = summarizer_.summary(call.callee);
  add_outcome(call, *summary.normal, false, out);
  if (!call.raised) return out;
  if (summary.raised) {
    add_outcome(call, *summary.raised, true, out);
  } else {
    out.push_back({exprs_.negation(call.raised), "no exception"});
  }
  return out;
}

void SummarySpecification::add_outcome(const CallSite& call, const Outcome& outcome, bool is_raised,
                                       std::vector<LabelledFormula>& out) const {
  rel::Formula condition = call.ends(exprs_, is_raised);
  ValueTranslator translate = translator(call.callee, outcome, call.before, call.args);
  const std::string& name = task_.program.proc(call.callee).name;
  auto bound = [&](const Bounds& bounds, rel::Expr value) {
    // Which objects a procedure has allocated before an exception is not known.
    bool has_new = summarizer_.values().node(bounds.upper).has_new ||
                   summarizer_.values().node(bounds.lower).has_new;
    if (has_new && is_raised) return;
    rel::Formula within = exprs_.conjunction({exprs_.in(translate.translate(bounds.lower), value),
                                              exprs_.in(value, translate.translate(bounds.upper))});
    out.push_back({exprs_.implies(condition, within), fmt::format("summary of {}", name)});
  };
  for (const auto& [slot, after] : call.after) bound(outcome.slots[slot.index()], after);
  if (!is_raised && call.result) bound(outcome.result, call.result);
}

}  // namespace modular
