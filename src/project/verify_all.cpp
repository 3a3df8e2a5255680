#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "base/diag/render.h"
#include "pipeline/load.h"
#include "project/project.h"
#include "project/recall.h"
#include "project/target.h"
#include "project/workers.h"

namespace project {

namespace {

constexpr std::chrono::milliseconds kTick{20};
constexpr int kInputStatus = 2;
constexpr int kUnknownStatus = 5;
constexpr int kInternalStatus = 6;
constexpr int kRefutedStatus = 10;

pipeline::LoadOptions load_options(const std::string& entry, const Settings& settings) {
  return {.paths = {},
          .entry = entry,
          .int_mode = settings.int_mode,
          .awaits = settings.awaits,
          .races = settings.request.semantics.races};
}

// The settings that decide how a program is read.
std::string reading_of(const Settings& settings) {
  bool awaits_plainly = settings.awaits && !settings.request.semantics.races;
  return fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(settings.int_mode),
                     settings.awaits, awaits_plainly, settings.java.any_arguments,
                     settings.java.early_initialisers, settings.java.rapid_types,
                     settings.java.spurious, settings.java.linearizable, settings.class_path);
}

class ProjectRun {
 public:
  ProjectRun(run::Run& whole, const Options& options, const IsWanted& is_wanted)
      : whole_(whole),
        options_(options),
        is_wanted_(is_wanted),
        workers_(options.jobs, options.events.in_worker) {}

  report::Project run(std::vector<Loaded> programs) {
    programs_ = std::move(programs);
    Obligations obligations = obligations_of(programs_, options_.configure);
    project_.skipped = obligations.skipped;
    all_ = obligations.all.size();
    std::size_t number = 0;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      project_.files += programs_[i].program.files.size();
      tell_warnings(programs_[i]);
      for (; number < all_ && obligations.all[number].program == i; ++number) {
        if (!has(options_.shard, number)) continue;
        number_ = number;
        take(programs_[i], obligations.all[number]);
      }
    }
    while (!workers_.is_idle() && !whole_.is_cancelled()) collect();
    workers_.kill_all();
    if (!whole_.is_cancelled()) remember_all();
    return finish();
  }

 private:
  // A target whose result is not known yet has its place among the items.
  struct Pending {
    Settings settings;
    std::shared_ptr<pipeline::Input> input;
    Key key;
  };

  void tell_warnings(const Loaded& loaded) {
    if (loaded.is_good) say(diag::render(loaded.input->sources, loaded.input->sink, {}));
  }

  void take(const Loaded& loaded, Obligation& obligation) {
    if (!loaded.is_good) return add_file_error(loaded, obligation.settings);
    take_target(loaded, obligation.entry, obligation.settings);
  }

  void add_file_error(const Loaded& loaded, const tl::expected<Settings, std::string>& settings) {
    say(diag::render(loaded.input->sources, loaded.input->sink, {}));
    report::ProjectItem& item = add_item(loaded, "");
    item.problems = report::problems_of(loaded.input->sources, loaded.input->sink);
    item.always_counts = !settings;
    judge(item, settings ? settings->fail_on : verdict::FailOn{});
    complete(project_.items.size() - 1);
  }

  report::ProjectItem& add_item(const Loaded& loaded, const std::string& entry) {
    report::ProjectItem item;
    item.subject.input = loaded.program.files;
    item.subject.entry = entry;
    item.sources = {loaded.input, &loaded.input->sources};
    item.number = number_;
    project_.items.push_back(std::move(item));
    return project_.items.back();
  }

  void add_error(const Loaded& loaded, const std::string& entry, std::string text) {
    report::Problem problem;
    problem.message = std::move(text);
    report::ProjectItem& item = add_item(loaded, entry);
    item.problems.push_back(std::move(problem));
    item.always_counts = true;
    judge(item, {});
    complete(project_.items.size() - 1);
  }

