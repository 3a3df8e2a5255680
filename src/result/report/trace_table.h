// An execution as a table that a person can follow: one row a statement, in order,
// with the thread and the method wherever they change, and the values after it.
//
//     step  thread  method       line
//        4  2       Counter.inc    14  int old := this.val;    old = 0
//        5  3       Counter.inc    14  int old := this.val;    old = 0
//   >   10  1       Main.main      28  assert total == 2;      does not hold
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "result/verdict/verdict.h"

namespace report {

// One row: a statement of one thread. A statement that takes several steps, such as
// a `new` or a `wait`, is one row if nothing came between and only the last of the
// steps shows an effect. Of a program whose lines are shown as a whole, all steps of a line are
// one row if no other thread came between.
struct TraceRow {
  std::size_t first = 0;  // steps, counted from 0
  std::size_t last = 0;
  std::uint32_t thread = 0;
  std::string who;   // the thread, as the table calls it
  std::string proc;  // the method, as the table calls it
  base::Span span;
  std::uint32_t depth = 0;  // of calls: how far the statement is indented
  std::string effects;
  bool is_marked = false;    // the place of the violation
  bool begins_loop = false;  // from here on the execution repeats itself for ever
  bool is_line = false;      // of a program whose lines are shown as a whole
};

struct RowOptions {
  std::optional<std::size_t> loop = {};  // the step at which such a loop begins
  bool internal = false;                 // steps in which no code of the program runs, too
};

std::vector<TraceRow> trace_rows(const std::vector<verdict::TraceStep>& trace,
                                 RowOptions options = {});

// "calls Main.f: x = 3": everything that a step did.
std::string effects_of(const verdict::TraceStep& step);

struct TableOptions {
  bool color = false;
  // Rows of a long execution may be left out: further rounds of loops, and then its
  // middle. Step numbers and a line about it tell what is missing.
  bool shorten = true;
  // Columns of a line; long statements and effects are cut. 0: no matter.
  std::size_t width = 0;
};

// The rows under a headline, indented by two. Empty if there are none.
std::string trace_table(const std::vector<TraceRow>& rows, const base::Sources& sources,
                        const TableOptions& options);

}  // namespace report
