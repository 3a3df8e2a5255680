// From a finite program to flat code. Guards and right sides become trees of nodes in
// one array; each action becomes one instruction.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/mc/layout.h"
#include "engine/mc/reduction.h"
#include "engine/mc/system.h"
#include "ir/pass/bounds.h"

namespace mc {

namespace {

constexpr std::uint32_t kMaxThreads = 30;  // wait sets are bits of a slot

class Compiler {
 public:
  Compiler(const ir::Program& program, const Options& options)
      : program_(program), model_(std::make_unique<Model>()), layout_(program, *model_) {
    model_->program = &program;
    model_->options = options;
    // Several threads search level by level.
    if (options.jobs > 1) model_->options.breadth_first = true;
    model_->options.threads = std::clamp(options.threads, 1U, kMaxThreads);
  }

  tl::expected<std::unique_ptr<const Model>, std::string> run() {
    if (!layout_.run()) return tl::unexpected(layout_.problem());
    node_of_.assign(program_.expr_count(), kNone);
    find_programs();
    if (problem_.empty()) lay_out_threads();
    for (std::size_t i = 0; i < model_->programs.size() && problem_.empty(); ++i) {
      compile_program(static_cast<std::uint32_t>(i));
    }
    if (problem_.empty()) compile_exceptional();
    if (problem_.empty()) problem_ = layout_.problem();
    if (!problem_.empty()) return tl::unexpected(problem_);
    set_widths();
    prepare_reductions(*model_, node_of_);
    return std::unique_ptr<const Model>(std::move(model_));
  }

