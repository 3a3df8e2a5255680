// The inside of the generator: what is declared so far, what is visible here, and
// random expressions and statements over it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/run/random.h"
#include "engine/interp/model.h"

namespace differential {

enum class Base : std::uint8_t { Int, Uint, Bool, Char, String, Float, Class };

struct Type {
  Base base = Base::Int;
  int cls = -1;  // index of the class, for Base::Class
  int dims = 0;

  bool is_array() const { return dims > 0; }
  bool is_class() const { return base == Base::Class && dims == 0; }
  bool is_scalar() const { return base != Base::Class && dims == 0; }
  bool is_nullable() const { return !is_scalar() || base == Base::String; }
  Type element() const { return {base, cls, dims - 1}; }
  friend bool operator==(const Type&, const Type&) = default;
};

// What a program is mostly about. Bugs hide where features meet; a theme makes some of
// them meet often.
enum class Theme : std::uint8_t { Mixed, Aliasing, Arrays, Calls, Text, Exceptions };
constexpr std::size_t kThemes = 6;

constexpr Type kInt{Base::Int};
constexpr Type kBool{Base::Bool};

struct Variable {
  std::string name;
  Type type;
  bool is_fixed = false;     // never assigned: a loop counter, or known not to be null
  bool is_not_null = false;  // then no guard is needed
};

struct Field {
  std::string name;
  Type type;
};

struct Class {
  std::string name;
  int parent = -1;
  bool is_interface = false;
  bool is_abstract = false;
  bool implements = false;  // the one interface
  std::vector<Field> fields;
};

struct Method {
  int cls = -1;
  std::string name;
  bool is_static = false;
  std::vector<Type> params;
};

class Builder {
 public:
  Builder(std::uint64_t seed, const interp::Bounds& bounds) : random_(seed), bounds_(bounds) {}

  // ---------------------------------------------------------------- random choices
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  bool chance(int percent) { return random_.below(100) < static_cast<std::uint64_t>(percent); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  void note(const std::string& feature) { ++features[feature]; }

  // ---------------------------------------------------------------- text
  void line(const std::string& text);
  void open(const std::string& text);  // a line that begins a block
  void between(const std::string& text);
  void close();
  std::string fresh(const std::string& stem) { return stem + std::to_string(names_++); }

  // ---------------------------------------------------------------- types
  std::string name(Type type) const;
  bool is_subclass(int cls, int of) const;
  std::vector<int> concrete(int cls) const;      // classes that can be created and fit
  std::vector<Field> all_fields(int cls) const;  // with the inherited ones
  // What holds for the values that the interpreter tries; empty: all of them.
  std::string within_domain(Type type, const std::string& variable);

  // ---------------------------------------------------------------- expressions
  std::string expression(Type type, int depth);
  std::string int_expression(int depth);
  std::string bool_expression(int depth);
  std::string literal(Type type);
  std::string reference(Type type, int depth);

  // ---------------------------------------------------------------- statements
  void statements(int budget);
  void assign_or_declare(Type type);
  void digest();  // ends the entry: returns a number that depends on everything visible

  Theme theme = Theme::Mixed;
  std::vector<Class> classes;
  std::vector<Field> statics;  // of class Main
  std::vector<Method> methods;
  std::vector<Variable> scope;
  // Integers have a fixed width; then the solver knows no lengths of strings.
  bool has_words = false;
  std::map<std::string, int> features;
  std::string text;

 private:
  // Variables of a type; for classes also those of subclasses.
  std::vector<const Variable*> visible(Type type) const;
  std::vector<const Variable*> visible_where(bool (*test)(const Variable&)) const;
  Variable& declare(Type type, const std::string& initial);

  std::string uint_expression(int depth);
  std::string text_expression(int depth);
  std::string float_expression(int depth);
  std::string choice(Type type, int depth);  // E ? E : E
  std::string quotient(int depth);
  std::string length();
  std::string comparison(int depth);
  std::string identity(int depth);
  std::string quantifier(int depth);
  std::string element_condition(Type type, const std::string& v, const std::string& i);
  std::string cast(Type type);

  void statement();
  void assign_scalar();
  void read_element();
  void write_element();
  void read_field();
  void write_field();
  void copy_on_heap();
  void element_access(bool writes);
  void branch();
  void loop();
  void walk();
  void call_static();
  void call_method();
  void new_object();
  void new_array();
  void assertion();
  void attempt();
  void leave();
  void static_access();
  void monitor();
  void alias();
  void law();
  void count_in_digest(const std::string& digest, const Variable& v, int weight);
  void bounded(Type type, const std::string& variable, int percent);
  // Runs `body` where `variable` is not null, in one of several ways.
  template <typename Body>
  void guarded(const Variable& variable, Body body);
  template <typename Body>
  void block(const std::string& head, Body body);

  run::Random random_;
  interp::Bounds bounds_;
  int indent_ = 0;
  int names_ = 0;
  int loops_ = 0;  // loops and tries around this place
  int tries_ = 0;
  int budget_ = 0;
};

}  // namespace differential
