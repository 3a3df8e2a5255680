#include "ir/pass/inline.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "ir/pass/safety.h"
#include "ir/printer.h"
#include "ir/typing.h"

namespace pass {

namespace {

// A model beyond this size helps nobody.
constexpr std::size_t kMaxTransitions = 200'000;

ir::ExprId conjunction(ExprCopier& exprs, ir::ExprId a, ir::ExprId b) {
  if (!a) return b;
  return b ? exprs.binary(ir::BinaryOp::And, a, b) : a;
}

}  // namespace

// ---------------------------------------------------------------- threads

ir::ProcId Inlining::thread_of(ir::ProcId proc, bool is_daemon) {
  auto [at, is_new] = threads.try_emplace({proc, is_daemon});
  if (!is_new) return at->second;
  at->second = ir::ProcId(model.program.procs.size());
  model.program.procs.emplace_back();
  unbuilt.emplace_back(proc, is_daemon);
  return at->second;
}

ir::CollectionId Inlining::add_collection(const std::string& name, ir::TypeId type) {
  ir::Program& program = model.program;
  int& number = numbers[name];
  std::string unique;
  do {
    unique = fmt::format("{}${}", name, ++number);
  } while (names.contains(unique) || program.find_class(unique));
  names.insert(unique);
  program.collections.push_back({.name = unique, .size = 1, .type = type});
  return ir::CollectionId(program.collections.size() - 1);
}

ir::CollectionId Inlining::declared_collection(ir::CollectionId id) {
  if (!id || source.collections[id.index()].size == 0) return {};
  auto [at, is_new] = declared.try_emplace(id);
  if (!is_new) return at->second;
  const ir::Collection& from = source.collections[id.index()];
  ir::Type type = source.type(from.type);
  if (type.element) {
    bool has_size = type.kind == ir::TypeKind::FixedArray;
    ir::TypeId array = domains.type(from.type);
    type = {.kind = ir::TypeKind::FixedArray, .element = model.program.type(array).element};
    type.hi = has_size ? source.type(from.type).hi : bounds.array_size;
  }
  at->second = ir::CollectionId(model.program.collections.size());
  names.insert(from.name);
  model.program.collections.push_back(
      {.name = from.name, .size = from.size, .type = model.program.types.make(type)});
  return at->second;
}

void sort_transitions(ir::Procedure& proc, std::vector<FiniteOrigin>& origins) {
  std::vector<std::size_t> order(proc.transitions.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return proc.transitions[a].source < proc.transitions[b].source;
  });
  std::vector<ir::Transition> transitions;
  std::vector<FiniteOrigin> sorted;
  for (std::size_t i : order) {
    transitions.push_back(std::move(proc.transitions[i]));
    sorted.push_back(origins[i]);
  }
  proc.transitions = std::move(transitions);
  origins = std::move(sorted);
}

void inline_threads(Inlining& shared) {
  ir::Program& program = shared.model.program;
  program.procs.emplace_back();
  program.entry = ir::ProcId(0);
  ThreadBuilder(shared, shared.source.entry, program.entry, true).build();
  while (!shared.unbuilt.empty()) {
    auto thread = shared.unbuilt.back();
    shared.unbuilt.pop_back();
    ir::ProcId model = shared.threads[thread];
    // The entry may be started, too, and others in two ways: all have names of their own.
    ThreadBuilder builder(shared, thread.first, model, false);
    if (thread.first == shared.source.entry) builder.rename("$started");
    if (thread.second) builder.rename("$daemon");
    builder.build();
  }
}

// ---------------------------------------------------------------- one thread

ThreadBuilder::ThreadBuilder(Inlining& shared, ir::ProcId source, ir::ProcId model, bool is_entry)
    : shared_(shared),
      exprs_(shared.source, shared.domains, shared.model.program),
      is_entry_(is_entry),
      id_(model) {
  const ir::Procedure& from = shared.source.proc(source);
  proc_.kind = ir::ProcKind::Thread;
  proc_.name = from.name;
  proc_.result = ir::simple_type(ir::TypeKind::Void);
  proc_.span = from.span;
  root_.proc = source;
  root_.locals.resize(from.locals.size());
}