 private:
  void refuse(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  // ---------------------------------------------------------------- threads

  void find_programs() {
    model_->program_of_proc.assign(program_.procs.size(), kNone);
    if (!program_.entry || !program_.proc(program_.entry).params.empty()) {
      return refuse("the entry of a finite model has no parameters");
    }
    std::vector<ir::ProcId> work{program_.entry};
    for (std::size_t next = 0; next < work.size(); ++next) {
      ir::ProcId id = work[next];
      if (model_->program_of_proc[id.index()] != kNone) continue;
      model_->program_of_proc[id.index()] = static_cast<std::uint32_t>(model_->programs.size());
      model_->programs.push_back({.proc = id});
      for (const ir::Transition& t : program_.proc(id).transitions) {
        for (const ir::Action& action : t.actions) {
          if (const auto* fork = std::get_if<ir::Fork>(&action)) {
            if (fork->callee.is_virtual()) return refuse("a virtual fork");
            if (!note_fork(*fork)) return refuse("a thread that is started as a daemon and not");
            work.push_back(fork->callee.proc);
          }
        }
      }
    }
  }

  // Whether a thread is a daemon is a matter of its program.
  bool note_fork(const ir::Fork& fork) {
    auto [at, is_new] = daemons_.try_emplace(fork.callee.proc, fork.is_daemon);
    return at->second == fork.is_daemon && !(fork.is_daemon && fork.callee.proc == program_.entry);
  }

  static std::uint32_t slot_of(ir::LocalId local) { return kLocals + local.index(); }

  void lay_out_threads() {
    Model& m = *model_;
    m.threads_slot = m.slots++;
    m.initial.push_back(1);
    m.points.resize(2);
    std::size_t most = 0;
    for (ThreadProgram& program : m.programs) {
      const ir::Procedure& proc = program_.proc(program.proc);
      most = std::max(most, proc.locals.size());
      program.is_daemon = daemons_.contains(program.proc) && daemons_.at(program.proc);
      program.entry = static_cast<std::uint32_t>(m.points.size()) + proc.entry.index();
      program.params = static_cast<std::uint32_t>(proc.params.size());
      first_point_[program.proc] = static_cast<std::uint32_t>(m.points.size());
      m.points.resize(m.points.size() + proc.locations.size());
      for (std::size_t i = 0; i < proc.locals.size(); ++i) lay_out_local(program, proc, i);
    }
    m.threads_begin = m.slots;
    m.thread_stride = kLocals + static_cast<SlotId>(most);
    m.slots += m.thread_stride * m.options.threads;
    m.initial.resize(m.slots, 0);
    const ThreadProgram& main = m.programs.front();
    m.initial[m.threads_begin + kPoint] = static_cast<std::int32_t>(main.entry);
    std::copy(main.initial.begin(), main.initial.end(),
              m.initial.begin() + m.threads_begin + kLocals);
  }

  void lay_out_local(ThreadProgram& program, const ir::Procedure& proc, std::size_t index) {
    const ir::Local& local = proc.locals[index];
    const VarType type = model_->types[layout_.type_index(local.type)];
    std::int32_t value = local.initial ? layout_.constant(*local.initial) : type.initial;
    if (type.coding == Coding::Fixed && !local.is_temp && !local.is_bound) {
      refuse(fmt::format("the variable {} of {} is an object in place", local.name, proc.name));
    }
    bool fits = !type.is_checked || (value >= type.low && value <= type.high);
    if (!fits) refuse(fmt::format("the initial value of {} is not in its type", local.name));
    Item item(static_cast<SlotId>(kLocals + index), type);
    // A temporary for an aggregate in place refers to it.
    if (item.coding == Coding::Fixed) item.coding = Coding::Ref;
    program.locals.push_back(item);
    program.types.push_back(layout_.type_index(local.type));
    program.initial.push_back(value);
  }

  void compile_program(std::uint32_t index) {
    ir::ProcId id = model_->programs[index].proc;
    proc_ = &program_.proc(id);
    proc_id_ = id;
    for (std::size_t at = 0; at < proc_->locations.size(); ++at) {
      std::uint32_t number = first_point_[id] + static_cast<std::uint32_t>(at);
      Point& point = model_->points[number];
      point.proc = id;
      point.location = ir::LocId(at);
      point.is_daemons = model_->programs[index].is_daemon;
      point.live = live_at(model_->programs[index], ir::LocId(at));
    }
    auto out = ir::outgoing(*proc_);
    for (std::size_t at = 0; at < proc_->locations.size(); ++at) {
      std::uint32_t number = first_point_[id] + static_cast<std::uint32_t>(at);
      model_->points[number].begin = static_cast<std::uint32_t>(model_->transitions.size());
      for (ir::TransId trans : out[at]) compile_transition(trans);
      model_->points[number].end = static_cast<std::uint32_t>(model_->transitions.size());
    }
  }

  std::vector<Item> live_at(const ThreadProgram& program, ir::LocId at) const {
    const auto& live = proc_->location(at).live;
    std::vector<Item> items;
    for (std::size_t i = 0; i < program.locals.size(); ++i) {
      ir::LocalId local(i);
      if (proc_->local(local).is_bound) continue;
      bool is_live = !model_->options.live || !live ||
                     std::find(live->begin(), live->end(), local) != live->end() ||
                     model_->options.observed.locals.contains({program.proc, local});
      if (is_live) items.push_back(program.locals[i]);
    }
    return items;
  }

  void compile_exceptional() {
    const ThreadProgram& main = model_->programs.front();
    proc_ = &program_.proc(main.proc);
    std::vector<bool> read(proc_->locals.size(), false);
    for (const ir::Clause& clause : proc_->contract) {
      if (clause.kind != ir::ContractKind::Exceptional) continue;
      model_->exceptional.push_back(node(clause.condition));
      add_reads(clause.condition, read);
    }
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (read[i] && !proc_->locals[i].is_bound) model_->kept.push_back(main.locals[i]);
    }
    // What the clauses read is part of every state, live or not.
    for (Point& point : model_->points) {
      if (point.proc != main.proc) continue;
      for (const Item& item : model_->kept) {
        auto same = [&](const Item& other) { return other.slot == item.slot; };
        if (std::none_of(point.live.begin(), point.live.end(), same)) point.live.push_back(item);
      }
    }
  }

  void add_reads(ir::ExprId id, std::vector<bool>& read) const {
    if (!id) return;
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Local) read[e.local.index()] = true;
    for (ir::ExprId part : {e.a, e.b, e.c}) add_reads(part, read);
  }

