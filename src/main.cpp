#include "base/stack.h"
#include "cli/cli.h"

// Recursion over syntax trees is bounded by the parsers; the stack makes room for it.
constexpr std::size_t kStackBytes = std::size_t{512} << 20;

int main(int argc, char** argv) {
  return base::run_on_stack(kStackBytes, [=] { return cli::run_cli(argc, argv); });
}
