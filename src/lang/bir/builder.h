// Turns the syntax tree of a BIR file into a Program: resolves names, infers
// types, and moves heap reads out of expressions. Internal to parser.cpp.
//
// A guard, an argument or a right side of the paper's BIR may read globals,
// fields and elements. Such a read becomes a load into a scratch local: in front
// of its action, or, for guards and for actions that can block, into the reads of
// the transition. Reads, guard and actions are one step, so nothing can come in
// between. The operands of && and || are read alike whether or not the left one
// decides: a read that fails is ErrorState in either case.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diag/diagnostic.h"
#include "ir/program.h"
#include "lang/bir/syntax.h"

namespace bir {

class BirBuilder {
 public:
  BirBuilder(const syntax::File& file, diag::Sink& sink) : file_(file), sink_(sink) {}

  // The program is whole only if nothing was reported.
  Program run();

 private:
  template <class T>
  using Names = std::map<std::string, T, std::less<>>;

  // What a type name stands for.
  struct TypeName {
    ClassId cls;
    EnumId enumeration;
    syntax::SynTypeId alias;
    TypeId resolved;         // of an alias, once known
    bool resolving = false;  // an alias that leads to itself
  };

  struct MemberName {
    EnumId enumeration;
    std::size_t index = 0;
  };

  // Something that an expression or the left side of an assignment names.
  struct Place {
    enum Kind { Bad, Value, Local, Field, Element, Global } kind = Bad;
    ExprId base;   // Value: itself; Field, Element: the object
    ExprId index;  // Element
    LocalId local;
    FieldId field;
    GlobalId global;
    TypeId type;        // of what is stored there
    AccessMode mode{};  // of the access: Field, Element, Global
  };

  // --- names and messages (bir_builder.cpp)
  template <class T>
  bool declare(Names<T>& names, std::string_view what, const syntax::Name& name, T value);
  void duplicate(std::string_view what, const syntax::Name& name);
  template <class T>
  static void add_names(const Names<T>& names, std::vector<std::string_view>& out);
  void unknown(std::string_view what, std::string_view name, base::Span span,
               const std::vector<std::string_view>& candidates);
  void mismatch(TypeId wanted, TypeId found, base::Span span);
  template <class T>
  std::optional<T> find(const Names<T>& names, std::string_view what, const syntax::Name& name);
  std::string type_text(TypeId id) const;

  // --- definitions (bir_builder.cpp)
  void declare_types();
  void declare_class(const syntax::SynClass& c);
  void declare_enum(const syntax::Name& name, const syntax::SynType& type);
  void declare_collections();
  void declare_values();
  void declare_procs();
  void fill_collections();
  void fill_bindings();
  void set_entry();
  void build_predicates();
  void build_predicate(const syntax::SynPredicate& p);

  // --- classes and types (bir_builder_types.cpp)
  void inherit();
  void add_super(ClassId sub, const syntax::Name& super);
  void break_cycles();
  void add_fields();
  void drop_repeated_fields(ClassId id);
  void refuse_endless_records();
  ClassId find_class(const syntax::Name& name);
  ClassId class_or_collection(const syntax::Name& name);
  TypeId resolve(syntax::SynTypeId id);
  TypeId resolve_named(const syntax::Name& name);
  TypeId resolve_ref(const syntax::SynType& node);
  std::int64_t integer(const syntax::SynInt& value);
  std::optional<Constant> constant_value(syntax::SynExprId id);
  std::optional<Constant> initial_value(syntax::SynExprId id, TypeId type);
  std::optional<std::pair<EnumId, std::int64_t>> enum_member(std::string_view path) const;

  // --- procedures (bir_builder_proc.cpp)
  void build_proc(const syntax::SynProc& syn, ProcId id);
  LocalId add_local(const syntax::SynLocal& syn);
  void declare_locations(const syntax::SynProc& syn);
  LocId add_location(std::string name);
  LocId label(const syntax::Name& name);
  void build_location(const syntax::SynProc& syn, const syntax::SynLocation& loc, LocId id);
  void build_transition(const syntax::SynTransition& syn, LocId source);
  void build_contract(const syntax::SynProc& syn);
  LocalId temp(TypeId type);

  // --- actions (bir_builder_action.cpp)
  void build_action(const syntax::SynAction& syn, Transition& t);
  void build_read(const syntax::SynAction& syn, Transition& t);
  void assign(const syntax::SynAction& syn);
  void assign_local(LocalId target, const syntax::SynAction& syn);
  void store(const Place& place, ExprId value, base::Span span);
  void allocate(const syntax::SynAction& syn);
  void allocate_array(const syntax::SynAction& syn);
  void invoke(const syntax::SynAction& syn);
  void invoke_static(const syntax::SynAction& syn, ProcId proc, std::vector<ExprId>& args);
  void choose(const syntax::SynAction& syn);
  void lock_action(const syntax::SynAction& syn, Transition& t);
  void join_action(const syntax::SynAction& syn, Transition& t);
  void self_action(const syntax::SynAction& syn);
  void throw_action(const syntax::SynAction& syn);
  void catch_action(const syntax::SynAction& syn);
  void condition_action(const syntax::SynAction& syn);
  void return_action(const syntax::SynAction& syn);
  void print_action(const syntax::SynAction& syn);
  // Where an action with a left side puts its result: the local itself, or a temp
  // that finish_target stores.
  LocalId start_target(const Place& place, base::Span span);
  void finish_target(const Place& place, LocalId target, base::Span span);
  void emit(Action action) { hoist_->push_back(std::move(action)); }

