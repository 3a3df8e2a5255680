// A program made by hand that uses every type, every kind of expression, every
// operator and every action. It is well-formed, not sensible.
#pragma once

#include <cmath>
#include <limits>

#include "ir/program.h"
#include "ir/typing.h"

namespace test {

class Everything {
 public:
  static ir::Program make() {
    Everything e;
    e.definitions();
    e.methods();
    e.main();
    e.thread();
    return std::move(e.p_);
  }

 private:
  using Kind = ir::TypeKind;

  ir::TypeId simple(Kind kind) { return p_.types.make(kind); }

  ir::LocalId local(std::string name, ir::TypeId type, bool temp = false, bool bound = false) {
    ir::Local l;
    l.name = std::move(name);
    l.type = type;
    l.is_temp = temp;
    l.is_bound = bound;
    proc_.locals.push_back(std::move(l));
    return ir::LocalId(proc_.locals.size() - 1);
  }
  ir::LocalId param(std::string name, ir::TypeId type) {
    proc_.params.push_back(local(std::move(name), type));
    return proc_.params.back();
  }
  ir::ExprId use(ir::LocalId id) { return p_.local_expr(proc_, id); }
  ir::ExprId number(std::int64_t value) { return p_.int_constant(value); }
  ir::ExprId constant(Kind kind, ir::Constant value) {
    return p_.constant_expr(simple(kind), std::move(value));
  }

  // A location with one transition to the next.
  ir::Transition& step(std::vector<ir::Action> actions) {
    ir::LocId from(proc_.locations.size() - 1);
    ir::LocId to(proc_.locations.size());
    proc_.locations.push_back({"L" + std::to_string(to.index()), {}});
    ir::Transition t;
    t.source = from;
    t.target = to;
    t.actions = std::move(actions);
    proc_.transitions.push_back(std::move(t));
    return proc_.transitions.back();
  }

  void start(std::string name, ir::TypeId result) {
    proc_ = {};
    proc_.name = std::move(name);
    proc_.result = result;
    proc_.locations.push_back({"L0", {}});
    proc_.entry = ir::LocId(0);
  }
  // The last location gets the transition to the exit.
  void finish(std::vector<ir::Action> last) {
    ir::LocId from(proc_.locations.size() - 1);
    proc_.exit = ir::LocId(proc_.locations.size());
    proc_.locations.push_back({"end", {}});
    proc_.except = ir::LocId(proc_.locations.size());
    proc_.locations.push_back({"failed", {}});
    ir::Transition t;
    t.source = from;
    t.target = proc_.exit;
    t.actions = std::move(last);
    proc_.transitions.push_back(std::move(t));
    p_.procs.push_back(std::move(proc_));
  }

