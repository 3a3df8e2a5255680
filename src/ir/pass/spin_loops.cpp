// For each step that reads a variable and lies on a cycle, the ways around the cycle are followed
// with symbols for what is read. A way waits if
// - it reads one variable, in that one step; others that it reads are set only once, and are
// reloaded
//   into the locals that hold them (`is_reloaded`),
// - it writes nothing, but for the value that the step has read, as a compare-and-set does that
// fails,
// - at each branch the other transitions exclude the one that it takes,
// - it comes back with the old values in all locals that are live there, and
// - what it asks for depends on the variable.
// A round along such a way leaves the state as it was, so that only how long it takes is lost if
// the step waits until the condition of no such way holds. The rest of the loop stays as it is.
// Ways that read two variables are no such rounds: between the reads, another thread may move.
#include "ir/pass/spin_loops.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ir/pass/cycles.h"
#include "ir/pass/inline_calls.h"
#include "ir/pass/liveness.h"
#include "ir/pass/places.h"

namespace pass {

namespace {

constexpr std::size_t kLongest = 60;     // transitions of a way
constexpr std::size_t kMostSteps = 400;  // of all ways from one location
constexpr std::size_t kMostWays = 8;
constexpr std::size_t kLargestValue = 500;  // nodes of a value, and of the conditions of a way

using ir::ExprId;

bool is_opposite(ir::BinaryOp a, ir::BinaryOp b) {
  using enum ir::BinaryOp;
  return (a == Eq && b == Ne) || (a == Ne && b == Eq) || (a == Lt && b == Ge) ||
         (a == Ge && b == Lt) || (a == Gt && b == Le) || (a == Le && b == Gt);
}

// They never hold both.
bool exclude(const ir::Program& program, ExprId a, ExprId b) {
  if (!a || !b) return false;
  const ir::Expr& x = program.expr(a);
  const ir::Expr& y = program.expr(b);
  auto is_negation = [&](const ir::Expr& e, ExprId other) {
    return e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not &&
           is_same(program, e.a, other);
  };
  if (is_negation(x, b) || is_negation(y, a)) return true;
  if (x.kind == ir::ExprKind::Binary && x.binary == ir::BinaryOp::And) {
    return exclude(program, x.a, b) || exclude(program, x.b, b);
  }
  if (y.kind == ir::ExprKind::Binary && y.binary == ir::BinaryOp::And) {
    return exclude(program, a, y.a) || exclude(program, a, y.b);
  }
  return x.kind == ir::ExprKind::Binary && y.kind == ir::ExprKind::Binary &&
         is_opposite(x.binary, y.binary) && is_same(program, x.a, y.a) &&
         is_same(program, x.b, y.b);
}

// What a round knows of the values that it has read.
struct Way {
  std::vector<ExprId> values;  // by local, over the locals at the start; invalid: the old one
  std::vector<ExprId> conditions;
  std::vector<ExprId> written;  // into the variable that was read
};

class SpinFinder {
 public:
  SpinFinder(ir::Program& program, Spins spins, const SetOnce& set_once, ir::Procedure& proc,
             const std::vector<std::uint32_t>& origin)
      : program_(program),
        spins_(spins),
        set_once_(set_once),
        proc_(proc),
        origin_(origin),
        cycles_(proc) {
    outgoing_ = ir::outgoing(proc_);
    incoming_.resize(proc_.locations.size());
    for (std::size_t i = 0; i < proc_.transitions.size(); ++i) {
      const ir::Transition& t = proc_.transitions[i];
      incoming_[t.target.index()].emplace_back(i);
      if (t.except) incoming_[t.except.index()].emplace_back(i);
    }
    used_.resize(proc_.transitions.size(), false);
  }

  // Whether some step waits now.
  bool run() {
    bool changed = false;
    std::size_t count = proc_.transitions.size();
    for (std::size_t i = 0; i < count; ++i) changed = look_at(ir::TransId(i)) || changed;
    return changed;
  }
  // The calls of the old procedure that waiting ways go through.
  std::vector<bool> used_calls(std::size_t count) const {
    std::vector<bool> result(count, false);
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (used_[i] && origin_[i] != Inlined::kOwn) result[origin_[i]] = true;
    }
    return result;
  }

 private:
  const ir::Transition& transition(ir::TransId id) const { return proc_.transitions[id.index()]; }
  ExprId local(ir::LocalId id) { return program_.local_expr(proc_, id); }

