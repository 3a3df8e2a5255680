// One step: reads, guard and actions of a transition, as the reference interpreter does
// them (interp/stepper.cpp), on slots.
#include <algorithm>
#include <bit>

#include "base/check.h"
#include "engine/mc/system.h"

namespace mc {

namespace {

// What others may have read already is no constant.
constexpr const char* kWrittenConstant =
    "constants that are written while there are several threads";

}  // namespace

// ---------------------------------------------------------------- steps

void Machine::enter_step(std::uint32_t thread, std::uint64_t choice) {
  self_ = thread;
  local_ = slots_.data() + base_of(thread);
  bad_ = nullptr;
  rest_ = choice;
  picks_.clear();
}

// Unless the step moves or is disabled, the working state is left as it was when the
// step failed: the caller undoes it.
Effect Machine::attempt(std::uint32_t thread, const Transition& t, std::uint64_t choice) {
  Mark start = mark();
  enter_step(thread, choice);
  step_ = &t;
  const Instr* instrs = model_.instrs.data();
  for (std::uint32_t i = t.reads; i < t.actions; ++i) {
    if (run(instrs[i]) != Status::Done) {
      failure_.span = t.span;
      return ending_;
    }
  }
  if (t.guard != kNone) {
    bool holds = eval(t.guard) != 0;
    if (bad_) {
      error(bad_);
      failure_.span = t.span;
      return ending_;
    }
    if (!holds) {
      undo(start);
      return Effect::Disabled;
    }
  }
  for (std::uint32_t i = t.actions; i < t.end; ++i) {
    Status status = run(instrs[i]);
    if (status == Status::Done) continue;
    if (status == Status::Blocked) {
      undo(start);
      return Effect::Disabled;
    }
    ++steps_taken_;
    failure_.span = t.span;
    return ending_;
  }
  ++steps_taken_;
  write(base_of(thread) + kPoint, static_cast<std::int32_t>(t.target));
  return t.target > kUncaught ? Effect::Moved : arrive(t);
}

// The end of the thread, or of the execution by an exception.
Effect Machine::arrive(const Transition& t) {
  SlotId base = base_of(self_);
  if (t.target == kEnded) {
    write(base + kException, 0);
    return Effect::Moved;
  }
  failure_.span = t.span;
  if (slots_[base + kException] == 0) {
    error("exceptional exit without an exception");
    return ending_;
  }
  if (self_ != 0) {
    local_ = slots_.data() + base_of(0);
    for (std::uint32_t condition : model_.exceptional) {
      ++checks_;
      bool holds = eval(condition) != 0;
      if (holds && !bad_) continue;
      violated(verdict::ViolationKind::Exceptional, "`exceptional` forbids this exception");
      return ending_;
    }
  }
  return Effect::Finished;
}

// Whether the guard holds, or fails to have a value; for transitions that cannot block.
bool Machine::probe(std::uint32_t thread, const Transition& t) {
  Mark start = mark();
  enter_step(thread, 0);
  bool holds = true;
  for (std::uint32_t i = t.reads; i < t.actions && holds; ++i) {
    if (run(model_.instrs[i]) != Status::Done) break;
  }
  if (t.guard != kNone) holds = eval(t.guard) != 0 || bad_ != nullptr;
  undo(start);
  return holds;
}

// ---------------------------------------------------------------- endings

Machine::Status Machine::end_with(Effect effect) {
  ending_ = effect;
  return Status::Failed;
}

Machine::Status Machine::violated(verdict::ViolationKind kind, const char* what) {
  failure_.kind = kind;
  failure_.what = what;
  failure_.thread = self_;
  return end_with(Effect::Violated);
}

Machine::Status Machine::error(const char* what) {
  if (what == kTooLarge) {
    bound_ = what;
    return end_with(Effect::Exhausted);
  }
  return violated(verdict::ViolationKind::Error, what);
}

// A bound that the model declares is an error in the basic search; the engine's own bounds
// are if the options say so.
Machine::Status Machine::limit(const char* what, bool is_declared) {
  bound_ = what;
  bool counts = is_declared || model_.options.own_limits;
  if (counts && model_.options.kind == SearchKind::Basic) {
    return violated(verdict::ViolationKind::Limit, what);
  }
  return end_with(Effect::Cut);
}

Machine::Status Machine::unsupported(const std::string& what) {
  bound_ = what;
  return end_with(Effect::Exhausted);
}

// ---------------------------------------------------------------- values

Machine::Status Machine::store(SlotId slot, std::uint32_t type, Value value) {
  const VarType& t = model_.types[type];
  if (t.is_checked) {
    if (value < t.low || value > t.high) {
      return t.is_unbounded ? error(kTooLarge) : limit("range");
    }
    if (t.members != kNone) {
      const auto& members = model_.enum_members[t.members];
      if (!std::binary_search(members.begin(), members.end(), static_cast<std::int32_t>(value))) {
        return limit("range");
      }
    }
  }
  write(slot, static_cast<std::int32_t>(value));
  return Status::Done;
}

Machine::Status Machine::assign(const Instr& instr, Value value) {
  if (bad_) return error(bad_);
  if (instr.target == kNone) return Status::Done;
  return store(base_of(self_) + instr.target, instr.type, value);
}

const Part* Machine::object_at(std::uint32_t node) {
  Value object = eval(node);
  if (bad_) return nullptr;
  if (object == 0) {
    bad_ = "null dereference";
    return nullptr;
  }
  if (is_recording_) touched_.push_back(static_cast<std::uint32_t>(object));
  return &model_.parts[static_cast<std::size_t>(object)];
}

const Part* Machine::array_element(std::uint32_t array_node, std::uint32_t index_node,
                                   std::uint32_t& index) {
  const Part* array = object_at(array_node);
  if (!array) return nullptr;
  Value at = eval(index_node);
  if (bad_) return nullptr;
  if (at < 0 || at >= static_cast<Value>(length_of(*array))) {
    bad_ = "array index out of bounds";
    return nullptr;
  }
  index = static_cast<std::uint32_t>(at);
  return array;
}

// ---------------------------------------------------------------- actions

Machine::Status Machine::run(const Instr& i) {
  switch (i.code) {
    case Code::Assign: return assign(i, eval(i.b));
    case Code::LoadGlobal: return assign(i, slots_[i.place]);
    case Code::StoreGlobal: {
      Value value = eval(i.b);
      if (bad_) return error(bad_);
      if (i.flag && thread_count() > 1) return unsupported(kWrittenConstant);
      return store(i.place, i.type, value);
    }
    case Code::LoadField: {
      const Part* object = object_at(i.a);
      return object ? assign(i, slots_[object->slots + i.place]) : error(bad_);
    }
    case Code::StoreField: {
      const Part* object = object_at(i.a);
      if (!object) return error(bad_);
      Value value = eval(i.b);
      if (bad_) return error(bad_);
      if (i.flag && is_known_to_others(*object)) return unsupported(kWrittenConstant);
      return store(object->slots + i.place, i.type, value);
    }
    case Code::LoadElement: {
      std::uint32_t index = 0;
      const Part* array = array_element(i.a, i.b, index);
      return array ? assign(i, slots_[array->slots + index]) : error(bad_);
    }
    case Code::StoreElement: {
      std::uint32_t index = 0;
      const Part* array = array_element(i.a, i.b, index);
      if (!array) return error(bad_);
      Value value = eval(i.place);
      return bad_ ? error(bad_) : store(array->slots + index, i.type, value);
    }
    case Code::New:
    case Code::NewArray: return run_heap(i);
    case Code::Fork: return fork(i);
    case Code::Join: return unjoined(self_) == kNone ? Status::Done : Status::Blocked;
    case Code::JoinThread: {
      Value thread = eval(i.b);
      if (!bad_ && thread == 0) bad_ = "not a thread";
      if (bad_) return error(bad_);
      return has_ended(static_cast<std::uint32_t>(thread - 1)) ? Status::Done : Status::Blocked;
    }
    case Code::Enter:
    case Code::Exit:
    case Code::Acquire:
    case Code::Release:
    case Code::Wait:
    case Code::Unwait:
    case Code::Notify:
    case Code::NotifyAll:
    case Code::TestLock: return run_lock(i);
    case Code::TestThread: {
      Value thread = eval(i.b);
      if (!bad_ && thread == 0) bad_ = "not a thread";
      if (bad_) return error(bad_);
      return assign(i, has_ended(static_cast<std::uint32_t>(thread - 1)));
    }
    case Code::Assert:
    case Code::Assume: return check_condition(i);
    case Code::Halt: return end_with(Effect::Finished);
    case Code::Self: return assign(i, self_ + 1);
    case Code::Limit:
      return i.flag ? limit(model_.texts[i.place].c_str()) : unsupported(model_.texts[i.place]);
    case Code::Havoc:
    case Code::Choose:
    case Code::ChooseInstance:
    case Code::ChooseReachable: return run_choice(i);
    case Code::Throw:
      write(base_of(self_) + kException, static_cast<std::int32_t>(i.place));
      return Status::Done;
    case Code::Catch: write(base_of(self_) + kException, 0); return Status::Done;
    case Code::Evaluate: eval(i.b); return bad_ ? error(bad_) : Status::Done;
  }
  UNREACHABLE("instruction");
}

Machine::Status Machine::check_condition(const Instr& i) {
  bool holds = eval(i.a) != 0;
  if (bad_ && i.flag) {
    holds = false;
    bad_ = nullptr;
  }
  if (bad_) return error(bad_);
  if (i.code == Code::Assert && !is_recording_) ++checks_;
  if (holds) return Status::Done;
  // `requires` is assumed by the first thread only.
  bool assumes = i.code == Code::Assume && (!i.flag || self_ == 0);
  if (assumes) return end_with(Effect::Discarded);
  if (i.code == Code::Assume && i.place == kOnlyInput) return Status::Done;
  return violated(i.violation, "the assertion does not hold");
}

// A place for an object: behind the others, where the slots hold the defaults since the initial
// state, or that of one that no one can reach. kNone: there is none.
std::uint32_t Machine::free_unit(const UnitKind& kind) {
  auto count = static_cast<std::uint32_t>(slots_[kind.allocated]);
  if (count < kind.count) {
    write(kind.allocated, static_cast<std::int32_t>(count + 1));
    return count;
  }
  if (!model_.frees_objects) return kNone;
  mark_live(kNone, step_);
  for (std::uint32_t u = 0; u < count; ++u) {
    if (stamps_[kind.first + u * kind.parts] == stamp_) continue;
    clear_unit(kind, kind.slots + u * kind.stride);
    return u;
  }
  return kNone;
}

// Back to the defaults. No one will ever leave a lock that no one can reach.
void Machine::clear_unit(const UnitKind& kind, SlotId base) {
  auto let_go = [&](std::uint32_t thread) {
    write(base_of(thread) + kHeld, slots_[base_of(thread) + kHeld] - 1);
  };
  for (const Item& item : kind.items) {
    if (item.coding != Coding::Lock) continue;
    SlotId lock = base + item.slot;
    std::int32_t holder = slots_[lock + kHolder];
    if (holder != 0 && holder != kSemaphore) let_go(static_cast<std::uint32_t>(holder - 1));
    if (!item.waits) continue;
    auto waiting = static_cast<std::uint32_t>(slots_[lock + kWaiting] | slots_[lock + kNotified]);
    for (; waiting != 0; waiting &= waiting - 1) {
      let_go(static_cast<std::uint32_t>(std::countr_zero(waiting)));
    }
  }
  for (SlotId i = 0; i < kind.stride; ++i) write(base + i, model_.initial[base + i]);
}

Machine::Status Machine::run_heap(const Instr& i) {
  const UnitKind& kind = model_.kinds[i.place];
  Value size = 0;
  if (i.code == Code::NewArray) {
    size = eval(i.b);
    if (!bad_ && size < 0) bad_ = "negative array size";
    if (bad_) return error(bad_);
  }
  std::uint32_t unit = free_unit(kind);
  if (unit == kNone) return limit("instances");
  std::uint32_t number = kind.first + unit * kind.parts;
  if (i.code == Code::NewArray) {
    const Part& part = model_.parts[number];
    if (size > static_cast<Value>(part.capacity)) return limit("array-size");
    write(part.length, static_cast<std::int32_t>(size));
  }
  if (creation_) creation_->push_back(number);
  return assign(i, number);
}

// A place for a new thread: behind the others, or that of one that is gone, whose children
// are then its parent's, as `join` sees them. kNone: there is none.
std::uint32_t Machine::free_thread() {
  std::uint32_t count = thread_count();
  if (count < model_.options.threads) {
    write(model_.threads_slot, static_cast<std::int32_t>(count + 1));
    return count;
  }
  if (model_.frees_threads && model_.names_threads) mark_live(kNone, step_);
  for (std::uint32_t t = 1; t < count; ++t) {
    if (!is_gone(t)) continue;
    std::int32_t heir =
        model_.options.semantics.join == ir::JoinMode::Children ? 0 : slots_[base_of(t) + kParent];
    for (std::uint32_t child = 1; child < count; ++child) {
      SlotId parent = base_of(child) + kParent;
      if (slots_[parent] == static_cast<std::int32_t>(t + 1)) write(parent, heir);
    }
    return t;
  }
  return kNone;
}

Machine::Status Machine::fork(const Instr& i) {
  const ThreadProgram& program = model_.programs[i.place];
  const List& list = model_.lists[i.a];
  // When an execution may end while daemons run is not told to the automaton.
  if (program.is_daemon && model_.options.is_temporal) {
    return unsupported("temporal properties of programs with daemon threads");
  }
  std::uint32_t thread = free_thread();
  if (thread == kNone) return limit("threads", false);
  SlotId base = base_of(thread);
  for (std::size_t k = 0; k < program.initial.size(); ++k) {
    write(base + kLocals + static_cast<SlotId>(k), program.initial[k]);
  }
  for (std::uint32_t k = list.begin; k < list.end; ++k) {
    Value value = eval(model_.list_nodes[k]);
    if (bad_) return error(bad_);
    std::uint32_t param = k - list.begin;
    Status status = store(base + kLocals + param, program.types[param], value);
    if (status != Status::Done) return status;
  }
  write(base + kPoint, static_cast<std::int32_t>(program.entry));
  write(base + kParent, static_cast<std::int32_t>(self_ + 1));
  write(base + kException, 0);
  std::int32_t last = 0;
  for (std::uint32_t t = 0; t < thread_count(); ++t) {
    if (t != thread) last = std::max(last, slots_[base_of(t) + kOrder]);
  }
  write(base + kOrder, last + 1);
  newborn_.push_back(thread);
  if (creation_) {
    if (started_.size() <= thread) started_.resize(thread + 1);
    started_[thread] = starts_++;
  }
  return assign(i, thread + 1);
}

// ---------------------------------------------------------------- choices

std::uint32_t Machine::pick(std::uint32_t count) {
  auto chosen = static_cast<std::uint32_t>(rest_ % count);
  rest_ /= count;
  picks_.push_back({chosen, count, chosen});
  return chosen;
}

// The next combination of decisions after those of the step just tried: the last one
// that can be raised is raised, and those behind it start again.
bool Machine::next_choice(std::uint64_t& choice) const {
  std::size_t last = picks_.size();
  while (last > 0 && picks_[last - 1].chosen + 1 >= picks_[last - 1].count) --last;
  if (last == 0) return false;
  std::uint64_t result = picks_[last - 1].chosen + 1;
  for (std::size_t i = last - 1; i-- > 0;) result = result * picks_[i].count + picks_[i].chosen;
  choice = result;
  return true;
}

// Whatever is chosen, it is the same.
bool Machine::are_alike(const List& list) {
  Value first = eval(model_.list_nodes[list.begin]);
  for (std::uint32_t k = list.begin + 1; k < list.end; ++k) {
    if (eval(model_.list_nodes[k]) != first) return false;
  }
  return true;
}

Machine::Status Machine::run_choice(const Instr& i) {
  if (i.code == Code::Havoc || i.code == Code::Choose) {
    const List& list = model_.lists[i.place];
    std::uint32_t count = list.end - list.begin;
    bool is_free = model_.options.kind == SearchKind::ChooseFree;
    if (is_free && i.flag && !are_alike(list)) {
      bound_ = "choices";
      return end_with(Effect::Cut);
    }
    return assign(i, eval(model_.list_nodes[list.begin + pick(count)]));
  }
  std::vector<std::uint32_t> found;
  const std::vector<bool>& fits = model_.object_sets[i.place];
  if (i.code == Code::ChooseInstance) {
    for (std::uint32_t k = 1; k < model_.parts.size(); ++k) {
      if (fits[k] && is_allocated(k)) found.push_back(k);
    }
    return choose_object(i, found);
  }
  Value root = eval(i.a);
  if (bad_) return error(bad_);
  // Breadth first over fields and elements in order, as the interpreter does.
  auto visit = [&](std::int32_t value) {
    auto number = static_cast<std::uint32_t>(value);
    if (number == 0 || std::find(found.begin(), found.end(), number) != found.end()) return;
    found.push_back(number);
  };
  visit(static_cast<std::int32_t>(root));
  for (std::size_t next = 0; next < found.size(); ++next) {
    if (is_recording_) touched_.push_back(found[next]);
    const Part& part = model_.parts[found[next]];
    const auto& program = *model_.program;
    auto is_reference = [&](ir::TypeId type) {
      ir::TypeKind kind = program.type(type).kind;
      return kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array ||
             kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    };
    if (part.array) {
      if (!is_reference(program.type(part.array).element)) continue;
      for (std::uint32_t k = 0; k < length_of(part); ++k) visit(slots_[part.slots + k]);
      continue;
    }
    for (ir::FieldId field : program.all_fields(part.cls)) {
      if (!is_reference(program.field(field).type)) continue;
      visit(slots_[part.slots + model_.field_offsets[field.index()]]);
    }
  }
  std::erase_if(found, [&](std::uint32_t number) { return !fits[number]; });
  return choose_object(i, found);
}

Machine::Status Machine::choose_object(const Instr& i, const std::vector<std::uint32_t>& among) {
  if (among.empty()) return Status::Done;
  if (among.size() > 1 && model_.options.kind == SearchKind::ChooseFree) {
    bound_ = "choices";
    return end_with(Effect::Cut);
  }
  std::uint32_t chosen = among[pick(static_cast<std::uint32_t>(among.size()))];
  if (creation_ && i.code == Code::ChooseInstance) {
    // The interpreter numbers objects in the order of their creation.
    auto rank = [&](std::uint32_t number) {
      auto at = std::find(creation_->begin(), creation_->end(), model_.parts[number].unit);
      bool always = at == creation_->end();
      return std::pair(always ? 0 : at - creation_->begin() + 1, number);
    };
    picks_.back().reported = static_cast<std::uint32_t>(
        std::count_if(among.begin(), among.end(),
                      [&](std::uint32_t other) { return rank(other) < rank(chosen); }));
  }
  return assign(i, chosen);
}

}  // namespace mc
