// The graph of one procedure, built piece by piece: the location reached so far, and the edges that
// leave it. What can fail is guarded by edges that throw.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ir/program.h"
#include "lang/jvm/world.h"

namespace jvm {

// What is thrown where a condition does not hold.
struct Failure {
  std::string_view exception;  // the internal name of its class
  ir::ExceptionKind kind{};
  ir::ExprId message;  // text; invalid: none
};

class Graph {
 public:
  // Continues the procedure as World declared it.
  Graph(World& world, ir::ProcId id);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  World& world() { return world_; }
  ir::Program& ir() { return ir_; }
  ir::Procedure& proc() { return proc_; }
  ir::ProcId id() const { return id_; }

  // ---- where we are
  ir::LocId at() const { return at_; }  // invalid: the code here is not reached
  void go_on_at(ir::LocId location) { at_ = location; }
  void set_span(base::Span span) { span_ = span; }
  base::Span span() const { return span_; }
  // Where exceptions go from here.
  void set_handler(ir::LocId location) { handler_ = location; }
  ir::LocId handler() const { return handler_; }

  // ---- locations and locals
  ir::LocId new_location();
  ir::LocalId new_temp(ir::TypeId type);
  // `name` gets a number if it is taken.
  ir::LocalId new_local(std::string name, ir::TypeId type);

  // ---- expressions
  ir::ExprId local(ir::LocalId id) { return ir_.local_expr(proc_, id); }
  ir::ExprId number(std::int64_t value);       // an int
  ir::ExprId long_number(std::int64_t value);  // a long
  ir::ExprId null();
  ir::ExprId truth(bool value) { return ir_.bool_constant(value); }
  ir::ExprId text(std::string value);
  ir::ExprId conjunction(ir::ExprId a, ir::ExprId b);  // either may be invalid: true
  ir::ExprId negation(ir::ExprId a);
  ir::ExprId binary(ir::BinaryOp op, ir::ExprId a, ir::ExprId b) { return ir_.binary(op, a, b); }
  ir::ExprId convert(ir::UnaryOp op, ir::ExprId a, ir::TypeKind to);
  ir::ExprId choose(ir::ExprId condition, ir::ExprId yes, ir::ExprId no);
  ir::ExprId length(ir::ExprId array_or_text);
  ir::ExprId instance_of(ir::ExprId value, const Type& type);
  // The value seen as this type, with a cast only if it is needed.
  ir::ExprId cast(ir::ExprId value, ir::TypeId type);
  bool is_constant(ir::ExprId id, std::int64_t value) const;

  // ---- edges
  // The next step needs this; otherwise it throws. It may rely on what was required before.
  void require(ir::ExprId holds, Failure failure);
  void require_not_null(ir::ExprId value);
  // An array that is there has this index.
  void require_index(ir::ExprId array, ir::ExprId index);
  // Gives the text of a NullPointerException that the code raises now; invalid: it is not known.
  void set_null_message(std::function<ir::ExprId()> message) { null_message_ = std::move(message); }
  // From here, do the actions and go on at a new location.
  void step(std::vector<ir::Action> actions);
  // The same to a location; nothing is reached behind it.
  void step_to(ir::LocId target, std::vector<ir::Action> actions = {});
  // One of several steps from here, with a guard about what tests and loads tell.
  void step_tested(std::vector<ir::Action> tests, ir::ExprId guard, std::vector<ir::Action> actions,
                   ir::LocId target);
  void branch(ir::ExprId condition, ir::LocId yes, ir::LocId no);
  void call(ir::LocalId target, ir::Callee callee, std::vector<ir::ExprId> args);
  // A call whose end is that of the procedure, which has no result.
  void last_call(ir::Callee callee, std::vector<ir::ExprId> args);
  void throw_new(const Failure& failure);
  // Ends the path: Braid does not know how to go on.
  void unsupported(std::string_view what);

  // A new object of class String with this text.
  ir::LocalId make_string(ir::ExprId text);
  // The actions that make one in `target`.
  void add_string(std::vector<ir::Action>& actions, ir::LocalId target, ir::ExprId text);
  ir::FieldId string_value();

  // Tidies the procedure up and gives it to the program.
  void finish();

 private:
  Failure told(Failure failure) const;

  std::function<ir::ExprId()> null_message_;
  struct Obligation {
    ir::ExprId holds;
    Failure failure;
  };
  ir::ExprId emit_failures();
  std::vector<ir::Action> throwing(const Failure& failure);
  ir::Transition& transition(ir::ExprId guard, std::vector<ir::Action> actions, ir::LocId target);

  World& world_;
  ir::Program& ir_;
  ir::ProcId id_;
  ir::Procedure proc_;
  ir::LocId at_;
  ir::LocId handler_;
  base::Span span_;
  std::vector<Obligation> obligations_;
  std::map<std::string, int> names_;
  std::map<std::string_view, ir::LocalId> thrown_;  // by class: a temporary for the exception
  int temps_ = 0;
};

}  // namespace jvm
