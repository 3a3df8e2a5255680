#include "ir/equal.h"

#include <fmt/format.h>

#include <algorithm>

namespace ir {

namespace {

// Ids of classes, globals, procedures, locals and locations are positions that
// text keeps, so they are compared as they are. Types, fields, expressions and
// constants are numbered in the order of their creation, so they are compared by
// what they stand for.
class Comparer {
 public:
  Comparer(const Program& a, const Program& b) : a_(a), b_(b) {}

  std::string run() {
    check(a_.name == b_.name, "names of the programs");
    check(a_.int_mode == b_.int_mode, "integer modes");
    check(a_.entry == b_.entry, "entries");
    check(a_.root == b_.root, "root classes");
    definitions();
    each(a_.procs, b_.procs, "procedures",
         [&](const Procedure& x, const Procedure& y) { procedure(x, y); });
    each(a_.predicates, b_.predicates, "predicates",
         [&](const Predicate& x, const Predicate& y) { predicate(x, y); });
    each(a_.observables, b_.observables, "observables",
         [&](const Observable& x, const Observable& y) {
           check(x.name == y.name && x.text == y.text, "observables " + x.name);
         });
    return found_;
  }

 private:
  void check(bool same, std::string_view what) {
    if (!same && found_.empty()) found_ = where_ + std::string(what) + " differ";
  }

  template <class T, class Compare>
  void each(const std::vector<T>& x, const std::vector<T>& y, std::string_view what,
            Compare compare) {
    check(x.size() == y.size(), fmt::format("numbers of {}", what));
    for (std::size_t i = 0; i < x.size() && found_.empty(); ++i) compare(x[i], y[i]);
  }

  bool same(TypeId x, TypeId y) const;
  bool same(FieldId x, FieldId y) const;
  bool same(ExprId x, ExprId y) const;
  bool same(const std::optional<Constant>& x, const std::optional<Constant>& y) const {
    return x.has_value() == y.has_value() && (!x || same_constant(*x, *y));
  }
  bool same(const LockPlace& x, const LockPlace& y) const {
    return same(x.object, y.object) && same(x.field, y.field) && x.global == y.global;
  }
  bool same(const Callee& x, const Callee& y) const {
    return x.proc == y.proc && x.declared == y.declared && x.selector == y.selector;
  }
  bool same(const std::vector<ExprId>& x, const std::vector<ExprId>& y) const {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](ExprId p, ExprId q) { return same(p, q); });
  }
  bool same(const Action& x, const Action& y) const;
  bool same_struct(const auto& x, const auto& y) const;
  bool same(const std::vector<Action>& x, const std::vector<Action>& y) const {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](const Action& p, const Action& q) { return same(p, q); });
  }

  void definitions();
  void class_definition(const Class& x, const Class& y);
  void procedure(const Procedure& x, const Procedure& y);
  void local(const Local& x, const Local& y);
  void transition(const Transition& x, const Transition& y);
  void predicate(const Predicate& x, const Predicate& y);

  const Program& a_;
  const Program& b_;
  std::string where_;  // "procedure Main.f, "
  std::string found_;
};

bool Comparer::same(TypeId x, TypeId y) const {
  if (!x || !y) return x.is_valid() == y.is_valid();
  Type s = a_.type(x);
  Type t = b_.type(y);
  if (!same(s.element, t.element)) return false;
  s.element = t.element = {};
  return s == t;
}

bool Comparer::same(FieldId x, FieldId y) const {
  if (!x || !y) return x.is_valid() == y.is_valid();
  const Field& f = a_.field(x);
  const Field& g = b_.field(y);
  return f.name == g.name && f.owner == g.owner;
}

bool Comparer::same(ExprId x, ExprId y) const {
  if (!x || !y) return x.is_valid() == y.is_valid();
  const Expr& e = a_.expr(x);
  const Expr& f = b_.expr(y);
  if (e.kind != f.kind || e.local != f.local || e.index != f.index || e.cls != f.cls) return false;
  if (!same(e.field, f.field) || e.global != f.global) return false;
  if (e.kind == ExprKind::Unary && e.unary != f.unary) return false;
  if (e.kind == ExprKind::Binary && e.binary != f.binary) return false;
  if (!same(e.type, f.type) || !same(e.tested, f.tested)) return false;
  if (e.kind == ExprKind::Constant &&
      !same_constant(a_.constant(e.constant), b_.constant(f.constant))) {
    return false;
  }
  return same(e.a, f.a) && same(e.b, f.b) && same(e.c, f.c);
}

// One overload per action; a new action fails to compile until it is compared.
bool Comparer::same(const Action& x, const Action& y) const {
  if (x.index() != y.index()) return false;
  return ir::visit(
      [&](const auto& p) { return same_struct(p, std::get<std::decay_t<decltype(p)>>(y)); }, x);
}