  void take_target(const Loaded& loaded, const std::string& entry,
                   tl::expected<Settings, std::string>& settings) {
    if (whole_.is_cancelled()) {
      ++project_.left;
      return;
    }
    if (!settings) return add_error(loaded, entry, settings.error());
    if (!loaded.known.empty()) return take_known(loaded, entry, *settings);
    const Loaded& read = read_with(loaded, *settings);
    std::size_t reported = read.input->sink.all().size();
    if (!read.is_good || !select(*read.input, entry, *settings)) {
      return add_refused(read, entry, reported, *settings);
    }
    Key key = key_of(*read.input, *settings);
    if (is_wanted_ && !is_wanted_(loaded, entry, key)) {
      ++project_.unchanged;
      return;
    }
    report::ProjectItem& item = add_item(read, entry);
    item.expected = settings->expected;
    item.command = settings->command;
    std::size_t index = project_.items.size() - 1;
    if (&read == &loaded) rows_[loaded.input.get()][entry] = index;
    if (look_up(item, key, *settings)) return complete(index);
    start(index, {std::move(*settings), read.input, std::move(key)});
  }

  void take_known(const Loaded& loaded, const std::string& entry, const Settings& settings) {
    const Known& known = loaded.known.at(entry);
    report::ProjectItem& item = add_item(loaded, entry);
    item.expected = settings.expected;
    item.command = settings.command;
    item.subject = known.result->first;
    item.subject.input = loaded.program.files;
    item.result = known.result->second;
    item.is_cached = true;
    judge(item, settings.fail_on);
    complete(project_.items.size() - 1);
  }

  // Methods with settings about reading have a program of their own.
  const Loaded& read_with(const Loaded& loaded, const Settings& settings) {
    auto plain = options_.configure(loaded.program, "");
    if (plain && reading_of(*plain) == reading_of(settings)) return loaded;
    auto& again = reread_[{loaded.input.get(), reading_of(settings)}];
    if (!again.input) again = load(loaded.program, settings);
    return again;
  }