  void compile_transition(ir::TransId id) {
    const ir::Transition& source = proc_->transitions[id.index()];
    Transition t;
    t.proc = proc_id_;
    t.id = id;
    t.span = source.span;
    t.reads = static_cast<std::uint32_t>(model_->instrs.size());
    for (const ir::Action& action : source.reads) compile_action(action);
    t.actions = static_cast<std::uint32_t>(model_->instrs.size());
    for (const ir::Action& action : source.actions) compile_action(action);
    t.end = static_cast<std::uint32_t>(model_->instrs.size());
    if (source.guard && !is_true(source.guard)) t.guard = node(source.guard);
    if (source.target == proc_->exit) {
      t.target = kEnded;
    } else if (source.target == proc_->except) {
      t.target = kUncaught;
    } else {
      t.target = first_point_[proc_id_] + source.target.index();
    }
    model_->transitions.push_back(t);
  }

  bool is_true(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind != ir::ExprKind::Constant) return false;
    const bool* value = std::get_if<bool>(&program_.constant(e.constant));
    return value && *value;
  }

  // ---------------------------------------------------------------- expressions

  Fit fit_of(ir::TypeId type) const {
    ir::TypeKind kind = program_.type(type).kind;
    bool is_unsigned = kind == ir::TypeKind::Uint;
    if (kind == ir::TypeKind::Long) return Fit::Signed64;
    if (kind != ir::TypeKind::Int && !is_unsigned) return Fit::None;
    switch (program_.int_mode) {
      case ir::IntMode::Math: return is_unsigned ? Fit::NotNegative : Fit::None;
      case ir::IntMode::Bits32: return is_unsigned ? Fit::Unsigned32 : Fit::Signed32;
      case ir::IntMode::Bits64: return is_unsigned ? Fit::Unsigned64 : Fit::Signed64;
    }
    UNREACHABLE("integer mode");
  }

  std::uint32_t add(Node node) {
    model_->nodes.push_back(node);
    return static_cast<std::uint32_t>(model_->nodes.size() - 1);
  }

  // A variable has the same slot in every thread, so nodes are shared between procedures.
  std::uint32_t node(ir::ExprId id) {
    if (!id) return kNone;
    if (node_of_[id.index()] != kNone) return node_of_[id.index()];
    std::uint32_t made = make_node(program_.expr(id));
    node_of_[id.index()] = made;
    return made;
  }

  std::uint32_t make_node(const ir::Expr& e) {
    Node n;
    n.fit = fit_of(e.type);
    switch (e.kind) {
      case ir::ExprKind::Constant: return constant_node(program_.constant(e.constant));
      case ir::ExprKind::Local: return add({.op = Op::Local, .a = slot_of(e.local)});
      case ir::ExprKind::Unary: return unary_node(e, n);
      case ir::ExprKind::Binary: return binary_node(e, n);
      case ir::ExprKind::Ite:
        n.op = Op::Ite;
        n.a = node(e.a);
        n.b = node(e.b);
        n.c = node(e.c);
        return add(n);
      case ir::ExprKind::Length:
        if (program_.type_of(e.a).kind == ir::TypeKind::String) refuse("strings are not finite");
        n.op = Op::Length;
        n.a = node(e.a);
        return add(n);
      case ir::ExprKind::CharAt:
      case ir::ExprKind::Substring:
        refuse("strings are not finite");
        return add({.op = Op::Constant});
      case ir::ExprKind::InstanceOf:
        n.op = Op::InstanceOf;
        n.a = node(e.a);
        n.value = e.cls ? class_set(e.cls) : type_set(e.tested);
        return add(n);
      case ir::ExprKind::Cast:
        n.op = Op::Cast;
        n.a = node(e.a);
        n.value = type_set(e.type);
        return add(n);
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists:
        n.op = e.kind == ir::ExprKind::Forall ? Op::Forall : Op::Exists;
        n.a = node(e.a);
        n.b = node(e.b);
        n.c = slot_of(e.local);
        n.value = slot_of(e.index);
        return add(n);
      case ir::ExprKind::Accepts:
        n.op = Op::Accepts;
        n.a = node(e.a);
        n.b = node(e.b);
        find_accepted();
        return add(n);
      case ir::ExprKind::FieldOf:
        n.op = Op::FieldOf;
        n.a = node(e.a);
        n.value = model_->field_offsets[e.field.index()];
        return add(n);
      case ir::ExprKind::ElementOf:
        n.op = Op::ElementOf;
        n.a = node(e.a);
        n.b = node(e.b);
        return add(n);
      case ir::ExprKind::GlobalOf:
        return add({.op = Op::GlobalOf, .value = model_->global_slots[e.global.index()]});
    }
    UNREACHABLE("expression kind");
  }

