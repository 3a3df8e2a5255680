// Actions on variables, the heap, threads and control. Those on locks are in
// smv_locks.cpp, choices in smv_choices.cpp.
#include <fmt/format.h>

#include "base/check.h"
#include "engine/nusmv/smv_step.h"
#include "ir/pass/features.h"

namespace nusmv {

// ---------------------------------------------------------------- variables and heap

void SmvStep::operator()(const ir::Assign& a) { set_local(a.target, checked(a.value)); }

void SmvStep::operator()(const ir::LoadField& a) {
  SmvValue object = share(checked(a.object), "object");
  std::string undefined;
  std::vector<CellCase> cells = field_cells(object, a.field, undefined);
  fail_error(undefined);
  set_local(a.target, load(cells, proc_.local(a.target).type));
}

void SmvStep::operator()(const ir::StoreField& a) {
  SmvValue object = share(checked(a.object), "object");
  std::string undefined;
  std::vector<CellCase> cells = field_cells(object, a.field, undefined);
  fail_error(undefined);
  store(cells, checked(a.value), program_.field(a.field).type);
}

void SmvStep::operator()(const ir::LoadElement& a) {
  SmvValue array = share(checked(a.array), "array");
  SmvValue index = share(checked(a.index), "index");
  std::string undefined;
  std::vector<CellCase> cells = element_cells(array, index, undefined);
  fail_error(undefined);
  set_local(a.target, load(cells, proc_.local(a.target).type));
}

void SmvStep::operator()(const ir::StoreElement& a) {
  SmvValue array = share(checked(a.array), "array");
  SmvValue index = share(checked(a.index), "index");
  std::string undefined;
  std::vector<CellCase> cells = element_cells(array, index, undefined);
  fail_error(undefined);
  store(cells, checked(a.value), program_.type_of(a.array).element);
}

void SmvStep::operator()(const ir::LoadGlobal& a) {
  set_local(a.target, cell_value(layout_.globals[a.global.index()]));
}

void SmvStep::operator()(const ir::StoreGlobal& a) {
  SmvValue value = converted(checked(a.value), program_.global(a.global).type);
  write_var(layout_.globals[a.global.index()].index, share(std::move(value), "stored").text);
}

// ---------------------------------------------------------------- allocation

// Objects are taken in order and never given back, so that the first free one is the one
// behind the last that is in use, and still has its initial values.
void SmvStep::operator()(const ir::New& a) {
  std::vector<std::pair<std::string, SmvValue>> cases;
  std::string full = "TRUE";
  std::vector<std::string> used;
  for (std::size_t object : layout_.objects_of[a.collection.index()]) {
    full = share(read(layout_.objects[object].in_use), "in_use").text;
    used.push_back(full);
    cases.emplace_back(smv_not(full), object_value(object));
  }
  fail_limit(full, "instances");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::size_t object = layout_.objects_of[a.collection.index()][i];
    // In use from now on if the one before it already was.
    write_var(layout_.objects[object].in_use,
              i == 0 ? std::string("TRUE") : smv_or(used[i], used[i - 1]));
  }
  set_local(a.target, merged(cases, {.kind = SmvKind::Ref}));
}

void SmvStep::operator()(const ir::NewArray& a) {
  CHECK(a.sizes.size() == 1, "a finite model has arrays of one dimension");
  SmvValue size = share(checked(a.sizes[0]), "size");
  const auto& objects = layout_.objects_of[a.collection.index()];
  std::int64_t capacity = program_.type(program_.collections[a.collection.index()].type).hi;
  if (size.domain.lo < 0) fail_error(fmt::format("({} < 0)", size.text));
  std::vector<std::pair<std::string, SmvValue>> cases;
  std::vector<std::string> used;
  for (std::size_t object : objects) {
    used.push_back(share(read(layout_.objects[object].in_use), "in_use").text);
    cases.emplace_back(smv_not(used.back()), object_value(object));
  }
  fail_limit(used.empty() ? "TRUE" : used.back(), "instances");
  if (size.domain.hi > capacity) {
    fail_limit(fmt::format("({} > {})", size.text, capacity), "array-size");
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const SmvObject& array = layout_.objects[objects[i]];
    std::string taken = i == 0 ? smv_not(used[0]) : smv_and(used[i - 1], smv_not(used[i]));
    write_if(taken, array.length, size.text);
    write_var(array.in_use, i == 0 ? std::string("TRUE") : smv_or(used[i], used[i - 1]));
  }
  set_local(a.target, merged(cases, {.kind = SmvKind::Ref}));
}

// ---------------------------------------------------------------- threads

