#include "engine/nusmv/smv_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/pass/locks.h"
#include "ir/pass/thread_counts.h"
#include "ir/typing.h"

namespace nusmv {

namespace {

// Calls `visit` on every action of the program, reads included.
template <class Visit>
void for_each_action(const ir::Program& program, Visit visit) {
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.reads) visit(action);
      for (const ir::Action& action : t.actions) visit(action);
    }
  }
}

bool proc_waits(const ir::Procedure& proc) {
  return std::any_of(proc.transitions.begin(), proc.transitions.end(), [](const auto& t) {
    return std::any_of(t.actions.begin(), t.actions.end(),
                       [](const ir::Action& a) { return std::holds_alternative<ir::Wait>(a); });
  });
}

template <class Kind>
bool has_action(const ir::Program& program) {
  bool found = false;
  for_each_action(program,
                  [&](const ir::Action& a) { found = found || std::holds_alternative<Kind>(a); });
  return found;
}

}  // namespace

SmvDomain smv_integers(std::int64_t lo, std::int64_t hi) {
  if (lo < -kSmvLargest || hi > kSmvLargest) {
    throw SmvUnsupported{"a number may leave the 32 bits that NuSMV computes with"};
  }
  return {.kind = SmvKind::Int, .lo = lo, .hi = hi};
}

SmvLayout::SmvLayout(const ir::Program& program, const SmvOptions& options, SmvLocals observed)
    : program_(program), options_(options), observed_(std::move(observed)) {
  for (const char* word :
       {"trap", "none", "runs", "nobody", "branch", "failure", "can_move", "deadlocked"}) {
    names_.make(word);
  }
  for (std::size_t i = 0; i < kSmvMostChoices; ++i) names_.make(fmt::format("choice_{}", i));
  idle = names_.make("idle");
  ended = names_.make("ended");
  null = names_.make("null");
  free = names_.make("free");
  semaphore = names_.make("semaphore");
  no = names_.make("no");
  waiting = names_.make("waiting");
  notified = names_.make("notified");
  make_threads();
  make_globals();
  make_collections();
  for (std::size_t i = 0; i < threads.size(); ++i) make_locals(i);
  make_object_locks();
  if (has_action<ir::Join>(program)) make_ancestry();
  for (const PendingVar& p : pending_) vars[p.var].domain = domain_of(p.type);
}

// ---------------------------------------------------------------- threads

void SmvLayout::make_threads() {
  std::vector<std::int64_t> counts = pass::thread_counts(program_, options_.threads);
  std::vector<std::size_t> order{program_.entry.index()};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i != program_.entry.index()) order.push_back(i);
  }
  locations.resize(program_.procs.size());
  bool throws = has_action<ir::Throw>(program_);
  for (std::size_t p : order) {
    const ir::Procedure& proc = program_.procs[p];
    if (counts[p] == 0) continue;
    for (const ir::Location& location : proc.locations) {
      locations[p].push_back(names_.make(fmt::format("{}_{}", proc.name, location.name)));
    }
    SmvDomain places{.kind = SmvKind::Symbol};
    places.symbols = {idle};
    for (std::size_t at = 0; at < proc.locations.size(); ++at) {
      bool leaves = at == proc.exit.index() || at == proc.except.index();
      if (!leaves) places.symbols.push_back(locations[p][at]);
    }
    places.symbols.push_back(ended);
    for (std::int64_t i = 0; i < counts[p]; ++i) {
      SmvThread thread{.proc = ir::ProcId(p), .ordinal = static_cast<std::size_t>(i)};
      thread.name =
          names_.make(counts[p] == 1 ? proc.name : fmt::format("{}_{}", proc.name, i + 1));
      bool is_first = threads.empty();
      thread.pc =
          add_var(thread.name + "_pc", places, is_first ? locations[p][proc.entry.index()] : idle);
      if (throws) thread.exception = add_var(thread.name + "_exception", {}, "FALSE");
      threads_of[ir::ProcId(p)].push_back(threads.size());
      threads.push_back(std::move(thread));
    }
  }
  counts_threads = static_cast<std::int64_t>(threads.size()) > options_.threads;
}

