// The text of a checkpoint: lines of words, each beginning with what it is, and at the
// end a sum over everything before it, so that a file that was cut off or changed is
// noticed.
#include "engine/symex/checkpoint.h"

#include <fmt/format.h>

#include <iterator>
#include <sstream>

#include "base/text.h"

namespace symex {

namespace {

constexpr std::string_view kHeader = "braid-checkpoint 3";

std::uint64_t sum_of(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325U;  // FNV-1a
  for (char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return sum;
}

std::string name_text(const por::Names::Text& name) {
  return name.empty() ? "-" : fmt::format("{}", fmt::join(name, "."));
}

void write(std::string& out, const WorkItem& work) {
  auto at = std::back_inserter(out);
  fmt::format_to(at, "script {} {}\n", work.has_threads ? 1 : 0, work.done);
  if (!work.choices.empty()) fmt::format_to(at, "choices {}\n", fmt::join(work.choices, " "));
  for (const WorkItem::Event& o : work.events) {
    fmt::format_to(at, "event {} {} {} {} {} {}\n", name_text(o.thread), o.outcome,
                   o.is_swappable ? 1 : 0, o.races_reversed ? 1 : 0, o.is_decision ? 1 : 0,
                   o.point);
  }
  for (const WorkItem::Reversal& r : work.reversals) {
    fmt::format_to(at, "reversal {} {} {} {}\n", r.position, name_text(r.thread), r.index,
                   name_text(r.reverser));
  }
}

// Reads the words of one line.
class Words {
 public:
  explicit Words(const std::string& line) : in_(line) {}

  std::string word() {
    std::string result;
    if (!(in_ >> result)) failed_ = true;
    return result;
  }
  template <class Number>
  Number number() {
    auto result = base::parse_number<Number>(word());
    if (!result) failed_ = true;
    return result.value_or(Number{});
  }
  por::Names::Text name() {
    por::Names::Text result;
    std::string text = word();
    if (text == "-") return result;
    for (std::string_view part : base::split_words(text, ".")) {
      auto n = base::parse_number<std::uint32_t>(part);
      if (!n) failed_ = true;
      result.push_back(n.value_or(0));
    }
    return result;
  }
  bool more() { return (in_ >> std::ws).good(); }
  bool has_failed() const { return failed_; }

 private:
  std::istringstream in_;
  bool failed_ = false;
};

bool read_line(const std::string& line, Checkpoint& out) {
  Words words(line);
  std::string what = words.word();
  if (what == "subject") {
    out.subject = words.word();
  } else if (what == "unlocks") {
    out.own_unlocks_only = words.number<int>() != 0;
  } else if (what == "counts") {
    run::Statistics& s = out.stats;
    for (std::uint64_t* n :
         {&s.paths, &s.pruned, &s.cut, &s.discarded, &s.checks, &s.transitions, &s.max_depth,
          &s.solver_queries, &s.cache_hits, &s.evaluated, &s.differences, &s.unanswered}) {
      *n = words.number<std::uint64_t>();
    }
  } else if (what == "bound") {
    out.bounds_hit.push_back(words.word());
  } else if (what == "endless") {
    base::Span& place = out.never_ends.emplace();
    place.file = base::FileId(words.number<std::uint32_t>());
    place.begin = words.number<std::uint32_t>();
    place.end = words.number<std::uint32_t>();
  } else if (what == "script") {
    WorkItem& work = out.frontier.emplace_back();
    work.has_threads = words.number<int>() != 0;
    work.done = words.number<std::uint32_t>();
  } else if (out.frontier.empty()) {
    return false;
  } else if (what == "choices") {
    while (words.more()) out.frontier.back().choices.push_back(words.number<std::uint32_t>());
  } else if (what == "event") {
    WorkItem::Event& o = out.frontier.back().events.emplace_back();
    o.thread = words.name();
    o.outcome = words.number<std::uint32_t>();
    o.is_swappable = words.number<int>() != 0;
    o.races_reversed = words.number<int>() != 0;
    o.is_decision = words.number<int>() != 0;
    o.point = words.number<std::uint64_t>();
  } else if (what == "reversal") {
    WorkItem::Reversal& r = out.frontier.back().reversals.emplace_back();
    r.position = words.number<std::uint32_t>();
    r.thread = words.name();
    r.index = words.number<std::uint32_t>();
    r.reverser = words.name();
  } else {
    return false;
  }
  return !words.has_failed() && !words.more();
}

}  // namespace

std::string to_text(const Checkpoint& checkpoint) {
  std::string out = fmt::format("{}\nsubject {}\nunlocks {}\n", kHeader, checkpoint.subject,
                                checkpoint.own_unlocks_only ? 1 : 0);
  const run::Statistics& s = checkpoint.stats;
  out += fmt::format("counts {} {} {} {} {} {} {} {} {} {} {} {}\n", s.paths, s.pruned, s.cut,
                     s.discarded, s.checks, s.transitions, s.max_depth, s.solver_queries,
                     s.cache_hits, s.evaluated, s.differences, s.unanswered);
  for (const std::string& bound : checkpoint.bounds_hit) out += fmt::format("bound {}\n", bound);
  if (const auto& place = checkpoint.never_ends) {
    out += fmt::format("endless {} {} {}\n", place->file.index(), place->begin, place->end);
  }
  for (const WorkItem& work : checkpoint.frontier) write(out, work);
  return out + fmt::format("end {:016x}\n", sum_of(out));
}

tl::expected<Checkpoint, std::string> checkpoint_from(std::string_view text) {
  if (!text.starts_with(kHeader)) return tl::unexpected<std::string>("it is not a checkpoint");
  std::size_t end = text.rfind("\nend ");
  if (end == std::string_view::npos ||
      text.substr(end + 1) != fmt::format("end {:016x}\n", sum_of(text.substr(0, end + 1)))) {
    return tl::unexpected<std::string>("it is damaged");
  }
  std::istringstream lines{std::string(text.substr(kHeader.size() + 1, end - kHeader.size()))};
  Checkpoint result;
  std::string line;
  while (std::getline(lines, line)) {
    if (!read_line(line, result)) {
      return tl::unexpected(fmt::format("it has a line that makes no sense: {}", line));
    }
  }
  return result;
}

}  // namespace symex
