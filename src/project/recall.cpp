#include "project/recall.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "pipeline/java.h"
#include "project/build_id.h"
#include "project/packed.h"

namespace project {

namespace {

// Empty: there is more to the program than the text of its files.
std::string source_key(const Program& program, const Settings& settings) {
  bool is_told = program.is_closed && settings.class_path.empty() &&
                 std::all_of(program.files.begin(), program.files.end(),
                             [](const std::string& file) { return file.ends_with(".java"); });
  if (!is_told) return {};
  std::string key = fmt::format("braid {} {}\nsources\n{}", report::kVersion, build_id(),
                                pipeline::java_environment());
  for (const std::string& file : program.files) {
    auto text = base::read_file(file);
    if (!text) return {};
    key += fmt::format("file {} {}\n{}\n", file, text->size(), *text);
  }
  return key;
}

// Files by number. Those of the program are read again; others, of the library, are kept whole.
class FileTable {
 public:
  FileTable(const Program& program, const base::Sources& sources)
      : program_(program), sources_(sources) {}

  Json pack(base::Span span) {
    auto [at, is_new] = numbers_.try_emplace(span.file.index(), table_.size());
    if (is_new) {
      const base::SourceFile& file = sources_.file(span.file);
      const auto& own = program_.files;
      bool is_own = std::find(own.begin(), own.end(), file.name()) != own.end();
      table_.push_back(
          Json::array({file.name(), is_own ? Json(nullptr) : Json(std::string(file.text()))}));
    }
    return Json::array({at->second, span.begin, span.end});
  }
  const Json& table() const { return table_; }

  static bool unpack(const Json& table, base::Sources& sources) {
    for (const Json& one : table) {
      bool is_pair = one.is_array() && one.size() == 2 && one[0].is_string();
      if (!is_pair) return false;
      auto name = one[0].get<std::string>();
      if (one[1].is_string()) {
        sources.add(name, one[1].get<std::string>());
      } else if (auto text = base::read_file(name)) {
        sources.add(name, std::move(*text));
      } else {
        return false;
      }
    }
    return true;
  }

 private:
  const Program& program_;
  const base::Sources& sources_;
  std::map<std::uint32_t, std::size_t> numbers_;
  Json table_ = Json::array();
};

// What the results of a method depend on beside the sources.
std::string options_of(const Settings& settings) {
  return fmt::format("{} {}", settings.skip, settings.words);
}

bool recall_target(const Json& json, const Configure& configure, Loaded& into) {
  bool is_row = json.is_array() && json.size() == 4 && json[0].is_string() && json[1].is_string();
  if (!is_row) return false;
  auto entry = json[0].get<std::string>();
  auto settings = configure(into.program, entry);
  if (!settings || options_of(*settings) != json[1].get<std::string>()) return false;
  if (!settings->can_be_cached) return false;
  Known& known = into.known[entry];
  into.targets.push_back(entry);
  if (settings->skip) return true;
  auto subject = unpack_subject(json[2]);
  auto result = unpack_result(json[3], places_in(into.input->sources));
  if (!subject || !result) return false;
  known.result.emplace(std::move(*subject), std::move(*result));
  return true;
}

std::optional<Loaded> recall(const Program& program, const std::string& key,
                             const Configure& configure, VerdictCache& cache) {
  auto bytes = cache.find(key);
  auto json = bytes ? from_bytes(*bytes) : std::nullopt;
  if (!json || !json->is_array() || json->size() != 2 || !(*json)[1].is_array()) {
    return std::nullopt;
  }
  Loaded result{.program = program, .input = std::make_shared<pipeline::Input>()};
  result.is_good = true;
  result.input->language = pipeline::Language::Java;
  if (!FileTable::unpack((*json)[0], result.input->sources)) return std::nullopt;
  for (const Json& target : (*json)[1]) {
    if (!recall_target(target, configure, result)) return std::nullopt;
  }
  return result;
}

}  // namespace

Loaded recall_or_load(const Program& program, const Settings& settings, const Configure& configure,
                      VerdictCache* cache) {
  std::string key = cache && settings.can_be_cached ? source_key(program, settings) : "";
  if (!key.empty()) {
    if (auto known = recall(program, key, configure, *cache)) return std::move(*known);
  }
  Loaded result = load(program, settings);
  result.source_key = std::move(key);
  return result;
}

void remember(const Loaded& loaded,
              const std::map<std::string, const report::ProjectItem*>& results,
              const Configure& configure, VerdictCache& cache) {
  // Warnings would not be said again.
  if (loaded.source_key.empty() || !loaded.input->sink.all().empty()) return;
  FileTable files(loaded.program, loaded.input->sources);
  PlaceNames places;
  places.pack = [&](base::Span span) { return std::optional<Json>(files.pack(span)); };
  Json targets = Json::array();
  for (const std::string& entry : loaded.targets) {
    auto settings = configure(loaded.program, entry);
    auto found = results.find(entry);
    if (!settings || (found == results.end() && !settings->skip)) return;
    Json subject;
    std::optional<Json> result = Json();
    if (found != results.end()) {
      subject = pack(found->second->subject);
      result = pack(*found->second->result, places);
    }
    targets.push_back(Json::array({entry, options_of(*settings), subject, *result}));
  }
  cache.store(loaded.source_key, to_bytes(Json::array({files.table(), std::move(targets)})));
}

}  // namespace project
