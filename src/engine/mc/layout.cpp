#include "engine/mc/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "ir/pass/locks.h"
#include "ir/typing.h"

namespace mc {

namespace {

constexpr std::uint32_t kMaxParts = 1U << 20;
constexpr SlotId kMaxSlots = 1U << 24;
constexpr int kMaxNesting = 100;

bool is_wait(const ir::Action& action) {
  return std::holds_alternative<ir::Wait>(action) || std::holds_alternative<ir::Unwait>(action) ||
         std::holds_alternative<ir::Notify>(action) ||
         std::holds_alternative<ir::NotifyAll>(action) ||
         (std::holds_alternative<ir::TestLock>(action) &&
          std::get<ir::TestLock>(action).test == ir::LockTest::WasNotified);
}

}  // namespace

bool Layout::refuse(std::string what) {
  if (problem_.empty()) problem_ = std::move(what);
  return false;
}

bool Layout::run() {
  type_indices_.assign(program_.types.size(), kNone);
  find_own_locks();
  model_.slots = 1;  // slot 0 means "no such slot"
  model_.initial.assign(1, 0);
  model_.parts.resize(1);
  field_offsets();
  lay_out_globals();
  lay_out_collections();
  return problem_.empty();
}

// ---------------------------------------------------------------- types

std::uint32_t Layout::type_index(ir::TypeId type) {
  std::uint32_t& index = type_indices_[type.index()];
  if (index == kNone) {
    index = static_cast<std::uint32_t>(model_.types.size());
    model_.types.push_back(make_type(type));
  }
  return index;
}

VarType Layout::make_type(ir::TypeId id) {
  const ir::Type& t = program_.type(id);
  VarType result;
  auto scalar = [&](std::int64_t low, std::int64_t high) {
    if (low < INT32_MIN || high > INT32_MAX || low > high) {
      refuse(fmt::format("the type {} is too large", program_.type_name(id)));
      return;
    }
    result.low = static_cast<std::int32_t>(low);
    result.high = static_cast<std::int32_t>(high);
    result.width = bits_for(static_cast<std::uint64_t>(high - low) + 1);
    result.is_checked = true;
  };
  switch (t.kind) {
    case ir::TypeKind::Bool:
      scalar(0, 1);
      result.is_checked = false;
      break;
    case ir::TypeKind::Range: scalar(t.lo, t.hi); break;
    case ir::TypeKind::Int:
    case ir::TypeKind::Long:
      scalar(INT32_MIN, INT32_MAX);
      result.is_unbounded = true;
      break;
    case ir::TypeKind::Uint:
      scalar(0, INT32_MAX);
      result.is_unbounded = true;
      break;
    case ir::TypeKind::Enum: {
      std::vector<std::int32_t> members;
      for (const auto& member : program_.enums[t.enumeration.index()].members) {
        if (member.value < INT32_MIN || member.value > INT32_MAX) {
          refuse(fmt::format("the type {} is too large", program_.type_name(id)));
          return result;
        }
        members.push_back(static_cast<std::int32_t>(member.value));
      }
      std::sort(members.begin(), members.end());
      members.erase(std::unique(members.begin(), members.end()), members.end());
      if (members.empty()) members.push_back(0);
      scalar(members.front(), members.back());
      bool has_gaps =
          static_cast<std::size_t>(members.back() - members.front()) + 1 != members.size();
      if (has_gaps) {
        result.members = static_cast<std::uint32_t>(model_.enum_members.size());
        model_.enum_members.push_back(std::move(members));
      }
      break;
    }
    case ir::TypeKind::Tid:
      scalar(0, model_.options.threads);
      result.is_checked = false;
      result.coding = Coding::Thread;
      break;
    case ir::TypeKind::Ref:
    case ir::TypeKind::Array:
    case ir::TypeKind::Null: result.coding = Coding::Ref; return result;
    case ir::TypeKind::Record:
    case ir::TypeKind::FixedArray: result.coding = Coding::Fixed; return result;
    case ir::TypeKind::Lock:
      result.coding = Coding::Lock;
      result.waits = t.waits;
      result.reentrant = t.reentrant;
      result.slots = t.waits ? kSaved + (t.reentrant ? model_.options.threads : 0) : kDepth + 1;
      return result;
    default:
      refuse(fmt::format("a variable of type {} has too many values", program_.type_name(id)));
      return result;
  }
  if (problem_.empty()) result.initial = constant(program_.default_value(id));
  return result;
}

std::int32_t Layout::constant(const ir::Constant& value) {
  if (const bool* b = std::get_if<bool>(&value)) return *b ? 1 : 0;
  if (const auto* number = std::get_if<base::Integer>(&value)) {
    std::int64_t small = number->to_int64().value_or(INT64_MAX);
    if (small < INT32_MIN || small > INT32_MAX) refuse("a constant is too large");
    return static_cast<std::int32_t>(small);
  }
  if (!std::holds_alternative<ir::NullValue>(value)) refuse("a constant of an infinite type");
  return 0;
}

// ---------------------------------------------------------------- units

void Layout::find_own_locks() {
  locked_classes_.assign(program_.classes.size(), false);
  auto look = [&](const ir::Action& action) {
    const ir::LockPlace* place = pass::lock_of(action);
    if (!place || place->global || place->field || !place->object) return;
    if (is_wait(action)) waited_ = true;
    const ir::Type& t = program_.type_of(place->object);
    if (t.element || program_.is_array_class(t.cls)) locked_arrays_ = true;
    for (std::size_t i = 0; t.cls && i < program_.classes.size(); ++i) {
      if (program_.is_subclass(ir::ClassId(i), t.cls)) locked_classes_[i] = true;
    }
  };
  for (const ir::Procedure& proc : program_.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.reads) look(action);
      for (const ir::Action& action : t.actions) look(action);
    }
  }
}

