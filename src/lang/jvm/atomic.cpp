#include "lang/jvm/atomic.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "ir/typing.h"

namespace jvm {

namespace {

using ir::ExprId;

// More ways through a method are a mistake in the model.
constexpr std::size_t kMostWays = 64;

// A field, an element or a global that the step reads or writes.
struct Place {
  ir::Action load;  // into `loaded`
  ir::LocalId loaded;
  bool is_read = false;
};

// One way through the method, with the values that variables have at some point of it. They are
// expressions over parameters and what was loaded at the beginning.
struct Way {
  std::vector<ExprId> values;             // by local; invalid: nothing was assigned
  ExprId condition;                       // invalid: true
  ExprId awaited;                         // invalid: nothing
  std::map<std::size_t, ExprId> written;  // by place
  ExprId result;
};

class Fusion {
 public:
  Fusion(Graph& g, ir::AccessMode mode) : g_(g), ir_(g.ir()), mode_(mode) {}

  void run() {
    outgoing_ = ir::outgoing(g_.proc());
    Way way;
    way.values.resize(g_.proc().locals.size());
    for (ir::LocalId parameter : g_.proc().params) {
      way.values[parameter.index()] = g_.local(parameter);
    }
    walk(g_.proc().entry, std::move(way), 0);
    require(!ends_.empty(), "returns on some way");
    check_aliases();
    replace();
  }

 private:
  void require(bool holds, std::string_view what) const {
    CHECK(holds, "an atomic method of a model, {}, {}", g_.proc().name, what);
  }

  // ---- the ways
  static bool fails(const ir::Transition& t) {
    return std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& a) {
      return std::holds_alternative<ir::Throw>(a) || std::holds_alternative<ir::Limit>(a);
    });
  }

  void walk(ir::LocId at, Way way, std::size_t depth) {
    require(depth <= g_.proc().locations.size(), "has no loop");
    require(ends_.size() < kMostWays, "has few ways");
    if (at == g_.proc().exit) return ends_.push_back(std::move(way));
    std::vector<const ir::Transition*> next;
    for (ir::TransId id : outgoing_[at.index()]) {
      const ir::Transition& t = g_.proc().transitions[id.index()];
      if (!fails(t)) next.push_back(&t);
    }
    for (const ir::Transition* t : next) {
      Way after = way;
      if (t->guard && next.size() > 1) {
        after.condition = both(way.condition, value(way, t->guard));
      }
      for (const ir::Action& action : t->actions) execute(after, action);
      walk(t->target, std::move(after), depth + 1);
    }
  }

  void execute(Way& way, const ir::Action& action) {
    auto assign = [&](ir::LocalId target, ExprId e) { way.values[target.index()] = e; };
    auto load = [&](ir::LocalId target, std::size_t place) {
      auto written = way.written.find(place);
      if (written != way.written.end()) return assign(target, written->second);
      places_[place].is_read = true;
      assign(target, g_.local(places_[place].loaded));
    };
    ir::visit(
        ir::Match{
            [&](const ir::Assign& a) { assign(a.target, value(way, a.value)); },
            [&](const ir::LoadField& a) { load(a.target, field(value(way, a.object), a.field)); },
            [&](const ir::LoadElement& a) {
              load(a.target, element(value(way, a.array), value(way, a.index)));
            },
            [&](const ir::LoadGlobal& a) { load(a.target, global(a.global)); },
            [&](const ir::StoreField& a) {
              way.written[field(value(way, a.object), a.field)] = value(way, a.value);
            },
            [&](const ir::StoreElement& a) {
              std::size_t place = element(value(way, a.array), value(way, a.index));
              way.written[place] = value(way, a.value);
            },
            [&](const ir::StoreGlobal& a) { way.written[global(a.global)] = value(way, a.value); },
            [&](const ir::Assume& a) {
              ExprId holds = value(way, a.condition);
              // Elsewhere the step waits for nothing.
              if (way.condition) holds = either(g_.negation(way.condition), holds);
              way.awaited = both(way.awaited, holds);
            },
            [&](const ir::Return& a) { way.result = a.value ? value(way, a.value) : ExprId(); },
            [&](const auto&) { require(false, "only reads, writes, waits and returns"); }},
        action);
  }

