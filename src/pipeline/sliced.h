// The program that engines search which take it as it is.
#pragma once

#include <optional>

#include "ir/program.h"
#include "pipeline/request.h"

namespace pipeline {

// The slice of the program (ir/pass/drop.h), or the program itself: if all of it matters, or if the
// request says so, or looks for data races, to which every access matters, or cuts loops, whose
// invariants speak of more than assertions do. What is found is an
// execution of the program, step by step. It must outlive this object.
class Sliced {
 public:
  Sliced(const ir::Program& whole, const Request& request);

  bool is_smaller() const { return slice_.has_value(); }
  const ir::Program& program() const { return slice_ ? *slice_ : whole_; }

 private:
  const ir::Program& whole_;
  std::optional<ir::Program> slice_;
};

}  // namespace pipeline
