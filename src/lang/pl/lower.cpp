// Every variable becomes a global, every process and every `new` a procedure. What a statement
// does to shared variables is one transition, which loads them into scratch locals; choices
// over those are further, local transitions, so that no guard but that of `await` reads shared
// variables.
#include "lang/pl/lower.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "logic/dl/store.h"
#include "logic/dl/subst.h"

namespace pl {

namespace {

using base::Span;

// What the whole program became so far.
struct Lowered {
  dl::Store& store;
  ir::Program& ir;
  std::unordered_map<dl::VarId, ir::GlobalId> globals;
  // Bodies of new threads that are still to be lowered: procedure and code.
  std::vector<std::pair<ir::ProcId, dl::CodeId>> pending;
  bool may_fail = false;  // divides by something that may be zero

  ir::TypeId type(dl::Sort sort) const {
    return ir.types.make(sort == dl::Sort::Int ? ir::TypeKind::Int : ir::TypeKind::Bool);
  }
  ir::ProcId add_proc(std::string name, Span span) {
    ir.procs.push_back(
        {.name = std::move(name), .result = ir.types.make(ir::TypeKind::Void), .span = span});
    return ir::ProcId(ir.procs.size() - 1);
  }
};

// Fills one procedure. Procedures are added while bodies are lowered, so this one is looked up
// anew each time.
class ProcLowerer {
 public:
  ProcLowerer(Lowered& lowered, ir::ProcId id) : lowered_(lowered), proc_id_(id) {
    proc().entry = new_location();
    proc().exit = new_location();
    proc().except = new_location();
  }

  // `code` from the entry to the exit.
  void body(dl::CodeId code) { block(code, proc().entry, proc().exit); }

  ir::Procedure& proc() { return lowered_.ir.procs[proc_id_.index()]; }

  ir::LocId new_location() {
    proc().locations.push_back({.name = "L" + std::to_string(proc().locations.size()), .live = {}});
    return ir::LocId(proc().locations.size() - 1);
  }

  ir::LocalId new_local(std::string name, dl::Sort sort, bool is_temp, Span span) {
    proc().locals.push_back(
        {.name = std::move(name), .type = lowered_.type(sort), .is_temp = is_temp, .span = span});
    return ir::LocalId(proc().locals.size() - 1);
  }

  // Where variables are in the expressions that follow: the local that holds the value.
  std::unordered_map<dl::VarId, ir::LocalId> vars;

  // An expression without quantifiers and modalities.
  ir::ExprId expr(dl::ExprId id) {
    const dl::Expr& e = lowered_.store.expr(id);
    ir::Program& ir = lowered_.ir;
    switch (e.kind) {
      case dl::ExprKind::Int: return ir.constant_expr(lowered_.type(dl::Sort::Int), e.number);
      case dl::ExprKind::Bool: return ir.bool_constant(e.flag);
      case dl::ExprKind::Var: return ir.local_expr(proc(), vars.at(e.var));
      case dl::ExprKind::Unary:
        return ir.unary(e.unary == dl::UnaryOp::Neg ? ir::UnaryOp::Neg : ir::UnaryOp::Not,
                        expr(e.a));
      case dl::ExprKind::Binary: {
        const ir::ExprId a = expr(e.a);
        return ir.binary(binary_op(e.binary), a, expr(e.b));
      }
      case dl::ExprKind::Ite: {
        ir::Expr ite;
        ite.kind = ir::ExprKind::Ite;
        ite.type = lowered_.type(e.sort);
        ite.a = expr(e.a);
        ite.b = expr(e.b);
        ite.c = expr(e.c);
        return ir.add(ite);
      }
      default: UNREACHABLE("a formula in a program");
    }
  }

  ir::Transition& transition(ir::LocId source, ir::LocId target, Span span) {
    ir::Transition added;
    added.source = source;
    added.target = target;
    added.span = span;
    proc().transitions.push_back(std::move(added));
    return proc().transitions.back();
  }

  // Transitions were made statement by statement, those of inner blocks first.
  void finish() {
    std::stable_sort(
        proc().transitions.begin(), proc().transitions.end(),
        [](const ir::Transition& a, const ir::Transition& b) { return a.source < b.source; });
  }

