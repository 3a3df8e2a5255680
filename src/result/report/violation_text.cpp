// What is wrong and where: the part of a report that a reader looks at first.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/diag/render.h"
#include "result/report/layout.h"
#include "result/report/report.h"

namespace report {

namespace {

constexpr std::size_t kBesideMark = 60;  // characters

// Without the blanks at its end: the head of a block goes on to its brace.
base::Span trimmed(base::Span span, const base::Sources& sources) {
  if (!span.is_valid()) return span;
  std::size_t end = sources.text(span).find_last_not_of(" \t\r\n");
  if (end != std::string_view::npos) span.end = span.begin + static_cast<std::uint32_t>(end) + 1;
  return span;
}

// The source lines of places. The first `primary` places matter most; those that point
// nowhere are told in words.
std::string marked_lines(std::vector<diag::Label> places, std::size_t primary,
                         const base::Sources& sources, bool color) {
  std::string out;
  for (diag::Label& place : places) {
    place.span = trimmed(place.span, sources);
    if (!place.span.is_valid() && !place.text.empty()) out += "  " + place.text + '\n';
  }
  diag::RenderOptions render;
  render.color = color;
  return out + diag::render_places(sources, places, primary, render);
}

std::string head(std::string_view text, bool color) { return painted(text, "1;31", color) + '\n'; }

// "line 4", or "a.oox:4" if there are several files.
std::string line_of(base::Span span, const base::Sources& sources) {
  if (!span.is_valid()) return "nowhere in the source";
  std::uint32_t line = sources.begin(span).line;
  if (sources.size() == 1) return fmt::format("line {}", line);
  return fmt::format("{}:{}", sources.file(span.file).name(), line);
}

// "thread 2 holds the lock of Fork#1 (line 7) and waits for the lock of Fork#2 (line 8)"
std::string cycle_line(const verdict::CycleMember& member, const base::Sources& sources) {
  std::vector<std::string> locks;
  for (const verdict::HeldLock& held : member.holds) {
    locks.push_back(fmt::format("the {} ({})", held.name, line_of(held.span, sources)));
  }
  std::string holds;
  if (!locks.empty()) holds = fmt::format("holds {} and ", fmt::join(locks, ", "));
  return fmt::format("  thread {} {}waits for {} ({})\n", member.thread, holds, member.waits_for,
                     line_of(member.span, sources));
}

// The threads of the cycle come first; others only wait for them.
std::string deadlock_text(const verdict::Violation& v, const base::Sources& sources, bool color) {
  auto is_blamed = [&](const verdict::Note& note) {
    return v.cycle.empty() ||
           std::any_of(v.cycle.begin(), v.cycle.end(), [&](const verdict::CycleMember& member) {
             return member.thread == note.thread;
           });
  };
  std::vector<verdict::Note> notes = v.notes;
  std::stable_sort(notes.begin(), notes.end(), [&](const auto& a, const auto& b) {
    bool a_waits = !is_blamed(a);
    bool b_waits = !is_blamed(b);
    return std::tie(a_waits, a.span.file, a.span.begin) <
           std::tie(b_waits, b.span.file, b.span.begin);
  });
  std::vector<diag::Label> places;
  for (const verdict::Note& note : notes) places.push_back({note.span, note.text});
  auto primary = static_cast<std::size_t>(std::count_if(notes.begin(), notes.end(), is_blamed));
  std::string out = head("no thread can move" + (v.cause.empty() ? "" : ": " + v.cause), color);
  for (const verdict::CycleMember& member : v.cycle) out += cycle_line(member, sources);
  return out + marked_lines(std::move(places), primary, sources, color);
}

// The notes are the two accesses, the later one first.
std::string race_text(const verdict::Violation& v, const base::Sources& sources, bool color) {
  std::vector<diag::Label> places;
  for (const verdict::Note& note : v.notes) places.push_back({note.span, note.text});
  return head(v.message, color) + marked_lines(std::move(places), 2, sources, color);
}

std::string other_text(const verdict::Violation& v, const base::Sources& sources, bool color) {
  bool exceptional = v.kind == verdict::ViolationKind::Exceptional;
  std::string values = assignments(v.values);
  std::string below;  // values that are too long to stand beside a mark
  if (values.size() > kBesideMark) {
    for (const auto& value : v.values) below += fmt::format("  {}\n", assignments({value}));
    values.clear();
  }
  std::vector<diag::Label> places;
  places.push_back({v.span, exceptional ? "thrown here" : values});
  for (const verdict::Note& note : v.notes) {
    if (!(note.span == v.span)) places.push_back({note.span, note.text});
  }
  // The values are those of the clause that forbids the exception.
  if (exceptional && !values.empty()) places.back().text += ": " + values;
  std::string who = v.thread == 0 ? "" : fmt::format("thread {}: ", v.thread);
  return who + head(v.message, color) + marked_lines(std::move(places), 1, sources, color) +
         (below.empty() ? "" : "where\n" + below);
}

}  // namespace

std::string violation_text(const verdict::Violation& v, const base::Sources& sources, bool color) {
  switch (v.kind) {
    case verdict::ViolationKind::Deadlock: return deadlock_text(v, sources, color) + '\n';
    case verdict::ViolationKind::Race: return race_text(v, sources, color) + '\n';
    default: return other_text(v, sources, color) + '\n';
  }
}

}  // namespace report