void ThreadBuilder::build() {
  Frame& root = add_frame(root_.proc, root_, "");
  declare_parameters(root);
  const ir::Procedure& from = source_of(root);
  proc_.entry = root.locations[from.entry.index()];
  proc_.exit = root.exit = root.locations[from.exit.index()];
  proc_.except = root.except = root.locations[from.except.index()];
  // Properties may read what the thread does not.
  for (std::size_t i = 0; i < from.locals.size(); ++i) {
    bool is_kept = shared_.bounds.kept.contains(from.name + "." + from.locals[i].name);
    if (is_kept && is_relevant(root, ir::LocalId(i))) local(root, ir::LocalId(i));
  }
  // Frames are added while their callers are copied.
  for (; next_frame_ < frames_.size(); ++next_frame_) frame_transitions(frames_[next_frame_]);
  reset_entered();
  sort_transitions(proc_, origins_);
  describe_frames();
}

void ThreadBuilder::declare_parameters(Frame& root) {
  const ir::Procedure& from = source_of(root);
  for (ir::LocalId param : from.params) {
    if (!is_relevant(root, param)) {
      if (is_entry_) shared_.model.inputs.push_back({param, {}});
      continue;
    }
    ir::LocalId copy = local(root, param);
    if (is_entry_) {
      shared_.model.inputs.push_back({param, copy});
    } else {
      proc_.params.push_back(copy);
    }
  }
  proc_.has_this = !proc_.params.empty() && from.has_this && is_relevant(root, from.params[0]);
}

ThreadBuilder::Frame& ThreadBuilder::add_frame(ir::ProcId proc, LocalSet& set,
                                               const std::string& suffix) {
  Frame& frame = frames_.emplace_back();
  frame.index = static_cast<std::uint32_t>(frames_.size() - 1);
  frame.proc = proc;
  frame.set = &set;
  frame.suffix = suffix;
  const ir::Procedure& from = source_of(frame);
  frame.locations.resize(from.locations.size());
  for (std::size_t i = 0; i < from.locations.size(); ++i) {
    bool is_end = ir::LocId(i) == from.exit || ir::LocId(i) == from.except;
    if (is_end && frame.index != 0) continue;  // control is back in the caller
    const std::string& name = from.locations[i].name;
    frame.locations[i] =
        add_location(suffix.empty() ? name : name + "$" + suffix, &frame, ir::LocId(i));
  }
  return frame;
}

ir::LocId ThreadBuilder::add_location(const std::string& name, const Frame* frame,
                                      ir::LocId source) {
  proc_.locations.push_back({.name = name, .live = std::nullopt});
  places_.push_back({frame ? frame->index : FinitePlace::kNone, source});
  return ir::LocId(proc_.locations.size() - 1);
}

std::string ThreadBuilder::fresh_suffix(ir::ProcId proc) {
  const std::string& name = shared_.source.proc(proc).name;
  std::string method = name.substr(name.rfind('.') + 1);
  std::replace(method.begin(), method.end(), '$', '_');
  int number = ++suffixes_[method];
  return number == 1 ? method : fmt::format("{}_{}", method, number);
}

ThreadBuilder::LocalSet& ThreadBuilder::callee_set(Frame& caller, ir::ProcId callee) {
  std::unique_ptr<LocalSet>& set = caller.set->callees[callee];
  if (!set) {
    set = std::make_unique<LocalSet>();
    set->proc = callee;
    set->locals.resize(shared_.source.proc(callee).locals.size());
  }
  return *set;
}

ir::LocalId ThreadBuilder::local(const Frame& frame, ir::LocalId source) {
  return local(*frame.set, source);
}

