// Random statements. Variables are declared at the level of the block and assigned
// inside guards, so that what a statement computed stays visible.
#include <fmt/format.h>

#include "builder.h"

namespace differential {

// ---------------------------------------------------------------- text

void Builder::line(const std::string& content) {
  text.append(static_cast<std::size_t>(indent_) * 4, ' ');
  text += content + "\n";
}

void Builder::open(const std::string& content) {
  line(content + " {");
  ++indent_;
}

void Builder::between(const std::string& content) {
  --indent_;
  line("} " + content + " {");
  ++indent_;
}

void Builder::close() {
  --indent_;
  line("}");
}

template <typename Body>
void Builder::block(const std::string& head, Body body) {
  std::size_t outside = scope.size();
  open(head);
  body();
  scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(outside), scope.end());
  close();
}

template <typename Body>
void Builder::guarded(const Variable& variable, Body body) {
  if (variable.is_not_null) return body();
  auto way = theme == Theme::Exceptions ? 40 + below(60) : below(100);
  if (way < 60) return block(fmt::format("if ({} != null)", variable.name), body);
  if (way < 80) {
    line(fmt::format("assume {} != null;", variable.name));
    for (Variable& v : scope) {
      if (v.name == variable.name) v.is_fixed = v.is_not_null = true;
    }
    return body();
  }
  if (way < 92) {
    note("try around a dereference");
    block("try", body);
    text.pop_back();  // `catch` goes on the line of the brace
    text += " catch {\n";
    ++indent_;
    line(";");
    return close();
  }
  note("unguarded dereference");
  body();
}

Variable& Builder::declare(Type type, const std::string& initial) {
  std::string variable = fresh("x");
  std::string tail = initial.empty() ? "" : " := " + initial;
  line(fmt::format("{} {}{};", name(type), variable, tail));
  scope.push_back({variable, type, false, false});
  return scope.back();
}

// Cuts what the interpreter does not try, most of the time.
void Builder::bounded(Type type, const std::string& variable, int percent) {
  if (!type.is_scalar() || !chance(percent)) return;
  std::string condition = within_domain(type, variable);
  if (!condition.empty()) line(fmt::format("assume {};", condition));
}

// ---------------------------------------------------------------- statements

void Builder::statements(int budget) {
  int saved = budget_;
  budget_ = budget;
  while (budget_ > 0) {
    --budget_;
    statement();
  }
  budget_ = saved;
}

void Builder::statement() {
  struct Kind {
    void (Builder::*write)();
    int weights[kThemes];  // Mixed, Aliasing, Arrays, Calls, Text, Exceptions
  };
  static constexpr Kind kKinds[] = {
      {&Builder::assign_scalar, {10, 3, 6, 8, 30, 6}},
      {&Builder::read_field, {12, 22, 4, 8, 12, 12}},
      {&Builder::write_field, {10, 22, 3, 8, 10, 10}},
      {&Builder::copy_on_heap, {3, 8, 1, 1, 2, 3}},
      {&Builder::read_element, {8, 3, 22, 2, 6, 10}},
      {&Builder::write_element, {7, 3, 22, 2, 6, 8}},
      {&Builder::branch, {10, 10, 8, 8, 14, 8}},
      {&Builder::loop, {5, 2, 8, 3, 2, 3}},
      {&Builder::walk, {4, 7, 0, 2, 1, 2}},
      {&Builder::call_static, {4, 0, 1, 24, 2, 6}},
      {&Builder::call_method, {6, 4, 1, 18, 2, 4}},
      {&Builder::new_object, {4, 4, 1, 4, 1, 1}},
      {&Builder::new_array, {4, 1, 10, 1, 2, 4}},
      {&Builder::assertion, {4, 3, 4, 3, 5, 2}},
      {&Builder::attempt, {3, 1, 1, 2, 1, 14}},
      {&Builder::leave, {2, 1, 1, 1, 1, 5}},
      {&Builder::static_access, {1, 1, 0, 3, 1, 1}},
      {&Builder::monitor, {1, 1, 1, 0, 0, 2}},
      {&Builder::alias, {3, 10, 6, 2, 1, 2}},
  };
  auto weight = [&](const Kind& kind) { return kind.weights[static_cast<std::size_t>(theme)]; };
  int total = 0;
  for (const Kind& kind : kKinds) total += weight(kind);
  auto at = static_cast<int>(below(static_cast<std::uint64_t>(total)));
  for (const Kind& kind : kKinds) {
    at -= weight(kind);
    if (at < 0) return (this->*kind.write)();
  }
}

