// The actions of a transition are walked in order with the values of the locals as
// far as they are known beforehand. A local that an earlier action of the same
// transition sets to something not known (a choice, or a load after a store) is
// unknown, and an access through it could be anywhere: Everything is declared.
//
// This is deliberately written apart from the step itself, so that the check of
// declared against actual accesses compares two things.
#include "engine/interp/accesses.h"

#include <algorithm>

#include "engine/interp/enabled.h"
#include "engine/interp/eval.h"
#include "engine/interp/failure.h"
#include "engine/interp/reads.h"
#include "engine/interp/unwind.h"

namespace interp {

namespace {

class Declarer {
 public:
  Declarer(const Model& model, const State& state, ThreadId self, Accesses& out)
      : model_(model),
        program_(model.program()),
        state_(state),
        self_(self),
        frame_(state.thread(self).frames.back()),
        out_(out) {}

  void declare(const ir::Transition& transition) {
    locals_ = frame_.locals;
    unknown_.assign(locals_.size(), false);
    stored_ = false;
    started_ = 0;
    try {
      for (const ir::Action& action : transition.reads) ir::visit(*this, action);
      if (transition.guard && !is_unknown(transition.guard) &&
          !eval_bool(scope(), transition.guard)) {
        return;
      }
      for (const ir::Action& action : transition.actions) ir::visit(*this, action);
      declare_end(transition);
    } catch (const UndefinedOperation&) {
      // The step fails at this point: it touches nothing more.
    } catch (const BoundExceeded&) {
    } catch (const ResourceExhausted&) {
    }
  }

  void operator()(const ir::Assign& a) {
    heap_reads(a.value);
    set(a.target, a.value);
  }
  void operator()(const ir::LoadField& a) { load_from(a, a.object); }
  void operator()(const ir::LoadElement& a) { load_from(a, a.array, a.index); }
  void operator()(const ir::LoadGlobal& a) { load_from(a); }
  void operator()(const ir::TestThread& a) { load_from(a, a.thread); }
  void operator()(const ir::TestLock& a) {
    if (lock(AccessKind::Read, a.lock) && !stored_) {
      assign(a.target, read(scope(), a, self_));
    } else {
      forget(a.target);
    }
  }

  void operator()(const ir::StoreField& a) {
    stored_ = true;
    if (is_unknown(a.object)) return anything(AccessKind::Write);
    add(AccessKind::Write, Place::field_of(eval_object(scope(), a.object), a.field));
  }
  void operator()(const ir::StoreElement& a) {
    stored_ = true;
    if (is_unknown(a.array) || is_unknown(a.index)) return anything(AccessKind::Write);
    ObjectId id = eval_array(scope(), a.array);
    std::size_t index = checked_index(state_.object(id), eval_integer(scope(), a.index));
    add(AccessKind::Write, Place::element_of(id, index));
  }
  void operator()(const ir::StoreGlobal& a) {
    stored_ = true;
    add(AccessKind::Write, Place::global_variable(a.global));
  }

  void operator()(const ir::New& a) { allocation(a.target); }
  void operator()(const ir::NewArray& a) { allocation(a.target); }

  // The callee's first step is a step of its own. Its frame may hold records, which
  // are objects too.
  void operator()(const ir::Call&) { allocation({}); }
  void operator()(const ir::Fork& a) {
    allocation({});
    add(AccessKind::Write, Place::status_of(ThreadId(state_.threads.size() + started_++)));
    add(AccessKind::Write, Place::next_thread());
    forget(a.target);
  }
  void operator()(const ir::Join&) {
    for (ThreadId t : joined_threads(model_, state_, self_)) {
      add(AccessKind::Read, Place::status_of(t));
    }
  }

  void operator()(const ir::JoinThread& a) {
    if (is_unknown(a.thread)) return anything(AccessKind::Read);
    add(AccessKind::Read, Place::status_of(eval_thread(scope(), a.thread)));
  }
  void operator()(const ir::Self& a) {
    ir::TypeId type = model_.proc(frame_.proc).local(a.target).type;
    if (program_.type(type).kind == ir::TypeKind::Tid) return assign(a.target, self_);
    const Frame& first = state_.thread(self_).frames.front();
    ir::LocalId self = model_.proc(first.proc).self;
    // The first frame may be the one that runs, with locals that the step has changed.
    bool is_running = state_.thread(self_).frames.size() == 1;
    if (is_running && unknown_[self.index()]) return forget(a.target);
    assign(a.target, is_running ? locals_[self.index()] : first.locals[self.index()]);
  }

