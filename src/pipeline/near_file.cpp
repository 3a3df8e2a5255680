#include "pipeline/near_file.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/diag/diagnostic.h"

namespace pipeline {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNames = 10'000;  // of a folder; nobody has more by accident

// Sorted, so that the answer does not depend on the file system.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> result;
  std::error_code error;
  fs::directory_iterator at(folder.empty() ? fs::path(".") : folder, error);
  for (; !error && at != fs::directory_iterator() && result.size() < kMostNames;
       at.increment(error)) {
    result.push_back(at->path().filename().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::optional<std::string> near_file(const std::string& path) {
  fs::path found;
  std::error_code error;
  for (const fs::path& part : fs::path(path)) {
    fs::path here = found / part;
    if (part.empty() || fs::exists(here, error)) {
      found = here;
      continue;
    }
    std::vector<std::string> names = names_in(found);
    auto near = diag::nearest(part.string(), {names.begin(), names.end()});
    if (!near) return std::nullopt;
    found /= *near;
  }
  bool is_other = fs::exists(found, error) && found != fs::path(path);
  return is_other ? std::optional(found.string()) : std::nullopt;
}

}  // namespace pipeline
