#include "engine/symex/program_tables.h"

#include <algorithm>
#include <map>

#include "ir/pass/call_graph.h"
#include "ir/pass/shared_guards.h"

namespace symex {

namespace {

// Whether the action checks something. What the entry requires is assumed, and what is
// exceptional is checked by every step that throws nothing.
bool is_check(const ir::Procedure& proc, bool is_entry, const ir::Action& action) {
  if (std::holds_alternative<ir::Assert>(action)) return true;
  const auto* check = std::get_if<ir::CheckContract>(&action);
  if (!check || check->kind == ir::ContractKind::Exceptional) return false;
  if (check->kind == ir::ContractKind::Input) return false;
  if (is_entry && check->kind == ir::ContractKind::Requires) return false;
  return std::any_of(proc.contract.begin(), proc.contract.end(),
                     [&](const ir::Clause& clause) { return clause.kind == check->kind; });
}

bool has_check(const ir::Procedure& proc, bool is_entry) {
  for (const ir::Transition& t : proc.transitions) {
    for (const ir::Action& action : t.actions) {
      if (is_check(proc, is_entry, action)) return true;
    }
  }
  return false;
}

bool has_thread_test(const std::vector<ir::Action>& actions) {
  return std::any_of(actions.begin(), actions.end(),
                     [](const ir::Action& a) { return std::holds_alternative<ir::TestThread>(a); });
}

// Whatever can be reached from a fork that can be reached from what it starts.
std::vector<bool> find_recursive_forks(const ir::Program& program, const pass::CallGraph& calls) {
  std::vector<bool> result(program.procs.size(), false);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    for (ir::ProcId started : calls.forks(ir::ProcId(i))) {
      if (result[started.index()] && result[i]) continue;
      std::vector<bool> reached = calls.reachable(started);
      if (!reached[i]) continue;
      for (std::size_t k = 0; k < reached.size(); ++k) result[k] = result[k] || reached[k];
    }
  }
  return result;
}

}  // namespace

ProgramTables::ProgramTables(const ir::Program& program)
    : program_(program),
      awaits_(program),
      future_writes_(program),
      cut_loops_(program),
      access_modes_(program),
      watched_(program, pass::Hierarchy(program)),
      shared_guards_(pass::has_shared_guards(program)),
      slots_(program.fields.size()) {
  pass::Hierarchy hierarchy(program);
  pass::CallGraph calls(program, hierarchy);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    procs_.push_back(make_tables(ir::ProcId(i)));
    const ir::Procedure& proc = program.procs[i];
    for (std::size_t at = 0; at < proc.locations.size(); ++at) {
      tries_monitors_ = tries_monitors_ || procs_[i].steps.at(ir::LocId(at)).tries_monitor;
    }
    recursive_.push_back(calls.is_recursive(ir::ProcId(i)));
  }
  forks_recursively_ = find_recursive_forks(program, calls);
  recursive_forks_ = static_cast<std::size_t>(
      std::count(forks_recursively_.begin(), forks_recursively_.end(), true));
  std::vector<bool> reachable = calls.reachable(program.entry);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    bool is_entry = ir::ProcId(i) == program.entry;
    has_checks_ = has_checks_ || (reachable[i] && has_check(program.procs[i], is_entry));
  }
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      tests_threads_ = tests_threads_ || has_thread_test(t.reads) || has_thread_test(t.actions);
    }
  }
  std::map<std::string, ir::TypeId> types;
  for (const ir::Field& field : program.fields) {
    bool is_known = types.emplace(field.name, field.type).first->second == field.type;
    labels_.push_back(is_known ? field.name : program.cls(field.owner).name + "::" + field.name);
  }
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    fields_.push_back(program.all_fields(ir::ClassId(i)));
    inputs_.push_back(hierarchy.inputs(ir::ClassId(i)));
    // Inherited fields come first, so a field has the same place in all subclasses.
    for (std::size_t s = 0; s < fields_[i].size(); ++s) slots_[fields_[i][s].index()] = s;
  }
}

ProgramTables::ProcTables ProgramTables::make_tables(ir::ProcId id) const {
  const ir::Procedure& proc = program_.proc(id);
  ProcTables result{ir::outgoing(proc), StepTable(program_, id, watched_), {}};
  for (const ir::Transition& t : proc.transitions) {
    for (const ir::Action& action : t.actions) {
      const auto* fork = std::get_if<ir::Fork>(&action);
      if (!fork) continue;
      for (ir::ExprId arg : fork->args) {
        const ir::Expr& e = program_.expr(arg);
        if (e.kind == ir::ExprKind::Local) result.fork_arguments.push_back(e.local);
      }
    }
  }
  return result;
}

}  // namespace symex
