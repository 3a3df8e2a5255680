#include "pass/bounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/typing.h"

namespace pass {

namespace {

// Counts beyond this are not told apart.
constexpr std::int64_t kMany = std::int64_t{1} << 40;

std::int64_t times(std::int64_t a, std::int64_t b) {
  return a != 0 && b > kMany / a ? kMany : std::min(a * b, kMany);
}
std::int64_t plus(std::int64_t a, std::int64_t b) { return std::min(a + b, kMany); }

// Which locations lie on a cycle: Tarjan's components with an explicit stack.
class Cycles {
 public:
  explicit Cycles(const ir::Procedure& proc)
      : proc_(proc), out_(ir::outgoing(proc)), state_(proc.locations.size()) {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      if (state_[i].number == 0) search(i);
    }
  }

  bool contains(ir::LocId at) const { return state_[at.index()].on_cycle; }

 private:
  struct Node {
    std::size_t number = 0;  // 0: not met yet
    std::size_t low = 0;
    bool on_stack = false;
    bool on_cycle = false;
  };
  struct Visit {
    std::size_t at;
    std::size_t next;
  };

  void open(std::size_t at, std::vector<Visit>& visits) {
    state_[at] = {.number = ++count_, .low = count_, .on_stack = true};
    stack_.push_back(at);
    visits.push_back({at, 0});
  }

  void search(std::size_t root) {
    std::vector<Visit> visits;
    open(root, visits);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      std::size_t at = visit.at;
      if (visit.next < out_[at].size()) {
        std::size_t to = proc_.transitions[out_[at][visit.next++].index()].target.index();
        if (to == at) state_[at].on_cycle = true;
        if (state_[to].number == 0) {
          open(to, visits);
        } else if (state_[to].on_stack) {
          state_[at].low = std::min(state_[at].low, state_[to].number);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        Node& caller = state_[visits.back().at];
        caller.low = std::min(caller.low, state_[at].low);
      }
      if (state_[at].low == state_[at].number) close(at);
    }
  }

  void close(std::size_t root) {
    bool alone = stack_.back() == root;
    std::size_t member = 0;
    do {
      member = stack_.back();
      stack_.pop_back();
      state_[member].on_stack = false;
      if (!alone) state_[member].on_cycle = true;
    } while (member != root);
  }

  const ir::Procedure& proc_;
  std::vector<std::vector<ir::TransId>> out_;
  std::vector<Node> state_;
  std::vector<std::size_t> stack_;
  std::size_t count_ = 0;
};

// How often each thread may be started. Numbers grow from the entry along the forks;
// what still grows after a round for each thread goes round in a circle.
std::vector<std::int64_t> starts(const ir::Program& program, const std::vector<Cycles>& cycles) {
  std::vector<std::int64_t> count(program.procs.size(), 0);
  for (std::size_t round = 0; round <= program.procs.size() + 1; ++round) {
    std::vector<std::int64_t> next(program.procs.size(), 0);
    next[program.entry.index()] = 1;
    for (std::size_t i = 0; i < program.procs.size(); ++i) {
      for (const ir::Transition& t : program.procs[i].transitions) {
        std::int64_t each = cycles[i].contains(t.source) ? kMany : 1;
        for (const ir::Action& a : t.actions) {
          const auto* fork = std::get_if<ir::Fork>(&a);
          if (!fork) continue;
          std::int64_t& to = next[fork->callee.proc.index()];
          to = plus(to, times(count[i], each));
        }
      }
    }
    if (next == count) return count;
    bool is_late = round > program.procs.size();
    for (std::size_t i = 0; i < next.size(); ++i) {
      if (is_late && next[i] != count[i]) next[i] = kMany;
    }
    count = next;
  }
  return count;
}

std::int64_t allowed(const Inlining& shared, const AllocationSite& site) {
  std::int64_t bound = shared.bounds.instances;
  if (site.cls) {
    const auto& by_class = shared.bounds.class_instances;
    auto found = by_class.find(shared.source.cls(site.cls).name);
    if (found != by_class.end()) bound = found->second;
  }
  return times(bound, std::max<std::int64_t>(site.times, 1));
}

// A variable with the number of threads, added to by each fork: leaving its range is
// LimitState.
void count_threads(Inlining& shared) {
  ir::Program& p = shared.model.program;
  ir::TypeId type =
      p.types.make(ir::Type{.kind = ir::TypeKind::Range, .lo = 1, .hi = shared.bounds.threads});
  ir::GlobalId global(p.globals.size());
  p.globals.push_back({.name = "$threads", .type = type, .initial = base::Integer(1)});
  for (ir::Procedure& proc : p.procs) {
    ir::LocalId counter;
    for (ir::Transition& t : proc.transitions) {
      auto is_fork = [](const ir::Action& a) { return std::holds_alternative<ir::Fork>(a); };
      auto at = std::find_if(t.actions.begin(), t.actions.end(), is_fork);
      if (at == t.actions.end()) continue;
      if (!counter) {
        counter = ir::LocalId(proc.locals.size());
        proc.locals.push_back({.name = "$started", .type = type, .is_temp = true});
      }
      auto forks = static_cast<std::int64_t>(std::count_if(at, t.actions.end(), is_fork));
      ir::ExprId more = p.add({.kind = ir::ExprKind::Binary,
                               .binary = ir::BinaryOp::Add,
                               .type = ir::simple_type(ir::TypeKind::Int),
                               .a = p.local_expr(proc, counter),
                               .b = p.int_constant(forks)});
      at = t.actions.insert(at, ir::StoreGlobal{global, more});
      t.actions.insert(at, ir::LoadGlobal{counter, global});
    }
  }
}

}  // namespace

void bound_allocations(Inlining& shared) {
  ir::Program& p = shared.model.program;
  std::vector<Cycles> cycles;
  cycles.reserve(p.procs.size());
  for (const ir::Procedure& proc : p.procs) cycles.emplace_back(proc);
  std::vector<std::int64_t> started = starts(p, cycles);
  std::int64_t threads = 0;
  for (std::int64_t n : started) threads = plus(threads, n);
  for (const AllocationSite& site : shared.sites) {
    std::int64_t runs =
        times(started[site.proc.index()], cycles[site.proc.index()].contains(site.at) ? kMany : 1);
    // A thread that nothing starts makes nothing; its collection still has a size.
    std::int64_t wanted = std::max<std::int64_t>(times(runs, site.times), 1);
    std::int64_t bound = allowed(shared, site);
    ir::Collection& collection = p.collections[site.collection.index()];
    collection.size = std::max<std::int64_t>(std::min(wanted, bound), 1);
    if (wanted <= bound) shared.roomy.push_back(site.collection);
    if (wanted > bound) {
      shared.model.notes.push_back({fmt::format("{}: at most {} {}", collection.name,
                                                collection.size, site.cls ? "objects" : "arrays"),
                                    site.span});
    }
  }
  if (threads <= shared.bounds.threads) return;
  shared.model.notes.push_back({fmt::format("at most {} threads", shared.bounds.threads), {}});
  count_threads(shared);
}

}  // namespace pass
