#include "mpi/node.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/terminal.h"
#include "base/text.h"
#include "project/build_id.h"
#include "result/report/report.h"

namespace mpi {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// Between two looks at what has come.
constexpr microseconds kNap{2000};
constexpr microseconds kNapInRound{500};  // where a worker waits for work
constexpr microseconds kNapOutside{5000};
// How long somebody who asks for work waits for a worker who has some, and how long before asking
// again when nobody had any.
constexpr milliseconds kPatience{10};
constexpr milliseconds kPause{2};
constexpr milliseconds kLongestPause{20};
constexpr milliseconds kBetweenStatuses{200};
constexpr milliseconds kBetweenLooks{20};
// An answer does not wait longer for those that work on something else.
constexpr milliseconds kGrace{700};
constexpr auto kFlushTime = std::chrono::seconds(2);

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "an unknown host";
  return name.data();
}

double seconds_now() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

std::string first_line(std::string_view text) {
  std::string line(text.substr(0, text.find('\n')));
  constexpr std::string_view kName = "braid: ";
  return line.starts_with(kName) ? line.substr(kName.size()) : line;
}

}  // namespace

Node::Node(Channel& channel)
    : channel_(channel),
      rank_(channel.rank()),
      size_(channel.size()),
      random_(static_cast<std::uint64_t>(channel.rank())) {
  if (!leads()) silence_.begin();
}

// ---------------------------------------------------------------- the thread of messages

int Node::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    while (auto message = channel_.receive()) {
      handle(message_from(message->second, message->first));
    }
    act();
    flush();
    told_.notify_all();
    if (leads() ? status_.has_value() : is_over_) break;
    woken_.wait_for(lock, nap(), [this] { return is_woken_.exchange(false); });
  }
  if (leads()) {
    for (int to = 1; to < size_; ++to) post(to, {Kind::Quit});
    flush();
  }
  int status = status_.value_or(0);
  auto deadline = Clock::now() + kFlushTime;
  while (!channel_.is_flushed() && Clock::now() < deadline) std::this_thread::sleep_for(kNap);
  if (is_broken_) channel_.abort(status);
  channel_.finish();
  return leads() ? status : 0;
}

void Node::finish(int status) {
  std::lock_guard lock(mutex_);
  status_ = status;
  bool has_failed = !leads() && !has_introduced_;
  if (has_failed) {
    std::string text = silence_.end_for_errors();
    has_introduced_ = true;
    post(0, {Kind::Hello,
             {static_cast<std::uint64_t>(std::max(status, 1))},
             introduce("-") + first_line(text)});
  }
  wake();
}

// Called by workers, too, with the lock of their pool.
void Node::wake() {
  is_woken_.store(true);
  woken_.notify_one();
}

void Node::post(int to, Message message) { outbox_.emplace_back(to, std::move(message)); }

void Node::post_all(Kind kind, const std::vector<std::uint64_t>& numbers, const std::string& body) {
  for (int to = 0; to < size_; ++to) post(to, {kind, numbers, body});
}

void Node::flush() {
  for (const auto& [to, message] : std::exchange(outbox_, {})) {
    channel_.send(to, to_bytes(message));
  }
  channel_.is_flushed();
}

microseconds Node::nap() const {
  if (!local_.site) return kNapOutside;
  return local_.told_idle ? kNapInRound : kNap;
}

void Node::handle(Message message) {
  Message& m = message;
  switch (m.kind) {
    case Kind::Hello: others_[m.from] = {m.numbers[0], std::move(m.body)}; return;
    case Kind::Quit: is_over_ = true; return;
    case Kind::Begin: return take_begin(m);
    default: break;
  }
  if (m.numbers[0] != local_.number) {
    CHECK(m.kind != Kind::Work, "work of another round");
    if (m.kind == Kind::Steal) post(m.from, {Kind::None, {m.numbers[0]}});
    return;
  }
  switch (m.kind) {
    case Kind::Steal: local_.requests.push_back({m.from, Clock::now() + kPatience}); return;
    case Kind::Work: return take_work(m);
    case Kind::None:
      local_.is_stealing = false;
      ++local_.refusals;
      return;
    case Kind::Probe:
      post(0, {Kind::Probed,
               {m.numbers[0], m.numbers[1], is_idle() ? 1U : 0U, local_.sent, local_.received}});
      return;
    case Kind::Snap:
      if (!local_.site || local_.has_ended) return;
      local_.is_posing = true;
      local_.site->pool.ask_for_picture();
      return;
    case Kind::End: return take_end(m.numbers[1] != 0);
    default:
      if (lead_) lead_->take(m);
  }
}

