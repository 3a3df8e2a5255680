#include "project/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/text.h"
#include "pipeline/java.h"
#include "project/build_id.h"
#include "project/project.h"
#include "result/report/report.h"

namespace project {

namespace {

namespace fs = std::filesystem;

// Of a file its content, of a folder the content of all files below it.
std::string digest_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    auto text = base::read_file(path);
    return text ? base::sha256(*text) : "unreadable";
  }
  std::string all;
  for (const std::string& file : files_below(path)) {
    auto text = base::read_file(file);
    all += fmt::format("{} {}\n", relative_to(path, file), text ? base::sha256(*text) : "");
  }
  return base::sha256(all);
}

// What the JDK says about itself. Where it is installed does not matter.
std::string java_release() {
  std::error_code error;
  fs::path javac = fs::canonical(base::find_program("javac"), error);
  auto text = base::read_file((javac.parent_path().parent_path() / "release").string());
  return text ? *text : "unknown";
}

using Digests = std::map<std::string, std::string>;

std::string difference_of_files(const Batch& a, const Batch& b) {
  Digests first(a.files.begin(), a.files.end());
  Digests second(b.files.begin(), b.files.end());
  for (const auto& [name, digest] : first) {
    auto found = second.find(name);
    if (found == second.end()) return fmt::format("it is without {}", name);
    if (found->second != digest) return fmt::format("{} was another file", name);
  }
  for (const auto& [name, digest] : second) {
    if (!first.contains(name)) return fmt::format("it is about {}, too", name);
  }
  return a.files == b.files ? "" : "its files are in another order";
}

std::string quoted_options(const std::string& options) {
  return options.empty() ? "none" : fmt::format("`{}`", options);
}

}  // namespace

Batch batch_of(const std::vector<Program>& programs, const std::string& class_path,
               std::string options, std::string settings) {
  Batch batch;
  batch.version = report::kVersion;
  batch.build = build_id();
  batch.options = std::move(options);
  batch.settings = std::move(settings);
  for (const Program& program : programs) {
    for (const std::string& file : program.files) {
      if (pipeline::is_java(file) && batch.java.empty()) batch.java = java_release();
      batch.files.emplace_back(file, digest_of(file));
    }
  }
  for (std::string_view part : base::split_words(class_path, ":")) {
    batch.files.emplace_back(part, digest_of(std::string(part)));
  }
  return batch;
}

std::string difference(const Batch& a, const Batch& b) {
  if (a.version != b.version) {
    return fmt::format("it is of Braid {}, not {}", b.version, a.version);
  }
  if (a.build != b.build) return "it is of another build of Braid";
  if (a.java != b.java) return "another JDK has compiled the program";
  if (a.options != b.options) {
    return fmt::format("its options are {}, not {}", quoted_options(b.options),
                       quoted_options(a.options));
  }
  if (a.settings != b.settings) return "braid.toml was another file";
  return difference_of_files(a, b);
}

}  // namespace project
