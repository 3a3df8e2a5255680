#include "logic/ltl/weave.h"

#include <algorithm>

#include "base/check.h"
#include "ir/typing.h"

namespace ltl {

namespace {

constexpr const char* kResult = "$result";

template <class Items>
std::string fresh_name(const Items& items, const std::string& name) {
  std::string result = name;
  for (int i = 1;; ++i) {
    auto same = [&](const auto& item) { return item.name == result; };
    if (std::none_of(items.begin(), items.end(), same)) return result;
    result = name + "$" + std::to_string(i);
  }
}

bool is_call(const ir::Transition& t) {
  return !t.actions.empty() && ir::kind_of(t.actions.back()) == ir::ActionKind::Call;
}

// Weaves the watches of one procedure.
class Weaver {
 public:
  Weaver(ir::Program& program, ir::Procedure& proc, std::vector<Watch*> watches)
      : program_(program), proc_(proc), watches_(std::move(watches)) {}

  void run() {
    if (has(PlaceKind::Entry)) open_entry();
    if (has(PlaceKind::Exit)) open_exit();
    if (is_watched(proc_.entry)) {
      ir::LocId first = add_location("$call");
      add_transition(first, proc_.entry, {}, proc_.span);
      proc_.entry = first;
    }
    open_returns();
    for (Watch* w : watches_) {
      w->flag = w->condition.is_valid() ? add_local(proc_, "$counted", boolean()) : ir::LocalId();
      total_ =
          total_.is_valid() ? total_ : add_local(proc_, "$total", program_.global(w->counter).type);
    }
    for (ir::Transition& t : proc_.transitions) count(t);
    for (Watch* w : watches_) keep_live(*w);
    std::stable_sort(
        proc_.transitions.begin(), proc_.transitions.end(),
        [](const ir::Transition& a, const ir::Transition& b) { return a.source < b.source; });
  }

 private:
  ir::TypeId boolean() { return program_.types.make(ir::TypeKind::Bool); }

  bool has(PlaceKind kind) const {
    return std::any_of(watches_.begin(), watches_.end(),
                       [&](const Watch* w) { return w->kind == kind; });
  }
  bool is_watched(ir::LocId at) const {
    return std::any_of(watches_.begin(), watches_.end(),
                       [&](const Watch* w) { return w->at.contains(at); });
  }
  void watch(PlaceKind kind, ir::LocId at) {
    for (Watch* w : watches_) {
      if (w->kind == kind) w->at.insert(at);
    }
  }

  ir::LocId add_location(const std::string& name) {
    ir::LocId id(proc_.locations.size());
    proc_.locations.push_back({fresh_name(proc_.locations, name), std::nullopt});
    return id;
  }
  void add_transition(ir::LocId from, ir::LocId to, std::vector<ir::Action> actions,
                      base::Span span) {
    ir::Transition t;
    t.source = from;
    t.target = to;
    t.actions = std::move(actions);
    t.span = span;
    proc_.transitions.push_back(std::move(t));
  }

  // A location of its own for those who have been called.
  void open_entry() {
    ir::LocId called = add_location("$entry");
    add_transition(called, proc_.entry, {}, proc_.span);
    proc_.entry = called;
    watch(PlaceKind::Entry, called);
  }

  // A location of its own in front of each return; the result is known there.
  void open_exit() {
    std::size_t count = proc_.transitions.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (proc_.transitions[i].target != proc_.exit) continue;
      ir::LocId before = add_location("$return");
      watch(PlaceKind::Exit, before);
      ir::Transition& t = proc_.transitions[i];
      t.target = before;
      t.invisible = false;
      std::vector<ir::Action> rest;
      auto found = std::find_if(t.actions.begin(), t.actions.end(), [](const ir::Action& a) {
        return ir::kind_of(a) == ir::ActionKind::Return;
      });
      if (found != t.actions.end()) {
        rest.assign(found, t.actions.end());
        t.actions.erase(found, t.actions.end());
        auto& given = std::get<ir::Return>(rest.front());
        if (given.value.is_valid()) {
          ir::LocalId result = result_local(program_, proc_);
          t.actions.push_back(ir::Assign{result, given.value});
          given.value = program_.local_expr(proc_, result);
        }
      }
      base::Span span = t.span;
      add_transition(before, proc_.exit, std::move(rest), span);
    }
  }