void Node::act() {
  if (lead_ && lead_->ready() + 1 == size_) lead_->act();
  if (!local_.site) {
    while (!local_.requests.empty()) answer_requests();
    return;
  }
  look_at_limits();
  if (local_.site->pool.is_stopped() && !local_.has_ended && !local_.said_stop) {
    local_.said_stop = true;
    post(0, {Kind::Stop, {local_.number}});
  }
  if (local_.is_posing) pose();
  answer_requests();
  steal();
  tell_status();
}

// Workers look at them, too, but all of them may be waiting for work.
void Node::look_at_limits() {
  if (!local_.stopped.empty() || local_.has_ended) return;
  const run::Run& run = local_.site->run;
  const run::Limits& limits = run.limits();
  auto now = Clock::now();
  bool is_asked = run.is_cancelled() || is_interrupted_.load();
  if (!is_asked && now < local_.next_look) return;
  local_.next_look = now + kBetweenLooks;
  if (run.is_cancelled()) {
    local_.stopped = run.cancel_reason();
  } else if (is_asked) {
    local_.stopped = "interrupted";
  } else if (limits.seconds && run.elapsed_seconds() >= *limits.seconds) {
    local_.stopped = run::time_limit_text(limits.seconds);
  } else if (limits.memory_bytes && run::resident_bytes() >= *limits.memory_bytes) {
    local_.stopped = run::memory_limit_text(limits.memory_bytes);
  }
  if (!local_.stopped.empty()) local_.site->pool.stop();
}

// ---------------------------------------------------------------- work

bool Node::is_idle() {
  return local_.site != nullptr && !local_.has_ended && local_.held.empty() &&
         local_.site->pool.is_idle();
}

void Node::take_work(const Message& m) {
  symex::WorkItem work = work_from(m.body);
  local_.is_stealing = false;
  local_.refusals = 0;
  if (local_.has_reported) {
    post(0, {Kind::Lost, {local_.number}, m.body});
    return;
  }
  ++local_.received;
  std::uint64_t colour = m.numbers[1];
  if (colour > local_.colour && !local_.has_ended) {
    local_.held.push_back(std::move(work));
    return;
  }
  if (colour < local_.colour) post(0, {Kind::Late, {local_.number, local_.colour}, m.body});
  local_.site->pool.receive(std::move(work));
}

void Node::answer_requests() {
  symex::Pool* pool = local_.site ? &local_.site->pool : nullptr;
  while (!local_.requests.empty()) {
    const Request request = local_.requests.front();
    bool has_none = pool == nullptr || local_.has_ended || pool->is_idle();
    auto work = has_none ? std::nullopt : pool->hand_out();
    bool may_wait = !has_none && Clock::now() < request.deadline;
    if (!work && may_wait) return;
    local_.requests.pop_front();
    if (work) {
      ++local_.sent;
      post(request.from, {Kind::Work, {local_.number, local_.colour}, to_bytes(*work)});
    } else {
      post(request.from, {Kind::None, {local_.number}});
    }
  }
  if (pool != nullptr) pool->ask_no_more();
}

