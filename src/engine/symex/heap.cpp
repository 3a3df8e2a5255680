#include "engine/symex/heap.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace symex {

namespace {

bool is_word(const ir::Program& program) { return program.int_mode != ir::IntMode::Math; }

}  // namespace

term::Sort Heap::sort(ir::TypeId type) const {
  const ir::Program& program = tables_.program();
  switch (program.type(type).kind) {
    case ir::TypeKind::Bool: return term::Sort::Bool;
    case ir::TypeKind::Float: return term::Sort::Float;
    case ir::TypeKind::Float32: return term::Sort::Float32;
    case ir::TypeKind::Long: return term::Sort::Bits64;
    case ir::TypeKind::Char: return term::Sort::Char;
    case ir::TypeKind::String: return term::Sort::String;
    case ir::TypeKind::Int:
    case ir::TypeKind::Uint:
    case ir::TypeKind::Range:
      if (!is_word(program)) return term::Sort::Int;
      return program.int_mode == ir::IntMode::Bits32 ? term::Sort::Bits32 : term::Sort::Bits64;
    default: return term::Sort::Int;
  }
}

Value Heap::constant(ir::TypeId type, const ir::Constant& value) const {
  struct Visitor {
    const Heap& heap;
    ir::TypeId type;
    Value operator()(ir::NullValue) const { return Value::null(); }
    Value operator()(bool b) const { return Value::data(heap.terms_.boolean(b)); }
    Value operator()(const base::Integer& i) const {
      term::Sort sort = heap.sort(type);
      return Value::data(sort == term::Sort::Int ? heap.terms_.integer(i)
                                                 : heap.terms_.bits(sort, i));
    }
    Value operator()(double d) const {
      return Value::data(heap.terms_.floating(d, heap.sort(type)));
    }
    Value operator()(char32_t c) const { return Value::data(heap.terms_.character(c)); }
    Value operator()(const std::string& s) const { return Value::data(heap.terms_.string(s)); }
  };
  return std::visit(Visitor{*this, type}, value);
}

term::Term Heap::number(term::Sort sort, std::size_t value) const {
  base::Integer n(static_cast<std::int64_t>(value));
  return sort == term::Sort::Int ? terms_.integer(n) : terms_.bits(sort, n);
}

Value Heap::default_value(ir::TypeId type) const {
  return constant(type, tables_.program().default_value(type));
}

Value Heap::arbitrary(State& state, ir::TypeId type, const std::string& name) const {
  const ir::Type& t = tables_.program().type(type);
  bool is_text = t.kind == ir::TypeKind::String && tables_.program().root.is_valid();
  if (is_text) return Value::data(text(state, name));
  if (ir::is_reference(t.kind)) {
    state.symbols.edit().push_back({type, Symbol::Status::Open, {}, name});
    return Value::symbol(SymbolId(state.symbols->size() - 1));
  }
  if (t.kind == ir::TypeKind::Tid) return Value::null();  // no thread runs yet
  term::Term variable = terms_.variable(sort(type), name);
  bound(state, type, variable);
  return Value::data(variable);
}

term::Term Heap::text(State& state, const std::string& name) const {
  term::Term variable = terms_.variable(term::Sort::String, name);
  if (tables_.program().int_mode == ir::IntMode::Bits32) {
    // Its length is an int.
    term::Term most = terms_.integer(std::numeric_limits<std::int32_t>::max());
    state.condition.push_back(terms_.le(terms_.length(variable), most));
  }
  return variable;
}

void Heap::bound(State& state, ir::TypeId type, term::Term variable) const {
  const ir::Type& t = tables_.program().type(type);
  if (t.kind == ir::TypeKind::Uint && !is_word(tables_.program())) {
    state.condition.push_back(terms_.ge(variable, terms_.integer(0)));
  }
  if (t.kind == ir::TypeKind::Range) {
    Value low = constant(type, base::Integer(t.lo));
    Value high = constant(type, base::Integer(t.hi));
    state.condition.push_back(terms_.ge(variable, low.term()));
    state.condition.push_back(terms_.le(variable, high.term()));
  }
}

// ---------------------------------------------------------------- questions

bool Heap::is_null(const State& state, Value value) const {
  value = known(state, value);
  if (value.is_null()) return true;
  if (!value.is_symbol()) return false;
  if (state.symbol(value.symbol()).status == Symbol::Status::NotNull) return false;
  throw NeedsSplit{{.kind = Split::Kind::Null, .symbol = value.symbol()}};
}

std::optional<ObjectId> Heap::find_object(const State& state, Value value) const {
  if (is_null(state, value)) return std::nullopt;
  value = known(state, value);
  if (value.is_object()) return value.object();
  throw NeedsSplit{{.kind = Split::Kind::Identity, .symbol = value.symbol()}};
}

