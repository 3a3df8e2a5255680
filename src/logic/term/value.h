// What closed terms denote.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/integer.h"
#include "logic/term/term.h"

namespace term {

// A word of 32 or 64 bits, extended with zeros.
struct Word {
  std::uint64_t bits = 0;
  friend bool operator==(Word, Word) = default;
};

// An object number; 0 is null.
struct Object {
  std::uint32_t number = 0;
  friend bool operator==(Object, Object) = default;
};

// One alternative per sort; Word serves both widths, and double both floats. Strings are UTF-8.
using Value = std::variant<bool, base::Integer, Word, double, char32_t, std::string, Object>;

// false, 0, 0.0, the character 0, "" and null.
Value default_value(Sort sort);
bool has_sort(const Value& value, Sort sort);

// The same value: NaN is the same as itself, 0.0 is not -0.0.
bool is_same(const Value& a, const Value& b);

// The number that a word stands for, and the word that a number wraps to.
base::Integer to_integer(Word word, Sort sort, Sign sign);
Word to_word(const base::Integer& value, Sort sort);

// The nearest single, as a double.
double to_single(double value);

std::string to_string(const Value& value);

// Values for the variables of one store. What was never set has the default value.
class Assignment {
 public:
  void set(Variable variable, Value value);
  bool has(Variable variable) const {
    return variable.index() < values_.size() && values_[variable.index()].is_set;
  }
  // `sort` is the variable's sort.
  Value get(Variable variable, Sort sort) const {
    return has(variable) ? values_[variable.index()].value : default_value(sort);
  }
  // Null if never set.
  const Value* find(Variable variable) const {
    return has(variable) ? &values_[variable.index()].value : nullptr;
  }
  // All variables from `count` on are unset again.
  void truncate(std::size_t count);
  std::size_t size() const { return values_.size(); }

 private:
  struct Slot {
    Value value;
    bool is_set = false;
  };
  std::vector<Slot> values_;
};

}  // namespace term
