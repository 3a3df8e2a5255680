// What the processes of a team tell one another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/symex/team.h"

namespace mpi {

// With its numbers and, behind the colon, its body. Each message of a round begins with the number
// of the round.
enum class Kind : std::uint8_t {
  Hello,    // who follows, to who leads: status; version, build, subject, host, what is wrong
  Begin,    // who leads, to all others: round; settings
  Ready,    // back: round
  Steal,    // a hungry process to any other: round
  Work,     // back: round, colour; one item
  None,     // back instead: round
  Status,   // all to who leads: round, idle, sent, received, executions
  Probe,    // who leads to all: round, wave
  Probed,   // back: round, wave, idle, sent, received
  Snap,     // who leads to all: round, colour
  Picture,  // back: round, colour, sent, received; a checkpoint
  Late,     // to who leads: round, colour; an item that is in no picture of that colour
  Stop,     // all to who leads: round
  End,      // who leads to all: round, whether no work is left
  Share,    // who follows to who leads: round, sent, received; a report
  Lost,     // the same afterwards: round; an item
  Quit,     // who leads to all others
};

struct Message {
  Kind kind{};
  std::vector<std::uint64_t> numbers = {};
  std::string body = {};
  int from = 0;
};

std::string to_bytes(const Message& message);
// What others send is right: they are the same program.
Message message_from(std::string_view bytes, int from);

std::string to_bytes(const symex::Round& round);
symex::Round round_from(std::string_view bytes);

std::string to_bytes(const symex::WorkItem& work);
symex::WorkItem work_from(std::string_view bytes);

std::string to_bytes(const symex::Report& report);
symex::Report report_from(std::string_view bytes);

}  // namespace mpi