 private:
  static ir::BinaryOp binary_op(dl::BinaryOp op) {
    switch (op) {
      case dl::BinaryOp::Iff:
      case dl::BinaryOp::Eq: return ir::BinaryOp::Eq;
      case dl::BinaryOp::Implies: return ir::BinaryOp::Implies;
      case dl::BinaryOp::Or: return ir::BinaryOp::Or;
      case dl::BinaryOp::And: return ir::BinaryOp::And;
      case dl::BinaryOp::Ne: return ir::BinaryOp::Ne;
      case dl::BinaryOp::Lt: return ir::BinaryOp::Lt;
      case dl::BinaryOp::Le: return ir::BinaryOp::Le;
      case dl::BinaryOp::Gt: return ir::BinaryOp::Gt;
      case dl::BinaryOp::Ge: return ir::BinaryOp::Ge;
      case dl::BinaryOp::Add: return ir::BinaryOp::Add;
      case dl::BinaryOp::Sub: return ir::BinaryOp::Sub;
      case dl::BinaryOp::Mul: return ir::BinaryOp::Mul;
      case dl::BinaryOp::Div: return ir::BinaryOp::Div;
      case dl::BinaryOp::Rem: return ir::BinaryOp::Rem;
    }
    UNREACHABLE("binary operator");
  }

  void block(dl::CodeId code, ir::LocId from, ir::LocId to) {
    if (!code) {
      transition(from, to, proc().span).invisible = true;
      return;
    }
    for (; code; code = lowered_.store.code(code).rest) {
      const ir::LocId next = lowered_.store.code(code).rest ? new_location() : to;
      statement(lowered_.store.first(code), from, next);
      from = next;
    }
  }

  // Where a branch with this code begins; an empty one begins at its end.
  ir::LocId branch(dl::CodeId code, ir::LocId to) {
    if (!code) return to;
    const ir::LocId from = new_location();
    block(code, from, to);
    return from;
  }

  // What a statement needs of the shared variables: they are loaded into scratch locals, over
  // which its value is an expression.
  struct Reading {
    std::vector<ir::Action> loads;
    ir::ExprId value;
    ir::ExprId defined;  // when there is a value; invalid: always
  };

  // The scratch local for a variable, shared by all statements of the procedure.
  ir::LocalId scratch(dl::VarId var) {
    if (auto found = scratch_.find(var); found != scratch_.end()) return found->second;
    const dl::Variable& variable = lowered_.store.var(var);
    const ir::LocalId local = new_local("$" + variable.name, variable.sort, true, variable.span);
    scratch_.emplace(var, local);
    return local;
  }

  // A scratch local that holds what a transition found out, for the next one.
  ir::LocalId flag(ir::LocalId& local, const char* name) {
    if (!local) local = new_local(name, dl::Sort::Bool, true, proc().span);
    return local;
  }

  Reading read(dl::ExprId value) {
    Reading reading;
    vars.clear();
    for (dl::VarId var : dl::free_vars(lowered_.store, value)) {
      vars[var] = scratch(var);
      reading.loads.push_back(ir::LoadGlobal{vars[var], lowered_.globals.at(var)});
    }
    const dl::ExprId defined = dl::definedness(lowered_.store, value);
    if (defined != lowered_.store.make_bool(true)) {
      reading.defined = expr(defined);
      lowered_.may_fail = true;
    }
    reading.value = expr(value);
    return reading;
  }

  ir::ExprId negation(ir::ExprId a) { return lowered_.ir.unary(ir::UnaryOp::Not, a); }
  ir::ExprId local(ir::LocalId id) { return lowered_.ir.local_expr(proc(), id); }

  // `value`, or `other` where there is none.
  ir::ExprId value_or(const Reading& reading, ir::ExprId other) {
    if (!reading.defined) return reading.value;
    ir::Expr ite;
    ite.kind = ir::ExprKind::Ite;
    ite.type = lowered_.ir.expr(reading.value).type;
    ite.a = reading.defined;
    ite.b = reading.value;
    ite.c = other;
    return lowered_.ir.add(ite);
  }

  void fail(ir::LocId from, ir::ExprId guard, Span span) {
    ir::Transition& failing = transition(from, proc().except, span);
    failing.guard = guard;
    failing.actions.push_back(ir::Throw{ir::ExceptionKind::DivisionByZero, ""});
  }

