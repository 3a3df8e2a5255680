#include "mpi/channel.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace mpi {

namespace {

constexpr int kTag = 1;
// Counts of MPI are ints. The first byte of a part says whether it is the last one.
constexpr std::size_t kLargestPart = std::size_t{1} << 28U;
constexpr char kMore = '+';
constexpr char kLast = '.';

}  // namespace

struct Channel::Sending {
  std::string bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

Channel::Channel() = default;
Channel::~Channel() = default;

bool Channel::start() {
  // Where Open MPI does wait, others may run.
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  int provided = 0;
  int error = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (error != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED) return false;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  return true;
}

void Channel::send(int to, const std::string& bytes) {
  std::size_t at = 0;
  do {
    std::size_t part = std::min(bytes.size() - at, kLargestPart);
    Sending& sending = sending_.emplace_back();
    sending.bytes = at + part == bytes.size() ? kLast : kMore;
    sending.bytes.append(bytes, at, part);
    at += part;
    MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, to, kTag,
              MPI_COMM_WORLD, &sending.request);
  } while (at < bytes.size());
}

std::optional<std::pair<int, std::string>> Channel::receive() {
  for (;;) {
    int has_come = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &has_come, &message, &status);
    if (has_come == 0) return std::nullopt;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    std::string bytes(static_cast<std::size_t>(count), '\0');
    MPI_Mrecv(bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    std::string& whole = partial_[status.MPI_SOURCE];
    whole.append(bytes, 1);
    if (bytes[0] == kLast) {
      return std::pair{status.MPI_SOURCE, std::exchange(whole, std::string())};
    }
  }
}

bool Channel::is_flushed() {
  sending_.remove_if([](Sending& sending) {
    int is_done = 0;
    MPI_Test(&sending.request, &is_done, MPI_STATUS_IGNORE);
    return is_done != 0;
  });
  return sending_.empty();
}

void Channel::finish() { MPI_Finalize(); }

void Channel::abort(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  _exit(status);
}

}  // namespace mpi
