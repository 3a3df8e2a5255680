#include "lang/jvm/intrinsics.h"

#include <fmt/format.h>

#include <optional>

#include "base/check.h"

namespace jvm {

namespace {

class Writer {
 public:
  Writer(Graph& g, const Method& method) : g_(g), world_(g.world()), method_(method) {}

  // ---- objects
  void ask_class(Late late, std::string_view selector) {
    ir::LocalId result = g_.new_temp(g_.proc().result);
    world_.ask_for(late);
    g_.call(result,
            {.proc = {}, .declared = world_.load(kObject).id, .selector = std::string(selector)},
            {parameter(0)});
    give(g_.local(result));
  }
  void own_hash() { ask_class(Late::HashOf, kHashOf); }
  void identity_hash() {
    world_.ask_for(Late::AnyHashOf);
    own_hash();
  }
  void class_of() { ask_class(Late::ClassOf, kClassOf); }
  void clone_object() { ask_class(Late::CloneOf, kCloneOf); }
  void call_late(Late late) {
    ir::LocalId result = g_.new_temp(g_.proc().result);
    std::vector<ir::ExprId> args;
    for (std::size_t i = 0; i < g_.proc().params.size(); ++i) args.push_back(parameter(i));
    g_.call(result, {.proc = world_.late_procedure(late, g_.id())}, std::move(args));
    give(g_.local(result));
  }
  void enum_constants() { call_late(Late::EnumConstants); }
  void is_instance() { call_late(Late::IsInstance); }
  void intern() { call_late(Late::Intern); }
  void clone_array() { call_late(Late::CloneArray); }
  void array_like() { call_late(Late::ArrayLike); }

  // ---- monitors
  void owned(std::vector<ir::Action> actions, ir::LocId target) {
    ir::LocalId flag = temp(ir::TypeKind::Bool);
    ir::Action test = ir::TestLock{flag, ir::LockTest::HasLock, {.object = parameter(0)}};
    ir::LocId fails = g_.new_location();
    g_.step_tested({test}, g_.negation(g_.local(flag)), {}, fails);
    g_.step_tested({test}, g_.local(flag), std::move(actions), target);
    g_.go_on_at(fails);
    g_.throw_new({"java/lang/IllegalMonitorStateException", ir::ExceptionKind::IllegalMonitorState,
                  g_.text("current thread is not owner")});
  }
  void notify_one() { owned({ir::Notify{{.object = parameter(0)}}, ir::Return{}}, g_.proc().exit); }
  void notify_all() {
    owned({ir::NotifyAll{{.object = parameter(0)}}, ir::Return{}}, g_.proc().exit);
  }
  ir::Action unwait(bool may_give_up) {
    return ir::Unwait{.lock = {.object = parameter(0)}, .may_give_up = may_give_up};
  }
  // Calls `go_on` where a wait with a timeout goes on, and where one without does.
  template <class GoOn>
  void wait_and(GoOn&& go_on) {
    ir::LocId waits = g_.new_location();
    owned({ir::Wait{{.object = parameter(0)}}}, waits);
    g_.go_on_at(waits);
    ir::LocId timed = g_.new_location();
    ir::LocId untimed = g_.new_location();
    g_.branch(parameter(1), timed, untimed);
    for (ir::LocId at : {timed, untimed}) {
      g_.go_on_at(at);
      go_on(at == timed);
    }
  }
  void wait() {
    wait_and([&](bool timed) { g_.step_to(g_.proc().exit, {unwait(timed), ir::Return{}}); });
  }
  // Who was notified goes on as if it had not been interrupted: no notification is lost.
  void wait_interruptibly() {
    wait_and([&](bool timed) {
      ir::LocalId notified = temp(ir::TypeKind::Bool);
      ir::LocalId available = temp(ir::TypeKind::Bool);
      ir::LockPlace place{.object = parameter(0)};
      std::vector<ir::Action> tests{ir::TestLock{available, ir::LockTest::Available, place},
                                    ir::TestLock{notified, ir::LockTest::WasNotified, place}};
      ir::ExprId was_notified = g_.conjunction(g_.local(available), g_.local(notified));
      ir::ExprId was_not = g_.conjunction(g_.local(available), g_.negation(g_.local(notified)));
      g_.step_tested(tests, was_notified, {unwait(false), ir::Return{g_.truth(false)}},
                     g_.proc().exit);
      if_interrupted(parameter(2), tests, was_not, unwait(true));
      if (!timed) return g_.go_on_at({});
      g_.step_tested(tests, was_not, {unwait(true), ir::Return{g_.truth(false)}}, g_.proc().exit);
      g_.go_on_at({});
    });
  }
  // From here, if a thread was interrupted, and something more is true: clears its status and
  // returns true.
  void if_interrupted(ir::ExprId thread, std::vector<ir::Action> tests, ir::ExprId more,
                      std::optional<ir::Action> first) {
    FieldRef field = world_.resolve_field(world_.load(kThread), "interrupted0", "Z");
    CHECK(field, "the model of Thread has a field interrupted0");
    ir::FieldId status = world_.instance_field(field);
    ir::LocalId is_interrupted = temp(ir::TypeKind::Bool);
    tests.emplace_back(ir::LoadField{is_interrupted, thread, status});
    std::vector<ir::Action> actions;
    if (first) actions.push_back(*first);
    actions.emplace_back(ir::StoreField{thread, status, g_.truth(false)});
    actions.emplace_back(ir::Return{g_.truth(true)});
    g_.step_tested(std::move(tests), g_.conjunction(more, g_.local(is_interrupted)),
                   std::move(actions), g_.proc().exit);
  }
  // Tells what the test told, in one step; if it is true, does something, too.
  void tell(ir::LockTest kind, std::vector<ir::Action> if_true) {
    ir::LocalId flag = temp(ir::TypeKind::Bool);
    ir::Action test = ir::TestLock{flag, kind, {.object = parameter(0)}};
    if_true.emplace_back(ir::Return{g_.truth(true)});
    g_.step_tested({test}, g_.local(flag), std::move(if_true), g_.proc().exit);
    g_.step_tested({test}, g_.negation(g_.local(flag)), {ir::Return{g_.truth(false)}},
                   g_.proc().exit);
    g_.go_on_at({});
  }
  void holds_lock() { tell(ir::LockTest::HasLock, {}); }
  void lock() { g_.step_to(g_.proc().exit, {ir::Enter{{.object = parameter(0)}}, ir::Return{}}); }
  void unlock() { g_.step_to(g_.proc().exit, {ir::Exit{{.object = parameter(0)}}, ir::Return{}}); }
  void enter() {
    g_.step_to(g_.proc().exit, {ir::Enter{{.object = parameter(0)}, false}, ir::Return{}});
  }
  void leave() {
    g_.step_to(g_.proc().exit, {ir::Exit{{.object = parameter(0)}, false}, ir::Return{}});
  }
  void is_free() {
    ir::LocalId available = temp(ir::TypeKind::Bool);
    ir::LocalId own = temp(ir::TypeKind::Bool);
    ir::LockPlace place{.object = parameter(0)};
    std::vector<ir::Action> tests{ir::TestLock{available, ir::LockTest::Available, place},
                                  ir::TestLock{own, ir::LockTest::HasLock, place}};
    ir::ExprId is_free = g_.conjunction(g_.local(available), g_.negation(g_.local(own)));
    g_.step_tested(tests, is_free, {ir::Return{g_.truth(true)}}, g_.proc().exit);
    g_.step_tested(tests, g_.negation(is_free), {ir::Return{g_.truth(false)}}, g_.proc().exit);
    g_.go_on_at({});
  }
  void try_unlock() { tell(ir::LockTest::HasLock, {ir::Exit{{.object = parameter(0)}}}); }
  void try_lock() { tell(ir::LockTest::Available, {ir::Enter{{.object = parameter(0)}}}); }

