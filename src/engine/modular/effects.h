// What procedures may read and write, by calls too: frame conditions, and what decides how a
// call is treated.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/source.h"
#include "engine/modular/property.h"
#include "engine/modular/slots.h"
#include "ir/pass/call_graph.h"
#include "ir/program.h"

namespace modular {

struct Effects {
  std::vector<bool> reads;   // by slot
  std::vector<bool> writes;  // by slot; allocation writes the set of objects and the fields
  bool allocates = false;
  bool may_raise = false;          // an exception may leave it
  bool has_checks = false;         // an assertion, an assumption or a contract that can fail
  bool is_recursive = false;       // or calls something that is
  bool reaches_spec_only = false;  // it, or something it calls, has a specification but no code
  std::string unsupported;         // what relational logic cannot express here; empty: nothing
};

// What a transition needs that relational logic cannot express here.
struct Lacking {
  std::string what;
  bool is_guard = false;  // the guard needs it, too
};

// What to do about code that relational logic cannot express here.
enum class Unknown : std::uint8_t {
  Refuse,  // Effects::unsupported
  // Such a transition ends its execution as a limit would: of a program with a large library, few
  // executions come there.
  End,
};

class EffectTable {
 public:
  // The specifications in place of procedures may be read with any heap. With an entry, only
  // what can be called from there is known: a row has a bit for every slot.
  EffectTable(const ir::Program& program, const Slots& slots, const Formulas& formulas = {},
              ir::ProcId entry = {}, Unknown unknown = Unknown::Refuse);

  const Effects& of(ir::ProcId proc) const { return table_[proc.index()]; }
  // Whether it can be called from the entry, if there is one.
  bool is_known(ir::ProcId proc) const { return !of(proc).reads.empty(); }
  const pass::CallGraph& calls() const { return calls_; }
  // Null: nothing. Only with Unknown::End.
  const Lacking* lacking(ir::ProcId proc, ir::TransId transition) const;
  // Values of this type are carried along, and nothing is known of them. Whatever looks at one is
  // lacking.
  bool is_unseen(ir::TypeId type) const;
  // The action only moves such a value.
  bool moves_unseen(const ir::Procedure& proc, const ir::Action& action) const;

 private:
  void add(ir::ProcId id, ir::TransId transition, Effects& out);
  Effects local_effects(ir::ProcId id);
  void add(const Property& specification, const ir::Procedure& proc, Effects& out) const;
  void add(const ir::Action& action, const ir::Procedure& proc, Effects& out) const;
  void allocate(ir::ClassId cls, Effects& out) const;
  void read_heap(ir::ExprId expr, Effects& out) const;
  std::string unsupported_type(ir::TypeId type) const;
  std::string unsupported_arrays(ir::ProcId entry) const;

  const ir::Program& program_;
  const Slots& slots_;
  pass::CallGraph calls_;
  ir::ProcId entry_;
  Unknown unknown_;
  std::vector<Effects> table_;
  std::map<std::pair<ir::ProcId, ir::TransId>, Lacking> lacking_;
};

// Reads the specifications, in which errors are left to whoever checks them.
EffectTable read_effects(const base::Sources& sources, const ir::Program& program,
                         const Slots& slots, ir::ProcId entry = {},
                         Unknown unknown = Unknown::Refuse);

}  // namespace modular
