// A lock is three places: `monitor`, `test` and `owner`. Entering conflicts with all other ways to
// get the lock. Leaving, waiting and notifying are the owner's: as long as the owner has not done
// so, the others can neither enter nor, legally, leave, wait or notify (an illegal use is an error
// in any order). So an owner's action conflicts only with tests and semaphores:
//
//              own                     future            waits for
//   enter      writes monitor, test    writes monitor    owner
//   exit, ...  writes test             writes owner
//   test       reads monitor, owner    reads test
//   semaphore  writes all three        writes all three
//
// A test that its transition needs to be true, lockAvailable(l) as a part of the guard, makes the
// transition wait for the lock as entering does: it counts as entering.
//
// The end of a thread lets others go on that wait for it, and it keeps nobody from anything. So it
// conflicts with tests only, and neither with joins nor with other ends: those are two places, too.
#include "engine/mc/footprint.h"

#include <algorithm>
#include <map>

namespace mc {

Numbering::Numbering(const ir::Program& program)
    : program_(program),
      fields_(kFirst + 3 * static_cast<std::uint32_t>(program.globals.size())),
      elements_(fields_ + 3 * static_cast<std::uint32_t>(program.fields.size())),
      collections_(elements_ + static_cast<std::uint32_t>(program.types.size())),
      count_(collections_ + static_cast<std::uint32_t>(program.collections.size())) {}

// An array of references may be written through a variable of another type.
std::uint32_t Numbering::elements(ir::TypeId array) const {
  ir::TypeId element = program_.type(array).element;
  if (!element) return kReferences;
  return ir::is_reference(program_.type(element).kind) ? kReferences : elements_ + element.index();
}

std::uint32_t Numbering::lock(const ir::LockPlace& place) const {
  if (place.global) return global(place.global);
  return place.field ? field(place.field) : kOwnLocks;
}

std::vector<std::uint32_t> Numbering::heap() const {
  std::vector<std::uint32_t> result{kReferences};
  for (std::uint32_t i = fields_; i < collections_; ++i) result.push_back(i);
  return result;
}

namespace {

constexpr std::uint32_t kMonitor = 0;
constexpr std::uint32_t kTest = 1;
constexpr std::uint32_t kOwner = 2;

class Collector {
 public:
  Collector(Model& model, const Numbering& numbering, const std::vector<std::uint32_t>& node_of)
      : model_(model), program_(*model.program), numbering_(numbering), node_of_(node_of) {}

  Footprint collect(const ir::Procedure& proc, const ir::Transition& t) {
    proc_ = &proc;
    out_ = {};
    written_.assign(proc.locals.size(), false);
    objects_.clear();
    loads_.clear();
    needed_.clear();
    if (t.guard) find_needed(t.guard);
    in_reads_ = true;
    for (const ir::Action& action : t.reads) visit(action);
    in_reads_ = false;
    if (t.guard) add_literals(t.guard);
    if (!t.actions.empty()) find_wait(t.actions.front());
    for (const ir::Action& action : t.actions) visit(action);
    if (t.target == proc.exit || t.target == proc.except) end();
    return std::move(out_);
  }

 private:
  // ---------------------------------------------------------------- accesses

  Access& add(std::uint32_t place, bool is_write, bool is_own, bool is_future) {
    Access& access = out_.accesses.emplace_back();
    access.place = place;
    access.is_write = is_write;
    access.is_own = is_own;
    access.is_future = is_future;
    return access;
  }
  Access& read(std::uint32_t place) { return add(place, false, true, true); }
  Access& write(std::uint32_t place) { return add(place, true, true, true); }

  void end() {
    add(Numbering::kEnded, true, true, false);
    add(Numbering::kEnded + 1, true, false, true);
    // It may make room for another thread.
    if (model_.may_lack_threads) write(Numbering::kThreads);
  }
  void await_end() {
    Access& access = add(Numbering::kEnded + 1, false, true, false);
    access.is_awaited = true;
  }

  void find_needed(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Local) needed_.push_back(e.local);
    if (e.kind == ir::ExprKind::Binary && e.binary == ir::BinaryOp::And) {
      find_needed(e.a);
      find_needed(e.b);
    }
  }
  bool is_needed(ir::LocalId local) const {
    return std::find(needed_.begin(), needed_.end(), local) != needed_.end();
  }