  // ---- threads
  void current_thread() {
    ir::LocalId self = g_.new_temp(world_.ref(kThread));
    g_.step({ir::Self{self}});
    give(g_.local(self));
  }
  void start_thread() {
    FieldRef field = world_.resolve_field(world_.load(kThread), "daemon", "Z");
    CHECK(field, "the model of Thread has a field daemon");
    ir::LocalId is_daemon = temp(ir::TypeKind::Bool);
    g_.step({ir::LoadField{is_daemon, parameter(0), world_.instance_field(field)}});
    ir::LocId as_daemon = g_.new_location();
    ir::LocId as_other = g_.new_location();
    g_.branch(g_.local(is_daemon), as_daemon, as_other);
    for (ir::LocId at : {as_daemon, as_other}) {
      g_.go_on_at(at);
      ir::LocalId thread = temp(ir::TypeKind::Tid);
      ir::Fork fork{.target = thread,
                    .callee = {.proc = thread_procedure(world_, g_.id())},
                    .args = {parameter(0)},
                    .is_daemon = at == as_daemon};
      ir::StoreField store{parameter(0), thread_identifier(world_), g_.local(thread)};
      g_.step_to(g_.proc().exit, {std::move(fork), store, ir::Return{}});
    }
  }
  void claim_thread() {
    FieldRef field = world_.resolve_field(world_.load(kThread), "started", "Z");
    CHECK(field, "the model of Thread has a field started");
    ir::FieldId started = world_.instance_field(field);
    ir::LocalId before = temp(ir::TypeKind::Bool);
    g_.step_to(g_.proc().exit, {ir::LoadField{before, parameter(0), started},
                                ir::StoreField{parameter(0), started, g_.truth(true)},
                                ir::Return{g_.local(before)}});
  }
  void join_thread() {
    ir::LocalId thread = load_tid({});
    g_.step_to(g_.proc().exit, {ir::JoinThread{g_.local(thread)}, ir::Return{}});
  }
  void join_interruptibly() {
    ir::LocalId thread = load_tid(g_.truth(false));
    ir::LocalId ended = temp(ir::TypeKind::Bool);
    g_.step_tested({ir::TestThread{ended, g_.local(thread)}}, g_.local(ended),
                   {ir::Return{g_.truth(false)}}, g_.proc().exit);
    if_interrupted(parameter(1), {}, {}, {});
    g_.go_on_at({});
  }
  void lock_interruptibly() {
    ir::LocalId is_free = temp(ir::TypeKind::Bool);
    ir::LockPlace place{.object = parameter(0)};
    g_.step_tested({ir::TestLock{is_free, ir::LockTest::Available, place}}, g_.local(is_free),
                   {ir::Enter{place}, ir::Return{g_.truth(false)}}, g_.proc().exit);
    if_interrupted(parameter(1), {}, {}, {});
    g_.go_on_at({});
  }
  void is_alive() {
    ir::LocalId thread = load_tid(g_.truth(false));
    ir::LocalId ended = temp(ir::TypeKind::Bool);
    g_.step({ir::TestThread{ended, g_.local(thread)}});
    give(g_.negation(g_.local(ended)));
  }
  void next_number() {
    ir::GlobalId counter = world_.hidden_global("java.lang.Thread.numbers", ir::TypeKind::Int);
    ir::LocalId number = temp(ir::TypeKind::Int);
    ir::ExprId next = g_.binary(ir::BinaryOp::Add, g_.local(number), g_.number(1));
    g_.step_to(g_.proc().exit, {ir::LoadGlobal{number, counter}, ir::StoreGlobal{counter, next},
                                ir::Return{g_.local(number)}});
  }