ir::LocalId ThreadBuilder::local(LocalSet& set, ir::LocalId source) {
  ir::LocalId& id = set.locals[source.index()];
  if (id) return id;
  const ir::Local& from = shared_.source.proc(set.proc).local(source);
  id = ir::LocalId(proc_.locals.size());
  ir::Local copy = from;
  if (!set.suffix.empty()) copy.name += "$" + set.suffix;
  copy.type = shared_.domains.local(set.proc, source);
  if (copy.initial) copy.initial = Domains::constant(*copy.initial);
  ir::TypeKind kind = shared_.model.program.type(copy.type).kind;
  bool embedded = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
  if (embedded && &set != &root_ && !copy.is_temp && !copy.is_bound) {
    throw Infinite{
        {fmt::format("{} is an object in place, made anew by each call", from.name), from.span}};
  }
  proc_.locals.push_back(std::move(copy));
  if (shared_.source.type(from.type).kind == ir::TypeKind::Range) ranges_.insert(id);
  return id;
}

ir::LocalId ThreadBuilder::temp(const std::string& name, ir::TypeId type) {
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    if (proc_.locals[i].name == name && proc_.locals[i].type == type) return ir::LocalId(i);
  }
  bool is_taken = std::any_of(proc_.locals.begin(), proc_.locals.end(),
                              [&](const ir::Local& l) { return l.name == name; });
  ir::Local added;
  added.name = is_taken ? fmt::format("{}${}", name, proc_.locals.size()) : name;
  added.type = type;
  added.is_temp = true;
  proc_.locals.push_back(std::move(added));
  return ir::LocalId(proc_.locals.size() - 1);
}

ir::ExprId ThreadBuilder::copy(const Frame& frame, ir::ExprId source) {
  // Locals are declared first, since the copy holds references to them.
  return exprs_.copy(source, proc_, [&](ir::LocalId id) { return local(frame, id); });
}

// ---------------------------------------------------------------- transitions

void ThreadBuilder::frame_transitions(Frame& frame) {
  const ir::Procedure& from = source_of(frame);
  for (std::size_t i = 0; i < from.transitions.size(); ++i) transition(frame, ir::TransId(i));
}

// A test of floats may hold: what the rest of the guard leaves open. One that waits for floats, so
// that it may block for ever, is not followed.
std::optional<ir::ExprId> ThreadBuilder::guessed_guard(const Frame& frame,
                                                       const ir::Transition& t) {
  const ir::Procedure& proc = source_of(frame);
  const ir::Program& p = shared_.source;
  if (!shared_.bounds.guess || !is_float_test(p, t.guard)) return std::nullopt;
  auto text = [&](ir::ExprId e) { return ir::print(p, proc, e); };
  auto is_negation = [&](ir::ExprId not_a, ir::ExprId a) {
    const ir::Expr& e = p.expr(not_a);
    bool negates = e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not;
    return negates && (e.a == a || text(e.a) == text(a));
  };
  for (const ir::Transition& other : proc.transitions) {
    if (other.source != t.source || &other == &t) continue;
    if (!is_negation(other.guard, t.guard) && !is_negation(t.guard, other.guard)) continue;
    return may_be(frame, t.guard, true);
  }
  return std::nullopt;
}

// The expression with its tests of floats replaced by a value.
ir::ExprId ThreadBuilder::may_be(const Frame& frame, ir::ExprId source, bool value) {
  if (!is_untracked(shared_.source, source)) return copy(frame, source);
  const ir::Expr e = shared_.source.expr(source);
  if (!is_connective(e)) return shared_.model.program.bool_constant(value);
  if (e.kind == ir::ExprKind::Unary) return exprs_.negation(may_be(frame, e.a, !value));
  bool implies = e.binary == ir::BinaryOp::Implies;
  ir::ExprId left = may_be(frame, e.a, implies ? !value : value);
  return exprs_.binary(e.binary, left, may_be(frame, e.b, value));
}

// The next way for tests of floats to come out; none behind the last one.
bool ThreadBuilder::next_guesses(std::vector<bool>& guesses) {
  while (!guesses.empty() && guesses.back()) guesses.pop_back();
  if (guesses.empty()) return false;
  guesses.back() = true;
  return true;
}