void Node::steal() {
  Local& l = local_;
  bool may_steal = size_ > 1 && !l.has_ended && !l.is_stealing && Clock::now() >= l.next_steal;
  if (!may_steal || !l.site->pool.is_hungry()) return;
  // When all others have been asked in vain, it may take a while.
  if (l.refusals >= size_ - 1) {
    l.refusals = 0;
    l.next_steal = Clock::now() + (l.told_idle ? kLongestPause : kPause);
    return;
  }
  auto others = static_cast<std::uint64_t>(size_ - 1);
  int distance = 1 + static_cast<int>(random_.below(others));
  l.is_stealing = true;
  post((rank_ + distance) % size_, {Kind::Steal, {l.number}});
}

void Node::tell_status() {
  bool idle = is_idle();
  auto now = Clock::now();
  bool is_news = idle != local_.told_idle || now >= local_.next_status;
  if (!is_news || local_.has_ended) return;
  local_.told_idle = idle;
  local_.next_status = now + (idle ? milliseconds(kLongestPause) : kBetweenStatuses);
  post(0,
       {Kind::Status,
        {local_.number, idle ? 1U : 0U, local_.sent, local_.received, local_.site->executions()}});
}

// ---------------------------------------------------------------- pictures and the end

// From when the picture is taken on, what is sent has the next colour.
void Node::pose() {
  auto picture = local_.site->pool.picture();
  if (!picture) return;
  local_.is_posing = false;
  ++local_.colour;
  post(0, {Kind::Picture,
           {local_.number, local_.colour, local_.sent, local_.received - local_.held.size()},
           to_text(*picture)});
  for (symex::WorkItem& work : std::exchange(local_.held, {})) {
    local_.site->pool.receive(std::move(work));
  }
}

void Node::take_end(bool is_exhausted) {
  local_.has_ended = true;
  local_.is_posing = false;
  if (!local_.site) return;
  symex::Pool& pool = local_.site->pool;
  for (symex::WorkItem& work : std::exchange(local_.held, {})) pool.receive(std::move(work));
  if (is_exhausted) {
    pool.close();
  } else {
    pool.stop();
  }
}

// ---------------------------------------------------------------- rounds, for who leads

tl::expected<void, std::string> Node::begin(const symex::Round& round, const symex::Site& site,
                                            const std::string& subject) {
  std::unique_lock lock(mutex_);
  auto wait_until = [&](const std::function<bool()>& is_so) -> std::optional<std::string> {
    while (!is_so()) {
      lock.unlock();  // it may show the progress
      auto reason = site.run.stop_reason_now();
      lock.lock();
      if (reason) return reason;
      told_.wait_for(lock, kBetweenLooks);
    }
    return std::nullopt;
  };
  auto others = static_cast<std::size_t>(size_ - 1);
  if (auto reason = wait_until([&] { return others_.size() == others; })) {
    return tl::unexpected(*reason);
  }
  if (is_broken_) return tl::unexpected<std::string>("a process does not answer");
  if (auto problem = problem_of_others(subject)) return tl::unexpected(*problem);
  std::uint64_t number = local_.number + 1;
  local_ = {};
  local_.number = number;
  auto send_all = [this](Kind kind, const std::vector<std::uint64_t>& numbers) {
    post_all(kind, numbers);
  };
  lead_.emplace(number, size_, site, send_all);
  last_executions_ = 0;
  last_seconds_ = seconds_now();
  for (int to = 1; to < size_; ++to) post(to, {Kind::Begin, {number}, to_bytes(round)});
  open(site);
  if (auto reason = wait_until([&] { return lead_->ready() + 1 == size_; })) {
    is_broken_ = true;
    local_.site.reset();
    lead_.reset();
    return tl::unexpected(*reason);
  }
  return {};
}

symex::RoundEnd Node::end(bool has_answer) {
  std::unique_lock lock(mutex_);
  wake();
  bool is_whole = false;
  for (;;) {
    is_whole = lead_->is_whole(local_.sent, local_.received);
    if (is_whole) break;
    bool is_urgent = has_answer || lead_->has_violation() || !local_.stopped.empty() ||
                     local_.site->run.is_cancelled();
    auto ended_at = lead_->ended_at();
    if (is_urgent && ended_at && Clock::now() > *ended_at + kGrace) break;
    told_.wait_for(lock, kBetweenLooks);
  }
  symex::RoundEnd result = lead_->take_end();
  result.is_whole = is_whole;
  result.stopped = local_.stopped;
  is_broken_ = is_broken_ || !is_whole;
  lead_.reset();
  local_.site.reset();
  return result;
}

