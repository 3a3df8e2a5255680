// A table of what needs attention, worst first, and under it the counts, where a terminal stops
// scrolling.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "result/report/layout.h"
#include "result/report/project.h"

namespace report {

namespace {

constexpr std::size_t kMostRows = 20;  // so that it fits a screen

// Statuses of results, the worst first.
constexpr std::array kStatuses{6, 10, 12, 14, 13, 11, 2, 1, 5, 0};

std::string place_of(const ProjectItem& item) {
  if (item.result && item.result->violation && item.result->violation->span.is_valid()) {
    base::Span span = item.result->violation->span;
    return fmt::format("{}:{}", item.sources->file(span.file).name(),
                       item.sources->begin(span).line);
  }
  for (const Problem& problem : item.problems) {
    if (problem.place.file.empty()) continue;
    return fmt::format("{}:{}", problem.place.file, problem.place.line);
  }
  return item.subject.input.empty() ? "" : item.subject.input.front();
}

bool is_plain_valid(const ProjectItem& item) {
  return item.status == 0 && item.result && item.result->verdict == verdict::VerdictKind::Valid &&
         item.expected.empty();
}

std::string_view color_of(const ProjectItem& item) {
  if (item.status == 0) return item.result && item.result->is_cut() ? "32" : "1;32";
  return item.status == 5 ? "1;33" : "1;31";
}

// Of a deadlock, its message names every thread.
std::string short_message(const verdict::Violation& v) {
  return v.kind == verdict::ViolationKind::Deadlock ? v.cause : v.message;
}

class ProjectWriter {
 public:
  ProjectWriter(const Project& project, const ProjectTextOptions& options)
      : project_(project), options_(options) {}

  std::string write() {
    std::vector<const ProjectItem*> rows;
    for (const ProjectItem& item : project_.items) {
      if (options_.all || !is_plain_valid(item)) rows.push_back(&item);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const ProjectItem* a, const ProjectItem* b) {
      return rank_of(*a) < rank_of(*b);
    });
    std::size_t shown = options_.all ? rows.size() : std::min(rows.size(), kMostRows);
    measure(rows, shown);
    for (std::size_t i = 0; i < shown; ++i) row(*rows[i]);
    if (shown < rows.size()) line("  … and {} more (--all lists them)", rows.size() - shown);
    if (shown > 0) out_ += '\n';
    hint(rows);
    totals();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  static std::string name_of(const ProjectItem& item) {
    return item.subject.entry.empty() ? "-" : item.subject.entry;
  }

  void measure(const std::vector<const ProjectItem*>& rows, std::size_t shown) {
    for (std::size_t i = 0; i < shown; ++i) {
      word_width_ = std::max(word_width_, word_of(*rows[i]).size());
      name_width_ = std::max(name_width_, std::min<std::size_t>(name_of(*rows[i]).size(), 40));
    }
  }

  void row(const ProjectItem& item) {
    std::string word = padded(word_of(item), word_width_);
    std::string rest = fmt::format("{}  {}", padded(fitted(name_of(item), 40), name_width_),
                                   folded(remark_on(item)));
    if (options_.stats || options_.all) {
      rest += item.is_cached ? "  (cached)" : fmt::format("  ({:.1f} s)", item.seconds);
    }
    while (rest.ends_with(' ')) rest.pop_back();
    if (options_.width > word_width_ + 12) rest = fitted(rest, options_.width - word_width_ - 2);
    line("{}  {}", painted(word, color_of(item), options_.color), rest);
  }

  // How to see the worst one.
  void hint(const std::vector<const ProjectItem*>& rows) {
    if (rows.empty() || rows.front()->command.empty()) return;
    const ProjectItem& worst = *rows.front();
    if (worst.result && worst.result->violation) line("see it: {}", worst.command);
  }

  void totals() {
    std::map<std::string, int> ranks;  // by word, the worst one
    for (const ProjectItem& item : project_.items) {
      auto [known, is_new] = ranks.emplace(word_of(item), rank_of(item));
      if (!is_new) known->second = std::min(known->second, rank_of(item));
    }
    std::map<std::pair<int, std::string>, std::size_t> counts;
    std::size_t methods = 0;
    std::size_t cached = 0;
    for (const ProjectItem& item : project_.items) {
      ++counts[{ranks.at(word_of(item)), word_of(item)}];
      if (!item.subject.entry.empty()) ++methods;
      if (item.is_cached) ++cached;
    }
    std::string text;
    for (const auto& [key, count] : counts) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, key.second);
    }
    if (text.empty()) text = "nothing to verify";
    line("{} in {}: {}{}, {:.1f} s", counted(methods, "method"), counted(project_.files, "file"),
         text, cached == 0 ? "" : fmt::format(" ({} from the cache)", cached), project_.seconds);
    if (project_.unchanged > 0) {
      line("{} as {} at {}: not verified", counted(project_.unchanged, "method"),
           project_.unchanged == 1 ? "it was" : "they were", project_.since);
    }
    if (project_.skipped > 0) {
      line("{} left out by braid.toml", counted(project_.skipped, "method"));
    }
    if (!project_.stopped.empty()) {
      line("{}: {} not verified", project_.stopped, counted(project_.left, "method"));
    }
    if (const auto& shard = project_.shard) {
      line("this is shard {} of {}; there are {} in all", shard->index, shard->count,
           counted(shard->obligations, "method"));
    }
  }

  const Project& project_;
  const ProjectTextOptions& options_;
  std::size_t word_width_ = 0;
  std::size_t name_width_ = 0;
  std::string out_;
};

}  // namespace

std::string word_of(const ProjectItem& item) {
  if (item.is_internal_error) return "internal error";
  if (!item.result) return "error";
  std::string word(verdict::keyword(item.result->verdict));
  if (item.expected.empty()) return word;
  return item.expected == word ? word + " as expected" : "not " + item.expected;
}

int rank_of(const ProjectItem& item) {
  auto found = std::find(kStatuses.begin(), kStatuses.end(), item.status);
  int rank = static_cast<int>(found - kStatuses.begin()) * 4;
  if (!item.result) return rank;
  if (item.result->verdict == verdict::VerdictKind::Valid) return rank + 3;
  return rank + (item.result->verdict == verdict::VerdictKind::Unknown ? 2 : 1);
}

int worst_status(const std::vector<ProjectItem>& items) {
  std::size_t worst = kStatuses.size() - 1;
  for (const ProjectItem& item : items) {
    auto found = std::find(kStatuses.begin(), kStatuses.end(), item.status);
    worst = std::min(worst, static_cast<std::size_t>(found - kStatuses.begin()));
  }
  return kStatuses[worst];
}

std::string remark_on(const ProjectItem& item) {
  std::string where = place_of(item);
  std::string what;
  if (!item.result) {
    what = item.problems.empty() ? "" : item.problems.front().message;
    if (item.problems.size() > 1) what += fmt::format(" (and {} more)", item.problems.size() - 1);
  } else if (item.result->violation) {
    what = short_message(*item.result->violation);
  } else if (item.result->verdict == verdict::VerdictKind::Unknown) {
    what = item.result->reason;
  } else if (item.result->vacuous) {
    what = "nothing was checked: no execution meets the assumptions";
  } else if (item.result->is_cut()) {
    what = fmt::format("within bounds: {}", fmt::join(item.result->bounds_hit(), ", "));
  }
  return what.empty() ? where : fmt::format("{}: {}", where, what);
}

std::string project_text(const Project& project, const ProjectTextOptions& options) {
  return ProjectWriter(project, options).write();
}

}  // namespace report
