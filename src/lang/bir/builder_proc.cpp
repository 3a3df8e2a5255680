// Procedures, their locations and transitions.
#include <fmt/format.h>

#include "ir/typing.h"
#include "lang/bir/builder.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

LocalId BirBuilder::add_local(const SynLocal& syn) {
  LocalId id(proc_->locals.size());
  declare(locals_, "variable", syn.name, id);
  ir::Local local;
  local.name = syn.name.text;
  local.type = resolve(syn.type);
  local.is_temp = syn.is_temp;
  local.is_bound = syn.is_bound;
  local.span = syn.name.span;
  if (syn.initial) local.initial = initial_value(syn.initial, local.type);
  proc_->locals.push_back(std::move(local));
  if (syn.is_result) proc_->retval = id;
  if (syn.is_self) proc_->self = id;
  return id;
}

// A scratch local. Those of one transition are free again in the next.
LocalId BirBuilder::temp(TypeId type) {
  TempPool& pool = temps_[type];
  if (pool.used == pool.all.size()) {
    std::string name;
    do {
      name = fmt::format("$t{}", next_temp_++);
    } while (locals_.contains(name));
    LocalId id(proc_->locals.size());
    locals_.emplace(name, id);
    ir::Local local;
    local.name = std::move(name);
    local.type = type;
    local.is_temp = true;
    proc_->locals.push_back(std::move(local));
    pool.all.push_back(id);
  }
  return pool.all[pool.used++];
}

void BirBuilder::build_proc(const SynProc& syn, ProcId id) {
  proc_ = &program_.procs[id.index()];
  syntax_proc_ = &syn;
  locals_.clear();
  labels_.clear();
  temps_.clear();
  paths_.clear();
  next_temp_ = 0;
  for (std::size_t i = 0; i < proc_->locals.size(); ++i) {
    locals_.emplace(proc_->locals[i].name, LocalId(i));
  }
  for (const SynLocal& local : syn.locals) add_local(local);
  const ir::Local* first = proc_->params.empty() ? nullptr : &proc_->locals.front();
  proc_->has_this =
      first != nullptr && first->name == "this" && program_.type(first->type).kind == TypeKind::Ref;
  declare_locations(syn);
  build_contract(syn);
  for (std::size_t i = 0; i < syn.locations.size(); ++i) {
    build_location(syn, syn.locations[i], LocId(i));
  }
}

LocId BirBuilder::add_location(std::string name) {
  LocId id(proc_->locations.size());
  labels_.emplace(name, id);
  proc_->locations.push_back({std::move(name), {}});
  return id;
}

// The paper's threads start at their first location and have no exits: they get
// two of their own.
void BirBuilder::declare_locations(const SynProc& syn) {
  for (const SynLocation& loc : syn.locations) {
    if (labels_.contains(loc.name.text)) duplicate("location", loc.name);
    add_location(loc.name.text);
  }
  auto fresh = [&](std::string name) {
    while (labels_.contains(name)) name.insert(0, "$");
    return add_location(std::move(name));
  };
  if (syn.locations.empty()) sink_.report(Kind::BirNoLocation, syn.name.span, syn.name.text);
  proc_->exit = syn.exit.text.empty() ? fresh("$exit") : label(syn.exit);
  proc_->except = syn.except.text.empty() ? fresh("$except") : label(syn.except);
  proc_->entry = syn.entry.text.empty() ? LocId(0) : label(syn.entry);
}

LocId BirBuilder::label(const Name& name) {
  return find(labels_, "location", name).value_or(LocId());
}

void BirBuilder::build_contract(const SynProc& syn) {
  hoist_ = nullptr;
  no_hoist_ = "contract";
  for (const SynClause& clause : syn.contract) {
    ExprId condition = lower_as(clause.condition, simple_type(TypeKind::Bool));
    if (condition) proc_->contract.push_back({clause.kind, condition, clause.span});
  }
}

void BirBuilder::build_location(const SynProc& syn, const SynLocation& loc, LocId id) {
  if (loc.live) {
    std::vector<LocalId> live;
    for (const Name& name : *loc.live) {
      if (auto local = find(locals_, "variable", name)) live.push_back(*local);
    }
    proc_->locations[id.index()].live = std::move(live);
  }
  for (const SynTransition& t : loc.transitions) build_transition(t, id);
  // A thread of the paper ends where its text ends. Threads that name their exit
  // say themselves what they mean.
  bool is_end = loc.transitions.empty() && syn.kind == ProcKind::Thread && syn.exit.text.empty();
  if (!is_end) return;
  Transition end;
  end.source = id;
  end.target = proc_->exit;
  end.invisible = true;
  end.span = loc.name.span;
  proc_->transitions.push_back(std::move(end));
}

void BirBuilder::build_transition(const SynTransition& syn, LocId source) {
  for (auto& [type, pool] : temps_) pool.used = 0;
  Transition t;
  t.source = source;
  t.invisible = syn.invisible;
  t.span = syn.span;
  t.target = label(syn.target);
  if (!syn.except.text.empty()) t.except = label(syn.except);
  hoist_ = &t.reads;
  for (const SynAction& action : syn.reads) build_read(action, t);
  const SynExpr& guard = file_.expr(syn.guard);
  bool always =
      guard.kind == SynExprKind::Literal && !guard.parens && guard.value == Constant(true);
  hoist_ = &t.reads;
  if (!always) t.guard = lower_as(syn.guard, simple_type(TypeKind::Bool));
  for (std::size_t i = 0; i < syn.actions.size(); ++i) {
    const SynAction& action = syn.actions[i];
    if (action.kind == SynActionKind::ExitThread) {
      if (i + 1 != syn.actions.size()) {
        sink_.report(Kind::BirNotLast, action.span, "exit");
      }
      t.target = proc_->exit;
      continue;
    }
    build_action(action, t);
  }
  hoist_ = nullptr;
  proc_->transitions.push_back(std::move(t));
}

}  // namespace bir
