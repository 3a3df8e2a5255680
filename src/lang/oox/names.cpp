#include "lang/oox/names.h"

#include <algorithm>

namespace oox {

using diag::Kind;

namespace {

TypeKind simple_kind(TypeName name) {
  switch (name) {
    case TypeName::Void: return TypeKind::Void;
    case TypeName::Bool: return TypeKind::Bool;
    case TypeName::Int: return TypeKind::Int;
    case TypeName::Uint: return TypeKind::Uint;
    case TypeName::Float: return TypeKind::Float;
    case TypeName::Char: return TypeKind::Char;
    case TypeName::String: return TypeKind::String;
    case TypeName::Class: break;
  }
  return TypeKind::Error;
}

}  // namespace

TypeId Names::resolve(const TypeExpr& type) {
  TypeId base = program_.types.simple(simple_kind(type.base));
  if (type.base == TypeName::Void) return program_.types.simple(TypeKind::Error);
  if (type.base == TypeName::Class) {
    if (!type.name) return base;  // the parser found no type
    ClassInfo* cls = program_.find_class(type.name);
    if (!cls) {
      auto& report = sink_.report(Kind::OoxUnknownClass, type.span, program_.text(type.name));
      suggest(report, type.name, [&](auto& names) { add_classes(names); });
      return base;
    }
    base = cls->type;
  }
  for (std::uint32_t i = 0; i < type.dims; ++i) base = program_.types.make_array(base);
  return base;
}

TypeId Names::resolve_result(const TypeExpr& type) {
  if (type.base == TypeName::Void && type.dims == 0) return program_.types.simple(TypeKind::Void);
  return resolve(type);
}

void Names::add_classes(std::vector<std::string_view>& candidates) const {
  for (const ClassInfo* cls : program_.classes) candidates.push_back(program_.text(cls->name));
}

void Names::suggest_from(diag::Diagnostic& to, Symbol name,
                         const std::vector<std::string_view>& candidates) {
  budget_ -= std::min(budget_, candidates.size());
  if (auto near = diag::nearest(program_.text(name), candidates)) {
    to.help(fmt::format("did you mean `{}`?", *near));
  }
}

std::string signature(const Program& program, const MethodInfo& method) {
  std::string params;
  for (TypeId param : method.params) {
    if (!params.empty()) params += ", ";
    params += program.type_name(param);
  }
  return fmt::format("{}{} {}.{}({})", method.is_static ? "static " : "",
                     program.type_name(method.result), program.text(method.owner->name),
                     program.text(method.name), params);
}

std::string count(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace oox
