#include "result/report/json.h"
#include "result/report/project.h"

namespace report {

namespace {

// A method without a result has the keys that tell which one it is, and its problems.
Json without_result(const ProjectItem& item) {
  return {{"tool", "braid"},
          {"version", kVersion},
          {"input", item.subject.input},
          {"entry", item.subject.entry.empty() ? Json(nullptr) : Json(item.subject.entry)},
          {"verdict", item.is_internal_error ? "internal error" : "error"},
          {"diagnostics", diagnostics_json(item.problems)}};
}

Json item_json(const ProjectItem& item) {
  Json result =
      item.result ? json_object(*item.result, item.subject, *item.sources) : without_result(item);
  result["expected"] = item.expected.empty() ? Json(nullptr) : Json(item.expected);
  result["status"] = item.status;
  result["cached"] = item.is_cached;
  result["seconds"] = item.seconds;
  return result;
}

}  // namespace

std::string project_json(const Project& project) {
  Json results = Json::array();
  Json verdicts = Json::object();
  std::size_t cached = 0;
  std::size_t run = 0;
  for (const char* word : {"valid", "invalid", "deadlock", "unknown", "error", "internal error"}) {
    verdicts[word] = 0;
  }
  for (const ProjectItem& item : project.items) {
    results.push_back(item_json(item));
    Json& count = verdicts[results.back()["verdict"].get<std::string>()];
    count = count.get<std::size_t>() + 1;
    if (item.is_cached) ++cached;
    if (item.result && !item.is_cached) ++run;
  }
  Json summary{{"status", project.status},
               {"files", project.files},
               {"results", project.items.size()},
               {"verdicts", std::move(verdicts)},
               {"run", run},
               {"cached", cached},
               {"skipped", project.skipped},
               {"since", project.since.empty() ? Json(nullptr) : Json(project.since)},
               {"unchanged", project.unchanged},
               {"stopped", project.stopped.empty() ? Json(nullptr) : Json(project.stopped)},
               {"not_verified", project.left},
               {"seconds", project.seconds}};
  Json object{{"tool", "braid"},
              {"version", kVersion},
              {"project", true},
              {"results", std::move(results)},
              {"summary", std::move(summary)}};
  if (project.shard) {
    object["shard"] = {{"index", project.shard->index},
                       {"count", project.shard->count},
                       {"obligations", project.shard->obligations},
                       {"data", project.shard->data}};
  }
  return json_text(object);
}

}  // namespace report
