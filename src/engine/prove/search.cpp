// Breadth first, so that open goals are reached by short interleavings. Each sequent is closed
// by the solver, or taken apart, or found to be like another one, or executed by one step of
// each thread. A sequent is linked only to one that is executed, and execution is progress: so
// every cycle of the proof makes progress, which is what makes cycles sound (see
// docs/engines/prove.md).
#include "engine/prove/search.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/check.h"
#include "engine/prove/generalise.h"
#include "engine/prove/link.h"
#include "engine/prove/normal.h"
#include "engine/prove/path_order.h"
#include "engine/prove/rules.h"
#include "logic/dl/subst.h"

namespace prove {

using dl::ExprId;
using dl::ThreadId;

namespace {

// Steps of programs in assumptions, after which they are given up.
constexpr std::uint32_t kMostLeftSteps = 400;
// Sequents that one is compared with, the newest first.
constexpr std::size_t kMostCandidates = 24;

// What the search, but not the proof, has to know about a sequent.
struct Progress {
  bool is_new = true;       // something first-order has changed: ask the solver
  bool is_general = false;  // invariants have just been put in
  bool starts = true;       // no thread has moved yet: all have come to where they are
  bool is_cut = false;      // a loop was unfolded too often
  std::uint32_t left_steps = 0;
  // Iterations that each thread made of each loop without a bound.
  std::map<std::pair<ThreadId, dl::StmtId>, std::uint32_t> iterations;
};

class Search {
 public:
  Search(dl::Store& store, run::Run& run, const Options& options)
      : store_(store), run_(run), options_(options), leaves_(store, run, options.solver) {}

  Result run(ExprId goal) {
    result_.proof.goal = goal;
    Sequent root;
    root.claims = {normal(store_, store_.empty_subst(), goal)};
    add(std::move(root), {}, {});
    while (!pending_.empty() && !is_over_) {
      NodeId id = pending_.front();
      pending_.pop_front();
      process(id);
      run_.stats.states = result_.proof.nodes.size();
    }
    for (NodeId id : pending_) open(id, OpenKind::Limit, "the search was stopped");
    if (!is_refuted_) result_.counterexample = result_.open.size();
    result_.is_proved = result_.open.empty();
    return std::move(result_);
  }

 private:
  Node& node(NodeId id) { return result_.proof.nodes[id.index()]; }
  const Origin& origin(NodeId id) const { return result_.origins[id.index()]; }

  NodeId add(Sequent sequent, Origin origin, Progress progress) {
    NodeId id(result_.proof.nodes.size());
    Node made;
    made.sequent = std::move(sequent);
    result_.proof.nodes.push_back(std::move(made));
    result_.origins.push_back(origin);
    progress_.push_back(std::move(progress));
    pending_.push_back(id);
    return id;
  }

  void close(NodeId id) {
    node(id).rule = Rule::Close;
    ++result_.closed;
    ++run_.stats.paths;
  }

  void open(NodeId id, OpenKind kind, std::string reason, CounterModel model = {}) {
    node(id).rule = Rule::Open;
    if (kind == OpenKind::CounterModel && origin(id).is_exact) {
      result_.counterexample = result_.open.size();
      is_refuted_ = is_over_ = true;
    }
    // Of the goals that a limit leaves, one tells as much as all.
    bool is_repeated = kind == OpenKind::Limit && !result_.open.empty();
    if (!is_repeated) result_.open.push_back({id, kind, std::move(reason), std::move(model)});
    if (result_.open.size() >= options_.open_goals) is_over_ = true;
  }

