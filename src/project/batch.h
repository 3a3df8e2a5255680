// Which run of a project a shard belongs to: only shards of one run can be merged.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "project/files.h"

namespace project {

struct Batch {
  std::string version;
  std::string build;
  std::string java;      // the JDK that compiled; empty: none did
  std::string options;   // those of the command line that can change a result
  std::string settings;  // the text of braid.toml
  // Files that were read, and files or folders with classes that were given, with a digest each.
  std::vector<std::pair<std::string, std::string>> files;
};

// `class_path` is one of Java.
Batch batch_of(const std::vector<Program>& programs, const std::string& class_path,
               std::string options, std::string settings);

// How `b` differs from `a`, as a part of a sentence about `b`; empty: not at all.
std::string difference(const Batch& a, const Batch& b);

}  // namespace project
