// The results of all shards, made into the result of the project.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "project/shard_file.h"

namespace project {

// What does not fit together, one sentence each; empty: all are shards of one run.
std::vector<std::string> conflicts(const std::vector<ShardResult>& shards);

// The result that one run would have had. If shards are missing, it says which, and its status is
// not 0. There is at least one, and no conflict.
report::Project merge(std::vector<ShardResult> shards);

// Judges all rows again by another list of what fails.
void judge_again(report::Project& project, const std::optional<verdict::FailOn>& fail_on,
                 bool strict);

}  // namespace project