  void definitions() {
    p_.name = "everything";
    p_.int_mode = ir::IntMode::Bits32;
    p_.constants = {{"LIMIT", base::Integer(3)},  {"ON", true},
                    {"NOTHING", ir::NullValue{}}, {"PI", 3.25},
                    {"LETTER", char32_t{'\''}},   {"TEXT", std::string("say \"hi\"\n")}};
    p_.enums.push_back({"Color", {{"red", 0}, {"green", 5}, {"also_red", 0}}});
    add_class("Object", {}, {}, false, false);
    add_class("Shape", {}, {}, true, false);
    add_class("Round", {}, {ir::ClassId(1)}, true, true);
    add_class("Base", ir::ClassId(0), {}, false, true);
    add_class("Node", ir::ClassId(3), {ir::ClassId(1), ir::ClassId(2)}, false, false);
    node_ = ir::ClassId(4);
    ref_ = p_.types.make_ref(node_);
    record_ = make_type(Kind::Record, [&](ir::Type& t) { t.cls = node_; });
    base_record_ = make_type(Kind::Record, [](ir::Type& t) { t.cls = ir::ClassId(0); });
    array_ = p_.types.make_array(simple(Kind::Int));
    fixed_ = make_type(Kind::FixedArray, [&](ir::Type& t) {
      t.element = simple(Kind::Bool);
      t.hi = 4;
    });
    range_ = make_type(Kind::Range, [](ir::Type& t) { t.lo = -1, t.hi = 3; });
    color_ = make_type(Kind::Enum, [](ir::Type& t) { t.enumeration = ir::EnumId(0); });
    lock_type_ = make_type(Kind::Lock, [](ir::Type& t) { t.waits = t.reentrant = true; });
    pooled_ = make_type(Kind::Ref, [&](ir::Type& t) {
      t.cls = node_;
      t.collections = {ir::CollectionId(0)};
    });
    p_.collections = {{"nodes", 3, record_}, {"arrays", 0, array_}};
    hidden_ = add_field(ir::ClassId(0), "value", simple(Kind::Int));
    value_ = add_field(node_, "value", simple(Kind::Int));
    next_ = add_field(node_, "next", ref_);
    mutex_ = add_field(node_, "mutex", lock_type_);
    part_ = add_field(node_, "part", base_record_);
    add_field(node_, "flags", fixed_);
    p_.fields[value_.index()].sharing = ir::Sharing::Volatile;
    p_.fields[next_.index()].sharing = ir::Sharing::Constant;
    p_.globals.push_back({"Main.total", simple(Kind::Int), base::Integer(-7), {}});
    p_.globals.push_back({"lock", make_type(Kind::Lock, [](ir::Type&) {}), {}, {}});
    p_.globals.push_back({"x", simple(Kind::String), std::string("ä"), {}});
    p_.globals.push_back({"owner", simple(Kind::Tid), {}, {}});
    p_.globals[0].sharing = ir::Sharing::Volatile;
    p_.globals[2].sharing = ir::Sharing::Constant;
  }

  template <class Fill>
  ir::TypeId make_type(Kind kind, Fill fill) {
    ir::Type t;
    t.kind = kind;
    fill(t);
    return p_.types.make(t);
  }

  void add_class(std::string name, ir::ClassId super, std::vector<ir::ClassId> interfaces,
                 bool is_interface, bool is_abstract) {
    ir::Class c;
    c.name = std::move(name);
    c.super = super;
    c.interfaces = std::move(interfaces);
    c.is_interface = is_interface;
    c.is_abstract = is_abstract;
    p_.classes.push_back(std::move(c));
  }

  ir::FieldId add_field(ir::ClassId owner, std::string name, ir::TypeId type) {
    p_.fields.push_back({std::move(name), type, owner, {}});
    p_.classes[owner.index()].fields.push_back(ir::FieldId(p_.fields.size() - 1));
    return ir::FieldId(p_.fields.size() - 1);
  }

  void methods() {
    start("Node.get", simple(Kind::Int));
    proc_.has_this = true;
    ir::LocalId self = param("this", ref_);
    ir::LocalId by = param("by", simple(Kind::Int));
    ir::LocalId result = local("retval", simple(Kind::Int));
    ir::LocalId found = local("$t0", simple(Kind::Int), true);
    ir::LocalId v = local("v", simple(Kind::Int), false, true);
    ir::LocalId i = local("i", simple(Kind::Int), false, true);
    ir::LocalId items = local("items", array_);
    proc_.retval = result;
    proc_.self = self;
    auto clause = [&](ir::ContractKind kind, ir::ExprId condition) {
      proc_.contract.push_back({kind, condition, {}});
    };
    clause(ir::ContractKind::Requires, p_.binary(ir::BinaryOp::Ge, use(by), number(0)));
    clause(ir::ContractKind::Ensures, p_.binary(ir::BinaryOp::Eq, use(result), use(by)));
    clause(ir::ContractKind::Exceptional, p_.bool_constant(false));
    clause(ir::ContractKind::Requires, quantifier(ir::ExprKind::Forall, items, v, i,
                                                  p_.binary(ir::BinaryOp::Lt, use(v), use(i))));
    proc_.locations.front().live = {self, by};
    step({ir::CheckContract{ir::ContractKind::Requires}});
    step({ir::LoadField{found, use(self), value_}});
    step({ir::CheckContract{ir::ContractKind::Exceptional}});
    finish({ir::Return{p_.binary(ir::BinaryOp::Add, use(found), use(by))},
            ir::CheckContract{ir::ContractKind::Ensures}});
    p_.classes[node_.index()].bindings.push_back({"get", ir::ProcId(0)});
  }