  void visit(const ir::Action& action) {
    ir::for_each_expr(action, [&](ir::ExprId e) { heap_reads(e); });
    if (const auto* check = std::get_if<ir::CheckContract>(&action)) {
      for (const ir::Clause& clause : proc_->contract) {
        if (clause.kind == check->kind) heap_reads(clause.condition);
      }
    }
    std::size_t known = out_.accesses.size();
    object_ = kNone;
    ir::visit([&](const auto& a) { touch(a); }, action);
    ir::LocalId target = ir::written_local(action);
    bool is_load = out_.accesses.size() == known + 1 && in_reads_ &&
                   (std::holds_alternative<ir::LoadGlobal>(action) ||
                    std::holds_alternative<ir::LoadField>(action) ||
                    std::holds_alternative<ir::LoadElement>(action));
    if (in_reads_ && !is_load && object_ == kNone) out_.is_total = false;
    if (!target) return;
    written_[target.index()] = true;
    objects_.erase(target);
    loads_.erase(target);
    if (object_ != kNone) objects_[target] = object_;
    if (is_load) {
      out_.accesses.back().target = slot_of(target);
      loads_[target] = static_cast<std::uint32_t>(known);
    }
  }
  // Of whatever object.
  void heap_reads(ir::ExprId id) {
    if (!id || !ir::reads_heap(program_, id)) return;
    const ir::Expr& e = program_.expr(id);
    switch (e.kind) {
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists:
      case ir::ExprKind::ElementOf: read(numbering_.elements(program_.expr(e.a).type)); break;
      case ir::ExprKind::FieldOf: field(read(numbering_.field(e.field)), kNone, e.field); break;
      case ir::ExprKind::GlobalOf:
        read(numbering_.global(e.global)).offset = model_.global_slots[e.global.index()];
        break;
      default: break;
    }
    for (ir::ExprId part : {e.a, e.b, e.c}) heap_reads(part);
  }

  // What is only seen by the thread itself; calls are taken apart before.
  template <ir::OneOf<ir::Assign, ir::Self, ir::Call, ir::Assert, ir::Assume, ir::CheckContract,
                      ir::Limit, ir::Havoc, ir::Choose, ir::Throw, ir::Catch, ir::Return, ir::Print,
                      std::monostate>
                Other>
  void touch(const Other&) {}
  void touch(const ir::LoadField& a) {
    std::uint32_t base = term_of(a.object);
    ir::TypeKind kind = program_.type(program_.field(a.field).type).kind;
    if (is_in_place(kind)) {
      object_ = inner(Term::Kind::Field, base, model_.field_offsets[a.field.index()], {});
    }
    // A constant is written before others know of it, which the machine checks.
    if (program_.field(a.field).sharing == ir::Sharing::Constant) return;
    if (object_ == kNone) field(read(numbering_.field(a.field)), base, a.field);
  }
  void touch(const ir::StoreField& a) {
    std::uint32_t base = term_of(a.object);
    Access& access = write(numbering_.field(a.field));
    field(access, base, a.field);
    access.value = constant(a.value);
  }
  void touch(const ir::LoadElement& a) {
    std::uint32_t base = term_of(a.array);
    std::vector<SlotId> locals;
    std::uint32_t index = index_of(a.index, locals);
    const ir::Type& array = program_.type_of(a.array);
    if (index != kNone && array.element && is_in_place(program_.type(array.element).kind)) {
      object_ = inner(Term::Kind::Element, base, index, locals);
    }
    if (object_ == kNone) element(a.array, base, index, std::move(locals), false);
  }
  void touch(const ir::StoreElement& a) {
    std::uint32_t base = term_of(a.array);
    std::vector<SlotId> locals;
    std::uint32_t index = index_of(a.index, locals);
    element(a.array, base, index, std::move(locals), true).value = constant(a.value);
  }
  void touch(const ir::LoadGlobal& a) {
    const ir::Global& global = program_.global(a.global);
    // Where an aggregate in place lies never changes.
    if (is_in_place(program_.type(global.type).kind)) {
      model_.terms.push_back(
          {.kind = Term::Kind::Global, .at = model_.global_slots[a.global.index()], .locals = {}});
      object_ = static_cast<std::uint32_t>(model_.terms.size() - 1);
    } else if (global.sharing != ir::Sharing::Constant) {
      read(numbering_.global(a.global)).offset = model_.global_slots[a.global.index()];
    }
  }
  void touch(const ir::StoreGlobal& a) {
    Access& access = write(numbering_.global(a.global));
    access.offset = model_.global_slots[a.global.index()];
    access.value = constant(a.value);
  }
  void touch(const ir::New& a) { allocate(a.collection); }
  void touch(const ir::NewArray& a) { allocate(a.collection); }
  // Whoever comes first may get the last place of a collection. Where exceeding it is an
  // error, it is found in any order.
  void allocate(ir::CollectionId collection) {
    if (model_.options.kind != SearchKind::Basic) write(numbering_.collection(collection));
    if (model_.sees_instances) write(Numbering::kInstances);
  }
  // Nobody can tell two threads by their numbers if nothing holds such numbers.
  void touch(const ir::Fork& a) {
    out_.starts.push_back(model_.programs[model_.program_of_proc[a.callee.proc.index()]].entry);
    if (!model_.frees_threads || model_.may_lack_threads) write(Numbering::kThreads);
  }
  void touch(const ir::Join&) { await_end(); }
  void touch(const ir::JoinThread&) { await_end(); }
  void touch(const ir::TestThread& a) {
    if (is_needed(a.target)) return await_end();
    add(Numbering::kEnded + 1, false, true, false);
    add(Numbering::kEnded, false, false, true);
  }
  void touch(const ir::ChooseInstance&) { read(Numbering::kInstances); }
  void touch(const ir::ChooseReachable&) {
    for (std::uint32_t place : numbering_.heap()) read(place);
  }

