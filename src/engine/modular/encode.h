// Procedures as relational formulas (Taghdiri, chapter 5): a symbolic state maps every variable
// and slot to an expression over the state before; loops are unrolled, branches merged by
// conditional expressions, virtual calls split by class. Executions beyond a bound (of loops,
// recursion, or the heap) are left out.
//
// A call is inlined or replaced by relations for what it changes; those calls are recorded, so
// that specifications can be put in the place of their code. A procedure that is given by
// specification only has nothing but relations, of which the specification holds.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/modular/effects.h"
#include "engine/modular/flow.h"
#include "engine/modular/heap.h"
#include "engine/modular/property.h"

namespace modular {

using State = std::vector<rel::Expr>;  // by slot; slots that nobody mentions are invalid

// Conditions that led here, in order; all hold.
using Guard = std::vector<rel::Formula>;

// A call that was not inlined.
struct CallSite {
  ir::ProcId callee;
  base::Span span;
  rel::Formula guard;  // the call takes place
  State before;
  std::vector<rel::Expr> args;  // as sets
  // The slots it writes and its result: relations of their own, or what is known of them.
  std::vector<std::pair<SlotId, rel::Expr>> after;
  rel::Expr result;                 // invalid for void
  rel::Formula raised;              // an exception leaves it; invalid where that does not matter
  rel::RelationId raised_relation;  // `some` of which is that

  // What it makes of a slot that it writes; no slot: its result.
  rel::Expr claim(SlotId slot) const;
  // The call takes place, and returns or raises an exception.
  rel::Formula ends(rel::Exprs& exprs, bool is_raised) const;
};

// A call of a procedure that is given by specification only. Its specification is among the
// facts.
struct SpecOnlyCall {
  ir::ProcId callee;
  rel::Formula guard;  // the call takes place
  // The specification fields that it may change, and its result: relations of their own.
  std::vector<std::pair<SlotId, rel::Expr>> after;
  rel::Expr result;      // invalid for void
  rel::Formula is_made;  // its result is a new object
};

// A condition that the code asserts.
struct Obligation {
  rel::Formula reached;  // with the condition violated
  base::Span span;
  ir::ContractKind contract{};  // if `is_contract`
  bool is_contract = false;
};

// Executions that a bound leaves out.
struct Cut {
  std::string bound;     // of result/verdict/bounds.def, or what pass::bound_of says of a Limit
  rel::Formula reached;  // where it would be exceeded
};

// How a body ends.
struct Ending {
  rel::Formula reached;
  State state;
  rel::Expr result;  // as a set; invalid for void

  rel::Expr value(SlotId slot) const { return slot ? state[slot.index()] : result; }
};
struct Encoded {
  Ending normal;
  Ending raised;
  std::vector<Obligation> obligations;
  bool is_cut = false;  // some execution goes on beyond the unrolling
  std::vector<Cut> cuts;
  std::vector<rel::Formula> checked;  // an assertion or contract is looked at
  std::vector<rel::Formula> left;     // execution goes on where nothing matters any more
};

struct EncodeOptions {
  std::uint32_t unwind = 3;
  // Whether a call of this procedure becomes a CallSite.
  std::function<bool(ir::ProcId)> is_specified;
  // The formula of a procedure that is given by specification only.
  std::function<const Property&(ir::ProcId)> specification;
  // What is exactly known of a slot after such a call, or of its result (no slot).
  std::function<std::optional<rel::Expr>(ir::ProcId, SlotId, const State& before,
                                         const std::vector<rel::Expr>& args)>
      known_value;
  // Conditions without which such a call does not return: objects that it allocates must exist
  // (those are cut by the scope), as must those that it reads.
  struct Needed {
    rel::Formula condition;
    bool is_allocated = false;
  };
  std::function<std::vector<Needed>(ir::ProcId, const State& before,
                                    const std::vector<rel::Expr>& args)>
      needed_to_return;
  bool needs_raised = false;  // how it looks when an exception has left matters, everywhere
  std::function<std::optional<std::string>()> stop;  // why encoding must end now
};

class Encoder {
 public:
  Encoder(const ir::Program& program, const EffectTable& effects, Heap& heap,
          const EncodeOptions& options);

  Encoded encode(ir::ProcId proc, const State& before, const std::vector<rel::Expr>& args);
  // The calls that were not inlined, in the order of execution.
  const std::vector<CallSite>& calls() const { return calls_; }
  // Those of procedures that are given by specification only, in the same order.
  const std::vector<SpecOnlyCall>& spec_only_calls() const { return spec_only_calls_; }
  // Constraints on the relations of calls: what holds whatever is learnt of them.
  const std::vector<rel::Formula>& facts() const { return facts_; }
  // Why something could not be encoded; empty: everything was.
  const std::string& unsupported() const { return unsupported_; }
  const std::string& stopped() const { return stopped_; }