void ThreadBuilder::transition(Frame& frame, ir::TransId id) {
  const ir::Transition& t = source_of(frame).transitions[id.index()];
  bool untracked = is_untracked(shared_.source, t.guard);
  std::optional<ir::ExprId> guess;
  if (untracked) guess = guessed_guard(frame, t);
  bool is_cut = untracked && !guess;
  ir::ExprId guard = guess ? *guess : is_cut ? ir::ExprId() : copy(frame, t.guard);
  if (guard && exprs_.truth(guard) == false) return;
  if (guard && exprs_.truth(guard) == true) guard = {};
  std::vector<Variant> ways;
  if (is_cut) {
    ways.push_back({.limit = "the kinds of values"});
  } else {
    ways = variants(frame, t);
  }
  for (const Variant& way : ways) {
    ir::ExprId condition = way.condition;
    if (condition && exprs_.truth(condition) == false) continue;
    if (condition && exprs_.truth(condition) == true) condition = {};
    std::vector<bool> guesses;
    do {
      ir::Transition made;
      made.source = frame.locations[t.source.index()];
      made.span = t.span;
      if (!is_cut) {
        for (const ir::Action& a : t.reads) {
          ir::TypeId type = source_of(frame).local(ir::written_local(a)).type;
          if (is_untracked(shared_.source.type(type).kind)) continue;  // no guard reads it
          if (auto read = plain(frame, a)) made.reads.push_back(std::move(*read));
        }
      }
      made.guard = conjunction(exprs_, guard, condition);
      Body body{.frame = frame, .from = t, .variant = way, .guesses = guesses};
      fill(body);
      made.actions = std::move(body.actions);
      made.target = body.target;
      if (body.entered) entered_.push_back({proc_.transitions.size(), body.entered});
      proc_.transitions.push_back(std::move(made));
      origins_.push_back({frame.proc, id, guess.has_value() || !body.guesses.empty()});
      if (proc_.transitions.size() > kMaxTransitions) {
        throw Infinite{{fmt::format("the calls of {} make more than {} transitions", proc_.name,
                                    kMaxTransitions),
                        proc_.span}};
      }
      guesses = std::move(body.guesses);
    } while (next_guesses(guesses));
  }
}

// The actions of one way to run a transition.
void ThreadBuilder::fill(Body& body) {
  const Variant& way = body.variant;
  body.target = target_of(body.frame, body.from.target);
  if (!way.limit.empty()) limit(body, way.limit);
  if (way.is_error) {
    ir::Program& p = shared_.model.program;
    ir::TypeId none = p.types.make_array(ir::simple_type(ir::TypeKind::Bool));
    ir::ExprId null = p.constant_expr(none, ir::NullValue{});
    ir::TypeId one = p.types.make(ir::Type{.kind = ir::TypeKind::Range});
    ir::ExprId length = p.add(
        {.kind = ir::ExprKind::Length, .type = ir::simple_type(ir::TypeKind::Int), .a = null});
    body.actions.push_back(ir::Assign{temp("$null", one), length});
    body.is_over = true;
  }
  for (const ir::Action& a : body.from.actions) {
    if (!body.is_over) action(body, a);
  }
  if (!body.is_over) finish(body);
}

ir::LocId ThreadBuilder::target_of(const Frame& frame, ir::LocId source) const {
  const ir::Procedure& from = source_of(frame);
  if (source == from.exit) return frame.exit;
  if (source == from.except) return frame.except;
  return frame.locations[source.index()];
}

