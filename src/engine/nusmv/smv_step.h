// One transition of one thread as SMV: its actions are executed symbolically, in order,
// over the values of the state before. What comes out is when it can be taken, how it can
// fail, and the new values of the variables that it changes.
//
// Values that are needed more than once become definitions, so that the text grows with
// the number of actions and not with the paths through them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/nusmv/smv_layout.h"

namespace nusmv {

// An expression of SMV and what it may evaluate to.
struct SmvValue {
  std::string text;
  SmvDomain domain;
};

// Names of the values of `trap`, made when they are needed first.
class SmvTraps {
 public:
  explicit SmvTraps(SmvLayout& layout) : layout_(layout) {}
  std::string error();
  std::string discarded();
  std::string limit(const std::string& what);
  std::string assertion(ir::ProcId proc, ir::TransId transition, std::size_t action,
                        base::Span span);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<SmvSpec>& specs() const { return specs_; }
  const std::string none = "none";

 private:
  std::string add(const std::string& key, const std::string& wanted);

  SmvLayout& layout_;
  std::map<std::string, std::string> by_key_;
  std::vector<std::string> names_;
  std::vector<SmvSpec> specs_;
};

class SmvStep {
 public:
  SmvStep(SmvLayout& layout, SmvTraps& traps, std::size_t thread, ir::TransId transition,
          std::string prefix);

  void write();

  const std::string& prefix() const { return prefix_; }
  // Names and values, in an order in which each uses earlier ones only.
  const std::vector<std::pair<std::string, std::string>>& defines() const { return defines_; }
  // The thread is there, and the guard holds and nothing blocks, or evaluating that fails.
  const std::string& enabled() const { return enabled_; }
  // Conditions and values of `trap`; the first that holds counts.
  const SmvCases& failures() const { return failures_; }
  // New values of variables, if nothing fails.
  const std::map<std::size_t, std::string>& updates() const { return updates_; }
  // By number of the choice: how many alternatives it has, and what must hold of it.
  struct Choice {
    std::size_t count = 1;
    std::string condition;
  };
  const std::vector<Choice>& choices() const { return choices_; }

  // One for each action; defined in smv_actions.cpp, smv_locks.cpp and smv_choices.cpp.
#define ACTION(name, blocking, shared) void operator()(const ir::name& action);
#include "ir/actions.def"
#undef ACTION
  void operator()(std::monostate action);

 private:
  // A value, and when computing it is undefined ("FALSE": never).
  struct Result {
    SmvValue value;
    std::string undefined = "FALSE";
  };
  // A lock that an action may mean, and when it means this one.
  struct LockCase {
    std::string condition;
    std::size_t lock;
  };

  // Expressions (smv_expr.cpp).
  Result eval(ir::ExprId id);
  Result eval_binary(const ir::Expr& e);
  Result eval_conversion(const ir::Expr& e);
  Result eval_logical(const ir::Expr& e);
  Result eval_integer(const ir::Expr& e, const SmvValue& a, const SmvValue& b,
                      const std::string& undefined);
  Result eval_division(const ir::Expr& e, const SmvValue& a, const SmvValue& b,
                       const std::string& undefined);
  Result eval_ite(const ir::Expr& e);
  Result eval_length(const ir::Expr& e);
  Result eval_type_test(const ir::Expr& e);
  Result eval_accepts(const ir::Expr& e);
  Result eval_heap(const ir::Expr& e);
  Result eval_quantifier(const ir::Expr& e);
  SmvValue constant(const ir::Expr& e) const;
  // Evaluates, and fails with ErrorState where it is undefined.
  SmvValue checked(ir::ExprId id);
  std::string condition(ir::ExprId id) { return checked(id).text; }

  // Values (smv_step.cpp).
  SmvValue share(SmvValue value, const std::string& hint);
  SmvValue read(std::size_t var) const;
  void write_var(std::size_t var, std::string text) { store_[var] = std::move(text); }
  // The variable becomes `text` where the condition holds.
  void write_if(const std::string& condition, std::size_t var, const std::string& text);
  SmvValue cell_value(const SmvCell& cell) const;
  SmvValue object_value(std::size_t object) const;
  SmvValue merged(const std::vector<std::pair<std::string, SmvValue>>& cases,
                  const SmvDomain& otherwise) const;
  std::string default_text(const SmvDomain& domain) const;
  // Where the condition holds, the step ends in this trap, in ErrorState, or in LimitState.
  void fail(const std::string& condition, const std::string& trap);
  void fail_error(const std::string& condition);
  void fail_limit(const std::string& condition, const std::string& what);
  SmvValue converted(SmvValue value, ir::TypeId type);
  void set_local(ir::LocalId target, SmvValue value);
  std::string length_of(std::size_t object) const;
  std::string exists(std::size_t object) const;
  // Alternatives of an access: for an element, also by index.
  struct CellCase {
    std::string condition;
    SmvCell cell;
  };
  std::vector<CellCase> field_cells(const SmvValue& object, ir::FieldId field,
                                    std::string& undefined);
  std::vector<CellCase> element_cells(const SmvValue& array, const SmvValue& index,
                                      std::string& undefined);
  std::vector<LockCase> lock_cases(const SmvValue& object, const ir::LockPlace& place) const;
  std::vector<LockCase> checked_locks(const ir::LockPlace& place);
  SmvValue load(const std::vector<CellCase>& cells, ir::TypeId type);
  void store(const std::vector<CellCase>& cells, const SmvValue& value, ir::TypeId type);
  std::string null_test(const SmvValue& value) const;
  std::string ended(const SmvValue& thread);

  std::string blocked(const ir::Action& first, std::string& undefined);
  void leave(ir::LocId target);
  void end_program();
  void finish_locals(ir::LocId target);
  std::string require_owner(const ir::LockPlace& place, std::vector<LockCase>& cases);
  std::string add_choice(std::size_t count, const std::string& condition);
  void choose_object(ir::LocalId target, const std::vector<std::size_t>& among,
                     const std::vector<std::string>& possible);

  SmvLayout& layout_;
  SmvTraps& traps_;
  const ir::Program& program_;
  std::size_t self_;
  const ir::Procedure& proc_;
  ir::TransId id_;
  const ir::Transition& transition_;
  std::string prefix_;

  std::vector<SmvValue> locals_;
  std::map<std::size_t, std::string> store_;  // variables that were written, with their values
  std::vector<std::pair<ir::LocalId, SmvValue>> bound_;  // by quantifiers
  std::size_t action_ = 0;                               // position of the action that is executed

  std::vector<std::pair<std::string, std::string>> defines_;
  std::string enabled_;
  SmvCases failures_;
  std::map<std::size_t, std::string> updates_;
  std::vector<Choice> choices_;
};

// True for a name or a number: copying it costs nothing.
bool smv_is_atom(std::string_view text);

}  // namespace nusmv
