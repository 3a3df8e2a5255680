#include "ir/verify.h"

#include <gtest/gtest.h>

#include <functional>

#include "unit/bir/support.h"
#include "unit/ir/everything.h"

namespace {

using ir::ActionKind;
using ir::Program;

// The complaints about a program that is right but for one change.
std::string verify_changed(const std::function<void(Program&)>& change) {
  Program program = test::Everything::make();
  change(program);
  std::vector<ir::Malformed> found = ir::verify(program);
  return found.empty() ? "" : found.front().what;
}

ir::Procedure& main_proc(Program& p) { return p.procs[1]; }

// The transition of Main.main with the first action of this kind, and that action.
ir::Transition& with(Program& p, ActionKind kind) {
  for (ir::Procedure& proc : p.procs) {
    for (ir::Transition& t : proc.transitions) {
      for (const ir::Action& a : t.actions) {
        if (ir::kind_of(a) == kind) return t;
      }
    }
  }
  ADD_FAILURE() << "no such action";
  return p.procs[0].transitions[0];
}

template <class A>
A& first(Program& p) {
  for (ir::Procedure& proc : p.procs) {
    for (ir::Transition& t : proc.transitions) {
      for (ir::Action& a : t.actions) {
        if (A* found = std::get_if<A>(&a)) return *found;
      }
    }
  }
  throw std::logic_error("no such action");
}

ir::LocalId local(const ir::Procedure& proc, std::string_view name) {
  for (std::size_t i = 0; i < proc.locals.size(); ++i) {
    if (proc.locals[i].name == name) return ir::LocalId(i);
  }
  throw std::logic_error("no such local");
}

ir::ExprId use(Program& p, std::string_view name) {
  return p.local_expr(main_proc(p), local(main_proc(p), name));
}

struct Case {
  const char* what;
  std::function<void(Program&)> change;
};

void run(const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_EQ(verify_changed(c.change), c.what);
}

TEST(Verify, AcceptsEverything) {
  EXPECT_EQ(verify_changed([](Program&) {}), "");
  EXPECT_EQ(verify_changed([](Program& p) { p.entry = {}; }), "");
}

TEST(Verify, SaysWhere) {
  Program p = test::Everything::make();
  with(p, ActionKind::Join).target = ir::LocId(999);
  auto found = ir::verify(p);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().where, "procedure Main.main");
  p = test::Everything::make();
  with(p, ActionKind::Join).guard = p.int_constant(1);
  found = ir::verify(p);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found.front().where.starts_with("procedure Main.main, location L"));
}

TEST(Verify, Names) {
  run({
      {"the program needs a name", [](Program& p) { p.name.clear(); }},
      {"the class Node is declared twice", [](Program& p) { p.classes[0].name = "Node"; }},
      {"the enum Node is declared twice", [](Program& p) { p.enums[0].name = "Node"; }},
      {"the collection Node is declared twice", [](Program& p) { p.collections[0].name = "Node"; }},
      {"`a`b` cannot be the name of a class", [](Program& p) { p.classes[0].name = "a`b"; }},
      {"the global LIMIT is declared twice", [](Program& p) { p.globals[0].name = "LIMIT"; }},
      {"the enum member ON is declared twice",
       [](Program& p) { p.enums[0].members[0].name = "ON"; }},
      {"the field next is declared twice", [](Program& p) { p.fields[1].name = "next"; }},
      {"the procedure Worker is declared twice", [](Program& p) { p.procs[0].name = "Worker"; }},
      {"the variable o is declared twice", [](Program& p) { main_proc(p).locals[0].name = "o"; }},
      {"the location L1 is declared twice",
       [](Program& p) { main_proc(p).locations[2].name = "L1"; }},
      {"the predicate positive is declared twice",
       [](Program& p) { p.predicates[0].name = "positive"; }},
  });
}

