// Where the lexer and the parser of one file report. After kErrorLimit errors the
// file is given up: what follows a garbled beginning helps nobody.
#pragma once

#include <cstddef>

#include "base/diag/diagnostic.h"

namespace oox {

class Reporter {
 public:
  static constexpr std::size_t kErrorLimit = 50;

  explicit Reporter(diag::Sink& sink) : sink_(sink) {}

  // As Sink::report. Once stopped, reports are dropped.
  template <class... Args>
  diag::Diagnostic& report(diag::Kind kind, base::Span span, const Args&... args) {
    if (stopped_) return dropped();
    diag::Diagnostic& added = sink_.report(kind, span, args...);
    if (diag::info(kind).severity == diag::Severity::Warning) return added;
    ++errors_;
    if (errors_ == kErrorLimit) {
      added.note("too many errors: the rest of this file is not read");
      stopped_ = true;
    }
    return added;
  }
  // A diagnostic to attach things to that nobody will see.
  diag::Diagnostic& dropped() { return dropped_ = diag::Diagnostic(); }

  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  std::size_t errors() const { return errors_; }

 private:
  diag::Sink& sink_;
  diag::Diagnostic dropped_;
  std::size_t errors_ = 0;
  bool stopped_ = false;
};

}  // namespace oox
