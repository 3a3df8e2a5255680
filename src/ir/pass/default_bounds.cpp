#include "ir/pass/default_bounds.h"

#include <algorithm>
#include <set>

#include "ir/pass/call_graph.h"
#include "ir/pass/cycles.h"
#include "ir/pass/intervals.h"

namespace pass {

namespace {

constexpr std::int64_t kUnknownTrips = 3;  // of a loop whose end no literal tells
constexpr std::int64_t kMostTrips = 32;
constexpr std::int64_t kMostRuns = 1024;      // of one procedure
constexpr std::int64_t kMostInstances = 32;   // of one place
constexpr std::int64_t kMostElements = 64;    // of an array
constexpr std::int64_t kMostNested = 6;       // of an array of arrays: each size is a case
constexpr std::int64_t kMostInLibrary = 256;  // trips and instances: caches of boxes
constexpr std::int64_t kMostThreads = 30;     // what mc and SPIN can take
constexpr std::int64_t kMostRecursion = 12;   // each level is a copy of the procedure
constexpr std::int64_t kLargest = 1 << 20;    // literal that a range makes room for
constexpr std::size_t kMostInputs = 12;       // values of one integer parameter
constexpr int kRounds = 12;                   // of calls, until they count as endless

std::int64_t runs_in(std::int64_t a, std::int64_t b) { return std::min(a * b, kMostRuns); }

class Chooser {
 public:
  Chooser(const ir::Program& program, FiniteBounds& bounds)
      : program_(program),
        bounds_(bounds),
        hierarchy_(program),
        calls_(program, hierarchy_),
        reachable_(calls_.reachable(program.entry)),
        intervals_(program, hierarchy_) {}

  void run() {
    find_trips();
    count_runs();
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      if (reachable_[i]) look_at(ir::ProcId(i));
    }
    bool has_range = bounds_.given.contains("range");
    if (!bounds_.given.contains("array-size")) {
      bounds_.input_array_size = bounds_.array_size;
      bounds_.array_size = std::max(bounds_.array_size, elements_);
    }
    if (!bounds_.given.contains("instances")) {
      bounds_.input_instances = bounds_.instances;
      bounds_.instances = std::max(bounds_.instances, std::min(instances_, kMostInstances));
    }
    if (!bounds_.given.contains("threads")) {
      bounds_.threads = std::clamp(1 + forks_, bounds_.threads, kMostThreads);
    }
    if (!bounds_.given.contains("recursion")) {
      bounds_.recursion = std::clamp(recursion_, bounds_.recursion, kMostRecursion);
    }
    if (!has_range) choose_range();
  }

 private:
  // ------------------------------------------------------------ how often

  // The factor of each location: the trips of the cycle that it lies on.
  void find_trips() {
    trips_.resize(program_.procs.size());
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      const ir::Procedure& proc = program_.procs[i];
      if (!reachable_[i]) continue;
      Cycles cycles(proc);
      std::vector<std::int64_t> by_component(proc.locations.size(), 0);
      std::vector<bool> is_exit(proc.locations.size(), false);
      for (const ir::Transition& t : proc.transitions) {
        bool leaves =
            cycles.contains(t.source) && cycles.component(t.source) != cycles.component(t.target);
        if (leaves) is_exit[t.source.index()] = true;
      }
      std::vector<std::int64_t> at_exit(proc.locations.size(), 0);
      for (const ir::Transition& t : proc.transitions) {
        if (!is_exit[t.source.index()]) continue;
        std::int64_t& known = at_exit[t.source.index()];
        known = std::max(known, distance(ir::ProcId(i), t.guard));
      }
      for (std::size_t l = 0; l < proc.locations.size(); ++l) {
        if (at_exit[l] <= 0) continue;
        std::int64_t& all = by_component[cycles.component(ir::LocId(l))];
        all = std::min(std::max<std::int64_t>(all, 1) * at_exit[l], most(proc, kMostTrips));
      }
      trips_[i].assign(proc.locations.size(), 1);
      for (std::size_t l = 0; l < proc.locations.size(); ++l) {
        if (!cycles.contains(ir::LocId(l))) continue;
        std::int64_t known = by_component[cycles.component(ir::LocId(l))];
        trips_[i][l] = known > 0 ? known : kUnknownTrips;
      }
    }
  }

  // A library makes its tables once.
  static std::int64_t most(const ir::Procedure& proc, std::int64_t of_users) {
    return proc.is_library ? std::max(of_users, kMostInLibrary) : of_users;
  }

