// Sort inference by unification: each variable and each use has a class, a class has at most
// one sort and remembers what fixed it, so that a conflict can show both places.
#include "lang/pl/check.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace pl {

namespace {

using diag::Kind;
using dl::ExprKind;
using dl::Sort;

using ClassId = std::uint32_t;

struct SortClass {
  ClassId parent = 0;
  std::optional<Sort> sort;
  Span reason;  // what fixed the sort
};

std::string_view noun(Sort sort) { return sort == Sort::Int ? "an integer" : "a boolean"; }

class Checker {
 public:
  Checker(File& file, diag::Sink& sink) : file_(file), sink_(sink) {}

  std::vector<Slot> run() {
    for (Declaration& declaration : file_.declarations) declare(declaration);
    name_processes();
    for (Clause& clause : file_.requires_) formula(clause.formula);
    for (Clause& clause : file_.ensures) formula(clause.formula);
    for (Process& process : file_.processes) block(process.body);
    for (Formula& one : file_.formulas) formula(one.formula);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      slots_[i].sort = classes_[find(slot_class_[i])].sort.value_or(Sort::Int);
    }
    return std::move(slots_);
  }

 private:
  // ---- classes
  ClassId fresh() {
    const auto id = static_cast<ClassId>(classes_.size());
    classes_.push_back({id, std::nullopt, {}});
    return id;
  }
  ClassId fixed(Sort sort, Span span) {
    const ClassId id = fresh();
    classes_[id].sort = sort;
    classes_[id].reason = span;
    return id;
  }
  ClassId find(ClassId id) {
    while (classes_[id].parent != id) {
      classes_[id].parent = classes_[classes_[id].parent].parent;
      id = classes_[id].parent;
    }
    return id;
  }

  // False if they have different sorts.
  bool unify(ClassId a, ClassId b) {
    a = find(a);
    b = find(b);
    if (a == b) return true;
    if (classes_[a].sort && classes_[b].sort) return classes_[a].sort == classes_[b].sort;
    if (classes_[b].sort) std::swap(a, b);
    classes_[b].parent = a;
    return true;
  }

  void require(ClassId id, Sort sort, Span where) {
    SortClass& found = classes_[find(id)];
    if (!found.sort) {
      found.sort = sort;
      found.reason = where;
    } else if (*found.sort != sort) {
      auto& added =
          sink_.report(Kind::PlSort, where,
                       fmt::format("this must be {}, but it is {}", noun(sort), noun(*found.sort)));
      if (found.reason != where) {
        added.label(found.reason, fmt::format("{} because of this", noun(*found.sort)));
      }
    }
  }

  void require_same(ClassId a, Span a_span, ClassId b, Span b_span) {
    if (unify(a, b)) return;
    const Sort left = *classes_[find(a)].sort;
    const Sort right = *classes_[find(b)].sort;
    sink_
        .report(Kind::PlSort, b_span,
                fmt::format("{} cannot be combined with {}", noun(right), noun(left)))
        .label(a_span, std::string(noun(left)));
  }

  // ---- names
  std::uint32_t add_slot(const Name& name, bool is_bound) {
    const auto slot = static_cast<std::uint32_t>(slots_.size());
    slots_.push_back({name.text, name.span, is_bound, Sort::Int});
    slot_class_.push_back(fresh());
    return slot;
  }

  void declare(Declaration& declaration) {
    Name& name = declaration.name;
    if (auto found = globals_.find(name.text); found != globals_.end()) {
      sink_.report(Kind::PlDuplicate, name.span, name.text)
          .label(slots_[found->second].span, "declared here first");
      name.slot = found->second;
      return;
    }
    name.slot = add_slot(name, false);
    globals_.emplace(name.text, name.slot);
    require(slot_class_[name.slot], declaration.sort, name.span);
    if (!declaration.initial) return;
    require(expr(*declaration.initial, false), declaration.sort, declaration.initial->span);
    check_constant(*declaration.initial);
  }

  void check_constant(const Expr& e) {
    if (e.kind == ExprKind::Var) {
      sink_.report(Kind::PlInitial, e.span, e.name.text);
    }
    for (const Expr* part : {e.a, e.b, e.c}) {
      if (part) check_constant(*part);
    }
  }

  void name_processes() {
    for (std::size_t i = 0; i < file_.processes.size(); ++i) {
      const Process& process = file_.processes[i];
      if (!process.name) continue;
      auto [found, is_new] = processes_.emplace(process.name->text, i);
      if (is_new) continue;
      sink_.report(Kind::PlDuplicate, process.name->span, process.name->text)
          .label(file_.processes[found->second].name->span, "declared here first");
    }
  }

  ClassId resolve(Name& name) {
    for (auto it = bound_.rbegin(); it != bound_.rend(); ++it) {
      if (slots_[*it].name == name.text) {
        name.slot = *it;
        return slot_class_[name.slot];
      }
    }
    auto found = globals_.find(name.text);
    if (found == globals_.end()) {
      found = globals_.emplace(name.text, add_slot(name, false)).first;
    }
    name.slot = found->second;
    return slot_class_[name.slot];
  }