  void process(NodeId id) {
    if (auto reason = run_.stop_reason_now()) {
      is_over_ = true;
      return open(id, OpenKind::Limit, std::move(*reason));
    }
    if (result_.proof.nodes.size() > options_.nodes) {
      is_over_ = true;
      return open(id, OpenKind::Limit, "the limit of sequents");
    }
    const Sequent sequent = node(id).sequent;
    if (sequent.path.size() > options_.depth) {
      return open(id, OpenKind::Limit, "the bound on the steps of one path");
    }
    auto connective = next_connective(store_, sequent);
    auto left = next_boxed_assumption(store_, sequent);
    auto focus = focus_of(store_, sequent);
    bool is_leaf = !connective && !left && !focus;
    if (is_leaf || progress_[id.index()].is_new) {
      LeafAnswer answer = leaves_.decide(sequent);
      if (answer.is_valid) return close(id);
      if (is_leaf && answer.has_model) {
        return open(id, OpenKind::CounterModel, {}, std::move(answer.model));
      }
      if (is_leaf) return open(id, OpenKind::GaveUp, std::move(answer.reason));
    }
    if (connective) return take_apart(id, *connective);
    if (left) return execute_left(id, *left);
    execute_right(id, *focus);
  }

  void take_apart(NodeId id, const Redex& redex) {
    Node copy = node(id);
    std::vector<Sequent> premises = apply_connective(store_, redex, copy, next_fresh_);
    node(id) = std::move(copy);
    bool is_chosen = redex.rule == Rule::ForallLeft || redex.rule == Rule::ExistsRight;
    for (Sequent& premise : premises) {
      Progress progress = progress_[id.index()];
      progress.is_new = true;
      NodeId child = add(std::move(premise), {id, {}, origin(id).is_exact && !is_chosen}, progress);
      node(id).premises.push_back(child);
    }
  }

  void only_premise(NodeId id, Rule rule, std::size_t principal, Sequent premise, Origin origin,
                    Progress progress) {
    NodeId child = add(std::move(premise), origin, std::move(progress));
    node(id).rule = rule;
    node(id).principal = principal;
    node(id).premises = {child};
  }

  void execute_left(NodeId id, std::size_t principal) {
    const Sequent sequent = node(id).sequent;
    const Boxed boxed = *as_guarded(store_, sequent.assumptions[principal]);
    Progress progress = progress_[id.index()];
    Origin from{id, {}, origin(id).is_exact};
    progress.is_new = true;
    if (store_.pool(boxed.pool).empty()) {
      return only_premise(id, Rule::ReduceLeft, principal, reduce_left(store_, sequent, principal),
                          from, progress);
    }
    progress.is_new = false;
    if (++progress.left_steps > kMostLeftSteps) {
      from.is_exact = false;
      return only_premise(id, Rule::Drop, principal, drop(sequent, principal), from, progress);
    }
    only_premise(id, Rule::ScheduleLeft, principal, schedule_left(store_, sequent, principal), from,
                 progress);
  }

  void execute_right(NodeId id, std::size_t focus) {
    const Sequent sequent = node(id).sequent;
    const Boxed boxed = *as_boxed(store_, sequent.claims[focus]);
    std::vector<std::uint32_t> key = merge_key(sequent);
    if (options_.merge) {
      if (auto known = merged_.find(key); known != merged_.end()) {
        node(id).rule = Rule::Merge;
        node(id).premises = {known->second};
        ++result_.merged;
        ++run_.stats.pruned;
        return;
      }
    }
    if (store_.pool(boxed.pool).empty()) {
      merged_.emplace(std::move(key), id);
      Progress progress;
      progress.left_steps = progress_[id.index()].left_steps;
      return only_premise(id, Rule::ReduceRight, focus, reduce_right(store_, sequent, focus),
                          {id, {}, origin(id).is_exact}, progress);
    }
    auto& alike = executed_[{boxed.pool, boxed.after}];
    if (link(id, alike)) return;
    if (generalise(id, focus, boxed)) return;
    if (progress_[id.index()].is_cut) return open(id, OpenKind::Unfolding, {});
    merged_.emplace(std::move(key), id);
    alike.push_back(id);
    schedule(id, focus, boxed);
  }

