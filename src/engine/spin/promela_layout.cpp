#include "engine/spin/promela_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace spin {

namespace {

constexpr std::int64_t kMaxObjects = 30'000;
constexpr int kMaxNesting = 100;

}  // namespace

PromelaLayout::PromelaLayout(const ir::Program& program, const PromelaOptions& options)
    : program_(program), options_(options) {
  make_units();
  make_groups();
  class_ranges_.resize(program.classes.size());
  number_classes();
  number_groups();
  find_own_locks();
  name_variables();
}

bool PromelaLayout::is_reference(ir::TypeKind kind) const {
  return kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array || kind == ir::TypeKind::Null;
}

bool PromelaLayout::is_in_place(ir::TypeId type) const {
  ir::TypeKind kind = program_.type(type).kind;
  return kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
}

// ---------------------------------------------------------------- objects

void PromelaLayout::add_in_place(PromelaUnit unit, ir::TypeId type) {
  const ir::Type& t = program_.type(type);
  if (t.kind == ir::TypeKind::Record) {
    unit.cls = t.cls;
  } else {
    unit.array = type;
    unit.element = t.element;
    unit.capacity = t.hi;
  }
  units_.push_back(std::move(unit));
}

void PromelaLayout::make_units() {
  for (std::size_t i = 0; i < program_.collections.size(); ++i) {
    const ir::Collection& c = program_.collections[i];
    if (c.size <= 0) throw PromelaUnsupported{fmt::format("collection {} is unbounded", c.name)};
    if (!is_in_place(c.type)) {
      throw PromelaUnsupported{
          fmt::format("the arrays of collection {} may have any length", c.name)};
    }
    PromelaUnit unit{.kind = PromelaUnit::Kind::Collection, .collection = ir::CollectionId(i)};
    add_in_place(std::move(unit), c.type);
  }
  for (std::size_t i = 0; i < program_.globals.size(); ++i) {
    if (!is_in_place(program_.globals[i].type)) continue;
    PromelaUnit unit{.kind = PromelaUnit::Kind::Global, .global = ir::GlobalId(i)};
    add_in_place(std::move(unit), program_.globals[i].type);
  }
  for (const ir::Class& cls : program_.classes) {
    for (ir::FieldId field : cls.fields) {
      if (!is_in_place(program_.field(field).type)) continue;
      PromelaUnit unit{.kind = PromelaUnit::Kind::Field, .field = field};
      add_in_place(std::move(unit), program_.field(field).type);
    }
  }
  // Instances of arrays are told by the type they are made with.
  for (const ir::Procedure& proc : program_.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.actions) {
        const auto* made = std::get_if<ir::NewArray>(&action);
        if (made && made->collection) units_[made->collection.index()].array = made->type;
      }
    }
  }
}

// One group for all arrays of references, which are covariant, and one for each other
// type of elements.
std::size_t PromelaLayout::group_for(ir::TypeId element) {
  bool refers = is_reference(program_.type(element).kind);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    bool same = groups_[i].element == element ||
                (refers && is_reference(program_.type(groups_[i].element).kind));
    if (same) return i;
  }
  groups_.push_back({.element = element});
  return groups_.size() - 1;
}

void PromelaLayout::make_groups() {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    ir::TypeId element = units_[i].element;
    if (!element) continue;
    std::size_t group = group_for(element);
    groups_[group].capacity = std::max(groups_[group].capacity, units_[i].capacity);
    bool is_known = std::any_of(units_.begin(), units_.end(), [&](const PromelaUnit& unit) {
      return unit.kind == PromelaUnit::Kind::Element && unit.group == group;
    });
    if (is_known || !is_in_place(element)) continue;
    PromelaUnit unit{.kind = PromelaUnit::Kind::Element, .group = group};
    add_in_place(std::move(unit), element);
  }
}

std::int64_t PromelaLayout::count(const PromelaUnit& unit) {
  if (++nesting_ > kMaxNesting) throw PromelaUnsupported{"a record contains itself"};
  std::int64_t result = 1;
  switch (unit.kind) {
    case PromelaUnit::Kind::Collection:
      result = program_.collections[unit.collection.index()].size;
      break;
    case PromelaUnit::Kind::Global: break;
    case PromelaUnit::Kind::Field: result = subtree_count(program_.field(unit.field).owner); break;
    case PromelaUnit::Kind::Element:
      result = group_count(unit.group) * groups_[unit.group].capacity;
      break;
  }
  --nesting_;
  if (result > kMaxObjects) throw PromelaUnsupported{"too many objects"};
  return result;
}

namespace {

bool extends(const ir::Program& program, ir::ClassId cls, ir::ClassId base) {
  for (; cls; cls = program.cls(cls).super) {
    if (cls == base) return true;
  }
  return false;
}

}  // namespace