SlotId Layout::take(Unit& unit, std::uint32_t slots, std::int32_t value) {
  auto at = static_cast<SlotId>(unit.initial.size());
  if (at + slots > kMaxSlots) {
    refuse("the state is too large");
    return 0;
  }
  unit.initial.insert(unit.initial.end(), slots, value);
  return at;
}

void Layout::own_lock(Unit& unit, Part& part) {
  bool is_used = part.cls ? locked_classes_[part.cls.index()] : locked_arrays_;
  if (!is_used) return;
  VarType lock{.coding = Coding::Lock, .waits = waited_, .reentrant = true};
  lock.slots = waited_ ? kSaved + model_.options.threads : kDepth + 1;
  part.lock = take(unit, lock.slots, 0);
  unit.items.emplace_back(part.lock, lock);
}

// A variable inside of the unit; aggregates in place are laid out later.
void Layout::variable(Unit& unit, ir::TypeId type,
                      std::vector<std::pair<SlotId, ir::TypeId>>& inner) {
  const VarType made = model_.types[type_index(type)];
  SlotId slot = take(unit, made.slots, made.initial);
  if (made.coding == Coding::Fixed) {
    inner.emplace_back(slot, type);
  } else {
    unit.items.emplace_back(slot, made);
  }
}

void Layout::lay_out(Unit& unit, ir::TypeId type, int depth) {
  const ir::Type& t = program_.type(type);
  if (depth > kMaxNesting) {
    refuse("a record contains itself");
  } else if (t.kind == ir::TypeKind::Record) {
    lay_out_object(unit, t.cls, depth);
  } else {
    lay_out_array(
        unit, type,
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(t.hi, 0, std::int64_t{kMaxSlots})),
        depth);
  }
}

