#include "cli/project_settings.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

#include "cli/problems.h"
#include "pipeline/java.h"

namespace cli {

namespace {

// Options of one verification, or of the process: no setting of a project.
constexpr std::array<std::string_view, 15> kCommandLineOnly{
    "entry",    "checkpoint",  "resume", "dot",           "format", "output", "timeout", "verbose",
    "progress", "no-progress", "help",   "changed-since", "all",    "shard",  "list"};
// Options of the project as a whole.
constexpr std::array<std::string_view, 6> kForAll{"jobs", "cache",      "cache-size",
                                                  "cp",   "full-trace", "no-verdict-cache"};
// What does not change a verdict: it is no part of the key.
constexpr std::array<std::string_view, 20> kNoMatter{"entry",
                                                     "format",
                                                     "output",
                                                     "timeout",
                                                     "method-timeout",
                                                     "memory",
                                                     "progress",
                                                     "no-progress",
                                                     "jobs",
                                                     "cache",
                                                     "cache-size",
                                                     "changed-since",
                                                     "no-verdict-cache",
                                                     "fail-on",
                                                     "strict",
                                                     "full-trace",
                                                     "stats",
                                                     "all",
                                                     "shard",
                                                     "list"};
// But these can change what a command says, or its status.
constexpr std::array<std::string_view, 4> kOfCommand{"method-timeout", "memory", "fail-on",
                                                     "strict"};
// And these what a project says.
constexpr std::array<std::string_view, 3> kOfProject{"fail-on", "strict", "changed-since"};
// With these a verdict is not all that is wanted, or depends on the time that there is.
constexpr std::array<std::string_view, 4> kNotKept{"coverage", "list-executions", "dump-queries",
                                                   "deepen"};

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<project::OptionInfo> infos_of(const Command& command) {
  std::vector<project::OptionInfo> result;
  for (const auto& [name, takes_value] : command.long_names()) {
    result.push_back({.name = name,
                      .takes_value = takes_value,
                      .is_for_all = is_among(kForAll, name),
                      .is_for_one = is_among(kCommandLineOnly, name)});
  }
  return result;
}

// For a shell.
std::string quoted(const std::string& word) {
  auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || std::strchr("_-./=:,+", c) != nullptr;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string result = "'";
  for (char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

ProjectSettings::ProjectSettings(const Command& command, const VerifyOptions& options)
    : command_(command), common_(std::make_shared<VerifyOptions>(options)) {
  for (Command::Words& one : command.given_words()) given_[one.name] = std::move(one.words);
}

bool ProjectSettings::read(const std::string& folder) {
  std::string path = fmt::format("{}/{}", folder, project::kSettingsFile);
  if (folder == ".") path = project::kSettingsFile;
  file_.layout.folder = folder;
  if (access(path.c_str(), F_OK) != 0) return true;
  diag::Sink sink;
  auto file = project::read_settings(path, infos_of(command_), sources_, sink);
  bool is_good = file.has_value();
  if (is_good) {
    is_good = check_values(file->defaults, sink);
    for (const project::Section& one : file->methods) {
      is_good = check_values(one, sink) && is_good;
    }
  }
  say_diagnostics(sources_, sink);
  if (!is_good) return false;
  file_ = std::move(*file);
  // The command's own options, with its defaults.
  const Parsed& parsed = parse(common_->paths, words_of({common_->paths}, ""));
  if (!parsed.problem.empty()) {
    say_problem(parsed.problem);
    return false;
  }
  common_ = parsed.options;
  return true;
}

// Each value alone, so that what is wrong has a place.
bool ProjectSettings::check_values(const project::Section& section, diag::Sink& sink) {
  bool is_good = true;
  for (const project::Setting& setting : section.settings) {
    Command::Words words = command_.words_for(setting.name, setting.values, setting.is_on);
    DetachedCommand detached("verify");
    VerifyOptions unused;
    add_verify_options(*detached, unused);
    words.words.emplace_back("file");
    std::string problem = (*detached).read(words.words);
    if (problem.empty()) continue;
    std::size_t colon = problem.find(": ");
    if (problem.starts_with("--") && colon != std::string::npos) problem.erase(0, colon + 2);
    sink.report(diag::Kind::BadSetting, setting.span, setting.name, "is wrong: " + problem);
    is_good = false;
  }
  return is_good;
}

ProjectSettings::Words ProjectSettings::words_of(const project::Program& program,
                                                 const std::string& entry) const {
  Words result;
  auto add = [&](const project::Section& section) {
    for (const project::Setting& setting : section.settings) {
      Command::Words one = command_.words_for(setting.name, setting.values, setting.is_on);
      if (one.words.empty()) {
        result.erase(one.name);
      } else {
        result[one.name] = std::move(one.words);
      }
    }
  };
  add(file_.defaults);
  for (const project::Section& section : file_.methods) {
    bool is_meant =
        !entry.empty() && project::is_about(section, program, entry, file_.layout.folder);
    if (is_meant) add(section);
  }
  for (const auto& [name, words] : given_) result[name] = words;
  return result;
}

const ProjectSettings::Parsed& ProjectSettings::parse(const std::vector<std::string>& files,
                                                      const Words& words) {
  bool is_java = std::any_of(files.begin(), files.end(), pipeline::is_java);
  std::string key = is_java ? "java" : "";
  std::vector<std::string> line;
  for (const auto& [name, some] : words) {
    for (const std::string& word : some) {
      line.push_back(word);
      key += '\n' + word;
    }
  }
  auto [at, is_new] = parsed_.try_emplace(key);
  Parsed& parsed = at->second;
  if (!is_new) return parsed;
  line.emplace_back("--");
  line.insert(line.end(), files.begin(), files.end());
  DetachedCommand detached("verify");
  parsed.options = std::make_shared<VerifyOptions>();
  add_verify_options(*detached, *parsed.options);
  parsed.problem = (*detached).read(std::move(line));
  add_language_defaults(*parsed.options);
  if (parsed.problem.empty()) parsed.request = verify_request(*detached, *parsed.options);
  return parsed;
}

tl::expected<project::Settings, std::string> ProjectSettings::settings_of(
    const project::Program& program, const std::string& entry) {
  Words words = words_of(program, entry);
  project::Settings result;
  result.command = "braid verify";
  for (const std::string& file : program.files) result.command += " " + quoted(file);
  if (!entry.empty()) result.command += " --entry " + quoted(entry);
  for (const auto& [name, some] : words) {
    if (is_among(kNotKept, name)) result.can_be_cached = false;
    if (is_among(kNoMatter, name)) {
      if (is_among(kOfCommand, name)) result.limits += fmt::format(" {}", fmt::join(some, " "));
      continue;
    }
    for (const std::string& word : some) {
      result.words += quoted(word) + " ";
      result.command += " " + quoted(word);
    }
  }
  // Methods are verified side by side, each by one thread; the time of all is not that of one.
  words.erase("jobs");
  words.erase("timeout");
  const Parsed& parsed = parse(program.files, words);
  if (!parsed.problem.empty()) return tl::unexpected(parsed.problem);
  result.request = parsed.request;
  result.request.limits.since.reset();
  result.int_mode = parsed.options->semantics.integers;
  result.awaits = parsed.options->awaits.value_or(false);
  result.class_path = parsed.options->class_path;
  result.java = parsed.options->java;
  result.java.spurious = parsed.options->semantics.spurious;
  result.fail_on = fail_on_of(*parsed.options);
  for (const project::Section& section : file_.methods) {
    if (entry.empty() || !project::is_about(section, program, entry, file_.layout.folder)) continue;
    if (section.skip) result.skip = *section.skip;
    if (!section.expect.empty()) result.expected = section.expect;
  }
  return result;
}

std::string ProjectSettings::given_text() const {
  std::string result;
  for (const auto& [name, some] : given_) {
    if (is_among(kNoMatter, name) && !is_among(kOfProject, name)) continue;
    for (const std::string& word : some) {
      result += fmt::format("{}{}", result.empty() ? "" : " ", quoted(word));
    }
  }
  return result;
}

std::string ProjectSettings::file_text() const {
  return sources_.size() == 0 ? "" : std::string(sources_.file(base::FileId(0)).text());
}

tl::expected<std::pair<std::shared_ptr<VerifyOptions>, pipeline::Request>, std::string>
ProjectSettings::options_of(const project::Program& program, const std::string& entry) {
  const Parsed& parsed = parse(program.files, words_of(program, entry));
  if (!parsed.problem.empty()) return tl::unexpected(parsed.problem);
  auto options = std::make_shared<VerifyOptions>(*parsed.options);
  options->paths = program.files;
  options->entry = entry;
  return std::pair(options, parsed.request);
}

void ProjectSettings::tell_unused(const std::vector<project::Loaded>& programs) const {
  diag::Sink sink;
  for (const project::Section& section : file_.methods) {
    bool is_used = false;
    std::vector<std::string_view> names;
    for (const project::Loaded& loaded : programs) {
      // Of a file that cannot be read the methods are not known.
      is_used = is_used || !loaded.is_good;
      for (const std::string& entry : loaded.targets) {
        names.emplace_back(entry);
        is_used = is_used || project::is_about(section, loaded.program, entry, file_.layout.folder);
      }
    }
    if (is_used) continue;
    auto& report = sink.report(diag::Kind::UnusedSettings, section.span, section.method);
    if (auto near = diag::nearest(section.method, names)) {
      report.help(fmt::format("did you mean `{}`?", *near));
    }
  }
  say_diagnostics(sources_, sink);
}

}  // namespace cli