std::int64_t PromelaLayout::subtree_count(ir::ClassId cls) {
  std::int64_t result = 0;
  for (const PromelaUnit& unit : units_) {
    if (unit.cls && extends(program_, unit.cls, cls)) result += count(unit);
  }
  return result;
}

std::int64_t PromelaLayout::group_count(std::size_t group) {
  std::int64_t result = 0;
  for (const PromelaUnit& unit : units_) {
    if (unit.element && group_for(unit.element) == group) result += count(unit);
  }
  return result;
}

// Depth first, so that the objects of a class and of all below it are neighbours.
void PromelaLayout::number_classes() {
  auto visit = [&](auto& self, ir::ClassId cls) -> void {
    PromelaRange& range = class_ranges_[cls.index()];
    range.lo = objects_ + 1;
    for (PromelaUnit& unit : units_) {
      if (unit.cls != cls) continue;
      unit.numbers = {objects_ + 1, objects_ + count(unit)};
      objects_ = unit.numbers.hi;
    }
    for (std::size_t i = 0; i < program_.classes.size(); ++i) {
      if (program_.classes[i].super == cls) self(self, ir::ClassId(i));
    }
    range.hi = objects_;
  };
  for (std::size_t i = 0; i < program_.classes.size(); ++i) {
    if (!program_.classes[i].super) visit(visit, ir::ClassId(i));
  }
}

void PromelaLayout::number_groups() {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    groups_[i].numbers.lo = objects_ + 1;
    for (PromelaUnit& unit : units_) {
      if (!unit.element || group_for(unit.element) != i) continue;
      unit.numbers = {objects_ + 1, objects_ + count(unit)};
      objects_ = unit.numbers.hi;
    }
    groups_[i].numbers.hi = objects_;
  }
  if (objects_ > kMaxObjects) throw PromelaUnsupported{"too many objects"};
}

const PromelaUnit& PromelaLayout::unit_of(ir::CollectionId collection) const {
  return units_[collection.index()];  // they come first
}

bool PromelaLayout::is_instance(const PromelaUnit& unit, ir::ClassId cls) const {
  return unit.cls ? program_.is_subclass(unit.cls, cls) : program_.is_array_class(cls);
}

namespace {

// The condition that a number lies in one of the ranges, neighbours joined.
std::string lies_in(const std::string& number, std::vector<PromelaRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](auto a, auto b) { return a.lo < b.lo; });
  std::string result = "false";
  for (std::size_t i = 0; i < ranges.size();) {
    PromelaRange joined = ranges[i];
    for (++i; i < ranges.size() && ranges[i].lo == joined.hi + 1; ++i) joined.hi = ranges[i].hi;
    std::string test = joined.lo == joined.hi ? fmt::format("({} == {})", number, joined.lo)
                                              : fmt::format("({0} >= {1} && {0} <= {2})", number,
                                                            joined.lo, joined.hi);
    result = promela_or(result, test);
  }
  return result;
}

}  // namespace

std::string PromelaLayout::is_instance(const std::string& object, ir::ClassId cls) const {
  std::vector<PromelaRange> ranges;
  for (const PromelaUnit& unit : units_) {
    if (is_instance(unit, cls) && unit.numbers.size() > 0) ranges.push_back(unit.numbers);
  }
  return lies_in(object, std::move(ranges));
}

std::string PromelaLayout::is_instance(const std::string& object, ir::TypeId array) const {
  std::vector<PromelaRange> ranges;
  for (const PromelaUnit& unit : units_) {
    bool is_array = unit.array && unit.numbers.size() > 0;
    if (is_array && program_.is_assignable(unit.array, array)) ranges.push_back(unit.numbers);
  }
  return lies_in(object, std::move(ranges));
}

std::string PromelaLayout::accepts(const std::string& array, const std::string& held) const {
  std::string result = fmt::format("({} == 0)", held);
  for (const PromelaUnit& unit : units_) {
    bool holds_references = unit.array && is_reference(program_.type(unit.element).kind);
    if (!holds_references || unit.numbers.size() == 0) continue;
    const ir::Type& element = program_.type(unit.element);
    std::string fits =
        element.element ? is_instance(held, unit.element) : is_instance(held, element.cls);
    result = promela_or(result, promela_and(lies_in(array, {unit.numbers}), fits));
  }
  return result;
}

std::string PromelaLayout::exists(std::int64_t number) const {
  for (const PromelaUnit& unit : units_) {
    if (number < unit.numbers.lo || number > unit.numbers.hi) continue;
    std::int64_t index = number - unit.numbers.lo;
    switch (unit.kind) {
      case PromelaUnit::Kind::Collection: return fmt::format("{}[{}]", unit.in_use, index);
      case PromelaUnit::Kind::Global: return "true";
      case PromelaUnit::Kind::Field:
        return exists(class_range(program_.field(unit.field).owner).lo + index);
      case PromelaUnit::Kind::Element: {
        const PromelaGroup& group = groups_[unit.group];
        return exists(group.numbers.lo + index / group.capacity);
      }
    }
  }
  UNREACHABLE("no object has the number {}", number);
}

