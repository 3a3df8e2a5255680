// In which modes the accesses of a program are, for those who look for data races.
#pragma once

#include <vector>

#include "ir/program.h"

namespace pass {

class AccessModes {
 public:
  explicit AccessModes(const ir::Program& program);

  // Some accesses of it are plain and others are atomic, so that they can race with each other.
  bool is_mixed(ir::FieldId field) const { return fields_[field.index()].is_mixed(); }
  bool is_mixed(ir::GlobalId global) const { return globals_[global.index()].is_mixed(); }
  bool has_mixed_elements() const { return elements_.is_mixed(); }

  // Something orders less than sequential consistency: an access that is atomic but not volatile,
  // a monitor without order, a test of a lock. Without such, accesses in no order are next to
  // each other in some execution (Boehm, Adve: Foundations of the C++ Concurrency Memory Model,
  // PLDI 2008).
  bool is_weak() const { return is_weak_; }
  // A step has an access that orders threads, and others.
  bool has_mixed_steps() const { return has_mixed_steps_; }

 private:
  struct Use {
    bool is_plain = false;
    bool is_atomic = false;
    bool is_mixed() const { return is_plain && is_atomic; }
  };
  class Finder;

  std::vector<Use> fields_;
  std::vector<Use> globals_;
  Use elements_;
  bool is_weak_ = false;
  bool has_mixed_steps_ = false;
};

}  // namespace pass