  ir::ExprId quantifier(ir::ExprKind kind, ir::LocalId items, ir::LocalId v, ir::LocalId i,
                        ir::ExprId body) {
    ir::Expr e;
    e.kind = kind;
    e.type = simple(Kind::Bool);
    e.a = use(items);
    e.b = body;
    e.local = v;
    e.index = i;
    return p_.add(e);
  }

  void main() {
    start("Main.main", simple(Kind::Void));
    p_.entry = ir::ProcId(1);
    x_ = param("x", simple(Kind::Int));
    o_ = local("o", ref_);
    proc_.self = o_;
    a_ = local("end", array_);  // a word of the grammar
    b_ = local("b", simple(Kind::Bool));
    tid_ = local("tid", simple(Kind::Tid));
    t_ = local("$t0", simple(Kind::Int), true);
    small_ = local("small", range_);
    paint_ = local("paint", color_);
    text_ = local("text", simple(Kind::String));
    expressions();
    heap();
    locks();
    control();
    finish({ir::Return{}});
  }

  void expressions() {
    ir::LocalId u = local("u", simple(Kind::Uint));
    ir::LocalId f = local("f", simple(Kind::Float));
    ir::LocalId c = local("c", simple(Kind::Char));
    ir::LocalId q = local("two words", pooled_);
    ir::LocalId none = local("none", simple(Kind::Null));
    ir::LocalId embedded = local("embedded", fixed_);
    ir::LocalId v = local("v", simple(Kind::Int), false, true);
    ir::LocalId i = local("i", simple(Kind::Int), false, true);
    proc_.locals[f.index()].initial = -0.0;
    arithmetic();
    step({ir::Assign{u, constant(Kind::Uint, base::Integer(7))}}).invisible = true;
    for (double d :
         {0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, -2.5, std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity(), std::nan(""), -std::nan("7")}) {
      step({ir::Assign{f, constant(Kind::Float, d)}});
    }
    for (char32_t ch : {char32_t{0}, char32_t{'a'}, char32_t{'\''}, char32_t{0x1f600}}) {
      step({ir::Assign{c, constant(Kind::Char, ch)}});
    }
    step({ir::Assign{text_, constant(Kind::String, std::string("a\"\\\n\t\x01 ü"))},
          ir::Assign{text_, constant(Kind::String, ir::NullValue{})},
          ir::Assign{none, constant(Kind::Null, ir::NullValue{})},
          ir::Assign{o_, p_.constant_expr(ref_, ir::NullValue{})},
          ir::Assign{small_, p_.constant_expr(range_, base::Integer(-1))},
          ir::Assign{paint_, p_.constant_expr(color_, base::Integer(5))},
          ir::Assign{paint_, p_.constant_expr(color_, base::Integer(9))}});
    ir::Expr e;
    e.kind = ir::ExprKind::Length;
    e.type = simple(Kind::Int);
    e.a = use(embedded);
    step({ir::Assign{x_, p_.add(e)}});
    e = {};
    e.kind = ir::ExprKind::InstanceOf;
    e.type = simple(Kind::Bool);
    e.a = use(q);
    e.cls = node_;
    ir::ExprId test = p_.add(e);
    e.cls = {};
    e.tested = array_;
    e.a = use(a_);
    step({ir::Assign{b_, p_.unary(ir::UnaryOp::Not, test)}, ir::Assign{b_, p_.add(e)}});
    e = {};
    e.kind = ir::ExprKind::Accepts;
    e.type = simple(Kind::Bool);
    e.a = use(a_);
    e.b = use(o_);
    step({ir::Assign{b_, p_.add(e)}});
    e = {};
    e.kind = ir::ExprKind::Cast;
    e.type = ref_;
    e.a = use(q);
    step({ir::Assign{o_, p_.add(e)}});
    e = {};
    e.kind = ir::ExprKind::Ite;
    e.type = simple(Kind::Int);
    e.a = use(b_);
    e.b = use(x_);
    e.c = number(0);
    step({ir::Assign{x_, p_.add(e)}});
    e.type = p_.types.make_ref(ir::ClassId(0));
    e.b = use(o_);
    e.c = use(q);
    ir::LocalId object = local("object", e.type);
    step({ir::Assign{object, p_.add(e)}});
    ir::ExprId inner = p_.binary(ir::BinaryOp::Gt, use(v), use(i));
    step({ir::Assert{quantifier(ir::ExprKind::Forall, a_, v, i, inner)},
          ir::Assume{p_.unary(ir::UnaryOp::Not, quantifier(ir::ExprKind::Exists, a_, v, {},
                                                           p_.bool_constant(true)))}});
  }

