#include "lang/oox/symbols.h"

#include <algorithm>

#include "base/check.h"

namespace oox {

namespace {

MethodInfo* own_method(const ClassInfo* cls, Symbol name) {
  auto found = cls->method_by_name.find(name);
  return found == cls->method_by_name.end() ? nullptr : found->second;
}

MethodInfo* find_in_classes(const ClassInfo* cls, Symbol name) {
  for (; cls; cls = cls->super) {
    if (MethodInfo* method = own_method(cls, name)) return method;
  }
  return nullptr;
}

// Of several candidates, one that no other overrides.
MethodInfo* find_in_interfaces(const ClassInfo* cls, Symbol name) {
  MethodInfo* best = nullptr;
  for (; cls; cls = cls->super) {
    for (const ClassInfo* interface : cls->all_interfaces) {
      MethodInfo* method = own_method(interface, name);
      if (!method || method->is_static) continue;
      if (!best || is_subclass(interface, best->owner)) best = method;
    }
  }
  return best;
}

}  // namespace

bool is_subclass(const ClassInfo* sub, const ClassInfo* base) {
  for (; sub; sub = sub->super) {
    if (sub == base) return true;
    if (!base->is_interface) continue;
    const auto& interfaces = sub->all_interfaces;
    if (std::find(interfaces.begin(), interfaces.end(), base) != interfaces.end()) return true;
  }
  return false;
}

FieldInfo* find_field(const ClassInfo* cls, Symbol name) {
  for (; cls; cls = cls->super) {
    auto found = cls->field_by_name.find(name);
    if (found != cls->field_by_name.end()) return found->second;
  }
  return nullptr;
}

MethodInfo* find_method(const ClassInfo* cls, Symbol name) {
  if (MethodInfo* method = find_in_classes(cls, name)) return method;
  return find_in_interfaces(cls, name);
}

MethodInfo* find_super_method(const ClassInfo* cls, Symbol name) {
  if (MethodInfo* method = find_in_classes(cls->super, name)) return method;
  return find_in_interfaces(cls, name);
}

MethodInfo* find_constructor(const ClassInfo* cls, std::size_t arity) {
  for (MethodInfo* constructor : cls->constructors) {
    if (constructor->params.size() == arity) return constructor;
  }
  return nullptr;
}

MethodInfo* find_implementation(const ClassInfo* cls, Symbol name) {
  MethodInfo* method = find_method(cls, name);
  return method && !method->is_abstract ? method : nullptr;
}

ClassInfo* Program::add_class(Symbol name) {
  ClassInfo& cls = class_infos_.emplace_back();
  bool is_new = by_name_.emplace(name, &cls).second;
  CHECK(is_new, "class {} is added twice", text(name));
  cls.name = name;
  cls.index = classes.size();
  cls.type = types.make_class(&cls);
  classes.push_back(&cls);
  return &cls;
}

std::string Program::type_name(TypeId type) const {
  const Type& t = types[type];
  switch (t.kind) {
    case TypeKind::Error: return "?";
    case TypeKind::Void: return "void";
    case TypeKind::Bool: return "bool";
    case TypeKind::Int: return "int";
    case TypeKind::Uint: return "uint";
    case TypeKind::Float: return "float";
    case TypeKind::Char: return "char";
    case TypeKind::String: return "string";
    case TypeKind::Null: return "null";
    case TypeKind::IntLiteral: return "int";
    case TypeKind::Class: return std::string(text(t.cls->name));
    case TypeKind::Array: return type_name(t.element) + "[]";
  }
  UNREACHABLE("bad type kind {}", static_cast<int>(t.kind));
}

}  // namespace oox
