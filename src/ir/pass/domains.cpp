#include "ir/pass/domains.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace pass {

namespace {

// The default value of the type as a constant of the source program.
bool contains(std::int64_t low, std::int64_t high, std::int64_t value) {
  return low <= value && value <= high;
}

}  // namespace

Domains::Domains(const ir::Program& source, const FiniteBounds& bounds, const Relevance& relevant,
                 FiniteModel& model)
    : source_(source), bounds_(bounds), relevant_(relevant), model_(model) {
  ir::Program& out = model_.program;
  out.name = source.name;
  out.int_mode = source.int_mode;
  for (const ir::NamedConstant& c : source.constants) {
    bool is_number =
        std::holds_alternative<base::Integer>(c.value) || std::holds_alternative<bool>(c.value);
    if (is_number) out.constants.push_back(c);
  }
  out.enums = source.enums;
  out.root = source.root;
  find_characters();
  note(fmt::format("integers are {}..{}", bounds.low, bounds.high));
  declare_classes();
  declare_globals();
}

void Domains::note(std::string what, base::Span span) {
  model_.notes.push_back({std::move(what), span});
}

void Domains::find_characters() {
  characters_ = {U'\0', U'0', U'a', U'b'};
  for (std::size_t i = 0; i < source_.constant_count(); ++i) {
    if (const auto* c = std::get_if<char32_t>(&source_.constant(ir::ConstantId(i)))) {
      characters_.push_back(*c);
    }
  }
  std::sort(characters_.begin(), characters_.end());
  characters_.erase(std::unique(characters_.begin(), characters_.end()), characters_.end());
}

void Domains::declare_classes() {
  ir::Program& out = model_.program;
  out.classes = source_.classes;
  for (ir::Class& c : out.classes) {
    c.fields.clear();
    c.bindings.clear();
  }
  fields_.resize(source_.fields.size());
  for (std::size_t i = 0; i < source_.fields.size(); ++i) {
    const ir::Field& f = source_.fields[i];
    std::string name = fmt::format("{}.{}", source_.cls(f.owner).name, f.name);
    if (!relevant_.field(ir::FieldId(i))) {
      bool untracked = is_untracked(source_.type(f.type).kind);
      note(fmt::format("{}: dropped, {}", name,
                       untracked ? "floats and strings are not followed" : "no property reads it"),
           f.span);
      continue;
    }
    fields_[i] = ir::FieldId(out.fields.size());
    ir::Field copy = f;
    copy.type = bounded(f.type, name, true, f.span);
    copy.sharing = sharing(f.sharing);
    out.fields.push_back(copy);
    out.classes[f.owner.index()].fields.push_back(fields_[i]);
  }
}

void Domains::declare_globals() {
  ir::Program& out = model_.program;
  globals_.resize(source_.globals.size());
  for (std::size_t i = 0; i < source_.globals.size(); ++i) {
    const ir::Global& g = source_.globals[i];
    if (!relevant_.global(ir::GlobalId(i))) {
      note(fmt::format("{}: dropped, no property reads it", g.name), g.span);
      continue;
    }
    globals_[i] = ir::GlobalId(out.globals.size());
    ir::Global copy = g;
    copy.type = bounded(g.type, g.name, !g.initial, g.span);
    copy.sharing = sharing(g.sharing);
    if (g.initial) copy.initial = constant(*g.initial);
    out.globals.push_back(copy);
    const ir::Type& t = out.type(copy.type);
    const auto* number = copy.initial ? std::get_if<base::Integer>(&*copy.initial) : nullptr;
    if (!number || t.kind != ir::TypeKind::Range) continue;
    if (*number >= base::Integer(t.lo) && *number <= base::Integer(t.hi)) continue;
    // A variable must be able to hold what it starts with.
    std::int64_t start = number->to_int64().value_or(0);
    note(fmt::format("{}: its range includes its first value {}", g.name, start), g.span);
    out.globals.back().type = out.types.make(ir::Type{
        .kind = ir::TypeKind::Range, .lo = std::min(t.lo, start), .hi = std::max(t.hi, start)});
  }
}

ir::TypeId Domains::local(ir::ProcId proc, ir::LocalId id) {
  const ir::Procedure& p = source_.proc(proc);
  const ir::Local& l = p.local(id);
  if (l.is_bound) {
    // No part of a state: the elements and indices that it stands for have bounds.
    ir::TypeKind kind = source_.type(l.type).kind;
    bool is_number =
        kind == ir::TypeKind::Int || kind == ir::TypeKind::Long || kind == ir::TypeKind::Char;
    if (is_number) return model_.program.types.make(ir::TypeKind::Int);
    return kind == ir::TypeKind::Uint ? model_.program.types.make(kind) : type(l.type);
  }
  bool is_param = id.index() < p.params.size();
  return bounded(l.type, fmt::format("{}.{}", p.name, ir::display_name(l)), !is_param && !l.is_temp,
                 l.span);
}

