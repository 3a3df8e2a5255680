// Who else wants to know of a broken invariant, just before the process ends.
#pragma once

#include <string>

namespace base {

// The handler may only write: nothing that it finds need be in order. Null: nobody.
using CheckHandler = void (*)(const std::string& message);
void on_failed_check(CheckHandler handler);

}  // namespace base