void Builder::assign_scalar() {
  if (theme == Theme::Text && chance(60)) return assign_or_declare({Base::String});
  assign_or_declare(pick(std::vector<Type>{
      kInt, kInt, kInt, kBool, {Base::Uint}, {Base::Char}, {Base::String}, {Base::Float}}));
}

void Builder::read_element() { element_access(false); }
void Builder::write_element() { element_access(true); }

void Builder::assign_or_declare(Type type) {
  std::vector<Variable> targets;
  for (const Variable& v : scope) {
    if (v.type == type && !v.is_fixed) targets.push_back(v);
  }
  std::string value = expression(type, 2);
  note("assignment of " + name(type));
  if (targets.empty() || chance(60)) {
    declare(type, value);
  } else {
    line(fmt::format("{} := {};", pick(targets).name, value));
  }
}

void Builder::alias() {
  auto variables = visible_where([](const Variable& v) { return !v.type.is_scalar(); });
  if (variables.empty()) return;
  Type type = pick(variables)->type;
  note("assignment of a reference");
  std::vector<int> below_type = type.is_class() ? concrete(type.cls) : std::vector<int>{};
  if (below_type.empty() || chance(40)) {
    declare(type, reference(type, 1));
    return;
  }
  // Into a subclass, by a cast.
  Type narrow{Base::Class, pick(below_type), 0};
  std::string value = cast(narrow);
  declare(narrow, value.empty() ? reference(narrow, 1) : value);
}

void Builder::read_field() {
  auto objects = visible_where([](const Variable& v) { return v.type.is_class(); });
  if (objects.empty()) return;
  Variable object = *pick(objects);
  std::vector<Field> fields = all_fields(object.type.cls);
  if (fields.empty()) return;
  Field field = pick(fields);
  note("read of a field of " + std::string(field.type.is_scalar() ? "scalar type" : "reference"));
  std::string target = declare(field.type, "").name;
  guarded(object, [&] {
    line(fmt::format("{} := {}.{};", target, object.name, field.name));
    bounded(field.type, target, field.type.base == Base::Float ? 60 : 90);
  });
}

void Builder::write_field() {
  auto objects = visible_where([](const Variable& v) { return v.type.is_class(); });
  if (objects.empty()) return;
  Variable object = *pick(objects);
  std::vector<Field> fields = all_fields(object.type.cls);
  if (fields.empty()) return;
  Field field = pick(fields);
  note("write of a field of " + std::string(field.type.is_scalar() ? "scalar type" : "reference"));
  std::string value = expression(field.type, 2);
  guarded(object, [&] { line(fmt::format("{}.{} := {};", object.name, field.name, value)); });
}

// x.f := y.g;
void Builder::copy_on_heap() {
  auto objects = visible_where([](const Variable& v) { return v.type.is_class(); });
  if (objects.empty()) return;
  Variable from = *pick(objects);
  Variable to = *pick(objects);
  for (const Field& f : all_fields(to.type.cls)) {
    for (const Field& g : all_fields(from.type.cls)) {
      if (!(f.type == g.type) || !chance(60)) continue;
      note("copy from heap to heap");
      guarded(from, [&] {
        guarded(to,
                [&] { line(fmt::format("{}.{} := {}.{};", to.name, f.name, from.name, g.name)); });
      });
      return;
    }
  }
}