TEST(Verify, Types) {
  auto make = [](Program& p, ir::TypeKind kind, auto fill) {
    ir::Type t;
    t.kind = kind;
    fill(t);
    p.types.make(t);
  };
  run({
      {"a type names a class that does not exist",
       [](Program& p) { p.types.make_ref(ir::ClassId(99)); }},
      {"an array type without an element type", [](Program& p) { p.types.make_array({}); }},
      {"an empty range",
       [&](Program& p) { make(p, ir::TypeKind::Range, [](ir::Type& t) { t.lo = 1; }); }},
      {"an array type with a negative size",
       [&](Program& p) {
         make(p, ir::TypeKind::FixedArray, [](ir::Type& t) {
           t.element = ir::TypeId(1);
           t.hi = -1;
         });
       }},
      {"a type names an enum that does not exist",
       [&](Program& p) {
         make(p, ir::TypeKind::Enum, [](ir::Type& t) { t.enumeration = ir::EnumId(9); });
       }},
      {"a type names a collection that does not exist",
       [&](Program& p) {
         make(p, ir::TypeKind::Ref, [](ir::Type& t) {
           t.cls = ir::ClassId(0);
           t.collections = {ir::CollectionId(9)};
         });
       }},
      {"an enum needs a member", [](Program& p) { p.enums[0].members.clear(); }},
  });
}

TEST(Verify, Classes) {
  run({
      {"the superclass does not exist", [](Program& p) { p.classes[0].super = ir::ClassId(99); }},
      {"the superclass is an interface", [](Program& p) { p.classes[0].super = ir::ClassId(1); }},
      {"an interface has a superclass", [](Program& p) { p.classes[1].super = ir::ClassId(0); }},
      {"an interface does not exist",
       [](Program& p) { p.classes[0].interfaces = {ir::ClassId(99)}; }},
      {"Base is not an interface", [](Program& p) { p.classes[0].interfaces = {ir::ClassId(3)}; }},
      {"an interface binds procedures",
       [](Program& p) { p.classes[1].bindings = p.classes[4].bindings; }},
      {"the class is above itself, or below such a class",
       [](Program& p) { p.classes[0].super = ir::ClassId(4); }},
      {"the class is above itself, or below such a class",
       [](Program& p) { p.classes[1].interfaces = {ir::ClassId(2)}; }},
      {"a field does not exist", [](Program& p) { p.classes[0].fields = {ir::FieldId(99)}; }},
      {"the field next belongs to another class",
       [](Program& p) { p.fields[2].owner = ir::ClassId(0); }},
      {"the field next is void", [](Program& p) { p.fields[2].type = ir::TypeId(0); }},
      {"get is bound to nothing",
       [](Program& p) { p.classes[4].bindings[0].proc = ir::ProcId(99); }},
      {"get is bound to Main.main, which is not its method",
       [](Program& p) { p.classes[4].bindings[0].proc = ir::ProcId(1); }},
      {"get is bound to Node.get, which is not its method",
       [](Program& p) { p.classes[0].bindings = p.classes[4].bindings; }},
      {"the binding of a is not in order",
       [](Program& p) {
         p.classes[4].bindings.push_back({"a", ir::ProcId(0)});
       }},
  });
}

const char* const kOverride = R"(system s()
class A { bind m = A.m; }
class B extends A { bind m = B.m; }
procedure A.m(this : ref A; x : int) returns int
  entry a; exit b; except c;
  loc a: when true do { return x; } goto b;
  loc b: loc c:
end A.m;
procedure B.m(this : ref B; x : int) returns int
  entry a; exit b; except c;
  loc a: when true do { return x; } goto b;
  loc b: loc c:
end B.m;
end s;
)";

TEST(Verify, Overriding) {
  auto changed = [](std::string_view from, std::string_view to) {
    std::string text = kOverride;
    text.replace(text.find(from), from.size(), to);
    return test::parse(text).first();
  };
  EXPECT_EQ(changed("A.m", "A.m"), "");
  EXPECT_NE(changed("procedure B.m(this : ref B; x : int)",
                    "procedure B.m(this : ref B; x : int; y : int)")
                .find("B.m does not fit A.m, which it overrides"),
            std::string::npos);
  EXPECT_NE(changed("{ bind m = B.m; }", "{ }").find("the inherited method m is not bound"),
            std::string::npos);
}

