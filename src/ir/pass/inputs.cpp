#include "ir/pass/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "ir/typing.h"

namespace pass {

namespace {

// Beyond this many values a choice is written as `havoc`.
constexpr std::int64_t kListed = 64;
// Classes and types of arrays that inputs may have; the others are not tried.
constexpr std::size_t kMostKinds = 32;

class InputChooser {
 public:
  explicit InputChooser(Inlining& shared)
      : shared_(shared),
        p_(shared.model.program),
        proc_(p_.procs[p_.entry.index()]),
        origins_(shared.model.origins[p_.entry.index()]),
        places_(shared.model.procs[p_.entry.index()].locations),
        exprs_(shared.source, shared.domains, p_) {}

  void build() {
    body_ = proc_.entry;
    find_kinds();
    at_ = add_location();
    proc_.entry = at_;
    const ir::Procedure& entry = shared_.source.proc(shared_.source.entry);
    for (const FiniteInput& input : shared_.model.inputs) {
      if (!input.local) continue;
      bool is_this = entry.has_this && input.parameter == entry.params.front();
      value(entry.local(input.parameter).type, Slot{.local = input.local}, is_this);
    }
    fill_all();
    copy_shadows();
    sort_transitions(proc_, origins_);
  }

 private:
  // The objects of one class, or arrays of one type, that inputs may be.
  struct Kind {
    ir::ClassId cls;
    ir::TypeId array;  // of the source
    ir::CollectionId collection;
    std::vector<ir::LocalId> objects;  // in the order of their numbers
    std::vector<ir::LocalId> filled;   // booleans: its fields are chosen
  };
  // Where a chosen value goes: a variable, a field of an object, or an element.
  struct Slot {
    ir::LocalId local;
    ir::LocalId object;
    ir::FieldId field;
    std::int64_t index = 0;
    ir::TypeId type;  // of the model, unless a variable
  };

  // ------------------------------------------------------------ graph

  ir::LocId add_location() {
    proc_.locations.push_back(
        {.name = fmt::format("input{}", proc_.locations.size()), .live = std::nullopt});
    places_.push_back({});
    return ir::LocId(proc_.locations.size() - 1);
  }

  void add(ir::LocId from, ir::ExprId guard, std::vector<ir::Action> actions, ir::LocId to) {
    ir::Transition t;
    t.source = from;
    t.guard = guard;
    t.actions = std::move(actions);
    t.target = to;
    t.span = proc_.span;
    proc_.transitions.push_back(std::move(t));
    origins_.push_back({});
  }

  ir::LocalId add_local(const std::string& name, ir::TypeId type) {
    ir::Local local;
    local.name = name;
    local.type = type;
    local.is_temp = true;
    proc_.locals.push_back(std::move(local));
    return ir::LocalId(proc_.locals.size() - 1);
  }

  ir::ExprId read(ir::LocalId local) { return p_.local_expr(proc_, local); }
  ir::ExprId is_null(ir::LocalId local, bool wanted) {
    return exprs_.binary(wanted ? ir::BinaryOp::Eq : ir::BinaryOp::Ne, read(local), exprs_.null());
  }
  ir::ExprId both(ir::ExprId a, ir::ExprId b) {
    if (!a) return b;
    return b ? exprs_.binary(ir::BinaryOp::And, a, b) : a;
  }

  // ------------------------------------------------------------ kinds

  // Which objects the inputs can hold: what the parameters refer to, and the fields of
  // that that matter.
  void find_kinds() {
    std::deque<ir::TypeId> work;
    const ir::Procedure& entry = shared_.source.proc(shared_.source.entry);
    for (const FiniteInput& input : shared_.model.inputs) {
      if (input.local) work.push_back(entry.local(input.parameter).type);
    }
    std::vector<ir::TypeId> seen;
    while (!work.empty()) {
      ir::TypeId type = work.front();
      work.pop_front();
      if (std::find(seen.begin(), seen.end(), type) != seen.end()) continue;
      seen.push_back(type);
      const ir::Type& t = shared_.source.type(type);
      if (t.kind == ir::TypeKind::Array) {
        add_kind({}, type);
        if (shared_.relevant.element(type)) work.push_back(t.element);
      }
      if (t.kind != ir::TypeKind::Ref) continue;
      for (ir::ClassId cls : shared_.hierarchy.inputs(t.cls)) {
        add_kind(cls, {});
        for (ir::FieldId field : shared_.source.all_fields(cls)) {
          if (shared_.relevant.field(field)) work.push_back(shared_.source.field(field).type);
        }
      }
    }
  }

