// Processor time of the present thread: what others do on the machine does not count.
#pragma once

namespace run {

double thread_seconds();

// Adds the processor time of a scope to a total.
class Stopwatch {
 public:
  explicit Stopwatch(double& total_seconds) : total_(total_seconds), start_(thread_seconds()) {}
  ~Stopwatch() { total_ += thread_seconds() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  double start_;
};

}  // namespace run