void Node::stay_alone(const std::string& why) {
  std::lock_guard lock(mutex_);
  if (std::exchange(said_alone_, true)) return;
  base::print_error(fmt::format("braid-mpi: note: rank 0 searches alone: {}\n", why));
}

std::string Node::progress(const run::Statistics& stats) {
  std::lock_guard lock(mutex_);
  if (!lead_) return fmt::format("{} executions, {} steps", stats.paths, stats.transitions);
  Lead::Progress all = lead_->progress();
  double now = seconds_now();
  double since = std::max(now - std::exchange(last_seconds_, now), 0.001);
  std::uint64_t before = std::exchange(last_executions_, all.executions);
  double rate = static_cast<double>(all.executions - std::min(before, all.executions)) / since;
  return fmt::format("{} executions, {:.0f} executions/s, {} of {} ranks busy, {} pieces moved",
                     all.executions, rate, all.busy, size_, all.moved);
}

// ---------------------------------------------------------------- rounds, for the others

std::string Node::introduce(const std::string& subject) const {
  return fmt::format("{} {}\n{}\n{}\n", report::kVersion, project::build_id(), subject,
                     host_name());
}

std::optional<std::string> Node::problem_of_others(const std::string& subject) const {
  std::string mine = introduce(subject);
  auto line = [](std::string_view text, int number) {
    for (; number > 0; --number) text.remove_prefix(text.find('\n') + 1);
    return std::string(text.substr(0, text.find('\n')));
  };
  for (const auto& [rank, other] : others_) {
    std::string who = fmt::format("rank {} on {}", rank, line(other.text, 2));
    if (line(other.text, 0) != line(mine, 0)) return who + " is another build of braid-mpi";
    if (other.status != 0) {
      return fmt::format("{} cannot take part: {}", who, line(other.text, 3));
    }
    if (line(other.text, 1) != line(mine, 1)) {
      return who + " has read another program or other options";
    }
  }
  return std::nullopt;
}

std::optional<symex::Round> Node::next(const std::string& subject) {
  std::unique_lock lock(mutex_);
  if (!std::exchange(has_introduced_, true)) {
    silence_.end_for_errors();  // who leads says the same
    post(0, {Kind::Hello, {0}, introduce(subject)});
    wake();
  }
  told_.wait(lock, [this] { return next_ || is_over_; });
  return std::exchange(next_, std::nullopt);
}

void Node::take_begin(const Message& m) {
  local_ = {};
  local_.number = m.numbers[0];
  next_ = round_from(m.body);
}

void Node::join(const symex::Site& site) {
  std::lock_guard lock(mutex_);
  open(site);
  // Who was faster may have had work already, and a reason to end the round.
  if (local_.has_ended) site.pool.stop();
  post(0, {Kind::Ready, {local_.number}});
}

void Node::open(const symex::Site& site) {
  local_.site = std::make_unique<symex::Site>(site);
  site.pool.open([this] { wake(); });
  wake();
}

void Node::report(const symex::Report& report) {
  std::lock_guard lock(mutex_);
  symex::Report all = report;
  if (all.share.stopped.empty()) all.share.stopped = local_.stopped;
  local_.site.reset();
  local_.has_reported = true;
  if (!local_.has_ended && !local_.said_stop) post(0, {Kind::Stop, {local_.number}});
  for (const symex::WorkItem& work : std::exchange(local_.held, {})) {
    --local_.received;
    post(0, {Kind::Lost, {local_.number}, to_bytes(work)});
  }
  post(0, {Kind::Share, {local_.number, local_.sent, local_.received}, to_bytes(all)});
  wake();
}

}  // namespace mpi