  void arithmetic() {
    using ir::BinaryOp;
    ir::ExprId sum =
        p_.binary(BinaryOp::Sub, use(x_), p_.binary(BinaryOp::Sub, use(x_), number(-2)));
    ir::ExprId product =
        p_.binary(BinaryOp::Mul, sum, p_.binary(BinaryOp::Add, use(x_), number(1)));
    ir::ExprId rest = p_.binary(BinaryOp::Rem, p_.binary(BinaryOp::Div, product, use(x_)),
                                p_.unary(ir::UnaryOp::Neg, number(5)));
    step({ir::Assign{x_, rest},
          ir::Assign{x_, p_.unary(ir::UnaryOp::Neg, p_.unary(ir::UnaryOp::Neg, use(x_)))}});
    auto compare = [&](BinaryOp op) { return p_.binary(op, use(x_), number(0)); };
    ir::ExprId both = p_.binary(BinaryOp::And, compare(BinaryOp::Lt), compare(BinaryOp::Le));
    ir::ExprId either = p_.binary(BinaryOp::Or, both, compare(BinaryOp::Ge));
    ir::ExprId chain = p_.binary(BinaryOp::Implies, p_.binary(BinaryOp::Implies, use(b_), either),
                                 p_.binary(BinaryOp::Implies, use(b_), compare(BinaryOp::Ne)));
    step({ir::Assign{b_, chain}, ir::Assign{b_, compare(BinaryOp::Eq)},
          ir::Assign{b_, compare(BinaryOp::Gt)}});
    step({ir::Assign{text_, p_.binary(BinaryOp::Add, use(text_), use(text_))}});
    words();
  }

