// Static semantics: declarations, names, types and control flow. Fills the parts
// of the tree marked "checked".
#pragma once

#include "base/diag/diagnostic.h"
#include "lang/oox/symbols.h"

namespace oox {

// Reports everything that is wrong with a parsed program. The tree may be lowered
// only if the sink holds no error afterwards.
void check(Program& program, diag::Sink& sink);

// Checks another version of one method of a checked program: a member with the header
// of `method` and a body of its own. The program itself stays as it is. Answers what
// was found about the version.
MethodInfo check_version(Program& program, const MethodInfo& method, Member& version,
                         diag::Sink& sink);

}  // namespace oox
