// Handles of the IR. LocalId, LocId and TransId are relative to a procedure, the
// others to the program.
#pragma once

#include "base/ids.h"

namespace ir {

using TypeId = base::Id<struct TypeTag>;
using ClassId = base::Id<struct ClassTag>;
using EnumId = base::Id<struct EnumTag>;
using FieldId = base::Id<struct FieldTag>;
using GlobalId = base::Id<struct GlobalTag>;
using CollectionId = base::Id<struct CollectionTag>;
using ConstantId = base::Id<struct ConstantTag>;
using ProcId = base::Id<struct ProcTag>;
using ExprId = base::Id<struct ExprTag>;
using LocalId = base::Id<struct LocalTag>;
using LocId = base::Id<struct LocTag>;
using TransId = base::Id<struct TransTag>;

}  // namespace ir