  // From `from`, with the loads and then `last` as one step, to `to`; if there is no value, the
  // next step of the thread fails. `last` must do no harm then.
  void step(Reading reading, ir::Action last, ir::LocId from, ir::LocId to, Span span) {
    std::vector<ir::Action> actions = std::move(reading.loads);
    if (!reading.defined) {
      actions.push_back(std::move(last));
      transition(from, to, span).actions = std::move(actions);
      return;
    }
    const ir::LocalId good = flag(defined_, "$defined");
    actions.push_back(ir::Assign{good, reading.defined});
    actions.push_back(std::move(last));
    const ir::LocId middle = new_location();
    transition(from, middle, span).actions = std::move(actions);
    transition(middle, to, span).guard = local(good);
    fail(middle, negation(local(good)), span);
  }

  // From `from`, one step that evaluates the condition, and a local one that chooses.
  void decide(dl::ExprId condition, ir::LocId from, ir::LocId then, ir::LocId otherwise,
              Span span) {
    Reading reading = read(condition);
    ir::ExprId value = value_or(reading, lowered_.ir.bool_constant(false));
    const ir::LocId chosen = new_location();
    if (lowered_.store.expr(condition).kind == dl::ExprKind::Bool) {  // `while true`: a plain loop
      transition(from, chosen, span);
    } else {
      const ir::LocalId holds = flag(holds_, "$holds");
      step(std::move(reading), ir::Assign{holds, value}, from, chosen, span);
      value = local(holds);
    }
    transition(chosen, then, span).guard = value;
    transition(chosen, otherwise, span).guard = negation(value);
  }

  void assign(const dl::Stmt& stmt, ir::LocId from, ir::LocId to) {
    Reading reading = read(stmt.value);
    const ir::GlobalId target = lowered_.globals.at(stmt.target);
    ir::ExprId old;
    if (reading.defined) {  // then the old value is stored again
      if (vars.count(stmt.target) == 0) {
        reading.loads.push_back(ir::LoadGlobal{scratch(stmt.target), target});
      }
      old = local(scratch(stmt.target));
    }
    const ir::ExprId value = value_or(reading, old);
    step(std::move(reading), ir::StoreGlobal{target, value}, from, to, stmt.span);
  }

  // The only statement whose guard reads shared variables: it blocks.
  void await(const dl::Stmt& stmt, ir::LocId from, ir::LocId to) {
    const Reading reading = read(stmt.value);
    ir::Transition& added = transition(from, to, stmt.span);
    added.reads = reading.loads;
    added.guard = reading.value;
    if (!reading.defined) return;
    added.guard = lowered_.ir.binary(ir::BinaryOp::And, reading.defined, reading.value);
    fail(from, negation(reading.defined), stmt.span);
    proc().transitions.back().reads = reading.loads;
  }

  // The assumption is about a local, so that no one else can notice the moment at which an
  // execution stops to count.
  void assume(const dl::Stmt& stmt, ir::LocId from, ir::LocId to) {
    Reading reading = read(stmt.value);
    const ir::LocalId holds = flag(holds_, "$holds");
    const ir::ExprId value = value_or(reading, lowered_.ir.bool_constant(true));
    const ir::LocId middle = new_location();
    step(std::move(reading), ir::Assign{holds, value}, from, middle, stmt.span);
    transition(middle, to, stmt.span).actions.push_back(ir::Assume{local(holds)});
  }

  void statement(const dl::Stmt& stmt, ir::LocId from, ir::LocId to) {
    switch (stmt.kind) {
      case dl::StmtKind::Assign: assign(stmt, from, to); break;
      case dl::StmtKind::Skip: transition(from, to, stmt.span); break;
      case dl::StmtKind::If: {
        const ir::LocId then = branch(stmt.body, to);
        const ir::LocId otherwise = branch(stmt.otherwise, to);
        decide(stmt.value, from, then, otherwise, stmt.span);
        break;
      }
      case dl::StmtKind::While: loop(stmt, from, to); break;
      case dl::StmtKind::Await: await(stmt, from, to); break;
      case dl::StmtKind::Assume: assume(stmt, from, to); break;
      case dl::StmtKind::Assert: {
        Reading reading = read(stmt.value);
        const ir::ExprId value = value_or(reading, lowered_.ir.bool_constant(true));
        step(std::move(reading), ir::Assert{value}, from, to, stmt.span);
        break;
      }
      case dl::StmtKind::Spawn: spawn(stmt, from, to); break;
      case dl::StmtKind::Join: transition(from, to, stmt.span).actions.push_back(ir::Join{}); break;
    }
  }

