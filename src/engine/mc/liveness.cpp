#include "engine/mc/liveness.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/check.h"
#include "engine/mc/accepting_cycle.h"
#include "engine/mc/store.h"

namespace mc {

namespace {

constexpr std::uint32_t kNobody = 0xffffffffU;
constexpr int kRounds = 3;  // of the loop in a counterexample

// A place of the product: a state of the model, whether the execution has ended there, and
// a state of the automaton.
struct Place {
  std::uint32_t state = 0;
  bool ended = false;
  std::uint32_t at = 0;

  std::uint64_t key() const { return (std::uint64_t{state} << 1 | (ended ? 1U : 0U)) << 24 | at; }
};

// A step of the model.
struct Move {
  std::uint32_t target = 0;        // state
  std::uint32_t thread = kNobody;  // nobody: nothing can move
  bool ends = false;               // the execution is over; the target is the state itself
};

class Product : public CycleGraph {
 public:
  Product(run::Run& run, const Model& model, const ltl::Automaton& bad,
          const std::vector<ltl::Proposition>& propositions, bool fair, bool cuts_stay)
      : run_(run),
        model_(model),
        bad_(bad),
        propositions_(propositions),
        fair_(fair),
        cuts_stay_(cuts_stay),
        machine_(model),
        store_(false) {}

  verdict::Answer run() {
    CHECK(bad_.states.size() < (1U << 24), "an automaton with {} states", bad_.states.size());
    verdict::Answer answer;
    machine_.reset();
    std::optional<Lasso> lasso;
    if (note_effect()) {
      number({intern(), false, bad_.initial});
      lasso = fair_ ? component_search(*this) : nested_search(*this);
    }
    verdict::Result& result = answer.result;
    for (const std::string& bound : bounds_) result.cut(bound);
    update_statistics();
    if (failure_) {
      report_failure(answer);
    } else if (lasso) {
      result.verdict = verdict::verdict_of(verdict::ViolationKind::Ltl);
      result.violation = verdict::Violation{.kind = verdict::ViolationKind::Ltl};
      retrace(*lasso, answer.claim);
    } else if (!stop_reason_.empty()) {
      result.reason = fmt::format("{}; {} states, {} of them with the automaton", stop_reason_,
                                  store_.size(), places_.size());
    } else {
      result.verdict = verdict::VerdictKind::Valid;
      result.complete = bounds_.empty();
      result.vacuous = run_.stats.discarded > 0 && endings_ == 0 && !has_cycle_;
    }
    result.stats = run_.finished_statistics();
    return answer;
  }

  // --- the graph of the product
  std::uint64_t all_marks() const override {
    return fair_ ? (std::uint64_t{2} << model_.options.threads) - 1 : 1;
  }

  void successors(std::uint32_t node, const std::vector<bool>* on_stack,
                  std::vector<Edge>& out) override {
    while (full_.size() <= node) full_.push_back(false);
    bool all = fair_ || full_[node];
    edges(node, all, out);
    if (all || !on_stack) return;
    // The cycle proviso: a reduced expansion must not close a cycle.
    bool closes = std::any_of(out.begin(), out.end(), [&](const Edge& e) {
      return e.target < on_stack->size() && (*on_stack)[e.target];
    });
    if (!closes || !expansion(places_[node].state, false).is_reduced) return;
    full_[node] = true;
    out.clear();
    edges(node, true, out);
  }

  bool is_expanded(std::uint32_t node) const override {
    if (node >= full_.size()) return false;
    const Place& place = places_[node];
    const std::vector<Expanded>& known = fair_ || full_[node] ? all_ : reduced_;
    return place.ended || (place.state < known.size() && known[place.state].is_known);
  }

  bool must_stop() override {
    if (failure_ || !stop_reason_.empty()) return true;
    update_statistics();
    if (auto reason = run_.stop_reason()) stop_reason_ = *reason;
    return !stop_reason_.empty();
  }

 private:
  // All steps from a state, in moves_; expanded once.
  struct Expanded {
    bool is_known = false;
    bool is_reduced = false;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t enabled = 0;  // threads that can move, by bits
  };