  void touch(const ir::Enter& a) { enter(a.lock); }
  void touch(const ir::Unwait& a) { enter(a.lock); }
  void touch(const ir::Exit& a) {
    out_.releases = true;
    use_as_owner(a.lock);
  }
  void touch(const ir::Wait& a) {
    out_.releases = true;
    use_as_owner(a.lock);
  }
  void touch(const ir::Notify& a) {
    out_.notifies = true;
    use_as_owner(a.lock);
  }
  void touch(const ir::NotifyAll& a) {
    out_.notifies = true;
    use_as_owner(a.lock);
  }
  void touch(const ir::Acquire& a) { semaphore(a.lock); }
  void touch(const ir::Release& a) { semaphore(a.lock); }
  // Owners' actions do not change whether the lock is available; entering does.
  void touch(const ir::TestLock& a) {
    bool is_awaited = a.test == ir::LockTest::Available && is_needed(a.target);
    lock(a.lock, kMonitor, false, true, is_awaited);
    lock(a.lock, kOwner, false, true, false);
    if (!is_awaited) lock(a.lock, kTest, false, false, true);
  }

  Access& lock(const ir::LockPlace& place, std::uint32_t which, bool is_write, bool is_own,
               bool is_future) {
    Access& access = add(numbering_.lock(place) + which, is_write, is_own, is_future);
    if (place.global) return access;
    access.term = term_of(place.object);
    if (place.field) access.offset = model_.field_offsets[place.field.index()];
    return access;
  }
  void enter(const ir::LockPlace& place) {
    lock(place, kMonitor, true, true, true);
    lock(place, kTest, true, true, false);
    lock(place, kOwner, false, true, false).is_awaited = true;
  }
  void use_as_owner(const ir::LockPlace& place) {
    lock(place, kTest, true, true, false);
    lock(place, kOwner, true, false, true);
  }
  void semaphore(const ir::LockPlace& place) {
    for (std::uint32_t which : {kMonitor, kTest, kOwner}) lock(place, which, true, true, true);
  }

  void find_wait(const ir::Action& action) {
    auto next = static_cast<std::uint32_t>(out_.accesses.size());
    if (std::holds_alternative<ir::Enter>(action)) {
      out_.waits = Waits::Lock;
      out_.lock = next;
    } else if (const auto* unwait = std::get_if<ir::Unwait>(&action)) {
      out_.waits = Waits::Notification;
      out_.lock = next;
      out_.may_give_up = unwait->may_give_up || model_.options.semantics.spurious;
    } else if (std::holds_alternative<ir::Join>(action)) {
      out_.waits = Waits::Children;
    } else if (std::holds_alternative<ir::Acquire>(action) ||
               std::holds_alternative<ir::JoinThread>(action)) {
      out_.waits = Waits::Other;
    }
  }

  // ---------------------------------------------------------------- objects and indices

  static bool is_in_place(ir::TypeKind kind) {
    return kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
  }
  static SlotId slot_of(ir::LocalId local) { return kLocals + local.index(); }

  // The object that the expression names before the transition; kNone: not known.
  std::uint32_t term_of(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    if (e.kind != ir::ExprKind::Local) return kNone;
    if (auto known = objects_.find(e.local); known != objects_.end()) return known->second;
    std::uint32_t node = node_of_[id.index()];
    bool is_free = !written_[e.local.index()] && !proc_->local(e.local).is_bound;
    if (!is_free || node == kNone) return kNone;
    model_.terms.push_back({.kind = Term::Kind::Value, .at = node, .locals = {slot_of(e.local)}});
    return static_cast<std::uint32_t>(model_.terms.size() - 1);
  }
  std::uint32_t inner(Term::Kind kind, std::uint32_t base, std::uint32_t at,
                      const std::vector<SlotId>& locals) {
    if (base == kNone) return kNone;
    Term term{.kind = kind, .base = base, .at = at, .locals = model_.terms[base].locals};
    term.locals.insert(term.locals.end(), locals.begin(), locals.end());
    model_.terms.push_back(std::move(term));
    return static_cast<std::uint32_t>(model_.terms.size() - 1);
  }

