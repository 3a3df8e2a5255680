// CaDiCaL (Biere and others) behind solve::Sat; why this one: docs/decisions/0013.
#include "logic/solve/sat.h"

#include <cadical.hpp>
#include <limits>

#include "base/check.h"

namespace solve {

class Sat::Impl : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  explicit Impl(run::Run& run) : run_(run) {
    solver_.set("quiet", 1);
    solver_.set("profile", 0);  // it would ask for the time again and again
    solver_.connect_terminator(this);
    solver_.connect_learner(this);
  }
  ~Impl() override {
    solver_.disconnect_terminator();
    solver_.disconnect_learner();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // CaDiCaL asks now and then, on this thread.
  bool terminate() override {
    if (auto stop = run_.stop_reason()) reason_ = *stop;
    return !reason_.empty();
  }
  // One clause is learnt from each conflict. None of them is wanted here.
  bool learning(int) override {
    ++conflicts_;
    return false;
  }
  void learn(int) override {}

  SatAnswer solve(std::span<const int> assumptions, std::optional<std::uint64_t> conflicts) {
    reason_.clear();
    if (auto stop = run_.stop_reason_now()) {
      reason_ = *stop;
      return SatAnswer::Unknown;
    }
    for (int literal : assumptions) solver_.assume(literal);
    if (conflicts) {
      constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
      solver_.limit("conflicts", static_cast<int>(std::min(*conflicts, kMost)));
    }
    int status = solver_.solve();
    if (status == 10) return SatAnswer::Sat;
    if (status == 20) return SatAnswer::Unsat;
    if (reason_.empty()) reason_ = "the limit of conflicts for one question";
    return SatAnswer::Unknown;
  }

  run::Run& run_;
  // Declared before whatever refers to it; val() and failed() are not const.
  mutable CaDiCaL::Solver solver_;
  int variables_ = 0;
  std::uint64_t clauses_ = 0;
  std::uint64_t conflicts_ = 0;
  std::string reason_;
};

Sat::Sat(run::Run& run) : impl_(std::make_unique<Impl>(run)) {}
Sat::~Sat() = default;

int Sat::new_variable() {
  CHECK(impl_->variables_ < std::numeric_limits<int>::max() / 2, "too many variables");
  return ++impl_->variables_;
}

int Sat::variable_count() const { return impl_->variables_; }
std::uint64_t Sat::clause_count() const { return impl_->clauses_; }
void Sat::freeze(int variable) { impl_->solver_.freeze(variable); }

void Sat::add(std::span<const int> clause) {
  for (int literal : clause) {
    DCHECK(literal != 0 && std::abs(literal) <= impl_->variables_, "literal {}", literal);
    impl_->solver_.add(literal);
  }
  impl_->solver_.add(0);
  ++impl_->clauses_;
}

SatAnswer Sat::solve(std::span<const int> assumptions, std::optional<std::uint64_t> conflicts) {
  return impl_->solve(assumptions, conflicts);
}

bool Sat::is_true(int literal) const { return impl_->solver_.val(literal) == literal; }
bool Sat::has_failed(int assumption) const { return impl_->solver_.failed(assumption); }
const std::string& Sat::reason() const { return impl_->reason_; }
std::uint64_t Sat::conflict_count() const { return impl_->conflicts_; }

}  // namespace solve
