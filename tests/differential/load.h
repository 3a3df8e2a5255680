// A program from text, ready for execution.
#pragma once

#include <string>

#include "cli/load.h"
#include "compare.h"

namespace differential {

class Loaded {
 public:
  explicit Loaded(const Subject& subject);

  bool is_good() const { return is_good_; }
  std::string problems() const;  // as the user sees them
  const ir::Program& program() const { return *input_.program; }

 private:
  cli::Input input_;
  bool is_good_ = false;
};

}  // namespace differential