TEST(Verify, Definitions) {
  run({
      {"the size is negative", [](Program& p) { p.collections[0].size = -1; }},
      {"a collection holds objects or arrays",
       [](Program& p) { p.collections[0].type = ir::simple_type(ir::TypeKind::Int); }},
      {"Node cannot be allocated", [](Program& p) { p.classes[4].is_abstract = true; }},
      {"the initial value of Main.total has another type",
       [](Program& p) { p.globals[0].initial = true; }},
      {"the global x has no type", [](Program& p) { p.globals[2].type = {}; }},
      {"the entry does not exist", [](Program& p) { p.entry = ir::ProcId(99); }},
      {"the thread does not exist", [](Program& p) { p.predicates[0].thread = {}; }},
      {"the instance is either null or a global",
       [](Program& p) { p.predicates[0].instance = {}; }},
      {"a predicate is about a location or about a variable",
       [](Program& p) { p.predicates[0].location = {}; }},
      {"the location does not exist", [](Program& p) { p.predicates[0].location = ir::LocId(99); }},
  });
}

TEST(Verify, Procedures) {
  run({
      {"there is no result type", [](Program& p) { main_proc(p).result = {}; }},
      {"a thread has a result",
       [](Program& p) { p.procs[2].result = ir::simple_type(ir::TypeKind::Int); }},
      {"the parameters are not the first locals",
       [](Program& p) { main_proc(p).params[0] = ir::LocalId(1); }},
      {"a receiver is a first parameter `this` of a class type",
       [](Program& p) { main_proc(p).has_this = true; }},
      {"a receiver is a first parameter `this` of a class type",
       [](Program& p) { p.procs[0].has_this = false; }},
      {"the parameter x is bound or has an initial value",
       [](Program& p) { main_proc(p).locals[0].initial = base::Integer(1); }},
      {"the variable x is void", [](Program& p) { main_proc(p).locals[0].type = ir::TypeId(0); }},
      {"the variable x is a lock",
       [](Program& p) { main_proc(p).locals[0].type = p.globals[1].type; }},
      {"the initial value of o does not fit",
       [](Program& p) { main_proc(p).locals[1].initial = true; }},
      {"the variable for the result is a parameter or has another type",
       [](Program& p) { p.procs[0].retval = ir::LocalId(1); }},
      {"a live variable of L0 does not exist",
       [](Program& p) { main_proc(p).locations[0].live = {ir::LocalId(999)}; }},
      {"a variable is live twice at L0",
       [](Program& p) {
         main_proc(p).locations[0].live = {ir::LocalId(0), ir::LocalId(0)};
       }},
      {"the entry or an exit does not exist", [](Program& p) { main_proc(p).except = {}; }},
      {"the entry and the two exits are not three locations",
       [](Program& p) { main_proc(p).except = main_proc(p).exit; }},
      {"a clause of the contract has type int, not boolean",
       [](Program& p) { p.procs[0].contract[0].condition = p.int_constant(0); }},
  });
}

