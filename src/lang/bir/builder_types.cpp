// Classes, types and constants.
#include <fmt/format.h>

#include "ir/typing.h"
#include "lang/bir/builder.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

namespace {

constexpr int kMaxAliasDepth = 1000;

}  // namespace

// ---------------------------------------------------------------- classes

ClassId BirBuilder::find_class(const Name& name) {
  auto at = types_.find(name.text);
  if (at != types_.end() && at->second.cls) return at->second.cls;
  if (at != types_.end()) {
    sink_.report(Kind::BirNotAClass, name.span, name.text);
    return {};
  }
  std::vector<std::string_view> candidates;
  for (const Class& c : program_.classes) candidates.push_back(c.name);
  unknown("class", name.text, name.span, candidates);
  return {};
}

// The choice over instances names a type in the paper's section 5 and a collection
// in its section 3.
ClassId BirBuilder::class_or_collection(const Name& name) {
  auto at = collections_.find(name.text);
  if (at == collections_.end()) return find_class(name);
  const Type& type = program_.type(program_.collections[at->second.index()].type);
  if (type.cls) return type.cls;
  sink_.report(Kind::BirNotAClass, name.span, name.text);
  return {};
}

void BirBuilder::inherit() {
  from_subtype_.assign(program_.classes.size(), false);
  for (std::size_t i = 0; i < file_.classes.size(); ++i) {
    const SynClass& syn = file_.classes[i];
    for (const Name& super : syn.supers) add_super(ClassId(i), super);
    for (const Name& name : syn.interfaces) {
      if (ClassId id = find_class(name)) program_.classes[i].interfaces.push_back(id);
    }
  }
  for (const Subtype& subtype : file_.subtypes) {
    ClassId sub = find_class(subtype.sub);
    if (!sub) continue;
    add_super(sub, subtype.super);
    from_subtype_[sub.index()] = true;
  }
  break_cycles();
}

// A class has one superclass; of the further ones only the names matter, so they
// must be interfaces, or records without fields, which then become interfaces.
void BirBuilder::add_super(ClassId sub, const Name& name) {
  ClassId super = find_class(name);
  if (!super) return;
  Class& cls = program_.classes[sub.index()];
  Class& above = program_.classes[super.index()];
  if (!cls.super && !above.is_interface) {
    cls.super = super;
    return;
  }
  if (!above.is_interface) {
    if (!file_.classes[super.index()].fields.empty() || above.super) {
      sink_.report(Kind::BirInheritance, name.span,
                   fmt::format("`{}` has a second superclass with fields", cls.name));
      return;
    }
    above.is_interface = true;
  }
  cls.interfaces.push_back(super);
}

// Depth-first over extends and implements; an edge back to an open class is
// reported and removed, so that everything after may follow the edges freely.
void BirBuilder::break_cycles() {
  enum State : char { New, Open, Done };
  std::vector<char> state(program_.classes.size(), New);
  struct Frame {
    ClassId cls;
    std::size_t next = 0;
  };
  for (std::size_t start = 0; start < state.size(); ++start) {
    if (state[start] != New) continue;
    std::vector<Frame> stack{{ClassId(start)}};
    state[start] = Open;
    while (!stack.empty()) {
      Frame& top = stack.back();
      Class& cls = program_.classes[top.cls.index()];
      if (top.next > cls.interfaces.size()) {
        state[top.cls.index()] = Done;
        stack.pop_back();
        continue;
      }
      std::size_t edge = top.next++;
      ClassId above = edge == 0 ? cls.super : cls.interfaces[edge - 1];
      if (!above || state[above.index()] == Done) continue;
      if (state[above.index()] == New) {
        state[above.index()] = Open;
        stack.push_back({above});
        continue;
      }
      sink_.report(Kind::BirInheritance, cls.span, fmt::format("`{}` is above itself", cls.name));
      if (edge == 0) {
        cls.super = {};
      } else {
        cls.interfaces.erase(cls.interfaces.begin() + static_cast<std::ptrdiff_t>(edge) - 1);
        --top.next;
      }
    }
  }
}

void BirBuilder::add_fields() {
  for (std::size_t i = 0; i < file_.classes.size(); ++i) {
    Names<char> seen;
    for (const FieldDef& def : file_.classes[i].fields) {
      if (!declare(seen, "field", def.name, '\0')) continue;
      TypeId type = resolve(def.type);  // may add a class
      program_.classes[i].fields.push_back(FieldId(program_.fields.size()));
      program_.fields.push_back({def.name.text, type, ClassId(i), def.name.span, def.sharing});
    }
  }
  for (std::size_t i = 0; i < from_subtype_.size(); ++i) {
    if (from_subtype_[i]) drop_repeated_fields(ClassId(i));
  }
}