  // Where a call comes back to a watched place, a location in front counts.
  void open_returns() {
    std::size_t count = proc_.transitions.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_call(proc_.transitions[i])) continue;
      base::Span span = proc_.transitions[i].span;
      if (is_watched(proc_.transitions[i].target)) {
        ir::LocId back = add_location("$back");
        add_transition(back, proc_.transitions[i].target, {}, span);
        proc_.transitions[i].target = back;
      }
      ir::LocId except = proc_.transitions[i].except;
      if (except.is_valid() && is_watched(except)) {
        ir::LocId back = add_location("$back");
        add_transition(back, except, {}, span);
        proc_.transitions[i].except = back;
      }
    }
  }

  // Adds what the transition changes of the counters.
  void count(ir::Transition& t) {
    std::vector<ir::Action> updates;
    for (const Watch* w : watches_) {
      bool leaves = w->at.contains(t.source);
      bool enters = w->at.contains(t.target);
      if (leaves && enters && !w->condition.is_valid()) continue;
      if (leaves || enters) update(*w, leaves, enters, updates);
    }
    if (updates.empty()) return;
    t.invisible = false;
    // Calls and returns come last.
    auto at = std::find_if(t.actions.begin(), t.actions.end(), [](const ir::Action& a) {
      return ir::kind_of(a) == ir::ActionKind::Call || ir::kind_of(a) == ir::ActionKind::Return;
    });
    t.actions.insert(at, updates.begin(), updates.end());
  }

  void update(const Watch& w, bool leaves, bool enters, std::vector<ir::Action>& out) {
    auto change = [&](ir::BinaryOp op) {
      ir::ExprId total = program_.local_expr(proc_, total_);
      ir::ExprId by = program_.int_constant(1);
      if (w.flag.is_valid()) {
        ir::Expr ite;
        ite.kind = ir::ExprKind::Ite;
        ite.a = program_.local_expr(proc_, w.flag);
        ite.b = by;
        ite.c = program_.int_constant(0);
        ite.type = program_.expr(by).type;
        by = program_.add(ite);
      }
      out.push_back(ir::Assign{total_, apply(program_, op, total, by)});
    };
    out.push_back(ir::LoadGlobal{total_, w.counter});
    if (leaves) change(ir::BinaryOp::Sub);
    if (enters) {
      for (const auto& [local, global] : w.loads) out.push_back(ir::LoadGlobal{local, global});
      if (w.flag.is_valid()) out.push_back(ir::Assign{w.flag, w.condition});
      change(ir::BinaryOp::Add);
    } else if (w.flag.is_valid()) {
      out.push_back(ir::Assign{w.flag, program_.bool_constant(false)});
    }
    out.push_back(ir::StoreGlobal{w.counter, program_.local_expr(proc_, total_)});
  }

  void keep_live(const Watch& w) {
    if (!w.flag.is_valid()) return;
    for (ir::LocId at : w.at) {
      auto& live = proc_.locations[at.index()].live;
      if (live) live->push_back(w.flag);
    }
  }

  ir::Program& program_;
  ir::Procedure& proc_;
  std::vector<Watch*> watches_;
  ir::LocalId total_;
};

// Adds the bindings behind each allocation of the procedure.
class Binder {
 public:
  Binder(ir::Program& program, ir::Procedure& proc, const std::vector<Binding>& bindings)
      : program_(program), proc_(proc), bindings_(bindings) {}

  void run() {
    for (std::size_t i = 0; i < proc_.transitions.size(); ++i) {
      std::vector<ir::Action> actions;
      bool changed = false;
      for (const ir::Action& action : std::vector<ir::Action>(proc_.transitions[i].actions)) {
        actions.push_back(action);
        const auto* created = std::get_if<ir::New>(&action);
        if (!created) continue;
        changed = bind(*created, actions) || changed;
      }
      if (!changed) continue;
      proc_.transitions[i].actions = std::move(actions);
      proc_.transitions[i].invisible = false;
    }
  }

 private:
  bool bind(const ir::New& created, std::vector<ir::Action>& out) {
    bool changed = false;
    std::vector<ir::GlobalId> counted;
    for (const Binding& b : bindings_) {
      if (!program_.is_subclass(created.cls, b.cls)) continue;
      changed = true;
      if (b.number == 0) {
        bind_any(b, created, out);
      } else {
        bind_numbered(b, created, out);
        if (std::find(counted.begin(), counted.end(), b.count) == counted.end()) {
          counted.push_back(b.count);
        }
      }
    }
    for (ir::GlobalId count : counted) {
      ir::LocalId number = temp("$number", program_.global(count).type);
      ir::ExprId more = apply(program_, ir::BinaryOp::Add, program_.local_expr(proc_, number),
                              program_.int_constant(1));
      out.push_back(ir::LoadGlobal{number, count});
      out.push_back(ir::StoreGlobal{count, more});
    }
    return changed;
  }