  // A bounded loop counts its iterations in a local.
  void loop(const dl::Stmt& stmt, ir::LocId from, ir::LocId to) {
    if (!stmt.bound) {
      decide(stmt.value, from, branch(stmt.body, from), to, stmt.span);
      return;
    }
    ir::Program& ir = lowered_.ir;
    const ir::LocalId left =
        new_local("$left" + std::to_string(loops_++), dl::Sort::Int, true, stmt.span);
    const ir::LocId head = new_location();
    ir::Transition& start = transition(from, head, stmt.span);
    start.actions.push_back(ir::Assign{left, ir.int_constant(*stmt.bound)});
    const ir::ExprId is_left = ir.binary(ir::BinaryOp::Gt, local(left), ir.int_constant(0));
    const ir::ExprId less = ir.binary(ir::BinaryOp::Sub, local(left), ir.int_constant(1));
    const ir::LocId test = new_location();
    transition(head, to, stmt.span).guard = negation(is_left);
    ir::Transition& more = transition(head, test, stmt.span);
    more.guard = is_left;
    more.actions.push_back(ir::Assign{left, less});
    decide(stmt.value, test, branch(stmt.body, head), to, stmt.span);
  }

  void spawn(const dl::Stmt& stmt, ir::LocId from, ir::LocId to) {
    std::string name = proc().name + ".new" + std::to_string(spawned_++);
    const ir::ProcId target = lowered_.add_proc(std::move(name), stmt.span);
    lowered_.pending.emplace_back(target, stmt.body);
    ir::Fork fork;
    fork.callee.proc = target;
    transition(from, to, stmt.span).actions.push_back(std::move(fork));
  }

  Lowered& lowered_;
  ir::ProcId proc_id_;
  std::unordered_map<dl::VarId, ir::LocalId> scratch_;
  ir::LocalId holds_;    // the value of a condition, once it is needed
  ir::LocalId defined_;  // whether an expression had a value, once it is needed
  int loops_ = 0;
  int spawned_ = 0;
};

class ProgramLowerer {
 public:
  ProgramLowerer(const dl::Program& source, ir::Program& ir)
      : source_(source), lowered_{*source.store, ir, {}, {}, false} {}

  void run() {
    declare_globals();
    const ir::ProcId main = lowered_.add_proc(kMain, source_.processes.front().span);
    lowered_.ir.entry = main;
    std::vector<ir::ProcId> procs;
    for (std::size_t i = 0; i < source_.processes.size(); ++i) {
      const dl::Process& process = source_.processes[i];
      procs.push_back(lowered_.add_proc(proc_name(process, i), process.span));
      lowered_.pending.emplace_back(procs.back(), process.code);
    }
    // Lowering a body may add more of them.
    for (std::size_t i = 0; i < lowered_.pending.size(); ++i) {
      const auto [proc, code] = lowered_.pending[i];
      ProcLowerer lowerer(lowered_, proc);
      lowerer.body(code);
      lowerer.finish();
    }
    lower_main(main, procs);
  }

 private:
  static std::string proc_name(const dl::Process& process, std::size_t index) {
    return process.name.empty() ? "proc" + std::to_string(index) : "proc." + process.name;
  }

  void declare_globals() {
    std::unordered_map<dl::VarId, dl::ExprId> initial;
    for (const dl::Declaration& declaration : source_.declarations) {
      initial.emplace(declaration.var, declaration.initial);
    }
    for (dl::VarId id : source_.variables) {
      const dl::Variable& var = source_.store->var(id);
      ir::Global global;
      global.name = var.name;
      global.type = lowered_.type(var.sort);
      global.span = var.span;
      if (auto found = initial.find(id); found != initial.end()) {
        const dl::Expr& value = source_.store->expr(found->second);
        if (value.kind == dl::ExprKind::Int) {
          global.initial = value.number;
        } else {
          global.initial = value.flag;
        }
      } else {
        inputs_.push_back(id);
      }
      lowered_.globals.emplace(id, ir::GlobalId(lowered_.ir.globals.size()));
      lowered_.ir.globals.push_back(std::move(global));
    }
  }