bool Heap::same(const State& state, Value a, Value b) const {
  a = known(state, a);
  b = known(state, b);
  if (a == b) return true;
  if (b.is_symbol()) std::swap(a, b);
  if (!a.is_symbol()) return false;  // two known values that differ
  if (b.is_null()) return is_null(state, a);
  // An input never is an object that the program made.
  if (b.is_object() && !state.object(b.object()).is_input) return false;
  if (is_null(state, a)) return b.is_symbol() && is_null(state, b);
  if (b.is_symbol() && is_null(state, b)) return false;
  object(state, a);  // decides which object it is
  return false;
}

bool Heap::is_instance(const State& state, Value value, ir::ClassId cls, ir::TypeId array) const {
  auto id = object(state, value);
  if (!id) return false;
  const Object& o = state.object(*id);
  if (array) return o.is_array() && tables_.program().is_assignable(o.array, array);
  if (o.is_array()) return tables_.program().is_array_class(cls);
  std::vector<ir::ClassId> inside;
  for (ir::ClassId c : o.classes) {
    if (tables_.program().is_subclass(c, cls)) inside.push_back(c);
  }
  if (inside.empty()) return false;
  if (inside.size() == o.classes.size()) return true;
  throw NeedsSplit{{.kind = Split::Kind::Class, .object = *id, .classes = inside}};
}

std::size_t Heap::size(const State& state, ObjectId array) const {
  const Object& o = state.object(array);
  if (!o.has_size) throw NeedsSplit{{.kind = Split::Kind::Size, .object = array}};
  return o.slots.size();
}

term::Term Heap::length(State& state, ObjectId array, term::Sort sort) const {
  if (term::Term known = state.object(array).length) return known;
  term::Term length = terms_.variable(sort, "#" + state.object(array).name);
  state.edit(array).length = length;
  state.condition.push_back(terms_.ge(length, number(sort, 0)));
  return length;
}

// ---------------------------------------------------------------- contents

ObjectId Heap::allocate(State& state, ir::ClassId cls) const {
  Object o;
  o.classes = {cls};
  for (ir::FieldId field : tables_.fields(cls)) {
    o.slots.push_back(default_value(tables_.program().field(field).type));
  }
  return state.add(std::move(o));
}

ObjectId Heap::allocate_array(State& state, ir::TypeId type, std::size_t size) const {
  Object o;
  o.array = type;
  o.slots.assign(size, default_value(tables_.program().type(type).element));
  return state.add(std::move(o));
}

Value Heap::load(State& state, ObjectId id, ir::FieldId field) const {
  std::size_t at = tables_.slot(field);
  const Object& o = state.object(id);
  if (at < o.slots.size() && !o.slots[at].is_none()) return o.slots[at];
  return make(state, id, at, tables_.program().field(field).type, "." + tables_.label(field));
}

Value Heap::element(State& state, ObjectId id, std::size_t index) const {
  const Object& o = state.object(id);
  if (!o.slots[index].is_none()) return o.slots[index];
  return make(state, id, index, tables_.program().type(o.array).element,
              fmt::format("[{}]", index));
}

Value Heap::read(State& state, ObjectId id, std::size_t slot) const {
  const Object& o = state.object(id);
  if (o.is_array()) return slot < o.slots.size() ? element(state, id, slot) : Value();
  for (ir::ClassId c : o.classes) {
    const auto& fields = tables_.fields(c);
    if (slot < fields.size()) return load(state, id, fields[slot]);
  }
  return {};
}

void Heap::store(State& state, ObjectId id, ir::FieldId field, Value value) const {
  auto& slots = state.edit(id).slots;
  std::size_t at = tables_.slot(field);
  if (slots.size() <= at) slots.resize(at + 1);
  slots[at] = value;
}

// A slot of an input comes into being; what it holds now it held at the start.
Value Heap::make(State& state, ObjectId id, std::size_t at, ir::TypeId type,
                 const std::string& suffix) const {
  Value made = arbitrary(state, type, state.object(id).name + suffix);
  Object& o = state.edit(id);
  if (o.slots.size() <= at) o.slots.resize(at + 1);
  if (o.initial.size() <= at) o.initial.resize(at + 1);
  return o.initial[at] = o.slots[at] = made;
}

void Heap::keep_made(State& before, const State& after) const {
  std::size_t known = before.symbols->size();
  if (after.symbols->size() == known) return;
  before.symbols = after.symbols;
  for (std::size_t i = 0; i < before.heap->size(); ++i) {
    const Object& made = after.object(ObjectId(i));
    for (std::size_t at = 0; at < made.initial.size(); ++at) {
      Value value = made.initial[at];
      if (!value.is_symbol() || value.symbol().index() < known) continue;
      Object& object = before.edit(ObjectId(i));
      if (object.slots.size() <= at) object.slots.resize(at + 1);
      if (object.initial.size() <= at) object.initial.resize(at + 1);
      object.slots[at] = object.initial[at] = value;
    }
  }
}