  // chosen := externChoose(old == null ? object : old, old)
  void bind_any(const Binding& b, const ir::New& created, std::vector<ir::Action>& out) {
    ir::TypeId type = program_.global(b.global).type;
    ir::LocalId old = temp("$bound", type);
    ir::LocalId chosen = temp("$chosen", type);
    ir::ExprId was = program_.local_expr(proc_, old);
    ir::ExprId null = program_.constant_expr(type, ir::NullValue{});
    ir::ExprId is_free = apply(program_, ir::BinaryOp::Eq, was, null);
    out.push_back(ir::LoadGlobal{old, b.global});
    out.push_back(ir::Choose{chosen, true, {choice(is_free, created, was, type), was}});
    out.push_back(ir::StoreGlobal{b.global, program_.local_expr(proc_, chosen)});
  }

  // x7 := number == 6 ? object : x7
  void bind_numbered(const Binding& b, const ir::New& created, std::vector<ir::Action>& out) {
    ir::TypeId type = program_.global(b.global).type;
    ir::LocalId old = temp("$bound", type);
    ir::LocalId number = temp("$number", program_.global(b.count).type);
    ir::ExprId is_it = apply(program_, ir::BinaryOp::Eq, program_.local_expr(proc_, number),
                             program_.int_constant(b.number - 1));
    out.push_back(ir::LoadGlobal{old, b.global});
    out.push_back(ir::LoadGlobal{number, b.count});
    out.push_back(
        ir::StoreGlobal{b.global, choice(is_it, created, program_.local_expr(proc_, old), type)});
  }

  ir::ExprId choice(ir::ExprId condition, const ir::New& created, ir::ExprId otherwise,
                    ir::TypeId type) {
    ir::Expr ite;
    ite.kind = ir::ExprKind::Ite;
    ite.a = condition;
    ite.b = program_.local_expr(proc_, created.target);
    ite.c = otherwise;
    ite.type = type;
    return program_.add(ite);
  }

  // One local of a type for each use.
  ir::LocalId temp(const std::string& name, ir::TypeId type) {
    for (const auto& [key, local] : temps_) {
      if (key == std::make_pair(name, type)) return local;
    }
    temps_.push_back({{name, type}, add_local(proc_, name, type)});
    return temps_.back().second;
  }

  ir::Program& program_;
  ir::Procedure& proc_;
  const std::vector<Binding>& bindings_;
  std::vector<std::pair<std::pair<std::string, ir::TypeId>, ir::LocalId>> temps_;
};

}  // namespace

ir::LocalId add_local(ir::Procedure& proc, const std::string& name, ir::TypeId type) {
  ir::LocalId id(proc.locals.size());
  proc.locals.push_back({.name = fresh_name(proc.locals, name), .type = type, .is_temp = true});
  return id;
}

ir::GlobalId add_global(ir::Program& program, const std::string& name, ir::TypeId type) {
  ir::GlobalId id(program.globals.size());
  program.globals.push_back({.name = fresh_name(program.globals, name), .type = type});
  return id;
}

ir::ExprId apply(ir::Program& program, ir::BinaryOp op, ir::ExprId a, ir::ExprId b) {
  ir::Expr result;
  result.kind = ir::ExprKind::Binary;
  result.binary = op;
  result.type = ir::binary_type(program, op, program.expr(a).type, program.expr(b).type);
  result.a = a;
  result.b = b;
  return program.add(result);
}

ir::LocalId result_local(ir::Program& program, ir::Procedure& proc) {
  CHECK(program.type(proc.result).kind != ir::TypeKind::Void, "{} has no result", proc.name);
  for (std::size_t i = 0; i < proc.locals.size(); ++i) {
    if (proc.locals[i].name == kResult) return ir::LocalId(i);
  }
  return add_local(proc, kResult, proc.result);
}

void weave(ir::Program& program, std::vector<Watch> watches, const std::vector<Binding>& bindings) {
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    std::vector<Watch*> here;
    for (Watch& watch : watches) {
      if (watch.proc.index() == i) here.push_back(&watch);
    }
    if (!bindings.empty()) Binder(program, program.procs[i], bindings).run();
    if (!here.empty()) Weaver(program, program.procs[i], here).run();
  }
}

}  // namespace ltl
