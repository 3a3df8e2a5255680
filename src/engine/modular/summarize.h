// Summaries of procedures by abstract interpretation over relational expressions (Taghdiri,
// chapter 4): flow-sensitive, with strong and weak updates, symbolic allocated objects,
// widening at loops, and templates for calls.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/modular/effects.h"
#include "engine/modular/environment.h"
#include "engine/modular/flow.h"

namespace modular {

// When expressions are widened; the defaults are the paper's (section 7.4).
struct SummaryOptions {
  std::uint32_t max_size = 1300;   // operators in an expression before it becomes its type
  std::uint32_t max_objects = 5;   // allocated objects per class that have a name
  std::uint32_t max_unions = 3;    // iterations before a union of joins becomes a closure
  std::uint32_t max_contexts = 5;  // contexts in which a procedure is summarised
  bool cursor_loops = true;        // section 4.6: loops that visit a whole linked structure
};

// The context of a call: which of the values that the procedure sees are known.
struct Context {
  std::vector<bool> params;
  std::vector<bool> slots;
  friend auto operator<=>(const Context&, const Context&) = default;
};

class Summarizer {
 public:
  Summarizer(const ir::Program& program, const Slots& slots, const EffectTable& effects,
             SummaryOptions options);

  // Of a procedure that is called in a state where everything is known.
  const Summary& summary(ir::ProcId proc);

  Values& values() { return values_; }
  // The symbol that stands for a slot, or for a parameter, in the state before.
  SymbolId slot_symbol(SlotId slot);
  SymbolId param_symbol(ir::ProcId proc, std::size_t param);
  // The class of an allocated object's symbol; invalid for other symbols. `is_set`: it stands
  // for any number of objects.
  struct NewSymbol {
    ir::ClassId cls;
    ir::TypeId array;
    std::uint32_t number = 0;
    bool is_set = false;
  };
  const NewSymbol* new_symbol(SymbolId id) const;

 private:
  friend class ProcedureSummarizer;
  struct SymbolTriple {
    SymbolId exact, lower, upper;
  };
  struct Template {
    Summary summary;
    Environment entry;  // the symbols it was made with
  };
  using Substitution = std::unordered_map<SymbolId, ValueId>;

  const Template& template_for(ir::ProcId proc, const Context& context);
  Environment initial(ir::ProcId proc, const Context& context);
  SymbolTriple& slot_triple(SlotId slot);
  SymbolTriple& param_triple(ir::ProcId proc, std::size_t param);
  ValueId named_object(ir::ClassId cls, ir::TypeId array, ir::TypeId type, std::uint32_t number);
  ValueId object_set(ir::ClassId cls, ir::TypeId array, ir::TypeId type);
  Bounds unknown(ir::TypeId type);
  Bounds unknown(SlotId slot, const Bounds& before);

  const ir::Program& program_;
  const Slots& slots_;
  const EffectTable& effects_;
  SummaryOptions options_;
  Values values_;
  std::map<SlotId, SymbolTriple> slot_symbols_;
  std::map<std::pair<ir::ProcId, std::size_t>, SymbolTriple> param_symbols_;
  std::map<SymbolId, NewSymbol> new_symbols_;
  std::map<std::tuple<ir::ClassId, ir::TypeId, std::uint32_t>, SymbolId> objects_;
  std::map<ir::ProcId, std::map<Context, Template>> templates_;
  std::set<ir::ProcId> running_;  // being summarised: a call of it is recursive
};

// `visitedInsNum' = visitedInsNum ++ (this.nodes.head.*next.node -> 0)`, a line each, for the
// slots that change and the result.
std::string show_summary(Summarizer& summarizer, const ir::Program& program, const Slots& slots,
                         ir::ProcId proc);

}  // namespace modular
