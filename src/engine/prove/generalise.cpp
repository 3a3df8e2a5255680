#include "engine/prove/generalise.h"

#include <algorithm>

#include "base/check.h"
#include "engine/prove/rules.h"
#include "logic/dl/subst.h"

namespace prove {

using dl::ExprId;

namespace {

const dl::Stmt& next_of(const dl::Store& store, dl::PoolId pool, dl::ThreadId thread) {
  for (const dl::PoolEntry& entry : store.pool(pool)) {
    if (entry.thread == thread) return store.first(entry.code);
  }
  UNREACHABLE("the thread is not active");
}

// Assumptions that share no constant, directly or through others, with what the claim is
// about, only keep sequents from being alike.
void forget_unrelated(const dl::Store& store, Sequent& sequent) {
  dl::VarSet known;
  for (ExprId id : sequent.claims) known = dl::set_union(known, dl::free_vars(store, id));
  for (ExprId id : sequent.assumptions) {
    if (store.expr(id).has_modality) known = dl::set_union(known, dl::free_vars(store, id));
  }
  std::vector<bool> is_kept(sequent.assumptions.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < sequent.assumptions.size(); ++i) {
      ExprId id = sequent.assumptions[i];
      dl::VarSet vars = dl::free_vars(store, id);
      if (is_kept[i] || (!store.expr(id).has_modality && dl::are_disjoint(vars, known))) continue;
      is_kept[i] = grew = true;
      known = dl::set_union(known, vars);
    }
  }
  std::vector<ExprId> kept;
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    if (is_kept[i]) kept.push_back(sequent.assumptions[i]);
  }
  sequent.assumptions = std::move(kept);
}

}  // namespace

std::vector<dl::ThreadId> loop_heads(const dl::Store& store, dl::PoolId pool) {
  std::vector<dl::ThreadId> heads;
  for (const dl::PoolEntry& entry : store.pool(pool)) {
    const dl::Stmt& next = store.first(entry.code);
    if (next.kind == dl::StmtKind::While && next.invariant && !next.bound) {
      heads.push_back(entry.thread);
    }
  }
  return heads;
}

ExprId invariant_of(const dl::Store& store, dl::PoolId pool, dl::ThreadId thread) {
  return next_of(store, pool, thread).invariant;
}

Sequent obligation(dl::Store& store, const Sequent& sequent, std::size_t focus,
                   dl::ThreadId thread) {
  const Boxed boxed = *as_boxed(store, sequent.claims[focus]);
  Sequent made;
  made.path = sequent.path;
  for (ExprId id : sequent.assumptions) {
    if (store.expr(id).is_first_order()) made.assumptions.push_back(id);
  }
  made.claims = {normal(store, boxed.subst, invariant_of(store, boxed.pool, thread))};
  return made;
}

Sequent generalised(dl::Store& store, Node& node, std::size_t focus, std::uint32_t& next_fresh) {
  const Boxed boxed = *as_boxed(store, node.sequent.claims[focus]);
  dl::VarSet written;
  for (dl::ThreadId thread : node.heads) {
    const dl::Stmt& loop = next_of(store, boxed.pool, thread);
    written = dl::set_union(written, dl::vars_written(store, loop.body));
  }
  dl::SubstId subst = boxed.subst;
  for (dl::VarId var : written) {
    dl::VarId fresh = make_fresh(store, var, next_fresh);
    node.forgotten.emplace_back(var, fresh);
    subst = store.with(subst, var, store.make_var(fresh));
  }
  Sequent made = node.sequent;
  for (const dl::Event& event : made.path) assume(store, made, event.condition);
  made.path.clear();
  made.claims[focus] = make_boxed(store, {ExprId(), subst, boxed.pool, boxed.after});
  for (dl::ThreadId thread : node.heads) {
    assume(store, made, normal(store, subst, invariant_of(store, boxed.pool, thread)));
  }
  forget_unrelated(store, made);
  return made;
}

}  // namespace prove
