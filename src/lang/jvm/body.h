// Lowers the code of one method. Internal to lower*.cpp.
//
// Basic blocks are translated one by one over an abstract operand stack, whose entries are pure
// expressions; every access to the heap, call and allocation is a step of its own. Entries that are
// on the stack at the end of a block go into variables `stack$n`. Local variables of the source
// have a variable each; slots without a name have one per category.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lang/jvm/code.h"
#include "lang/jvm/graph.h"
#include "lang/jvm/stack_map.h"
#include "lang/jvm/world.h"

namespace jvm {

// What lcmp, fcmpl and the like push: compared with 0 by the next instruction, as a rule.
struct Comparison {
  ir::ExprId left;
  ir::ExprId right;
  bool nan_is_less = false;     // fcmpl, dcmpl
  bool nan_is_greater = false;  // fcmpg, dcmpg
};

// An entry of the abstract stack. A long or a double is one entry.
struct Operand {
  ir::ExprId expr;
  // What is known: Boolean if `expr` is a truth value, Int for other ints; of references a class
  // or an array.
  Type type;
  bool is_null = false;                                 // the constant null
  bool is_not_null = false;                             // it cannot be null
  std::string literal = {};                             // the text of a literal
  std::optional<Comparison> comparison = std::nullopt;  // then `expr` is invalid

  // The instruction that pushed it.
  static constexpr std::int64_t kNew = -1;      // the current one
  static constexpr std::int64_t kUnknown = -2;  // one of another block
  std::int64_t source = kNew;

  bool is_wide() const { return type.slots() == 2; }
};

class Body {
 public:
  Body(World& world, ClassInfo& owner, const Method& method, ir::ProcId id);

  // Nothing is lowered twice. What cannot be lowered ends as a limit where it is reached.
  void lower();

 private:
  // ---- blocks and variables (lower_code.cpp)
  bool read_code();  // false: the path ends here
  void find_leaders();
  void lower_parameters();
  void lower_block(std::uint32_t leader);
  void enter_block(std::uint32_t leader);
  ir::LocId block(std::uint32_t leader);  // its location; queues it
  // Leaves the block for another one: the stack goes into its variables.
  void spill_stack();
  void flow_to(std::uint32_t leader);
  // What a block finds, as far as its first predecessor can tell.
  void enter_with(std::uint32_t leader, const std::vector<Type>& stack);
  void instruction(std::uint32_t index);
  ir::LocalId variable(std::uint16_t slot, const Type& type, bool is_store);
  ir::LocalId stack_variable(std::size_t depth, const Type& type);
  void load_local(const Type& type);
  void store_local(const Type& type);
  void increment();
  void return_value(const Type& type);
  bool mentions(ir::ExprId expr, ir::LocalId local);
  // A pure value that later assignments cannot change.
  ir::ExprId fixed(ir::ExprId expr, const Type& type);
  void keep_from(ir::LocalId assigned);
  void assign(ir::LocalId target, const Operand& value);

  // ---- the stack and arithmetic (lower_insn.cpp)
  void push(ir::ExprId expr, Type type, bool is_not_null = false);
  Operand pop();
  Operand pop_value();   // not a comparison
  ir::ExprId pop_int();  // an int
  ir::ExprId pop_typed(const Type& type);
  ir::ExprId as_int(const Operand& value);
  ir::ExprId as_bool(const Operand& value);
  ir::ExprId as_type(const Operand& value, const Type& type);
  ir::ExprId narrowed(ir::ExprId value, ir::UnaryOp op, std::int64_t lo, std::int64_t hi);
  Operand materialise(const Operand& value);
  void stack_instruction(Opcode opcode);
  void arithmetic(ir::BinaryOp op, const Type& type);
  void logic(ir::BinaryOp bits, const Type& type);
  void divide(ir::BinaryOp op, const Type& type);
  void shift(ir::BinaryOp op, const Type& type);
  void convert(ir::UnaryOp op, const Type& from, const Type& to);
  void compare(const Type& type, bool nan_is_less, bool nan_is_greater);
  ir::ExprId condition_with_zero(ir::BinaryOp op);
  ir::ExprId condition_of_two(ir::BinaryOp op);
  void conditional(ir::ExprId condition);
  ir::ExprId kept(ir::ExprId condition);
  void switch_over();
  void constant(std::uint16_t index);
  void push_class(const Type& type);
  bool arithmetic_instruction(const Instruction& i);
  bool branch_instruction(const Instruction& i);