void Builder::element_access(bool writes) {
  auto arrays = visible_where([](const Variable& v) { return v.type.is_array(); });
  if (arrays.empty()) return;
  Variable array = *pick(arrays);
  Type type = array.type.element();
  std::string index = int_expression(chance(70) ? 0 : 1);
  note(fmt::format("{} of an element of {}", writes ? "write" : "read",
                   type.is_scalar()  ? "scalar type"
                   : type.is_array() ? "array type"
                                     : "class type"));
  std::string value = writes ? expression(type, 1) : "";
  std::string target = writes ? "" : declare(type, "").name;
  auto access = [&] {
    if (writes) return line(fmt::format("{}[{}] := {};", array.name, index, value));
    line(fmt::format("{} := {}[{}];", target, array.name, index));
    bounded(type, target, 50);
  };
  guarded(array, [&] {
    if (chance(theme == Theme::Exceptions ? 50 : 12)) {
      note("unguarded index");
      return access();
    }
    block(fmt::format("if (0 <= {0} && {0} < #{1})", index, array.name), access);
  });
}

void Builder::branch() {
  note("if");
  int inside = 1 + static_cast<int>(below(2));
  budget_ -= inside - 1;
  std::size_t outside = scope.size();
  open(fmt::format("if ({})", bool_expression(2)));
  statements(inside);
  scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(outside), scope.end());
  if (chance(45)) {
    note("else");
    between("else");
    statements(1);
    scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(outside), scope.end());
  }
  close();
}

// At most three iterations: a constant bound, or one that depends on inputs.
void Builder::loop() {
  if (loops_ >= 2) return branch();
  std::string bound = std::to_string(1 + below(3));
  auto variables = visible_where(
      [](const Variable& v) { return v.type == kInt || (v.type.is_array() && v.is_not_null); });
  if (!variables.empty() && chance(65)) {
    const Variable& v = *pick(variables);
    note("loop bounded by input");
    bound = v.type.is_array() ? "#" + v.name : v.name;
  } else {
    note("loop");
  }
  std::string i = declare(kInt, "0").name;
  scope.back().is_fixed = true;
  ++loops_;
  --budget_;
  block(fmt::format("while ({0} < {1} && {0} < 3)", i, bound), [&] {
    line(fmt::format("{0} := {0} + 1;", i));
    statements(1 + static_cast<int>(below(2)));
    if (chance(25)) {
      note("break or continue");
      block(fmt::format("if ({})", bool_expression(1)),
            [&] { line(chance(50) ? "break;" : "continue;"); });
      statements(1);
    }
  });
  --loops_;
}

// Along a field that refers to the own class: chains and cycles.
void Builder::walk() {
  auto objects = visible_where([](const Variable& v) { return v.type.is_class(); });
  if (objects.empty() || loops_ >= 2) return;
  Variable object = *pick(objects);
  for (const Field& f : all_fields(object.type.cls)) {
    if (!f.type.is_class() || !is_subclass(object.type.cls, f.type.cls)) continue;
    note("walk along references");
    std::string p = declare(f.type, object.name).name;
    std::string k = declare(kInt, "0").name;
    for (std::size_t i = scope.size() - 2; i < scope.size(); ++i) scope[i].is_fixed = true;
    ++loops_;
    --budget_;
    block(fmt::format("while ({} != null && {} < {})", p, k, 1 + below(2)), [&] {
      line(fmt::format("{0} := {0} + 1;", k));
      statements(1);
      line(fmt::format("{0} := {0}.{1};", p, f.name));
    });
    --loops_;
    return;
  }
}

// ---------------------------------------------------------------- calls and objects

void Builder::call_static() {
  std::vector<Method> candidates;
  for (const Method& m : methods) {
    if (m.is_static) candidates.push_back(m);
  }
  if (candidates.empty()) return;
  Method m = pick(candidates);
  note(m.name.starts_with("rec") ? "call of a recursive method" : "call of a static method");
  std::string args;
  for (const Type& type : m.params) {
    args += (args.empty() ? "" : ", ") + expression(type, 1);
  }
  declare(kInt, fmt::format("Main.{}({})", m.name, args));
}

void Builder::call_method() {
  auto objects = visible_where([](const Variable& v) { return v.type.is_class(); });
  if (objects.empty()) return;
  Variable object = *pick(objects);
  std::vector<Method> candidates;
  for (const Method& m : methods) {
    if (!m.is_static && is_subclass(object.type.cls, m.cls)) candidates.push_back(m);
  }
  if (candidates.empty()) return;
  Method m = pick(candidates);
  note(concrete(object.type.cls).size() > 1 ? "dynamic dispatch" : "call of a method");
  std::string args;
  for (const Type& type : m.params) {
    args += (args.empty() ? "" : ", ") + expression(type, 1);
  }
  std::string target = declare(kInt, "").name;
  guarded(object,
          [&] { line(fmt::format("{} := {}.{}({});", target, object.name, m.name, args)); });
}

