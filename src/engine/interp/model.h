// What the interpreter knows before it runs: the program, how it is to be read,
// and tables that save looking things up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/pass/access_modes.h"
#include "ir/program.h"

namespace interp {

// The domains of inputs and of arbitrary values. Values beyond them are not tried.
struct Bounds {
  std::int64_t int_magnitude = 3;  // ints: -3..3
  std::int64_t uint_max = 3;       // uints: 0..3
  std::int64_t range_values = 8;   // ranges: at most so many values from the lowest
  std::size_t array_size = 3;      // arrays: 0..3 elements
  std::size_t objects = 3;         // fresh objects and arrays among the inputs
  // LimitState beyond these; absent: as many as there are.
  std::optional<std::size_t> threads;     // at a time, the first one included
  std::optional<std::size_t> lock_depth;  // times that one thread is inside of a lock
};

struct Options {
  ir::Semantics semantics;
  Bounds bounds;
  // Check that each step touches only what it declared (a checking twin).
  bool check_accesses = false;
};

class Model {
 public:
  // The program must be well-formed, have an entry, and outlive the model.
  explicit Model(const ir::Program& program, Options options = {});
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const ir::Program& program() const { return program_; }
  const Options& options() const { return options_; }
  const ir::Procedure& proc(ir::ProcId id) const { return program_.proc(id); }
  const std::vector<ir::TransId>& outgoing(ir::ProcId proc, ir::LocId at) const {
    return outgoing_[proc.index()][at.index()];
  }
  const ir::Transition& transition(ir::ProcId proc, ir::TransId id) const {
    return program_.proc(proc).transitions[id.index()];
  }
  // Own and inherited fields: the order of an object's slots.
  const std::vector<ir::FieldId>& fields(ir::ClassId cls) const { return fields_[cls.index()]; }
  // True if some action can tell which objects exist, so that allocations are
  // observable and unreachable objects matter.
  bool observes_instances() const { return observes_instances_; }
  // True if a variable can hold a thread, so that threads that have ended still count.
  bool has_thread_variables() const { return has_thread_variables_; }
  // True if the entry procedure has an `exceptional` clause.
  bool restricts_exceptions() const { return restricts_exceptions_; }
  const pass::AccessModes& access_modes() const { return access_modes_; }

 private:
  const ir::Program& program_;
  Options options_;
  pass::AccessModes access_modes_;
  std::vector<std::vector<std::vector<ir::TransId>>> outgoing_;  // by procedure and location
  std::vector<std::vector<ir::FieldId>> fields_;                 // by class
  bool observes_instances_ = false;
  bool has_thread_variables_ = false;
  bool restricts_exceptions_ = false;
};

}  // namespace interp