  void edges(std::uint32_t node, bool all, std::vector<Edge>& out) {
    Place from = places_[node];
    std::uint64_t valuation = valuations_[from.state];
    std::uint64_t accepting = bad_.states[from.at].accepting ? 1 : 0;
    auto add = [&](const Place& base, std::uint64_t fairness) {
      for (const ltl::Automaton::Edge& e : bad_.states[from.at].edges) {
        if (!e.label.allows(valuation)) continue;
        out.push_back({number({base.state, base.ended, e.target}), accepting | fairness});
      }
    };
    if (from.ended) return add(from, all_marks() & ~std::uint64_t{1});
    Expanded expanded = expansion(from.state, all);
    for (std::uint32_t i = expanded.begin; i < expanded.end; ++i) {
      Move move = moves_[i];
      std::uint64_t fairness = 0;
      if (fair_) {
        std::uint64_t idle = ~std::uint64_t{expanded.enabled};
        if (move.thread != kNobody) idle |= std::uint64_t{1} << move.thread;
        if (move.ends) idle = ~std::uint64_t{0};
        fairness = idle << 1 & all_marks();
      }
      add({move.target, move.ends, 0}, fairness);
    }
  }

  const Expanded& expansion(std::uint32_t state, bool all) {
    std::vector<Expanded>& known = all ? all_ : reduced_;
    if (known.size() < ids_.size()) known.resize(ids_.size());
    if (!known[state].is_known) {
      Expanded made = expand(state, all);
      if (known.size() < ids_.size()) known.resize(ids_.size());
      known[state] = made;
    }
    return known[state];
  }

  Expanded expand(std::uint32_t state, bool all) {
    machine_.decode(store_.load(ids_[state]));
    Expanded result;
    result.is_known = true;
    result.begin = static_cast<std::uint32_t>(moves_.size());
    machine_.path().clear();
    Expansion expansion = machine_.expand(0, all || !model_.options.reduce);
    Machine::Mark here = machine_.mark();
    while (!failure_ && machine_.advance(expansion)) {
      std::uint32_t thread = machine_.path().empty() ? kNobody : machine_.path().front().thread;
      if (thread != kNobody) result.enabled |= 1U << thread;
      if (note_effect()) {
        moves_.push_back({intern(), thread, false});
      } else if (ends_here()) {
        moves_.push_back({state, thread, true});
      }
      machine_.undo(here);
      machine_.path().clear();
    }
    if (expansion.moved == 0) {
      ++endings_;
      moves_.push_back({state, kNobody, true});
    }
    result.is_reduced = expansion.is_reduced && !expansion.all_required;
    result.end = static_cast<std::uint32_t>(moves_.size());
    CHECK(moves_.size() < kNobody, "too many steps");
    return result;
  }

  // The execution goes on for ever in the state before the step.
  bool ends_here() const {
    return machine_.effect() == Effect::Finished ||
           (machine_.effect() == Effect::Cut && cuts_stay_);
  }

  // True if the machine is in a new working state.
  bool note_effect() {
    switch (machine_.effect()) {
      case Effect::Moved: return true;
      case Effect::Disabled: break;
      case Effect::Finished: ++endings_; break;
      case Effect::Discarded: ++run_.stats.discarded; break;
      case Effect::Cut: bounds_.insert(machine_.bound()); break;
      case Effect::Exhausted: stop_reason_ = machine_.bound(); break;
      case Effect::Violated: failure_ = machine_.failure(); break;
    }
    return false;
  }

  // The number of the machine's state.
  std::uint32_t intern() {
    Store::Inserted found = store_.insert(machine_.encode());
    if (store_.is_full()) stop_reason_ = "the store of states is full";
    auto [number, is_new] = numbers_.try_emplace(found.id, static_cast<std::uint32_t>(ids_.size()));
    if (is_new) {
      ids_.push_back(found.id);
      valuations_.push_back(ltl::valuation(propositions_, machine_));
    } else {
      has_cycle_ = true;
    }
    return number->second;
  }

  std::uint32_t number(const Place& place) {
    auto [found, is_new] =
        nodes_.try_emplace(place.key(), static_cast<std::uint32_t>(places_.size()));
    if (is_new) places_.push_back(place);
    return found->second;
  }

  void update_statistics() {
    run_.stats.states = store_.size();
    run_.stats.transitions = machine_.steps_taken();
    run_.stats.stored_states = store_.size();
    if (store_.size() == 0) return;
    run_.stats.bytes_per_state =
        static_cast<double>(store_.used_bytes()) / static_cast<double>(store_.size());
  }

  // --- counterexamples
  // Decoding gives objects new places, so the machine takes the lasso a second time, from
  // the initial state along the encodings.
  void retrace(const Lasso& lasso, verdict::Claim& claim) {
    machine_.reset();
    for (const CycleStep& step : lasso.stem) follow(step);
    for (int round = 0; round < kRounds; ++round) {
      claim.rounds.push_back(machine_.path().size());
      for (const CycleStep& step : lasso.loop) follow(step);
    }
    claim.rounds.push_back(machine_.path().size());
    claim.kind = verdict::ViolationKind::Ltl;
    claim.fair = fair_;
    claim.has_ended = places_[lasso.loop[0].node].ended;
    if (claim.has_ended && machine_.effect() == Effect::Cut) claim.cut_by = machine_.bound();
    std::vector<Step> steps = machine_.path();
    claim.steps = machine_.trace(steps);
  }

