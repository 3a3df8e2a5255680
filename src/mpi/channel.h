// Messages between the processes of an MPI job: the only file that knows MPI is channel.cpp.
//
// All of it is called by the thread that called `start` (MPI_THREAD_FUNNELED). Nothing waits: an
// idle process sleeps between two looks at what has come, since Open MPI itself waits by asking
// again and again, which takes the processor from those who work.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace mpi {

class Channel {
 public:
  Channel();
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Joins the job. False: MPI has no room for threads. If it cannot start at all, Open MPI says why
  // and ends the process itself.
  bool start();
  int rank() const { return rank_; }
  int size() const { return size_; }

  // Bytes of any length. Messages from one process to another come in the order in which they
  // were sent.
  void send(int to, const std::string& bytes);
  // The next message that is here as a whole, and who sent it.
  std::optional<std::pair<int, std::string>> receive();
  // Everything that was sent has left.
  bool is_flushed();
  // Leaves the job. Every process has to.
  void finish();
  // Ends all processes.
  [[noreturn]] void abort(int status);

 private:
  struct Sending;

  int rank_ = 0;
  int size_ = 1;
  std::list<Sending> sending_;
  std::map<int, std::string> partial_;  // by sender: a message of which more is to come
};

}  // namespace mpi
