// A program from text, ready for execution.
#pragma once

#include <string>

#include "compare.h"
#include "pipeline/load.h"

namespace differential {

class Loaded {
 public:
  explicit Loaded(const Subject& subject);

  bool is_good() const { return is_good_; }
  std::string problems() const;  // as the user sees them
  const ir::Program& program() const { return *input_.program; }

 private:
  pipeline::Input input_;
  bool is_good_ = false;
};

}  // namespace differential
