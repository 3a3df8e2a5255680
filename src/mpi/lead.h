// What the process that leads knows of all in a round, itself included, and decides.
//
// When a round is over. A process without work may get some that is still under way, so that it
// does not count who is idle alone. Everybody counts the items that it has sent and received. If
// all say that they are idle, and as many items were received as were sent, all are asked once
// more. The answers of the second wave are given after those of the first one have come; if all
// are idle again and as many items have been sent by then as had been received in the first
// wave, nothing was under way when that one ended, and nobody can have begun to work since. This
// is the four-counter method of F. Mattern, "Algorithms for distributed termination detection",
// Distributed Computing 2(3), 1987. A ring with a token (Safra, EWD 998) needs no process that
// knows all, but as many steps as there are processes; here one is needed for checkpoints anyway.
//
// Checkpoints. Everybody takes a picture of what it has found and left, and from then on its
// messages have the next colour. An item that comes with a newer colour waits until the picture is
// taken; one that comes with an older colour afterwards is in nobody's picture, and is sent here.
// As many items as were sent with older colours must be received, in time or late: then the
// pictures with the late items are one consistent picture, that nobody had to stand still for
// (T. H. Lai, T. H. Yang, "On distributed snapshots", Information Processing Letters 25(3), 1987,
// with the counters of Mattern).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engine/symex/team.h"
#include "mpi/message.h"

namespace mpi {

using Clock = std::chrono::steady_clock;

class Lead {
 public:
  // `send` to every process, this one included.
  using SendAll = std::function<void(Kind, std::vector<std::uint64_t>)>;
  Lead(std::uint64_t round, int size, const symex::Site& site, SendAll send_all);

  // A message for who leads.
  void take(const Message& message);
  // Between messages.
  void act();

  // Others that have answered Begin.
  int ready() const { return ready_; }
  bool has_ended() const { return end_.has_value(); }
  // When it has: the others have reported, and every item is accounted for.
  // `received`: items that this process has received in the round, `sent`: that it has sent.
  bool is_whole(std::uint64_t sent, std::uint64_t received) const;
  // Since when the round has been over.
  std::optional<Clock::time_point> ended_at() const { return ended_at_; }
  bool has_violation() const;
  symex::RoundEnd take_end();

  // For people.
  struct Progress {
    int busy = 0;
    std::uint64_t executions = 0;
    std::uint64_t moved = 0;
  };
  Progress progress() const;

 private:
  struct Told {
    bool has_told = false;
    bool is_idle = false;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t executions = 0;
  };
  struct Wave {
    std::uint64_t received = 0;  // by all, as told in the wave before
    int answers = 0;
    bool is_idle = true;
    std::uint64_t sent = 0;
  };
  struct Snapshot {
    Clock::time_point since;
    int pictures = 0;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    symex::Checkpoint sum;
  };

  void end(bool is_exhausted);
  void begin_wave();
  void take_probed(const Message& message);
  void begin_snapshot();
  void add_picture(const Message& message);
  void add_late(const Message& message);
  void write_if_complete();

  std::uint64_t round_;
  int size_;
  symex::Pool& pool_;
  bool keeps_work_;
  SendAll send_all_;
  int ready_ = 0;
  std::vector<Told> told_;  // by process
  std::uint64_t waves_ = 0;
  std::optional<Wave> wave_;
  std::uint64_t colour_ = 0;  // of the latest picture
  std::optional<Snapshot> snapshot_;
  Clock::time_point next_snapshot_;
  std::optional<bool> end_;  // whether no work is left
  std::optional<Clock::time_point> ended_at_;
  std::uint64_t sent_ = 0;  // by those that have reported
  std::uint64_t received_ = 0;
  symex::RoundEnd result_;
};

}  // namespace mpi
