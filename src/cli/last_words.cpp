// What the watch writes when it ends a command.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/watch.h"
#include "result/report/item.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

// Commands whose standard output is a verdict. That of others is a program or a list, of which
// a part is of no use.
bool gives_verdicts(std::string_view command) {
  constexpr std::array<std::string_view, 7> kCommands{"verify",  "run",   "replay",     "prove",
                                                      "explore", "solve", "check-proof"};
  for (std::string_view c : kCommands) {
    if (c == command) return true;
  }
  return false;
}

// The keys that each command promises.
void add_keys(std::string_view command, const verdict::Result& result, Json& json) {
  if (command == "prove" || command == "check-proof") json["goals"] = Json::array();
  if (command == "check-proof") json["accepted"] = false;
  if (command == "solve") json["commands"] = Json::array();
  if (command == "mutate") {
    json["interrupted"] = true;
    json["mutants"] = Json::array();
  }
  if (command == "explore") {
    json["states"] = result.stats.states;
    json["steps"] = 0;
    json["per_step"] = Json::array();
  }
}

}  // namespace

LastWords last_words(const WatchOptions& options, const report::Subject& subject,
                     const verdict::Result& result) {
  base::Sources no_sources;
  if (options.format == report::Format::Json) {
    Json json = Json::parse(report::json(result, subject, no_sources));
    add_keys(options.command, result, json);
    return {json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
  }
  report::Subject named = subject;
  if (named.input.empty()) named.input = options.input;
  if (options.format != report::Format::Text) {
    const report::Item item{result, named, no_sources};
    return {report::view_all(options.format, {{&item, 1}, {}, item.status()}, {})};
  }
  if (!gives_verdicts(options.command)) {
    return {fmt::format("braid: {}: `{}` did not finish\n", result.reason, options.command), true};
  }
  if (named.entry.empty()) named.entry = fmt::format("{}", fmt::join(options.input, " "));
  return {report::text(result, named, no_sources, {.stats = options.stats})};
}

}  // namespace cli