  void add_refused(const Loaded& read, const std::string& entry, std::size_t reported,
                   const Settings& settings) {
    report::ProjectItem& item = add_item(read, entry);
    std::vector<report::Problem> all = report::problems_of(read.input->sources, read.input->sink);
    std::size_t first = reported < all.size() ? reported : 0;
    item.problems.assign(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
    judge(item, settings.fail_on);
    complete(project_.items.size() - 1);
  }

  // ---------------------------------------------------------------- results

  bool look_up(report::ProjectItem& item, const Key& key, const Settings& settings) {
    if (options_.cache == nullptr || !settings.can_be_cached) return false;
    auto bytes = options_.cache->find(key.text);
    if (!bytes) return false;
    auto known = from_entry(*bytes, key.reached);
    if (!known) return false;
    known->first.input = item.subject.input;
    item.subject = std::move(known->first);
    item.result = std::move(known->second);
    item.is_cached = true;
    is_final_.insert(&item - project_.items.data());
    judge(item, settings.fail_on);
    return true;
  }

  void start(std::size_t index, Pending pending) {
    while (!workers_.has_room() && !whole_.is_cancelled()) collect();
    if (whole_.is_cancelled()) return;
    pipeline::Input& input = *pending.input;
    const run::Limits& limits = pending.settings.request.limits;
    const std::vector<std::string>& files = project_.items[index].subject.input;
    std::string why;
    bool is_started = workers_.start(
        index, {limits.seconds, limits.memory_bytes},
        [&] { return pack(verify_target(input, pending.settings, files)); }, why);
    if (!is_started) {
      return add_failure(index, fmt::format("no process could be started: {}", why));
    }
    pending_.emplace(index, std::move(pending));
    tick();
  }

  void collect() {
    for (WorkerEnd& end : workers_.wait(kTick)) take_end(end);
    tick();
  }

  void take_end(WorkerEnd& end) {
    auto at = pending_.find(end.task);
    CHECK(at != pending_.end(), "a worker has a target");
    Pending pending = std::move(at->second);
    pending_.erase(at);
    report::ProjectItem& item = project_.items[end.task];
    item.seconds = end.seconds;
    const run::Limits& limits = pending.settings.request.limits;
    auto reply = end.kind == WorkerEnd::Kind::Answered ? unpack_reply(end.answer) : std::nullopt;
    if (reply) {
      take_reply(item, std::move(*reply), pending);
    } else if (end.kind == WorkerEnd::Kind::OutOfTime) {
      item.result = unknown(run::time_limit_text(limits.seconds), end.seconds);
    } else if (end.kind == WorkerEnd::Kind::OutOfMemory) {
      item.result = unknown(limits.memory_bytes ? run::memory_limit_text(limits.memory_bytes)
                                                : "there is not enough memory",
                            end.seconds);
    } else {
      say(end.errors);
      std::string how = end.how.empty() ? "without an answer" : "with " + end.how;
      std::string first = end.errors.substr(0, end.errors.find('\n'));
      return add_failure(end.task,
                         fmt::format("Braid ended {}{}{}", how, first.empty() ? "" : ": ", first));
    }
    judge(item, pending.settings.fail_on);
    complete(end.task);
  }

  static verdict::Result unknown(std::string reason, double seconds) {
    verdict::Result result;
    result.reason = std::move(reason);
    result.stats.seconds = seconds;
    return result;
  }

  void take_reply(report::ProjectItem& item, Reply reply, const Pending& pending) {
    say(reply.text);
    if (reply.result) keep(reply, pending, &item - project_.items.data());
    add_files(reply, item, *pending.input);
    if (reply.result) item.subject = std::move(reply.subject);
    item.result = std::move(reply.result);
    item.problems = std::move(reply.problems);
  }

  // A worker may have sources that nobody else has, of formulas for example.
  static void add_files(const Reply& reply, report::ProjectItem& item,
                        const pipeline::Input& input) {
    if (reply.more_files.empty()) return;
    auto sources = std::make_shared<base::Sources>();
    for (std::size_t i = 0; i < reply.files; ++i) {
      const base::SourceFile& file = input.sources.file(base::FileId(i));
      sources->add(file.name(), std::string(file.text()));
    }
    for (const auto& [name, text] : reply.more_files) sources->add(name, text);
    item.sources = std::move(sources);
  }

  void keep(const Reply& reply, const Pending& pending, std::ptrdiff_t index) {
    if (options_.cache == nullptr || !is_final(reply, pending.settings)) return;
    is_final_.insert(index);
    auto entry = to_entry(reply.subject, *reply.result, pending.key.reached);
    if (entry) options_.cache->store(pending.key.text, *entry);
  }

  void add_failure(std::size_t index, std::string text) {
    report::Problem problem;
    problem.message = std::move(text);
    report::ProjectItem& item = project_.items[index];
    item.problems.push_back(std::move(problem));
    item.is_internal_error = true;
    judge(item, {});
    complete(index);
  }

  // ---------------------------------------------------------------- the end

  // Programs all of whose results are final.
  void remember_all() {
    if (options_.cache == nullptr || project_.unchanged > 0) return;
    for (const Loaded& loaded : programs_) {
      std::map<std::string, const report::ProjectItem*> results;
      for (const auto& [entry, index] : rows_[loaded.input.get()]) {
        if (!is_final_.contains(static_cast<std::ptrdiff_t>(index))) continue;
        results[entry] = &project_.items[index];
      }
      remember(loaded, results, options_.configure, *options_.cache);
    }
  }

  void complete(std::size_t index) {
    is_complete_.resize(std::max(is_complete_.size(), index + 1), false);
    is_complete_[index] = true;
    if (options_.events.on_item) options_.events.on_item(project_.items[index]);
  }

  void say(std::string_view text) {
    if (!text.empty() && options_.events.say) options_.events.say(text);
  }

  void tick() {
    if (!options_.events.tick) return;
    std::vector<std::string> running;
    for (const Workers::Running& worker : workers_.running()) {
      double seconds = std::chrono::duration<double>(Workers::Clock::now() - worker.start).count();
      running.push_back(
          fmt::format("{}  {:.1f} s", project_.items[worker.task].subject.entry, seconds));
    }
    options_.events.tick(running);
  }

  report::Project finish() {
    is_complete_.resize(project_.items.size(), false);
    std::vector<report::ProjectItem> items;
    for (std::size_t i = 0; i < project_.items.size(); ++i) {
      if (is_complete_[i]) {
        items.push_back(std::move(project_.items[i]));
      } else {
        ++project_.left;
      }
    }
    project_.items = std::move(items);
    project_.status = report::worst_status(project_.items);
    if (options_.shard.count > 0) {
      project_.shard = {options_.shard.index, options_.shard.count, all_, {}};
    }
    if (whole_.is_cancelled()) {
      project_.stopped = whole_.cancel_reason();
      if (project_.status == 0) project_.status = kUnknownStatus;
    }
    if (options_.cache != nullptr) options_.cache->trim();
    project_.seconds = whole_.elapsed_seconds();
    return std::move(project_);
  }

  run::Run& whole_;
  const Options& options_;
  const IsWanted& is_wanted_;
  Workers workers_;
  std::vector<Loaded> programs_;
  report::Project project_;
  std::size_t all_ = 0;                // obligations, also those of other shards
  std::size_t number_ = 0;             // of the one that is being taken
  std::vector<bool> is_complete_;      // by item
  std::set<std::ptrdiff_t> is_final_;  // items whose results were kept
  // Items by method, of programs with one way to read them.
  std::map<const pipeline::Input*, std::map<std::string, std::size_t>> rows_;
  std::map<std::size_t, Pending> pending_;
  std::map<std::pair<const pipeline::Input*, std::string>, Loaded> reread_;
};

}  // namespace