void SmvStep::operator()(const ir::Fork& a) {
  const ir::Procedure& callee = program_.proc(a.callee.proc);
  if (a.is_daemon) {
    return (*this)(ir::Limit{.what = "daemon threads in NuSMV", .unsupported = true});
  }
  std::vector<SmvValue> args;
  for (ir::ExprId arg : a.args) args.push_back(checked(arg));
  for (std::size_t i = 0; i < args.size(); ++i) {
    args[i] = share(converted(args[i], callee.locals[i].type), "argument");
  }
  const std::vector<std::size_t>& slots = layout_.threads_of[a.callee.proc];
  std::vector<std::pair<std::string, SmvValue>> cases;
  std::vector<std::string> busy;
  for (std::size_t s : slots) {
    std::string pc = share(read(layout_.threads[s].pc), "pc").text;
    busy.push_back(smv_not(smv_equal(pc, layout_.idle)));
  }
  // With fewer slots than threads there is one for every fork on any path.
  bool may_be_full = static_cast<std::int64_t>(slots.size()) >= layout_.options().threads;
  if (may_be_full) fail_limit(busy.back(), "threads");
  if (layout_.counts_threads) {
    std::vector<std::string> started;
    for (const SmvThread& slot : layout_.threads) {
      started.push_back(smv_not(smv_equal(read(slot.pc).text, layout_.idle)));
    }
    fail_limit(
        fmt::format("(count({}) >= {})", fmt::join(started, ", "), layout_.options().threads),
        "threads");
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const SmvThread& slot = layout_.threads[slots[i]];
    std::string taken = i == 0 ? smv_not(busy[0]) : smv_and(busy[i - 1], smv_not(busy[i]));
    SmvValue thread{slot.name, {.kind = SmvKind::Tid}};
    thread.domain.targets = {slots[i]};
    cases.emplace_back(smv_not(busy[i]), thread);
    const std::string& start = layout_.locations[a.callee.proc.index()][callee.entry.index()];
    write_if(taken, slot.pc, start);
    for (std::size_t p = 0; p < args.size(); ++p) {
      if (slot.locals[p] != kNoVar) write_if(taken, slot.locals[p], args[p].text);
    }
    for (std::size_t up = 0; up < slot.under.size(); ++up) {
      if (slot.under[up] == kNoVar) continue;
      std::size_t mine = up == self_ ? kNoVar : layout_.threads[self_].under[up];
      bool inherits = mine != kNoVar && layout_.options().semantics.join != ir::JoinMode::Children;
      if (up == self_) {
        write_if(taken, slot.under[up], "TRUE");
      } else if (inherits) {
        write_if(taken, slot.under[up], read(mine).text);
      }
    }
  }
  set_local(a.target, merged(cases, {.kind = SmvKind::Tid}));
}

void SmvStep::operator()(const ir::Join&) {}
void SmvStep::operator()(const ir::JoinThread& a) {
  fail_error(null_test(share(checked(a.thread), "thread")));
}
void SmvStep::operator()(const ir::Self&) { throw SmvUnsupported{"the current thread"}; }

// When the thread has ended; it is not null.
std::string SmvStep::ended(const SmvValue& thread) {
  std::vector<std::string> ended;
  for (std::size_t target : thread.domain.targets) {
    const SmvThread& slot = layout_.threads[target];
    ended.push_back(
        smv_and(smv_equal(thread.text, slot.name), smv_equal(read(slot.pc).text, layout_.ended)));
  }
  return smv_or(ended);
}

void SmvStep::operator()(const ir::TestThread& a) {
  SmvValue thread = share(checked(a.thread), "thread");
  fail_error(null_test(thread));
  set_local(a.target, {ended(thread), {}});
}

// ---------------------------------------------------------------- specifications

void SmvStep::operator()(const ir::Assert& a) {
  std::string holds = condition(a.condition);
  fail(smv_not(holds),
       traps_.assertion(layout_.threads[self_].proc, id_, action_, transition_.span));
}

void SmvStep::operator()(const ir::Assume& a) {
  if (a.halts) {
    return (*this)(ir::Limit{.what = "ending all threads at once, in NuSMV", .unsupported = true});
  }
  std::string holds = condition(a.condition);
  fail(smv_not(holds), traps_.discarded());
}

void SmvStep::operator()(const ir::Limit& a) { fail_limit("TRUE", pass::bound_of(a)); }

// ---------------------------------------------------------------- control

void SmvStep::operator()(const ir::Throw& a) {
  if (a.object) throw SmvUnsupported{"exceptions that are objects"};
  write_var(layout_.threads[self_].exception, "TRUE");
}

void SmvStep::operator()(const ir::Catch& a) {
  if (a.target) throw SmvUnsupported{"exceptions that are objects"};
  std::size_t exception = layout_.threads[self_].exception;
  if (exception != kNoVar) write_var(exception, "FALSE");
}

void SmvStep::operator()(const ir::Return& a) {
  if (!a.value) return;
  SmvValue value = converted(checked(a.value), proc_.result);
  set_local(proc_.retval, std::move(value));
}

void SmvStep::operator()(const ir::Print& a) {
  for (const ir::PrintItem& item : a.items) {
    if (item.value) checked(item.value);
  }
}

void SmvStep::operator()(const ir::Call&) { UNREACHABLE("a finite model calls nothing"); }
void SmvStep::operator()(const ir::CheckContract&) {
  UNREACHABLE("a finite model has no contracts");
}
void SmvStep::operator()(std::monostate) { UNREACHABLE("an action of no kind"); }

}  // namespace nusmv