 private:
  struct Point {
    Guard guard;
    State state;
    std::vector<SymbolicValue> locals;
    rel::Expr result;
    rel::Expr thrown;  // the exception in flight; empty: none, or nothing asks for it
  };
  struct Frame {
    ir::ProcId id;
    const ir::Procedure* proc = nullptr;
    Flow flow;
    std::vector<std::vector<Point>> arriving;  // by location
    std::vector<std::vector<bool>> blocked;    // in last passes of loops: locations not to enter
    bool needs_raised = false;
    bool is_outermost = false;
    Point exit, raise;  // when left
    bool has_exit = false, has_raise = false;
  };

  void run(Frame& frame, Point entry);
  void run_spec_only(Frame& frame, Point point);
  rel::Formula make_object(ir::ClassId cls, Point& point, rel::Expr& object);
  void process(Frame& frame, const std::vector<FlowPart>& parts);
  void process_loop(Frame& frame, const FlowPart& loop);
  void process_location(Frame& frame, ir::LocId at);
  void take(Frame& frame, const ir::Transition& transition, Point point);
  void arrive(Frame& frame, ir::LocId at, Point point);
  bool matters(const Frame& frame, ir::LocId at) const;
  std::vector<bool> stays_inside(const Frame& frame, const FlowPart& loop) const;
  Point merge(std::vector<Point> points);
  Point merge(Point a, Point b);
  SymbolicValue merge(rel::Formula condition, const SymbolicValue& a, const SymbolicValue& b);

  bool perform(Frame& frame, const ir::Action& action, Point& point);
  SymbolicValue eval(const Frame& frame, ir::ExprId expr, const Point& point);
  SymbolicValue binary(const Frame& frame, const ir::Expr& expr, const Point& point);
  rel::IntExpr unary(const ir::Expr& expr, rel::IntExpr a);
  rel::IntExpr bits(const ir::Expr& expr, rel::IntExpr a, rel::IntExpr b);
  rel::IntExpr shifted(rel::IntExpr a, unsigned places);
  rel::IntExpr overflow();
  unsigned width(rel::IntExpr number);
  rel::IntExpr within(rel::IntExpr number, unsigned bits);
  rel::IntExpr in_type(ir::TypeId type, rel::IntExpr number);
  bool is_specified(const Frame& frame, const ir::Transition& transition, ir::ProcId callee) const;
  rel::Formula truth(const Frame& frame, ir::ExprId expr, const Point& point);
  rel::IntExpr length(const Frame& frame, ir::ExprId array, const Point& point);
  void assign(const Frame& frame, ir::LocalId target, rel::Expr set, Point& point);
  void initialise(ir::ClassId cls, rel::Expr object, State& state);
  bool allocate(Frame& frame, ir::LocalId target, SlotId set, Point& point, rel::Expr& object);
  void check_contract(Frame& frame, ir::ContractKind kind, Point& point);
  void assert_that(rel::Formula condition, base::Span span, Point& point, bool is_contract,
                   ir::ContractKind kind);

  void call(Frame& frame, const ir::Transition& transition, const ir::Call& action, Point point);
  void call_one(Frame& frame, const ir::Transition& transition, const ir::Call& action,
                ir::ProcId callee, Point point);
  void call_specified(Frame& frame, const ir::Transition& transition, const ir::Call& action,
                      ir::ProcId callee, const std::vector<rel::Expr>& args, Point point);
  void call_inlined(Frame& frame, const ir::Transition& transition, const ir::Call& action,
                    ir::ProcId callee, const std::vector<rel::Expr>& args, Point point);
  rel::Formula conjunction(const Guard& guard) { return exprs_.conjunction(guard); }
  bool add(Guard& guard, rel::Formula condition);
  void cut(const std::string& bound, const Guard& guard, rel::Formula condition);
  void unsupported(std::string what);

  const ir::Program& program_;
  const EffectTable& effects_;
  Heap& heap_;
  rel::Exprs& exprs_;
  const Slots& slots_;
  EncodeOptions options_;
  std::vector<CallSite> calls_;
  std::vector<SpecOnlyCall> spec_only_calls_;
  std::vector<rel::Formula> facts_;
  std::vector<Obligation> obligations_;
  std::vector<ir::ProcId> open_;  // the procedures being inlined
  std::string unsupported_;
  std::string stopped_;  // the reason of EncodeOptions::stop
  base::Span span_;      // of the transition being taken
  bool is_cut_ = false;
  std::vector<Cut> cuts_;
  std::vector<rel::Formula> checked_;
  std::vector<rel::Formula> left_;
  bool looks_at_thrown_ = false;                        // some handler asks for what it has caught
  std::unordered_map<std::uint32_t, unsigned> widths_;  // of numbers, in bits
};

}  // namespace modular
