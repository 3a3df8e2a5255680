#include "engine/modular/slots.h"

namespace modular {

namespace {

bool is_array(const ir::Program& program, ir::TypeId type) {
  return program.type(type).kind == ir::TypeKind::Array;
}

}  // namespace

bool has_atoms(const ir::Program& program, ir::TypeId type) {
  switch (program.type(type).kind) {
    case ir::TypeKind::Void:
    case ir::TypeKind::Bool:
    case ir::TypeKind::Int:
    case ir::TypeKind::Uint:
    case ir::TypeKind::Long:
    case ir::TypeKind::Null:
    case ir::TypeKind::Ref: return true;
    case ir::TypeKind::Array: return has_atoms(program, program.type(type).element);
    // What does not fit is cut off before it is stored; else it would be a limit.
    case ir::TypeKind::Range: return program.is_guarded;
    default: return false;
  }
}

Slots::Slots(const ir::Program& program) : program_(program), hierarchy_(program) {
  ir::TypeId integer;
  refs_.resize(program.classes.size());
  for (std::size_t i = 0; i < program.types.size(); ++i) {
    const ir::Type& type = program.type(ir::TypeId(i));
    if (type.kind == ir::TypeKind::Int) integer = ir::TypeId(i);
    if (type.kind == ir::TypeKind::Ref) refs_[type.cls.index()] = ir::TypeId(i);
  }
  // A class that no variable has as its type: what its type is does not matter.
  for (ir::TypeId& ref : refs_) {
    if (!ref) ref = ir::TypeId(0);
  }
  objects_.resize(program.classes.size());
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    const ir::Class& cls = program.classes[i];
    if (cls.is_abstract || cls.is_interface) continue;
    objects_[i] = add({.kind = SlotKind::Allocated,
                       .name = cls.name,
                       .range = refs_[i],
                       .cls = ir::ClassId(i),
                       .is_functional = false});
  }
  for (std::size_t i = 0; i < program.fields.size(); ++i) {
    const ir::Field& field = program.fields[i];
    fields_.push_back(add({.kind = SlotKind::Field,
                           .name = field.name,
                           .arity = 2,
                           .domain = refs_[field.owner.index()],
                           .range = field.type,
                           .field = ir::FieldId(i)}));
  }
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    const ir::Global& global = program.globals[i];
    globals_.push_back(add({.kind = SlotKind::Global,
                            .name = global.name,
                            .range = global.type,
                            .global = ir::GlobalId(i)}));
  }
  for (std::size_t i = 0; i < program.types.size(); ++i) {
    ir::TypeId type(i);
    if (!is_array(program, type)) continue;
    std::string name = program.type_name(type);
    arrays_[type] =
        add({.kind = SlotKind::Allocated, .name = name, .range = type, .is_functional = false});
    elements_[type] = add({.kind = SlotKind::Elements,
                           .name = "elems",
                           .arity = 3,
                           .domain = type,
                           .range = program.type(type).element});
    lengths_[type] = add(
        {.kind = SlotKind::Length, .name = "length", .arity = 2, .domain = type, .range = integer});
  }
  for (const ir::SpecField& field : program.spec_fields) {
    Slot slot{.kind = SlotKind::Spec,
              .name = field.name,
              .arity = static_cast<unsigned>(field.columns.size()) + 1,
              .domain = refs_[field.owner.index()],
              .range = field.columns.back(),
              .is_functional = field.is_lone};
    if (slot.arity == 3) slot.middle = field.columns[0];
    add(std::move(slot));
  }
}

SlotId Slots::add(Slot slot) {
  all_.push_back(std::move(slot));
  return SlotId(all_.size() - 1);
}

std::vector<SlotId> Slots::sets_of(ir::TypeId reference) const {
  const ir::Type& type = program_.type(reference);
  if (type.kind == ir::TypeKind::Ref) return sets_of(type.cls);
  std::vector<SlotId> sets;
  if (type.kind == ir::TypeKind::Array) sets.push_back(arrays_.at(reference));
  return sets;
}

std::vector<SlotId> Slots::sets_of(ir::ClassId cls) const {
  std::vector<SlotId> sets;
  for (ir::ClassId below : hierarchy_.subtypes(cls)) {
    if (objects_[below.index()]) sets.push_back(objects_[below.index()]);
  }
  if (!program_.is_array_class(cls)) return sets;
  for (const auto& [array, set] : arrays_) sets.push_back(set);
  return sets;
}

}  // namespace modular