  void words() {
    using ir::BinaryOp;
    using ir::UnaryOp;
    ir::LocalId wide = local("long", simple(Kind::Long));  // a word of the grammar
    ir::LocalId single = local("single", simple(Kind::Float32));
    proc_.locals[wide.index()].initial = base::Integer(INT64_MIN);
    proc_.locals[single.index()].initial = double{0.1F};
    ir::ExprId least = constant(Kind::Long, base::Integer(INT64_MIN));
    ir::ExprId bits =
        p_.binary(BinaryOp::BitOr, use(x_), p_.binary(BinaryOp::BitAnd, use(x_), number(-1)));
    bits = p_.binary(BinaryOp::BitXor, bits, p_.binary(BinaryOp::Add, use(x_), number(1)));
    ir::ExprId shifted = p_.binary(BinaryOp::Shl, p_.binary(BinaryOp::Ushr, use(wide), use(x_)),
                                   p_.binary(BinaryOp::Shr, use(x_), number(3)));
    step({ir::Assign{x_, bits}, ir::Assign{wide, shifted},
          ir::Assign{wide, p_.binary(BinaryOp::Sub, p_.unary(UnaryOp::Neg, use(wide)), least)},
          ir::Assign{b_,
                     p_.binary(BinaryOp::Lt, use(wide), constant(Kind::Long, base::Integer(5)))}});
    ir::ExprId real = p_.unary(UnaryOp::ToFloat, use(single));
    step({ir::Assign{single, constant(Kind::Float32, double{0.1F})},
          ir::Assign{single, constant(Kind::Float32, -std::numeric_limits<double>::infinity())},
          ir::Assign{single, p_.unary(UnaryOp::ToFloat32, real)},
          ir::Assign{wide, p_.unary(UnaryOp::ToLong, real)},
          ir::Assign{x_, p_.unary(UnaryOp::ToInt, use(wide))},
          ir::Assign{x_, p_.unary(UnaryOp::Neg, p_.unary(UnaryOp::ToByte, use(x_)))},
          ir::Assign{x_, p_.unary(UnaryOp::ToShort, p_.unary(UnaryOp::ToChar16, use(x_)))}});
    ir::Expr part;
    part.kind = ir::ExprKind::CharAt;
    part.type = simple(Kind::Int);
    part.a = use(text_);
    part.b = p_.binary(BinaryOp::Sub, use(x_), number(1));
    step({ir::Assign{x_, p_.add(part)}});
    part.kind = ir::ExprKind::Substring;
    part.type = simple(Kind::String);
    part.c = use(x_);
    step({ir::Assign{text_, p_.add(part)}, ir::Assign{text_, p_.unary(UnaryOp::ToText, use(b_))},
          ir::Assign{text_, p_.unary(UnaryOp::ToText, use(wide))},
          ir::Assign{text_, p_.unary(UnaryOp::CharText, number(65))}});
  }

  void heap() {
    ir::LocalId whole = local("whole", p_.types.make_ref(ir::ClassId(0)));
    ir::LocalId grid = local("grid", p_.types.make_array(array_));
    step({ir::New{o_, node_, {}}, ir::New{o_, node_, ir::CollectionId(0)}});
    step({ir::NewArray{a_, array_, {use(x_)}, ir::CollectionId(1)},
          ir::NewArray{grid, p_.types.make_array(array_), {number(2), use(x_)}, {}},
          ir::NewArray{grid, p_.types.make_array(array_), {number(2)}, {}}});
    step({ir::LoadField{t_, use(o_), value_}, ir::LoadField{t_, use(o_), hidden_},
          ir::LoadField{whole, use(o_), part_},
          ir::LoadField{t_, constant(Kind::Null, ir::NullValue{}), value_},
          ir::StoreField{use(o_), next_, use(o_)}});
    step({ir::LoadElement{t_, use(a_), p_.binary(ir::BinaryOp::Add, use(x_), number(1))},
          ir::StoreElement{use(a_), number(0), use(t_)}});
    step({ir::LoadGlobal{t_, ir::GlobalId(0)}, ir::StoreGlobal{ir::GlobalId(2), use(text_)},
          ir::StoreGlobal{ir::GlobalId(0), use(t_)}});
    for (auto mode : {ir::AccessMode::Plain, ir::AccessMode::Opaque, ir::AccessMode::Acquire,
                      ir::AccessMode::Release, ir::AccessMode::Volatile}) {
      step({ir::LoadField{t_, use(o_), hidden_, mode},
            ir::StoreField{use(o_), next_, use(o_), mode},
            ir::LoadElement{t_, use(a_), number(0), mode},
            ir::StoreElement{use(a_), number(0), use(t_), mode},
            ir::LoadGlobal{t_, ir::GlobalId(0), mode},
            ir::StoreGlobal{ir::GlobalId(0), use(t_), mode}});
    }
    step({ir::Havoc{x_}, ir::Choose{small_, true, {number(0), number(1)}},
          ir::Choose{b_, false, {p_.bool_constant(true), p_.bool_constant(false)}},
          ir::ChooseInstance{o_, node_}, ir::ChooseReachable{o_, use(o_), node_}});
    ir::Transition& guarded = step(
        {ir::Print{{{"x = ", {}}, {"", use(x_)}, {"", constant(Kind::String, std::string("s"))}}}});
    guarded.reads = {ir::LoadGlobal{t_, ir::GlobalId(0)},
                     ir::TestLock{b_, ir::LockTest::WasNotified, {use(o_), mutex_, {}}}};
    guarded.guard =
        p_.binary(ir::BinaryOp::And, use(b_), p_.binary(ir::BinaryOp::Gt, use(t_), number(0)));
    step({}).guard = p_.bool_constant(true);
  }

