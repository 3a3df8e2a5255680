// What procedures may read and write, by calls too: frame conditions, and what decides how a
// call is treated.
#pragma once

#include <string>
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

class EffectTable {
 public:
  // The specifications in place of procedures may be read with any heap. With an entry, only
  // what can be called from there is known: a row has a bit for every slot.
  EffectTable(const ir::Program& program, const Slots& slots, const Formulas& formulas = {},
              ir::ProcId entry = {});

  const Effects& of(ir::ProcId proc) const { return table_[proc.index()]; }
  // Whether it can be called from the entry, if there is one.
  bool is_known(ir::ProcId proc) const { return !of(proc).reads.empty(); }
  const pass::CallGraph& calls() const { return calls_; }

 private:
  Effects local_effects(ir::ProcId id) const;
  void add(const Property& specification, const ir::Procedure& proc, Effects& out) const;
  void add(const ir::Action& action, const ir::Procedure& proc, Effects& out) const;
  void allocate(ir::ClassId cls, Effects& out) const;
  void read_heap(ir::ExprId expr, Effects& out) const;
  std::string unsupported_type(ir::TypeId type) const;
  void add_types(const ir::Procedure& proc, Effects& out) const;
  std::string unsupported_arrays(ir::ProcId entry) const;

  const ir::Program& program_;
  const Slots& slots_;
  pass::CallGraph calls_;
  std::vector<Effects> table_;
};

// Reads the specifications, in which errors are left to whoever checks them.
EffectTable read_effects(const base::Sources& sources, const ir::Program& program,
                         const Slots& slots, ir::ProcId entry = {});

}  // namespace modular
