// The declarations of a Promela model: typedefs and global variables.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "engine/spin/promela_layout.h"

namespace spin {

// ---------------------------------------------------------------- types

std::string PromelaLayout::number_type(std::int64_t lo, std::int64_t hi) const {
  if (lo >= 0 && hi <= 255) return "byte";
  if (lo >= std::numeric_limits<std::int16_t>::min() &&
      hi <= std::numeric_limits<std::int16_t>::max()) {
    return "short";
  }
  if (lo >= std::numeric_limits<std::int32_t>::min() &&
      hi <= std::numeric_limits<std::int32_t>::max()) {
    return "int";
  }
  throw PromelaUnsupported{fmt::format("the range {}..{} is wider than 32 bits", lo, hi)};
}

PromelaRange PromelaLayout::values_of(ir::TypeId type) const {
  const ir::Type& t = program_.type(type);
  switch (t.kind) {
    case ir::TypeKind::Bool: return {0, 1};
    case ir::TypeKind::Range: return {t.lo, t.hi};
    case ir::TypeKind::Enum: {
      const auto& members = program_.enums[t.enumeration.index()].members;
      if (members.empty()) throw PromelaUnsupported{"an enumeration without values"};
      auto less = [](const auto& a, const auto& b) { return a.value < b.value; };
      auto [least, most] = std::minmax_element(members.begin(), members.end(), less);
      return {least->value, most->value};
    }
    case ir::TypeKind::Tid: return {0, options_.threads};
    case ir::TypeKind::Ref:
    case ir::TypeKind::Array:
    case ir::TypeKind::Null:
    case ir::TypeKind::Record:
    case ir::TypeKind::FixedArray: return {0, objects_};
    default: break;
  }
  throw PromelaUnsupported{
      fmt::format("a variable of type {} has too many values", program_.type_name(type))};
}

std::string PromelaLayout::type_text(ir::TypeId type) const {
  if (program_.type(type).kind == ir::TypeKind::Bool) return "bool";
  PromelaRange values = values_of(type);
  return number_type(values.lo, values.hi);
}

std::string PromelaLayout::constant_text(const ir::Constant& value) {
  if (std::holds_alternative<ir::NullValue>(value)) return "0";
  if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const auto* number = std::get_if<base::Integer>(&value)) {
    auto small = number->to_int64();
    if (!small || *small > std::numeric_limits<std::int32_t>::max() ||
        *small < std::numeric_limits<std::int32_t>::min()) {
      throw PromelaUnsupported{fmt::format("{} has more than 32 bits", number->to_string())};
    }
    return *small < 0 ? fmt::format("({})", *small) : std::to_string(*small);
  }
  throw PromelaUnsupported{"a constant that is neither a boolean nor an integer"};
}

std::string PromelaLayout::initial_text(ir::TypeId type,
                                        const std::optional<ir::Constant>& initial) const {
  if (is_in_place(type)) return "0";
  return constant_text(initial ? *initial : program_.default_value(type));
}

// ---------------------------------------------------------------- names

void PromelaLayout::name_variables() {
  for (const ir::Class& cls : program_.classes) {
    bool stores = class_ranges_[class_variables_.size()].size() > 0 &&
                  std::any_of(cls.fields.begin(), cls.fields.end(),
                              [&](ir::FieldId f) { return !is_in_place(program_.field(f).type); });
    class_variables_.push_back(stores ? names_.make("o_", cls.name) : "");
  }
  field_names_.resize(program_.fields.size());
  for (const ir::Class& cls : program_.classes) {
    PromelaNames names;  // each typedef has its own
    for (ir::FieldId id : cls.fields) {
      field_names_[id.index()] = names.make("f_", program_.field(id).name);
    }
  }
  for (const ir::Global& global : program_.globals) {
    global_names_.push_back(names_.make("g_", global.name));
  }
  for (PromelaUnit& unit : units_) {
    if (unit.kind != PromelaUnit::Kind::Collection) continue;
    unit.in_use = names_.make("used_", program_.collections[unit.collection.index()].name);
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    groups_[i].elements = fmt::format("elements_{}", i);
    bool is_made = std::any_of(units_.begin(), units_.end(), [&](const PromelaUnit& unit) {
      return unit.kind == PromelaUnit::Kind::Collection && unit.element &&
             group_for(unit.element) == i;
    });
    if (is_made) groups_[i].lengths = fmt::format("length_{}", i);
  }
}

std::string PromelaLayout::shape_name(const PromelaLockShape& shape) {
  auto [at, is_new] = shapes_.try_emplace(shape);
  if (is_new) {
    std::string marks = fmt::format("{}{}", shape.reentrant ? "R" : "", shape.waits ? "W" : "");
    at->second = marks.empty() ? "lock" : "lock_" + marks;
  }
  return at->second;
}

// ---------------------------------------------------------------- declarations