TEST(Verify, Transitions) {
  run({
      {"a transition starts or ends nowhere",
       [](Program& p) { with(p, ActionKind::Join).source = {}; }},
      {"the transitions are not in the order of their locations",
       [](Program& p) {
         auto& all = main_proc(p).transitions;
         std::swap(all[1], all[2]);
       }},
      {"a transition leaves an exit",
       [](Program& p) { p.procs[2].transitions[0].source = p.procs[2].except; }},
      {"the reads are loads and tests only",
       [](Program& p) { with(p, ActionKind::Print).reads.push_back(ir::Join{}); }},
      {"the guard has type int, not boolean",
       [](Program& p) { with(p, ActionKind::Join).guard = p.int_constant(1); }},
      {"a quantifier stands where it must not",
       [](Program& p) { with(p, ActionKind::Join).guard = first<ir::Assert>(p).condition; }},
      {"an empty action",
       [](Program& p) { with(p, ActionKind::Join).actions.push_back(std::monostate{}); }},
      {"Join can block and is not the first action",
       [](Program& p) { with(p, ActionKind::Join).actions.push_back(ir::Join{}); }},
      {"Acquire can block and is not the first action",
       [](Program& p) {
         auto& actions = with(p, ActionKind::Acquire).actions;
         std::swap(actions[0], actions[1]);
       }},
      {"a call is not the last action",
       [](Program& p) { with(p, ActionKind::Call).actions.push_back(ir::Catch{}); }},
      {"a call needs an `except` location",
       [](Program& p) { with(p, ActionKind::Call).except = {}; }},
      {"`except` without a call",
       [](Program& p) { with(p, ActionKind::Join).except = main_proc(p).except; }},
      {"an exception goes to the normal exit",
       [](Program& p) { with(p, ActionKind::Call).except = main_proc(p).exit; }},
      {"a return does not go to the exit",
       [](Program& p) { main_proc(p).transitions.back().target = ir::LocId(0); }},
      {"a throw goes to the normal exit",
       [](Program& p) { with(p, ActionKind::Throw).target = main_proc(p).exit; }},
      {"the exit is reached without a return",
       [](Program& p) { p.procs[0].transitions.back().actions.clear(); }},
      {"a return with or without its value",
       [](Program& p) { p.procs[0].transitions.back().actions = {ir::Return{}}; }},
  });
}

TEST(Verify, Invisible) {
  auto hide = [](ActionKind kind) {
    return [kind](Program& p) { with(p, kind).invisible = true; };
  };
  run({
      {"an invisible transition touches what other threads can see", hide(ActionKind::LoadField)},
      {"an invisible transition touches what other threads can see", hide(ActionKind::StoreGlobal)},
      {"an invisible transition touches what other threads can see", hide(ActionKind::Fork)},
      {"an invisible transition touches what other threads can see", hide(ActionKind::Assert)},
      {"an invisible transition touches what other threads can see",
       hide(ActionKind::CheckContract)},  // of a clause with a quantifier
      {"an invisible transition reads shared variables", hide(ActionKind::Print)},
      {"invisible transitions lead back to L70",
       [](Program& p) {
         ir::Transition& t = with(p, ActionKind::Catch);
         t.invisible = true;
         t.target = t.source;
       }},
      {"", hide(ActionKind::New)},
      {"", hide(ActionKind::Catch)},
  });
}