  // ---- texts
  void text_length() { give(g_.length(load_text(0))); }
  void char_at() {
    ir::ExprId text = load_text(0);
    give(g_.ir().add({.kind = ir::ExprKind::CharAt,
                      .type = world_.simple(ir::TypeKind::Int),
                      .a = text,
                      .b = parameter(1)}));
  }
  void substring() {
    ir::ExprId text = load_text(0);
    give_text(g_.ir().add({.kind = ir::ExprKind::Substring,
                           .type = world_.simple(ir::TypeKind::String),
                           .a = text,
                           .b = parameter(1),
                           .c = parameter(2)}));
  }
  void concat() {
    ir::ExprId first = load_text(0);
    give_text(g_.binary(ir::BinaryOp::Add, first, load_text(1)));
  }
  void text_equals() {
    ir::ExprId first = load_text(0);
    give(g_.binary(ir::BinaryOp::Eq, first, load_text(1)));
  }
  void text_of_value() {
    give_text(g_.convert(ir::UnaryOp::ToText, parameter(0), ir::TypeKind::String));
  }
  void text_of_float() {
    ir::LocalId text = temp(ir::TypeKind::String);
    g_.step(
        {ir::Assign{text, g_.convert(ir::UnaryOp::ToText, parameter(0), ir::TypeKind::String)}});
    give_text(g_.local(text));
  }
  void text_of_char() {
    give_text(g_.convert(ir::UnaryOp::CharText, parameter(0), ir::TypeKind::String));
  }

  // ---- the world
  void print_text(bool ends_line) {
    ir::ExprId text = load_text(0);
    g_.step_to(
        g_.proc().exit,
        {ir::Print{.items = {{.text = "", .value = text}}, .ends_line = ends_line}, ir::Return{}});
  }
  void print() { print_text(false); }
  void print_line() { print_text(true); }
  void exit() {
    g_.step_to(g_.proc().exit,
               {ir::Assume{.condition = g_.truth(false), .halts = true}, ir::Return{}});
  }
  void has_threads() {
    ir::GlobalId flag = world_.hidden_global(kHasThreads, ir::TypeKind::Bool);
    ir::LocalId result = temp(ir::TypeKind::Bool);
    g_.step({ir::LoadGlobal{result, flag}});
    give(g_.local(result));
  }
  void nothing() { g_.step_to(g_.proc().exit, {ir::Return{}}); }
  void assume() { g_.step_to(g_.proc().exit, {ir::Assume{parameter(0)}, ir::Return{}}); }
  void any_value() {
    // A byte, a short or a char has its own range.
    ir::LocalId value = g_.new_temp(world_.type(parse_method_type(method_.descriptor)->result));
    g_.step({ir::Havoc{value}});
    give(g_.local(value));
  }
  void any_text() {
    ir::LocalId value = temp(ir::TypeKind::String);
    g_.step({ir::Havoc{value}});
    give_text(g_.local(value));
  }