  // The largest distance between the ends that the operands of a comparison have; 0 if the
  // condition compares no integers whose ends are known.
  std::int64_t distance(ir::ProcId proc, ir::ExprId condition) const {
    std::int64_t result = 0;
    std::vector<ir::ExprId> work{condition};
    while (!work.empty()) {
      ir::ExprId id = work.back();
      work.pop_back();
      if (!id) continue;
      const ir::Expr& e = program_.expr(id);
      bool compares = e.kind == ir::ExprKind::Binary &&
                      (e.binary == ir::BinaryOp::Lt || e.binary == ir::BinaryOp::Le ||
                       e.binary == ir::BinaryOp::Gt || e.binary == ir::BinaryOp::Ge ||
                       e.binary == ir::BinaryOp::Eq || e.binary == ir::BinaryOp::Ne);
      if (!compares) {
        if (e.kind == ir::ExprKind::Binary || e.kind == ir::ExprKind::Unary) {
          work.insert(work.end(), {e.a, e.b});
        }
        continue;
      }
      std::int64_t least = Interval::kInfinity;
      std::int64_t most = -Interval::kInfinity;
      for (ir::ExprId operand : {e.a, e.b}) {
        Interval i = intervals_.value(proc, operand);
        if (i.is_empty()) continue;
        for (std::int64_t end : {i.lo, i.hi}) {
          if (end <= -Interval::kInfinity || end >= Interval::kInfinity) continue;
          least = std::min(least, end);
          most = std::max(most, end);
        }
      }
      bool with_end = e.binary == ir::BinaryOp::Le || e.binary == ir::BinaryOp::Ge;
      if (most > least) result = std::max(result, most - least + (with_end ? 1 : 0));
    }
    return std::min(result, most(program_.proc(proc), kMostTrips));
  }

  // Executions of each procedure, along calls and forks from the entry.
  void count_runs() {
    runs_.assign(program_.procs.size(), 0);
    for (int round = 0; round <= kRounds; ++round) {
      std::vector<std::int64_t> next(program_.procs.size(), 0);
      next[program_.entry.index()] = 1;
      for (const CallSite& site : intervals_.calls()) {
        if (!reachable_[site.caller.index()]) continue;
        std::int64_t count = runs_of(site.caller, site.transition);
        for (ir::ProcId callee : site.targets) {
          std::int64_t& to = next[callee.index()];
          to = std::min(to + count, kMostRuns);
        }
      }
      if (next == runs_) return;
      runs_ = std::move(next);
    }
  }

  std::int64_t runs_of(ir::ProcId proc, std::size_t transition) const {
    ir::LocId at = program_.proc(proc).transitions[transition].source;
    return runs_in(runs_[proc.index()], trips_[proc.index()][at.index()]);
  }

  // ------------------------------------------------------------ what for

  void look_at(ir::ProcId id) {
    const ir::Procedure& proc = program_.proc(id);
    for (std::size_t n = 0; n < proc.transitions.size(); ++n) {
      const ir::Transition& t = proc.transitions[n];
      std::int64_t runs = runs_of(id, n);
      expression(id, t.guard, 0);
      for (const ir::Action& a : t.reads) action(id, a, runs);
      for (const ir::Action& a : t.actions) action(id, a, runs);
    }
    for (const ir::Clause& c : proc.contract) expression(id, c.condition, 0);
    if (calls_.is_recursive(id)) look_at_recursion(id);
  }

  void action(ir::ProcId proc, const ir::Action& a, std::int64_t runs) {
    ir::for_each_expr(a, [&](ir::ExprId e) { expression(proc, e, runs); });
    if (const auto* made = std::get_if<ir::New>(&a)) {
      instances_ = std::max(instances_, runs);
      if (program_.proc(proc).is_library && runs > kMostInstances) {
        std::int64_t& all = bounds_.site_instances[program_.cls(made->cls).name];
        all = std::max(all, std::min(runs, kMostInLibrary));
      }
    }
    if (std::holds_alternative<ir::Fork>(a)) forks_ = std::min(forks_ + runs, kMostRuns);
    const auto* array = std::get_if<ir::NewArray>(&a);
    if (!array) return;
    instances_ = std::max(instances_, runs);
    for (ir::ExprId size : array->sizes) {
      Interval i = intervals_.value(proc, size);
      if (i.is_empty()) continue;
      std::int64_t cap = array->sizes.size() > 1 ? kMostNested : kMostElements;
      if (i.hi < Interval::kInfinity) elements_ = std::max(elements_, std::min(i.hi, cap));
    }
  }

  // One call of itself: as deep as the comparisons of the procedure say.
  void look_at_recursion(ir::ProcId id) {
    std::size_t inner = 0;
    for (const CallSite& site : intervals_.calls()) {
      bool is_inner = site.caller == id && !site.is_fork &&
                      std::any_of(site.targets.begin(), site.targets.end(),
                                  [&](ir::ProcId to) { return calls_.same_component(id, to); });
      inner += is_inner ? 1 : 0;
    }
    if (inner != 1) return;
    for (const ir::Transition& t : program_.proc(id).transitions) {
      recursion_ = std::max(recursion_, distance(id, t.guard) + 2);
    }
  }

