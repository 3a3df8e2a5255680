#include "mpi/message.h"

#include <cstring>

#include "base/check.h"
#include "project/packed.h"

namespace mpi {

namespace {

using project::Json;

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t result = 0;
  CHECK(at + sizeof result <= bytes.size(), "a message of {} bytes ends too early", bytes.size());
  std::memcpy(&result, bytes.data() + at, sizeof result);
  return result;
}

void put(std::string& out, std::uint64_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

Json json_from(std::string_view bytes) {
  auto json = project::from_bytes(bytes);
  CHECK(json, "a message of {} bytes is damaged", bytes.size());
  return std::move(*json);
}

}  // namespace

std::string to_bytes(const Message& message) {
  std::string result(1, static_cast<char>(message.kind));
  put(result, message.numbers.size());
  for (std::uint64_t number : message.numbers) put(result, number);
  return result + message.body;
}

Message message_from(std::string_view bytes, int from) {
  CHECK(!bytes.empty(), "an empty message");
  Message result{static_cast<Kind>(bytes[0]), {}, {}, from};
  std::size_t count = number_at(bytes, 1);
  std::size_t at = 1 + sizeof(std::uint64_t);
  CHECK(count <= bytes.size() / sizeof(std::uint64_t), "a message with {} numbers", count);
  for (std::size_t i = 0; i < count; ++i, at += sizeof(std::uint64_t)) {
    result.numbers.push_back(number_at(bytes, at));
  }
  result.body = bytes.substr(at);
  return result;
}

std::string to_bytes(const symex::Round& round) {
  auto [depth, unwind, array_size, reduction, own_unlocks_only, may_restart] = round;
  return project::to_bytes(
      Json::array({depth, unwind, array_size, static_cast<std::uint64_t>(reduction),
                   own_unlocks_only, may_restart}));
}

symex::Round round_from(std::string_view bytes) {
  Json json = json_from(bytes);
  return {json.at(0), json.at(1),
          json.at(2), static_cast<symex::Reduction>(json.at(3).get<std::uint64_t>()),
          json.at(4), json.at(5)};
}

// The text of a checkpoint with one item.
std::string to_bytes(const symex::WorkItem& work) {
  symex::Checkpoint one;
  one.subject = "-";
  one.frontier.push_back(work);
  return to_text(one);
}

symex::WorkItem work_from(std::string_view bytes) {
  auto one = symex::checkpoint_from(bytes);
  CHECK(one && one->frontier.size() == 1, "an item of work is damaged");
  return std::move(one->frontier.front());
}

// Counters that checkpoints do not tell go with the result.
std::string to_bytes(const symex::Report& report) {
  const symex::Answer& answer = report.share.answer;
  verdict::Result result;
  result.violation = answer.result.violation;
  if (result.violation) result.verdict = verdict::verdict_of(result.violation->kind);
  result.stats = report.total.stats;
  symex::Checkpoint total = report.total;
  if (total.subject.empty()) total.subject = "-";
  Json taken = Json::array();
  for (const std::vector<bool>& proc : answer.taken) {
    std::string marks;
    for (bool is_taken : proc) marks += is_taken ? '1' : '0';
    taken.push_back(std::move(marks));
  }
  return project::to_bytes(Json::array(
      {to_text(total), *project::pack(result, project::plain_places()), project::pack(answer.claim),
       answer.has_foreign_unlock, answer.exceeds_depth, answer.has_open_guard, std::move(taken),
       report.share.stopped, report.share.unknown}));
}

symex::Report report_from(std::string_view bytes) {
  Json json = json_from(bytes);
  symex::Report report;
  auto total = symex::checkpoint_from(json.at(0).get<std::string>());
  auto result = project::unpack_result(json.at(1), project::plain_places());
  auto claim = project::unpack_claim(json.at(2));
  CHECK(total && result && claim, "what another process has found is damaged");
  report.total = std::move(*total);
  report.total.stats = result->stats;
  symex::Answer& answer = report.share.answer;
  answer.result.violation = std::move(result->violation);
  answer.claim = std::move(*claim);
  answer.has_foreign_unlock = json.at(3);
  answer.exceeds_depth = json.at(4);
  answer.has_open_guard = json.at(5);
  for (const Json& marks : json.at(6)) {
    std::vector<bool>& proc = answer.taken.emplace_back();
    for (char c : marks.get<std::string>()) proc.push_back(c == '1');
  }
  report.share.stopped = json.at(7);
  report.share.unknown = json.at(8);
  return report;
}

}  // namespace mpi
