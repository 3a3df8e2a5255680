#include "logic/dl/program.h"

#include "logic/dl/store.h"

namespace dl {

Program::Program() : store(std::make_unique<Store>()) {}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

PoolId initial_pool(const Program& program) {
  Pool pool;
  for (std::size_t i = 0; i < program.processes.size(); ++i) {
    const ThreadId thread = program.store->make_process(static_cast<std::uint32_t>(i));
    pool.push_back({thread, program.processes[i].code, 0});
  }
  return program.store->make_pool(std::move(pool));
}

SubstId initial_subst(const Program& program) {
  Subst subst;
  for (const Declaration& declaration : program.declarations) {
    subst.emplace_back(declaration.var, declaration.initial);
  }
  return program.store->make_subst(std::move(subst));
}

namespace {

ExprId all_of(Store& store, const std::vector<Clause>& clauses) {
  std::vector<ExprId> parts;
  parts.reserve(clauses.size());
  for (const Clause& clause : clauses) parts.push_back(clause.formula);
  return store.conjunction(parts);
}

}  // namespace

ExprId goal_formula(const Program& program) {
  Store& store = *program.store;
  const ExprId box = store.make_box(initial_pool(program), all_of(store, program.ensures));
  const ExprId claim = store.make_implies(all_of(store, program.requires_), box);
  return store.make_update(initial_subst(program), claim);
}

ExprId contradiction_formula(const Program& program) {
  Store& store = *program.store;
  const ExprId never = store.make_not(all_of(store, program.requires_));
  return store.make_update(initial_subst(program), never);
}

}  // namespace dl
