// The actions of a transition as statements of Promela.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/spin/promela_proc.h"
#include "ir/pass/features.h"

namespace spin {

// One case per action: a missing one fails to compile.
struct PromelaProc::Actions {
  PromelaProc& p;

  void operator()(const ir::Assign& a) const { p.assign(a.target, p.exprs_.value(a.value)); }
  void operator()(const ir::LoadField& a) const { p.assign(a.target, p.exprs_.read(a)); }
  void operator()(const ir::LoadElement& a) const { p.assign(a.target, p.exprs_.read(a)); }
  void operator()(const ir::LoadGlobal& a) const { p.assign(a.target, p.exprs_.read(a)); }
  void operator()(const ir::TestLock& a) const { p.assign(a.target, p.exprs_.read(a)); }
  void operator()(const ir::TestThread& a) const { p.assign(a.target, p.exprs_.read(a)); }
  void operator()(const ir::StoreField& a) const {
    p.store(p.exprs_.field(a.object, a.field), p.program_.field(a.field).type, a.value);
  }
  void operator()(const ir::StoreElement& a) const {
    ir::TypeId type = p.program_.type(p.program_.expr(a.array).type).element;
    p.store(p.exprs_.element(a.array, a.index), type, a.value);
  }
  void operator()(const ir::StoreGlobal& a) const {
    p.store({p.layout_.global(a.global)}, p.program_.global(a.global).type, a.value);
  }
  void operator()(const ir::New& a) const { p.allocate(a.collection, a.target, ""); }
  void operator()(const ir::NewArray& a) const {
    if (!a.collection || a.sizes.size() != 1) {
      throw PromelaUnsupported{"an array outside of a collection, or an array of new arrays"};
    }
    PromelaValue size = p.exprs_.value(a.sizes[0]);
    p.require(size.defined);
    if (size.lo < 0) p.require(fmt::format("({} >= 0)", size.text));
    const PromelaUnit& unit = p.layout_.unit_of(a.collection);
    if (size.hi > unit.capacity) {
      p.code_->check(fmt::format("({} <= {})", size.text, unit.capacity),
                     p.shared_.limit("array-size"));
    }
    const PromelaGroup& group = *p.layout_.group_of(a.type);
    std::string at = promela_bare(promela_sum("h_scratch", unit.numbers.lo - group.numbers.lo));
    p.allocate(a.collection, a.target,
               fmt::format("{}[{}] = {}; ", group.lengths, at, promela_bare(size.text)));
  }
  void operator()(const ir::Call&) const { throw PromelaUnsupported{"a call"}; }
  void operator()(const ir::Fork& a) const {
    if (!a.is_daemon) return p.fork(a);
    (*this)(ir::Limit{.what = "daemon threads in a model for SPIN", .unsupported = true});
  }
  void operator()(const ir::Join&) const {}
  void operator()(const ir::JoinThread& a) const { p.require(p.exprs_.ended(a.thread).defined); }
  void operator()(const ir::Self& a) const {
    bool is_thread = p.program_.type(p.proc_.local(a.target).type).kind == ir::TypeKind::Tid;
    if (!is_thread) throw PromelaUnsupported{"the object of the current thread"};
    p.code_->line(fmt::format("{} = _pid;", p.names_[a.target.index()]));
  }
  void operator()(const ir::Enter& a) const { p.enter(a.lock); }
  void operator()(const ir::Exit& a) const { p.exit(a.lock); }
  void operator()(const ir::Acquire& a) const {
    PromelaLock l = p.exprs_.lock(a.lock);
    p.require(l.defined);
    p.code_->line(fmt::format("{}.owner = SEMAPHORE;", l.text));
  }
  void operator()(const ir::Release& a) const {
    PromelaLock l = p.exprs_.lock(a.lock);
    p.require(promela_and(l.defined, fmt::format("({}.owner == SEMAPHORE)", l.text)));
    p.code_->line(fmt::format("{}.owner = 0;", l.text));
  }
  void operator()(const ir::Wait& a) const { p.wait(a.lock); }
  void operator()(const ir::Unwait& a) const { p.unwait(a); }
  void operator()(const ir::Notify& a) const { p.notify(a.lock); }
  void operator()(const ir::NotifyAll& a) const { p.notify_all(a.lock); }
  void operator()(const ir::Assert& a) const {
    p.code_->line("CHECKED");
    PromelaValue holds = p.exprs_.value(a.condition);
    p.require(promela_and(holds.defined, holds.text));
  }
  void operator()(const ir::Assume& a) const {
    if (a.halts) {
      p.layout_.needs.over = true;
      p.code_->line("HALTED;");
      p.is_over_ = true;
      return;
    }
    PromelaValue holds = p.exprs_.value(a.condition);
    p.require(holds.defined);
    p.layout_.needs.over = true;
    p.code_->check(holds.text, "DISCARDED");
  }
  void operator()(const ir::CheckContract&) const { throw PromelaUnsupported{"a contract"}; }
  void operator()(const ir::Limit& a) const {
    std::string bound = pass::bound_of(a);
    p.code_->line((a.unsupported ? p.shared_.cut(bound) : p.shared_.limit(bound)) + ";");
    p.is_over_ = true;
  }
  void operator()(const ir::Havoc& a) const { p.havoc(a.target); }
  void operator()(const ir::Choose& a) const { p.choose(a); }
  void operator()(const ir::ChooseInstance& a) const { p.choose_instance(a); }
  void operator()(const ir::ChooseReachable& a) const { p.choose_reachable(a); }
  void operator()(const ir::Throw& a) const {
    if (a.object) throw PromelaUnsupported{"exceptions that are objects"};
    std::string thrown = fmt::format("{} {}", ir::keyword(a.kind), a.message);
    auto& all = p.shared_.exceptions;
    auto at = std::find(all.begin(), all.end(), thrown);
    if (at == all.end()) at = all.insert(all.end(), thrown);
    if (all.size() > 255) throw PromelaUnsupported{"more than 255 exceptions"};
    p.code_->line(
        fmt::format("exception = {};  /* {} */", at - all.begin() + 1, ir::keyword(a.kind)));
  }
  void operator()(const ir::Catch& a) const {
    if (a.target) throw PromelaUnsupported{"exceptions that are objects"};
    if (p.throws_) p.code_->line("exception = 0;");
  }
  void operator()(const ir::Return&) const {}
  void operator()(const ir::Print&) const {}
  void operator()(std::monostate) const { UNREACHABLE("an action of no kind"); }
};

void PromelaProc::perform(const ir::Action& action) { ir::visit(Actions{*this}, action); }

// ---------------------------------------------------------------- variables

void PromelaProc::require(const std::string& condition) {
  if (condition != "true") layout_.needs.over = true;
  code_->check(condition, "ERROR");
}

void PromelaProc::assign(ir::LocalId target, const PromelaValue& value) {
  require(value.defined);
  if (!target) return;
  std::string fits = exprs_.fits(value, proc_.local(target).type);
  if (fits != "true") code_->check(fits, shared_.limit("range"));
  code_->line(fmt::format("{} = {};", names_[target.index()], promela_bare(value.text)));
}

void PromelaProc::store(const PromelaValue& place, ir::TypeId type, ir::ExprId id) {
  PromelaValue value = exprs_.value(id);
  require(promela_and(place.defined, value.defined));
  std::string fits = exprs_.fits(value, type);
  if (fits != "true") code_->check(fits, shared_.limit("range"));
  code_->line(fmt::format("{} = {};", place.text, promela_bare(value.text)));
}

// SPIN undoes the statements of an `atomic` sequence one by one, and does not undo hidden
// variables: what uses them must be indivisible.
void PromelaProc::begin_indivisible() {
  if (!is_step_) code_->line("d_step {");
}

void PromelaProc::end_indivisible() {
  if (!is_step_) code_->line("};");
}

// Takes a free slot; `prepare` is done with its index in `h_scratch`.
void PromelaProc::allocate(ir::CollectionId collection, ir::LocalId target,
                           const std::string& prepare) {
  if (!collection) throw PromelaUnsupported{"an object outside of a collection"};
  const PromelaUnit& unit = layout_.unit_of(collection);
  const std::string& name = names_[target.index()];
  std::int64_t size = unit.numbers.size();
  if (size == 1 && prepare.empty()) {
    code_->check(fmt::format("!{}[0]", unit.in_use), shared_.limit("instances"));
    code_->line(fmt::format("{}[0] = 1;", unit.in_use));
    code_->line(fmt::format("{} = {};", name, unit.numbers.lo));
    return;
  }
  begin_indivisible();
  code_->line("h_scratch = 0;");
  code_->line(
      fmt::format("do :: h_scratch < {} && {}[h_scratch] -> h_scratch++ :: else -> break od;", size,
                  unit.in_use));
  code_->line(
      fmt::format("if :: h_scratch < {} -> {}[h_scratch] = 1; {}{} = h_scratch + {} "
                  ":: else -> {} = 0 fi;",
                  size, unit.in_use, prepare, name, unit.numbers.lo, name));
  code_->line("h_scratch = 0;");
  end_indivisible();
  code_->check(fmt::format("({} != 0)", name), shared_.limit("instances"));
}

void PromelaProc::fork(const ir::Fork& a) {
  if (a.callee.is_virtual()) throw PromelaUnsupported{"a virtual fork"};
  const ir::Procedure& callee = program_.proc(a.callee.proc);
  std::string args;
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    PromelaValue value = exprs_.value(a.args[i]);
    require(value.defined);
    std::string fits = exprs_.fits(value, callee.local(callee.params[i]).type);
    if (fits != "true") code_->check(fits, shared_.limit("range"));
    args += (args.empty() ? "" : ", ") + promela_bare(value.text);
  }
  code_->check(fmt::format("(_nr_pr < {})", options_.threads + shared_.own_processes),
               shared_.own_limit("threads"));
  std::string forked = promela_offset("_nr_pr", shared_.own_processes - 1);
  tell_watches_of_fork(a, forked);
  if (layout_.needs.join) {
    code_->line(fmt::format("parent[{}] = _pid;", forked));
    if (options_.semantics.join == ir::JoinMode::Children) {
      code_->line("alive[_pid]++;");
    } else {
      begin_indivisible();
      code_->line("h_scratch = _pid;");
      code_->line(
          "do :: h_scratch != 0 -> alive[h_scratch]++; h_scratch = parent[h_scratch] "
          ":: else -> break od;");
      end_indivisible();
    }
  }
  std::string run = fmt::format("run {}({})", shared_.proctypes[a.callee.proc.index()], args);
  code_->line(a.target ? fmt::format("{} = {};", names_[a.target.index()], run) : run + ";");
}

