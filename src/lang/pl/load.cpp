#include "lang/pl/load.h"

#include "base/check.h"
#include "base/utf8.h"
#include "lang/pl/check.h"
#include "lang/pl/parser.h"
#include "logic/dl/eval.h"
#include "logic/dl/store.h"
#include "logic/dl/subst.h"

namespace pl {

namespace {

using dl::ExprKind;

class Builder {
 public:
  Builder(const File& file, const std::vector<Slot>& slots, diag::Sink& sink)
      : file_(file), slots_(slots), sink_(sink) {}

  dl::Program run() {
    make_variables();
    for (const Declaration& declaration : file_.declarations) declare(declaration);
    for (const Process& process : file_.processes) {
      dl::Process made;
      if (process.name) made.name = process.name->text;
      made.span = process.span;
      made.code = block(process.body);
      program_.processes.push_back(std::move(made));
    }
    for (const Clause& one : file_.requires_) program_.requires_.push_back(clause(one));
    for (const Clause& one : file_.ensures) program_.ensures.push_back(clause(one));
    for (const Formula& one : file_.formulas) {
      const std::string name(one.name ? one.name->text : std::string_view());
      program_.formulas.push_back({name, formula(*one.formula), one.span});
    }
    return std::move(program_);
  }

 private:
  dl::Store& store() { return *program_.store; }

  void make_variables() {
    for (const Slot& slot : slots_) {
      dl::Variable var;
      var.name = slot.name;
      var.sort = slot.sort;
      var.is_bound = slot.is_bound;
      var.span = slot.span;
      vars_.push_back(store().add_var(std::move(var)));
      if (!slot.is_bound) program_.variables.push_back(vars_.back());
    }
  }

  void declare(const Declaration& declaration) {
    dl::Declaration made;
    made.var = vars_[declaration.name.slot];
    made.span = declaration.name.span;
    base::Integer value(0);
    if (declaration.initial) {
      const auto computed = dl::eval(store(), expr(*declaration.initial), {});
      if (!computed) {
        sink_.report(diag::Kind::PlInitialDivision, declaration.initial->span);
        return;
      }
      value = *computed;
    }
    made.initial = declaration.sort == dl::Sort::Int ? store().make_int(value)
                                                     : store().make_bool(!value.is_zero());
    program_.declarations.push_back(made);
  }

  dl::Clause clause(const Clause& one) { return {formula(*one.formula), one.span}; }

  dl::ExprId formula(const Expr& e) { return dl::made_total(store(), expr(e)); }

  dl::ExprId expr(const Expr& e) {
    switch (e.kind) {
      case ExprKind::Int: return store().make_int(e.number);
      case ExprKind::Bool: return store().make_bool(e.flag);
      case ExprKind::Var: return store().make_var(vars_[e.name.slot]);
      case ExprKind::Unary: return store().make_unary(e.unary, expr(*e.a));
      case ExprKind::Binary: {
        const dl::ExprId a = expr(*e.a);
        return store().make_binary(e.binary, a, expr(*e.b));
      }
      case ExprKind::Ite: {
        const dl::ExprId a = expr(*e.a);
        const dl::ExprId b = expr(*e.b);
        return store().make_ite(a, b, expr(*e.c));
      }
      case ExprKind::Forall: return store().make_forall(vars_[e.name.slot], expr(*e.a));
      case ExprKind::Exists: return store().make_exists(vars_[e.name.slot], expr(*e.a));
      case ExprKind::Box: return box(e);
      case ExprKind::Update: {
        dl::Subst subst;
        for (const Binding& binding : e.bindings) {
          subst.emplace_back(vars_[binding.name.slot], expr(*binding.value));
        }
        return store().make_update(store().make_subst(std::move(subst)), expr(*e.a));
      }
    }
    UNREACHABLE("expression kind");
  }

  dl::ExprId box(const Expr& e) {
    dl::Pool pool;
    for (const BoxItem& item : e.items) {
      const auto index = static_cast<std::uint32_t>(pool.size());
      const Block& body = item.reference ? file_.processes[item.process].body : item.body;
      pool.push_back({store().make_process(index), block(body), 0});
    }
    return store().make_box(store().make_pool(std::move(pool)), expr(*e.a));
  }

  dl::CodeId block(const Block& stmts) {
    std::vector<dl::StmtId> made;
    made.reserve(stmts.size());
    for (const Stmt* stmt : stmts) made.push_back(statement(*stmt));
    return store().make_code(made);
  }

  dl::StmtId statement(const Stmt& stmt) {
    dl::Stmt made;
    made.kind = stmt.kind;
    made.span = stmt.span;
    if (stmt.kind == dl::StmtKind::Assign) made.target = vars_[stmt.target.slot];
    if (stmt.value) made.value = expr(*stmt.value);
    made.body = block(stmt.body);
    made.otherwise = block(stmt.otherwise);
    made.bound = stmt.bound;
    if (!stmt.invariants.empty()) {
      std::vector<dl::ExprId> parts;
      for (const Expr* invariant : stmt.invariants) parts.push_back(formula(*invariant));
      made.invariant = store().conjunction(parts);
      made.invariant_span = stmt.invariant_span;
    }
    return store().make_stmt(made);
  }

  const File& file_;
  const std::vector<Slot>& slots_;
  diag::Sink& sink_;
  dl::Program program_;
  std::vector<dl::VarId> vars_;  // by slot
};

bool is_text(const base::Sources& sources, base::FileId file, diag::Sink& sink) {
  const std::string_view text = sources.file(file).text();
  auto report = [&](diag::Kind kind, std::size_t at) {
    const auto begin = static_cast<std::uint32_t>(at);
    sink.report(kind, base::Span{file, begin, begin + 1});
    return false;
  };
  if (std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    return report(diag::Kind::BinaryFile, zero);
  }
  if (auto bad = base::utf8_invalid_at(text)) return report(diag::Kind::InvalidUtf8, *bad);
  return true;
}

}  // namespace

std::optional<dl::Program> load(const base::Sources& sources, base::FileId id, diag::Sink& sink) {
  if (!is_text(sources, id, sink)) return std::nullopt;
  File file;
  parse_file(sources, id, file, sink);
  if (sink.has_errors()) return std::nullopt;
  const std::vector<Slot> slots = check(file, sink);
  if (sink.has_errors()) return std::nullopt;
  dl::Program program = Builder(file, slots, sink).run();
  if (sink.has_errors()) return std::nullopt;
  return program;
}

}  // namespace pl