  std::uint32_t constant_node(const ir::Constant& value) {
    if (const auto* number = std::get_if<base::Integer>(&value)) {
      auto small = number->to_int64();
      if (!small) refuse("a constant is too large");
      return add({.op = Op::Constant, .value = small.value_or(0)});
    }
    return add({.op = Op::Constant, .value = layout_.constant(value)});
  }

  std::uint32_t unary_node(const ir::Expr& e, Node n) {
    n.op = Op::Fit;
    switch (e.unary) {
      case ir::UnaryOp::Neg: n.op = Op::Neg; break;
      case ir::UnaryOp::Not: n.op = Op::Not; break;
      case ir::UnaryOp::ToInt:
      case ir::UnaryOp::ToLong:
        if (ir::is_floating(program_.type_of(e.a).kind)) refuse("floats are not finite");
        break;
      case ir::UnaryOp::ToByte: n.fit = Fit::Signed8; break;
      case ir::UnaryOp::ToShort: n.fit = Fit::Signed16; break;
      case ir::UnaryOp::ToChar16: n.fit = Fit::Unsigned16; break;
      case ir::UnaryOp::ToFloat:
      case ir::UnaryOp::ToFloat32: refuse("floats are not finite"); break;
      case ir::UnaryOp::ToText:
      case ir::UnaryOp::CharText: refuse("strings are not finite"); break;
    }
    n.a = node(e.a);
    return add(n);
  }

  std::uint32_t binary_node(const ir::Expr& e, Node n) {
    n.op = op_of(e.binary);
    n.a = node(e.a);
    n.b = node(e.b);
    const Node& left = model_->nodes[n.a];
    const Node& right = model_->nodes[n.b];
    if (left.op == Op::Local && right.op == Op::Constant) {
      Node fused{.a = left.a, .value = right.value};
      switch (n.op) {
        case Op::Eq: fused.op = Op::LocalEq; return add(fused);
        case Op::Ne: fused.op = Op::LocalNe; return add(fused);
        case Op::Lt: fused.op = Op::LocalLt; return add(fused);
        case Op::Ge: fused.op = Op::LocalGe; return add(fused);
        default: break;
      }
    }
    return add(n);
  }

  static Op op_of(ir::BinaryOp op) {
    switch (op) {
      case ir::BinaryOp::Implies: return Op::Implies;
      case ir::BinaryOp::Or: return Op::Or;
      case ir::BinaryOp::And: return Op::And;
      case ir::BinaryOp::Eq: return Op::Eq;
      case ir::BinaryOp::Ne: return Op::Ne;
      case ir::BinaryOp::Lt: return Op::Lt;
      case ir::BinaryOp::Le: return Op::Le;
      case ir::BinaryOp::Gt: return Op::Gt;
      case ir::BinaryOp::Ge: return Op::Ge;
      case ir::BinaryOp::Add: return Op::Add;
      case ir::BinaryOp::Sub: return Op::Sub;
      case ir::BinaryOp::Mul: return Op::Mul;
      case ir::BinaryOp::Div: return Op::Div;
      case ir::BinaryOp::Rem: return Op::Rem;
      case ir::BinaryOp::BitAnd: return Op::BitAnd;
      case ir::BinaryOp::BitOr: return Op::BitOr;
      case ir::BinaryOp::BitXor: return Op::BitXor;
      case ir::BinaryOp::Shl: return Op::Shl;
      case ir::BinaryOp::Shr: return Op::Shr;
      case ir::BinaryOp::Ushr: return Op::Ushr;
    }
    UNREACHABLE("binary operator");
  }