  // --- expressions (bir_builder_expr.cpp)
  ExprId lower(syntax::SynExprId id);
  ExprId lower_unary(const syntax::SynExpr& e);
  ExprId lower_binary(const syntax::SynExpr& e);
  ExprId lower_conditional(const syntax::SynExpr& e, TypeId wanted);
  ExprId lower_ascription(const syntax::SynExpr& e);
  ExprId lower_test(const syntax::SynExpr& e);
  ExprId lower_quantifier(const syntax::SynExpr& e);
  ExprId lower_heap_value(const syntax::SynExpr& e);
  ExprId lower_part_of_string(const syntax::SynExpr& e);
  ExprId lower_type_test(const syntax::SynExpr& e);
  ExprId length(ExprId array, base::Span span);
  // Of a wanted type; a literal integer adapts to uint and float.
  ExprId lower_as(syntax::SynExprId id, TypeId wanted);
  ExprId adapt(ExprId value, TypeId wanted);
  Constant in_type(Constant value, TypeId type) const;
  LocalId bound_local(const std::string& name, TypeId type);

  // --- places (bir_builder_place.cpp)
  Place place(syntax::SynExprId id);
  Place place_inside(syntax::SynExprId id);
  Place place_without_mode(syntax::SynExprId id);
  Place named_place(const syntax::SynExpr& e);
  Place field_place(const syntax::SynExpr& e);
  Place index_place(const syntax::SynExpr& e);
  Place global_place(GlobalId id) const;
  Place value_place(ExprId value) const;
  void resolve_path(syntax::SynExprId id);
  ExprId read(const Place& place, base::Span span);
  // Puts the load of a Field, Element or Global into `target`.
  void load(const Place& place, LocalId target);
  TypeId loaded_type(const Place& place);
  bool may_hoist(base::Span span);
  static constexpr const char* kLockClass = "$lock";  // of locks in arrays
  TypeId element_type(TypeId element);
  std::optional<LockPlace> lock_place(syntax::SynExprId id);

  const syntax::File& file_;
  diag::Sink& sink_;
  Program program_;

  Names<TypeName> types_;
  Names<CollectionId> collections_;
  Names<GlobalId> globals_;
  Names<Constant> constants_;
  Names<MemberName> members_;  // of all enums
  Names<ProcId> procs_;
  Names<char> values_;                        // globals, constants and enum members: one name space
  std::vector<bool> from_subtype_;            // class has a super by the paper's `extends`
  std::size_t longest_path_ = 1;              // pieces of the longest name of a value
  static constexpr int kMaxSuggestions = 20;  // each compares with every name in sight
  int suggestions_ = 0;
  int alias_depth_ = 0;  // of type names that stand for type names

  // --- the procedure under construction
  Procedure* proc_ = nullptr;
  const syntax::SynProc* syntax_proc_ = nullptr;
  Names<LocalId> locals_;
  Names<LocId> labels_;
  struct TempPool {
    std::vector<LocalId> all;
    std::size_t used = 0;  // in this transition
  };
  std::map<TypeId, TempPool> temps_;
  int next_temp_ = 0;
  // Where loads go; null where none may stand, and why.
  std::vector<Action>* hoist_ = nullptr;
  std::string_view no_hoist_ = "constant";
  // Prefixes of dotted paths that name a global or an enum member.
  std::unordered_map<syntax::SynExprId, Place> paths_;
};

template <class T>
bool BirBuilder::declare(Names<T>& names, std::string_view what, const syntax::Name& name,
                         T value) {
  if (names.emplace(name.text, std::move(value)).second) return true;
  duplicate(what, name);
  return false;
}

template <class T>
void BirBuilder::add_names(const Names<T>& names, std::vector<std::string_view>& out) {
  for (const auto& [name, value] : names) out.push_back(name);
}

template <class T>
std::optional<T> BirBuilder::find(const Names<T>& names, std::string_view what,
                                  const syntax::Name& name) {
  if (auto found = names.find(name.text); found != names.end()) return found->second;
  std::vector<std::string_view> candidates;
  if (suggestions_ < kMaxSuggestions) add_names(names, candidates);
  unknown(what, name.text, name.span, candidates);
  return std::nullopt;
}

}  // namespace bir