ir::TypeId Domains::type(ir::TypeId source) { return bounded(source, "", false, {}); }

ir::TypeId Domains::bounded(ir::TypeId source, const std::string& name, bool starts_at_default,
                            base::Span span) {
  ir::Type t = source_.type(source);
  ir::Types& types = model_.program.types;
  switch (t.kind) {
    case ir::TypeKind::Int:
    case ir::TypeKind::Long:
    case ir::TypeKind::Uint:
      return integers(name, t.kind == ir::TypeKind::Uint, starts_at_default, span);
    case ir::TypeKind::Char:
      return types.make(ir::Type{.kind = ir::TypeKind::Range,
                                 .lo = 0,
                                 .hi = static_cast<std::int64_t>(characters_.back())});
    case ir::TypeKind::Ref: return types.make_ref(t.cls);
    case ir::TypeKind::Array:
    case ir::TypeKind::FixedArray: t.element = element(t.element); return types.make(t);
    default: return types.make(t);
  }
}

// Elements that are not followed leave their array with its length alone. Below a root class a
// program can ask what an array holds, so that other elements stay other types.
ir::TypeId Domains::element(ir::TypeId source) {
  auto [at, is_new] = elements_.try_emplace(source);
  if (!is_new) return at->second;
  ir::Types& types = model_.program.types;
  bool untracked = is_untracked(source_.type(source).kind);
  ir::TypeId type = untracked ? types.make(ir::TypeKind::Bool) : bounded(source, "int[]", true, {});
  if (source_.root && untracked) type = types.make(ir::Type{.kind = ir::TypeKind::Range});
  auto is_taken = [&] {
    return std::any_of(elements_.begin(), elements_.end(),
                       [&](const auto& e) { return e.first != source && e.second == type; });
  };
  // Engines have 32 bits for a variable.
  std::int64_t by = types[type].hi < INT32_MAX ? 1 : -1;
  while (source_.root && is_taken()) {
    ir::Type other = types[type];
    CHECK(other.kind == ir::TypeKind::Range, "elements of two types are alike");
    other.hi += by;
    type = types.make(other);
  }
  return elements_[source] = type;
}

ir::TypeId Domains::integers(const std::string& name, bool is_unsigned, bool starts_at_default,
                             base::Span span) {
  std::int64_t low = bounds_.low;
  std::int64_t high = bounds_.high;
  if (auto found = bounds_.ranges.find(name); found != bounds_.ranges.end()) {
    std::tie(low, high) = found->second;
    std::string what = fmt::format("{} is {}..{}", name, low, high);
    bool is_new = std::none_of(model_.notes.begin(), model_.notes.end(),
                               [&](const FiniteNote& n) { return n.what == what; });
    if (is_new) note(std::move(what), span);
  }
  if (is_unsigned) low = std::max<std::int64_t>(low, 0);
  high = std::max(low, high);
  if (starts_at_default && !contains(low, high, 0)) {
    std::string what = fmt::format("{}: its range includes its first value 0",
                                   name == "int[]" ? "elements of arrays" : name);
    bool is_new = std::none_of(model_.notes.begin(), model_.notes.end(),
                               [&](const FiniteNote& n) { return n.what == what; });
    if (is_new) note(std::move(what), span);
    low = std::min<std::int64_t>(low, 0);
    high = std::max<std::int64_t>(high, 0);
  }
  return model_.program.types.make(ir::Type{.kind = ir::TypeKind::Range, .lo = low, .hi = high});
}

ir::Constant Domains::constant(const ir::Constant& source) {
  if (const auto* c = std::get_if<char32_t>(&source)) {
    return base::Integer(static_cast<std::int64_t>(*c));
  }
  return source;
}

bool Domains::is_in_some_range(const base::Integer& number) const {
  auto inside = [&](std::int64_t low, std::int64_t high) {
    return number >= base::Integer(low) && number <= base::Integer(high);
  };
  if (inside(bounds_.low, bounds_.high)) return true;
  return std::any_of(bounds_.ranges.begin(), bounds_.ranges.end(), [&](const auto& entry) {
    return inside(entry.second.first, entry.second.second);
  });
}

}  // namespace pass