  std::uint32_t add_set(const std::function<bool(const Part&)>& contains) {
    std::vector<bool> set(model_->parts.size(), false);
    for (std::size_t i = 1; i < set.size(); ++i) set[i] = contains(model_->parts[i]);
    model_->object_sets.push_back(std::move(set));
    return static_cast<std::uint32_t>(model_->object_sets.size() - 1);
  }
  std::uint32_t class_set(ir::ClassId cls) {
    auto [at, is_new] = class_sets_.try_emplace(cls, 0);
    if (is_new) {
      at->second = add_set([&](const Part& part) {
        return part.cls ? program_.is_subclass(part.cls, cls) : program_.is_array_class(cls);
      });
    }
    return at->second;
  }
  std::uint32_t type_set(ir::TypeId type) {
    const ir::Type& t = program_.type(type);
    if (t.kind == ir::TypeKind::Ref || t.kind == ir::TypeKind::Record) return class_set(t.cls);
    auto [at, is_new] = type_sets_.try_emplace(type, 0);
    if (is_new) {
      at->second = add_set(
          [&](const Part& part) { return part.array && program_.is_assignable(part.array, type); });
    }
    return at->second;
  }

  void find_accepted() {
    if (!model_->accepted.empty()) return;
    model_->accepted.assign(model_->parts.size(), kNone);
    for (std::size_t i = 1; i < model_->parts.size(); ++i) {
      const Part& part = model_->parts[i];
      if (!part.array) continue;
      ir::TypeId element = program_.type(part.array).element;
      if (ir::is_reference(program_.type(element).kind)) model_->accepted[i] = type_set(element);
    }
  }

  // ---------------------------------------------------------------- actions

  void compile_action(const ir::Action& action) { ir::visit(*this, action); }

  Instr& emit(Code code) {
    model_->instrs.push_back({.code = code});
    return model_->instrs.back();
  }
  void set_target(Instr& instr, ir::LocalId target) {
    if (!target) return;
    instr.target = slot_of(target);
    instr.type = layout_.type_index(proc_->local(target).type);
  }
  void set_lock(Instr& instr, const ir::LockPlace& place) {
    instr.waits = instr.reentrant = true;
    ir::TypeId type;
    if (place.global) {
      instr.lock = LockSort::Global;
      instr.place = model_->global_slots[place.global.index()];
      type = program_.global(place.global).type;
    } else if (place.field) {
      instr.lock = LockSort::Field;
      instr.a = node(place.object);
      instr.place = model_->field_offsets[place.field.index()];
      type = program_.field(place.field).type;
    } else {
      instr.lock = LockSort::Own;
      instr.a = node(place.object);
    }
    if (type) {
      instr.waits = program_.type(type).waits;
      instr.reentrant = program_.type(type).reentrant;
    }
  }
  void lock_instr(Code code, const ir::LockPlace& place) {
    Instr instr{.code = code};
    set_lock(instr, place);
    model_->instrs.push_back(instr);
  }
  std::uint32_t list(const std::vector<ir::ExprId>& exprs) {
    std::vector<std::uint32_t> nodes;
    for (ir::ExprId e : exprs) nodes.push_back(node(e));
    List made{.begin = static_cast<std::uint32_t>(model_->list_nodes.size())};
    model_->list_nodes.insert(model_->list_nodes.end(), nodes.begin(), nodes.end());
    made.end = static_cast<std::uint32_t>(model_->list_nodes.size());
    model_->lists.push_back(made);
    return static_cast<std::uint32_t>(model_->lists.size() - 1);
  }
  std::uint32_t kind_of(ir::CollectionId collection) {
    for (std::size_t i = 0; i < model_->kinds.size(); ++i) {
      if (model_->kinds[i].collection == collection && collection) {
        return static_cast<std::uint32_t>(i);
      }
    }
    refuse("an allocation names no collection");
    return 0;
  }

