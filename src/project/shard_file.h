// The result of a shard: that of a project in JSON, which has what the results are made of beside
// them, packed, so that all formats can be made of it again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <tl/expected.hpp>

#include "project/batch.h"
#include "result/report/project.h"

namespace project {

struct ShardResult {
  std::string name;  // of the file
  Batch batch;
  report::Project project;  // has a shard
};

// For report::ProjectShard::data.
std::string shard_data(const Batch& batch, const report::Project& project);

// Reads what `braid verify --shard … --format json` wrote. The error says what is wrong with it;
// it must be as Braid wrote it, for one who changes a verdict there would be believed.
tl::expected<ShardResult, std::string> shard_result_from(const nlohmann::ordered_json& json);

}  // namespace project
