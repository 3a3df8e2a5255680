// The data are an array in CBOR, deflated, in base64: the batch, the counts of the project, the
// sources, and the rows with the numbers of their sources. Rows of one program share its sources,
// and so do they when they are read.
#include "project/shard_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/base64.h"
#include "project/deflate.h"
#include "project/packed.h"
#include "project/shard.h"

namespace project {

namespace {

constexpr std::string_view kShardMagic = "braid-shard-1";
constexpr std::size_t kMostBytes = std::size_t{4} << 30;
constexpr const char* kChanged = "it is not as Braid wrote it: it was changed or damaged";

// ---------------------------------------------------------------- writing

class SourceTable {
 public:
  // The numbers of its files among those of all sources.
  const Json& numbers_of(const base::Sources& sources) {
    Json& numbers = by_sources_[&sources];
    if (!numbers.is_null()) return numbers;
    numbers = Json::array();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const base::SourceFile& file = sources.file(base::FileId(i));
      std::pair key(file.name(), std::string(file.text()));
      auto [at, is_new] = files_.try_emplace(std::move(key), table_.size());
      if (is_new) table_.push_back(Json::array({file.name(), std::string(file.text())}));
      numbers.push_back(at->second);
    }
    return numbers;
  }
  Json take() { return std::move(table_); }

 private:
  std::map<const base::Sources*, Json> by_sources_;
  std::map<std::pair<std::string, std::string>, std::size_t> files_;
  Json table_ = Json::array();
};

Json pack(const Batch& batch) {
  Json files = Json::array();
  for (const auto& [name, digest] : batch.files) files.push_back(Json::array({name, digest}));
  return Json::array(
      {batch.version, batch.build, batch.java, batch.options, batch.settings, files});
}

// ---------------------------------------------------------------- reading

// An array whose members are asked for in order; a wrong type makes it bad, and nothing else.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json), is_good_(json.is_array()) {}

  std::string text() {
    const Json* next = take();
    bool fits = next && next->is_string();
    is_good_ = is_good_ && fits;
    return fits ? next->get<std::string>() : "";
  }
  std::size_t number() {
    const Json* next = take();
    bool fits = next && next->is_number_unsigned();
    is_good_ = is_good_ && fits;
    return fits ? next->get<std::size_t>() : 0;
  }
  double real() {
    const Json* next = take();
    bool fits = next && next->is_number();
    is_good_ = is_good_ && fits;
    return fits ? next->get<double>() : 0;
  }
  const Json& array() {
    static const Json kNone = Json::array();
    const Json* next = take();
    bool fits = next && next->is_array();
    is_good_ = is_good_ && fits;
    return fits ? *next : kNone;
  }
  // All members were asked for, and were what they should be.
  bool is_good() const { return is_good_ && at_ == json_.size(); }

 private:
  const Json* take() { return is_good_ && at_ < json_.size() ? &json_[at_++] : nullptr; }

  const Json& json_;
  std::size_t at_ = 0;
  bool is_good_;
};

bool unpack(const Json& json, Batch& batch) {
  Reader in(json);
  batch.version = in.text();
  batch.build = in.text();
  batch.java = in.text();
  batch.options = in.text();
  batch.settings = in.text();
  for (const Json& pair : in.array()) {
    Reader file(pair);
    std::string name = file.text();
    batch.files.emplace_back(std::move(name), file.text());
    if (!file.is_good()) return false;
  }
  return in.is_good();
}

class RowReader {
 public:
  bool read_sources(const Json& table) {
    for (const Json& pair : table) {
      Reader file(pair);
      std::string name = file.text();
      files_.emplace_back(std::move(name), file.text());
      if (!file.is_good()) return false;
    }
    return true;
  }

  std::optional<report::ProjectItem> read(const Json& row) {
    if (!row.is_array() || row.size() != 2) return std::nullopt;
    auto sources = sources_of(row[1]);
    if (!sources) return std::nullopt;
    auto item = unpack_item(row[0], *sources);
    if (item) item->sources = std::move(sources);
    return item;
  }

 private:
  std::shared_ptr<const base::Sources> sources_of(const Json& numbers) {
    if (!numbers.is_array()) return nullptr;
    std::vector<std::size_t> key;
    for (const Json& number : numbers) {
      bool fits = number.is_number_unsigned() && number.get<std::size_t>() < files_.size();
      if (!fits) return nullptr;
      key.push_back(number.get<std::size_t>());
    }
    auto& known = sources_[key];
    if (known) return known;
    auto sources = std::make_shared<base::Sources>();
    for (std::size_t number : key) sources->add(files_[number].first, files_[number].second);
    known = std::move(sources);
    return known;
  }

