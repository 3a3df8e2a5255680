#include "cli/project_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/check_hook.h"
#include "base/terminal.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/project_settings.h"
#include "cli/project_view.h"
#include "cli/status.h"
#include "pipeline/verify.h"
#include "project/batch.h"
#include "project/changes.h"
#include "project/files.h"
#include "project/recall.h"
#include "project/shard_file.h"
#include "project/workers.h"

namespace cli {

namespace {

bool is_directory(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

// Where braid.toml and the cache are: the folder that is verified, else the current one.
std::string folder_of(const std::vector<std::string>& paths) {
  auto found = std::find_if(paths.begin(), paths.end(), is_directory);
  if (found == paths.end()) return ".";
  std::string folder = std::filesystem::path(*found).lexically_normal().string();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

void end_without_memory() { _exit(project::kNoMemoryStatus); }

class ProjectCommand {
 public:
  ProjectCommand(const Command& c, const VerifyOptions& options)
      : given_(options),
        settings_(c, options),
        folder_(folder_of(options.paths)),
        team_(c.team()) {}

  int run() {
    if (auto text = refused_option()) return usage_error(*text);
    if (!settings_.read(folder_)) return kBadInput;
    cache_ = make_cache();
    // What has changed is told by the keys of methods.
    bool needs_all = !given_.changed_since.empty();
    for (const project::Program& program :
         project::find_programs(given_.paths, settings_.layout())) {
      auto settings = settings_.settings_of(program, "");
      if (!settings) return usage_error(settings.error());
      programs_.push_back(project::recall_or_load(program, *settings, configure(),
                                                  needs_all ? nullptr : cache_.get()));
      const project::Loaded& loaded = programs_.back();
      targets_ += loaded.targets.size();
      rows_ += loaded.is_good ? loaded.targets.size() : 1;
    }
    settings_.tell_unused(programs_);
    if (programs_.empty()) {
      say_problem(fmt::format("there is no program in {}", fmt::join(given_.paths, ", ")));
      return kBadInput;
    }
    bool is_readable = std::all_of(programs_.begin(), programs_.end(),
                                   [](const project::Loaded& one) { return one.is_good; });
    if (is_readable && targets_ == 0 && (programs_.size() > 1 || is_about_all())) {
      say_problem("no method has a contract or a property, and none is a main or a test");
      return kBadInput;
    }
    if (given_.list) return list();
    if (!is_single()) return run_all();
    project::Loaded& loaded = programs_.front();
    return run_one(loaded, loaded.targets.empty() ? "" : loaded.targets.front());
  }

  // The method that --entry names, or the default one of a file.
  int run_named() {
    if (!settings_.read(folder_)) return kBadInput;
    project::Program program{given_.paths};
    auto settings = settings_.settings_of(program, "");
    if (!settings) return usage_error(settings.error());
    project::Loaded loaded = project::load(program, *settings);
    // Sections are about whole names.
    auto entry = loaded.is_good ? pipeline::find_target(given_.entry, *loaded.input) : std::nullopt;
    if (entry) return run_one(loaded, *entry);
    show_diagnostics(*loaded.input);
    return kBadInput;
  }

 private:
  // What is written by one verification has no place here.
  std::optional<std::string> refused_option() const {
    std::pair<const char*, bool> options[] = {{"--checkpoint", !given_.request.checkpoint.empty()},
                                              {"--resume", !given_.request.resume.empty()},
                                              {"--dot", !given_.dot.empty()}};
    if (given_.list && given_.format != report::Format::Text) return "--list is text alone";
    if (given_.list && !given_.changed_since.empty()) {
      return "--list does not go with --changed-since";
    }
    bool is_of_one = is_about_all() && !given_.entry.empty();
    if (is_of_one) {
      return fmt::format("--entry is for one method: it does not go with {}",
                         given_.list ? "--list" : "--shard");
    }
    for (const auto& [name, is_given] : options) {
      if (is_given) return fmt::format("{} is for one method: name it with --entry", name);
    }
    return std::nullopt;
  }

  project::Configure configure() {
    return [this](const project::Program& program, const std::string& entry) {
      return settings_.settings_of(program, entry);
    };
  }

  // Whether it is about methods as such, be there one or many.
  bool is_about_all() const { return given_.list || given_.shard.count > 0; }

  // Whether all that there is to say is the verdict on one method.
  bool is_single() {
    if (programs_.size() != 1 || targets_ > 1 || !given_.changed_since.empty()) return false;
    if (is_about_all()) return false;
    const project::Loaded& loaded = programs_.front();
    if (loaded.targets.empty()) return true;
    auto settings = settings_.settings_of(loaded.program, loaded.targets.front());
    return !settings || (!settings->skip && settings->expected.empty());
  }

  int run_one(project::Loaded& loaded, const std::string& entry) {
    auto settings = settings_.settings_of(loaded.program, entry);
    if (!settings) return usage_error(settings.error());
    // What is shown of one method is not all in the cache, and its settings may be about reading.
    bool is_read_so = settings->words == settings_.settings_of(loaded.program, "")->words;
    if (!loaded.known.empty() || !is_read_so) loaded = project::load(loaded.program, *settings);
    auto options = settings_.options_of(loaded.program, entry);
    if (!options) return usage_error(options.error());
    options->second.team = team_;
    return verify_one(*options->first, std::move(options->second), *loaded.input);
  }

  std::unique_ptr<project::VerdictCache> make_cache() const {
    const VerifyOptions& common = settings_.common();
    if (common.no_verdict_cache) return nullptr;
    std::string folder = common.cache.empty() ? folder_ + "/.braid/cache" : common.cache;
    return std::make_unique<project::VerdictCache>(folder,
                                                   std::uint64_t{common.cache_mebibytes} << 20U);
  }

  std::size_t jobs() const {
    const VerifyOptions& common = settings_.common();
    if (common.request.is_given("--jobs") || common.request.jobs > 1) return common.request.jobs;
    return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  }

  int run_all() {
    run::Run run(given_.limits(), 0);
    InterruptGuard guard(run);
    project::Options options;
    options.configure = configure();
    options.cache = cache_.get();
    options.jobs = jobs();
    options.shard = given_.shard;
    std::optional<project::Changes> changes;
    project::IsWanted is_wanted;
    if (!given_.changed_since.empty()) {
      auto since = project::Changes::since(given_.changed_since, folder_);
      if (!since) return usage_error(since.error());
      changes = std::move(*since);
      is_wanted = [&](const project::Loaded& loaded, const std::string& entry,
                      const project::Key& key) {
        return changes->has_changed(loaded, entry, key, options.configure);
      };
    }
    std::optional<project::Batch> batch = this->batch();
    report::Project project = verify(run, options, is_wanted);
    // From here on there is something better to say than that a limit came.
    OutputClaim claim(false);
    if (cache_ && !cache_->problem().empty()) {
      base::print_error(
          fmt::format("warning: verdicts could not be kept: {}\n", cache_->problem()));
    }
    project.since = given_.changed_since;
    if (batch) project.shard->data = project::shard_data(*batch, project);
    return show(project);
  }

  // What results of shards must have in common; nothing: this will be none.
  std::optional<project::Batch> batch() {
    if (given_.shard.count == 0 || given_.format != report::Format::Json) return std::nullopt;
    std::vector<project::Program> programs;
    for (const project::Loaded& loaded : programs_) programs.push_back(loaded.program);
    return project::batch_of(programs, settings_.common().class_path, settings_.given_text(),
                             settings_.file_text());
  }

  // A line for each method: whoever runs it, anywhere, has its verdict.
  int list() {
    project::Obligations obligations = project::obligations_of(programs_, configure());
    std::string text;
    int status = kValid;
    for (std::size_t i = 0; i < obligations.all.size(); ++i) {
      if (!project::has(given_.shard, i)) continue;
      const project::Obligation& one = obligations.all[i];
      const project::Loaded& loaded = programs_[one.program];
      if (!loaded.is_good) {
        show_diagnostics(*loaded.input);
        status = kBadInput;
      }
      if (!one.settings) return usage_error(one.settings.error());
      text += one.settings->command + one.settings->limits + '\n';
    }
    int written = write_result(given_.output, text);
    return written == kValid ? status : written;
  }

  report::Project verify(run::Run& run, project::Options& options,
                         const project::IsWanted& is_wanted) {
    ProjectView view(given_.progress, rows_);
    options.events.in_worker = [] {
      Watch::leave_in_fork(end_without_memory);
      base::on_failed_check(nullptr);
    };
    options.events.say = [&](std::string_view text) { view.say(text); };
    options.events.tick = [&](const std::vector<std::string>& running) { view.tick(running); };
    options.events.on_item = [&](const report::ProjectItem& item) { view.add(item); };
    return project::verify_all(run, std::move(programs_), options, is_wanted);
  }

  int show(const report::Project& project) const {
    const VerifyOptions& common = settings_.common();
    report::ProjectTextOptions format;
    format.all = given_.all;
    format.stats = common.stats;
    format.color = given_.output.empty() && base::wants_color(stdout);
    if (given_.output.empty()) format.width = base::terminal_width(stdout);
    std::string text = report::view(given_.format, project, format);
    Watch* watch = Watch::current();
    if (watch) watch->settle(project.status);
    int written = write_result(given_.output, text);
    if (written == kValid) {
      note_printed_result();  // in a file, too: rows tell of files that are wrong
      return project.status;
    }
    if (watch) watch->settle(written);
    return written;
  }

  const VerifyOptions& given_;
  ProjectSettings settings_;
  std::string folder_;
  symex::Team* team_;                             // null: there are no other processes
  std::unique_ptr<project::VerdictCache> cache_;  // null: it is not wanted
  std::vector<project::Loaded> programs_;
  std::size_t targets_ = 0;
  std::size_t rows_ = 0;  // of the result: targets, and programs that cannot be read
};

}  // namespace

bool is_project(const VerifyOptions& options) {
  if (options.list || options.shard.count > 0) return true;
  if (!options.entry.empty()) return false;
  std::size_t files = 0;
  for (const std::string& path : options.paths) {
    if (is_directory(path)) return true;
    if (!path.ends_with(".spec")) ++files;
  }
  return files > 1;
}

int verify_project(const Command& c, const VerifyOptions& options) {
  return ProjectCommand(c, options).run();
}

bool has_settings(const VerifyOptions& options) {
  std::string path = fmt::format("{}/{}", folder_of(options.paths), project::kSettingsFile);
  return access(path.c_str(), F_OK) == 0;
}

int verify_named(const Command& c, const VerifyOptions& options) {
  return ProjectCommand(c, options).run_named();
}

}  // namespace cli