  void resolve_process(BoxItem& item) {
    auto found = processes_.find(item.reference->text);
    if (found != processes_.end()) {
      item.process = found->second;
      return;
    }
    auto& added = sink_.report(Kind::PlUnknownProcess, item.reference->span, item.reference->text);
    std::vector<std::string_view> names;
    for (const Process& process : file_.processes) {
      if (process.name) names.push_back(process.name->text);
    }
    if (auto near = diag::nearest(item.reference->text, names)) {
      added.help(fmt::format("did you mean `{}`?", *near));
    }
  }

  // ---- expressions
  void formula(Expr* e) { require(expr(*e, true), Sort::Bool, e->span); }

  ClassId expr(Expr& e, bool in_formula) {
    const bool is_formula = e.kind >= ExprKind::Forall;
    if (is_formula && !in_formula) {
      sink_.report(Kind::PlFormulaInProgram, e.span);
      return fresh();
    }
    switch (e.kind) {
      case ExprKind::Int: return fixed(Sort::Int, e.span);
      case ExprKind::Bool: return fixed(Sort::Bool, e.span);
      case ExprKind::Var: return resolve(e.name);
      case ExprKind::Unary: {
        const Sort sort = e.unary == dl::UnaryOp::Neg ? Sort::Int : Sort::Bool;
        require(expr(*e.a, in_formula), sort, e.a->span);
        return fixed(sort, e.span);
      }
      case ExprKind::Binary: return binary(e, in_formula);
      case ExprKind::Ite: {
        require(expr(*e.a, in_formula), Sort::Bool, e.a->span);
        const ClassId then = expr(*e.b, in_formula);
        require_same(then, e.b->span, expr(*e.c, in_formula), e.c->span);
        return then;
      }
      case ExprKind::Forall:
      case ExprKind::Exists: return quantifier(e);
      case ExprKind::Box: return box(e);
      case ExprKind::Update: return update(e);
    }
    return fresh();
  }

  ClassId binary(Expr& e, bool in_formula) {
    const ClassId left = expr(*e.a, in_formula);
    const ClassId right = expr(*e.b, in_formula);
    if (e.binary == dl::BinaryOp::Eq || e.binary == dl::BinaryOp::Ne) {
      require_same(left, e.a->span, right, e.b->span);
    } else {
      require(left, dl::operand_sort(e.binary), e.a->span);
      require(right, dl::operand_sort(e.binary), e.b->span);
    }
    return fixed(dl::result_sort(e.binary), e.span);
  }

  ClassId quantifier(Expr& e) {
    e.name.slot = add_slot(e.name, true);
    if (e.sort) require(slot_class_[e.name.slot], *e.sort, e.name.span);
    bound_.push_back(e.name.slot);
    formula(e.a);
    bound_.pop_back();
    return fixed(Sort::Bool, e.span);
  }

  ClassId box(Expr& e) {
    for (BoxItem& item : e.items) {
      if (item.reference) {
        resolve_process(item);
      } else {
        block(item.body);
      }
    }
    formula(e.a);
    return fixed(Sort::Bool, e.span);
  }

  ClassId update(Expr& e) {
    std::vector<std::uint32_t> updated;
    for (Binding& binding : e.bindings) {
      const ClassId value = expr(*binding.value, false);
      require_same(resolve(binding.name), binding.name.span, value, binding.value->span);
      if (std::find(updated.begin(), updated.end(), binding.name.slot) != updated.end()) {
        sink_.report(Kind::PlDuplicate, binding.name.span, binding.name.text);
      }
      updated.push_back(binding.name.slot);
    }
    formula(e.a);
    return fixed(Sort::Bool, e.span);
  }

  // ---- statements
  void block(Block& stmts) {
    for (Stmt* stmt : stmts) statement(*stmt);
  }

  void statement(Stmt& stmt) {
    if (stmt.kind == dl::StmtKind::Assign) {
      const ClassId target = resolve(stmt.target);
      require_same(target, stmt.target.span, expr(*stmt.value, false), stmt.value->span);
    } else if (stmt.value) {
      require(expr(*stmt.value, false), Sort::Bool, stmt.value->span);
    }
    for (Expr* invariant : stmt.invariants) formula(invariant);
    block(stmt.body);
    block(stmt.otherwise);
  }

  File& file_;
  diag::Sink& sink_;
  std::vector<SortClass> classes_;
  std::vector<Slot> slots_;
  std::vector<ClassId> slot_class_;
  std::vector<std::uint32_t> bound_;  // the quantifiers around, outermost first
  std::unordered_map<std::string_view, std::uint32_t> globals_;
  std::unordered_map<std::string_view, std::size_t> processes_;
};

}  // namespace

std::vector<Slot> check(File& file, diag::Sink& sink) { return Checker(file, sink).run(); }

}  // namespace pl
