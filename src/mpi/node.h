// One process of an MPI job as a member of a team (engine/symex/team.h).
//
// Two threads meet here. The command line runs on one of its own, and calls the functions of Team,
// which wait where the team has to. The thread of `serve` sends and receives all messages, and is
// the only one to do so; workers never wait for it. What both see is guarded by one mutex.
//
// Work is stolen: a process in which a worker waits asks others in turn for an item, and gets the
// oldest one of theirs, which is likely to be the largest (R. D. Blumofe, C. E. Leiserson,
// "Scheduling multithreaded computations by work stealing", JACM 46(5), 1999).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/run/random.h"
#include "engine/symex/team.h"
#include "mpi/channel.h"
#include "mpi/lead.h"
#include "mpi/message.h"
#include "mpi/silence.h"

namespace mpi {

class Node : public symex::Team {
 public:
  explicit Node(Channel& channel);

  // Until the command line is done, in the process that leads; in the others, until it says so.
  // The status is what the command line has said.
  int serve();
  // From the thread of the command line: it is done.
  void finish(int status);
  // From a signal handler: the process is asked to end.
  void interrupt() { is_interrupted_.store(true); }

  bool leads() const override { return rank_ == 0; }
  tl::expected<void, std::string> begin(const symex::Round& round, const symex::Site& site,
                                        const std::string& subject) override;
  symex::RoundEnd end(bool has_answer) override;
  void stay_alone(const std::string& why) override;
  std::string progress(const run::Statistics& stats) override;
  std::optional<symex::Round> next(const std::string& subject) override;
  void join(const symex::Site& site) override;
  void report(const symex::Report& report) override;

 private:
  struct Request {
    int from = 0;
    Clock::time_point deadline;
  };

  // A round, as this process sees it.
  struct Local {
    std::uint64_t number = 0;
    std::unique_ptr<symex::Site> site;  // while there is a pool
    bool has_ended = false;
    bool has_reported = false;
    bool said_stop = false;
    std::string stopped;          // why this process has to stop
    Clock::time_point next_look;  // at the limits
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t colour = 0;           // of what is sent
    bool is_posing = false;             // a picture is being taken
    std::vector<symex::WorkItem> held;  // items of the next colour
    std::deque<Request> requests;
    bool is_stealing = false;  // an answer is under way
    int refusals = 0;          // in a row
    Clock::time_point next_steal;
    bool told_idle = false;
    Clock::time_point next_status;
  };

  // What another process has said of itself.
  struct Introduction {
    std::uint64_t status = 0;
    std::string text;
  };

  void wake();
  void post(int to, Message message);
  void post_all(Kind kind, const std::vector<std::uint64_t>& numbers, const std::string& body = {});
  void flush();
  void handle(Message message);
  void take_begin(const Message& message);
  void take_work(const Message& message);
  void take_end(bool is_exhausted);
  void act();
  void look_at_limits();
  void pose();
  void answer_requests();
  void steal();
  void tell_status();
  bool is_idle();
  std::chrono::microseconds nap() const;
  std::string introduce(const std::string& subject) const;
  std::optional<std::string> problem_of_others(const std::string& subject) const;
  void open(const symex::Site& site);

  Channel& channel_;
  const int rank_;
  const int size_;
  Silence silence_;
  run::Random random_;

  std::mutex mutex_;               // guards what follows
  std::condition_variable woken_;  // for the thread of `serve`
  std::condition_variable told_;   // for that of the command line
  std::atomic<bool> is_woken_{false};
  std::atomic<bool> is_interrupted_{false};
  std::vector<std::pair<int, Message>> outbox_;
  std::optional<int> status_;  // of the command line
  bool is_over_ = false;       // who leads is done
  bool is_broken_ = false;     // somebody does not answer
  Local local_;
  // The process that leads.
  std::optional<Lead> lead_;
  std::map<int, Introduction> others_;
  bool said_alone_ = false;
  double last_seconds_ = 0;  // of `progress`
  std::uint64_t last_executions_ = 0;
  // The others.
  bool has_introduced_ = false;
  std::optional<symex::Round> next_;
};

}  // namespace mpi