  void locks() {
    ir::LockPlace intrinsic{use(o_), {}, {}};
    ir::LockPlace field{use(o_), mutex_, {}};
    ir::LockPlace global{{}, {}, ir::GlobalId(1)};
    step({ir::Enter{intrinsic}, ir::Exit{field}});
    step({ir::Acquire{global}, ir::Release{global}});
    step({ir::Wait{intrinsic}});
    step({ir::Unwait{field}, ir::Notify{intrinsic}, ir::NotifyAll{field}});
    step({ir::TestLock{b_, ir::LockTest::Available, intrinsic},
          ir::TestLock{b_, ir::LockTest::HasLock, field},
          ir::TestLock{b_, ir::LockTest::Acquired, global}, ir::TestThread{b_, use(tid_)}});
    step({ir::Join{}});
    step({ir::JoinThread{use(tid_)}, ir::Self{o_}});
    step({ir::Unwait{field, true}});
    step({ir::Enter{intrinsic, false}, ir::Exit{field, false}, ir::Wait{field, false}});
    step({ir::Unwait{field, false, false}});
    step({ir::Unwait{field, true, false}});
    step({ir::Limit{"recursion"}});
    step({ir::Assume{p_.bool_constant(false), true}});
    step({ir::Limit{"calls what has no model", true}});
  }

  void control() {
    ir::Callee direct{ir::ProcId(0), {}, {}};
    ir::Callee dispatched{{}, ir::ClassId(1), "get"};
    ir::Callee thread{ir::ProcId(2), {}, {}};
    for (const ir::Call& call : {ir::Call{x_, direct, {use(o_), use(x_)}},
                                 ir::Call{{}, dispatched, {use(o_), number(1)}}}) {
      ir::Transition& t1 = step({call});
      t1.except = t1.target;
    }
    step({ir::Fork{tid_, thread, {}}, ir::Fork{{}, dispatched, {use(o_), use(x_)}}});
    step({ir::Fork{tid_, thread, {}, true}, ir::Fork{{}, dispatched, {use(o_), use(x_)}, true}});
#define EXCEPTION(name, keyword, text) step({ir::Throw{ir::ExceptionKind::name, "because \"x\""}});
#include "ir/exceptions.def"
#undef EXCEPTION
    step({ir::Catch{}});
    step({ir::Throw{ir::ExceptionKind::User, "", use(o_)}});
    step({ir::Catch{o_}});
  }

  void thread() {
    start("Worker", simple(Kind::Void));
    proc_.kind = ir::ProcKind::Thread;
    proc_.self = local("me", ref_);
    finish({});
    ir::Predicate at;
    at.name = "done";
    at.thread = ir::ProcId(2);
    at.instance = constant(Kind::Null, ir::NullValue{});
    at.location = ir::LocId(1);
    p_.predicates.push_back(at);
    at.name = "positive";
    at.instance = {};
    at.instance_global = ir::GlobalId(3);
    at.thread = ir::ProcId(1);
    at.location = {};
    at.reference = "o.next.value";
    p_.predicates.push_back(at);
  }

  ir::Program p_;
  ir::Procedure proc_;
  ir::ClassId node_;
  ir::TypeId ref_, record_, base_record_, array_, fixed_, range_, color_, lock_type_, pooled_;
  ir::FieldId hidden_, value_, next_, mutex_, part_;
  ir::LocalId x_, o_, a_, b_, tid_, t_, small_, paint_, text_;
};

}  // namespace test