// ---------------------------------------------------------------- choices

void PromelaProc::choose(const ir::Choose& a) {
  if (a.values.size() == 1) return assign(a.target, exprs_.value(a.values[0]));
  if (options_.choose_free && !a.external) {
    code_->line(shared_.cut("choices") + ";");
    is_over_ = true;
    return;
  }
  std::vector<PromelaValue> values;
  bool may_fail = false;
  for (ir::ExprId id : a.values) {
    values.push_back(exprs_.value(id));
    may_fail = may_fail || values.back().defined != "true" ||
               exprs_.fits(values.back(), proc_.local(a.target).type) != "true";
  }
  if (may_fail && values.size() > 255) throw PromelaUnsupported{"a choice among more than 255"};
  std::string target = may_fail ? "pick" : names_[a.target.index()];
  code_->line("if");
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::string value = may_fail ? std::to_string(i) : promela_bare(values[i].text);
    code_->line(fmt::format(":: {} = {}; printf(\"BRAID choice {} {}\\n\")", target, value, i,
                            values.size()));
  }
  code_->line("fi;");
  if (!may_fail) return;
  layout_.needs.pick = true;
  PromelaValue chosen = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;) {
    std::string is_this = fmt::format("(pick == {})", i);
    chosen.text = promela_if(is_this, values[i].text, chosen.text);
    chosen.defined = promela_if(is_this, values[i].defined, chosen.defined);
    chosen.lo = std::min(chosen.lo, values[i].lo);
    chosen.hi = std::max(chosen.hi, values[i].hi);
  }
  assign(a.target, chosen);
  code_->line("pick = 0;");
}