  void follow(const CycleStep& step) {
    Place from = places_[step.node];
    if (from.ended) return;
    std::vector<Edge> out;
    successors(step.node, nullptr, out);
    Place to = places_[out[step.edge].target];
    std::uint32_t thread = thread_of(step, from);
    if (thread == kNobody) return;
    Expansion expansion = machine_.expand(0, true);
    Machine::Mark here = machine_.mark();
    std::size_t length = machine_.path().size();
    while (machine_.advance(expansion)) {
      bool is_it = machine_.path().size() > length && machine_.path()[length].thread == thread;
      is_it = is_it && (to.ended ? ends_here()
                                 : machine_.effect() == Effect::Moved &&
                                       store_.find(machine_.encode()) == ids_[to.state]);
      if (is_it) return;
      machine_.undo(here);
      machine_.path().resize(length);
    }
    UNREACHABLE("a state of a counterexample is not met again");
  }

  // Who takes the step: the edges of a place come in the order of the model's moves.
  std::uint32_t thread_of(const CycleStep& step, const Place& from) {
    std::uint64_t valuation = valuations_[from.state];
    std::uint32_t ways = 0;
    for (const ltl::Automaton::Edge& e : bad_.states[from.at].edges) {
      if (e.label.allows(valuation)) ++ways;
    }
    Expanded expanded = expansion(from.state, fair_ || full_[step.node]);
    return moves_[expanded.begin + step.edge / ways].thread;
  }

  // A violation of another kind: a search that looks for nothing else tells the way there.
  void report_failure(verdict::Answer& answer) {
    answer.result.verdict = verdict::verdict_of(failure_->kind);
    answer.result.violation = verdict::Violation{.kind = failure_->kind,
                                                 .message = failure_->what,
                                                 .span = failure_->span,
                                                 .thread = failure_->thread + 1};
  }

  run::Run& run_;
  const Model& model_;
  const ltl::Automaton& bad_;
  const std::vector<ltl::Proposition>& propositions_;
  bool fair_;
  bool cuts_stay_;
  Machine machine_;
  Store store_;
  std::unordered_map<Store::Id, std::uint32_t> numbers_;
  std::vector<Store::Id> ids_;             // by state
  std::vector<std::uint64_t> valuations_;  // by state
  std::vector<Expanded> reduced_;          // by state
  std::vector<Expanded> all_;              // by state
  std::vector<Move> moves_;
  std::unordered_map<std::uint64_t, std::uint32_t> nodes_;  // by Place::key
  std::vector<Place> places_;                               // by node
  std::vector<bool> full_;                                  // by node: expanded without reduction
  std::set<std::string> bounds_;
  std::string stop_reason_;
  std::optional<Failure> failure_;
  std::uint64_t endings_ = 0;
  bool has_cycle_ = false;
};

void observe(const ltl::Term& term, Observed& observed) {
  switch (term.kind) {
    case ltl::TermKind::Global: observed.globals.insert(term.global); break;
    case ltl::TermKind::Field: observed.fields.insert(term.field); break;
    case ltl::TermKind::ThreadAt: observed.locations.insert({term.proc, term.location}); break;
    case ltl::TermKind::SomeThread: observed.threads = true; break;
    case ltl::TermKind::ThreadVariable:
      observed.locals.insert({term.proc, term.local});
      observed.threads = true;
      break;
    default: break;
  }
  for (const ltl::Term& arg : term.args) observe(arg, observed);
}

}  // namespace

void prepare_options(const std::vector<ltl::Proposition>& propositions, bool stutter_invariant,
                     bool fair, Options& options) {
  for (const ltl::Proposition& p : propositions) observe(p.condition, options.observed);
  options.hash_compact = false;  // states are decoded
  options.depth.reset();
  options.forget_ended = false;  // threads keep their numbers
  if (!stutter_invariant) options.coarsen = false;
  if (!stutter_invariant || fair) options.reduce = false;
}

verdict::Answer check_property(run::Run& run, const Model& model, const ltl::Automaton& bad,
                               const std::vector<ltl::Proposition>& propositions, bool fair,
                               bool cuts_stay) {
  return Product(run, model, bad, propositions, fair, cuts_stay).run();
}

}  // namespace mc
