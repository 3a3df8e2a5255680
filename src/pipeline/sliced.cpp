#include "pipeline/sliced.h"

#include "ir/pass/drop.h"

namespace pipeline {

Sliced::Sliced(const ir::Program& whole, const Request& request) : whole_(whole) {
  bool is_wanted = request.bounds.slice && !request.semantics.races && !request.cut_loops;
  if (is_wanted) slice_ = pass::drop_irrelevant(whole);
}

}  // namespace pipeline