// A record with itself inside, in place, would have no end. Depth first along the fields that
// hold records or arrays of them, own and inherited.
void BirBuilder::refuse_endless_records() {
  enum class Color : std::uint8_t { White, Grey, Black };
  std::vector<Color> color(program_.classes.size(), Color::White);
  struct Visit {
    ClassId cls;
    std::vector<FieldId> fields;
    std::size_t next = 0;
  };
  for (std::size_t root = 0; root < color.size(); ++root) {
    if (color[root] != Color::White) continue;
    color[root] = Color::Grey;
    std::vector<Visit> visits;
    visits.push_back({ClassId(root), program_.all_fields(ClassId(root))});
    while (!visits.empty()) {
      Visit& visit = visits.back();
      if (visit.next == visit.fields.size()) {
        color[visit.cls.index()] = Color::Black;
        visits.pop_back();
        continue;
      }
      const Field& field = program_.field(visit.fields[visit.next++]);
      const Type* type = &program_.type(field.type);
      while (type->kind == TypeKind::FixedArray) type = &program_.type(type->element);
      if (type->kind != TypeKind::Record) continue;
      Color& inner = color[type->cls.index()];
      if (inner == Color::Grey) {
        sink_.report(Kind::BirTypeCycle, field.span, program_.cls(type->cls).name);
      } else if (inner == Color::White) {
        inner = Color::Grey;
        visits.push_back({type->cls, program_.all_fields(type->cls)});
      }
    }
  }
}

// The paper's records repeat the fields that they inherit; here they are one.
void BirBuilder::drop_repeated_fields(ClassId id) {
  Class& cls = program_.classes[id.index()];
  std::vector<FieldId> own;
  for (FieldId f : cls.fields) {
    const ir::Field& field = program_.field(f);
    FieldId inherited = cls.super ? find_field(program_, cls.super, field.name) : FieldId();
    if (!inherited) {
      own.push_back(f);
    } else if (program_.field(inherited).type != field.type) {
      sink_.report(Kind::BirInheritance, field.span,
                   fmt::format("the field `{}` is inherited with another type", field.name));
    }
  }
  cls.fields = std::move(own);
}

// ---------------------------------------------------------------- types

// Locks are no values, so that arrays hold objects with a lock each, in place.
TypeId BirBuilder::element_type(TypeId element) {
  const Type lock = program_.type(element);
  if (lock.kind != TypeKind::Lock) return element;
  std::string name = kLockClass;
  if (lock.waits) name += "wait";
  if (lock.reentrant) name += "reentrant";
  Type type;
  type.kind = TypeKind::Record;
  type.cls = program_.find_class(name);
  if (!type.cls) {
    type.cls = ClassId(program_.classes.size());
    Class cls;
    cls.name = name;
    cls.is_internal = true;
    cls.fields = {FieldId(program_.fields.size())};
    program_.classes.push_back(std::move(cls));
    program_.fields.push_back({"lock", element, type.cls, {}, Sharing::Plain});
  }
  return program_.types.make(type);
}

// After an error the type is int: wrong, but the program is not used.
TypeId BirBuilder::resolve(SynTypeId id) {
  const TypeId fallback = simple_type(TypeKind::Int);
  if (!id) return fallback;
  const SynType& node = file_.type(id);
  Type type;
  switch (node.kind) {
    case SynTypeKind::Simple: return program_.types.make(node.simple);
    case SynTypeKind::Named: return resolve_named(node.name);
    case SynTypeKind::Ref: return resolve_ref(node);
    case SynTypeKind::Array: return program_.types.make_array(resolve(node.element));
    case SynTypeKind::FixedArray:
      type.kind = TypeKind::FixedArray;
      type.element = element_type(resolve(node.element));
      type.hi = integer(node.hi);
      if (type.hi < 0) {
        sink_.report(Kind::BirBadInteger, node.hi.span, "a size that is not negative");
        return fallback;
      }
      return program_.types.make(type);
    case SynTypeKind::Range:
      type.kind = TypeKind::Range;
      type.lo = integer(node.lo);
      type.hi = integer(node.hi);
      if (type.lo > type.hi) {
        sink_.report(Kind::BirBadInteger, node.span, "a range that is not empty");
        return fallback;
      }
      return program_.types.make(type);
    case SynTypeKind::Lock:
      type.kind = TypeKind::Lock;
      type.waits = node.waits;
      type.reentrant = node.reentrant;
      return program_.types.make(type);
    case SynTypeKind::Enum:
    case SynTypeKind::Record: break;  // named types only: the grammar has them there
  }
  return fallback;
}