  std::vector<std::pair<std::string, std::string>> files_;
  std::map<std::vector<std::size_t>, std::shared_ptr<const base::Sources>> sources_;
};

// Every one of its share has a row, or is among those that were left out.
bool is_whole(const report::Project& project) {
  const report::ProjectShard& shard = *project.shard;
  Shard share{shard.index, shard.count};
  const auto& items = project.items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    bool is_in_order = i == 0 || items[i - 1].number < items[i].number;
    if (!is_in_order || items[i].number >= shard.obligations || !has(share, items[i].number)) {
      return false;
    }
  }
  std::size_t rest = size_of(share, shard.obligations) - items.size();
  return project.unchanged <= rest && project.left == rest - project.unchanged;
}

std::optional<ShardResult> unpack(const Json& json) {
  ShardResult result;
  report::Project& project = result.project;
  report::ProjectShard& shard = project.shard.emplace();
  RowReader rows;
  Reader in(json);
  if (in.text() != kShardMagic || !unpack(in.array(), result.batch)) return std::nullopt;
  shard.index = in.number();
  shard.count = in.number();
  shard.obligations = in.number();
  bool is_shard = shard.index > 0 && shard.index <= shard.count && shard.count <= kMostShards;
  if (!is_shard) return std::nullopt;
  project.files = in.number();
  project.skipped = in.number();
  project.unchanged = in.number();
  project.left = in.number();
  project.status = static_cast<int>(in.number());
  project.since = in.text();
  project.stopped = in.text();
  project.seconds = in.real();
  if (!rows.read_sources(in.array())) return std::nullopt;
  for (const Json& row : in.array()) {
    auto item = rows.read(row);
    if (!item) return std::nullopt;
    project.items.push_back(std::move(*item));
  }
  if (!in.is_good() || !is_whole(project)) return std::nullopt;
  return result;
}

// What it is instead of the result of a shard; empty: it is one.
std::string why_no_shard(const nlohmann::ordered_json& json) {
  constexpr const char* kNone = "it is no result of `braid verify --shard I/N --format json`";
  if (!json.is_object() || !json.contains("tool") || json["tool"] != "braid") return kNone;
  auto shard = json.find("shard");
  if (shard != json.end() && shard->is_object()) return "";
  if (json.contains("project"))
    return "it is the result of a project, and not of one of its shards";
  auto verdict = json.find("verdict");
  if (verdict == json.end()) return kNone;
  return *verdict == "error" ? "it says why there is no result"
                             : "it is the result of one method, and not of a shard";
}

}  // namespace

std::string shard_data(const Batch& batch, const report::Project& project) {
  SourceTable sources;
  Json rows = Json::array();
  for (const report::ProjectItem& item : project.items) {
    rows.push_back(Json::array({pack(item), sources.numbers_of(*item.sources)}));
  }
  const report::ProjectShard& shard = *project.shard;
  Json all = Json::array({kShardMagic, pack(batch), shard.index, shard.count, shard.obligations,
                          project.files, project.skipped, project.unchanged, project.left,
                          project.status, project.since, project.stopped, project.seconds,
                          sources.take(), std::move(rows)});
  return base::to_base64(deflated(to_bytes(all)));
}

tl::expected<ShardResult, std::string> shard_result_from(const nlohmann::ordered_json& json) {
  std::string why = why_no_shard(json);
  if (!why.empty()) return tl::unexpected(std::move(why));
  const auto& shard = json["shard"];
  if (!shard.contains("data") || !shard["data"].is_string()) return tl::unexpected(kChanged);
  auto version = json.find("version");
  if (version == json.end() || *version != report::kVersion) {
    std::string other = version != json.end() && version->is_string() ? version->get<std::string>()
                                                                      : std::string("another");
    return tl::unexpected(
        fmt::format("it is of Braid {}, and this is {}", other, report::kVersion));
  }
  auto text = shard["data"].get<std::string>();
  auto packed = base::from_base64(text);
  auto bytes = packed ? inflated(*packed, kMostBytes) : std::nullopt;
  auto data = bytes ? from_bytes(*bytes) : std::nullopt;
  auto result = data ? unpack(*data) : std::nullopt;
  if (!result) return tl::unexpected(kChanged);
  result->project.shard->data = std::move(text);
  auto again = nlohmann::ordered_json::parse(report::project_json(result->project));
  if (again != json) return tl::unexpected(kChanged);
  return std::move(*result);
}

}  // namespace project