  bool look_at(ir::TransId id) {
    start_ = transition(id).source;
    const ir::Transition t = transition(id);
    if (t.target.index() >= outgoing_.size()) return false;  // what waits already
    bool on_cycle = cycles_.contains(start_) && cycles_.contains(t.target) &&
                    cycles_.component(start_) == cycles_.component(t.target);
    if (!on_cycle || !proc_.location(start_).live) return false;
    variable_.reset();
    symbol_ = {};
    has_new_symbol_ = false;
    waits_ = {};
    steps_ = 0;
    ways_ = 0;
    path_.clear();
    std::size_t locals = proc_.locals.size();
    Way way;
    if (!begin(t, way)) {
      drop_symbols(locals);
      return false;
    }
    path_.push_back(id);
    walk(t.target, way);
    path_.clear();
    if (!waits_) {
      drop_symbols(locals);
      return false;
    }
    ExprId goes_on = program_.unary(ir::UnaryOp::Not, waits_);
    if (has_new_symbol_ && t.guard) {
      split(id, goes_on);
      return true;
    }
    ir::Transition& changed = proc_.transitions[id.index()];
    if (has_new_symbol_) changed.reads.push_back(*variable_);
    changed.guard =
        changed.guard ? program_.binary(ir::BinaryOp::And, changed.guard, goes_on) : goes_on;
    changed.invisible = false;
    return true;
  }

  // Only where the guard holds can the variable be read: the thread waits behind it.
  void split(ir::TransId id, ExprId goes_on) {
    ir::Transition behind = transition(id);
    behind.source = ir::LocId(proc_.locations.size());
    behind.guard = program_.binary(ir::BinaryOp::And, behind.guard, goes_on);
    behind.reads.push_back(*variable_);
    behind.invisible = false;
    proc_.locations.push_back({unused_name(proc_.locations, "$s"), std::nullopt});
    ir::Transition& before = proc_.transitions[id.index()];
    before.actions.clear();
    before.target = behind.source;
    before.except = {};
    before.invisible = false;
    proc_.transitions.push_back(std::move(behind));
  }

  void drop_symbols(std::size_t locals) { proc_.locals.resize(locals); }

  // The step that reads the variable. Its reads come first, then its guard, then its actions.
  bool begin(const ir::Transition& t, Way& way) {
    for (const ir::Action& read : t.reads) {
      if (!may_be_awaited(read)) return false;
      if (variable_ && !is_same_place(program_, *variable_, read)) return false;
      if (!variable_) {
        variable_ = read;
        symbol_ = ir::written_local(read);
        if (!place_is_fixed(read)) return false;
      } else {
        set(way, ir::written_local(read), local(symbol_));
      }
    }
    if (t.guard && !add_condition(way, t.guard)) return false;
    for (const ir::Action& action : t.actions) {
      if (!is_load(action)) {
        if (!step(action, way)) return false;
        continue;
      }
      ir::Action load = action;
      if (!put_values(way, load)) return false;
      if (!variable_) {
        if (!may_be_awaited(load) || !place_is_fixed(load)) return false;
        variable_ = load;
        symbol_ = ir::LocalId(proc_.locals.size());
        ir::Local made;
        made.name = unused_name(proc_.locals, "$s");
        made.type = proc_.local(ir::written_local(load)).type;
        made.is_temp = true;
        proc_.locals.push_back(std::move(made));
        set_target(*variable_, symbol_);
        has_new_symbol_ = true;
      } else if (!may_be_awaited(load) || !is_same_place(program_, *variable_, load) ||
                 !way.written.empty()) {
        return false;
      }
      set(way, ir::written_local(action), local(symbol_));
    }
    return variable_.has_value();
  }

  bool may_be_awaited(const ir::Action& read) const {
    if (!is_load(read) || is_set_once(read)) return false;
    return spins_ == Spins::All || mode_of(read) != ir::AccessMode::Plain;
  }

  ir::AccessMode mode_of(const ir::Action& load) const {
    if (const auto* field = std::get_if<ir::LoadField>(&load)) {
      return ir::mode_of(field->mode, program_.field(field->field).sharing);
    }
    if (const auto* global = std::get_if<ir::LoadGlobal>(&load)) {
      return ir::mode_of(global->mode, program_.global(global->global).sharing);
    }
    return ir::mode_of(std::get<ir::LoadElement>(load).mode, ir::Sharing::Plain);
  }