void Layout::lay_out_object(Unit& unit, ir::ClassId cls, int depth) {
  std::size_t number = unit.parts.size();
  Part part;
  part.cls = cls;
  part.slots = static_cast<SlotId>(unit.initial.size());
  unit.parts.push_back(part);
  std::vector<std::pair<SlotId, ir::TypeId>> inner;
  for (ir::FieldId field : program_.all_fields(cls)) {
    variable(unit, program_.field(field).type, inner);
  }
  own_lock(unit, unit.parts[number]);
  for (auto [slot, type] : inner) {
    if (!problem_.empty()) return;
    unit.references.emplace_back(slot, static_cast<std::uint32_t>(unit.parts.size()));
    lay_out(unit, type, depth + 1);
  }
}

void Layout::lay_out_array(Unit& unit, ir::TypeId type, std::uint32_t size, int depth) {
  std::size_t number = unit.parts.size();
  Part part;
  part.array = type;
  part.capacity = size;
  unit.parts.push_back(part);
  own_lock(unit, unit.parts[number]);
  unit.parts[number].slots = static_cast<SlotId>(unit.initial.size());
  std::vector<std::pair<SlotId, ir::TypeId>> inner;
  ir::TypeId element = program_.type(type).element;
  bool is_lock = program_.type(element).kind == ir::TypeKind::Lock;
  for (std::uint32_t i = 0; i < size && problem_.empty(); ++i) {
    if (is_lock) {
      take(unit, 1, 0);  // a lock in an array cannot be used
    } else {
      variable(unit, element, inner);
    }
  }
  for (auto [slot, inner_type] : inner) {
    if (!problem_.empty()) return;
    unit.references.emplace_back(slot, static_cast<std::uint32_t>(unit.parts.size()));
    lay_out(unit, inner_type, depth + 1);
  }
}

// Adds the units of a kind to the model.
void Layout::add_kind(const Unit& unit, UnitKind kind) {
  if (!problem_.empty()) return;
  kind.first = static_cast<std::uint32_t>(model_.parts.size());
  kind.parts = static_cast<std::uint32_t>(unit.parts.size());
  kind.count_width = bits_for(std::uint64_t{kind.count} + 1);
  kind.slots = model_.slots;
  kind.stride = static_cast<SlotId>(unit.initial.size());
  std::uint64_t parts = std::uint64_t{kind.parts} * kind.count + kind.first;
  std::uint64_t slots = std::uint64_t{kind.stride} * kind.count + kind.slots;
  if (parts > kMaxParts || slots > kMaxSlots) {
    refuse("the model has too many objects");
    return;
  }
  kind.items.insert(kind.items.end(), unit.items.begin(), unit.items.end());
  auto index = static_cast<std::uint32_t>(model_.kinds.size());
  for (std::uint32_t u = 0; u < kind.count; ++u) {
    SlotId base = kind.slots + u * kind.stride;
    std::uint32_t first = kind.first + u * kind.parts;
    model_.initial.insert(model_.initial.end(), unit.initial.begin(), unit.initial.end());
    for (auto [slot, part] : unit.references) {
      model_.initial[base + slot] = static_cast<std::int32_t>(first + part);
    }
    for (Part part : unit.parts) {
      part.unit = first;
      part.slots += base;
      if (part.lock != kNone) part.lock += base;
      if (part.length != kNone) part.length += base;
      part.kind = index;
      model_.parts.push_back(part);
    }
  }
  model_.slots = static_cast<SlotId>(model_.initial.size());
  model_.kinds.push_back(std::move(kind));
}

// ---------------------------------------------------------------- the program

// A class has the fields of its superclass first, so that a field has one offset.
void Layout::field_offsets() {
  model_.field_offsets.assign(program_.fields.size(), 0);
  for (std::size_t i = 0; i < program_.classes.size(); ++i) {
    SlotId offset = 0;
    for (ir::FieldId field : program_.all_fields(ir::ClassId(i))) {
      model_.field_offsets[field.index()] = offset;
      const ir::Type& t = program_.type(program_.field(field).type);
      if (t.kind == ir::TypeKind::Lock) {
        offset += t.waits ? kSaved + (t.reentrant ? model_.options.threads : 0) : kDepth + 1;
      } else {
        ++offset;
      }
    }
  }
}