bool Comparer::same_struct(const auto& x, const auto& y) const {
  return Match{
      [&](const Assign& p, const Assign& q) {
        return p.target == q.target && same(p.value, q.value);
      },
      [&](const LoadField& p, const LoadField& q) {
        return p.target == q.target && same(p.object, q.object) && same(p.field, q.field) &&
               p.mode == q.mode;
      },
      [&](const StoreField& p, const StoreField& q) {
        return same(p.object, q.object) && same(p.field, q.field) && same(p.value, q.value) &&
               p.mode == q.mode;
      },
      [&](const LoadElement& p, const LoadElement& q) {
        return p.target == q.target && same(p.array, q.array) && same(p.index, q.index) &&
               p.mode == q.mode;
      },
      [&](const StoreElement& p, const StoreElement& q) {
        return same(p.array, q.array) && same(p.index, q.index) && same(p.value, q.value) &&
               p.mode == q.mode;
      },
      [&](const LoadGlobal& p, const LoadGlobal& q) {
        return p.target == q.target && p.global == q.global && p.mode == q.mode;
      },
      [&](const StoreGlobal& p, const StoreGlobal& q) {
        return p.global == q.global && same(p.value, q.value) && p.mode == q.mode;
      },
      [&](const New& p, const New& q) {
        return p.target == q.target && p.cls == q.cls && p.collection == q.collection;
      },
      [&](const NewArray& p, const NewArray& q) {
        return p.target == q.target && same(p.type, q.type) && same(p.sizes, q.sizes) &&
               p.collection == q.collection;
      },
      [&](const Call& p, const Call& q) {
        return p.target == q.target && same(p.callee, q.callee) && same(p.args, q.args);
      },
      [&](const Fork& p, const Fork& q) {
        return p.target == q.target && same(p.callee, q.callee) && same(p.args, q.args) &&
               p.is_daemon == q.is_daemon;
      },
      [&](const Join&, const Join&) { return true; },
      [&](const JoinThread& p, const JoinThread& q) { return same(p.thread, q.thread); },
      [&](const Self& p, const Self& q) { return p.target == q.target; },
      [&](const Enter& p, const Enter& q) { return same(p.lock, q.lock) && p.orders == q.orders; },
      [&](const Exit& p, const Exit& q) { return same(p.lock, q.lock) && p.orders == q.orders; },
      [&](const Acquire& p, const Acquire& q) { return same(p.lock, q.lock); },
      [&](const Release& p, const Release& q) { return same(p.lock, q.lock); },
      [&](const Wait& p, const Wait& q) { return same(p.lock, q.lock) && p.orders == q.orders; },
      [&](const Unwait& p, const Unwait& q) {
        return same(p.lock, q.lock) && p.may_give_up == q.may_give_up && p.orders == q.orders;
      },
      [&](const Notify& p, const Notify& q) { return same(p.lock, q.lock); },
      [&](const NotifyAll& p, const NotifyAll& q) { return same(p.lock, q.lock); },
      [&](const TestLock& p, const TestLock& q) {
        return p.target == q.target && p.test == q.test && same(p.lock, q.lock);
      },
      [&](const TestThread& p, const TestThread& q) {
        return p.target == q.target && same(p.thread, q.thread);
      },
      [&](const Assert& p, const Assert& q) {
        return same(p.condition, q.condition) && p.is_invariant == q.is_invariant;
      },
      [&](const Assume& p, const Assume& q) {
        return same(p.condition, q.condition) && p.halts == q.halts;
      },
      [&](const CheckContract& p, const CheckContract& q) { return p.kind == q.kind; },
      [&](const Limit& p, const Limit& q) {
        return p.what == q.what && p.unsupported == q.unsupported;
      },
      [&](const Havoc& p, const Havoc& q) { return p.target == q.target; },
      [&](const Choose& p, const Choose& q) {
        return p.target == q.target && p.external == q.external && same(p.values, q.values);
      },
      [&](const ChooseInstance& p, const ChooseInstance& q) {
        return p.target == q.target && p.cls == q.cls;
      },
      [&](const ChooseReachable& p, const ChooseReachable& q) {
        return p.target == q.target && same(p.root, q.root) && p.cls == q.cls;
      },
      [&](const Throw& p, const Throw& q) {
        return p.kind == q.kind && p.message == q.message && same(p.object, q.object);
      },
      [&](const Catch& p, const Catch& q) { return p.target == q.target; },
      [&](const Return& p, const Return& q) { return same(p.value, q.value); },
      [&](const Print& p, const Print& q) {
        return p.ends_line == q.ends_line &&
               std::equal(p.items.begin(), p.items.end(), q.items.begin(), q.items.end(),
                          [&](const PrintItem& i, const PrintItem& j) {
                            return i.text == j.text && same(i.value, j.value);
                          });
      },
      [&](std::monostate, std::monostate) { return true; },
  }(x, y);
}

