#include "project/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "project/project.h"

namespace project {

namespace {

constexpr int kIncompleteStatus = 5;
constexpr std::size_t kMostNamed = 10;  // missing shards

void settle_status(report::Project& project) {
  project.status = report::worst_status(project.items);
  if (!project.stopped.empty() && project.status == 0) project.status = kIncompleteStatus;
}

void add_reason(report::Project& project, const std::string& reason) {
  if (reason.empty() || project.stopped.find(reason) != std::string::npos) return;
  project.stopped += (project.stopped.empty() ? "" : "; ") + reason;
}

// "shards 2, 5 and 9 of 16 are missing"
std::string missing_text(const std::vector<std::size_t>& missing, std::size_t count) {
  if (missing.size() == 1) return fmt::format("shard {} of {} is missing", missing.front(), count);
  std::string names;
  std::size_t named = missing.size() > kMostNamed ? kMostNamed : missing.size() - 1;
  for (std::size_t i = 0; i < named; ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", missing[i]);
  }
  names += missing.size() > kMostNamed ? fmt::format(" and {} more", missing.size() - named)
                                       : fmt::format(" and {}", missing.back());
  return fmt::format("shards {} of {} are missing", names, count);
}

void tell_missing(const std::vector<ShardResult>& shards, report::Project& project) {
  const report::ProjectShard& first = *shards.front().project.shard;
  std::vector<std::size_t> missing;
  std::size_t next = 0;
  for (std::size_t index = 1; index <= first.count; ++index) {
    if (next < shards.size() && shards[next].project.shard->index == index) {
      ++next;
      continue;
    }
    missing.push_back(index);
    project.left += size_of({index, first.count}, first.obligations);
  }
  if (!missing.empty()) add_reason(project, missing_text(missing, first.count));
}

}  // namespace

std::vector<std::string> conflicts(const std::vector<ShardResult>& shards) {
  std::vector<std::string> result;
  std::map<std::size_t, const ShardResult*> by_index;
  for (const ShardResult& one : shards) {
    const ShardResult& first = shards.front();
    const report::ProjectShard& shard = *one.project.shard;
    std::string what = difference(first.batch, one.batch);
    std::size_t count = first.project.shard->count;
    if (what.empty() && shard.count != count) {
      what = fmt::format("it is a shard of {}, not of {}", shard.count, count);
    } else if (what.empty() && shard.obligations != first.project.shard->obligations) {
      what = fmt::format("there are {} methods in all, not {}", shard.obligations,
                         first.project.shard->obligations);
    }
    if (!what.empty()) {
      result.push_back(
          fmt::format("{} does not belong to the run of {}: {}", one.name, first.name, what));
      continue;
    }
    auto [known, is_new] = by_index.emplace(shard.index, &one);
    if (!is_new) {
      result.push_back(fmt::format("{} is shard {} of {}, and so is {}", one.name, shard.index,
                                   shard.count, known->second->name));
    }
  }
  return result;
}

report::Project merge(std::vector<ShardResult> shards) {
  std::sort(shards.begin(), shards.end(), [](const ShardResult& a, const ShardResult& b) {
    return a.project.shard->index < b.project.shard->index;
  });
  report::Project result;
  // What every shard knows of the project as a whole.
  result.files = shards.front().project.files;
  result.skipped = shards.front().project.skipped;
  result.since = shards.front().project.since;
  for (ShardResult& one : shards) {
    result.unchanged += one.project.unchanged;
    result.left += one.project.left;
    result.seconds = std::max(result.seconds, one.project.seconds);
    add_reason(result, one.project.stopped);
    for (report::ProjectItem& item : one.project.items) result.items.push_back(std::move(item));
  }
  tell_missing(shards, result);
  std::sort(result.items.begin(), result.items.end(),
            [](const report::ProjectItem& a, const report::ProjectItem& b) {
              return a.number < b.number;
            });
  settle_status(result);
  return result;
}

void judge_again(report::Project& project, const std::optional<verdict::FailOn>& fail_on,
                 bool strict) {
  for (report::ProjectItem& item : project.items) {
    verdict::FailOn wanted = fail_on.value_or(item.fail_on);
    if (strict) wanted.cut = wanted.vacuous = true;
    judge(item, wanted);
  }
  settle_status(project);
}

}  // namespace project