bool SmvLayout::is_kept(ir::ProcId id, ir::LocId at, ir::LocalId local) const {
  if (!options_.reset_dead || observed_.contains({id, local})) return true;
  const auto& live = program_.proc(id).location(at).live;
  return !live || std::find(live->begin(), live->end(), local) != live->end();
}

// A local that is kept nowhere needs no variable.
bool SmvLayout::is_remembered(ir::ProcId id, ir::LocalId local) const {
  const ir::Procedure& proc = program_.proc(id);
  for (std::size_t at = 0; at < proc.locations.size(); ++at) {
    if (is_kept(id, ir::LocId(at), local)) return true;
  }
  return false;
}

void SmvLayout::make_locals(std::size_t index) {
  ir::ProcId id = threads[index].proc;
  const ir::Procedure& proc = program_.proc(id);
  threads[index].locals.assign(proc.locals.size(), kNoVar);
  threads[index].embedded.assign(proc.locals.size(), kNoVar);
  for (std::size_t i = 0; i < proc.locals.size(); ++i) {
    const ir::Local& local = proc.locals[i];
    if (local.is_bound) continue;
    std::string name = fmt::format("{}_{}", threads[index].name, local.name);
    bool in_place = ir::is_embedded(program_.type(local.type).kind) && !local.is_temp;
    if (in_place) {
      std::size_t object = add_object(name, local.type, kNoVar, false);
      threads[index].embedded[i] = object;
    } else if (is_remembered(id, ir::LocalId(i))) {
      std::size_t var = add_typed_var(name, local.type, local.initial);
      threads[index].locals[i] = var;
    }
  }
}

// One bit for each thread that joins and each other one that may descend from it.
void SmvLayout::make_ancestry() {
  std::vector<bool> joins;
  for (const SmvThread& thread : threads) {
    bool found = false;
    for (const ir::Transition& t : program_.proc(thread.proc).transitions) {
      for (const ir::Action& a : t.actions) found = found || std::holds_alternative<ir::Join>(a);
    }
    joins.push_back(found);
  }
  for (std::size_t i = 1; i < threads.size(); ++i) {
    threads[i].under.assign(threads.size(), kNoVar);
    for (std::size_t ancestor = 0; ancestor < threads.size(); ++ancestor) {
      if (!joins[ancestor] || ancestor == i) continue;
      std::string name = fmt::format("{}_under_{}", threads[i].name, threads[ancestor].name);
      threads[i].under[ancestor] = add_var(name, {}, "FALSE");
    }
  }
  threads[0].under.assign(threads.size(), kNoVar);
}

// ---------------------------------------------------------------- variables and objects

std::size_t SmvLayout::add_var(const std::string& name, SmvDomain domain, std::string initial) {
  vars.push_back({names_.make(name), std::move(domain), std::move(initial), {}});
  return vars.size() - 1;
}

std::size_t SmvLayout::add_typed_var(const std::string& name, ir::TypeId type,
                                     const std::optional<ir::Constant>& initial) {
  std::size_t var = add_var(name, {}, initial_text(type, initial));
  pending_.push_back({var, type});
  const ir::Type& t = program_.type(type);
  if (t.kind == ir::TypeKind::Enum) {
    std::vector<std::string> words;
    for (const auto& member : program_.enums[t.enumeration.index()].members) {
      words.push_back(fmt::format("{} = {}", member.name, member.value));
    }
    vars[var].comment = fmt::format("{}", fmt::join(words, ", "));
  }
  return var;
}

SmvCell SmvLayout::add_cell(const std::string& name, ir::TypeId type,
                            const std::optional<ir::Constant>& initial, std::size_t in_use) {
  const ir::Type& t = program_.type(type);
  if (t.kind == ir::TypeKind::Lock) {
    return {SmvCell::Kind::Lock, add_lock(name, t.reentrant, t.waits)};
  }
  if (ir::is_embedded(t.kind)) {
    return {SmvCell::Kind::Object, add_object(name, type, in_use, false)};
  }
  return {SmvCell::Kind::Var, add_typed_var(name, type, initial)};
}