  static void set_target(ir::Action& load, ir::LocalId target) {
    if (auto* field = std::get_if<ir::LoadField>(&load)) field->target = target;
    if (auto* element = std::get_if<ir::LoadElement>(&load)) element->target = target;
    if (auto* global = std::get_if<ir::LoadGlobal>(&load)) global->target = target;
  }

  // In place of locals, the values that they have on the way.
  bool put_values(const Way& way, ir::Action& load) {
    if (auto* field = std::get_if<ir::LoadField>(&load)) field->object = value(way, field->object);
    if (auto* element = std::get_if<ir::LoadElement>(&load)) {
      element->array = value(way, element->array);
      element->index = value(way, element->index);
    }
    return true;
  }

  // It does not depend on what was read.
  bool place_is_fixed(const ir::Action& load) const {
    bool result = true;
    ir::for_each_expr(load, [&](ExprId e) {
      result = result && !(symbol_ && ir::mentions(program_, e, symbol_)) && is_plain(e);
    });
    return result;
  }
  bool is_plain(ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Cast) return is_plain(e.a);
    return e.kind == ir::ExprKind::Local || e.kind == ir::ExprKind::Constant;
  }

  bool is_set_once(const ir::Action& load) const {
    auto is_in = [](const std::vector<bool>& set, auto id) {
      return id.index() < set.size() && set[id.index()];
    };
    if (is_constant(program_, load)) return true;
    if (const auto* field = std::get_if<ir::LoadField>(&load)) {
      return is_in(set_once_.fields, field->field);
    }
    const auto* global = std::get_if<ir::LoadGlobal>(&load);
    return global && is_in(set_once_.globals, global->global);
  }

  // ---- the round
  // Values are made of values, so that a few assignments can make trees that nobody can walk.
  std::size_t size(ExprId id) {
    if (!id) return 0;
    if (sizes_.size() <= id.index()) sizes_.resize(id.index() + 1, 0);
    if (sizes_[id.index()] > 0) return sizes_[id.index()];
    const ir::Expr e = program_.expr(id);
    std::size_t all = 1 + size(e.a) + size(e.b) + size(e.c);
    sizes_[id.index()] = static_cast<std::uint16_t>(std::min(all, kLargestValue + 1));
    return sizes_[id.index()];
  }
  // Nothing: it is too large.
  std::optional<ExprId> small_value(const Way& way, ExprId id) {
    if (size(id) > kLargestValue) return std::nullopt;
    ExprId result = value(way, id);
    return size(result) > kLargestValue ? std::nullopt : std::optional(result);
  }
  bool add_condition(Way& way, ExprId guard) {
    auto condition = small_value(way, guard);
    if (condition) way.conditions.push_back(*condition);
    return condition.has_value();
  }

  ExprId value(const Way& way, ExprId id) {
    if (!id) return id;
    ir::Expr e = program_.expr(id);
    if (e.kind == ir::ExprKind::Constant) return id;
    if (e.kind == ir::ExprKind::Local) {
      bool is_known = e.local.index() < way.values.size() && way.values[e.local.index()];
      return is_known ? way.values[e.local.index()] : id;
    }
    ExprId a = value(way, e.a);
    ExprId b = value(way, e.b);
    ExprId c = value(way, e.c);
    if (a == e.a && b == e.b && c == e.c) return id;
    e.a = a, e.b = b, e.c = c;
    return program_.add(e);
  }

  static void set(Way& way, ir::LocalId target, ExprId value) {
    if (!target) return;
    if (way.values.size() <= target.index()) way.values.resize(target.index() + 1);
    way.values[target.index()] = value;
  }

  bool step(const ir::Action& action, Way& way) {
    if (const auto* assign = std::get_if<ir::Assign>(&action)) {
      if (has_quantifier(assign->value)) return false;
      auto assigned = small_value(way, assign->value);
      if (assigned) set(way, assign->target, *assigned);
      return assigned.has_value();
    }
    ir::Action place;
    std::optional<ExprId> stored;
    if (const auto* field = std::get_if<ir::StoreField>(&action)) {
      place = ir::LoadField{{}, value(way, field->object), field->field};
      stored = small_value(way, field->value);
    } else if (const auto* element = std::get_if<ir::StoreElement>(&action)) {
      place = ir::LoadElement{{}, value(way, element->array), value(way, element->index)};
      stored = small_value(way, element->value);
    } else if (const auto* global = std::get_if<ir::StoreGlobal>(&action)) {
      place = ir::LoadGlobal{{}, global->global};
      stored = small_value(way, global->value);
    } else {
      return false;
    }
    if (!stored || !variable_ || !is_same_place(program_, *variable_, place)) return false;
    way.written.push_back(*stored);
    return true;
  }