  void add_kind(ir::ClassId cls, ir::TypeId array) {
    for (const Kind& k : kinds_) {
      if (k.cls == cls && k.array == array) return;
    }
    if (kinds_.size() == kMostKinds) {
      if (!told_) {
        shared_.model.notes.push_back(
            {fmt::format("inputs: of the first {} classes alone", kMostKinds), proc_.span});
      }
      told_ = true;
      shared_.model.inputs_cut = true;
      return;
    }
    Kind kind{.cls = cls, .array = array};
    std::int64_t room = shared_.bounds.input_instances.value_or(shared_.bounds.instances);
    std::string name = "array$input";
    ir::TypeId held;
    ir::TypeId reference;
    if (cls) {
      name = p_.cls(cls).name + "$input";
      auto found = shared_.bounds.class_instances.find(p_.cls(cls).name);
      if (found != shared_.bounds.class_instances.end()) room = found->second;
      held = p_.types.make(ir::Type{.kind = ir::TypeKind::Record, .cls = cls});
      reference = p_.types.make_ref(cls);
    } else {
      reference = shared_.domains.type(array);
      shared_.model.input_arrays.emplace_back(array, reference);
      held = p_.types.make(ir::Type{.kind = ir::TypeKind::FixedArray,
                                    .element = p_.type(reference).element,
                                    .hi = longest()});
    }
    kind.collection = shared_.add_collection(name, held);
    p_.collections[kind.collection.index()].size = room;
    shared_.roomy.push_back(kind.collection);
    for (std::int64_t i = 1; i <= room; ++i) {
      std::size_t number = proc_.locals.size();
      kind.objects.push_back(add_local(fmt::format("$in{}", number), reference));
      kind.filled.push_back(
          add_local(fmt::format("$filled{}", number), ir::simple_type(ir::TypeKind::Bool)));
    }
    kinds_.push_back(std::move(kind));
    shared_.model.notes.push_back(
        {fmt::format("inputs: at most {} of {}", room,
                     cls ? p_.cls(cls).name : shared_.source.type_name(array)),
         proc_.span});
    shared_.model.inputs_cut = true;
  }

  bool fits(const Kind& kind, ir::TypeId wanted) const {
    const ir::Type& t = shared_.source.type(wanted);
    if (kind.cls) return t.kind == ir::TypeKind::Ref && shared_.source.is_subclass(kind.cls, t.cls);
    return t.kind == ir::TypeKind::Array && shared_.source.is_assignable(kind.array, wanted);
  }

  // ------------------------------------------------------------ values

  // The actions that put the expression into the slot.
  std::vector<ir::Action> store(const Slot& slot, ir::ExprId value) {
    if (slot.local) return {ir::Assign{slot.local, value}};
    if (slot.field) return {ir::StoreField{read(slot.object), slot.field, value}};
    return {ir::StoreElement{read(slot.object), exprs_.number(slot.index), value}};
  }

  // From the current location on: chooses a value, if the guard holds, and goes on.
  void value(ir::TypeId source, const Slot& slot, bool is_this = false, ir::ExprId guard = {}) {
    ir::LocId next = add_location();
    switch (shared_.source.type(source).kind) {
      case ir::TypeKind::Ref:
      case ir::TypeKind::Array: reference(source, slot, is_this, guard, next); break;
      case ir::TypeKind::Bool:
      case ir::TypeKind::Int:
      case ir::TypeKind::Long:
      case ir::TypeKind::Uint:
      case ir::TypeKind::Range:
      case ir::TypeKind::Enum:
      case ir::TypeKind::Char: scalar(source, slot, guard, next); break;
      default: add(at_, guard, {}, next);  // locks, threads, objects in place
    }
    if (guard) add(at_, exprs_.negation(guard), {}, next);
    at_ = next;
  }

  void scalar(ir::TypeId source, const Slot& slot, ir::ExprId guard, ir::LocId next) {
    ir::TypeId type = slot.local ? proc_.local(slot.local).type : slot.type;
    ir::LocalId into = slot.local ? slot.local : value_local(type);
    std::vector<ir::Action> actions;
    std::vector<ir::ExprId> values = listed(source, type, slot.local.is_valid());
    if (values.empty()) {
      actions.push_back(ir::Havoc{into});
    } else {
      actions.push_back(ir::Choose{into, true, std::move(values)});
    }
    if (!slot.local) {
      for (ir::Action& a : store(slot, read(into))) actions.push_back(std::move(a));
    }
    add(at_, guard, std::move(actions), next);
  }

