// What names, fields and elements stand for, and how they are read.
#include <fmt/format.h>

#include "ir/typing.h"
#include "lang/bir/builder.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

BirBuilder::Place BirBuilder::global_place(GlobalId id) const {
  Place p;
  p.kind = Place::Global;
  p.global = id;
  p.type = program_.global(id).type;
  return p;
}

BirBuilder::Place BirBuilder::value_place(ExprId value) const {
  Place p;
  if (!value) return p;
  p.kind = Place::Value;
  p.base = value;
  p.type = program_.expr(value).type;
  return p;
}

BirBuilder::Place BirBuilder::place(SynExprId id) {
  if (file_.expr(id).kind == SynExprKind::Field) resolve_path(id);
  return place_inside(id);
}

BirBuilder::Place BirBuilder::place_inside(SynExprId id) {
  const SynExpr& e = file_.expr(id);
  Place p = place_without_mode(id);
  if (e.mode == AccessMode::Declared || p.kind == Place::Bad) return p;
  if (p.kind == Place::Value || p.kind == Place::Local) {
    sink_.report(Kind::BirNotAVariable, e.span)
        .note("only accesses to globals, fields and elements have modes");
    return {};
  }
  p.mode = e.mode;
  return p;
}

BirBuilder::Place BirBuilder::place_without_mode(SynExprId id) {
  if (auto known = paths_.find(id); known != paths_.end()) return known->second;
  const SynExpr& e = file_.expr(id);
  switch (e.kind) {
    case SynExprKind::Name:
    case SynExprKind::GlobalName: return named_place(e);
    case SynExprKind::Field: return field_place(e);
    case SynExprKind::Index: return index_place(e);
    default: return value_place(lower(id));
  }
}

// `a.b.c` may start with the dotted name of a global or of a member of an enum:
// the longest prefix that is one counts, unless `a` is a local.
void BirBuilder::resolve_path(SynExprId id) {
  std::vector<SynExprId> nodes;  // from the root of the path outwards
  SynExprId at = id;
  for (; file_.expr(at).kind == SynExprKind::Field && file_.expr(at).owner.empty();
       at = file_.expr(at).a) {
    nodes.push_back(at);
  }
  const SynExpr& root = file_.expr(at);
  bool global_only = root.kind == SynExprKind::GlobalName;
  bool is_name = root.kind == SynExprKind::Name && !locals_.contains(root.name);
  if (!global_only && !is_name) return;
  std::string path = root.name;
  SynExprId best;
  for (std::size_t pieces = 2; pieces <= longest_path_ && !nodes.empty(); ++pieces) {
    at = nodes.back();
    nodes.pop_back();
    path += "." + file_.expr(at).name;
    if (auto found = globals_.find(path); found != globals_.end()) {
      if (best) paths_.erase(best);
      paths_[at] = global_place(found->second);
      best = at;
      continue;
    }
    if (global_only) continue;
    if (auto member = enum_member(path)) {
      Type type;
      type.kind = TypeKind::Enum;
      type.enumeration = member->first;
      paths_[at] = value_place(
          program_.constant_expr(program_.types.make(type), base::Integer(member->second)));
    } else if (auto constant = constants_.find(path); constant != constants_.end()) {
      TypeKind kinds[] = {TypeKind::Null,  TypeKind::Bool, TypeKind::Int,
                          TypeKind::Float, TypeKind::Char, TypeKind::String};
      paths_[at] = value_place(
          program_.constant_expr(simple_type(kinds[constant->second.index()]), constant->second));
    }
  }
}

BirBuilder::Place BirBuilder::named_place(const SynExpr& e) {
  if (e.kind == SynExprKind::Name) {
    if (auto local = locals_.find(e.name); local != locals_.end()) {
      Place p;
      p.kind = Place::Local;
      p.local = local->second;
      p.type = proc_->local(local->second).type;
      return p;
    }
  }
  if (auto global = globals_.find(e.name); global != globals_.end()) {
    return global_place(global->second);
  }
  if (auto constant = constants_.find(e.name); constant != constants_.end()) {
    TypeKind kinds[] = {TypeKind::Null,  TypeKind::Bool, TypeKind::Int,
                        TypeKind::Float, TypeKind::Char, TypeKind::String};
    return value_place(
        program_.constant_expr(simple_type(kinds[constant->second.index()]), constant->second));
  }
  if (auto member = members_.find(e.name); member != members_.end()) {
    EnumId in = member->second.enumeration;
    Type type;
    type.kind = TypeKind::Enum;
    type.enumeration = in;
    std::int64_t value = program_.enums[in.index()].members[member->second.index].value;
    return value_place(program_.constant_expr(program_.types.make(type), base::Integer(value)));
  }
  std::vector<std::string_view> candidates;
  if (suggestions_ < kMaxSuggestions) {
    add_names(locals_, candidates);
    add_names(values_, candidates);
  }
  unknown("variable or constant", e.name, e.span, candidates);
  return {};
}