// The object gets its place before those that it embeds, and its constant afterwards, so
// that the plain name is left for a variable.
std::size_t SmvLayout::add_object(const std::string& name, ir::TypeId type, std::size_t in_use,
                                  bool has_length) {
  const ir::Type& t = program_.type(type);
  std::size_t index = objects.size();
  objects.emplace_back();
  objects[index].in_use = in_use;
  objects[index].name = names_.make(name);
  std::vector<SmvCell> cells;
  if (t.kind == ir::TypeKind::Record) {
    objects[index].cls = t.cls;
    objects[index].fields = program_.all_fields(t.cls);
    for (ir::FieldId id : objects[index].fields) {
      const ir::Field& field = program_.field(id);
      cells.push_back(add_cell(fmt::format("{}_{}", name, field.name), field.type, {}, in_use));
    }
  } else {
    objects[index].array = type;
    if (has_length) {
      SmvDomain lengths{.kind = SmvKind::Int, .lo = 0, .hi = t.hi};
      objects[index].length = add_var(name + "_length", lengths, "0");
    }
    for (std::int64_t i = 0; i < t.hi; ++i) {
      cells.push_back(add_cell(fmt::format("{}_{}", name, i), t.element, {}, in_use));
    }
  }
  objects[index].cells = std::move(cells);
  return index;
}

void SmvLayout::make_globals() {
  for (const ir::Global& global : program_.globals) {
    globals.push_back(add_cell(global.name, global.type, global.initial, kNoVar));
  }
}

void SmvLayout::make_collections() {
  for (std::size_t c = 0; c < program_.collections.size(); ++c) {
    const ir::Collection& collection = program_.collections[c];
    objects_of.emplace_back();
    for (std::int64_t i = 0; i < collection.size; ++i) {
      std::string name = fmt::format("{}_{}", collection.name, i);
      std::size_t in_use = add_var(name + "_in_use", {}, "FALSE");
      bool is_array = program_.type(collection.type).kind != ir::TypeKind::Record;
      std::size_t object = add_object(name, collection.type, in_use, is_array);
      objects[object].collection = ir::CollectionId(c);
      objects_of.back().push_back(object);
    }
  }
}

// ---------------------------------------------------------------- locks

std::size_t SmvLayout::add_lock(const std::string& name, bool reentrant, bool waits) {
  SmvLock lock{.reentrant = reentrant};
  SmvDomain holders{.kind = SmvKind::Symbol};
  holders.symbols = {free};
  bool has_semaphores = has_action<ir::Acquire>(program_) || has_action<ir::Release>(program_) ||
                        has_action<ir::TestLock>(program_);
  if (has_semaphores) holders.symbols.push_back(semaphore);
  for (const SmvThread& thread : threads) holders.symbols.push_back(thread.name);
  lock.owner = add_var(name + "_owner", holders, free);
  SmvDomain depths{.kind = SmvKind::Int, .lo = 0, .hi = options_.lock_depth};
  if (reentrant) lock.depth = add_var(name + "_depth", depths, "0");
  lock.waits.assign(threads.size(), kNoVar);
  lock.wait_depth.assign(threads.size(), kNoVar);
  for (std::size_t i = 0; waits && i < threads.size(); ++i) {
    if (!proc_waits(program_.proc(threads[i].proc))) continue;
    SmvDomain states{.kind = SmvKind::Symbol};
    states.symbols = {no, waiting, notified};
    std::string by = fmt::format("{}_wait_{}", name, threads[i].name);
    lock.waits[i] = add_var(by, states, no);
    if (reentrant) lock.wait_depth[i] = add_var(by + "_depth", depths, "0");
  }
  locks.push_back(std::move(lock));
  return locks.size() - 1;
}

