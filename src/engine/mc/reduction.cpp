// Accesses by place: a global variable, a field (of all objects), the elements of all
// arrays of a type, a collection, the set of threads. Two sets for each point:
//
//   own     what the transitions that leave the point touch, enabled or not;
//   future  what a thread that stands there may ever touch, and those that it starts.
//
// The steps of one thread at its point are independent of everything that others may do
// before them if no place that they write is in the others' futures, and no place that
// they read is written there.
//
// A lock is two places: `monitor` and `test`. Entering conflicts with all uses of the
// lock. Leaving, waiting and notifying are the owner's: as long as the owner has not done
// so, the others can neither enter nor, legally, leave, wait or notify (an illegal use is
// an error in any order). So an owner's action conflicts only with tests and semaphores:
//
//              own                     future
//   enter      writes monitor, test    writes monitor
//   exit, …    writes test             writes monitor
//   test       reads monitor           reads test
//   semaphore  writes both             writes both
//
// A test that its transition needs to be true, lockAvailable(l) as a part of the guard,
// makes the transition wait for the lock as entering does: it counts as entering.
#include "engine/mc/reduction.h"

#include <algorithm>

namespace mc {

namespace {

void add(Places& places, std::size_t place) {
  places[place / 64] |= std::uint64_t{1} << (place % 64);
}

bool merge(const Places& from, Places& into) {
  bool changed = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint64_t more = into[i] | from[i];
    changed = changed || more != into[i];
    into[i] = more;
  }
  return changed;
}

bool is_empty(const Places& places) {
  return std::all_of(places.begin(), places.end(), [](std::uint64_t word) { return word == 0; });
}

// Which number each place has.
class Numbering {
 public:
  static constexpr std::size_t kThreads = 0;     // which number the next thread gets
  static constexpr std::size_t kStatus = 1;      // which threads have ended
  static constexpr std::size_t kInstances = 2;   // which objects exist
  static constexpr std::size_t kOwnLocks = 3;    // monitor and test
  static constexpr std::size_t kReferences = 5;  // elements of arrays of references
  static constexpr std::size_t kFirst = 6;

  explicit Numbering(const ir::Program& program)
      : program_(program),
        fields_(kFirst + 2 * program.globals.size()),
        elements_(fields_ + 2 * program.fields.size()),
        collections_(elements_ + program.types.size()),
        count_(collections_ + program.collections.size()) {}

  std::size_t count() const { return count_; }
  std::size_t global(ir::GlobalId id) const { return kFirst + 2 * id.index(); }
  std::size_t field(ir::FieldId id) const { return fields_ + 2 * id.index(); }
  std::size_t collection(ir::CollectionId id) const { return collections_ + id.index(); }
  // An array of references may be written through a variable of another type.
  std::size_t elements(ir::TypeId array) const {
    ir::TypeId element = program_.type(array).element;
    if (!element) return kReferences;
    return ir::is_reference(program_.type(element).kind) ? kReferences
                                                         : elements_ + element.index();
  }
  std::size_t lock(const ir::LockPlace& place) const {
    if (place.global) return global(place.global);
    return place.field ? field(place.field) : kOwnLocks;
  }
  bool belongs_to_object(std::size_t place) const {
    return (place >= kOwnLocks && place < kFirst) || (place >= fields_ && place < collections_);
  }
  // Fields and elements of all types.
  void add_heap(Places& places) const {
    add(places, kReferences);
    for (std::size_t i = fields_; i < collections_; ++i) add(places, i);
  }

 private:
  const ir::Program& program_;
  std::size_t fields_;
  std::size_t elements_;
  std::size_t collections_;
  std::size_t count_;
};

struct Sets {
  Places own_reads, own_writes, future_reads, future_writes;

  explicit Sets(std::size_t words)
      : own_reads(words), own_writes(words), future_reads(words), future_writes(words) {}
  void read(std::size_t place) {
    add(own_reads, place);
    add(future_reads, place);
  }
  void write(std::size_t place) {
    add(own_writes, place);
    add(future_writes, place);
  }
};

// Adds what an action touches.
class Collector {
 public:
  Collector(const Model& model, const Numbering& numbering, Sets& out)
      : program_(*model.program), model_(model), numbering_(numbering), out_(out) {}