Loaded load(const Program& program, const Settings& settings) {
  Loaded result{.program = program, .input = std::make_shared<pipeline::Input>()};
  pipeline::Input& input = *result.input;
  input.java.class_path = settings.class_path;
  input.java.lowering = settings.java;
  input.java.is_closed = program.is_closed;
  result.is_good = pipeline::read_sources(program.files, input) && pipeline::parse_sources(input) &&
                   pipeline::check_sources(input);
  bool is_later = pipeline::is_lowered_per_entry(input.language);
  if (result.is_good && !is_later) {
    result.is_good = pipeline::lower_sources(load_options("", settings), input);
  }
  if (result.is_good) result.targets = pipeline::targets_of(input);
  return result;
}

bool select(pipeline::Input& input, const std::string& entry, const Settings& settings) {
  if (pipeline::is_lowered_per_entry(input.language)) {
    input.program.reset();
    return pipeline::lower_sources(load_options(entry, settings), input);
  }
  input.program->entry = input.program->find_proc(entry);
  return input.program->entry.is_valid();
}

Obligations obligations_of(const std::vector<Loaded>& programs, const Configure& configure) {
  Obligations result;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Loaded& loaded = programs[i];
    if (!loaded.is_good) result.all.push_back({i, "", configure(loaded.program, "")});
    for (const std::string& entry : loaded.targets) {
      auto settings = configure(loaded.program, entry);
      if (settings && settings->skip) {
        ++result.skipped;
      } else {
        result.all.push_back({i, entry, std::move(settings)});
      }
    }
  }
  return result;
}

void judge(report::ProjectItem& item, const verdict::FailOn& fail_on) {
  item.fail_on = fail_on;
  if (item.is_internal_error) {
    item.status = kInternalStatus;
  } else if (!item.result) {
    item.status = item.always_counts || fail_on.error ? kInputStatus : 0;
  } else if (item.expected.empty()) {
    item.status = verdict::exit_code(*item.result, fail_on);
  } else if (item.expected == verdict::keyword(item.result->verdict)) {
    item.status = 0;
  } else {
    item.status = verdict::exit_code(*item.result, fail_on);
    if (item.status == 0) item.status = verdict::exit_code(*item.result);
    if (item.status == 0) item.status = kRefutedStatus;
  }
}

report::Project verify_all(run::Run& whole, std::vector<Loaded> programs, const Options& options,
                           const IsWanted& is_wanted) {
  return ProjectRun(whole, options, is_wanted).run(std::move(programs));
}

}  // namespace project