void Comparer::definitions() {
  each(a_.constants, b_.constants, "constants",
       [&](const NamedConstant& x, const NamedConstant& y) {
         check(x.name == y.name && same_constant(x.value, y.value), "constants " + x.name);
       });
  each(a_.enums, b_.enums, "enums", [&](const Enum& x, const Enum& y) {
    auto equal = [](const Enum::Member& m, const Enum::Member& n) {
      return m.name == n.name && m.value == n.value;
    };
    check(x.name == y.name && std::equal(x.members.begin(), x.members.end(), y.members.begin(),
                                         y.members.end(), equal),
          "enums " + x.name);
  });
  each(a_.classes, b_.classes, "classes",
       [&](const Class& x, const Class& y) { class_definition(x, y); });
  each(a_.collections, b_.collections, "collections",
       [&](const Collection& x, const Collection& y) {
         check(x.name == y.name && x.size == y.size && same(x.type, y.type),
               "collections " + x.name);
       });
  each(a_.globals, b_.globals, "globals", [&](const Global& x, const Global& y) {
    check(x.name == y.name && same(x.type, y.type) && same(x.initial, y.initial) &&
              x.sharing == y.sharing,
          "globals " + x.name);
  });
}

void Comparer::class_definition(const Class& x, const Class& y) {
  where_ = fmt::format("class {}: ", x.name);
  check(x.name == y.name && x.super == y.super && x.interfaces == y.interfaces &&
            x.is_interface == y.is_interface && x.is_abstract == y.is_abstract &&
            x.is_internal == y.is_internal,
        "headers");
  each(x.fields, y.fields, "fields", [&](FieldId f, FieldId g) {
    check(same(f, g) && same(a_.field(f).type, b_.field(g).type) &&
              a_.field(f).sharing == b_.field(g).sharing,
          "fields " + a_.field(f).name);
  });
  each(x.bindings, y.bindings, "bindings", [&](const Binding& p, const Binding& q) {
    check(p.selector == q.selector && p.proc == q.proc, "bindings " + p.selector);
  });
  where_.clear();
}

void Comparer::procedure(const Procedure& x, const Procedure& y) {
  where_ = fmt::format("procedure {}: ", x.name);
  check(x.name == y.name && x.kind == y.kind && x.has_this == y.has_this, "headers");
  check(same(x.result, y.result), "results");
  check(x.params == y.params, "parameters");
  check(x.retval == y.retval, "result variables");
  check(x.self == y.self, "variables for `self`");
  check(x.entry == y.entry && x.exit == y.exit && x.except == y.except, "entry and exits");
  each(x.locals, y.locals, "locals", [&](const Local& p, const Local& q) { local(p, q); });
  each(x.contract, y.contract, "clauses", [&](const Clause& p, const Clause& q) {
    check(p.kind == q.kind && same(p.condition, q.condition), "clauses");
  });
  each(x.locations, y.locations, "locations", [&](const Location& p, const Location& q) {
    check(p.name == q.name && p.live == q.live, "locations " + p.name);
  });
  each(x.transitions, y.transitions, "transitions", [&](const Transition& p, const Transition& q) {
    where_ = fmt::format("procedure {}, location {}: ", x.name, x.location(p.source).name);
    transition(p, q);
  });
  where_.clear();
}

void Comparer::local(const Local& x, const Local& y) {
  check(x.name == y.name && same(x.type, y.type) && x.is_temp == y.is_temp &&
            x.is_bound == y.is_bound && same(x.initial, y.initial),
        "locals " + x.name);
}

void Comparer::transition(const Transition& x, const Transition& y) {
  check(x.source == y.source && x.target == y.target && x.except == y.except,
        "ends of a transition");
  check(x.invisible == y.invisible, "marks of visibility");
  check(same(x.reads, y.reads), "reads");
  check(same(x.guard, y.guard), "guards");
  check(same(x.actions, y.actions), "actions");
}

void Comparer::predicate(const Predicate& x, const Predicate& y) {
  check(x.name == y.name && x.thread == y.thread && x.instance_global == y.instance_global &&
            x.instance_path == y.instance_path && x.location == y.location &&
            x.reference == y.reference && same(x.instance, y.instance),
        "predicates " + x.name);
}

}  // namespace

std::string difference(const Program& a, const Program& b) { return Comparer(a, b).run(); }

}  // namespace ir