// ---------------------------------------------------------------- splits

std::vector<State> Heap::apply(const State& state, const Split& split) const {
  std::vector<State> result;
  switch (split.kind) {
    case Split::Kind::Null: result = apply_null(state, split.symbol); break;
    case Split::Kind::Identity: result = apply_identity(state, split.symbol); break;
    case Split::Kind::Class: {
      auto& inside = result.emplace_back(state).edit(split.object).classes;
      inside = Object::Classes::from(split.classes);
      auto& outside = result.emplace_back(state).edit(split.object).classes;
      outside.erase_if([&](ir::ClassId c) {
        return std::find(split.classes.begin(), split.classes.end(), c) != split.classes.end();
      });
      break;
    }
    case Split::Kind::Size:
    case Split::Kind::Condition:
    case Split::Kind::Number: UNREACHABLE("not a split of the heap");
  }
  return result;
}

void Heap::share(State& state, Value value) {
  if (!value.is_object() || !is_private(state, value.object())) return;
  std::vector<ObjectId> found{value.object()};
  state.edit(value.object()).is_shared = true;
  while (!found.empty()) {
    ObjectId id = found.back();
    found.pop_back();
    for (Value v : Values(state.object(id).slots)) {
      if (!v.is_object() || !is_private(state, v.object())) continue;
      state.edit(v.object()).is_shared = true;
      found.push_back(v.object());
    }
  }
}

void Heap::mark_known_at_fork(State& state) {
  for (std::size_t i = 0; i < state.symbols->size(); ++i) {
    SymbolId id(i);
    if (state.symbol(id).status == Symbol::Status::Resolved) state.edit(id).is_known_at_fork = true;
  }
  for (std::size_t i = 0; i < state.heap->size(); ++i) {
    ObjectId id(i);
    const Object& o = state.object(id);
    if (!o.is_input) continue;
    if (o.is_array() ? o.has_size : o.classes.size() == 1) state.edit(id).is_known_at_fork = true;
  }
}

std::vector<State> Heap::apply_null(const State& state, SymbolId id) const {
  std::vector<State> result;
  Symbol& null = result.emplace_back(state).edit(id);
  null.status = Symbol::Status::Resolved;
  null.value = Value::null();
  const ir::Type& type = tables_.program().type(null.type);
  if (type.kind == ir::TypeKind::String) {
    State& there = result.emplace_back(state);
    Symbol& s = there.edit(id);
    s.status = Symbol::Status::Resolved;
    s.value = Value::data(text(there, s.name));
    return result;
  }
  bool has_instances = type.kind == ir::TypeKind::Array || !tables_.inputs(type.cls).empty();
  if (has_instances) {
    result.emplace_back(state).edit(id).status = Symbol::Status::NotNull;
  }
  return result;
}

std::optional<State> Heap::with_alias(const State& state, SymbolId id, ObjectId object) const {
  const ir::Program& program = tables_.program();
  const Symbol& symbol = state.symbol(id);
  const Object& o = state.object(object);
  const ir::Type& type = program.type(symbol.type);
  if (!o.is_input || o.is_array() != (type.kind == ir::TypeKind::Array)) return std::nullopt;
  std::vector<ir::ClassId> fitting;
  if (o.is_array()) {
    if (o.array != symbol.type) return std::nullopt;
  } else {
    for (ir::ClassId c : o.classes) {
      if (program.is_subclass(c, type.cls)) fitting.push_back(c);
    }
    if (fitting.empty()) return std::nullopt;
  }
  State next = state;
  if (fitting.size() != o.classes.size()) {
    next.edit(object).classes = Object::Classes::from(fitting);
  }
  Symbol& resolved = next.edit(id);
  resolved.status = Symbol::Status::Resolved;
  resolved.value = Value::object(object);
  return next;
}

std::vector<State> Heap::apply_identity(const State& state, SymbolId id) const {
  const ir::Program& program = tables_.program();
  std::vector<State> result;
  State& fresh = result.emplace_back(state);
  Symbol& symbol = fresh.edit(id);
  const ir::Type& type = program.type(symbol.type);
  Object o;
  o.is_input = true;
  o.name = symbol.name;
  if (type.kind == ir::TypeKind::Array) {
    o.array = symbol.type;
    o.has_size = false;
  } else {
    o.classes = Object::Classes::from(tables_.inputs(type.cls));
    CHECK(!o.classes.empty(), "no object of class {} can exist", program.cls(type.cls).name);
  }
  symbol.status = Symbol::Status::Resolved;
  symbol.value = Value::object(fresh.add(std::move(o)));
  for (std::size_t i = 0; i < state.heap->size(); ++i) {
    if (auto alias = with_alias(state, id, ObjectId(i))) result.push_back(std::move(*alias));
  }
  return result;
}

}  // namespace symex