void Builder::new_object() {
  std::vector<int> all;
  for (int c = 0; c < static_cast<int>(classes.size()); ++c) {
    const Class& cls = classes[static_cast<std::size_t>(c)];
    if (!cls.is_interface && !cls.is_abstract) all.push_back(c);
  }
  int cls = pick(all);
  int declared = cls;
  int parent = classes[static_cast<std::size_t>(cls)].parent;
  if (parent >= 0 && chance(50)) declared = parent;
  note("new object");
  const std::string& made = classes[static_cast<std::size_t>(cls)].name;
  Variable& v = declare({Base::Class, declared, 0},
                        fmt::format("new {}({})", made, chance(50) ? "" : int_expression(1)));
  v.is_fixed = v.is_not_null = true;
}

void Builder::new_array() {
  Type element = kInt;
  if (chance(40)) element = {Base::Class, static_cast<int>(below(classes.size())), 0};
  if (chance(10)) element = pick(std::vector<Type>{kBool, {Base::String}, {Base::Char}});
  bool nested = chance(20);
  std::string size = std::to_string(below(4));
  auto ints = visible(kInt);
  Type type{element.base, element.cls, nested ? 2 : 1};
  std::string dimensions;
  if (!ints.empty() && chance(60)) {
    size = pick(ints)->name;
    note("new array of symbolic size");
    // Beyond the bound for arrays nobody would be sure of anything.
    bool may_throw = chance(25);
    line(fmt::format("assume {}{} <= {};", may_throw ? "" : "0 <= " + size + " && ", size,
                     bounds_.array_size));
  } else {
    note("new array");
  }
  dimensions = "[" + size + "]";
  if (nested) dimensions += fmt::format("[{}]", chance(50) ? size : std::to_string(below(3)));
  if (nested) note("array of arrays");
  Variable& v = declare(type, fmt::format("new {}{}", name(element), dimensions));
  v.is_fixed = v.is_not_null = true;
}

void Builder::static_access() {
  if (statics.empty()) return;
  Field field = pick(statics);
  note("static field");
  if (chance(50)) {
    line(fmt::format("Main.{} := {};", field.name, expression(field.type, 1)));
  } else {
    declare(field.type, "Main." + field.name);
  }
}

void Builder::monitor() {
  auto objects = visible_where([](const Variable& v) { return !v.type.is_scalar(); });
  if (objects.empty()) return;
  Variable object = *pick(objects);
  note("monitor");
  guarded(object, [&] { block(fmt::format("lock ({})", object.name), [&] { statements(1); }); });
}

// ---------------------------------------------------------------- checks and exceptions

void Builder::assertion() {
  if (chance(25)) {
    note("assume");
    return line(fmt::format("assume {} || {};", bool_expression(1), bool_expression(1)));
  }
  note("assert");
  if (chance(25)) return line(fmt::format("assert {} || {};", quantifier(1), bool_expression(1)));
  if (chance(40)) return law();
  if (chance(30)) return line(fmt::format("assert {};", bool_expression(2)));
  line(fmt::format("assert {} || {} <= {} || {};", bool_expression(1), int_expression(0),
                   4 + below(20), bool_expression(1)));
}

// Something that always holds, or nearly always.
void Builder::law() {
  auto ints = visible(kInt);
  auto texts = visible({Base::String});
  if (!texts.empty() && !has_words && chance(50)) {
    note("law of concatenation");
    const std::string& s = pick(texts)->name;
    return line(fmt::format("assert {0} == null || #({0} + \"ab\") == #{0} + 2;", s));
  }
  if (ints.empty()) return;
  const std::string& a = pick(ints)->name;
  const std::string& b = pick(ints)->name;
  if (chance(60)) {
    note("law of division");
    return line(fmt::format("assert {1} == 0 || {0} == {0} / {1} * {1} + {0} % {1};", a, b));
  }
  note("law of remainders");
  const char* wrong = chance(70) ? "0" : "1";
  line(fmt::format("assert {0} % 3 == {1} || ({0} % 3 > 0) == ({0} > 0);", a, wrong));
}