  // ---- heap and types (lower_heap.cpp)
  FieldRef find_field(const MemberRef& ref, bool is_static);
  void get_field();
  void put_field();
  bool is_opaque(ir::FieldId id);
  void get_static();
  void put_static();
  void load_element(const Type& type);
  void store_element(const Type& type);
  void new_object();
  void new_array(const Type& element);
  void new_multi_array();
  void array_length();
  void unknown_array(const Operand& array);
  bool tests_missing(const Operand& value, const Type& type);
  void check_cast();
  void instance_of();
  void monitor(bool enters);
  void throw_object();
  void require_object(const Operand& value);
  // Runs the initialiser of the class if it may not have run yet.
  void initialise(ClassInfo& cls);

  // ---- calls (lower_call.cpp)
  void invoke(Opcode opcode);
  std::vector<ir::ExprId> pop_arguments(const MethodType& type);
  void call(ir::Callee callee, std::vector<ir::ExprId> args, const Type& result);
  bool has_one_class(const Type& array);
  // Calls that are not what they look like: methods of arrays, and what models end paths with.
  bool special_call(const MemberRef& ref, const MethodType& type);
  void draw_object(const DrawnObject& drawn, bool is_there);
  void unknown_call(const MemberRef& ref);
  // A method without code: one of the models' natives, or nothing that is known.
  void lower_native_method();

  // ---- invokedynamic (lower_dynamic.cpp)
  void invoke_dynamic();
  void make_lambda(const DynamicRef& site, const BootstrapMethod& bootstrap);
  void concatenate(const DynamicRef& site, const BootstrapMethod& bootstrap);
  ir::ExprId text_of(Operand value);
  void record_method(const DynamicRef& site, const BootstrapMethod& bootstrap);

  // ---- handles of variables (lower_handles.cpp)
  // Calls that make handles, and accesses through them.
  bool handle_call(const MemberRef& ref, const MethodType& type);
  std::optional<Type> class_literal(const Operand& value) const;
  void look_up();
  void find_variable(bool is_static);
  void find_elements();
  void make_updater(const MemberRef& ref);
  void make_handle(const VariableHandles::Variable& variable);
  bool may_access(const ClassInfo& owner, std::uint16_t flags);
  void access_variable(const MemberRef& ref, const MethodType& type);

  // ---- exceptions (lower_exceptions.cpp)
  ir::LocId handler_at(std::uint32_t index);
  ir::LocId dispatch(const std::vector<std::uint32_t>& handlers);
  ir::LocId outermost();  // where exceptions leave the method

  // ---- what is null (lower_null.cpp)
  void note_sources(std::uint32_t next);
  ir::ExprId null_message();

  World& world_;
  ClassInfo& owner_;
  const Method& method_;
  const ClassFile& file_;
  MethodType signature_;
  Graph g_;
  bool is_atomic_;  // one step (atomic.h)
  Code code_;
  StackMap stack_map_;
  const Instruction* current_ = nullptr;
  std::uint32_t index_ = 0;  // of current_

  std::vector<bool> is_leader_;
  std::vector<bool> is_target_;  // jumps or exceptions lead there
  std::map<std::uint32_t, std::map<std::uint16_t, Type>> entry_slots_;
  std::map<std::uint32_t, ir::LocId> blocks_;
  std::map<std::uint32_t, std::vector<Type>> entry_stack_;
  std::vector<std::uint32_t> queue_;
  std::vector<Operand> stack_;
  std::map<std::uint32_t, std::vector<std::int64_t>> sources_;  // of the stack before instructions
  bool underflow_ = false;                    // the code took more from the stack than there was
  std::map<std::uint16_t, Type> slot_types_;  // what unnamed slots are known to hold
  std::map<std::tuple<std::uint16_t, std::string, std::string>, ir::LocalId> named_;
  std::map<std::pair<std::uint16_t, char>, ir::LocalId> unnamed_;
  std::map<std::pair<std::size_t, char>, ir::LocalId> stack_variables_;
  std::map<std::vector<std::uint32_t>, ir::LocId> dispatches_;
  std::map<ir::LocalId, Type> class_literals_;  // variables that hold the object of this class
  std::vector<const ClassInfo*> initialised_;   // surely, in this block
  ir::LocalId caught_;
  ir::LocId release_;  // of a synchronized method: gives the lock back, then leaves
  ir::ExprId method_lock_;
};

// 'I', 'J', 'F', 'D' or 'A': what tells variables of one slot apart.
char category(const Type& type);

inline Type int_type() { return {.base = BaseType::Int}; }
inline Type long_type() { return {.base = BaseType::Long}; }
inline Type float_type() { return {.base = BaseType::Float}; }
inline Type double_type() { return {.base = BaseType::Double}; }
inline Type boolean_type() { return {.base = BaseType::Boolean}; }
inline Type object_type() { return class_type(kObject); }

}  // namespace jvm
