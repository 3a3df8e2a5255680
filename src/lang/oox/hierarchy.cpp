// What a class owes to its supertypes. The rules are Java's, simplified by the
// absence of overloading: an overriding method has exactly the signature of what it
// overrides, a method of a superclass wins over one of an interface, and of two
// interfaces the more specific one wins.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "lang/oox/declare.h"

namespace oox {

using diag::Kind;

namespace {

class HierarchyChecker {
 public:
  HierarchyChecker(Program& program, diag::Sink& sink) : program_(program), sink_(sink) {}

  void check(ClassInfo& cls) {
    collect_interfaces(cls);
    for (MethodInfo* method : cls.methods) check_override(*method);
    if (supertype_count(cls) > 1) check_combination(cls);
    if (!cls.is_abstract) check_implemented(cls);
    check_default_constructor(cls);
  }

 private:
  using Methods = std::vector<const MethodInfo*>;

  std::string_view text(Symbol name) const { return program_.text(name); }
  std::string full_name(const MethodInfo& method) const {
    return fmt::format("{}.{}", text(method.owner->name), text(method.name));
  }
  static std::size_t supertype_count(const ClassInfo& cls) {
    return cls.interfaces.size() + (cls.super ? 1 : 0);
  }

  void collect_interfaces(const ClassInfo& cls);
  bool same_type(TypeId a, TypeId b) const;
  bool same_signature(const MethodInfo& a, const MethodInfo& b) const;
  void check_override(MethodInfo& method);
  bool check_pair(const MethodInfo& method, const MethodInfo& above);
  void check_combination(const ClassInfo& cls);
  void check_inherited(const ClassInfo& cls, const MethodInfo& inherited, const Methods& methods);
  void check_conflict(const ClassInfo& cls, const Methods& methods);
  bool one_supertype_has_all(const ClassInfo& cls, const Methods& methods) const;
  static Methods most_specific(const Methods& methods);
  void check_implemented(const ClassInfo& cls);
  void collect_missing(const ClassInfo& cls, const ClassInfo& above, Methods& missing) const;
  void check_default_constructor(const ClassInfo& cls);

