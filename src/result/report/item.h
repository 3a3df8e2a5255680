// Results in any format: one, or those of many programs in one document.
#pragma once

#include <span>
#include <string>

#include "base/source.h"
#include "result/report/problems.h"
#include "result/report/report.h"
#include "result/verdict/verdict.h"

namespace report {

// One program, and what was found out about it.
struct Item {
  const verdict::Result& result;
  const Subject& subject;
  const base::Sources& sources;
  verdict::FailOn fail_on = {};  // what does not count

  int status() const { return verdict::exit_code(result, fail_on); }
  // The verdict is good, but not good enough.
  bool is_refused() const { return status() != 0 && verdict::exit_code(result) == 0; }
};

// All that a command has to say at its end.
struct Findings {
  std::span<const Item> items;
  std::span<const Problem> problems;       // of inputs, or of the command line
  int status = 0;                          // of the command
  std::span<const std::string> read = {};  // files that were read and have no result of their own
};

// The findings in this format, with a line break at the end. Text, and formats that cannot tell
// problems, show the items alone.
std::string view_all(Format format, const Findings& findings, const TextOptions& options);

// The formats, one file each. They do not cut long executions, unless they say so.
// One result, or why there is none; many are a project (project.h).
std::string json_of(const Findings& findings);
// A page for a browser.
std::string html(const Findings& findings);
// SARIF 2.1.0. Of an execution of more than 10,000 steps only the first, the last, and those that
// other threads can notice are there (order.h), unless `full_trace` is set.
std::string sarif(const Findings& findings, const TextOptions& options);
// JUnit's XML, with the text of a failure as `text` shows it.
std::string junit(const Findings& findings, const TextOptions& options);
// Workflow commands of GitHub Actions, one a line.
std::string github(const Findings& findings);
// One line for each item, as SV-COMP has them: "true", "false(no-data-race)", "unknown".
std::string svcomp(const Findings& findings);
// Witnesses in the format 2.0 of SV-COMP, as far as it can express them.
std::string witness(const Findings& findings);
// Whether that holds a witness of the item. Else it says why not, in a comment.
bool has_witness(const Item& item);
// Logs with vector clocks. Long executions are cut as in `sarif`.
std::string shiviz(const Findings& findings, const TextOptions& options);
// Executions as graphs for Graphviz, cut in the same way if they have more than 200 steps.
std::string dot(const Findings& findings, const TextOptions& options);

}  // namespace report
