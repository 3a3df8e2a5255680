// braid-mpi: `braid verify` in several processes, which MPI starts and connects.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "base/stack.h"
#include "base/terminal.h"
#include "cli/cli.h"
#include "cli/status.h"
#include "mpi/channel.h"
#include "mpi/node.h"

namespace {

// As that of braid.
constexpr std::size_t kStackBytes = std::size_t{512} << 20;

mpi::Node* interrupted = nullptr;  // signal handlers reach nothing else

void on_signal(int) { interrupted->interrupt(); }

// Open MPI gives its processes a terminal for standard output, be there one or not.
void write_plainly() {
  if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr) return;
  setenv("NO_COLOR", "1", 1);
  setenv("COLUMNS", "1000000", 1);
}

int run_in_job(mpi::Channel& channel, int argc, char** argv) {
  mpi::Node node(channel);
  if (!node.leads()) {
    // Who leads gets the signal, too, and decides.
    interrupted = &node;
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
  }
  std::thread command_line([&] {
    node.finish(base::run_on_stack(kStackBytes, [&] { return cli::run_cli(argc, argv, &node); }));
  });
  int status = node.serve();
  // The others may be in the midst of something that nobody waits for.
  if (!node.leads()) _exit(status);
  command_line.join();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  write_plainly();
  mpi::Channel channel;
  if (!channel.start()) {
    base::print_error("braid-mpi: this MPI cannot be used by programs with threads\n");
    return cli::kUnknown;
  }
  if (channel.size() > 1) return run_in_job(channel, argc, argv);
  int status = base::run_on_stack(kStackBytes, [=] { return cli::run_cli(argc, argv); });
  channel.finish();
  return status;
}
