// What the declarations of a program amount to: classes with their hierarchy,
// members and, per method, its variables. Built by declare.h, completed by
// check.h, read by lower.h.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.h"
#include "base/symbol.h"
#include "lang/oox/ast.h"
#include "lang/oox/types.h"

namespace oox {

struct FieldInfo {
  Symbol name;
  TypeId type;
  ClassInfo* owner = nullptr;
  bool is_static = false;
  bool is_spec = false;  // a specification field, for formulas alone: without a type
  const Member* decl = nullptr;
};

// A parameter, a local variable, `this`, `retval`, a quantifier's variable, or a variable
// of the long form that the user did not write.
struct Variable {
  enum class Kind : std::uint8_t { This, Param, Local, Retval, Bound, Temp };
  Kind kind = Kind::Local;
  Symbol name;
  TypeId type;
  Span span;
  std::string shown = {};  // Temp: the expression whose value it is; empty: not for people
};

struct MethodInfo {
  Symbol name;
  ClassInfo* owner = nullptr;
  bool is_static = false;
  bool is_constructor = false;
  bool is_abstract = false;          // no body
  TypeId result;                     // a constructor's: Void
  std::vector<TypeId> params;        // without `this`
  MethodInfo* overridden = nullptr;  // what it overrides in the nearest supertype
  const Member* decl = nullptr;
  // Indexed by VarId: `this` first (if there is one), then the parameters, then
  // the others in source order.
  std::vector<Variable> variables;
  VarId this_var;             // invalid for static methods
  VarId retval_var;           // invalid unless some clause needs it
  bool uses_old = false;      // in a clause or in the body
  bool lacks_return = false;  // control may reach the end of a body that has a result
  // The body in the long form (long_form.h), after a check without errors. It shares all
  // statements with the body as written that are in that form already.
  const Stmt* long_body = nullptr;
};

struct ClassInfo {
  Symbol name;
  const ClassDecl* decl = nullptr;
  bool is_interface = false;
  bool is_abstract = false;
  ClassInfo* super = nullptr;             // by `extends` of a class
  std::vector<ClassInfo*> interfaces;     // implemented, or extended by an interface
  std::vector<FieldInfo*> fields;         // declared here, static ones included
  std::vector<FieldInfo*> spec_fields;    // declared here
  std::vector<const Member*> invariants;  // declared here
  std::vector<const Member*> observables;
  // The conditions of `invariant(E);` declared here, each as a method without a body.
  std::vector<MethodInfo*> conditions;
  std::vector<MethodInfo*> methods;       // declared here
  std::vector<MethodInfo*> constructors;  // declared here, by arity
  std::size_t index = 0;                  // position in Program::classes
  TypeId type;                            // of its objects
  // Every interface that `interfaces` reaches, each once, direct ones first.
  std::vector<ClassInfo*> all_interfaces;
  std::unordered_map<Symbol, FieldInfo*> field_by_name;    // declared here
  std::unordered_map<Symbol, MethodInfo*> method_by_name;  // declared here
};

// Whether objects of `sub` are objects of `base`; every class is its own subclass.
bool is_subclass(const ClassInfo* sub, const ClassInfo* base);
// Looks in the class, then in its superclasses.
FieldInfo* find_field(const ClassInfo* cls, Symbol name);
// Looks in the class, then in its superclasses, then for the most specific method
// of its interfaces. Static methods of an interface are not inherited.
MethodInfo* find_method(const ClassInfo* cls, Symbol name);
// As find_method, but passes over the methods of the class itself.
MethodInfo* find_super_method(const ClassInfo* cls, Symbol name);
// The constructor with so many parameters that the class declares, or null.
MethodInfo* find_constructor(const ClassInfo* cls, std::size_t arity);
// The method that objects of exactly this class run: superclasses come before
// default methods of interfaces. Null if it is abstract there.
MethodInfo* find_implementation(const ClassInfo* cls, Symbol name);

// A whole OOX program: all files, with everything known about them.
class Program {
 public:
  base::Symbols symbols;
  Arena arena;
  Types types;
  std::vector<Unit> units;
  std::vector<ClassInfo*> classes;  // in source order

  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  ClassInfo* find_class(Symbol name) const {
    auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }
  ClassInfo* add_class(Symbol name);  // the name must be new
  FieldInfo* add_field() { return &fields_.emplace_back(); }
  MethodInfo* add_method() { return &methods_.emplace_back(); }

  std::string_view text(Symbol symbol) const { return symbols.text(symbol); }
  std::string type_name(TypeId type) const;  // as the user writes it

 private:
  std::deque<ClassInfo> class_infos_;
  std::deque<FieldInfo> fields_;
  std::deque<MethodInfo> methods_;
  std::unordered_map<Symbol, ClassInfo*> by_name_;
};

}  // namespace oox