  ir::LocalId value_local(ir::TypeId type) {
    auto [at, is_new] = value_locals_.try_emplace(type);
    if (is_new) at->second = add_local(fmt::format("$value{}", type.index()), type);
    return at->second;
  }

  std::int64_t longest() const {
    return shared_.bounds.input_array_size.value_or(shared_.bounds.array_size);
  }

  // The values of an integer that the program does not bound itself.
  std::vector<ir::ExprId> integers(const ir::Type& t, bool is_parameter) {
    const FiniteBounds& bounds = shared_.bounds;
    std::vector<std::int64_t> numbers;
    if (is_parameter && !bounds.input_values.empty()) {
      numbers = bounds.input_values;
    } else if (bounds.input_low && bounds.input_high) {
      for (std::int64_t n = *bounds.input_low; n <= *bounds.input_high; ++n) numbers.push_back(n);
    }
    // A range of its own says what the variable is good for.
    bool has_own_range = t.hi != bounds.high;
    if (has_own_range) numbers.clear();
    std::erase_if(numbers, [&](std::int64_t n) { return n < t.lo || n > t.hi; });
    std::vector<ir::ExprId> values;
    for (std::int64_t n : numbers) values.push_back(exprs_.number(n));
    return values;
  }

  std::vector<ir::ExprId> listed(ir::TypeId source, ir::TypeId type, bool is_parameter) {
    std::vector<ir::ExprId> values;
    const ir::Type t = p_.type(type);
    ir::TypeKind kind = shared_.source.type(source).kind;
    if (kind == ir::TypeKind::Char) {
      for (char32_t c : shared_.domains.characters()) {
        values.push_back(exprs_.number(static_cast<std::int64_t>(c)));
      }
      shared_.model.inputs_cut = true;
    } else if (kind == ir::TypeKind::Bool) {
      values = {p_.bool_constant(false), p_.bool_constant(true)};
    } else if (t.kind == ir::TypeKind::Range) {
      bool was_unbounded =
          kind == ir::TypeKind::Int || kind == ir::TypeKind::Long || kind == ir::TypeKind::Uint;
      if (was_unbounded) {
        shared_.model.inputs_cut = true;
        values = integers(t, is_parameter);
        if (!values.empty()) return values;
      }
      if (t.hi - t.lo >= kListed) return {};
      for (std::int64_t n = t.lo; n <= t.hi; ++n) values.push_back(exprs_.number(n));
    }
    return values;
  }

  void reference(ir::TypeId source, const Slot& slot, bool is_this, ir::ExprId guard,
                 ir::LocId next) {
    if (!is_this) add(at_, guard, store(slot, exprs_.null()), next);
    for (const Kind& kind : kinds_) {
      if (!fits(kind, source)) continue;
      for (std::size_t i = 0; i < kind.objects.size(); ++i) {
        ir::LocalId object = kind.objects[i];
        ir::ExprId exists = is_null(object, false);
        add(at_, both(guard, exists), store(slot, read(object)), next);
        ir::ExprId fresh = is_null(object, true);
        if (i > 0)
          fresh = exprs_.binary(ir::BinaryOp::And, is_null(kind.objects[i - 1], false), fresh);
        make(kind, object, both(guard, fresh), slot, next);
      }
    }
  }

  void make(const Kind& kind, ir::LocalId object, ir::ExprId guard, const Slot& slot,
            ir::LocId next) {
    auto made = [&](ir::Action allocation) {
      std::vector<ir::Action> actions{std::move(allocation)};
      for (ir::Action& a : store(slot, read(object))) actions.push_back(std::move(a));
      add(at_, guard, std::move(actions), next);
    };
    if (kind.cls) return made(ir::New{object, kind.cls, kind.collection});
    for (std::int64_t n = 0; n <= longest(); ++n) {
      made(ir::NewArray{object, proc_.local(object).type, {exprs_.number(n)}, kind.collection});
    }
  }

  // ------------------------------------------------------------ contents