void PromelaProc::havoc(ir::LocalId target) {
  ir::TypeId type = proc_.local(target).type;
  const ir::Type& t = program_.type(type);
  const std::string& name = names_[target.index()];
  if (t.kind == ir::TypeKind::Enum) {
    const auto& members = program_.enums[t.enumeration.index()].members;
    code_->line("if");
    for (std::size_t i = 0; i < members.size(); ++i) {
      code_->line(fmt::format(":: {} = {}; printf(\"BRAID choice {} {}\\n\")", name,
                              members[i].value, i, members.size()));
    }
    code_->line("fi;");
    return;
  }
  bool is_known = t.kind == ir::TypeKind::Bool || t.kind == ir::TypeKind::Range;
  if (!is_known) {
    throw PromelaUnsupported{fmt::format("any value of type {}", program_.type_name(type))};
  }
  PromelaRange values = layout_.values_of(type);
  code_->line(fmt::format("select({} : {} .. {});", name, values.lo, values.hi));
  code_->line(
      fmt::format("printf(\"BRAID choice %d {}\\n\", {} - ({}));", values.size(), name, values.lo));
}

// Says which object was taken; its position among the alternatives is found in the replay.
void PromelaProc::offer_instances(ir::LocalId target, ir::ClassId cls, bool reached) {
  const std::string& name = names_[target.index()];
  std::vector<std::pair<std::int64_t, std::string>> among;  // with the condition
  for (const PromelaUnit& unit : layout_.units()) {
    if (!layout_.is_instance(unit, cls)) continue;
    for (std::int64_t n = unit.numbers.lo; n <= unit.numbers.hi; ++n) {
      among.emplace_back(n, reached ? fmt::format("reached[{}]", n) : layout_.exists(n));
    }
  }
  if (options_.choose_free && among.size() > 1) {
    std::string count;
    for (const auto& [n, is_one] : among) {
      count += fmt::format("{}({})", count.empty() ? "" : " + ", is_one);
    }
    code_->check(fmt::format("({} <= 1)", count), shared_.cut("choices"));
  }
  code_->line("if");
  for (const auto& [n, is_one] : among) {
    code_->line(
        fmt::format(":: {} -> {} = {}; printf(\"BRAID instance {}\\n\")", is_one, name, n, n));
  }
  code_->line(":: else");
  code_->line("fi;");
}

