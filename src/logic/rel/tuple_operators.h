// The operators of relational logic on plain sets of tuples.
#pragma once

#include "logic/rel/tuples.h"

namespace rel {

TupleSet join(const TupleSet& a, const TupleSet& b);
TupleSet transpose(const TupleSet& a);
TupleSet closure(const TupleSet& a);
TupleSet identity(std::size_t atoms);
TupleSet override_with(const TupleSet& a, const TupleSet& b);
TupleSet restrict_domain(const TupleSet& set, const TupleSet& a);
TupleSet restrict_range(const TupleSet& a, const TupleSet& set);

}  // namespace rel