BirBuilder::Place BirBuilder::field_place(const SynExpr& e) {
  ExprId base = read(place_inside(e.a), file_.expr(e.a).span);
  if (!base) return {};
  const Type& type = program_.type_of(base);
  bool sized = type.kind == TypeKind::Array || type.kind == TypeKind::FixedArray ||
               type.kind == TypeKind::String;
  if (sized && e.name == "length") return value_place(length(base, e.span));
  ClassId cls = type.cls;
  if (!e.owner.empty()) cls = find_class({e.owner, e.name_span});
  if (!cls) {
    if (e.owner.empty())
      sink_.report(Kind::BirNoMembers, e.name_span, type_text(program_.expr(base).type));
    return {};
  }
  FieldId field = find_field(program_, cls, e.name);
  if (!field) {
    std::vector<std::string_view> candidates;
    for (FieldId f : program_.all_fields(cls)) candidates.push_back(program_.field(f).name);
    unknown(fmt::format("field of `{}`", program_.cls(cls).name), e.name, e.name_span, candidates);
    return {};
  }
  Place p;
  p.kind = Place::Field;
  p.base = base;
  p.field = field;
  p.type = program_.field(field).type;
  return p;
}

BirBuilder::Place BirBuilder::index_place(const SynExpr& e) {
  ExprId base = read(place(e.a), file_.expr(e.a).span);
  ExprId index = lower(e.b);
  if (!base || !index) return {};
  const Type& type = program_.type_of(base);
  if (!type.element) {
    sink_.report(Kind::BirNotAnArray, file_.expr(e.a).span, type_text(program_.expr(base).type));
    return {};
  }
  if (!is_integer(program_.type_of(index).kind)) {
    mismatch(simple_type(TypeKind::Int), program_.expr(index).type, file_.expr(e.b).span);
    return {};
  }
  Place p;
  p.kind = Place::Element;
  p.base = base;
  p.index = index;
  p.type = type.element;
  return p;
}

// ---------------------------------------------------------------- reading

bool BirBuilder::may_hoist(base::Span span) {
  if (hoist_ != nullptr) return true;
  sink_.report(Kind::BirHeapRead, span, no_hoist_);
  return false;
}

// An embedded object or array is loaded as a reference to it.
TypeId BirBuilder::loaded_type(const Place& place) {
  const Type type = program_.type(place.type);
  if (type.kind == TypeKind::Record) return program_.types.make_ref(type.cls);
  if (type.kind == TypeKind::FixedArray) return program_.types.make_array(type.element);
  return place.type;
}

void BirBuilder::load(const Place& place, LocalId target) {
  if (place.kind == Place::Field) {
    emit(LoadField{target, place.base, place.field, place.mode});
  } else if (place.kind == Place::Element) {
    emit(LoadElement{target, place.base, place.index, place.mode});
  } else {
    emit(LoadGlobal{target, place.global, place.mode});
  }
}

ExprId BirBuilder::read(const Place& place, base::Span span) {
  if (place.kind == Place::Bad) return {};
  if (program_.type(place.type).kind == TypeKind::Lock) {
    sink_.report(Kind::BirLockValue, span);
    return {};
  }
  if (place.kind == Place::Value) return place.base;
  if (place.kind == Place::Local) return program_.local_expr(*proc_, place.local);
  if (!may_hoist(span)) return {};
  LocalId target = temp(loaded_type(place));
  load(place, target);
  return program_.local_expr(*proc_, target);
}

std::optional<LockPlace> BirBuilder::lock_place(SynExprId id) {
  base::Span span = file_.expr(id).span;
  Place p = place(id);
  if (p.kind == Place::Bad) return std::nullopt;
  LockPlace result;
  if (program_.type(p.type).kind == TypeKind::Lock) {
    if (p.kind == Place::Global) {
      result.global = p.global;
      return result;
    }
    if (p.kind == Place::Field) {
      result.object = p.base;
      result.field = p.field;
      return result;
    }
    sink_.report(Kind::BirNotALock, span, "a lock in a local variable");
    return std::nullopt;
  }
  result.object = read(p, span);
  if (!result.object) return std::nullopt;
  TypeId type = program_.expr(result.object).type;
  TypeKind kind = program_.type(type).kind;
  ClassId cls = program_.type(type).cls;
  bool is_element =
      p.kind == Place::Element && cls && program_.cls(cls).name.starts_with(kLockClass);
  if (is_element) result.field = program_.cls(cls).fields.front();
  if (kind == TypeKind::Ref || kind == TypeKind::Array || kind == TypeKind::Null ||
      kind == TypeKind::Record || kind == TypeKind::FixedArray) {
    return result;
  }
  sink_.report(Kind::BirNotALock, span, fmt::format("a value of type {}", type_text(type)));
  return std::nullopt;
}

}  // namespace bir
