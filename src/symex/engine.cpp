// Depth-first search over symbolic states. A state that was put aside is a copy; the
// solver follows from one to the next by what their path conditions share. When the
// search comes back to a state, everything made since then belongs to finished
// paths, so the terms made since can be dropped: memory is that of live states.
#include "symex/engine.h"

#include <algorithm>
#include <tuple>

#include "run/random.h"
#include "symex/oracle.h"
#include "symex/step.h"
#include "symex/witness.h"

namespace symex {

namespace {

class Search {
 public:
  Search(run::Run& run, const Model& model, const Options& options)
      : run_(run),
        model_(model),
        options_(options),
        oracle_(terms_, run, options.solver),
        stepper_(model, options, terms_, oracle_),
        random_(run.seed()) {}

  Answer run() {
    if (has_receiver()) {
      put(stepper_.initial());
    } else {
      ++run_.stats.discarded;
    }
    while (!pending_.empty() && !is_done()) {
      State state = get();
      try {
        follow(state);
      } catch (const Unsupported& e) {
        stop("symbolic execution does not support " + e.what);
      }
    }
    return finish();
  }

 private:
  struct Pending {
    State state;
    term::Terms::Mark mark;
  };

  // Whether objects exist on which the entry could be called.
  bool has_receiver() const {
    const ir::Program& program = model_.program();
    const ir::Procedure& entry = program.proc(program.entry);
    if (!entry.has_this) return true;
    const ir::Type& type = program.type(entry.local(entry.params[0]).type);
    return type.kind == ir::TypeKind::Array || !model_.instances(type.cls).empty();
  }

  bool is_done() const { return answer_.result.violation.has_value() || !stopped_.empty(); }
  void stop(std::string reason) {
    if (stopped_.empty()) stopped_ = std::move(reason);
  }
  void cut(const char* bound) {
    auto& bounds = answer_.result.bounds_hit;
    if (std::find(bounds.begin(), bounds.end(), bound) == bounds.end()) bounds.emplace_back(bound);
  }

  void put(State state) {
    pending_.push_back({std::move(state), terms_.mark()});
    run_.stats.live_states = std::max<std::uint64_t>(run_.stats.live_states, pending_.size());
  }

  State get() {
    if (options_.order == SearchOrder::Random) {
      std::swap(pending_[random_.below(pending_.size())], pending_.back());
    }
    Pending next = std::move(pending_.back());
    pending_.pop_back();
    bool ordered = options_.order == SearchOrder::DepthFirst;
    if (ordered && terms_.mark().terms - next.mark.terms > options_.rollback_terms) {
      oracle_.rollback(next.mark);
    }
    return std::move(next.state);
  }

  // Follows one path until it ends or forks; what it forks into is put aside.
  void follow(State& state) {
    while (!is_done()) {
      // A question to the solver may have taken long.
      bool was_slow = run_.stats.solver_queries != queries_;
      queries_ = run_.stats.solver_queries;
      if (auto reason = was_slow ? run_.stop_reason_now() : run_.stop_reason()) {
        return stop(*reason);
      }
      std::vector<Way> ways;
      try {
        ways = next_ways(state);
        if (ways.empty()) return;  // it ended, one way or another
        if (ways.size() == 1) {
          if (!terms_.is_true(ways[0].guard)) state.condition.push_back(ways[0].guard);
          if (!take(state, ways[0])) return;
          continue;
        }
      } catch (const NeedsSplit& needed) {
        split(state, needed.split);
        return;
      }
      fork(state, ways);
      return;
    }
  }

  void split(const State& state, const Split& split) {
    std::vector<State> next = stepper_.apply(state, split);
    for (std::size_t i = next.size(); i-- > 0;) put(std::move(next[i]));
  }

  // Each way becomes a state that is about to take it. The guard is what tells them
  // apart; a second thread's way is told by who runs.
  void fork(const State& state, const std::vector<Way>& ways) {
    for (std::size_t i = ways.size(); i-- > 0;) {
      State next = state;
      ++next.forks;
      if (!terms_.is_true(ways[i].guard)) next.condition.push_back(ways[i].guard);
      try {
        if (take(next, ways[i])) put(std::move(next));
      } catch (const NeedsSplit& needed) {
        next.running = ways[i].thread;
        next.chosen = {ways[i].transition, ways[i].choice};
        split(next, needed.split);
      }
      if (is_done()) return;
    }
  }

  // Whether the path goes on.
  bool take(State& state, const Way& way) {
    if (state.depth >= options_.depth) {
      cut("depth");
      ++run_.stats.paths;
      return false;
    }
    bool is_alone = state.threads.size() == 1;
    Outcome outcome = stepper_.take(state, way);
    state.chosen.reset();
    ++state.depth;
    ++run_.stats.transitions;
    run_.stats.max_depth = std::max(run_.stats.max_depth, state.depth);
    if (!is_alone) state.moves.push_back({way.thread, way.choice});
    state.running = way.thread;
    switch (outcome.kind) {
      case Outcome::Kind::Goes: return true;
      case Outcome::Kind::Discarded: ++run_.stats.discarded; return false;
      case Outcome::Kind::Cut: cut(outcome.bound); break;
      case Outcome::Kind::Violated: report(state, std::move(*outcome.violation)); break;
      case Outcome::Kind::Ended:
      case Outcome::Kind::Repeats: break;
    }
    ++run_.stats.paths;
    return false;
  }

