// The class table: who extends whom, which members each class declares, and what
// their signatures say. Runs before any body is looked at.
#pragma once

#include "lang/oox/names.h"

namespace oox {

// Fills Program::classes and the ClassDecl::info, Member::field and Member::method
// of the tree. Afterwards the hierarchy has no cycle, whatever was reported: links
// that would close one are dropped. A class declared a second time has no info.
void declare(Program& program, Names& names, diag::Sink& sink);

// What a class owes to its supertypes: overriding methods match, abstract methods
// are implemented, inherited defaults do not conflict. Sets MethodInfo::overridden.
void check_hierarchy(Program& program, diag::Sink& sink);

}  // namespace oox