  bool has_quantifier(ExprId id) const {
    if (!id) return false;
    const ir::Expr& e = program_.expr(id);
    return e.kind >= ir::ExprKind::Forall || has_quantifier(e.a) || has_quantifier(e.b) ||
           has_quantifier(e.c);
  }

  void walk(ir::LocId at, const Way& way) {
    if (at == start_) return come_back(way);
    if (at.index() >= outgoing_.size()) return;  // what waits already
    bool is_inside = cycles_.contains(at) && cycles_.component(at) == cycles_.component(start_);
    if (!is_inside || path_.size() > kLongest || ++steps_ > kMostSteps) return;
    bool was_here = std::any_of(path_.begin() + 1, path_.end(),
                                [&](ir::TransId id) { return transition(id).source == at; });
    if (was_here) return;
    for (ir::TransId id : outgoing_[at.index()]) {
      const ir::Transition& t = transition(id);
      if (!t.reads.empty() || !is_only_way(at, id)) continue;
      Way next = way;
      if (t.guard) {
        if (has_quantifier(t.guard)) continue;
        if (!add_condition(next, t.guard)) continue;
      }
      bool is_good = std::all_of(t.actions.begin(), t.actions.end(), [&](const ir::Action& action) {
        if (!is_load(action)) {
          return std::holds_alternative<ir::Assign>(action) && step(action, next);
        }
        return reload(action, next);
      });
      if (!is_good) continue;
      path_.push_back(id);
      walk(t.target, next);
      path_.pop_back();
    }
  }

  // With the guard of this transition, the thread can go no other way.
  bool is_only_way(ir::LocId at, ir::TransId id) const {
    const auto& outgoing = outgoing_[at.index()];
    return std::all_of(outgoing.begin(), outgoing.end(), [&](ir::TransId other) {
      return other == id || exclude(program_, transition(id).guard, transition(other).guard);
    });
  }

  // A variable that is set once, into the local that holds its value all along.
  bool reload(const ir::Action& load, Way& way) {
    if (!is_set_once(load)) return false;
    ir::Action place = load;
    if (!put_values(way, place)) return false;
    ir::LocalId target = ir::written_local(load);
    if (!is_reloaded(target, place)) return false;
    set(way, target, local(target));
    return true;
  }

  // Wherever the start is reached from, the same load has come right before, and its value, if it
  // is a reference, was found not to be null: what is set once will be the same.
  bool is_reloaded(ir::LocalId target, const ir::Action& place) {
    bool is_reference = ir::is_reference(program_.type(proc_.local(target).type).kind);
    bool is_there = !is_reference || is_constant(program_, place);
    ir::LocId at = start_;
    for (std::size_t i = 0; i < kLongest; ++i) {
      const auto& before = incoming_[at.index()];
      if (before.size() != 1 || at == proc_.entry) return false;
      const ir::Transition& t = transition(before.front());
      if (t.target != at) return false;
      if (t.except && t.except == at) return false;
      is_there = is_there || (t.guard && says_not_null(t.guard, target));
      for (std::size_t k = t.actions.size(); k-- > 0;) {
        const ir::Action& action = t.actions[k];
        if (is_load(action) && ir::written_local(action) == target) {
          return is_there && is_same_place(program_, place, action);
        }
        if (changes(action, target, place)) return false;
      }
      for (const ir::Action& read : t.reads) {
        if (changes(read, target, place)) return false;
      }
      at = t.source;
      if (at == start_) return false;
    }
    return false;
  }