void Builder::attempt() {
  if (tries_ >= 2) return;
  note("try");
  ++tries_;
  --budget_;
  std::size_t outside = scope.size();
  open("try");
  statements(1);
  if (chance(50)) leave();
  statements(1);
  scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(outside), scope.end());
  --tries_;
  between("catch");
  if (chance(15)) {
    note("throw in catch");
    line("throw \"again\";");
  } else {
    statements(1);
  }
  scope.erase(scope.begin() + static_cast<std::ptrdiff_t>(outside), scope.end());
  close();
}

// Throws or returns under a condition.
void Builder::leave() {
  bool returns = tries_ == 0 ? chance(60) : chance(20);
  note(returns ? "early return" : "throw");
  std::string result = int_expression(1);
  block(fmt::format("if ({})", bool_expression(2)),
        [&] { line(returns ? fmt::format("return {};", result) : "throw;"); });
}

// ---------------------------------------------------------------- the end

// Most values of the variables give different sums, so that a rare result is that of
// few inputs.
void Builder::digest() {
  std::string d = declare(kInt, "0").name;
  scope.back().is_fixed = true;
  std::vector<Variable> known(scope.begin(), scope.end() - 1);
  int weight = 1;
  for (const Variable& v : known) {
    if (!chance(80)) continue;
    count_in_digest(d, v, weight);
    weight = weight > 2000 ? 1 : weight * 5;
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::size_t j = i + 1; j < known.size(); ++j) {
      bool both = !known[i].type.is_scalar() && known[i].type == known[j].type;
      if (!both || !chance(theme == Theme::Aliasing ? 70 : 30)) continue;
      note("reference equality");
      line(fmt::format("{0} := {0} + ({1} == {2} ? {3} : 0);", d, known[i].name, known[j].name,
                       7 * (1 + below(50))));
    }
  }
  line(fmt::format("return {};", d));
}

void Builder::count_in_digest(const std::string& d, const Variable& v, int weight) {
  auto count = [&](const std::string& value) {
    line(fmt::format("{0} := {0} + {1} * {2};", d, weight, value));
  };
  if (v.type == kInt) return count(v.name);
  if (v.type == kBool) return count(fmt::format("({} ? 1 : 0)", v.name));
  if (v.type == Type{Base::String}) {
    if (has_words || chance(30)) return count(fmt::format("({} == \"ab\" ? 1 : 0)", v.name));
    return count(fmt::format("({0} == null ? 7 : #{0})", v.name));
  }
  if (v.type.is_scalar()) {
    return count(
        fmt::format("({} {} {} ? 1 : 0)", v.name, chance(50) ? "==" : "<=", literal(v.type)));
  }
  if (v.type.is_array()) {
    count(fmt::format("({0} == null ? 5 : #{0})", v.name));
    if (v.type != Type{Base::Int, -1, 1}) return;
    std::string at = std::to_string(below(3));
    std::string e = declare(kInt, "0").name;
    return block(fmt::format("if ({0} != null && #{0} > {1})", v.name, at), [&] {
      line(fmt::format("{} := {}[{}];", e, v.name, at));
      count(e);
    });
  }
  std::vector<int> targets = concrete(v.type.cls);
  bool asks = !targets.empty() && chance(40);
  count(asks ? fmt::format("({} instanceof {} ? 1 : 0)", v.name,
                           classes[static_cast<std::size_t>(pick(targets))].name)
             : fmt::format("({} == null ? 1 : 0)", v.name));
  std::vector<Field> fields = all_fields(v.type.cls);
  if (fields.empty() || fields[0].type != kInt || !chance(70)) return;
  std::string e = declare(kInt, "0").name;
  block(fmt::format("if ({} != null)", v.name), [&] {
    line(fmt::format("{} := {}.{};", e, v.name, fields[0].name));
    bounded(kInt, e, 90);
    count(e);
  });
}

}  // namespace differential
