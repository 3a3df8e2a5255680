// Of several processes that do the same, one speaks.
#pragma once

#include <string>

namespace mpi {

// While it lasts, standard output goes nowhere, and what is written to standard error is kept.
class Silence {
 public:
  Silence() = default;
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

  void begin();
  // What was written to standard error since. From now on it goes where it went before; standard
  // output stays silent.
  std::string end_for_errors();

 private:
  int kept_ = -1;   // a file in memory
  int error_ = -1;  // standard error as it was
};

}  // namespace mpi