 public:
  // One overload per action.
  void operator()(const ir::Assign& a) {
    std::uint32_t value = node(a.value);
    Instr& i = emit(Code::Assign);
    set_target(i, a.target);
    i.b = value;
  }
  void operator()(const ir::LoadGlobal& a) {
    Instr& i = emit(Code::LoadGlobal);
    set_target(i, a.target);
    i.place = model_->global_slots[a.global.index()];
  }
  void operator()(const ir::StoreGlobal& a) {
    std::uint32_t value = node(a.value);
    Instr& i = emit(Code::StoreGlobal);
    i.place = model_->global_slots[a.global.index()];
    i.type = layout_.type_index(program_.global(a.global).type);
    i.b = value;
    i.flag = program_.global(a.global).sharing == ir::Sharing::Constant;
  }
  void operator()(const ir::LoadField& a) {
    std::uint32_t object = node(a.object);
    Instr& i = emit(Code::LoadField);
    set_target(i, a.target);
    i.a = object;
    i.place = model_->field_offsets[a.field.index()];
  }
  void operator()(const ir::StoreField& a) {
    std::uint32_t object = node(a.object);
    std::uint32_t value = node(a.value);
    Instr& i = emit(Code::StoreField);
    i.a = object;
    i.b = value;
    i.place = model_->field_offsets[a.field.index()];
    i.type = layout_.type_index(program_.field(a.field).type);
    i.flag = program_.field(a.field).sharing == ir::Sharing::Constant;
  }
  void operator()(const ir::LoadElement& a) {
    std::uint32_t array = node(a.array);
    std::uint32_t index = node(a.index);
    Instr& i = emit(Code::LoadElement);
    set_target(i, a.target);
    i.a = array;
    i.b = index;
  }
  void operator()(const ir::StoreElement& a) {
    std::uint32_t array = node(a.array);
    std::uint32_t index = node(a.index);
    std::uint32_t value = node(a.value);
    Instr& i = emit(Code::StoreElement);
    i.a = array;
    i.b = index;
    i.place = value;
    i.type = layout_.type_index(program_.type_of(a.array).element);
  }
  void operator()(const ir::New& a) {
    Instr& i = emit(Code::New);
    set_target(i, a.target);
    i.place = kind_of(a.collection);
  }
  void operator()(const ir::NewArray& a) {
    if (a.sizes.size() != 1) refuse("an array of arrays is allocated at once");
    std::uint32_t size = node(a.sizes.front());
    Instr& i = emit(Code::NewArray);
    set_target(i, a.target);
    i.b = size;
    i.place = kind_of(a.collection);
  }
  void operator()(const ir::Call&) { refuse("a finite model calls nothing"); }
  void operator()(const ir::Fork& a) {
    std::uint32_t args = list(a.args);
    Instr& i = emit(Code::Fork);
    set_target(i, a.target);
    i.a = args;
    i.place = model_->program_of_proc[a.callee.proc.index()];
  }
  void operator()(const ir::Join&) {
    emit(Code::Join);
    model_->has_join = true;
  }
  void operator()(const ir::JoinThread& a) {
    std::uint32_t thread = node(a.thread);
    emit(Code::JoinThread).b = thread;
  }
  // There are no calls, so that the thread's first frame is the one that runs.
  void operator()(const ir::Self& a) {
    if (program_.type(proc_->local(a.target).type).kind == ir::TypeKind::Tid) {
      return set_target(emit(Code::Self), a.target);
    }
    std::uint32_t value = add({.op = Op::Local, .a = slot_of(proc_->self)});
    Instr& i = emit(Code::Assign);
    set_target(i, a.target);
    i.b = value;
  }
  void operator()(const ir::Enter& a) { lock_instr(Code::Enter, a.lock); }
  void operator()(const ir::Exit& a) { lock_instr(Code::Exit, a.lock); }
  void operator()(const ir::Acquire& a) { lock_instr(Code::Acquire, a.lock); }
  void operator()(const ir::Release& a) { lock_instr(Code::Release, a.lock); }
  void operator()(const ir::Wait& a) { lock_instr(Code::Wait, a.lock); }
  void operator()(const ir::Unwait& a) {
    lock_instr(Code::Unwait, a.lock);
    model_->instrs.back().flag = a.may_give_up || model_->options.semantics.spurious;
  }
  void operator()(const ir::Notify& a) { lock_instr(Code::Notify, a.lock); }
  void operator()(const ir::NotifyAll& a) { lock_instr(Code::NotifyAll, a.lock); }
  void operator()(const ir::TestLock& a) {
    lock_instr(Code::TestLock, a.lock);
    model_->instrs.back().test = a.test;
    set_target(model_->instrs.back(), a.target);
  }
  void operator()(const ir::TestThread& a) {
    std::uint32_t thread = node(a.thread);
    Instr& i = emit(Code::TestThread);
    set_target(i, a.target);
    i.b = thread;
  }
  void operator()(const ir::Assert& a) { condition(Code::Assert, a.condition, false); }
  void operator()(const ir::Assume& a) {
    if (a.halts) {
      emit(Code::Halt);
    } else {
      condition(Code::Assume, a.condition, false);
    }
  }
  void operator()(const ir::CheckContract& a) {
    bool assumes = ir::is_precondition(a.kind) && proc_id_ == program_.entry;
    if (a.kind == ir::ContractKind::Input && !assumes) return;
    for (const ir::Clause& clause : proc_->contract) {
      if (clause.kind != a.kind) continue;
      condition(assumes ? Code::Assume : Code::Assert, clause.condition, true);
      Instr& i = model_->instrs.back();
      switch (a.kind) {
        case ir::ContractKind::Requires: i.violation = verdict::ViolationKind::Requires; break;
        case ir::ContractKind::Input: i.place = kOnlyInput; break;
        case ir::ContractKind::Invariant:
        case ir::ContractKind::Ensures: i.violation = verdict::ViolationKind::Ensures; break;
        case ir::ContractKind::Exceptional:
          i.violation = verdict::ViolationKind::Exceptional;
          break;
      }
    }
  }
  void operator()(const ir::Limit& a) {
    Instr& i = emit(Code::Limit);
    i.place = static_cast<std::uint32_t>(model_->texts.size());
    i.flag = !a.unsupported;
    model_->texts.push_back(a.what);
  }
  void operator()(const ir::Havoc& a) {
    ir::TypeKind kind = program_.type(proc_->local(a.target).type).kind;
    bool is_finite =
        kind == ir::TypeKind::Bool || kind == ir::TypeKind::Range || kind == ir::TypeKind::Enum;
    if (!is_finite) refuse("havoc of something that is neither boolean, range nor enumeration");
    set_target(emit(Code::Havoc), a.target);
    model_->instrs.back().place = havoc_list(proc_->local(a.target).type);
  }
  void operator()(const ir::Choose& a) {
    std::uint32_t values = list(a.values);
    Instr& i = emit(Code::Choose);
    set_target(i, a.target);
    i.flag = !a.external;
    i.place = values;
  }
  void operator()(const ir::ChooseInstance& a) {
    std::uint32_t set = class_set(a.cls);
    Instr& i = emit(Code::ChooseInstance);
    set_target(i, a.target);
    i.place = set;
    model_->sees_instances = true;
  }
  void operator()(const ir::ChooseReachable& a) {
    std::uint32_t root = node(a.root);
    std::uint32_t set = class_set(a.cls);
    Instr& i = emit(Code::ChooseReachable);
    set_target(i, a.target);
    i.a = root;
    i.place = set;
  }
  void operator()(const ir::Throw& a) {
    if (a.object) refuse("exceptions that are objects");
    Model::ExceptionText text{a.kind, a.message};
    auto& all = model_->exceptions;
    auto at = std::find(all.begin(), all.end(), text);
    emit(Code::Throw).place = static_cast<std::uint32_t>(at - all.begin()) + 1;
    if (at == all.end()) all.push_back(std::move(text));
  }
  void operator()(const ir::Catch& a) {
    if (a.target) refuse("exceptions that are objects");
    emit(Code::Catch);
  }
  void operator()(const ir::Return& a) {
    if (!a.value) return;
    std::uint32_t value = node(a.value);
    Instr& i = emit(Code::Assign);
    set_target(i, proc_->retval);
    i.b = value;
  }
  void operator()(const ir::Print& a) {
    for (const ir::PrintItem& item : a.items) {
      if (!item.value) continue;
      if (program_.type_of(item.value).kind == ir::TypeKind::String) continue;
      std::uint32_t value = node(item.value);
      emit(Code::Evaluate).b = value;
    }
  }
  void operator()(std::monostate) { UNREACHABLE("an action of no kind"); }

