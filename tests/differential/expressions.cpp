// Random expressions. Operations that may throw are mostly guarded: an exception ends
// the method, and what follows would rarely be seen.
#include <fmt/format.h>

#include "builder.h"

namespace differential {

// ---------------------------------------------------------------- types

std::string Builder::name(Type type) const {
  static const char* const kNames[] = {"int", "uint", "bool", "char", "string", "float"};
  std::string result = type.base == Base::Class ? classes[static_cast<std::size_t>(type.cls)].name
                                                : kNames[static_cast<int>(type.base)];
  for (int i = 0; i < type.dims; ++i) result += "[]";
  return result;
}

bool Builder::is_subclass(int cls, int of) const {
  const Class& target = classes[static_cast<std::size_t>(of)];
  for (int c = cls; c >= 0; c = classes[static_cast<std::size_t>(c)].parent) {
    if (c == of) return true;
    if (target.is_interface && classes[static_cast<std::size_t>(c)].implements) return true;
  }
  return false;
}

std::vector<int> Builder::concrete(int cls) const {
  std::vector<int> result;
  for (int c = 0; c < static_cast<int>(classes.size()); ++c) {
    const Class& candidate = classes[static_cast<std::size_t>(c)];
    if (!candidate.is_interface && !candidate.is_abstract && is_subclass(c, cls)) {
      result.push_back(c);
    }
  }
  return result;
}

std::vector<Field> Builder::all_fields(int cls) const {
  std::vector<Field> result;
  for (int c = cls; c >= 0; c = classes[static_cast<std::size_t>(c)].parent) {
    const auto& own = classes[static_cast<std::size_t>(c)].fields;
    result.insert(result.end(), own.begin(), own.end());
  }
  return result;
}

std::string Builder::within_domain(Type type, const std::string& variable) {
  if (type.is_array()) {
    std::string v = fresh("v");
    std::string i = fresh("i");
    std::string inner = within_domain(type.element(), v);
    if (inner.empty()) return "";
    return fmt::format("{0} == null || (forall {1}, {2} : {0} : {3})", variable, v, i, inner);
  }
  switch (type.base) {
    case Base::Int:
      return fmt::format("-{0} <= {1} && {1} <= {0}", bounds_.int_magnitude, variable);
    case Base::Uint: return fmt::format("{} <= {}", variable, bounds_.uint_max);
    case Base::Char: return fmt::format("{0} == 'a' || {0} == 'b' || {0} == '0'", variable);
    case Base::String:
      return fmt::format("{0} == null || {0} == \"\" || {0} == \"a\" || {0} == \"ab\"", variable);
    case Base::Float: return fmt::format("{0} == 0.0 || {0} == 1.5 || {0} == -0.5", variable);
    case Base::Bool:
    case Base::Class: break;
  }
  return "";
}

// ---------------------------------------------------------------- what is visible

std::vector<const Variable*> Builder::visible(Type type) const {
  std::vector<const Variable*> result;
  for (const Variable& v : scope) {
    bool fits = v.type == type ||
                (type.is_class() && v.type.is_class() && is_subclass(v.type.cls, type.cls));
    if (fits) result.push_back(&v);
  }
  return result;
}

std::vector<const Variable*> Builder::visible_where(bool (*test)(const Variable&)) const {
  std::vector<const Variable*> result;
  for (const Variable& v : scope) {
    if (test(v)) result.push_back(&v);
  }
  return result;
}

// ---------------------------------------------------------------- expressions

std::string Builder::literal(Type type) {
  switch (type.base) {
    case Base::Int: {
      auto value = static_cast<int>(below(7)) - 3;
      return value < 0 ? fmt::format("(-{})", -value) : std::to_string(value);
    }
    case Base::Uint: return std::to_string(below(4));
    case Base::Bool: return chance(50) ? "true" : "false";
    case Base::Char: return pick(std::vector<std::string>{"'a'", "'b'", "'0'", "'z'"});
    case Base::String: return pick(std::vector<std::string>{"\"\"", "\"a\"", "\"ab\"", "\"b\""});
    case Base::Float: return pick(std::vector<std::string>{"0.0", "1.5", "(-0.5)", "2.0", "0.25"});
    case Base::Class: break;
  }
  return "null";
}

std::string Builder::expression(Type type, int depth) {
  if (!type.is_scalar()) return reference(type, depth);
  if (type.base == Base::Int) return int_expression(depth);
  if (type.base == Base::Bool) return bool_expression(depth);
  if (type.base == Base::Uint) return uint_expression(depth);
  if (type.base == Base::String) return text_expression(depth);
  if (type.base == Base::Float) return float_expression(depth);
  auto variables = visible(type);
  if (depth > 0 && chance(25)) return choice(type, depth);
  return variables.empty() || chance(20) ? literal(type) : pick(variables)->name;
}

std::string Builder::choice(Type type, int depth) {
  note("conditional expression");
  return fmt::format("({} ? {} : {})", bool_expression(depth - 1), expression(type, depth - 1),
                     expression(type, depth - 1));
}

std::string Builder::int_expression(int depth) {
  auto variables = visible(kInt);
  if (depth <= 0 || chance(25)) {
    return variables.empty() || chance(25) ? literal(kInt) : pick(variables)->name;
  }
  switch (below(10)) {
    case 0:
    case 1:
    case 2: return fmt::format("({} + {})", int_expression(depth - 1), int_expression(depth - 1));
    case 3:
    case 4: return fmt::format("({} - {})", int_expression(depth - 1), int_expression(depth - 1));
    case 5:
      note("multiplication");
      return fmt::format("({} * {})", int_expression(depth - 1),
                         chance(80) ? literal(kInt) : int_expression(0));
    case 6: return quotient(depth);
    case 7: return choice(kInt, depth);
    case 8: return length();
    default: note("negation"); return fmt::format("(-{})", int_expression(depth - 1));
  }
}

std::string Builder::quotient(int depth) {
  bool divides = chance(50);
  note(divides ? "division" : "remainder");
  const char* op = divides ? "/" : "%";
  std::string left = int_expression(depth - 1);
  auto variables = visible(kInt);
  if (variables.empty() || chance(55)) {
    std::string right = pick(std::vector<std::string>{"2", "3", "(-2)", "(-3)", "(-1)"});
    return fmt::format("({} {} {})", left, op, right);
  }
  std::string right = pick(variables)->name;
  if (chance(20)) return fmt::format("({} {} {})", left, op, right);
  return fmt::format("({0} != 0 ? {1} {2} {0} : {3})", right, left, op, literal(kInt));
}

// Of an array or a string.
std::string Builder::length() {
  auto variables = visible_where(
      [](const Variable& v) { return v.type.is_array() || v.type == Type{Base::String}; });
  if (variables.empty()) return literal(kInt);
  const Variable& v = *pick(variables);
  if (has_words && !v.type.is_array()) return literal(kInt);
  note(v.type.is_array() ? "array length" : "string length");
  if (v.is_not_null || chance(10)) return "#" + v.name;
  return fmt::format("({0} != null ? #{0} : {1})", v.name, literal(kInt));
}

std::string Builder::uint_expression(int depth) {
  auto variables = visible({Base::Uint});
  if (depth <= 0 || chance(30)) {
    return variables.empty() || chance(25) ? literal({Base::Uint}) : pick(variables)->name;
  }
  note("uint arithmetic");
  std::string left = variables.empty() ? literal({Base::Uint}) : pick(variables)->name;
  std::string right = uint_expression(depth - 1);
  switch (below(6)) {
    case 0:
    case 1: return fmt::format("({} + {})", left, right);
    case 2:
      if (chance(30)) return fmt::format("({} - {})", left, right);  // may go below zero
      return fmt::format("({0} >= {1} ? {0} - {1} : 0)", left, right);
    case 3: return fmt::format("({} * {})", left, literal({Base::Uint}));
    case 4: return fmt::format("({} {} {})", left, chance(50) ? "/" : "%", 1 + below(3));
    default: return choice({Base::Uint}, depth);
  }
}

std::string Builder::text_expression(int depth) {
  auto variables = visible({Base::String});
  if (depth <= 0 || chance(40)) {
    if (chance(10)) return "null";
    return variables.empty() || chance(30) ? literal({Base::String}) : pick(variables)->name;
  }
  if (chance(30)) return choice({Base::String}, depth);
  note("string concatenation");
  std::string left = variables.empty() ? literal({Base::String}) : pick(variables)->name;
  return fmt::format("({} + {})", left, text_expression(depth - 1));
}

std::string Builder::float_expression(int depth) {
  auto variables = visible({Base::Float});
  if (depth <= 0 || chance(40)) {
    return variables.empty() || chance(30) ? literal({Base::Float}) : pick(variables)->name;
  }
  note("float arithmetic");
  std::string left = variables.empty() ? literal({Base::Float}) : pick(variables)->name;
  static const char* const kOps[] = {"+", "-", "*", "/"};
  if (chance(15)) return choice({Base::Float}, depth);
  if (chance(15)) return fmt::format("(-{})", left);
  return fmt::format("({} {} {})", left, kOps[below(4)], float_expression(depth - 1));
}

// ---------------------------------------------------------------- conditions

std::string Builder::bool_expression(int depth) {
  auto variables = visible(kBool);
  if (depth <= 0) {
    if (!variables.empty() && chance(40)) return pick(variables)->name;
    return comparison(0);
  }
  switch (below(12)) {
    case 0:
      return fmt::format("({} && {})", bool_expression(depth - 1), bool_expression(depth - 1));
    case 1:
      return fmt::format("({} || {})", bool_expression(depth - 1), bool_expression(depth - 1));
    case 2:
      note("implication");
      return fmt::format("({} ==> {})", bool_expression(depth - 1), bool_expression(depth - 1));
    case 3: return fmt::format("(!{})", bool_expression(depth - 1));
    case 4:
    case 5:
    case 6: return identity(depth);
    case 7: return quantifier(depth);
    default: return comparison(depth);
  }
}

std::string Builder::comparison(int depth) {
  std::vector<Type> types = {kInt, kInt, kInt, kInt};
  for (const Variable& v : scope) {
    if (v.type.is_scalar() && v.type.base != Base::Bool) types.push_back(v.type);
  }
  Type type = pick(types);
  static const char* const kOps[] = {"==", "!=", "<", "<=", ">", ">="};
  bool ordered = type.base != Base::String;
  auto variables = visible(type);
  // Constants and a thing with itself say little.
  bool plain = !variables.empty() && (depth <= 1 || chance(50));
  std::string left = plain ? pick(variables)->name : expression(type, depth - 1);
  std::string right = expression(type, depth > 1 ? depth - 1 : 0);
  if (right == left) right = literal(type);
  note("comparison of " + name(type));
  return fmt::format("({} {} {})", left, kOps[below(ordered ? 6 : 2)], right);
}

// About references: null, sameness, class.
std::string Builder::identity(int depth) {
  auto variables = visible_where([](const Variable& v) { return v.type.is_nullable(); });
  if (variables.empty()) return comparison(depth);
  const Variable& v = *pick(variables);
  if (v.type.is_class() && chance(40)) {
    std::vector<int> targets = concrete(v.type.cls);
    if (!targets.empty()) {
      note("instanceof");
      return fmt::format("({} instanceof {})", v.name,
                         classes[static_cast<std::size_t>(pick(targets))].name);
    }
  }
  const char* op = chance(50) ? "==" : "!=";
  auto others = visible(v.type);
  const Variable& other = *pick(others);
  if (other.name == v.name || chance(40)) return fmt::format("({} {} null)", v.name, op);
  note(v.type.is_scalar() ? "string equality" : "reference equality");
  return fmt::format("({} {} {})", v.name, op, other.name);
}

std::string Builder::quantifier(int depth) {
  auto variables = visible_where([](const Variable& v) { return v.type.is_array(); });
  if (variables.empty()) return comparison(depth);
  const Variable& a = *pick(variables);
  std::string v = fresh("v");
  std::string i = fresh("i");
  bool forall = chance(50);
  note(forall ? "forall" : "exists");
  std::string body = element_condition(a.type.element(), v, i);
  std::string whole =
      fmt::format("({} {}, {} : {} : {})", forall ? "forall" : "exists", v, i, a.name, body);
  if (a.is_not_null || chance(15)) return whole;
  return fmt::format("({} {} null {} {})", a.name, forall ? "==" : "!=", forall ? "||" : "&&",
                     whole);
}

// About an element and its index.
std::string Builder::element_condition(Type type, const std::string& v, const std::string& i) {
  if (type.is_array()) {
    note("nested quantifier");
    std::string w = fresh("v");
    std::string j = fresh("i");
    return fmt::format("{0} == null || ({1} {2}, {3} : {0} : {4})", v,
                       chance(50) ? "forall" : "exists", w, j,
                       element_condition(type.element(), w, j));
  }
  if (!type.is_scalar()) {
    if (chance(50)) return fmt::format("{} {} null", v, chance(50) ? "==" : "!=");
    return fmt::format("{} == {}", v, reference(type, 0));
  }
  if (type.base != Base::Int) return fmt::format("{} == {}", v, expression(type, 0));
  switch (below(4)) {
    case 0: return fmt::format("{} <= {}", v, int_expression(1));
    case 1: return fmt::format("{} != {}", v, int_expression(0));
    case 2: return fmt::format("{} <= {} || {} > {}", v, i, v, int_expression(0));
    default: return fmt::format("{} + {} >= {}", v, i, int_expression(0));
  }
}

// ---------------------------------------------------------------- references

std::string Builder::reference(Type type, int depth) {
  auto variables = visible(type);
  if (type.is_class() && chance(15)) {
    std::string made = cast(type);
    if (!made.empty()) return made;
  }
  if (variables.empty()) return "null";
  if (depth > 0 && chance(20)) {
    note("conditional expression");
    std::string left = pick(variables)->name;
    std::string right = chance(50) ? "null" : pick(variables)->name;
    return fmt::format("({} ? {} : {})", bool_expression(depth - 1), left, right);
  }
  return chance(12) ? "null" : pick(variables)->name;
}

// Of a variable of a supertype; empty if there is none.
std::string Builder::cast(Type type) {
  std::vector<const Variable*> above;
  for (const Variable& v : scope) {
    bool super = v.type.is_class() && v.type.cls != type.cls && is_subclass(type.cls, v.type.cls);
    if (super) above.push_back(&v);
  }
  if (above.empty() || concrete(type.cls).empty()) return "";
  note("cast");
  const std::string& v = pick(above)->name;
  if (chance(25)) return fmt::format("(({}) {})", name(type), v);
  return fmt::format("({0} instanceof {1} ? ({1}) {0} : null)", v, name(type));
}

}  // namespace differential
