// Abstract states: for every local and every slot a lower and an upper bound.
#pragma once

#include <optional>
#include <vector>

#include "engine/modular/slots.h"
#include "engine/modular/value.h"

namespace modular {

// Everything of `lower` is surely in the relation, nothing beyond `upper` ever is.
struct Bounds {
  ValueId lower;
  ValueId upper;

  // Then the value is known: of a variable, a set with one element.
  bool is_exact() const { return lower == upper; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// A local that holds what reading `fields` from `base` gives at this point.
struct AccessPath {
  ir::LocalId base;  // invalid: not known to be any
  std::vector<ir::FieldId> fields;

  friend bool operator==(const AccessPath&, const AccessPath&) = default;
};

struct Environment {
  std::vector<Bounds> locals;
  std::vector<AccessPath> paths;  // by local
  std::vector<Bounds> slots;
  Bounds result;  // invalid until something is returned

  friend bool operator==(const Environment&, const Environment&) = default;
};

// What a procedure does to the slots it writes, and what it returns, over symbols for the
// state before it. Absent: it never ends that way.
struct Outcome {
  std::vector<Bounds> slots;  // by slot
  Bounds result;              // invalid for void
  // By parameter: it ends this way only if the argument is not null.
  std::vector<bool> needs_object;
};
struct Summary {
  std::optional<Outcome> normal;
  std::optional<Outcome> raised;  // an exception left it
};

}  // namespace modular