  // Takes the inputs, assumes `requires`, starts all processes at once, waits for them and
  // asserts `ensures`.
  void lower_main(ir::ProcId main, const std::vector<ir::ProcId>& procs) {
    ProcLowerer lowerer(lowered_, main);
    ir::Procedure& proc = lowerer.proc();
    const Span span = proc.span;
    std::vector<ir::Action> start;
    for (dl::VarId id : inputs_) {
      const dl::Variable& var = source_.store->var(id);
      const ir::LocalId param = lowerer.new_local(var.name, var.sort, false, var.span);
      proc.params.push_back(param);
      const ir::ExprId value = lowered_.ir.local_expr(proc, param);
      start.push_back(ir::StoreGlobal{lowered_.globals.at(id), value});
    }
    add_clauses(lowerer, source_.requires_, ir::ContractKind::Requires, start);
    for (ir::ProcId started : procs) {
      ir::Fork fork;
      fork.callee.proc = started;
      start.push_back(std::move(fork));
    }
    std::vector<ir::Action> end;
    end.push_back(ir::Join{});
    add_clauses(lowerer, source_.ensures, ir::ContractKind::Ensures, end);
    if (lowered_.may_fail) {
      proc.contract.push_back(
          {ir::ContractKind::Exceptional, lowered_.ir.bool_constant(false), span});
    }
    const ir::LocId middle = lowerer.new_location();
    lowerer.transition(proc.entry, middle, span).actions = std::move(start);
    const Span close = source_.ensures.empty() ? span : source_.ensures.front().span;
    lowerer.transition(middle, proc.exit, close).actions = std::move(end);
  }

  // Loads the variables of the clauses as they are now, and checks the clauses.
  void add_clauses(ProcLowerer& lowerer, const std::vector<dl::Clause>& clauses,
                   ir::ContractKind kind, std::vector<ir::Action>& actions) {
    if (clauses.empty()) return;
    lowerer.vars.clear();
    const std::string suffix = kind == ir::ContractKind::Requires ? "$1" : "$2";
    for (const dl::Clause& clause : clauses) {
      for (dl::VarId id : dl::free_vars(*source_.store, clause.formula)) {
        if (lowerer.vars.count(id) != 0) continue;
        const dl::Variable& var = source_.store->var(id);
        const ir::LocalId local = lowerer.new_local(var.name + suffix, var.sort, false, var.span);
        lowerer.vars.emplace(id, local);
        actions.push_back(ir::LoadGlobal{local, lowered_.globals.at(id)});
      }
      const ir::ExprId condition = lowerer.expr(clause.formula);
      lowerer.proc().contract.push_back({kind, condition, clause.span});
    }
    actions.push_back(ir::CheckContract{kind});
  }

  const dl::Program& source_;
  Lowered lowered_;
  std::vector<dl::VarId> inputs_;  // variables that are not declared
};

}  // namespace

std::optional<ir::Program> lower(const dl::Program& program, const LowerOptions& options,
                                 diag::Sink& sink) {
  if (program.processes.empty()) {
    const Span span = program.formulas.empty() ? Span() : program.formulas.front().span;
    sink.report(diag::Kind::PlNoProcess, span);
    return std::nullopt;
  }
  for (const auto* clauses : {&program.requires_, &program.ensures}) {
    for (const dl::Clause& clause : *clauses) {
      const dl::Expr& formula = program.store->expr(clause.formula);
      if (formula.has_quantifier || formula.has_modality) {
        sink.report(diag::Kind::PlNotExecutable, clause.span)
            .help("prove this goal with `braid prove`");
      }
    }
  }
  if (sink.has_errors()) return std::nullopt;
  ir::Program result;
  result.int_mode = options.int_mode;
  ProgramLowerer(program, result).run();
  return result;
}

}  // namespace pl
