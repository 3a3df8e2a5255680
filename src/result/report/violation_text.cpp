// What is wrong and where: the part of a report that a reader looks at first.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/diag/render.h"
#include "result/report/layout.h"
#include "result/report/lines.h"
#include "result/report/report.h"

namespace report {

namespace {

constexpr std::size_t kBesideMark = 60;  // characters

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
  return fmt::format("  {} {}waits for {} ({})\n", thread_text(member.thread, member.thread_name),
                     holds, member.waits_for, line_of(member.span, sources));
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

std::string head_of(const verdict::Violation& v, bool color) {
  std::string who = v.thread == 0 ? "" : thread_text(v.thread, v.thread_name) + ": ";
  return who + head(v.message, color);
}

// "Account.java:7"; a listing has no lines that the language knows.
std::string frame_place(const verdict::StackFrame& frame, const base::Sources& sources) {
  if (!frame.span.is_valid()) return "library";
  std::string_view name = file_name(sources.file(frame.span.file).name());
  if (name.ends_with(".class")) return "Unknown Source";
  return fmt::format("{}:{}", name, sources.begin(frame.span).line);
}

std::string frame_line(const verdict::StackFrame& frame, const base::Sources& sources) {
  return fmt::format("    at {}.{}({})\n", frame.method.cls, frame.method.name,
                     frame_place(frame, sources));
}

// The notes are the two accesses, the later one first.
std::string race_text(const verdict::Violation& v, const base::Sources& sources, bool color) {
  std::vector<diag::Label> places;
  for (const verdict::Note& note : v.notes) places.push_back({note.span, note.text});
  std::string out = head(v.message, color) + marked_lines(std::move(places), 2, sources, color);
  for (const verdict::Note& note : v.notes) {
    if (note.frames.size() < 2) continue;  // the line says it all
    out += note.text + '\n';
    for (const verdict::StackFrame& frame : note.frames) out += frame_line(frame, sources);
  }
  return out;
}

std::size_t common_frames(const verdict::Thrown& a, const verdict::Thrown& b) {
  std::size_t count = 0;
  auto is_same = [&](const verdict::StackFrame& x, const verdict::StackFrame& y) {
    return x.proc == y.proc && x.span == y.span;
  };
  while (count < a.frames.size() && count < b.frames.size() &&
         is_same(a.frames[a.frames.size() - 1 - count], b.frames[b.frames.size() - 1 - count])) {
    ++count;
  }
  return count;
}

// As Java prints it.
std::string stack_trace(const verdict::Violation& v, const base::Sources& sources, bool color) {
  std::string out;
  const verdict::Thrown* enclosing = nullptr;
  for (const verdict::Thrown& thrown : v.thrown) {
    std::string text = thrown.text ? fmt::format("{}: {}", thrown.cls, *thrown.text) : thrown.cls;
    std::string who = fmt::format("Exception in {} ", thread_text(v.thread, v.thread_name));
    out += (enclosing ? "Caused by: " : who) + head(text, color);
    std::size_t left_out = enclosing ? common_frames(thrown, *enclosing) : 0;
    for (std::size_t i = 0; i + left_out < thrown.frames.size(); ++i) {
      out += frame_line(thrown.frames[i], sources);
    }
    if (left_out > 0) out += fmt::format("    ... {} more\n", left_out);
    enclosing = &thrown;
  }
  return out;
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
  std::string what = v.thrown.empty() ? head_of(v, color) : stack_trace(v, sources, color);
  return what + marked_lines(std::move(places), 1, sources, color) +
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