  void operator()(const ir::Enter& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Exit& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Acquire& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Release& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Wait& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Unwait& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Notify& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::NotifyAll& a) { lock(AccessKind::Write, a.lock); }

  void operator()(const ir::Assert& a) { heap_reads(a.condition); }
  // An assumption that fails ends the execution.
  void operator()(const ir::Assume& a) {
    heap_reads(a.condition);
    if (is_unknown(a.condition) || stored_ || !eval_bool(scope(), a.condition)) {
      anything(AccessKind::Write);
    }
  }
  void operator()(const ir::CheckContract& a) {
    bool is_first = self_ == ThreadId(0) && state_.thread(self_).frames.size() == 1;
    if (a.kind == ir::ContractKind::Input && !is_first) return;
    for (const ir::Clause& clause : model_.proc(frame_.proc).contract) {
      if (clause.kind != a.kind) continue;
      heap_reads(clause.condition);
      if (!ir::is_precondition(a.kind)) continue;
      if (is_unknown(clause.condition) || stored_ || !holds(scope(), clause.condition)) {
        anything(AccessKind::Write);
      }
    }
  }

  void operator()(const ir::Havoc& a) {
    ir::TypeKind kind = program_.type(model_.proc(frame_.proc).local(a.target).type).kind;
    if (kind == ir::TypeKind::Tid) anything(AccessKind::Read);
    if (kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array) {
      add(AccessKind::Read, Place::instances());
    }
    forget(a.target);
  }
  void operator()(const ir::Choose& a) {
    for (ir::ExprId value : a.values) heap_reads(value);
    forget(a.target);
  }
  void operator()(const ir::ChooseInstance& a) {
    add(AccessKind::Read, Place::instances());
    forget(a.target);
  }
  void operator()(const ir::ChooseReachable& a) {
    anything(AccessKind::Read);
    forget(a.target);
  }

  void operator()(const ir::Throw&) {}
  void operator()(const ir::Limit&) { anything(AccessKind::Write); }
  void operator()(const ir::Catch& a) { forget(a.target); }
  void operator()(const ir::Return& a) {
    if (!a.value) return;
    heap_reads(a.value);
    ir::LocalId retval = model_.proc(frame_.proc).retval;
    if (retval) set(retval, a.value);
  }
  void operator()(const ir::Print&) { add(AccessKind::Write, Place::output()); }
  void operator()(std::monostate) {}

 private:
  Scope scope() const { return {model_, state_, locals_, &out_}; }
  Scope scope_only() const { return {model_, state_, locals_, nullptr}; }
  void add(AccessKind kind, const Place& place) { out_.push_back({kind, place}); }
  void anything(AccessKind kind) { add(kind, Place::everything()); }

  bool is_unknown(ir::ExprId id) const {
    if (!id) return false;
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Local && unknown_[e.local.index()]) return true;
    return is_unknown(e.a) || is_unknown(e.b) || is_unknown(e.c);
  }

  void assign(ir::LocalId target, Value value) {
    if (!target) return;
    ir::TypeId type = model_.proc(frame_.proc).local(target).type;
    locals_[target.index()] = converted(program_, std::move(value), type);
    unknown_[target.index()] = false;
  }
  void forget(ir::LocalId target) {
    if (target) unknown_[target.index()] = true;
  }
  void set(ir::LocalId target, ir::ExprId value) {
    if (is_unknown(value) || (stored_ && ir::reads_heap(program_, value))) {
      forget(target);
    } else {
      assign(target, eval(scope(), value));
    }
  }

  // Declares what the expression may read: of quantifiers all elements, although evaluation stops
  // at the first that decides, for another thread's write may move that point. What is read to
  // find a place is declared, too.
  void heap_reads(ir::ExprId id) {
    if (!id || !ir::reads_heap(program_, id)) return;
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::GlobalOf)
      return add(AccessKind::Read, Place::global_variable(e.global));
    heap_reads(e.a);
    bool binds = e.kind == ir::ExprKind::Forall || e.kind == ir::ExprKind::Exists;
    bool reads = binds || e.kind == ir::ExprKind::FieldOf || e.kind == ir::ExprKind::ElementOf;
    if (!binds) heap_reads(e.b);
    heap_reads(e.c);
    if (!reads) return;
    bool is_stale = stored_ && (ir::reads_heap(program_, e.a) || ir::reads_heap(program_, e.b));
    if (is_unknown(e.a) || is_unknown(e.b) || is_stale) return anything(AccessKind::Read);
    try {
      if (binds) return quantified_reads(e);
      if (e.kind == ir::ExprKind::FieldOf) {
        return add(AccessKind::Read, Place::field_of(eval_object(scope_only(), e.a), e.field));
      }
      ObjectId array = eval_array(scope_only(), e.a);
      std::size_t at = checked_index(state_.object(array), eval_integer(scope_only(), e.b));
      add(AccessKind::Read, Place::element_of(array, at));
    } catch (const UndefinedOperation&) {
      // Nothing is read there; or the guard before it says that it is not evaluated.
    }
  }

