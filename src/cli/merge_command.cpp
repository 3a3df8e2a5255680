// `braid merge`: the results of the shards of a project, made into one.
#include <fmt/format.h>

#include "base/file.h"
#include "base/terminal.h"
#include "cli/command.h"
#include "cli/json_text.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/verify_options.h"
#include "cli/watch.h"
#include "project/merge.h"

namespace cli {

namespace {

struct MergeOptions : CommonOptions {
  std::optional<verdict::FailOn> fail_on;  // absent: as the shards were judged
  bool strict = false;
  bool all = false;  // list every method
};

tl::expected<project::ShardResult, std::string> read_shard(const std::string& path) {
  auto text = base::read_file(path);
  if (!text) return tl::unexpected(text.error().text);
  if (text->empty()) return tl::unexpected(std::string("it is empty"));
  auto json = parse_json(*text);
  if (!json) return tl::unexpected(json.error());
  auto shard = project::shard_result_from(*json);
  if (shard) shard->name = path;
  return shard;
}

// All of them, or nothing after saying what is wrong.
std::optional<std::vector<project::ShardResult>> read_all(const std::vector<std::string>& paths) {
  std::vector<project::ShardResult> shards;
  bool is_good = true;
  for (const std::string& path : paths) {
    auto shard = read_shard(path);
    if (shard) {
      shards.push_back(std::move(*shard));
      continue;
    }
    say_problem(fmt::format("{} cannot be merged: {}", path, shard.error()));
    is_good = false;
  }
  if (!shards.empty()) {
    for (const std::string& conflict : project::conflicts(shards)) {
      say_problem(conflict);
      is_good = false;
    }
  }
  if (!is_good) return std::nullopt;
  return shards;
}

int merge(const MergeOptions& options) {
  auto shards = read_all(options.paths);
  if (!shards) return kBadInput;
  report::Project project = project::merge(std::move(*shards));
  if (options.fail_on || options.strict) {
    project::judge_again(project, options.fail_on, options.strict);
  }
  // Not every other format can tell.
  bool is_told = options.format == report::Format::Text || options.format == report::Format::Json;
  if (!project.stopped.empty() && !is_told)
    base::print_error(fmt::format("warning: {}\n", project.stopped));
  report::ProjectTextOptions format;
  format.all = options.all;
  format.stats = options.stats;
  format.color = options.output.empty() && base::wants_color(stdout);
  if (options.output.empty()) format.width = base::terminal_width(stdout);
  int written = write_result(options.output, report::view(options.format, project, format));
  if (written == kValid) note_printed_result();  // in a file, too: rows tell what is wrong
  int status = written == kValid ? project.status : written;
  if (Watch* watch = Watch::current()) watch->settle(status);
  return status;
}

}  // namespace

void add_merge(Command& c) {
  auto options = std::make_shared<MergeOptions>();
  c.about(
      "Makes one result of those that `braid verify --shard I/N --format json` wrote: the result "
      "of the project, as one run would have written it. The status is that of the worst, and 5 "
      "at least if a shard is missing.");
  c.arguments("RESULT.json", options->paths, "the results of the shards, in any order")
      .required()
      .endings({"json"});
  add_fail_on(c, options->fail_on, "as the shards were judged");
  c.flag("--strict", options->strict, "valid only if no bound cut the search");
  c.flag("--all", options->all, "list all methods, not only those that need attention");
  c.limits(*options);
  c.format(*options, report::Use::Executions);
  c.output(*options);
  c.flag("--stats", options->stats, "show how long each method took");
  c.action({.common = options.get(), .run = [options] { return merge(*options); }});
}

}  // namespace cli