TypeId BirBuilder::resolve_named(const Name& name) {
  const TypeId fallback = simple_type(TypeKind::Int);
  auto at = types_.find(name.text);
  if (at == types_.end()) {
    std::vector<std::string_view> candidates;
    add_names(types_, candidates);
    unknown("type", name.text, name.span, candidates);
    return fallback;
  }
  TypeName& found = at->second;
  Type type;
  if (found.cls) {
    type.kind = TypeKind::Record;
    type.cls = found.cls;
    return program_.types.make(type);
  }
  if (found.enumeration) {
    type.kind = TypeKind::Enum;
    type.enumeration = found.enumeration;
    return program_.types.make(type);
  }
  if (found.resolved) return found.resolved;
  if (found.resolving) {
    sink_.report(Kind::BirTypeCycle, name.span, name.text);
    return fallback;
  }
  if (alias_depth_ > kMaxAliasDepth) {
    sink_.report(Kind::BirTooDeep, name.span, kMaxAliasDepth);
    return fallback;
  }
  found.resolving = true;
  ++alias_depth_;
  found.resolved = resolve(found.alias);
  --alias_depth_;
  found.resolving = false;
  return found.resolved;
}

// A reference to a named array type is the type of arrays on the heap.
TypeId BirBuilder::resolve_ref(const SynType& node) {
  Type type;
  type.kind = TypeKind::Ref;
  for (const Name& name : node.collections) {
    if (auto id = find(collections_, "collection", name)) type.collections.push_back(*id);
  }
  auto at = types_.find(node.name.text);
  if (at != types_.end() && at->second.alias) {
    const Type& target = program_.type(resolve_named(node.name));
    if (target.element) return program_.types.make_array(target.element);
  }
  type.cls = find_class(node.name);
  return type.cls ? program_.types.make(type) : simple_type(TypeKind::Null);
}

// ---------------------------------------------------------------- constants

std::int64_t BirBuilder::integer(const SynInt& value) {
  base::Integer number;
  if (value.digits) {
    number = *value.digits;
  } else {
    auto constant = find(constants_, "constant", value.name);
    const base::Integer* named = constant ? std::get_if<base::Integer>(&*constant) : nullptr;
    if (constant && named == nullptr) {
      sink_.report(Kind::BirBadInteger, value.span, "an integer");
    }
    if (named == nullptr) return 1;
    number = *named;
  }
  auto small = (value.negative ? -number : number).to_int64();
  if (!small) sink_.report(Kind::BirBadInteger, value.span, "an integer of 64 bits");
  return small.value_or(1);
}

std::optional<std::pair<EnumId, std::int64_t>> BirBuilder::enum_member(
    std::string_view path) const {
  std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  auto at = types_.find(path.substr(0, dot));
  if (at == types_.end() || !at->second.enumeration) return std::nullopt;
  for (const Enum::Member& m : program_.enums[at->second.enumeration.index()].members) {
    if (m.name == path.substr(dot + 1)) return std::pair(at->second.enumeration, m.value);
  }
  return std::nullopt;
}

// A literal, a named constant or a member of an enum.
std::optional<Constant> BirBuilder::constant_value(SynExprId id) {
  const SynExpr& e = file_.expr(id);
  if (e.kind == SynExprKind::Literal) return e.value;
  std::string path;
  SynExprId at = id;
  for (; file_.expr(at).kind == SynExprKind::Field; at = file_.expr(at).a) {
    path = "." + file_.expr(at).name + path;
    if (path.size() > 4096) break;  // no constant has such a name
  }
  if (file_.expr(at).kind == SynExprKind::Name) {
    path = file_.expr(at).name + path;
    if (auto found = constants_.find(path); found != constants_.end()) return found->second;
    if (auto member = enum_member(path)) return base::Integer(member->second);
    if (auto found = members_.find(path); found != members_.end()) {
      const Enum& in = program_.enums[found->second.enumeration.index()];
      return base::Integer(in.members[found->second.index].value);
    }
  }
  sink_.report(Kind::BirNotConstant, e.span);
  return std::nullopt;
}

std::optional<Constant> BirBuilder::initial_value(SynExprId id, TypeId type) {
  std::optional<Constant> value = constant_value(id);
  if (!value) return std::nullopt;
  value = in_type(std::move(*value), type);
  if (!constant_fits(program_, *value, type)) {
    sink_.report(Kind::BirBadInitial, file_.expr(id).span, type_text(type));
    return std::nullopt;
  }
  return value;
}

}  // namespace bir