  // ---- places
  std::size_t add_place(ir::Action load, ir::LocalId loaded) {
    places_.push_back({std::move(load), loaded});
    return places_.size() - 1;
  }

  // The mode of accesses of a place that is declared so.
  ir::AccessMode mode_at(ir::Sharing declared) const {
    bool is_declared = ir::mode_of(ir::AccessMode::Declared, declared) == mode_;
    return is_declared || declared == ir::Sharing::Constant ? ir::AccessMode::Declared : mode_;
  }

  std::size_t field(ExprId object, ir::FieldId field) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto* known = std::get_if<ir::LoadField>(&places_[i].load);
      if (known && known->field == field && is_same(known->object, object)) return i;
    }
    require(is_parameter(object), "uses fields of its parameters only");
    ir::LocalId loaded = g_.new_temp(ir_.field(field).type);
    ir::AccessMode mode = mode_at(ir_.field(field).sharing);
    return add_place(ir::LoadField{loaded, object, field, mode}, loaded);
  }

  std::size_t element(ExprId array, ExprId index) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto* known = std::get_if<ir::LoadElement>(&places_[i].load);
      if (known && is_same(known->array, array) && is_same(known->index, index)) return i;
    }
    require(is_parameter(array), "uses arrays that are parameters only");
    ir::LocalId loaded = g_.new_temp(ir_.type_of(array).element);
    return add_place(ir::LoadElement{loaded, array, index, mode_at(ir::Sharing::Plain)}, loaded);
  }

  std::size_t global(ir::GlobalId global) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto* known = std::get_if<ir::LoadGlobal>(&places_[i].load);
      if (known && known->global == global) return i;
    }
    ir::LocalId loaded = g_.new_temp(ir_.global(global).type);
    ir::AccessMode mode = mode_at(ir_.global(global).sharing);
    return add_place(ir::LoadGlobal{loaded, global, mode}, loaded);
  }

  ExprId uncast(ExprId e) const {
    while (ir_.expr(e).kind == ir::ExprKind::Cast) e = ir_.expr(e).a;
    return e;
  }

  bool is_parameter(ExprId e) const {
    const ir::Expr& of = ir_.expr(uncast(e));
    const auto& params = g_.proc().params;
    return of.kind == ir::ExprKind::Local &&
           std::find(params.begin(), params.end(), of.local) != params.end();
  }

  bool is_same(ExprId a, ExprId b) const {
    const ir::Expr& x = ir_.expr(uncast(a));
    const ir::Expr& y = ir_.expr(uncast(b));
    if (x.kind != y.kind) return false;
    if (x.kind == ir::ExprKind::Local) return x.local == y.local;
    return x.kind == ir::ExprKind::Constant && ir_.constant(x.constant) == ir_.constant(y.constant);
  }

  // Whether two places may be one without being known as one.
  static bool may_be_same(const ir::Action& a, const ir::Action& b) {
    if (const auto* x = std::get_if<ir::LoadField>(&a)) {
      const auto* y = std::get_if<ir::LoadField>(&b);
      return y && x->field == y->field;
    }
    return std::holds_alternative<ir::LoadElement>(a) && std::holds_alternative<ir::LoadElement>(b);
  }

  bool is_written(std::size_t place) const {
    return std::any_of(ends_.begin(), ends_.end(),
                       [&](const Way& way) { return way.written.contains(place); });
  }

  void check_aliases() const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (std::size_t j = i + 1; j < places_.size(); ++j) {
        require(!may_be_same(places_[i].load, places_[j].load) || !(is_written(i) || is_written(j)),
                "names a place that it writes in one way");
      }
    }
  }

  // ---- values
  ExprId both(ExprId a, ExprId b) { return g_.conjunction(a, b); }
  ExprId either(ExprId a, ExprId b) { return g_.binary(ir::BinaryOp::Or, a, b); }

  ExprId value(const Way& way, ExprId e) {
    ir::Expr copy = ir_.expr(e);
    if (copy.kind == ir::ExprKind::Constant) return e;
    if (copy.kind == ir::ExprKind::Local) {
      ExprId known = way.values[copy.local.index()];
      require(known.is_valid(), "assigns what it reads");
      return known;
    }
    for (ExprId ir::Expr::*operand : {&ir::Expr::a, &ir::Expr::b, &ir::Expr::c}) {
      if (copy.*operand) copy.*operand = value(way, copy.*operand);
    }
    return ir_.add(copy);
  }

  std::optional<bool> truth(ExprId e) const {
    const ir::Expr& of = ir_.expr(e);
    if (of.kind != ir::ExprKind::Constant) return std::nullopt;
    const bool* value = std::get_if<bool>(&ir_.constant(of.constant));
    return value ? std::optional(*value) : std::nullopt;
  }

  ExprId choose(ExprId condition, ExprId yes, ExprId no) {
    if (yes == no || is_same(yes, no)) return yes;
    auto a = truth(yes);
    auto b = truth(no);
    if (a && b) return *a ? condition : g_.negation(condition);
    ir::TypeId type = ir::conditional_type(ir_, ir_.expr(yes).type, ir_.expr(no).type);
    require(type.is_valid(), "gives values of one type");
    return ir_.add({.kind = ir::ExprKind::Ite, .type = type, .a = condition, .b = yes, .c = no});
  }

  // What the ways give, each under its condition.
  template <class Of>
  ExprId merged(Of&& of) {
    ExprId result = of(ends_.back());
    for (std::size_t i = ends_.size() - 1; i-- > 0;) {
      result = choose(ends_[i].condition, of(ends_[i]), result);
    }
    return result;
  }

  // ---- the step
  void replace() {
    std::vector<ir::Action> loads;
    std::vector<ir::Action> actions;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Place& place = places_[i];
      bool is_kept = std::any_of(ends_.begin(), ends_.end(),
                                 [&](const Way& way) { return !way.written.contains(i); });
      if (place.is_read || is_kept) loads.push_back(place.load);
      if (is_written(i)) actions.push_back(store(place.load, written(i)));
    }
    bool gives = ir_.type(g_.proc().result).kind != ir::TypeKind::Void;
    actions.emplace_back(
        ir::Return{gives ? merged([](const Way& way) { return way.result; }) : ExprId()});
    ExprId awaited;
    for (const Way& way : ends_) {
      if (way.awaited) awaited = both(awaited, way.awaited);
    }
    ir::Transition step{.source = g_.proc().entry,
                        .guard = awaited,
                        .actions = {},
                        .target = g_.proc().exit,
                        .span = g_.proc().span};
    if (awaited) {
      step.reads = std::move(loads);
    } else {
      step.actions = std::move(loads);
    }
    std::move(actions.begin(), actions.end(), std::back_inserter(step.actions));
    g_.proc().transitions.clear();
    g_.proc().transitions.push_back(std::move(step));
  }

  ExprId written(std::size_t place) {
    return merged([&](const Way& way) {
      auto found = way.written.find(place);
      return found != way.written.end() ? found->second : g_.local(places_[place].loaded);
    });
  }

  static ir::Action store(const ir::Action& load, ExprId value) {
    if (const auto* a = std::get_if<ir::LoadField>(&load)) {
      return ir::StoreField{a->object, a->field, value, a->mode};
    }
    if (const auto* a = std::get_if<ir::LoadElement>(&load)) {
      return ir::StoreElement{a->array, a->index, value, a->mode};
    }
    const auto& a = std::get<ir::LoadGlobal>(load);
    return ir::StoreGlobal{a.global, value, a.mode};
  }

  Graph& g_;
  ir::Program& ir_;
  ir::AccessMode mode_;
  std::vector<std::vector<ir::TransId>> outgoing_;
  std::vector<Place> places_;
  std::vector<Way> ends_;
};

}  // namespace

ir::AccessMode atomic_mode(const ClassFile& file, const Method& method) {
  for (const Annotation& annotation : method.annotations) {
    if (annotation.type != kAtomic || annotation.elements.empty()) continue;
    std::string_view value = file.pool.text(annotation.elements.front().value);
    for (ir::AccessMode mode : {ir::AccessMode::Plain, ir::AccessMode::Opaque,
                                ir::AccessMode::Acquire, ir::AccessMode::Release}) {
      if (value == ir::spelling(mode)) return mode;
    }
    CHECK(value == ir::spelling(ir::AccessMode::Volatile), "a mode of braid.Atomic is {}", value);
  }
  return ir::AccessMode::Volatile;
}

void make_atomic(Graph& g, ir::AccessMode mode) { Fusion(g, mode).run(); }

}  // namespace jvm