  Program& program_;
  diag::Sink& sink_;
  // All interfaces of the class at hand, those of its superclasses included.
  std::vector<const ClassInfo*> interfaces_;
};

void HierarchyChecker::collect_interfaces(const ClassInfo& cls) {
  interfaces_.clear();
  std::unordered_set<const ClassInfo*> seen;
  for (const ClassInfo* c = &cls; c; c = c->super) {
    for (const ClassInfo* interface : c->all_interfaces) {
      if (seen.insert(interface).second) interfaces_.push_back(interface);
    }
  }
}

bool HierarchyChecker::same_type(TypeId a, TypeId b) const {
  auto error = program_.types.simple(TypeKind::Error);
  return a == b || a == error || b == error;
}

bool HierarchyChecker::same_signature(const MethodInfo& a, const MethodInfo& b) const {
  return same_type(a.result, b.result) &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(), b.params.end(),
                    [&](TypeId x, TypeId y) { return same_type(x, y); });
}

// ---------------------------------------------------------------- overriding

void HierarchyChecker::check_override(MethodInfo& method) {
  MethodInfo* nearest = find_super_method(method.owner, method.name);
  if (!nearest) return;
  if (!check_pair(method, *nearest)) return;
  if (!method.is_static) method.overridden = nearest;
  for (const ClassInfo* interface : interfaces_) {
    auto found = interface->method_by_name.find(method.name);
    if (found == interface->method_by_name.end() || found->second->is_static) continue;
    if (!check_pair(method, *found->second)) return;
  }
}

// Reports and answers false if `method` cannot override `above`.
bool HierarchyChecker::check_pair(const MethodInfo& method, const MethodInfo& above) {
  Span span = method.decl->name_span;
  if (method.is_static != above.is_static) {
    sink_
        .report(Kind::OoxOverrideStatic, span, method.is_static ? "static" : "instance",
                full_name(method), above.is_static ? "static" : "instance", full_name(above))
        .label(above.decl->name_span, "declared here");
    return false;
  }
  if (method.is_static || same_signature(method, above)) return true;
  sink_.report(Kind::OoxOverrideSignature, span, full_name(method), full_name(above))
      .label(above.decl->name_span, "overridden here")
      .note(fmt::format("the overridden method is `{}`", signature(program_, above)))
      .note(fmt::format("this one is `{}`", signature(program_, method)));
  return false;
}

// ---------------------------------------------------------------- several supertypes

// Methods that meet in this class although it does not declare them.
void HierarchyChecker::check_combination(const ClassInfo& cls) {
  std::unordered_map<Symbol, Methods> by_name;
  std::vector<Symbol> names;  // in order of appearance
  for (const ClassInfo* interface : interfaces_) {
    for (const MethodInfo* method : interface->methods) {
      if (method->is_static || cls.method_by_name.count(method->name) != 0) continue;
      Methods& methods = by_name[method->name];
      if (methods.empty()) names.push_back(method->name);
      methods.push_back(method);
    }
  }
  for (Symbol name : names) {
    const Methods& methods = by_name[name];
    const MethodInfo* inherited = cls.super ? find_method(cls.super, name) : nullptr;
    if (inherited && !inherited->owner->is_interface) {
      check_inherited(cls, *inherited, methods);
    } else {
      check_conflict(cls, most_specific(methods));
    }
  }
}

void HierarchyChecker::check_inherited(const ClassInfo& cls, const MethodInfo& inherited,
                                       const Methods& methods) {
  for (const MethodInfo* method : methods) {
    bool fits = !inherited.is_static && same_signature(inherited, *method);
    if (fits || is_subclass(cls.super, method->owner)) continue;
    sink_
        .report(Kind::OoxInheritedMismatch, cls.decl->name_span, text(cls.name),
                full_name(inherited), full_name(*method))
        .label(inherited.decl->name_span, "inherited from here")
        .label(method->decl->name_span, "required here")
        .note(fmt::format("`{}` against `{}`", signature(program_, inherited),
                          signature(program_, *method)));
    return;
  }
}

void HierarchyChecker::check_conflict(const ClassInfo& cls, const Methods& methods) {
  if (methods.size() < 2 || one_supertype_has_all(cls, methods)) return;
  const MethodInfo* first = methods[0];
  for (const MethodInfo* other : methods) {
    if (same_signature(*first, *other)) continue;
    sink_
        .report(Kind::OoxInheritedMismatch, cls.decl->name_span, text(cls.name), full_name(*first),
                full_name(*other))
        .label(first->decl->name_span, "inherited from here")
        .label(other->decl->name_span, "required here")
        .note(fmt::format("`{}` against `{}`", signature(program_, *first),
                          signature(program_, *other)));
    return;
  }
  bool has_default = std::any_of(methods.begin(), methods.end(),
                                 [](const MethodInfo* m) { return !m->is_abstract; });
  if (!has_default) return;
  sink_
      .report(Kind::OoxConflictingDefaults, cls.decl->name_span, text(cls.name),
              full_name(*methods[0]), full_name(*methods[1]))
      .label(methods[0]->decl->name_span, "one is here")
      .label(methods[1]->decl->name_span, "the other is here")
      .help(fmt::format("declare `{}` in `{}`", text(first->name), text(cls.name)));
}

// Then the combination is not new, and was reported there.
bool HierarchyChecker::one_supertype_has_all(const ClassInfo& cls, const Methods& methods) const {
  auto has_all = [&](const ClassInfo* above) {
    return std::all_of(methods.begin(), methods.end(),
                       [&](const MethodInfo* method) { return is_subclass(above, method->owner); });
  };
  if (cls.super && has_all(cls.super)) return true;
  return std::any_of(cls.interfaces.begin(), cls.interfaces.end(), has_all);
}

HierarchyChecker::Methods HierarchyChecker::most_specific(const Methods& methods) {
  Methods result;
  for (const MethodInfo* method : methods) {
    bool overridden = std::any_of(methods.begin(), methods.end(), [&](const MethodInfo* other) {
      return other != method && is_subclass(other->owner, method->owner);
    });
    if (!overridden) result.push_back(method);
  }
  return result;
}

// ---------------------------------------------------------------- concrete classes

void HierarchyChecker::check_implemented(const ClassInfo& cls) {
  Methods missing;
  for (const ClassInfo* c = &cls; c; c = c->super) {
    if (c != &cls) {
      if (!c->is_abstract) break;  // it implements all it knows, or was reported
      collect_missing(cls, *c, missing);
    }
    for (const ClassInfo* interface : c->all_interfaces) collect_missing(cls, *interface, missing);
  }
  if (missing.empty()) return;
  std::string others;
  if (missing.size() > 1) others = fmt::format(" and {}", count(missing.size() - 1, "other"));
  auto& report = sink_.report(Kind::OoxNotImplemented, cls.decl->name_span, text(cls.name),
                              full_name(*missing[0]), others);
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < missing.size() && i < kShown; ++i) {
    report.label(missing[i]->decl->name_span, "not implemented");
  }
  report.help(fmt::format("implement it, or write `abstract class {}`", text(cls.name)));
}

// The abstract methods of `above` that objects of `cls` would not find implemented.
void HierarchyChecker::collect_missing(const ClassInfo& cls, const ClassInfo& above,
                                       Methods& missing) const {
  for (const MethodInfo* method : above.methods) {
    if (!method->is_abstract) continue;
    const MethodInfo* found = find_method(&cls, method->name);
    // Only at the declaration that counts, so that each name is missing once.
    if (found == method) missing.push_back(method);
  }
}

// A class without constructors gets one that calls `super()`.
void HierarchyChecker::check_default_constructor(const ClassInfo& cls) {
  if (!cls.super || !cls.constructors.empty() || cls.super->constructors.empty()) return;
  if (find_constructor(cls.super, 0)) return;
  bool has_faulty = std::any_of(cls.decl->members.begin(), cls.decl->members.end(),
                                [](const Member& m) { return m.kind == MemberKind::Constructor; });
  if (has_faulty) return;
  sink_
      .report(Kind::OoxMissingConstructor, cls.decl->name_span, text(cls.name),
              text(cls.super->name))
      .label(cls.super->constructors[0]->decl->name_span, "needs arguments")
      .help(fmt::format("declare a constructor `{}(...)` that begins with `super(...);`",
                        text(cls.name)));
}

}  // namespace

void check_hierarchy(Program& program, diag::Sink& sink) {
  HierarchyChecker checker(program, sink);
  for (ClassInfo* cls : program.classes) checker.check(*cls);
}

}  // namespace oox
