#include "project/files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "lang/jvm/class_file.h"

namespace project {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, path); });
}

// By the name of the source that the class file tells, else by that of the class; in the folder
// of its package, or beside the class file.
bool is_source_of(const std::string& source, const jvm::ClassFile& file) {
  fs::path path(source);
  fs::path klass(file.name);
  std::string name(file.source_file);
  if (name.empty()) {
    std::string outer = klass.filename().string();
    name = outer.substr(0, outer.find('$')) + ".java";
  }
  if (path.filename() != name) return false;
  std::string package = "/" + klass.parent_path().string();
  bool is_default = package == "/";
  return is_default || ("/" + path.parent_path().string()).ends_with(package) ||
         path.parent_path() == fs::path(file.path).parent_path();
}

class ProgramFinder {
 public:
  explicit ProgramFinder(const Layout& layout) : layout_(layout) {}

  void look_into(const std::string& folder) {
    std::vector<std::string> java;
    std::vector<std::string> specs;
    std::vector<std::string> classes;
    std::vector<std::string> files = files_below(folder);
    std::erase_if(files, [&](const std::string& file) { return !is_wanted(file); });
    take_groups(files);
    for (const std::string& file : files) {
      if (taken_.contains(file)) continue;
      if (file.ends_with(".oox") || file.ends_with(".bir") || file.ends_with(".pl")) {
        programs_.push_back({{file}});
      } else if (file.ends_with(".java")) {
        java.push_back(file);
      } else if (file.ends_with(".spec")) {
        specs.push_back(file);
      } else if (file.ends_with(".class")) {
        classes.push_back(file);
      }
    }
    for (const std::string& spec : specs) add_spec(spec);
    if (!java.empty()) {
      add_java(std::move(java), classes);
    } else if (!classes.empty()) {
      programs_.push_back({{folder}});
    }
  }

  std::vector<Program> take() { return std::move(programs_); }

 private:
  bool is_wanted(const std::string& file) const {
    std::string name = relative_to(layout_.folder, file);
    if (matches_any(layout_.exclude, name)) return false;
    return layout_.files.empty() || matches_any(layout_.files, name);
  }

  void take_groups(const std::vector<std::string>& files) {
    for (const std::vector<std::string>& patterns : layout_.programs) {
      Program program;
      for (const std::string& file : files) {
        bool is_in = matches_any(patterns, relative_to(layout_.folder, file));
        if (is_in && taken_.insert(file).second) program.files.push_back(file);
      }
      if (!program.files.empty()) programs_.push_back(std::move(program));
    }
  }

  // Sources, and class files that were not compiled from one of them: of the others there would be
  // two, and the older one is of no interest.
  void add_java(std::vector<std::string> sources, const std::vector<std::string>& classes) {
    Program program{.files = sources, .is_closed = true};
    std::set<std::string, std::less<>> names;
    for (const std::string& path : classes) {
      std::string stem = fs::path(path).stem().string();
      if (stem == "module-info" || stem == "package-info") continue;
      auto bytes = base::read_file(path);
      auto file = jvm::read_class_file(path, bytes ? std::move(*bytes) : "");
      if (!file) {
        // Alone, so that somebody sees it, and the others are verified.
        programs_.push_back({{path}});
        continue;
      }
      bool is_from_here = std::any_of(sources.begin(), sources.end(), [&](const std::string& one) {
        return is_source_of(one, **file);
      });
      if (!is_from_here && names.insert(std::string((*file)->name)).second) {
        program.files.push_back(path);
      }
    }
    programs_.push_back(std::move(program));
  }

  // It goes with the OOX file of its name, else with the only one beside it. Alone it is a
  // program that cannot be read, so that somebody sees it.
  void add_spec(const std::string& spec) {
    fs::path path(spec);
    std::vector<Program*> beside;
    for (Program& program : programs_) {
      fs::path first(program.files.front());
      if (first.extension() != ".oox" || first.parent_path() != path.parent_path()) continue;
      beside.push_back(&program);
      if (first.stem() == path.stem()) {
        program.files.push_back(spec);
        return;
      }
    }
    if (beside.size() == 1) {
      beside.front()->files.push_back(spec);
    } else {
      programs_.push_back({{spec}});
    }
  }

  const Layout& layout_;
  std::set<std::string> taken_;
  std::vector<Program> programs_;
};

}  // namespace

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> result;
  std::error_code error;
  auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator at(folder, options, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code unknown;
    if (at->path().filename().string().starts_with('.')) {
      if (at->is_directory(unknown)) at.disable_recursion_pending();
    } else if (at->is_regular_file(unknown)) {
      result.push_back(at->path().lexically_normal().string());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool matches(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return path.empty();
  if (pattern.starts_with("**/")) {
    if (matches(pattern.substr(3), path)) return true;
    std::size_t slash = path.find('/');
    return slash != std::string_view::npos && matches(pattern, path.substr(slash + 1));
  }
  if (pattern == "**") return !path.empty();
  if (pattern[0] == '*') {
    for (std::size_t i = 0;; ++i) {
      if (matches(pattern.substr(1), path.substr(i))) return true;
      if (i == path.size() || path[i] == '/') return false;
    }
  }
  if (path.empty() || (pattern[0] == '?' ? path[0] == '/' : pattern[0] != path[0])) return false;
  return matches(pattern.substr(1), path.substr(1));
}

std::string relative_to(const std::string& folder, const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error).lexically_normal();
  fs::path root = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  std::string relative = absolute.lexically_relative(root).string();
  return relative.empty() || relative.starts_with("..") ? path : relative;
}

std::vector<Program> find_programs(const std::vector<std::string>& paths, const Layout& layout) {
  Program named;
  ProgramFinder finder(layout);
  for (const std::string& path : paths) {
    if (is_folder(path)) {
      finder.look_into(path);
    } else {
      named.files.push_back(path);
    }
  }
  std::vector<Program> result = finder.take();
  if (!named.files.empty()) result.insert(result.begin(), std::move(named));
  return result;
}

}  // namespace project
