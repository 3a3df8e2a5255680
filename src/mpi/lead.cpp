#include "mpi/lead.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace mpi {

namespace {

constexpr auto kBetweenSnapshots = std::chrono::seconds(1);
// Pictures take at most one part in so many of the time.
constexpr int kSnapshotShare = 20;

}  // namespace

Lead::Lead(std::uint64_t round, int size, const symex::Site& site, SendAll send_all)
    : round_(round),
      size_(size),
      pool_(site.pool),
      keeps_work_(site.keeps_work),
      send_all_(std::move(send_all)),
      told_(static_cast<std::size_t>(size)),
      next_snapshot_(Clock::now() + kBetweenSnapshots) {}

void Lead::take(const Message& m) {
  switch (m.kind) {
    case Kind::Ready: ++ready_; return;
    case Kind::Status:
      told_[static_cast<std::size_t>(m.from)] = {true, m.numbers[1] != 0, m.numbers[2],
                                                 m.numbers[3], m.numbers[4]};
      return;
    case Kind::Probed: return take_probed(m);
    case Kind::Picture: return add_picture(m);
    case Kind::Late: return add_late(m);
    case Kind::Stop: return end(false);
    case Kind::Share:
      sent_ += m.numbers[1];
      received_ += m.numbers[2];
      result_.reports.push_back(report_from(m.body));
      return;
    case Kind::Lost:
      ++received_;
      result_.lost.push_back(work_from(m.body));
      return;
    default: UNREACHABLE("a message that is not for who leads");
  }
}

void Lead::act() {
  if (end_) return;
  if (!wave_) begin_wave();
  bool is_due = keeps_work_ && !snapshot_ && Clock::now() >= next_snapshot_;
  if (is_due) begin_snapshot();
}

// ---------------------------------------------------------------- the end

void Lead::end(bool is_exhausted) {
  if (end_) return;
  end_ = is_exhausted;
  ended_at_ = Clock::now();
  snapshot_.reset();
  send_all_(Kind::End, {round_, is_exhausted ? 1U : 0U});
}

// If what they have told last looks like the end.
void Lead::begin_wave() {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (const Told& told : told_) {
    if (!told.has_told || !told.is_idle) return;
    sent += told.sent;
    received += told.received;
  }
  if (sent != received) return;
  wave_ = Wave{received, 0, true, 0};
  send_all_(Kind::Probe, {round_, ++waves_});
}

void Lead::take_probed(const Message& m) {
  if (end_ || !wave_ || m.numbers[1] != waves_) return;
  bool is_idle = m.numbers[2] != 0;
  Told& told = told_[static_cast<std::size_t>(m.from)];
  told.is_idle = is_idle;
  told.sent = m.numbers[3];
  told.received = m.numbers[4];
  ++wave_->answers;
  wave_->is_idle = wave_->is_idle && is_idle;
  wave_->sent += told.sent;
  if (wave_->answers < size_) return;
  bool is_over = wave_->is_idle && wave_->sent == wave_->received;
  wave_.reset();
  if (is_over) end(true);
}

bool Lead::is_whole(std::uint64_t sent, std::uint64_t received) const {
  bool all_reported = result_.reports.size() + 1 == static_cast<std::size_t>(size_);
  return end_ && all_reported && sent_ + sent == received_ + received;
}

bool Lead::has_violation() const {
  return std::any_of(result_.reports.begin(), result_.reports.end(), [](const symex::Report& r) {
    return r.share.answer.result.violation.has_value();
  });
}

symex::RoundEnd Lead::take_end() {
  result_.is_exhausted = end_.value_or(false);
  return std::move(result_);
}

// ---------------------------------------------------------------- checkpoints

void Lead::begin_snapshot() {
  snapshot_ = Snapshot{.since = Clock::now()};
  send_all_(Kind::Snap, {round_, ++colour_});
}

void Lead::add_picture(const Message& m) {
  if (!snapshot_ || m.numbers[1] != colour_) return;
  auto picture = symex::checkpoint_from(m.body);
  CHECK(picture, "a picture of a process is damaged: {}", picture.error());
  Snapshot& s = *snapshot_;
  s.sum.subject = picture->subject;
  s.sum.own_unlocks_only = picture->own_unlocks_only;
  symex::add_up(s.sum, *picture);
  ++s.pictures;
  s.sent += m.numbers[2];
  s.received += m.numbers[3];
  write_if_complete();
}

void Lead::add_late(const Message& m) {
  if (!snapshot_ || m.numbers[1] != colour_) return;
  snapshot_->sum.frontier.push_back(work_from(m.body));
  ++snapshot_->received;
  write_if_complete();
}

void Lead::write_if_complete() {
  if (snapshot_->pictures < size_ || snapshot_->sent != snapshot_->received) return;
  pool_.write(snapshot_->sum);
  auto now = Clock::now();
  auto cost = now - snapshot_->since;
  next_snapshot_ = now + std::max<Clock::duration>(kBetweenSnapshots, cost * kSnapshotShare);
  snapshot_.reset();
}

// ---------------------------------------------------------------- people

Lead::Progress Lead::progress() const {
  Progress result;
  for (const Told& told : told_) {
    result.busy += told.is_idle ? 0 : 1;
    result.executions += told.executions;
    result.moved += told.received;
  }
  return result;
}

}  // namespace mpi
