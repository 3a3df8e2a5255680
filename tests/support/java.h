// Java text compiled for a test.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/file.h"
#include "base/process.h"
#include "lang/jvm/javac.h"

namespace test {

// A file in a folder, with the folders above it.
inline std::string write_file(const std::string& folder, const std::string& name,
                              std::string_view text) {
  std::filesystem::path path = std::filesystem::path(folder) / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

struct JavaFile {
  std::string name;
  std::string text;
};

// Sources and the folder with their classes.
struct Compiled {
  base::TemporaryFolder sources;
  std::unique_ptr<base::TemporaryFolder> classes;
  diag::Sink sink;

  explicit Compiled(std::initializer_list<JavaFile> files,
                    std::vector<std::string> arguments = {}) {
    std::vector<std::string> paths;
    for (const auto& [name, text] : files) {
      paths.push_back(write_file(sources.path(), name, text));
    }
    jvm::JavacOptions options;
    options.arguments = std::move(arguments);
    classes = jvm::compile(paths, options, sink);
  }
  std::string bytes(const std::string& name) const {
    auto text = base::read_file(classes->path() + "/" + name + ".class");
    EXPECT_TRUE(text.has_value()) << name;
    return text.value_or("");
  }
};

}  // namespace test