  void quantified_reads(const ir::Expr& e) {
    ObjectId array = eval_array(scope_only(), e.a);
    for (std::size_t i = 0; i < state_.object(array).slots.size(); ++i) {
      add(AccessKind::Read, Place::element_of(array, i));
      if (!ir::reads_heap(program_, e.b)) continue;
      locals_[e.local.index()] = state_.object(array).slots[i];
      if (e.index) locals_[e.index.index()] = base::Integer(static_cast<std::int64_t>(i));
      heap_reads(e.b);
    }
  }

  template <class Load, class... Operands>
  void load_from(const Load& action, Operands... operands) {
    if ((is_unknown(operands) || ...)) {
      anything(AccessKind::Read);
      forget(action.target);
      return;
    }
    Value value = read(scope(), action);
    if (stored_) {
      forget(action.target);
    } else {
      assign(action.target, std::move(value));
    }
  }

  // False if the lock is not known.
  bool lock(AccessKind kind, const ir::LockPlace& place) {
    if (is_unknown(place.object)) {
      anything(kind);
      return false;
    }
    add(kind, eval_lock(scope(), place).place());
    if (kind == AccessKind::Write) stored_ = true;
    return true;
  }

  void allocation(ir::LocalId target) {
    if (model_.observes_instances()) add(AccessKind::Add, Place::instances());
    forget(target);
  }

  // The end of the thread, or of the execution, belongs to the step that causes it.
  // A call goes to the callee first.
  void declare_end(const ir::Transition& transition) {
    bool calls =
        !transition.actions.empty() && std::holds_alternative<ir::Call>(transition.actions.back());
    if (calls) return;
    switch (ending_at(model_, state_, self_, transition.target)) {
      case Ending::None: break;
      case Ending::Ends: add(AccessKind::Write, Place::status_of(self_)); break;
      case Ending::Uncaught: anything(AccessKind::Write); break;
    }
  }

  const Model& model_;
  const ir::Program& program_;
  const State& state_;
  ThreadId self_;
  const Frame& frame_;
  Accesses& out_;
  std::vector<Value> locals_;  // as far as known
  std::vector<bool> unknown_;  // by local
  bool stored_ = false;        // shared state has changed since the step began
  std::size_t started_ = 0;    // threads that it has started
};

}  // namespace

Accesses declared_accesses(const Model& model, const State& state, ThreadId thread) {
  Accesses result;
  if (state.outcome != Outcome::Running || state.thread(thread).has_ended()) return result;
  const Frame& frame = state.thread(thread).frames.back();
  Declarer declarer(model, state, thread, result);
  for (ir::TransId id : model.outgoing(frame.proc, frame.at)) {
    declarer.declare(model.transition(frame.proc, id));
  }
  return result;
}

bool is_invisible(const Model& model, const State& state, ThreadId thread) {
  if (state.outcome != Outcome::Running || state.thread(thread).has_ended()) return false;
  const Frame& frame = state.thread(thread).frames.back();
  const auto& transitions = model.outgoing(frame.proc, frame.at);
  bool marked = std::all_of(transitions.begin(), transitions.end(), [&](ir::TransId id) {
    return model.transition(frame.proc, id).invisible;
  });
  if (transitions.empty() || !marked) return false;
  // The marks speak of the transitions' own actions. That a step ends its thread or
  // the execution depends on the state, and others can observe it.
  Accesses accesses = declared_accesses(model, state, thread);
  return std::none_of(accesses.begin(), accesses.end(), [](const Access& access) {
    return access.place.kind == PlaceKind::Thread || access.place.kind == PlaceKind::Instances ||
           access.place.kind == PlaceKind::Everything;
  });
}

}  // namespace interp