  // While some object exists whose contents are not chosen: those of the first such one.
  void fill_all() {
    if (kinds_.empty()) {
      add(at_, {}, {}, body_);
      return;
    }
    ir::LocId choose = at_;
    ir::ExprId none_before;
    for (const Kind& kind : kinds_) {
      for (std::size_t i = 0; i < kind.objects.size(); ++i) {
        ir::ExprId open = exprs_.binary(ir::BinaryOp::And, is_null(kind.objects[i], false),
                                        exprs_.negation(read(kind.filled[i])));
        ir::LocId start = add_location();
        add(choose, both(none_before, open), {ir::Assign{kind.filled[i], p_.bool_constant(true)}},
            start);
        at_ = start;
        fill(kind, kind.objects[i]);
        add(at_, {}, {}, choose);
        none_before = both(none_before, exprs_.negation(open));
      }
    }
    add(choose, none_before, {}, body_);
  }

  void fill(const Kind& kind, ir::LocalId object) {
    if (kind.array) {
      if (!shared_.relevant.element(kind.array)) return;
      ir::TypeId element = shared_.source.type(kind.array).element;
      ir::TypeId type = p_.type(proc_.local(object).type).element;
      for (std::int64_t i = 0; i < longest(); ++i) {
        ir::ExprId length = p_.add({.kind = ir::ExprKind::Length,
                                    .type = ir::simple_type(ir::TypeKind::Int),
                                    .a = read(object)});
        ir::ExprId inside = exprs_.binary(ir::BinaryOp::Lt, exprs_.number(i), length);
        value(element, Slot{.local = {}, .object = object, .field = {}, .index = i, .type = type},
              false, inside);
      }
      return;
    }
    for (ir::FieldId field : shared_.source.all_fields(kind.cls)) {
      if (!shared_.relevant.field(field)) continue;
      ir::TypeKind type = shared_.source.type(shared_.source.field(field).type).kind;
      if (ir::is_embedded(type) || type == ir::TypeKind::Tid) continue;
      ir::FieldId copy = shared_.domains.field(field);
      value(shared_.source.field(field).type, Slot{.local = {},
                                                   .object = object,
                                                   .field = copy,
                                                   .index = 0,
                                                   .type = p_.field(copy).type});
    }
  }

  // What `exceptional` clauses of the entry read is known to all threads.
  void copy_shadows() {
    std::vector<ir::Action> actions;
    for (const FiniteInput& input : shared_.model.inputs) {
      auto shadow = shared_.shadows.find(input.parameter);
      if (shadow == shared_.shadows.end() || !input.local) continue;
      actions.push_back(ir::StoreGlobal{shadow->second, read(input.local)});
    }
    for (ir::Transition& t : proc_.transitions) {
      bool is_last = t.target == body_ && !is_of_source(t);
      if (is_last) t.actions.insert(t.actions.end(), actions.begin(), actions.end());
    }
  }

  bool is_of_source(const ir::Transition& t) const {
    return origins_[static_cast<std::size_t>(&t - proc_.transitions.data())].proc.is_valid();
  }

  Inlining& shared_;
  ir::Program& p_;
  ir::Procedure& proc_;
  std::vector<FiniteOrigin>& origins_;
  std::vector<FinitePlace>& places_;
  ExprCopier exprs_;
  std::vector<Kind> kinds_;
  std::map<ir::TypeId, ir::LocalId> value_locals_;
  bool told_ = false;  // that there are more kinds
  ir::LocId at_;       // where the choices made so far lead
  ir::LocId body_;     // the entry of the source program
};

// Without any object to be the receiver there is no execution.
void forbid_inputs(Inlining& shared) {
  ir::Program& p = shared.model.program;
  ir::Procedure& proc = p.procs[p.entry.index()];
  ir::Transition t;
  t.source = ir::LocId(proc.locations.size());
  t.actions.push_back(ir::Assume{p.bool_constant(false)});
  t.target = proc.entry;
  t.span = proc.span;
  proc.entry = t.source;
  proc.locations.push_back({.name = "input", .live = std::nullopt});
  proc.transitions.push_back(std::move(t));
  shared.model.origins[p.entry.index()].push_back({});
  shared.model.procs[p.entry.index()].locations.push_back({});
}

}  // namespace

void choose_inputs(Inlining& shared) {
  const ir::Program& source = shared.source;
  const ir::Procedure& entry = source.proc(source.entry);
  if (entry.has_this) {
    ir::TypeId type = entry.local(entry.params.front()).type;
    if (shared.hierarchy.instances(source.type(type).cls).empty()) return forbid_inputs(shared);
  }
  bool any = std::any_of(shared.model.inputs.begin(), shared.model.inputs.end(),
                         [](const FiniteInput& input) { return input.local.is_valid(); });
  if (any) InputChooser(shared).build();
}

}  // namespace pass