 private:
  void condition(Code code, ir::ExprId expr, bool total) {
    std::uint32_t made = node(expr);
    Instr& i = emit(code);
    i.a = made;
    i.flag = total;
    i.violation = verdict::ViolationKind::Assert;
  }

  // The values of the type as constants, in the order in which the interpreter draws.
  std::uint32_t havoc_list(ir::TypeId type) {
    const ir::Type& t = program_.type(type);
    std::vector<std::int64_t> values;
    if (t.kind == ir::TypeKind::Bool) {
      values = {0, 1};
    } else if (t.kind == ir::TypeKind::Enum) {
      for (const auto& m : program_.enums[t.enumeration.index()].members) values.push_back(m.value);
    } else {
      if (t.hi - t.lo > (1 << 20)) return refuse("havoc of a large range"), 0;
      for (std::int64_t v = t.lo; v <= t.hi; ++v) values.push_back(v);
    }
    List made{.begin = static_cast<std::uint32_t>(model_->list_nodes.size())};
    for (std::int64_t v : values) {
      model_->list_nodes.push_back(add({.op = Op::Constant, .value = v}));
    }
    made.end = static_cast<std::uint32_t>(model_->list_nodes.size());
    model_->lists.push_back(made);
    return static_cast<std::uint32_t>(model_->lists.size() - 1);
  }