  // The local has this value at the start, which is over the locals there: it is its own, or that
  // of the assignment that has come right before.
  bool is_as_before(ir::LocalId target, ExprId value) const {
    const ir::Expr& e = program_.expr(value);
    if (e.kind == ir::ExprKind::Local && e.local == target) return true;
    std::vector<ir::LocalId> changed;  // behind the assignment
    ir::LocId at = start_;
    for (std::size_t i = 0; i < kLongest; ++i) {
      const auto& before = incoming_[at.index()];
      if (before.size() != 1 || at == proc_.entry) return false;
      const ir::Transition& t = transition(before.front());
      if (t.target != at || (t.except && t.except == at)) return false;
      for (std::size_t k = t.actions.size(); k-- > 0;) {
        ir::LocalId written = ir::written_local(t.actions[k]);
        if (!written) continue;
        if (written != target) {
          changed.push_back(written);
          continue;
        }
        const auto* assign = std::get_if<ir::Assign>(&t.actions[k]);
        bool is_same_value = assign && is_same(program_, assign->value, value);
        return is_same_value && !ir::mentions(program_, value, target) &&
               std::none_of(changed.begin(), changed.end(), [&](ir::LocalId other) {
                 return ir::mentions(program_, value, other);
               });
      }
      for (const ir::Action& read : t.reads) {
        if (ir::written_local(read) == target) return false;
        changed.push_back(ir::written_local(read));
      }
      at = t.source;
      if (at == start_) return false;
    }
    return false;
  }

  bool changes(const ir::Action& action, ir::LocalId target, const ir::Action& place) const {
    ir::LocalId written = ir::written_local(action);
    if (!written) return false;
    bool result = written == target;
    ir::for_each_expr(place,
                      [&](ExprId e) { result = result || ir::mentions(program_, e, written); });
    return result;
  }

  bool says_not_null(ExprId id, ir::LocalId target) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind != ir::ExprKind::Binary) return false;
    if (e.binary == ir::BinaryOp::And) {
      return says_not_null(e.a, target) || says_not_null(e.b, target);
    }
    if (e.binary != ir::BinaryOp::Ne) return false;
    const ir::Expr& a = program_.expr(e.a);
    const ir::Expr& b = program_.expr(e.b);
    return a.kind == ir::ExprKind::Local && a.local == target && b.kind == ir::ExprKind::Constant &&
           std::holds_alternative<ir::NullValue>(program_.constant(b.constant));
  }

  // ---- back at the start
  void come_back(const Way& way) {
    bool depends = std::any_of(way.conditions.begin(), way.conditions.end(),
                               [&](ExprId e) { return ir::mentions(program_, e, symbol_); });
    std::size_t total = 0;
    for (ExprId condition : way.conditions) total += size(condition);
    if (!depends || ways_ == kMostWays || total > kLargestValue) return;
    for (ir::LocalId live : *proc_.location(start_).live) {
      if (live.index() >= way.values.size() || !way.values[live.index()]) continue;
      if (!is_as_before(live, way.values[live.index()])) return;
    }
    for (ExprId written : way.written) {
      if (!is_what_was_read(way, written)) return;
    }
    ++ways_;
    ExprId all = way.conditions.front();
    for (std::size_t i = 1; i < way.conditions.size(); ++i) {
      all = program_.binary(ir::BinaryOp::And, all, way.conditions[i]);
    }
    waits_ = waits_ ? program_.binary(ir::BinaryOp::Or, waits_, all) : all;
    for (ir::TransId id : path_) {
      if (id.index() < used_.size()) used_[id.index()] = true;
    }
  }

  // The truth of a condition, as far as the conditions of the way say it.
  std::optional<bool> truth(const Way& way, ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Constant) {
      const bool* known = std::get_if<bool>(&program_.constant(e.constant));
      return known ? std::optional(*known) : std::nullopt;
    }
    if (e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not) {
      auto other = truth(way, e.a);
      return other ? std::optional(!*other) : std::nullopt;
    }
    for (ExprId known : way.conditions) {
      if (auto said = said_by(known, id)) return said;
    }
    return std::nullopt;
  }

  std::optional<bool> said_by(ExprId known, ExprId id) const {
    if (is_same(program_, known, id)) return true;
    const ir::Expr& k = program_.expr(known);
    if (k.kind == ir::ExprKind::Unary && k.unary == ir::UnaryOp::Not) {
      auto other = said_by(k.a, id);
      return other ? std::optional(!*other) : std::nullopt;
    }
    if (k.kind != ir::ExprKind::Binary) return std::nullopt;
    if (k.binary == ir::BinaryOp::And) {
      auto a = said_by(k.a, id);
      return a == true ? a : said_by(k.b, id) == true ? std::optional(true) : std::nullopt;
    }
    return exclude(program_, known, id) ? std::optional(false) : std::nullopt;
  }

  bool is_what_was_read(const Way& way, ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Local) return e.local == symbol_;
    if (e.kind == ir::ExprKind::Ite) {
      auto chosen = truth(way, e.a);
      return chosen && is_what_was_read(way, *chosen ? e.b : e.c);
    }
    // Zeros of both signs compare as equal.
    bool is_float = ir::is_floating(program_.type(e.type).kind);
    if (e.kind != ir::ExprKind::Constant || is_float) return false;
    // The way says that the variable has this value.
    if (const bool* wanted = std::get_if<bool>(&program_.constant(e.constant))) {
      return std::any_of(way.conditions.begin(), way.conditions.end(),
                         [&](ExprId condition) { return says_truth(condition, *wanted); });
    }
    return std::any_of(way.conditions.begin(), way.conditions.end(), [&](ExprId condition) {
      const ir::Expr& c = program_.expr(condition);
      if (c.kind != ir::ExprKind::Binary || c.binary != ir::BinaryOp::Eq) return false;
      const ir::Expr& a = program_.expr(c.a);
      return a.kind == ir::ExprKind::Local && a.local == symbol_ && is_same(program_, c.b, id);
    });
  }

  // The condition is the symbol, or its negation.
  bool says_truth(ExprId condition, bool wanted) const {
    const ir::Expr& e = program_.expr(condition);
    if (e.kind == ir::ExprKind::Local) return wanted && e.local == symbol_;
    bool negates = e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not;
    return negates && says_truth(e.a, !wanted);
  }

  ir::Program& program_;
  Spins spins_;
  const SetOnce& set_once_;
  ir::Procedure& proc_;
  const std::vector<std::uint32_t>& origin_;
  Cycles cycles_;
  std::vector<std::vector<ir::TransId>> outgoing_;
  std::vector<std::vector<ir::TransId>> incoming_;
  std::vector<std::uint16_t> sizes_;  // by expression; 0: not known
  std::vector<bool> used_;            // by transition: a waiting way takes it
  // The step at hand.
  ir::LocId start_;
  std::optional<ir::Action> variable_;  // reads it into `symbol_`
  ir::LocalId symbol_;
  bool has_new_symbol_ = false;  // the step does not read it before its guard yet
  ExprId waits_;                 // the condition of the waiting ways; invalid: there is none
  std::size_t steps_ = 0;
  std::size_t ways_ = 0;
  std::vector<ir::TransId> path_;
};

