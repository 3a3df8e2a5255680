// cvc5 behind solve::Smt, as a program of its own that reads SMT-LIB: a second opinion that
// shares no code with ours. It is started anew for each question and asked for no values. Its
// absence is normal.
#include <algorithm>
#include <memory>
#include <optional>

#include "base/process.h"
#include "base/run/process.h"
#include "logic/solve/smt.h"
#include "logic/term/print.h"

namespace solve {

namespace {

constexpr std::size_t kLongestAnswer = 4096;  // bytes

class Cvc5 final : public Smt {
 public:
  Cvc5(const term::Terms& terms, run::Run& run, const Options& options)
      : Smt(terms, run, options) {}

  Answer check(std::span<const term::Term> constraints) override {
    if (!program_) program_ = base::find_program("cvc5");
    if (program_->empty()) return unknown("cvc5 is not installed");
    base::ProcessOptions limits = run::process_options(run_);
    limits.seconds = std::min(options_.query_seconds, limits.seconds.value_or(1e8));
    limits.memory_bytes = options_.query_megabytes << 20;
    limits.largest_output = kLongestAnswer;
    limits.input = term::to_smtlib(terms_, constraints);
    std::string text = base::run_process({*program_, "--lang=smt2", "-"}, limits).out;
    if (text.starts_with("sat")) return Answer::Sat;
    if (text.starts_with("unsat")) return Answer::Unsat;
    return unknown("cvc5 gave no answer");
  }
  Answer check_fresh(std::span<const term::Term> constraints) override {
    return check(constraints);
  }

 private:
  std::optional<std::string> program_;  // its path, once it was looked for; empty: none
};

}  // namespace

std::unique_ptr<Smt> make_cvc5(const term::Terms& terms, run::Run& run, const Options& options) {
  return std::make_unique<Cvc5>(terms, run, options);
}

}  // namespace solve