TEST(Verify, Expressions) {
  auto value = [](ir::ExprId id) { return [id](Program& p) { first<ir::Assign>(p).value = id; }; };
  auto changed = [](auto make) {
    return [make](Program& p) { first<ir::Assign>(p).value = make(p); };
  };
  auto raw = [&](auto fill) {
    return changed([fill](Program& p) {
      ir::Expr e;
      e.type = ir::simple_type(ir::TypeKind::Int);
      fill(p, e);
      return p.add(e);
    });
  };
  using ir::ExprKind;
  run({
      {"an expression does not exist", value({})},
      {"an expression does not exist", value(ir::ExprId(1'000'000))},
      {"a constant does not exist", raw([](Program&, ir::Expr&) {})},
      {"an expression has no type", raw([](Program&, ir::Expr& e) { e.type = {}; })},
      {"a variable does not exist",
       raw([](Program&, ir::Expr& e) { e.kind = ExprKind::Local, e.local = ir::LocalId(999); })},
      {"an operator has operands or a result of a wrong type",
       raw([](Program&, ir::Expr& e) { e.kind = ExprKind::Local, e.local = ir::LocalId(1); })},
      {"v is used outside of its quantifier", changed([](Program& p) { return use(p, "v"); })},
      {"an operator has operands or a result of a wrong type",
       changed([](Program& p) { return p.unary(ir::UnaryOp::Not, use(p, "x")); })},
      {"an operator has operands or a result of a wrong type",
       changed([](Program& p) { return p.binary(ir::BinaryOp::Add, use(p, "x"), use(p, "b")); })},
      {"an operator has operands or a result of a wrong type",
       changed([](Program& p) { return p.binary(ir::BinaryOp::Mul, use(p, "u"), use(p, "x")); })},
      {"an expression contains itself", raw([](Program& p, ir::Expr& e) {
         e.kind = ExprKind::Unary;
         e.a = ir::ExprId(p.expr_count());
       })},
      {"a constant has another type", changed([](Program& p) {
         return p.constant_expr(ir::simple_type(ir::TypeKind::Int), true);
       })},
      {"a string is not UTF-8", changed([](Program& p) {
         return p.constant_expr(ir::simple_type(ir::TypeKind::String), std::string("\xff"));
       })},
      {"the length of something else",
       raw([](Program& p, ir::Expr& e) { e.kind = ExprKind::Length, e.a = use(p, "x"); })},
      {"a cast or instanceof of something that is no reference",
       raw([](Program& p, ir::Expr& e) { e.kind = ExprKind::Cast, e.a = use(p, "x"); })},
      {"a cast to a type that is no reference",
       raw([](Program& p, ir::Expr& e) { e.kind = ExprKind::Cast, e.a = use(p, "o"); })},
      {"instanceof without a type", raw([](Program& p, ir::Expr& e) {
         e.kind = ExprKind::InstanceOf;
         e.type = ir::simple_type(ir::TypeKind::Bool);
         e.a = use(p, "o");
       })},
      {"a condition has type int, not boolean", raw([](Program& p, ir::Expr& e) {
         e.kind = ExprKind::Ite;
         e.a = e.b = e.c = use(p, "x");
       })},
      {"a quantifier over something that is no array", raw([](Program& p, ir::Expr& e) {
         e.kind = ExprKind::Forall;
         e.a = use(p, "x");
       })},
      {"a quantifier needs bound variables of its own", raw([](Program& p, ir::Expr& e) {
         e.kind = ExprKind::Forall;
         e.a = use(p, "end");
         e.local = ir::LocalId(0);
       })},
  });
}

