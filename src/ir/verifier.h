// The parts of the verifier. Internal to verify.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "ir/verify.h"

namespace ir {

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}
  std::vector<Malformed> run();

 private:
  using NameSet = std::unordered_set<std::string_view>;

  // --- reporting (verify.cpp)
  // Says that the rule is broken here, unless it holds; returns whether it holds.
  bool check(bool holds, std::string what);
  void unique(NameSet& names, std::string_view name, std::string_view kind);
  template <class Tag, class T>
  bool in_range(base::Id<Tag> id, const std::vector<T>& all) const {
    return id.is_valid() && id.index() < all.size();
  }

  // --- definitions (verify.cpp)
  void types();
  void type(const Type& t, std::size_t index);
  void enums();
  void class_names();
  void class_links();
  void class_cycles();
  void class_fields();
  void collections();
  void values();
  void bindings(ClassId id);
  void overriding(ClassId id, const Binding& binding);
  void root();
  void selves();
  void predicates();
  // A type that a variable may have.
  bool variable_type(TypeId id, std::string_view what);

  // --- procedures (verify_proc.cpp)
  void procedure(const Procedure& proc);
  void signature();
  void locals();
  void locations();
  void transitions();
  const Transition* invisible_cycle() const;
  void transition(const Transition& t);
  void reads(const Transition& t);
  void order_of_actions(const Transition& t);
  void ends(const Transition& t);
  void visibility(const Transition& t);
  bool is_shared(const Action& action) const;
  bool contract_has_quantifier(ContractKind kind) const;

  // --- actions and expressions (verify_action.cpp)
  struct Actions;
  void action(const Action& a);
  bool expr(ExprId id, bool quantifiers = false);
  bool walk(ExprId id);
  bool node(const Expr& e);
  bool part_of_string_node(const Expr& e);
  bool constant_node(const Expr& e);
  bool quantifier_node(const Expr& e);
  bool type_test_node(const Expr& e);
  bool accepts_node(const Expr& e);
  bool heap_node(const Expr& e);
  bool fits(TypeId from, TypeId to, std::string_view what);
  bool value_fits(ExprId value, TypeId to, std::string_view what, bool quantifiers = false);
  bool target(LocalId id);
  bool target_fits(LocalId id, TypeId from);
  bool object_has(ExprId object, FieldId field);
  bool has_field(ExprId object, FieldId field);
  TypeId element_type(ExprId array, ExprId index);
  TypeId element_of(ExprId array, ExprId index);
  bool lock(const LockPlace& place, bool waits);
  bool collection_holds(CollectionId id, TypeId type);
  void callee(const Callee& callee, const std::vector<ExprId>& args, LocalId result, bool call);
  void arguments(const Procedure& callee, const std::vector<ExprId>& args);
  const std::vector<ProcId>& receivers(const Callee& callee);
  std::vector<ClassId> subtypes(ClassId cls);

  const Program& program_;
  std::vector<Malformed> found_;
  std::string where_ = "program";
  base::Span span_;

  const Procedure* proc_ = nullptr;
  std::vector<LocalId> bound_;   // by the quantifiers around the expression
  bool saw_quantifier_ = false;  // in the expression under the walk
  bool saw_bound_ = false;
  // Expressions of this procedure that are known to be right and closed.
  std::vector<std::uint32_t> known_;
  std::uint32_t stamp_ = 0;
  std::vector<std::vector<ClassId>> below_;  // by class: its direct subtypes; empty: not made yet
  // Procedures that a virtual call may reach, by static class and selector: one of each
  // signature.
  std::map<std::pair<ClassId, std::string>, std::vector<ProcId>> receivers_;
};

}  // namespace ir
