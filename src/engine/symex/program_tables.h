// What symbolic execution knows before it runs: the program and tables over it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/symex/cut_loops.h"
#include "engine/symex/step_table.h"
#include "ir/pass/access_modes.h"
#include "ir/pass/awaits.h"
#include "ir/pass/future_writes.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/watched.h"
#include "ir/program.h"

namespace symex {

class ProgramTables {
 public:
  // The program must be well-formed, have an entry, and outlive the tables.
  explicit ProgramTables(const ir::Program& program);
  ProgramTables(const ProgramTables&) = delete;
  ProgramTables& operator=(const ProgramTables&) = delete;

  const ir::Program& program() const { return program_; }
  const ir::Procedure& proc(ir::ProcId id) const { return program_.proc(id); }
  const std::vector<ir::TransId>& outgoing(ir::ProcId proc, ir::LocId at) const {
    return procs_[proc.index()].outgoing[at.index()];
  }
  const StepTable& steps(ir::ProcId proc) const { return procs_[proc.index()].steps; }
  // Somewhere a thread goes on or not depending on variables that others may change.
  bool has_shared_guards() const { return shared_guards_; }
  // The locals that the procedure hands to threads which it starts.
  const std::vector<ir::LocalId>& fork_arguments(ir::ProcId proc) const {
    return procs_[proc.index()].fork_arguments;
  }
  bool is_recursive(ir::ProcId proc) const { return recursive_[proc.index()]; }
  // Threads that the procedure starts may run it again, or others of which that is true. May be
  // said of too many.
  bool forks_recursively(ir::ProcId proc) const { return forks_recursively_[proc.index()]; }
  std::size_t recursive_forks() const { return recursive_forks_; }  // how many do
  // The entry can come to an assertion or to a contract that is checked.
  bool has_checks() const { return has_checks_; }
  // The place of a field among the slots of any object that has it.
  std::size_t slot(ir::FieldId field) const { return slots_[field.index()]; }
  const std::vector<ir::FieldId>& fields(ir::ClassId cls) const { return fields_[cls.index()]; }
  // A name for the field that no field of another type has.
  const std::string& label(ir::FieldId field) const { return labels_[field.index()]; }
  // Some action asks whether a thread has ended, without waiting for it.
  bool tests_threads() const { return tests_threads_; }
  // Some location goes one way if a monitor is free, and another way if it is not.
  bool tries_monitors() const { return tries_monitors_; }
  const pass::Awaits& awaits() const { return awaits_; }
  const pass::AccessModes& access_modes() const { return access_modes_; }
  const pass::FutureWrites& future_writes() const { return future_writes_; }
  const CutLoops& cut_loops() const { return cut_loops_; }
  // The classes that an input of this declared class may have.
  const std::vector<ir::ClassId>& inputs(ir::ClassId cls) const { return inputs_[cls.index()]; }

 private:
  struct ProcTables {
    std::vector<std::vector<ir::TransId>> outgoing;
    StepTable steps;
    std::vector<ir::LocalId> fork_arguments;
  };
  ProcTables make_tables(ir::ProcId id) const;

  const ir::Program& program_;
  pass::Awaits awaits_;
  pass::FutureWrites future_writes_;
  CutLoops cut_loops_;
  pass::AccessModes access_modes_;
  pass::Watched watched_;
  std::vector<ProcTables> procs_;
  std::vector<bool> recursive_;
  std::vector<bool> forks_recursively_;
  std::size_t recursive_forks_ = 0;
  bool has_checks_ = false;
  bool shared_guards_ = false;
  bool tests_threads_ = false;
  bool tries_monitors_ = false;
  std::vector<std::size_t> slots_;
  std::vector<std::string> labels_;
  std::vector<std::vector<ir::FieldId>> fields_;
  std::vector<std::vector<ir::ClassId>> inputs_;
};

}  // namespace symex