  // ---------------------------------------------------------------- widths

  bool has_thread_variables() const {
    auto is_tid = [&](ir::TypeId type) {
      const ir::Type* t = &program_.type(type);
      while (t->element) t = &program_.type(t->element);
      return t->kind == ir::TypeKind::Tid;
    };
    auto any = [&](const auto& all) {
      return std::any_of(all.begin(), all.end(), [&](const auto& v) { return is_tid(v.type); });
    };
    return any(program_.globals) || any(program_.fields) ||
           std::any_of(program_.procs.begin(), program_.procs.end(),
                       [&](const ir::Procedure& proc) { return any(proc.locals); });
  }

  // Objects of one class that different `new` make are named alike, and decoding may swap their
  // collections. Then how many of a collection can be reached is nothing that a state tells.
  bool names_tell_kinds() const {
    const Model& m = *model_;
    for (std::size_t k = m.fixed_kinds; k < m.kinds.size(); ++k) {
      if (m.options.symmetry && m.kinds[k].group != k) return false;
    }
    return true;
  }

  void set_widths() {
    Model& m = *model_;
    m.names_threads = has_thread_variables();
    bool is_told = m.options.forget_ended && m.options.reclaim_threads;
    m.frees_threads = !m.options.observed.threads && (!m.names_threads || is_told);
    m.may_lack_threads = pass::threads_started(program_) > m.options.threads;
    if (m.options.observed.instances) m.sees_instances = true;
    m.frees_objects = m.options.reclaim_objects && !m.sees_instances && names_tell_kinds();
    m.point_width = bits_for(m.points.size());
    m.thread_width = bits_for(m.options.threads + 2);
    m.ref_width = bits_for(m.parts.size());
    m.kind_width = bits_for(m.kinds.size() - m.fixed_kinds);
    m.exception_width = bits_for(m.exceptions.size() + 1);
  }

  const ir::Program& program_;
  std::unique_ptr<Model> model_;
  Layout layout_;
  std::string problem_;
  const ir::Procedure* proc_ = nullptr;
  ir::ProcId proc_id_;
  std::map<ir::ProcId, std::uint32_t> first_point_;
  std::map<ir::ProcId, bool> daemons_;  // by started procedure
  std::vector<std::uint32_t> node_of_;  // by ExprId
  std::map<ir::ClassId, std::uint32_t> class_sets_;
  std::map<ir::TypeId, std::uint32_t> type_sets_;
};

}  // namespace

tl::expected<std::unique_ptr<const Model>, std::string> compile(const ir::Program& program,
                                                                const Options& options) {
  return Compiler(program, options).run();
}

}  // namespace mc