TEST(Verify, Actions) {
  run({
      {"the value for x has type boolean, not int",
       [](Program& p) { first<ir::Assign>(p).value = use(p, "b"); }},
      {"the target does not exist", [](Program& p) { first<ir::Assign>(p).target = {}; }},
      {"v cannot be assigned",
       [](Program& p) { first<ir::Havoc>(p).target = local(main_proc(p), "v"); }},
      {"embedded cannot be assigned",
       [](Program& p) { first<ir::Havoc>(p).target = local(main_proc(p), "embedded"); }},
      {"a field does not exist", [](Program& p) { first<ir::StoreField>(p).field = {}; }},
      {"a value of type int has no field next",
       [](Program& p) { first<ir::StoreField>(p).object = use(p, "x"); }},
      {"an embedded object or lock is replaced",
       [](Program& p) { first<ir::StoreField>(p).field = ir::FieldId(4); }},
      {"the stored value has type int, not ref Node",
       [](Program& p) { first<ir::StoreField>(p).value = use(p, "x"); }},
      {"an element of something that is no array",
       [](Program& p) { first<ir::LoadElement>(p).array = use(p, "x"); }},
      {"an index is not an integer",
       [](Program& p) { first<ir::StoreElement>(p).index = use(p, "b"); }},
      {"a global does not exist", [](Program& p) { first<ir::StoreGlobal>(p).global = {}; }},
      {"a lock is loaded", [](Program& p) { first<ir::LoadGlobal>(p).global = ir::GlobalId(1); }},
      {"a class does not exist", [](Program& p) { first<ir::New>(p).cls = {}; }},
      {"Base cannot be allocated",
       [](Program& p) {
         first<ir::New>(p) = {local(main_proc(p), "object"), ir::ClassId(3), {}};
       }},
      {"the target cannot hold the object",
       [](Program& p) { first<ir::New>(p).cls = ir::ClassId(0); }},
      {"an object is made in a collection of another type",
       [](Program& p) { first<ir::New>(p).collection = ir::CollectionId(1); }},
      {"the sizes of a new array do not fit its type",
       [](Program& p) { first<ir::NewArray>(p).sizes.clear(); }},
      {"the sizes of a new array do not fit its type",
       [](Program& p) { first<ir::NewArray>(p).sizes.push_back(use(p, "x")); }},
      {"a size is not an integer",
       [](Program& p) { first<ir::NewArray>(p).sizes = {use(p, "b")}; }},
      {"an object is made in a collection of another type",
       [](Program& p) { first<ir::NewArray>(p).collection = ir::CollectionId(0); }},
      {"the callee does not exist",
       [](Program& p) { first<ir::Call>(p).callee.proc = ir::ProcId(99); }},
      {"Node.get takes 2 arguments, not 1", [](Program& p) { first<ir::Call>(p).args.pop_back(); }},
      {"an argument has type boolean, not int",
       [](Program& p) { first<ir::Call>(p).args[1] = use(p, "b"); }},
      {"the thread Worker is called",
       [](Program& p) {
         first<ir::Call>(p) = {{}, {ir::ProcId(2), {}, {}}, {}};
       }},
      {"Main.main has no result",
       [](Program& p) {
         ir::LocalId x = local(main_proc(p), "x");
         first<ir::Call>(p) = {x, {ir::ProcId(1), {}, {}}, {use(p, "x")}};
       }},
      {"a virtual call without a receiver",
       [](Program& p) {
         first<ir::Call>(p).callee = {{}, {}, "get"};
       }},
      {"Node has no method put",
       [](Program& p) {
         first<ir::Call>(p).callee = {{}, ir::ClassId(1), "put"};
       }},
      {"the receiver is of another class",
       [](Program& p) {
         first<ir::Call>(p) = {{}, {{}, ir::ClassId(4), "get"}, {use(p, "object"), use(p, "x")}};
       }},
      {"the identifier of a thread goes to a variable of another type",
       [](Program& p) { first<ir::Fork>(p).target = local(main_proc(p), "x"); }},
      {"the end of the execution has a condition",
       [](Program& p) {
         first<ir::Assume>(p) = {p.bool_constant(true), true};
       }},
      {"a lock has two places",
       [](Program& p) { first<ir::Enter>(p).lock.global = ir::GlobalId(1); }},
      {"this has no lock", [](Program& p) { first<ir::Enter>(p).lock.object = use(p, "x"); }},
      {"a variable that is no lock",
       [](Program& p) { first<ir::Exit>(p).lock.field = ir::FieldId(1); }},
      {"waiting on a lock that is not declared `wait`",
       [](Program& p) {
         first<ir::Wait>(p).lock = {{}, {}, ir::GlobalId(1)};
       }},
      {"a test of something that is no thread",
       [](Program& p) { first<ir::TestThread>(p).thread = use(p, "x"); }},
      {"the assertion has type int, not boolean",
       [](Program& p) { first<ir::Assert>(p).condition = use(p, "x"); }},
      {"the assumption has type int, not boolean",
       [](Program& p) { first<ir::Assume>(p).condition = use(p, "x"); }},
      {"a choice without values", [](Program& p) { first<ir::Choose>(p).values.clear(); }},
      {"nothing is reachable from this",
       [](Program& p) { first<ir::ChooseReachable>(p).root = use(p, "x"); }},
      {"a message is not UTF-8", [](Program& p) { first<ir::Throw>(p).message = "\xff"; }},
      {"an item is printed as a text and as a value",
       [](Program& p) { first<ir::Print>(p).items[1].text = "x"; }},
      {"a quantifier stands where it must not",
       [](Program& p) {
         ir::LocalId b = local(main_proc(p), "b");
         first<ir::Choose>(p) = {b, true, {first<ir::Assert>(p).condition}};
       }},
  });
}

TEST(VerifyDeathTest, CheckWellFormedAborts) {
  Program p = test::Everything::make();
  p.entry = ir::ProcId(99);
  EXPECT_EXIT(ir::check_well_formed(p), testing::ExitedWithCode(6), "the entry does not exist");
}

}  // namespace