  // The sequent up to the order of its assumptions and of steps that do not interfere.
  std::vector<std::uint32_t> merge_key(const Sequent& sequent) const {
    std::vector<std::uint32_t> key;
    for (ExprId id : sequent.claims) key.push_back(id.index());
    std::vector<std::uint32_t> assumptions;
    for (ExprId id : sequent.assumptions) assumptions.push_back(id.index());
    std::sort(assumptions.begin(), assumptions.end());
    key.push_back(UINT32_MAX);
    key.insert(key.end(), assumptions.begin(), assumptions.end());
    key.push_back(UINT32_MAX);
    for (const dl::Event& event : canonical_path(store_, sequent.path)) {
      key.push_back(event.thread.index());
      key.push_back(event.condition.index());
      key.push_back(event.spawned.index());
      for (const dl::VarSet* vars : {&event.writes, &event.reads}) {
        key.push_back(static_cast<std::uint32_t>(vars->size()));
        for (dl::VarId var : *vars) key.push_back(var.index());
      }
    }
    return key;
  }

  bool is_ancestor(NodeId above, NodeId below) const {
    for (NodeId id = below; id; id = origin(id).parent) {
      if (id == above) return true;
    }
    return false;
  }

  bool link(NodeId id, const std::vector<NodeId>& alike) {
    std::size_t tried = 0;
    for (auto it = alike.rbegin(); it != alike.rend() && tried < kMostCandidates; ++it) {
      if (!options_.merge && !is_ancestor(*it, id)) continue;
      ++tried;
      auto theta = instance_of(store_, leaves_, node(id).sequent, node(*it).sequent);
      if (!theta) continue;
      node(id).rule = Rule::Link;
      node(id).instance = *theta;
      node(id).premises = {*it};
      ++result_.linked;
      ++run_.stats.pruned;
      if (!origin(*it).is_exact) note_preserved(id);
      return true;
    }
    return false;
  }

  // For the report: which invariants hold where a cycle closes. The link itself needs none.
  void note_preserved(NodeId id) {
    const Sequent sequent = node(id).sequent;
    const std::size_t focus = *focus_of(store_, sequent);
    const dl::PoolId pool = as_boxed(store_, sequent.claims[focus])->pool;
    for (ThreadId thread : loop_heads(store_, pool)) {
      bool holds = leaves_.decide(obligation(store_, sequent, focus, thread)).is_valid;
      if (!holds) continue;
      result_.obligations.push_back({id, thread, loop_of(pool, thread), true, {}});
    }
  }

  bool has_arrived(NodeId id, const std::vector<ThreadId>& heads) const {
    if (progress_[id.index()].starts) return !heads.empty();
    return std::find(heads.begin(), heads.end(), origin(id).thread) != heads.end();
  }

  bool generalise(NodeId id, std::size_t focus, const Boxed& boxed) {
    if (!options_.invariants || progress_[id.index()].is_general) return false;
    std::vector<ThreadId> heads = loop_heads(store_, boxed.pool);
    if (!has_arrived(id, heads)) return false;
    Node made = node(id);
    std::vector<Sequent> proved;
    for (ThreadId thread : heads) {
      Sequent sequent = obligation(store_, made.sequent, focus, thread);
      LeafAnswer answer = leaves_.decide(sequent);
      result_.obligations.push_back(
          {id, thread, loop_of(boxed.pool, thread), answer.is_valid, std::move(answer.model)});
      if (!answer.is_valid) continue;
      made.heads.push_back(thread);
      proved.push_back(std::move(sequent));
    }
    if (!has_arrived(id, made.heads)) return false;
    Sequent general = generalised(store_, made, focus, next_fresh_);
    if (made.forgotten.empty()) return false;
    made.rule = Rule::Generalise;
    made.principal = focus;
    for (Sequent& sequent : proved) {
      NodeId leaf = add(std::move(sequent), {id, {}, false}, {});
      pending_.pop_back();
      close(leaf);
      made.premises.push_back(leaf);
    }
    Progress progress = progress_[id.index()];
    progress.is_new = false;
    progress.is_general = true;
    made.premises.push_back(add(std::move(general), {id, {}, false}, std::move(progress)));
    node(id) = std::move(made);
    return true;
  }

  dl::StmtId loop_of(dl::PoolId pool, ThreadId thread) const {
    for (const dl::PoolEntry& entry : store_.pool(pool)) {
      if (entry.thread == thread) return store_.code(entry.code).first;
    }
    UNREACHABLE("the thread is not active");
  }