 private:
  ir::ExprId parameter(std::size_t i) { return g_.local(g_.proc().params[i]); }
  ir::LocalId temp(ir::TypeKind kind) { return g_.new_temp(world_.simple(kind)); }
  void give(ir::ExprId value) { g_.step_to(g_.proc().exit, {ir::Return{value}}); }
  void give_text(ir::ExprId text) { give(g_.local(g_.make_string(text))); }
  ir::ExprId load_text(std::size_t i) {
    ir::LocalId text = temp(ir::TypeKind::String);
    g_.step({ir::LoadField{text, parameter(i), g_.string_value()}});
    return g_.local(text);
  }
  // Returns `if_none` if the thread has not been started.
  ir::LocalId load_tid(ir::ExprId if_none) {
    ir::LocalId thread = temp(ir::TypeKind::Tid);
    g_.step({ir::LoadField{thread, parameter(0), thread_identifier(world_)}});
    ir::LocId known = g_.new_location();
    ir::LocId unknown = g_.new_location();
    g_.branch(g_.binary(ir::BinaryOp::Ne, g_.local(thread), g_.null()), known, unknown);
    g_.go_on_at(unknown);
    g_.step_to(g_.proc().exit, {ir::Return{if_none}});
    g_.go_on_at(known);
    return thread;
  }

  Graph& g_;
  World& world_;
  const Method& method_;
};

}  // namespace

bool lower_native(Graph& g, const MethodRef& method) {
  Writer writer(g, *method.method);
#define INTRINSIC(owner_name, method_name, desc, function)                      \
  if (method.owner->name == owner_name && method.method->name == method_name && \
      method.method->descriptor == desc) {                                      \
    writer.function();                                                          \
    return true;                                                                \
  }
#include "lang/jvm/intrinsics.def"
#undef INTRINSIC
  return false;
}

ir::FieldId thread_identifier(World& world) {
  FieldRef field = world.resolve_field(world.load(kThread), "tid", "Ljava/lang/Object;");
  CHECK(field, "the model of Thread has a field tid");
  return world.instance_field(field);
}

ir::ProcId thread_procedure(World& world, ir::ProcId from) {
  ir::ProcId known = world.program().find_proc(kThreadProcedure);
  if (known) return known;
  ClassInfo& thread = world.load(kThread);
  ir::Procedure proc;
  proc.name = kThreadProcedure;
  proc.result = world.simple(ir::TypeKind::Void);
  proc.has_this = true;
  proc.params.emplace_back(0);
  proc.locals.push_back({.name = "this", .type = world.ref(kThread)});
  proc.self = ir::LocalId(0);
  proc.is_library = true;
  ir::ProcId id = world.make_proc(std::move(proc), from);
  world.reach_virtual(thread, "run", "()V", id);
  Graph g(world, id);
  g.last_call({.proc = {}, .declared = thread.id, .selector = selector("run", "()V")},
              {g.local(ir::LocalId(0))});
  g.finish();
  return id;
}

ir::ProcId clone_procedure(World& world, const Type& array, ir::ProcId from) {
  std::string name = fmt::format("{}.clone", java_text(array));
  if (ir::ProcId known = world.program().find_proc(name)) return known;
  ir::TypeId type = world.type(array);
  ir::Procedure proc;
  proc.name = name;
  proc.is_library = true;
  proc.result = type;
  proc.params.emplace_back(0);
  proc.locals.push_back({.name = "array", .type = type});
  ir::ProcId id = world.make_proc(std::move(proc), from);
  Graph g(world, id);
  ir::ExprId from_array = g.local(ir::LocalId(0));
  ir::LocalId copy = g.new_local("copy", type);
  ir::LocalId i = g.new_local("i", world.simple(ir::TypeKind::Int));
  ir::LocalId element = g.new_local("element", world.type(array.element()));
  g.step({ir::NewArray{.target = copy, .type = type, .sizes = {g.length(from_array)}}});
  ir::LocId head = g.new_location();
  ir::LocId body = g.new_location();
  ir::LocId done = g.new_location();
  g.step_to(head, {ir::Assign{i, g.number(0)}});
  g.go_on_at(head);
  g.branch(g.binary(ir::BinaryOp::Lt, g.local(i), g.length(from_array)), body, done);
  g.go_on_at(body);
  g.step({ir::LoadElement{element, from_array, g.local(i)}});
  g.step_to(head, {ir::StoreElement{g.local(copy), g.local(i), g.local(element)},
                   ir::Assign{i, g.binary(ir::BinaryOp::Add, g.local(i), g.number(1))}});
  g.go_on_at(done);
  g.step_to(g.proc().exit, {ir::Return{g.local(copy)}});
  g.finish();
  return id;
}

}  // namespace jvm