// A result goes to the caller, and an exception that leaves a thread other than the first
// one checks what the entry allows.
void ThreadBuilder::finish(Body& body) {
  bool returns = body.from.target == source_of(body.frame).exit;
  if (returns && body.frame.target && body.result && !body.entered) {
    assign(body, body.frame.target, body.result);
    if (body.frame.caller->index == 0) {
      const ir::Transition& call =
          source_of(*body.frame.caller).transitions[body.frame.call.index()];
      Body caller{.frame = *body.frame.caller, .from = call, .variant = body.variant};
      assigned(caller, std::get<ir::Call>(call.actions.back()).target);
      for (ir::Action& a : caller.actions) body.actions.push_back(std::move(a));
    }
  }
  if (!is_entry_ && body.target == proc_.except) check_entry_exceptional(body);
}

void ThreadBuilder::check_entry_exceptional(Body& body) {
  const ir::Procedure& entry = shared_.source.proc(shared_.source.entry);
  std::map<ir::LocalId, ir::LocalId> loaded;
  for (const auto& [source, global] : shared_.shadows) {
    ir::LocalId into = temp(fmt::format("$entry_{}", entry.local(source).name),
                            shared_.model.program.global(global).type);
    loaded[source] = into;
    body.actions.push_back(ir::LoadGlobal{into, global});
  }
  for (const ir::Clause& clause : entry.contract) {
    if (clause.kind != ir::ContractKind::Exceptional) continue;
    if (auto value = guess(body, clause.condition)) {
      if (!*value) body.actions.push_back(ir::Assert{truth_value(false)});
      continue;
    }
    if (is_untracked(shared_.source, clause.condition)) return limit(body, "the kinds of values");
    auto bound = [&](ir::LocalId id) {
      if (auto found = loaded.find(id); found != loaded.end()) return found->second;
      // Bound by a quantifier of the clause.
      ir::LocalId into = temp(fmt::format("$entry_{}", entry.local(id).name),
                              shared_.domains.local(shared_.source.entry, id));
      proc_.locals[into.index()].is_bound = true;
      return into;
    };
    ir::ExprId condition = exprs_.copy(clause.condition, proc_, bound);
    if (exprs_.truth(condition) != true) body.actions.push_back(ir::Assert{condition});
  }
}

// ---------------------------------------------------------------- the finished thread

// The variables of a procedure start with their first values at each call. Those of the
// thread's own procedure do so anyway.
void ThreadBuilder::reset_entered() {
  ir::Program& p = shared_.model.program;
  for (const Entered& e : entered_) {
    const ir::Procedure& callee = shared_.source.proc(e.set->proc);
    ir::Transition& t = proc_.transitions[e.transition];
    for (std::size_t i = callee.params.size(); i < callee.locals.size(); ++i) {
      ir::LocalId id = e.set->locals[i];
      if (!id || callee.locals[i].is_bound || callee.locals[i].is_temp) continue;
      ir::TypeId type = proc_.local(id).type;
      ir::Constant first =
          proc_.local(id).initial ? *proc_.local(id).initial : p.default_value(type);
      bool is_null = std::holds_alternative<ir::NullValue>(first);
      ir::TypeKind kind = p.type(type).kind;
      ir::ExprId value = is_null ? exprs_.null()
                         : kind == ir::TypeKind::Range
                             ? p.constant_expr(ir::simple_type(ir::TypeKind::Int), first)
                             : p.constant_expr(type, first);
      t.actions.push_back(ir::Assign{id, value});
    }
  }
}

void ThreadBuilder::describe_frames() {
  FiniteProc described;
  for (const Frame& frame : frames_) {
    described.frames.push_back({.source = frame.proc,
                                .caller = frame.caller ? frame.caller->index : frame.index,
                                .call = frame.call,
                                .locals = frame.set->locals});
  }
  described.locations = std::move(places_);
  described.ranges = std::move(ranges_);
  FiniteModel& model = shared_.model;
  model.procs.resize(std::max<std::size_t>(model.procs.size(), id_.index() + 1));
  model.origins.resize(std::max<std::size_t>(model.origins.size(), id_.index() + 1));
  model.procs[id_.index()] = std::move(described);
  model.origins[id_.index()] = std::move(origins_);
  model.program.procs[id_.index()] = std::move(proc_);
}

}  // namespace pass