  void schedule(NodeId id, std::size_t focus, const Boxed& boxed) {
    const Sequent sequent = node(id).sequent;
    node(id).rule = Rule::ScheduleRight;
    node(id).principal = focus;
    for (ScheduledPremise& premise : schedule_right(store_, sequent, focus)) {
      Progress progress = progress_[id.index()];
      progress.is_general = progress.starts = false;
      const bool fails = premise.fails;
      const ExprId yes = store_.make_bool(true);
      progress.is_new = fails || premise.sequent.path.back().condition != yes;
      if (!fails) count_iteration(boxed.pool, premise, focus, progress);
      NodeId child = add(std::move(premise.sequent), {id, premise.thread, origin(id).is_exact},
                         std::move(progress));
      node(id).premises.push_back(child);
      ++run_.stats.transitions;
    }
  }

  void count_iteration(dl::PoolId before, const ScheduledPremise& premise, std::size_t focus,
                       Progress& progress) {
    dl::StmtId id = loop_of(before, premise.thread);
    const dl::Stmt& stmt = store_.stmt(id);
    if (stmt.kind != dl::StmtKind::While || stmt.bound) return;
    // The loop was entered if it is still ahead.
    dl::PoolId after = as_boxed(store_, premise.sequent.claims[focus])->pool;
    for (const dl::PoolEntry& entry : store_.pool(after)) {
      if (entry.thread != premise.thread) continue;
      bool is_entered = false;
      for (dl::CodeId code = entry.code; code && !is_entered; code = store_.code(code).rest) {
        is_entered = store_.code(code).first == id;
      }
      if (!is_entered) return;
    }
    progress.is_cut = ++progress.iterations[{premise.thread, id}] > options_.unfold;
  }

  dl::Store& store_;
  run::Run& run_;
  const Options& options_;
  Leaves leaves_;
  Result result_;
  std::vector<Progress> progress_;
  std::deque<NodeId> pending_;
  std::uint32_t next_fresh_ = 0;
  bool is_over_ = false;
  bool is_refuted_ = false;
  std::map<std::vector<std::uint32_t>, NodeId> merged_;
  std::map<std::pair<dl::PoolId, ExprId>, std::vector<NodeId>> executed_;
};

}  // namespace

Result search(dl::Store& store, run::Run& run, ExprId goal, const Options& options) {
  Result result = Search(store, run, options).run(goal);
  bool is_lossy = std::any_of(result.open.begin(), result.open.end(), [&](const OpenGoal& open) {
    return !result.origins[open.node.index()].is_exact;
  });
  bool is_refuted = result.counterexample < result.open.size();
  if (result.is_proved || is_refuted || !is_lossy || !options.invariants) return result;
  Options plain = options;
  plain.invariants = false;
  Result second = Search(store, run, plain).run(goal);
  bool is_better = second.is_proved || second.counterexample < second.open.size();
  return is_better ? std::move(second) : std::move(result);
}

std::vector<PathStep> interleaving(const dl::Store& store, const Result& result, NodeId node) {
  std::vector<PathStep> steps;
  for (NodeId id = node; id; id = result.origins[id.index()].parent) {
    const Origin& origin = result.origins[id.index()];
    if (!origin.thread) continue;
    const Sequent& before = result.proof.node(origin.parent).sequent;
    const Sequent& after = result.proof.node(id).sequent;
    std::size_t focus = result.proof.node(origin.parent).principal;
    const Boxed boxed = *as_boxed(store, before.claims[focus]);
    PathStep step;
    step.thread = origin.thread;
    for (const dl::PoolEntry& entry : store.pool(boxed.pool)) {
      if (entry.thread == origin.thread) step.stmt = store.code(entry.code).first;
    }
    step.before = step.after = boxed.subst;
    step.fails = after.path.size() <= before.path.size();
    if (!step.fails) {
      step.after = as_boxed(store, after.claims[focus])->subst;
      step.condition = after.path.back().condition;
    }
    steps.push_back(step);
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace prove