// The lock that every object has is there only for objects that some action may lock.
void SmvLayout::make_object_locks() {
  std::vector<bool> locked(objects.size(), false);
  std::vector<bool> waited(objects.size(), false);
  for_each_action(program_, [&](const ir::Action& action) {
    const ir::LockPlace* place = pass::lock_of(action);
    if (!place || !place->object || place->field) return;
    for (std::size_t object : instances(program_.expr(place->object).type)) {
      locked[object] = true;
      if (std::holds_alternative<ir::Wait>(action)) waited[object] = true;
    }
  });
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (locked[i]) objects[i].lock = add_lock(objects[i].name + "_lock", true, waited[i]);
  }
}

// ---------------------------------------------------------------- types

std::vector<std::size_t> SmvLayout::instances(ir::ClassId cls) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    bool is_one =
        objects[i].cls ? program_.is_subclass(objects[i].cls, cls) : program_.is_array_class(cls);
    if (is_one) result.push_back(i);
  }
  return result;
}

std::vector<std::size_t> SmvLayout::instances(ir::TypeId type) const {
  const ir::Type& t = program_.type(type);
  if (t.kind == ir::TypeKind::Ref || t.kind == ir::TypeKind::Record) return instances(t.cls);
  if (t.kind == ir::TypeKind::Null) return {};
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!objects[i].array) continue;
    // An array of a collection is seen as `array of`, whatever its capacity.
    ir::TypeId element = program_.type(objects[i].array).element;
    ir::TypeKind kind = program_.type(element).kind;
    bool boxed = kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array;
    bool fits = element == t.element || (boxed && program_.is_assignable(element, t.element));
    if (fits) result.push_back(i);
  }
  return result;
}

SmvDomain SmvLayout::domain_of(ir::TypeId type) const {
  const ir::Type& t = program_.type(type);
  switch (t.kind) {
    case ir::TypeKind::Bool: return {};
    case ir::TypeKind::Range:
      if (t.lo > t.hi) throw SmvUnsupported{"a range without values"};
      if (t.lo < -kSmvLargest || t.hi > kSmvLargest) {
        throw SmvUnsupported{"a range that leaves the 32 bits that NuSMV computes with"};
      }
      return {.kind = SmvKind::Int, .lo = t.lo, .hi = t.hi};
    case ir::TypeKind::Enum: {
      SmvDomain result{.kind = SmvKind::Int};
      for (const auto& member : program_.enums[t.enumeration.index()].members) {
        result.members.push_back(member.value);
      }
      if (result.members.empty()) throw SmvUnsupported{"an enumeration without values"};
      result.lo = *std::min_element(result.members.begin(), result.members.end());
      result.hi = *std::max_element(result.members.begin(), result.members.end());
      return result;
    }
    case ir::TypeKind::Tid: {
      SmvDomain result{.kind = SmvKind::Tid};
      for (std::size_t i = 0; i < threads.size(); ++i) result.targets.push_back(i);
      return result;
    }
    default: break;
  }
  SmvDomain result{.kind = SmvKind::Ref};
  result.targets = instances(type);
  return result;
}

std::string SmvLayout::literal(const ir::Constant& value) const {
  if (const bool* b = std::get_if<bool>(&value)) return *b ? "TRUE" : "FALSE";
  if (const auto* n = std::get_if<base::Integer>(&value)) return n->to_string();
  return null;
}

std::string SmvLayout::initial_text(ir::TypeId type,
                                    const std::optional<ir::Constant>& initial) const {
  return literal(initial ? *initial : program_.default_value(type));
}

std::string SmvLayout::type_text(const SmvDomain& domain) const {
  std::vector<std::string> words;
  switch (domain.kind) {
    case SmvKind::Bool: return "boolean";
    case SmvKind::Int:
      if (domain.members.empty()) return fmt::format("{}..{}", domain.lo, domain.hi);
      for (std::int64_t member : domain.members) words.push_back(std::to_string(member));
      break;
    case SmvKind::Ref:
      words.push_back(null);
      for (std::size_t i : domain.targets) words.push_back(objects[i].name);
      break;
    case SmvKind::Tid:
      words.push_back(null);
      for (std::size_t i : domain.targets) words.push_back(threads[i].name);
      break;
    case SmvKind::Symbol: words = domain.symbols; break;
  }
  return fmt::format("{{{}}}", fmt::join(words, ", "));
}

}  // namespace nusmv
