// What a project shows on standard error while it runs: on a terminal a table that changes, of
// what is being verified, else a line for each method that was.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/report/project.h"

namespace cli {

class ProjectView {
 public:
  // `wanted` absent or true: shown. `total` methods are expected.
  ProjectView(std::optional<bool> wanted, std::size_t total);
  ~ProjectView() { erase(); }
  ProjectView(const ProjectView&) = delete;
  ProjectView& operator=(const ProjectView&) = delete;

  void tick(const std::vector<std::string>& running);
  void add(const report::ProjectItem& item);
  // Text that stays, above the table.
  void say(std::string_view text);

 private:
  void erase();
  std::string counts() const;

  bool is_shown_;
  bool is_terminal_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t cached_ = 0;
  std::size_t failed_ = 0;
  std::size_t lines_ = 0;  // of the table, on the terminal
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;  // when the table was drawn
};

}  // namespace cli
