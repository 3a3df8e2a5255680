// Loops are found as repetitions of lines: the shortest sequence of statements that
// occurs at least kLeastRounds times in a row. Whatever the source looks like, this
// is what a reader would skip, and it needs no knowledge of loops. A second pass
// over the result finds loops around loops. Recursion counts: calls one inside the
// other repeat statements, too.
#include "result/report/trace_fold.h"

#include <fmt/format.h>

#include <algorithm>

namespace report {

namespace {

constexpr std::size_t kNotLong = 60;       // rows that are always shown
constexpr std::size_t kLongestRound = 40;  // lines of one round of a loop
constexpr std::size_t kLeastRounds = 4;
constexpr std::size_t kMostLines = 80;  // then the middle is left out:
constexpr std::size_t kHead = 30;       // lines before the gap
constexpr std::size_t kTail = 45;       // lines behind it

bool is_same(const TraceLine& a, const TraceLine& b) {
  return a.gap.has_value() == b.gap.has_value() && a.rounds_of == b.rounds_of &&
         a.row.thread == b.row.thread && a.row.span == b.row.span && !a.row.is_marked &&
         !b.row.is_marked && !a.row.begins_loop && !b.row.begins_loop;
}

// How often lines[begin .. begin+size) occurs from `begin` on without a break.
std::size_t rounds(const std::vector<TraceLine>& lines, std::size_t begin, std::size_t size) {
  std::size_t end = begin + size;
  while (end < lines.size() && is_same(lines[end], lines[end - size])) ++end;
  return (end - begin) / size;
}

TraceLine make_gap(const TraceLine& first, const TraceLine& last, std::string text,
                   std::size_t rounds_of) {
  TraceLine gap{first.row, std::nullopt, rounds_of};
  gap.row.last = last.row.last;
  gap.gap = fmt::format("{} (steps {} to {})", text, gap.row.first + 1, gap.row.last + 1);
  return gap;
}

std::vector<TraceLine> fold_loops(const std::vector<TraceLine>& lines) {
  std::vector<TraceLine> out;
  auto copy = [&](std::size_t begin, std::size_t count) {
    out.insert(out.end(), lines.begin() + static_cast<std::ptrdiff_t>(begin),
               lines.begin() + static_cast<std::ptrdiff_t>(begin + count));
  };
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t size = 1;
    std::size_t count = 0;
    for (; size <= kLongestRound && i + size * kLeastRounds <= lines.size(); ++size) {
      count = rounds(lines, i, size);
      if (count >= kLeastRounds) break;
    }
    if (count < kLeastRounds) {
      copy(i++, 1);
      continue;
    }
    std::size_t last_round = i + size * (count - 1);
    copy(i, size);
    out.push_back(make_gap(lines[i + size], lines[last_round - 1],
                           fmt::format("… {} more rounds like this", count - 2), size));
    copy(last_round, size);
    i = last_round + size;
  }
  return out;
}

}  // namespace

std::vector<TraceLine> fold_trace(const std::vector<TraceRow>& rows, bool shorten) {
  std::vector<TraceLine> lines;
  lines.reserve(rows.size());
  for (const TraceRow& row : rows) lines.push_back({row, std::nullopt, 0});
  if (!shorten || lines.size() <= kNotLong) return lines;
  lines = fold_loops(fold_loops(lines));
  if (lines.size() <= kMostLines) return lines;
  auto head_end = lines.begin() + static_cast<std::ptrdiff_t>(kHead);
  auto tail_begin = lines.end() - static_cast<std::ptrdiff_t>(kTail);
  std::vector<TraceLine> out(lines.begin(), head_end);
  auto leave_out = [&](auto begin, auto end) {
    if (begin != end) out.push_back(make_gap(*begin, *(end - 1), "… left out here", 0));
  };
  // Where an endless loop begins is shown in any case.
  auto loop = std::find_if(head_end, tail_begin,
                           [](const TraceLine& line) { return line.row.begins_loop; });
  leave_out(head_end, loop);
  if (loop != tail_begin) {
    out.push_back(*loop);
    leave_out(loop + 1, tail_begin);
  }
  out.insert(out.end(), tail_begin, lines.end());
  return out;
}

}  // namespace report
