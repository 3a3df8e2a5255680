// What matters of two operands, by their types, where only some tuples of the whole matter.
#pragma once

#include <utility>

#include "logic/rel/type.h"

namespace rel {

// The products of `a` and `b` from which `make` makes one that meets `relevant`. If there are
// none, those from which it makes any that can have tuples; then those that it can combine at
// all; then everything.
template <class Make>
std::pair<Type, Type> relevant_pairs(const TypeRules& rules, const Type& a, const Type& b,
                                     const Type& relevant, Make make) {
  enum Step { Meets, HasTuples, Combines };
  for (Step step : {Meets, HasTuples, Combines}) {
    std::pair<Type, Type> found;
    for (const Product& p : a.products) {
      for (const Product& q : b.products) {
        std::optional<Product> made = make(p, q);
        bool is_good = made && (step != HasTuples || has_tuples(*made)) &&
                       (step != Meets || rules.meets(*made, relevant));
        if (!is_good) continue;
        found.first.add(p);
        found.second.add(q);
      }
    }
    if (!found.first.products.empty()) return found;
  }
  return {a, b};
}

inline std::pair<Type, Type> relevant_joins(const TypeRules& rules, const Type& a, const Type& b,
                                            const Type& relevant) {
  return relevant_pairs(rules, a, b, relevant,
                        [&](const Product& p, const Product& q) { return rules.join(p, q); });
}

}  // namespace rel
