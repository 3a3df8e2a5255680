// A file that does not exist: which one may have been meant.
#pragma once

#include <optional>
#include <string>

namespace pipeline {

// The path with each folder and the file replaced by those that are there and are spelt most
// alike; nullopt if there is nothing alike.
std::optional<std::string> near_file(const std::string& path);

}  // namespace pipeline
