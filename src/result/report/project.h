// Views of a whole project: many results, and what had none. Every format is one function over
// the same struct.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "result/report/problems.h"
#include "result/report/report.h"
#include "result/verdict/verdict.h"

namespace report {

// One method, or a file that could not be read.
struct ProjectItem {
  // Its entry is empty if it is about files as a whole. Its engine is empty without a result.
  Subject subject;
  std::optional<verdict::Result> result;         // nothing: `problems` say why
  std::shared_ptr<const base::Sources> sources;  // of the spans in the result
  std::vector<Problem> problems;
  bool is_internal_error = false;  // Braid crashed; `problems` says where
  bool always_counts = false;      // a problem of the options: no list of verdicts excuses it
  bool is_cached = false;          // the result is that of an earlier run
  double seconds = 0;              // that it took now; cached: 0
  std::string expected;            // the verdict that the settings promise; empty: none
  int status = 0;                  // the exit status for it alone
  verdict::FailOn fail_on = {};    // what does not count as good
  std::string command;             // shows it in full
  std::size_t number = 0;          // its place among all that there is to verify, from 0 on
};

// The results are those of a share of the project.
struct ProjectShard {
  std::size_t index = 0;  // from 1 on
  std::size_t count = 0;
  std::size_t obligations = 0;  // of the project as a whole
  std::string data;             // what the results are made of, for those who merge them
};

struct Project {
  std::vector<ProjectItem> items;  // in the order of files and of methods in them
  std::size_t files = 0;           // that were read
  std::size_t skipped = 0;         // methods that the settings leave out
  std::size_t unchanged = 0;       // methods that are as they were at `since`
  std::string since;               // a revision; empty: all methods count
  std::string stopped;             // why some methods were not verified; empty: all were
  std::size_t left = 0;            // how many
  double seconds = 0;
  int status = 0;  // that of the worst item
  std::optional<ProjectShard> shard = {};
};

// The word for an item: its verdict, `error`, or `internal error`.
std::string word_of(const ProjectItem& item);
// From 0 on, the worst first; the order of rows.
int rank_of(const ProjectItem& item);
// The status of the worst of them.
int worst_status(const std::vector<ProjectItem>& items);
// What one line can say about it: where, and what is wrong.
std::string remark_on(const ProjectItem& item);

struct ProjectTextOptions {
  bool color = false;
  bool all = false;       // list every method
  bool stats = false;     // times of each
  std::size_t width = 0;  // columns; 0: no matter
};

// The project in this format, with a line break at its end.
std::string view(Format format, const Project& project, const ProjectTextOptions& options);

// For people: what is wrong, worst first, and the counts; it fits a screen unless all is asked for.
std::string project_text(const Project& project, const ProjectTextOptions& options);
// One JSON object, as docs/command-line.md describes it.
std::string project_json(const Project& project);

}  // namespace report