void PromelaProc::choose_instance(const ir::ChooseInstance& a) {
  offer_instances(a.target, a.cls, false);
}

void PromelaProc::choose_reachable(const ir::ChooseReachable& a) {
  PromelaValue root = exprs_.value(a.root);
  require(root.defined);
  layout_.needs.reachable = true;
  mark_reachable(root.text);
  offer_instances(a.target, a.cls, true);
  code_->line(
      fmt::format("d_step {{ h_scratch = 0; do :: h_scratch <= {0} -> reached[h_scratch] = 0; "
                  "h_scratch++ :: else -> break od; h_scratch = 0 }};",
                  layout_.object_count()));
}

static bool refers(ir::TypeKind kind) {
  return kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array || kind == ir::TypeKind::Record ||
         kind == ir::TypeKind::FixedArray;
}

// Marks what can be reached from the root, pass after pass over all objects until a pass
// finds nothing new.
void PromelaProc::mark_reachable(const std::string& root) {
  auto line = [&](const std::string& text) { code_->line(text); };
  auto mark = [&](const std::string& place) {
    line(
        fmt::format("    if :: {0} != 0 && !reached[{0}] -> reached[{0}] = 1; h_grown = 1 "
                    ":: else fi;",
                    place));
  };
  line("d_step {");
  line(fmt::format("if :: {0} != 0 -> reached[{1}] = 1; h_grown = 1 :: else -> h_grown = 0 fi;",
                   root, promela_bare(root)));
  line("do");
  line(":: h_grown -> h_grown = 0; h_scratch = 1;");
  line("  do");
  line(fmt::format("  :: h_scratch <= {} ->", layout_.object_count()));
  line("    if :: reached[h_scratch] ->");
  for (const ir::Class& cls : program_.classes) {
    for (ir::FieldId id : cls.fields) {
      PromelaRange owners = layout_.class_range(program_.field(id).owner);
      if (!refers(program_.type(program_.field(id).type).kind) || owners.size() == 0) continue;
      line(fmt::format("    if :: h_scratch >= {} && h_scratch <= {} ->", owners.lo, owners.hi));
      mark(layout_.field("h_scratch", id));
      line("    :: else fi;");
    }
  }
  for (const PromelaGroup& group : layout_.groups()) {
    if (!refers(program_.type(group.element).kind) || group.numbers.size() == 0) continue;
    line(fmt::format("    if :: h_scratch >= {} && h_scratch <= {} ->", group.numbers.lo,
                     group.numbers.hi));
    for (std::int64_t i = 0; i < group.capacity; ++i) {
      mark(layout_.element(group, "h_scratch", std::to_string(i)));
    }
    line("    :: else fi;");
  }
  line("    skip :: else fi;");
  line("    h_scratch++");
  line("  :: else -> break");
  line("  od");
  line(":: else -> break");
  line("od };");
}

}  // namespace spin
