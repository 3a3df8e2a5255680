// Java programs: from sources, class files, folders and archives to the IR.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/process.h"
#include "ir/pass/spin_loops.h"
#include "lang/jvm/class_path.h"
#include "lang/jvm/source_map.h"
#include "lang/jvm/world.h"

namespace pipeline {

struct Input;
struct LoadOptions;

// What the stages of loading hand over to one another.
struct JavaInput {
  std::string class_path;  // --cp
  std::string models;      // the jar with the models; empty: where the running program has it
  jvm::LowerOptions lowering;
  bool is_closed = false;  // the sources are complete: the current folder has none of them
  std::vector<std::string> sources;  // .java
  std::vector<std::string> classes;  // folders, archives, class files
  std::unique_ptr<base::TemporaryFolder> compiled;
  std::unique_ptr<jvm::ClassPath> path;
  std::unique_ptr<jvm::SourceMap> lines;  // shared by all entries that are lowered
  std::vector<std::string> candidates;    // classes to verify, by internal name
  bool narrows_inputs = false;            // jvm::Lowered
};

// The final fields of the lowered program.
pass::SetOnce final_fields(const Input& input);

// A file or folder of Java's.
bool is_java(const std::string& path);

// What else the meaning of sources depends on: the models and the JDK, by file and date.
std::string java_environment();

void read_java(const std::string& path, Input& input);
void compile_java(Input& input);
void lower_java(const LoadOptions& options, Input& input);
// The method that is meant, by its whole name; empty: the default. Nothing: it was reported.
std::optional<std::string> java_target(const std::string& wanted, Input& input);
// Whether a class to verify, which may be named without its package, has such a method; without a
// method, whether there is such a class.
bool has_java_method(const JavaInput& java, std::string_view cls, std::string_view method);
// Every main(String[]), then every test, as --entry takes them.
std::vector<std::string> java_targets(Input& input);

}  // namespace pipeline
