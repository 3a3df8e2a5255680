#include "pipeline/java.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "lang/jvm/class_file.h"
#include "lang/jvm/class_path_entry.h"
#include "lang/jvm/entries.h"
#include "lang/jvm/javac.h"
#include "lang/jvm/lower.h"
#include "lang/jvm/source_map.h"
#include "pipeline/load.h"
#include "pipeline/near_file.h"

namespace pipeline {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModels = "braid-models.jar";

// The models lie beside the program, where the build has them, or, of a program that is
// installed, in ../share/braid.
std::string models_path(const JavaInput& java) {
  if (!java.models.empty()) return java.models;
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return std::string(kModels);
  fs::path beside = program.parent_path() / kModels;
  fs::path shared = program.parent_path().parent_path() / "share" / "braid" / kModels;
  return (!fs::exists(beside, error) && fs::exists(shared, error) ? shared : beside).string();
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::optional<jvm::Entry> choose(const std::string& wanted, Input& input) {
  JavaInput& java = input.java;
  return wanted.empty() ? jvm::default_entry(*java.path, java.candidates, input.sink)
                        : jvm::find_entry(*java.path, java.candidates, wanted, input.sink);
}

}  // namespace

std::string java_environment() {
  const char* home = std::getenv("JAVA_HOME");
  std::string result = fmt::format("JAVA_HOME {}\n", home ? home : "");
  std::string javac = base::find_program("javac");
  for (const std::string& path : {javac, models_path(JavaInput{})}) {
    std::error_code error;
    fs::path real = fs::canonical(path, error);
    auto size = fs::file_size(real, error);
    auto time = fs::last_write_time(real, error).time_since_epoch().count();
    result += fmt::format("{} {} {}\n", real.string(), size, time);
  }
  return result;
}

bool is_java(const std::string& path) {
  for (std::string_view ending : {".java", ".class", ".jar"}) {
    if (path.ends_with(ending)) return true;
  }
  return is_folder(path);
}

void read_java(const std::string& path, Input& input) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    auto& report = input.sink.report(diag::Kind::CannotRead, {}, path, "no such file or directory");
    if (auto near = near_file(path)) report.help(fmt::format("did you mean `{}`?", *near));
    return;
  }
  if (!path.ends_with(".java")) {
    input.java.classes.push_back(path);
    return;
  }
  input.java.sources.push_back(path);
}

void compile_java(Input& input) {
  JavaInput& java = input.java;
  java.path = std::make_unique<jvm::ClassPath>(input.sink);
  if (!java.sources.empty()) {
    std::string class_path = java.class_path;
    for (const std::string& entry : java.classes) {
      // javac takes no single files.
      std::string where = entry.ends_with(".class") ? jvm::folder_above(entry) : entry;
      if (!where.empty()) class_path += (class_path.empty() ? "" : ":") + where;
    }
    // Harnesses use classes of the models; what the JDK has, javac takes from there.
    if (class_path.empty() && !java.is_closed) class_path = ".";
    class_path += (class_path.empty() ? "" : ":") + models_path(java);
    java.compiled = jvm::compile(java.sources, {.class_path = class_path}, input.sink);
    if (!java.compiled) return;
    java.path->add(java.compiled->path());
  }
  for (const std::string& entry : java.classes) java.path->add(entry);
  java.candidates = java.path->classes(jvm::Origin::User);
  if (!java.class_path.empty()) java.path->add_list(java.class_path);
  java.path->add(models_path(java), jvm::Origin::Models);
  java.path->add_jdk();
}

void lower_java(const LoadOptions& options, Input& input) {
  JavaInput& java = input.java;
  auto entry = choose(options.entry, input);
  if (!entry) return;
  input.entry = entry->name();
  if (!java.lines) {
    java.lines = std::make_unique<jvm::SourceMap>(*java.path, input.sources, input.sink);
    for (const std::string& source : java.sources) {
      java.lines->add_folder(fs::path(source).parent_path().string());
    }
  }
  auto lowered = jvm::lower(*java.path, *entry, java.lowering, *java.lines, input.sink);
  if (!lowered) return;
  input.program = std::move(lowered->program);
  java.narrows_inputs = lowered->narrows_inputs;
}

pass::SetOnce final_fields(const Input& input) {
  // Hidden fields, which no class file has, are not.
  auto is_final = [&](std::string cls, std::string_view name) {
    std::replace(cls.begin(), cls.end(), '.', '/');
    const jvm::ClassFile* file = input.java.path->find(cls);
    if (!file) return false;
    std::size_t found = 0;
    bool result = true;
    for (const jvm::Field& field : file->fields) {
      if (field.name != name) continue;
      ++found;
      result = result && field.is_final();
    }
    return found == 1 && result;
  };
  pass::SetOnce result;
  const ir::Program& program = *input.program;
  for (const ir::Field& field : program.fields) {
    result.fields.push_back(field.owner && is_final(program.cls(field.owner).name, field.name));
  }
  for (const ir::Global& global : program.globals) {
    std::size_t dot = global.name.rfind('.');
    result.globals.push_back(dot != std::string::npos &&
                             is_final(global.name.substr(0, dot), global.name.substr(dot + 1)));
  }
  return result;
}

std::optional<std::string> java_target(const std::string& wanted, Input& input) {
  auto entry = choose(wanted, input);
  return entry ? std::optional(entry->name()) : std::nullopt;
}

bool has_java_method(const JavaInput& java, std::string_view cls, std::string_view method) {
  auto ends_in = [&](std::string_view name) {
    if (!name.ends_with(cls)) return false;
    char before = name.size() == cls.size() ? '.' : name[name.size() - cls.size() - 1];
    return before == '.' || before == '$';
  };
  for (const std::string& candidate : java.candidates) {
    std::string name = candidate;
    std::replace(name.begin(), name.end(), '/', '.');
    if (!ends_in(name)) continue;
    const jvm::ClassFile* file = java.path->find(candidate);
    if (!file) continue;
    std::string_view wanted = method == "new" ? "<init>" : method;
    bool has_method = std::any_of(file->methods.begin(), file->methods.end(),
                                  [&](const jvm::Method& one) { return one.name == wanted; });
    if (method.empty() || has_method) return true;
  }
  return false;
}

std::vector<std::string> java_targets(Input& input) {
  std::vector<std::string> result;
  for (const jvm::Entry& entry : jvm::find_targets(*input.java.path, input.java.candidates)) {
    result.push_back(entry.name());
  }
  return result;
}

}  // namespace pipeline
