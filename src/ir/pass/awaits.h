// What threads wait for: the variables that guards read (shared_guards.h).
//
// A reduction has to know when a guard may hold if other events come first or have not come yet.
// That is simple if all writes of what a guard reads are in one order in every execution, as those
// of one variable are. Variables that one guard reads together, of one object or of several, form
// a group: a reduction that orders all writes within a group may treat it as one variable.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace pass {

class Awaits {
 public:
  using Group = std::optional<std::uint32_t>;  // nullopt: no guard reads it together with others

  explicit Awaits(const ir::Program& program);

  // Guards read nothing but fields, elements, globals, monitors and whether threads have ended,
  // each of which the locals of the thread tell by themselves.
  bool are_variables() const { return are_variables_; }
  // Some guard reads the variable. Then the order of two writes matters even if they write the
  // same value: the guard may hold before the first of them.
  bool is_awaited(ir::FieldId field) const { return awaited_[field.index()]; }
  bool is_awaited(ir::GlobalId global) const { return awaited_[fields_ + global.index()]; }
  bool are_elements_awaited() const { return awaited_[elements()]; }
  Group group(ir::FieldId field) const { return group_of(field.index()); }
  Group group(ir::GlobalId global) const { return group_of(fields_ + global.index()); }
  Group group_of_elements() const { return group_of(elements()); }
  Group group_of_monitors() const { return group_of(elements() + 1); }
  Group group_of_threads() const { return group_of(elements() + 2); }
  // The group of what the guards at a location read; nullopt: it is one variable, or nothing.
  Group group(ir::ProcId proc, ir::LocId at) const { return locations_[proc.index()][at.index()]; }

 private:
  void look_at(const ir::Program& program, const ir::Procedure& proc);
  std::size_t elements() const { return awaited_.size() - 3; }
  std::size_t variable(const ir::Action& read) const;
  std::size_t find(std::size_t variable) const;
  Group group_of(std::size_t variable) const {
    std::size_t root = find(variable);
    return is_group_[root] ? Group(static_cast<std::uint32_t>(root)) : std::nullopt;
  }

  std::size_t fields_;
  bool are_variables_ = true;
  // By variable: fields, globals, and last the elements of all arrays, all monitors, all threads.
  std::vector<bool> awaited_;
  std::vector<std::size_t> parent_;  // a forest of sets that are merged
  std::vector<bool> is_group_;       // by root
  std::vector<std::vector<Group>> locations_;
};

}  // namespace pass
