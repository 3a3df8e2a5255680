// Runs code on a stack of a chosen size. The program uses it once, at the start:
// with a large stack, bounded recursion over syntax trees is safe (see
// docs/decisions/0003-bounded-recursion.md).
#pragma once

#include <cstddef>
#include <functional>

namespace base {

// Runs `body` on a new thread whose stack has at least `bytes` bytes, waits for it
// and returns its result. An exception that leaves `body` goes on in the caller.
int run_on_stack(std::size_t bytes, const std::function<int()>& body);

}  // namespace base