void Layout::lay_out_globals() {
  model_.global_slots.assign(program_.globals.size(), 0);
  std::vector<std::pair<SlotId, ir::TypeId>> aggregates;
  for (std::size_t i = 0; i < program_.globals.size() && problem_.empty(); ++i) {
    const ir::Global& global = program_.globals[i];
    const VarType type = model_.types[type_index(global.type)];
    SlotId slot = model_.slots;
    model_.global_slots[i] = slot;
    std::int32_t value = global.initial ? constant(*global.initial) : type.initial;
    if (type.is_checked && (value < type.low || value > type.high)) {
      refuse(fmt::format("the initial value of {} does not lie in its type", global.name));
    }
    model_.initial.insert(model_.initial.end(), type.slots, value);
    model_.slots += type.slots;
    if (type.coding == Coding::Fixed) {
      aggregates.emplace_back(slot, global.type);
    } else {
      model_.globals.emplace_back(slot, type);
    }
  }
  for (auto [slot, type] : aggregates) {
    Unit unit;
    lay_out(unit, type, 0);
    model_.initial[slot] = static_cast<std::int32_t>(model_.parts.size());
    UnitKind kind;
    kind.count = 1;
    add_kind(unit, std::move(kind));
  }
  model_.fixed_kinds = static_cast<std::uint32_t>(model_.kinds.size());
}

ir::TypeId Layout::array_of(ir::TypeId element) const {
  for (std::size_t i = 0; i < program_.types.size(); ++i) {
    const ir::Type& t = program_.type(ir::TypeId(i));
    if (t.kind == ir::TypeKind::Array && t.element == element) return ir::TypeId(i);
  }
  return {};
}

void Layout::lay_out_collections() {
  for (std::size_t i = 0; i < program_.collections.size() && problem_.empty(); ++i) {
    const ir::Collection& collection = program_.collections[i];
    const ir::Type& t = program_.type(collection.type);
    if (collection.size <= 0) {
      refuse(fmt::format("the collection {} has no bound", collection.name));
      return;
    }
    UnitKind kind;
    kind.collection = ir::CollectionId(i);
    kind.count = static_cast<std::uint32_t>(std::min<std::int64_t>(collection.size, kMaxParts));
    kind.group = static_cast<std::uint32_t>(model_.kinds.size());
    for (std::size_t k = model_.kinds.size(); k-- > model_.fixed_kinds;) {
      const ir::CollectionId other = model_.kinds[k].collection;
      if (program_.collections[other.index()].type == collection.type) {
        kind.group = static_cast<std::uint32_t>(k);
      }
    }
    kind.allocated = model_.slots++;
    model_.initial.push_back(0);
    Unit unit;
    if (t.element) {
      if (t.kind != ir::TypeKind::FixedArray) {
        refuse(
            fmt::format("the arrays of the collection {} have no largest size", collection.name));
        return;
      }
      ir::TypeId type = array_of(t.element);
      if (!type) continue;  // nothing can refer to such an array
      SlotId length = take(unit, 1, 0);
      kind.has_length = true;
      VarType counted{.width = bits_for(static_cast<std::uint64_t>(t.hi) + 1)};
      counted.high = static_cast<std::int32_t>(t.hi);
      kind.items.emplace_back(length, counted);
      auto capacity = static_cast<std::uint32_t>(std::clamp<std::int64_t>(t.hi, 0, kMaxSlots));
      lay_out_array(unit, type, capacity, 0);
      if (!problem_.empty()) return;
      unit.parts.front().length = length;
      bool is_data = !ir::is_embedded(program_.type(t.element).kind);
      kind.first_element = unit.parts.front().lock == kNone ? 1 : 2;
      kind.elements = is_data ? capacity : 0;
    } else {
      lay_out(unit, collection.type, 0);
    }
    add_kind(unit, std::move(kind));
  }
}

}  // namespace mc