  // The lock tests that the transition needs to be true are those in `needed`.
  void transition(const ir::Procedure& proc, const ir::Transition& t) {
    needed_.clear();
    if (t.guard) collect_needed(t.guard);
    for (const ir::Action& action : t.reads) visit(action);
    for (const ir::Action& action : t.actions) visit(action);
    if (t.target == proc.exit || t.target == proc.except) end();
  }

 private:
  // The end of a thread may make room for another.
  void end() {
    out_.write(Numbering::kStatus);
    if (model_.may_lack_threads) out_.write(Numbering::kThreads);
  }

  void collect_needed(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Local) needed_.push_back(e.local);
    if (e.kind == ir::ExprKind::Binary && e.binary == ir::BinaryOp::And) {
      collect_needed(e.a);
      collect_needed(e.b);
    }
  }

  void visit(const ir::Action& action) {
    ir::for_each_expr(action, [&](ir::ExprId e) { heap_reads(e); });
    ir::visit([&](const auto& a) { touch(a); }, action);
  }
  void heap_reads(ir::ExprId id) {
    if (!id || !ir::reads_heap(program_, id)) return;
    const ir::Expr& e = program_.expr(id);
    switch (e.kind) {
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists:
      case ir::ExprKind::ElementOf: out_.read(numbering_.elements(program_.expr(e.a).type)); break;
      case ir::ExprKind::FieldOf: out_.read(numbering_.field(e.field)); break;
      case ir::ExprKind::GlobalOf: out_.read(numbering_.global(e.global)); break;
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
  // A constant is written before others know of it, which the machine checks.
  void touch(const ir::LoadField& a) {
    bool is_constant = program_.field(a.field).sharing == ir::Sharing::Constant;
    if (!is_constant) out_.read(numbering_.field(a.field));
  }
  void touch(const ir::StoreField& a) { out_.write(numbering_.field(a.field)); }
  void touch(const ir::LoadElement& a) {
    out_.read(numbering_.elements(program_.expr(a.array).type));
  }
  void touch(const ir::StoreElement& a) {
    out_.write(numbering_.elements(program_.expr(a.array).type));
  }
  void touch(const ir::LoadGlobal& a) {
    // Where an aggregate in place lies never changes.
    ir::TypeKind kind = program_.type(program_.global(a.global).type).kind;
    bool is_fixed = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray ||
                    program_.global(a.global).sharing == ir::Sharing::Constant;
    if (!is_fixed) out_.read(numbering_.global(a.global));
  }
  void touch(const ir::StoreGlobal& a) { out_.write(numbering_.global(a.global)); }
  void touch(const ir::New& a) { allocate(a.collection); }
  void touch(const ir::NewArray& a) { allocate(a.collection); }
  // Whoever comes first may get the last place of a collection. Where exceeding it is an
  // error, it is found in any order.
  void allocate(ir::CollectionId collection) {
    if (model_.options.kind != SearchKind::Basic) out_.write(numbering_.collection(collection));
    if (model_.sees_instances) out_.write(Numbering::kInstances);
  }
  void touch(const ir::Fork&) {
    out_.write(Numbering::kThreads);
    out_.write(Numbering::kStatus);
  }
  void touch(const ir::Join&) { out_.read(Numbering::kStatus); }
  void touch(const ir::JoinThread&) { out_.read(Numbering::kStatus); }
  void touch(const ir::TestThread&) { out_.read(Numbering::kStatus); }
  void touch(const ir::ChooseInstance&) { out_.read(Numbering::kInstances); }
  void touch(const ir::ChooseReachable&) {
    numbering_.add_heap(out_.own_reads);
    numbering_.add_heap(out_.future_reads);
  }

  void touch(const ir::Enter& a) { enter(a.lock); }
  void touch(const ir::Unwait& a) { enter(a.lock); }
  void touch(const ir::Exit& a) { use_as_owner(a.lock); }
  void touch(const ir::Wait& a) { use_as_owner(a.lock); }
  void touch(const ir::Notify& a) { use_as_owner(a.lock); }
  void touch(const ir::NotifyAll& a) { use_as_owner(a.lock); }
  void touch(const ir::Acquire& a) { semaphore(a.lock); }
  void touch(const ir::Release& a) { semaphore(a.lock); }
  void touch(const ir::TestLock& a) {
    std::size_t monitor = numbering_.lock(a.lock);
    add(out_.own_reads, monitor);
    bool is_needed = a.test == ir::LockTest::Available &&
                     std::find(needed_.begin(), needed_.end(), a.target) != needed_.end();
    // Owners' actions do not change whether the lock is available; entering does.
    add(out_.future_reads, is_needed ? monitor : monitor + 1);
  }

  void enter(const ir::LockPlace& place) {
    std::size_t monitor = numbering_.lock(place);
    add(out_.own_writes, monitor);
    add(out_.own_writes, monitor + 1);
    add(out_.future_writes, monitor);
  }
  void use_as_owner(const ir::LockPlace& place) {
    std::size_t monitor = numbering_.lock(place);
    add(out_.own_writes, monitor + 1);
    add(out_.future_writes, monitor);
  }
  void semaphore(const ir::LockPlace& place) {
    std::size_t monitor = numbering_.lock(place);
    out_.write(monitor);
    out_.write(monitor + 1);
  }

  const ir::Program& program_;
  const Model& model_;
  const Numbering& numbering_;
  Sets& out_;
  std::vector<ir::LocalId> needed_;
};

// Whether the property can tell the state before the transition from the one behind it.
class Observer {
 public:
  explicit Observer(const Model& model) : observed_(model.options.observed) {}

  bool sees(ir::ProcId id, const ir::Procedure& proc, const ir::Transition& t) const {
    bool ends = t.target == proc.exit || t.target == proc.except;
    if (ends && observed_.threads) return true;
    if (t.source != t.target && (is_location(id, t.source) || is_location(id, t.target))) {
      return true;
    }
    if (ends && has_local(id)) return true;
    auto seen = [&](const ir::Action& action) { return sees(id, action); };
    return std::any_of(t.reads.begin(), t.reads.end(), seen) ||
           std::any_of(t.actions.begin(), t.actions.end(), seen);
  }

 private:
  bool is_location(ir::ProcId proc, ir::LocId at) const {
    return observed_.locations.contains({proc, at});
  }
  bool has_local(ir::ProcId proc) const {
    auto at = observed_.locals.lower_bound({proc, ir::LocalId(0)});
    return at != observed_.locals.end() && at->first == proc;
  }
  bool has_location(ir::ProcId proc) const {
    auto at = observed_.locations.lower_bound({proc, ir::LocId(0)});
    return at != observed_.locations.end() && at->first == proc;
  }

  bool sees(ir::ProcId proc, const ir::Action& action) const {
    ir::LocalId written = ir::written_local(action);
    if (written && observed_.locals.contains({proc, written})) return true;
    return ir::visit([&](const auto& a) { return changes(a); }, action);
  }
  template <ir::OneOf<ir::Enter, ir::Exit, ir::Acquire, ir::Release, ir::Wait, ir::Unwait,
                      ir::Notify, ir::NotifyAll>
                OfLock>
  bool changes(const OfLock& a) const {
    return (a.lock.global && observed_.globals.contains(a.lock.global)) ||
           (a.lock.field && observed_.fields.contains(a.lock.field));
  }
  template <
      ir::OneOf<ir::Assign, ir::LoadField, ir::LoadElement, ir::LoadGlobal, ir::Call, ir::Join,
                ir::JoinThread, ir::Self, ir::TestLock, ir::TestThread, ir::Assert, ir::Assume,
                ir::CheckContract, ir::Limit, ir::Havoc, ir::Choose, ir::ChooseInstance,
                ir::ChooseReachable, ir::Throw, ir::Catch, ir::Return, ir::Print, std::monostate>
          Other>
  bool changes(const Other&) const {
    return false;
  }
  bool changes(const ir::StoreGlobal& a) const { return observed_.globals.contains(a.global); }
  bool changes(const ir::StoreField& a) const { return observed_.fields.contains(a.field); }
  bool changes(const ir::StoreElement&) const { return observed_.elements; }
  bool changes(const ir::New&) const { return observed_.instances; }
  bool changes(const ir::NewArray&) const { return observed_.instances; }
  // A new thread stands at a location, with its own variables.
  bool changes(const ir::Fork& a) const {
    return observed_.threads || has_location(a.callee.proc) || has_local(a.callee.proc);
  }

  const Observed& observed_;
};

// Local steps are run without looking at other threads, so no cycle may consist of them:
// the target of each edge that closes one is a scheduling point.
void break_cycles(Model& model) {
  enum class Color : std::uint8_t { White, Grey, Black };
  std::vector<Color> color(model.points.size(), Color::White);
  struct Frame {
    std::uint32_t point;
    std::uint32_t next;
  };
  for (std::uint32_t root = kUncaught + 1; root < model.points.size(); ++root) {
    if (color[root] != Color::White) continue;
    std::vector<Frame> frames{{root, model.points[root].begin}};
    color[root] = Color::Grey;
    while (!frames.empty()) {
      Frame& frame = frames.back();
      Point& point = model.points[frame.point];
      if (!point.is_local || frame.next == point.end) {
        color[frame.point] = Color::Black;
        frames.pop_back();
        continue;
      }
      std::uint32_t target = model.transitions[frame.next++].target;
      if (target <= kUncaught) continue;
      if (color[target] == Color::Grey) {
        model.points[target].is_local = false;
      } else if (color[target] == Color::White) {
        color[target] = Color::Grey;
        frames.push_back({target, model.points[target].begin});
      }
    }
  }
}

void collect_points(Model& model, const Numbering& numbering) {
  const ir::Program& program = *model.program;
  Observer observer(model);
  std::size_t words = numbering.count() / 64 + 1;
  for (Point& point : model.points) {
    Sets sets(words);
    bool is_seen = false;
    bool ends = false;
    if (point.proc) {
      const ir::Procedure& proc = program.proc(point.proc);
      Collector collector(model, numbering, sets);
      for (std::uint32_t i = point.begin; i < point.end; ++i) {
        const ir::Transition& t = proc.transitions[model.transitions[i].id.index()];
        collector.transition(proc, t);
        is_seen = is_seen || observer.sees(point.proc, proc, t);
        ends = ends || model.transitions[i].target <= kUncaught;
      }
    }
    bool has_steps = point.begin < point.end;
    point.is_local =
        has_steps && !ends && !is_seen && is_empty(sets.own_reads) && is_empty(sets.own_writes);
    point.may_reduce = has_steps && !is_seen;
    point.reads = std::move(sets.own_reads);
    point.writes = std::move(sets.own_writes);
    point.future_reads = std::move(sets.future_reads);
    point.future_writes = std::move(sets.future_writes);
  }
}

// The futures of a point contain those of its successors and of the threads that it starts.
void close_futures(Model& model) {
  auto include = [&](Point& point, std::uint32_t other) {
    if (other <= kUncaught) return false;
    const Point& next = model.points[other];
    bool reads = merge(next.future_reads, point.future_reads);
    bool writes = merge(next.future_writes, point.future_writes);
    return reads || writes;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = model.points.size(); p-- > 0;) {
      Point& point = model.points[p];
      for (std::uint32_t t = point.begin; t < point.end; ++t) {
        const Transition& transition = model.transitions[t];
        changed = include(point, transition.target) || changed;
        for (std::uint32_t i = transition.actions; i < transition.end; ++i) {
          const Instr& instr = model.instrs[i];
          if (instr.code != Code::Fork) continue;
          changed = include(point, model.programs[instr.place].entry) || changed;
        }
      }
    }
  }
}

}  // namespace

void prepare_reductions(Model& model) {
  Numbering numbering(*model.program);
  collect_points(model, numbering);
  close_futures(model);
  break_cycles(model);
  model.object_places.assign(numbering.count() / 64 + 1, 0);
  for (std::size_t i = 0; i < numbering.count(); ++i) {
    if (numbering.belongs_to_object(i)) add(model.object_places, i);
  }
}

}  // namespace mc