  // The ways to go on from here that can be taken. If none can, the path is over.
  std::vector<Way> next_ways(State& state) {
    if (state.chosen) return chosen_way(state);
    std::vector<Way> enabled;
    std::vector<Way> blocked;
    std::vector<std::uint32_t> order;
    if (!state.threads[state.running].has_ended()) order.push_back(state.running);
    for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
      if (t != state.running && !state.threads[t].has_ended()) order.push_back(t);
    }
    for (std::uint32_t t : order) {
      std::vector<Way> own = feasible(state, stepper_.ways(state, t));
      if (own.empty()) {
        // Guards leave nothing out, so only a path that cannot be gets here.
        if (oracle_.check(state, terms_.boolean(true)) == solve::Answer::Unsat) return {};
        throw Unsupported{"a location that no transition leaves"};
      }
      bool invisible = std::all_of(own.begin(), own.end(),
                                   [](const Way& w) { return w.is_invisible && !w.is_blocked; });
      if (options_.coarsen && invisible) return own;  // nobody else can tell
      for (Way& w : own) (w.is_blocked ? blocked : enabled).push_back(w);
    }
    check_deadlock(state, enabled, blocked);
    if (is_done()) return {};
    std::sort(enabled.begin(), enabled.end(), [](const Way& a, const Way& b) {
      return std::tie(a.thread, a.transition) < std::tie(b.thread, b.transition);
    });
    return enabled;
  }

  // The others were put aside when the choice was made.
  std::vector<Way> chosen_way(State& state) {
    std::vector<Way> own = feasible(state, stepper_.ways(state, state.running));
    std::erase_if(own, [&](const Way& w) {
      return w.transition != state.chosen->transition || w.choice != state.chosen->choice;
    });
    return own;
  }

  // Those of the ways whose guards the solver does not refute. A guard that is true
  // because all others are refuted need not be remembered.
  std::vector<Way> feasible(const State& state, std::vector<Way> ways) {
    if (ways.size() == 1 && terms_.is_true(ways[0].guard)) return ways;
    std::vector<term::Term> refuted;
    std::erase_if(ways, [&](const Way& w) {
      if (terms_.is_true(w.guard)) return false;
      if (oracle_.check(state, w.guard) != solve::Answer::Unsat) return false;
      refuted.push_back(w.guard);
      return true;
    });
    if (ways.size() == 1 && !refuted.empty() &&
        terms_.negate(ways[0].guard) == terms_.disjunction(refuted)) {
      ways[0].guard = terms_.boolean(true);
    }
    return ways;
  }

  // Some thread is blocked, and nobody can move for some inputs of this path.
  void check_deadlock(State& state, const std::vector<Way>& enabled,
                      const std::vector<Way>& blocked) {
    bool counts = options_.deadlock == DeadlockMode::Any || !state.entry_returned;
    if (blocked.empty()) return;
    std::vector<term::Term> stuck;
    for (const Way& w : enabled) stuck.push_back(terms_.negate(w.guard));
    term::Term condition = terms_.conjunction(stuck);
    if (terms_.is_false(condition)) return;
    solve::Answer answer = oracle_.check(state, condition);
    if (answer == solve::Answer::Unknown) stepper_.note_unknown();
    if (answer != solve::Answer::Sat) return;
    ++run_.stats.paths;
    if (!counts) return;
    const Way& way = blocked.front();
    const Frame& frame = state.threads[way.thread].frames.top();
    base::Span span = model_.proc(frame.proc).transitions[way.transition.index()].span;
    report(state,
           {verdict::ViolationKind::Deadlock, "no thread can move", span, way.thread + 1, {}});
  }

  void report(const State& state, verdict::Violation violation) {
    verdict::Counterexample example;
    describe_inputs(model_, terms_, state, stepper_.inputs(), oracle_.model(), example);
    answer_.result.violation = std::move(violation);
    answer_.result.counterexample = std::move(example);
    answer_.schedule = state.moves;
  }

  Answer finish() {
    verdict::Result& result = answer_.result;
    if (stepper_.cut_sizes()) cut("array-size");
    std::sort(result.bounds_hit.begin(), result.bounds_hit.end());
    result.vacuous = run_.stats.paths == 0 && stopped_.empty();
    run_.stats.states = run_.stats.transitions;
    if (result.violation) {
      result.verdict = verdict::verdict_of(result.violation->kind);
    } else if (!stopped_.empty() || !stepper_.unknown().empty()) {
      result.verdict = verdict::VerdictKind::Unknown;
      result.reason = stopped_.empty() ? stepper_.unknown() : stopped_;
    } else {
      result.verdict = verdict::VerdictKind::Valid;
      result.complete = result.bounds_hit.empty();
    }
    result.stats = run_.finished_statistics();
    return std::move(answer_);
  }

  run::Run& run_;
  const Model& model_;
  const Options& options_;
  term::Terms terms_;
  Oracle oracle_;
  Stepper stepper_;
  run::Random random_;
  std::vector<Pending> pending_;
  Answer answer_;
  std::uint64_t queries_ = 0;  // Statistics::solver_queries at the last look at the limits
  std::string stopped_;        // why the search ended early
};

}  // namespace

Answer verify(run::Run& run, const Model& model, const Options& options) {
  return Search(run, model, options).run();
}

}  // namespace symex