  std::uint32_t index_of(ir::ExprId id, std::vector<SlotId>& locals) const {
    return is_known(id, locals, nullptr) ? node_of_[id.index()] : kNone;
  }
  std::uint32_t constant(ir::ExprId id) const {
    return program_.expr(id).kind == ir::ExprKind::Constant ? node_of_[id.index()] : kNone;
  }

  // Whether the value is a matter of variables that the transition has not written, which are
  // added to `locals`, and, with `loads`, of what it has loaded; and there always is one.
  bool is_known(ir::ExprId id, std::vector<SlotId>& locals,
                std::vector<std::uint32_t>* loads) const {
    if (!id) return true;
    const ir::Expr& e = program_.expr(id);
    switch (e.kind) {
      case ir::ExprKind::Constant: return node_of_[id.index()] != kNone;
      case ir::ExprKind::Local: {
        if (auto load = loads_.find(e.local); loads && load != loads_.end()) {
          loads->push_back(load->second);
          return true;
        }
        if (written_[e.local.index()] || proc_->local(e.local).is_bound) return false;
        locals.push_back(slot_of(e.local));
        return true;
      }
      case ir::ExprKind::Unary: return e.unary == ir::UnaryOp::Not && is_known(e.a, locals, loads);
      case ir::ExprKind::Binary:
        if (e.binary == ir::BinaryOp::Div || e.binary == ir::BinaryOp::Rem) {
          const ir::Expr& by = program_.expr(e.b);
          if (by.kind != ir::ExprKind::Constant) return false;
          const auto* number = std::get_if<base::Integer>(&program_.constant(by.constant));
          if (!number || number->is_zero()) return false;
        }
        // What is loaded later may have no difference in this type.
        if (loads && program_.type(e.type).kind == ir::TypeKind::Uint) return false;
        return is_known(e.a, locals, loads) && is_known(e.b, locals, loads);
      default: return false;
    }
  }

  void field(Access& access, std::uint32_t base, ir::FieldId field) {
    access.term = base;
    access.offset = model_.field_offsets[field.index()];
    if (base == kNone && in_reads_) out_.is_total = false;
  }
  Access& element(ir::ExprId array, std::uint32_t base, std::uint32_t index,
                  std::vector<SlotId> locals, bool is_write) {
    Access& access = add(numbering_.elements(program_.expr(array).type), is_write, true, true);
    access.term = base;
    access.is_element = true;
    access.index = index;
    access.index_locals = std::move(locals);
    if ((base == kNone || index == kNone) && in_reads_) out_.is_total = false;
    return access;
  }

  void add_literals(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Binary && e.binary == ir::BinaryOp::And) {
      add_literals(e.a);
      add_literals(e.b);
      return;
    }
    Literal literal;
    literal.node = node_of_[id.index()];
    if (literal.node != kNone && is_known(id, literal.locals, &literal.loads)) {
      out_.literals.push_back(std::move(literal));
    } else {
      out_.is_total = false;
    }
  }

  Model& model_;
  const ir::Program& program_;
  const Numbering& numbering_;
  const std::vector<std::uint32_t>& node_of_;
  const ir::Procedure* proc_ = nullptr;
  Footprint out_;
  std::vector<bool> written_;                     // by local: in this transition, so far
  std::map<ir::LocalId, std::uint32_t> objects_;  // terms of objects in place that it loaded
  std::map<ir::LocalId, std::uint32_t> loads_;    // accesses
  std::vector<ir::LocalId> needed_;               // must be true for the guard to hold
  std::uint32_t object_ = kNone;                  // that the action at work loads
  bool in_reads_ = false;
};

}  // namespace

void prepare_footprints(Model& model, const Numbering& numbering,
                        const std::vector<std::uint32_t>& node_of) {
  const ir::Program& program = *model.program;
  Collector collector(model, numbering, node_of);
  for (const Transition& t : model.transitions) {
    const ir::Procedure& proc = program.proc(t.proc);
    model.footprints.push_back(collector.collect(proc, proc.transitions[t.id.index()]));
  }
}

}  // namespace mc