// "byte x = 3" and so on; initial values that Promela gives anyway are left out.
static std::string declared(const std::string& type, const std::string& name,
                            const std::string& initial) {
  bool is_plain = initial == "0" || initial == "false";
  return fmt::format("{} {}{};", type, name, is_plain ? "" : " = " + promela_bare(initial));
}

void PromelaLayout::declare_lock_types(std::string& out) {
  for (const auto& [shape, name] : shapes_) {
    out += fmt::format("typedef {} {{\n", name);
    out += "  byte owner;  /* 0: free; SEMAPHORE: acquired; else the process that is inside */\n";
    if (shape.reentrant) out += "  byte depth;  /* how often it entered */\n";
    if (shape.waits) {
      out += fmt::format("  unsigned waiting : {};   /* bit n-1: process n */\n", options_.threads);
      out += fmt::format("  unsigned notified : {};\n", options_.threads);
      if (shape.reentrant) {
        out += fmt::format("  byte saved[{}];  /* the depth to restore, by process */\n",
                           options_.threads + 1);
      }
    }
    out += "};\n";
  }
}

void PromelaLayout::declare_classes(std::string& out) {
  for (std::size_t i = 0; i < program_.classes.size(); ++i) {
    if (class_variables_[i].empty()) continue;
    const ir::Class& cls = program_.classes[i];
    std::string type = names_.make("t_", cls.name);
    out += fmt::format("typedef {} {{\n", type);
    for (ir::FieldId id : cls.fields) {
      const ir::Field& field = program_.field(id);
      const ir::Type& t = program_.type(field.type);
      if (is_in_place(field.type)) continue;
      if (t.kind == ir::TypeKind::Lock) {
        out += fmt::format("  {} {};\n", shape_name(shape_of(t)), field_names_[id.index()]);
      } else {
        out += "  " +
               declared(type_text(field.type), field_names_[id.index()],
                        initial_text(field.type, std::nullopt)) +
               "\n";
      }
    }
    PromelaRange range = class_ranges_[i];
    out += fmt::format("}};\n{} {}[{}];  /* objects {} to {} */\n", type, class_variables_[i],
                       range.size(), range.lo, range.hi);
  }
}

void PromelaLayout::declare_collections(std::string& out) {
  for (const PromelaUnit& unit : units_) {
    if (unit.kind != PromelaUnit::Kind::Collection) continue;
    out += fmt::format("bit {}[{}];  /* collection {}: objects {} to {} */\n", unit.in_use,
                       unit.numbers.size(), program_.collections[unit.collection.index()].name,
                       unit.numbers.lo, unit.numbers.hi);
  }
  for (const PromelaGroup& group : groups_) {
    if (group.numbers.size() == 0) continue;
    if (!is_in_place(group.element) && group.capacity > 0) {
      std::string name =
          fmt::format("{}[{}]", group.elements, group.numbers.size() * group.capacity);
      out += fmt::format(
          "{}  /* {} for each of the arrays {} to {} */\n",
          declared(type_text(group.element), name, initial_text(group.element, std::nullopt)),
          group.capacity, group.numbers.lo, group.numbers.hi);
    }
    if (!group.lengths.empty()) {
      out += fmt::format("{} {}[{}];\n", number_type(0, group.capacity), group.lengths,
                         group.numbers.size());
    }
  }
}

void PromelaLayout::declare_globals(std::string& out) {
  for (std::size_t i = 0; i < program_.globals.size(); ++i) {
    const ir::Global& global = program_.globals[i];
    const ir::Type& t = program_.type(global.type);
    if (is_in_place(global.type)) continue;
    if (t.kind == ir::TypeKind::Lock) {
      out += fmt::format("{} {};\n", shape_name(shape_of(t)), global_names_[i]);
    } else {
      out += declared(type_text(global.type), global_names_[i],
                      initial_text(global.type, global.initial)) +
             "\n";
    }
  }
}

void PromelaLayout::declare_services(std::string& out) {
  std::int64_t size = options_.threads + 1;
  if (own_locks_.size() > 0) {
    out += fmt::format("{} own_lock[{}];  /* of the objects {} to {} */\n", shape_name(own_shape_),
                       own_locks_.size(), own_locks_.lo, own_locks_.hi);
  }
  if (needs.over) out += "byte over;  /* why the execution ended; 0: it goes on */\n";
  if (needs.ended) out += fmt::format("bit ended[{}];  /* by process */\n", size);
  if (needs.join) {
    out += fmt::format("byte parent[{}];  /* by process */\n", size);
    out +=
        fmt::format("byte alive[{}];  /* threads that a join of the process waits for */\n", size);
  }
  if (needs.pick) out += "byte pick;  /* a choice on its way; 0 between steps */\n";
  if (needs.reachable) {
    out += fmt::format("bit reached[{}];  /* objects; 0 between steps */\n", objects_ + 1);
  }
}

std::string PromelaLayout::declarations() {
  std::string variables;
  declare_classes(variables);
  declare_collections(variables);
  declare_globals(variables);
  declare_services(variables);
  std::string types;
  declare_lock_types(types);
  return types + variables;
}

}  // namespace spin