bool has_cycle(const ir::Procedure& proc, const Cycles& cycles) {
  for (std::size_t at = 0; at < proc.locations.size(); ++at) {
    if (cycles.contains(ir::LocId(at))) return true;
  }
  return false;
}

bool rewrite(ir::Program& program, Spins spins, const SetOnce& set_once, const Hierarchy& hierarchy,
             ir::Procedure& proc) {
  Cycles cycles(proc);
  if (!has_cycle(proc, cycles)) return false;
  auto on_cycle = [&](ir::TransId id) {
    const ir::Transition& t = proc.transitions[id.index()];
    return cycles.contains(t.source) && cycles.contains(t.target) &&
           cycles.component(t.source) == cycles.component(t.target);
  };
  Inlined trial = inline_calls(program, hierarchy, proc, on_cycle);
  annotate_liveness(program, trial.proc);
  SpinFinder finder(program, spins, set_once, trial.proc, trial.origin);
  if (!finder.run()) return false;
  // Again, with the calls alone that it takes.
  std::vector<bool> used = finder.used_calls(proc.transitions.size());
  Inlined chosen =
      inline_calls(program, hierarchy, proc, [&](ir::TransId id) { return used[id.index()]; });
  annotate_liveness(program, chosen.proc);
  if (!SpinFinder(program, spins, set_once, chosen.proc, chosen.origin).run()) return false;
  proc = std::move(chosen.proc);
  return true;
}

}  // namespace

bool await_in_spin_loops(ir::Program& program, Spins spins, const SetOnce& set_once) {
  annotate_liveness(program);
  Hierarchy hierarchy(program);
  bool changed = false;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    ir::Procedure proc = program.procs[i];
    if (!rewrite(program, spins, set_once, hierarchy, proc)) continue;
    program.procs[i] = std::move(proc);
    changed = true;
  }
  if (changed) annotate_liveness(program);
  return changed;
}

}  // namespace pass
