#include "project/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "project/files.h"
#include "project/settings.h"

namespace project {

namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result.string();
}

tl::expected<std::string, std::string> git(const std::string& folder,
                                           std::vector<std::string> words) {
  std::string program = base::find_program("git");
  if (program.empty()) return tl::unexpected<std::string>("git is not installed");
  words.insert(words.begin(), {program, "-C", folder});
  base::ProcessResult result = base::run_process(words, {});
  if (result.succeeded()) return std::move(result.out);
  std::string why = result.err.substr(0, result.err.find('\n'));
  for (std::string_view prefix : {"fatal: ", "error: "}) {
    if (why.starts_with(prefix)) why.erase(0, prefix.size());
  }
  return tl::unexpected(why.empty() ? std::string("git failed") : why);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> result;
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string::npos;
       end = text.find(separator, begin)) {
    if (end > begin) result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

bool is_java_source(const std::string& path) { return path.ends_with(".java"); }

}  // namespace

tl::expected<Changes, std::string> Changes::since(const std::string& revision,
                                                  const std::string& folder) {
  Changes result;
  auto root = git(folder, {"rev-parse", "--show-toplevel"});
  if (!root) return tl::unexpected(fmt::format("--changed-since: {}", root.error()));
  result.root_ = absolute(root->substr(0, root->find('\n')));
  // A name that begins with a dash would be an option.
  auto commit = revision.starts_with('-')
                    ? tl::unexpected<std::string>("")
                    : git(folder, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"});
  if (!commit) {
    return tl::unexpected(
        fmt::format("--changed-since: git knows no revision `{}` here", revision));
  }
  result.revision_ = commit->substr(0, commit->find('\n'));
  auto changed = git(result.root_, {"diff", "--name-only", "--no-renames", "-z", result.revision_});
  auto added = git(result.root_, {"ls-files", "--others", "-z"});
  if (!changed || !added) {
    return tl::unexpected(
        fmt::format("--changed-since: {}", changed ? added.error() : changed.error()));
  }
  for (const std::string* list : {&*changed, &*added}) {
    for (const std::string& name : split(*list, '\0')) {
      result.touched_.insert(result.root_ + "/" + name);
    }
  }
  return result;
}

std::string Changes::checked_out(const std::string& file) {
  std::string path = absolute(file);
  if (!path.starts_with(root_ + "/")) return {};
  std::string name = path.substr(root_.size() + 1);
  if (!touched_.contains(path)) return file;
  auto text = git(root_, {"show", fmt::format("{}:{}", revision_, name)});
  if (!text) return {};
  if (!copies_) copies_ = std::make_unique<base::TemporaryFolder>();
  fs::path copy = fs::path(copies_->path()) / name;
  std::error_code error;
  fs::create_directories(copy.parent_path(), error);
  return base::write_output(copy.string(), *text) ? copy.string() : "";
}

Changes::Old& Changes::old_version(const Loaded& loaded, const Configure& configure) {
  auto [at, is_new] = old_.try_emplace(loaded.input.get());
  Old& old = at->second;
  if (!is_new) return old;
  Program program;
  const std::vector<std::string>& files = loaded.program.files;
  std::set<std::string> folders;
  bool is_java = is_java_source(files.front());
  for (const std::string& file : files) {
    std::string path = absolute(file);
    // Files outside of the work tree, and class files in a folder, cannot be told to be old.
    bool is_known = path.starts_with(root_ + "/") && !fs::is_directory(path);
    old.is_touched = old.is_touched || !is_known || touched_.contains(path);
    std::string copy = is_known ? checked_out(file) : "";
    if (!copy.empty()) program.files.push_back(copy);
    folders.insert(fs::path(path).parent_path().string());
  }
  // Files that are gone were a part of it: properties beside it, and sources of Java.
  for (const std::string& path : touched_) {
    bool was_part = is_java ? is_java_source(path)
                            : path.ends_with(".spec") &&
                                  folders.contains(fs::path(path).parent_path().string());
    if (!was_part || fs::exists(path)) continue;
    old.is_touched = true;
    std::string copy = checked_out(path);
    if (!copy.empty()) program.files.push_back(copy);
  }
  if (!old.is_touched || program.files.empty()) return old;
  if (auto settings = configure(loaded.program, "")) old.loaded = load(program, *settings);
  return old;
}

bool Changes::has_changed(const Loaded& loaded, const std::string& entry, const Key& key,
                          const Configure& configure) {
  Old& old = old_version(loaded, configure);
  if (!old.is_touched) return false;
  if (!old.loaded.is_good) return true;
  const std::vector<std::string>& targets = old.loaded.targets;
  if (std::find(targets.begin(), targets.end(), entry) == targets.end()) return true;
  auto settings = configure(loaded.program, entry);
  if (!settings || !select(*old.loaded.input, entry, *settings)) return true;
  return key_of(*old.loaded.input, *settings).text != key.text;
}

}  // namespace project
