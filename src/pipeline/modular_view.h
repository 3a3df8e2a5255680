// The program as the modular engine sees it.
#pragma once

#include <optional>

#include "base/source.h"
#include "ir/program.h"

namespace pipeline {

// A Java program without what neither a verdict nor a formula depends on: messages of exceptions,
// names of threads, literals, and the objects that are thrown if nobody looks at them
// (ir/pass/drop.h). Any other program as it is. It must outlive this object.
class ModularView {
 public:
  ModularView(const ir::Program& whole, const base::Sources& sources);

  bool is_slice() const { return slice_.has_value(); }
  const ir::Program& program() const { return slice_ ? *slice_ : whole_; }

 private:
  const ir::Program& whole_;
  std::optional<ir::Program> slice_;
};

// The same for summaries: every field of classes that are not of Java's library stays.
std::optional<ir::Program> without_library(const ir::Program& whole);

}  // namespace pipeline