// ---------------------------------------------------------------- variables

const PromelaGroup* PromelaLayout::group_of(ir::TypeId array) const {
  ir::TypeId element = program_.type(array).element;
  bool refers = is_reference(program_.type(element).kind);
  for (const PromelaGroup& group : groups_) {
    bool same =
        group.element == element || (refers && is_reference(program_.type(group.element).kind));
    if (same && group.numbers.size() > 0) return &group;
  }
  return nullptr;
}

std::string PromelaLayout::global(ir::GlobalId id) const {
  for (const PromelaUnit& unit : units_) {
    if (unit.global == id) return std::to_string(unit.numbers.lo);
  }
  return global_names_[id.index()];
}

// A position among objects: 0 if there is one only, whose number a reference must be.
static std::string position(const std::string& object, PromelaRange numbers) {
  return numbers.size() == 1 ? "0" : promela_offset(object, numbers.lo);
}

std::string PromelaLayout::field(const std::string& object, ir::FieldId id) const {
  const ir::Field& f = program_.field(id);
  PromelaRange owners = class_range(f.owner);
  if (owners.size() == 0) return "0";
  for (const PromelaUnit& unit : units_) {
    if (unit.field != id) continue;
    if (owners.size() == 1) return std::to_string(unit.numbers.lo);
    return promela_sum(object, unit.numbers.lo - owners.lo);
  }
  return fmt::format("{}[{}].{}", class_variables_[f.owner.index()], position(object, owners),
                     field_names_[id.index()]);
}

std::string PromelaLayout::element(const PromelaGroup& group, const std::string& array,
                                   const std::string& index) const {
  std::string at = position(array, group.numbers);
  if (at == "0") {
    at = promela_bare(index);
  } else if (group.capacity == 1) {
    at = promela_bare(at);
  } else {
    bool is_number = at.find_first_not_of("0123456789") == std::string::npos;
    at = is_number ? promela_bare(promela_sum(index, std::stoll(at) * group.capacity))
                   : fmt::format("({}) * {} + {}", at, group.capacity, index);
  }
  for (const PromelaUnit& unit : units_) {
    if (unit.kind != PromelaUnit::Kind::Element || &groups_[unit.group] != &group) continue;
    return promela_sum(fmt::format("({})", at), unit.numbers.lo);
  }
  return fmt::format("{}[{}]", group.elements, at);
}

std::string PromelaLayout::length(const PromelaGroup& group, const std::string& array) const {
  std::string result = group.lengths.empty()
                           ? std::to_string(group.capacity)
                           : fmt::format("{}[{}]", group.lengths, position(array, group.numbers));
  for (const PromelaUnit& unit : units_) {
    bool is_fixed = unit.element && unit.kind != PromelaUnit::Kind::Collection &&
                    unit.numbers.lo >= group.numbers.lo && unit.numbers.hi <= group.numbers.hi &&
                    unit.numbers.size() > 0;
    if (!is_fixed || (group.lengths.empty() && unit.capacity == group.capacity)) continue;
    std::string here =
        group.numbers.size() == unit.numbers.size() ? "true" : lies_in(array, {unit.numbers});
    result = promela_if(here, std::to_string(unit.capacity), result);
  }
  return result;
}

// ---------------------------------------------------------------- locks

// The locks of objects that some action uses lie between the first and the last of them.
void PromelaLayout::find_own_locks() {
  auto use = [&](const ir::LockPlace& place, bool waits) {
    if (!place.object || place.field) return;
    if (waits) own_shape_.waits = true;
    const ir::Type& type = program_.type_of(place.object);
    for (const PromelaUnit& unit : units_) {
      bool can_be =
          type.element ? unit.element.is_valid() : type.cls && is_instance(unit, type.cls);
      if (!can_be || unit.numbers.size() == 0) continue;
      if (own_locks_.size() == 0) own_locks_ = unit.numbers;
      own_locks_.lo = std::min(own_locks_.lo, unit.numbers.lo);
      own_locks_.hi = std::max(own_locks_.hi, unit.numbers.hi);
    }
  };
  auto look = [&](const ir::Action& action) {
    ir::visit(
        [&](const auto& a) {
          if constexpr (requires { a.lock; }) {
            using Kind = std::decay_t<decltype(a)>;
            use(a.lock, std::is_same_v<Kind, ir::Wait>);
          }
        },
        action);
  };
  for (const ir::Procedure& proc : program_.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.reads) look(action);
      for (const ir::Action& action : t.actions) look(action);
    }
  }
}

std::string PromelaLayout::own_lock(const std::string& object) const {
  if (own_locks_.size() == 0) return "own_lock[0]";  // there is no object to lock
  return fmt::format("own_lock[{}]", position(object, own_locks_));
}

}  // namespace spin