  // Literals, and what additions and subtractions may add up to.
  void expression(ir::ProcId proc, ir::ExprId root, std::int64_t runs) {
    std::vector<ir::ExprId> work{root};
    while (!work.empty()) {
      ir::ExprId id = work.back();
      work.pop_back();
      if (!id) continue;
      const ir::Expr& e = program_.expr(id);
      work.insert(work.end(), {e.a, e.b, e.c});
      if (e.kind == ir::ExprKind::Constant) literal(e);
      if (e.kind != ir::ExprKind::Binary || runs == 0) continue;
      bool adds = e.binary == ir::BinaryOp::Add;
      if (!adds && e.binary != ir::BinaryOp::Sub) continue;
      Interval left = intervals_.value(proc, e.a);
      Interval right = intervals_.value(proc, e.b);
      std::int64_t by = increment(adds ? left : right, right);
      std::int64_t& sum = adds ? up_ : down_;
      sum = std::min(sum + by * runs, kLargest);
    }
  }

  static std::int64_t increment(Interval left, Interval right) {
    std::int64_t least = Interval::kInfinity;
    for (const Interval& i : {left, right}) {
      if (i.is_finite()) least = std::min(least, std::max(std::abs(i.lo), std::abs(i.hi)));
    }
    return least == Interval::kInfinity ? 1 : std::min(least, kLargest);
  }

  void literal(const ir::Expr& e) {
    const auto* number = std::get_if<base::Integer>(&program_.constant(e.constant));
    if (!number) return;
    std::int64_t value = number->to_int64().value_or(Interval::kInfinity);
    if (value >= -kLargest && value <= kLargest) literals_.insert(value);
  }

  // ------------------------------------------------------------ integers

  void choose_range() {
    std::int64_t low = bounds_.low;
    std::int64_t high = std::max(bounds_.high, bounds_.array_size);
    if (!literals_.empty()) {
      low = std::min(low, *literals_.begin());
      high = std::max(high, *literals_.rbegin());
    }
    bool falls = false;
    bool rises = false;
    std::int64_t least = low;
    std::int64_t most = high;
    for (const Interval& i : intervals_.all()) {
      if (i.is_empty()) continue;
      falls = falls || i.lo <= -Interval::kInfinity;
      rises = rises || i.hi >= Interval::kInfinity;
      if (i.lo >= -kLargest) least = std::min(least, i.lo);
      if (i.hi <= kLargest) most = std::max(most, i.hi);
    }
    // Room for sums, but not more than the numbers of the program are worth.
    std::int64_t room = 2 * std::max(high, -low) + 2;
    bounds_.input_low = bounds_.low;
    bounds_.input_high = bounds_.high;
    choose_inputs();
    bounds_.low = std::max(least, std::min(low, -room) - high);
    bounds_.high = std::min(most, std::max(high, room) - low);
    if (falls) bounds_.low -= std::min(down_, room);
    if (rises) bounds_.high += std::min(up_, room);
  }

  // Values around the literals, those next to zero first.
  void choose_inputs() {
    std::set<std::int64_t> values;
    for (std::int64_t n = bounds_.low; n <= bounds_.high; ++n) values.insert(n);
    std::vector<std::int64_t> near;
    for (std::int64_t n : literals_) near.insert(near.end(), {n - 1, n, n + 1});
    std::stable_sort(near.begin(), near.end(),
                     [](std::int64_t a, std::int64_t b) { return std::abs(a) < std::abs(b); });
    for (std::int64_t n : near) {
      if (values.size() < kMostInputs) values.insert(n);
    }
    bounds_.input_values.assign(values.begin(), values.end());
  }

  const ir::Program& program_;
  FiniteBounds& bounds_;
  Hierarchy hierarchy_;
  CallGraph calls_;
  std::vector<bool> reachable_;
  Intervals intervals_;
  std::vector<std::vector<std::int64_t>> trips_;  // by procedure and location
  std::vector<std::int64_t> runs_;                // by procedure
  std::set<std::int64_t> literals_;
  std::int64_t elements_ = 0;
  std::int64_t instances_ = 0;
  std::int64_t forks_ = 0;
  std::int64_t recursion_ = 0;
  std::int64_t up_ = 0;
  std::int64_t down_ = 0;
};

}  // namespace

void choose_bounds(const ir::Program& program, FiniteBounds& bounds) {
  Chooser(program, bounds).run();
}

}  // namespace pass
