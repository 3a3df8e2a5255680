// The long form of a body: each access to the heap, call and `new` is a statement of its own.
//
// People write `total += this.list.get(i).price;`. The steps of a thread are those of
//   List list := this.list;
//   Item get := list.get(i);
//   int price := get.price;
//   total := total + price;
// and this is the text that lowering, and whoever else reads bodies for what they do, is given.
// docs/language/oox.md ("Order of evaluation") says which form a statement has, and
// docs/decisions/0029-long-form.md why there are two trees.
//
// The long form is OOX: the printer prints it (`braid fmt --explicit`), and it means the same.
#pragma once

#include "lang/oox/symbols.h"

namespace oox {

// Sets MethodInfo::long_body of every method that has a body, and adds the variables of the
// long form to MethodInfo::variables. The program must have been checked without errors.
// Linear in the size of the bodies.
void make_long_forms(Program& program);

}  // namespace oox
