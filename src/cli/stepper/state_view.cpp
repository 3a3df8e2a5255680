#include "cli/stepper/state_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/interp/deadlock.h"
#include "engine/interp/enabled.h"
#include "result/report/layout.h"

namespace stepper {

namespace {

using interp::Frame;
using interp::ObjectId;
using interp::Thread;
using interp::ThreadId;
using interp::Value;

constexpr std::size_t kMostObjects = 200;  // shown of a heap
constexpr std::size_t kStatementWidth = 60;

std::string show_place(const StateView& view, base::Span span) {
  if (!span.is_valid()) return "nowhere in the source";
  std::string line = fmt::format("line {}", view.sources.begin(span).line);
  if (view.sources.size() > 1) {
    line = fmt::format("{}:{}", view.sources.file(span.file).name(), view.sources.begin(span).line);
  }
  std::string text = report::cut(report::folded(view.sources.text(span)), kStatementWidth);
  return fmt::format("{}  {}", line, text);
}

// The statement at which a frame stands: its next one, or the call that runs.
base::Span statement_of(const StateView& view, const Frame& frame) {
  const auto& next = view.model.outgoing(frame.proc, frame.at);
  return next.empty() ? base::Span() : view.model.transition(frame.proc, next.front()).span;
}

// A variable is shown once the statement that declares it is over.
bool is_declared(const ir::Local& local, base::Span at) {
  if (!local.span.is_valid() || !at.is_valid() || local.span.file != at.file) return true;
  return local.span.begin < at.begin;
}

void collect_reachable(const interp::State& state, const Value& root, std::set<ObjectId>& found) {
  std::vector<ObjectId> work;
  auto visit = [&](const Value& value) {
    const auto* object = std::get_if<ObjectId>(&value);
    if (object && found.insert(*object).second) work.push_back(*object);
  };
  visit(root);
  while (!work.empty()) {
    ObjectId next = work.back();
    work.pop_back();
    for (const Value& slot : state.object(next).slots) visit(slot);
  }
}

template <class Map>
std::string thread_list(const StateView& view, const Map& threads) {
  std::vector<ThreadId> all;
  for (const auto& [thread, depth] : threads) all.push_back(thread);
  return interp::told(view.model, view.state, all);
}

// Frames of a library are not shown if the language has one, unless there is nothing else.
const Frame& running(const StateView& view, const Thread& thread) {
  return thread.frames[interp::shown_frame(view.model, thread.frames)];
}

bool is_shown(const StateView& view, const ir::Global& global) {
  if (!view.model.program().display.by_line) return true;
  return global.sharing != ir::Sharing::Constant && !global.name.starts_with("java.") &&
         global.name.find_first_of("<$") == std::string::npos;
}

// Shown by what it holds wherever it is mentioned.
bool is_value(const StateView& view, ObjectId id) {
  const ir::Program& program = view.model.program();
  return interp::show(program, view.state, id) != interp::name_of(program, view.state, id);
}

// A name with its value; of an object the contents are shown, too.
std::string show_value(const StateView& view, const Value& value, ir::TypeId type) {
  std::string text = interp::show(view.model.program(), view.state, value, type);
  const auto* object = std::get_if<ObjectId>(&value);
  if (object && !is_value(view, *object)) {
    text += " " + interp::show_contents(view.model, view.state, *object);
  }
  return text;
}

}  // namespace

base::Span StateView::next_statement(ThreadId thread) const {
  const Thread& t = state.thread(thread);
  return t.has_ended() ? base::Span() : statement_of(*this, running(*this, t));
}

std::string StateView::threads() const {
  std::string out;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    ThreadId id(i);
    const Thread& thread = state.thread(id);
    out += interp::told(model, state, id) + "  ";
    if (thread.has_ended()) {
      out += "has ended\n";
      continue;
    }
    out += fmt::format("{}  {}\n", model.proc(running(*this, thread).proc).name,
                       show_place(*this, next_statement(id)));
    if (thread.exception) {
      out += fmt::format("          has thrown: {}\n",
                         interp::describe(model, state, *thread.exception));
    }
    if (interp::enabled_transitions(model, state, id).empty()) {
      out += fmt::format("          waits {}\n", interp::describe_waiting(model, state, id).what);
    }
  }
  return out;
}

std::string StateView::stack(ThreadId thread) const {
  const auto& frames = state.thread(thread).frames;
  if (frames.empty()) return interp::told(model, state, thread) + " has ended\n";
  std::string out;
  bool has_library = model.program().display.by_line;
  for (std::size_t i = frames.size(); i-- > 0;) {
    bool is_hidden = has_library && model.proc(frames[i].proc).is_library;
    if (is_hidden && i != interp::shown_frame(model, frames)) continue;
    out += fmt::format("{}  {}\n", model.proc(frames[i].proc).name,
                       show_place(*this, statement_of(*this, frames[i])));
  }
  return out;
}

std::string StateView::locals(ThreadId thread) const {
  const auto& frames = state.thread(thread).frames;
  if (frames.empty()) return interp::told(model, state, thread) + " has ended\n";
  const Frame& frame = running(*this, state.thread(thread));
  const ir::Procedure& proc = model.proc(frame.proc);
  base::Span at = statement_of(*this, frame);
  std::string out;
  for (std::size_t i = 0; i < frame.locals.size(); ++i) {
    const ir::Local& local = proc.locals[i];
    if (local.is_temp || local.is_bound || !is_declared(local, at)) continue;
    out += fmt::format("{} = {}\n", ir::display_name(local),
                       show_value(*this, frame.locals[i], local.type));
  }
  return out.empty() ? fmt::format("{} has no variables here\n", proc.name) : out;
}

std::string StateView::globals() const {
  std::string out;
  for (std::size_t i = 0; i < state.globals.size(); ++i) {
    const ir::Global& global = model.program().globals[i];
    if (!is_shown(*this, global)) continue;
    out += fmt::format("{} = {}\n", global.name, show_value(*this, state.globals[i], global.type));
  }
  return out.empty() ? "the program has no static fields\n" : out;
}

std::string StateView::heap() const {
  std::set<ObjectId> found;
  for (std::size_t i = 0; i < state.globals.size(); ++i) {
    bool counts = is_shown(*this, model.program().globals[i]);
    if (counts) collect_reachable(state, state.globals[i], found);
  }
  for (const Thread& thread : state.threads) {
    for (const Frame& frame : thread.frames) {
      for (const Value& value : frame.locals) collect_reachable(state, value, found);
    }
  }
  std::erase_if(found, [&](ObjectId id) { return is_value(*this, id); });
  std::string out;
  std::size_t shown = 0;
  for (ObjectId id : found) {
    if (shown++ == kMostObjects) {
      out += fmt::format("… {} more\n", found.size() - kMostObjects);
      break;
    }
    out += fmt::format("{} = {}\n", interp::name_of(model.program(), state, id),
                       interp::show_contents(model, state, id));
  }
  return out.empty() ? "no variable refers to an object\n" : out;
}

std::string StateView::locks() const {
  using Holder = interp::Lock::Holder;
  std::string out;
  for (const auto& [key, lock] : state.locks) {
    out += interp::show(model, state, key.place());
    switch (lock.holder) {
      case Holder::Free: out += ": free"; break;
      case Holder::Semaphore:
        out += fmt::format(": locked by {}", interp::told(model, state, lock.owner));
        break;
      case Holder::Monitor:
        out += fmt::format(": held by {}", interp::told(model, state, lock.owner));
        if (lock.depth > 1) out += fmt::format(", {} times", lock.depth);
        break;
    }
    if (!lock.waiting.empty()) out += ", waiting: " + thread_list(*this, lock.waiting);
    if (!lock.notified.empty()) out += ", notified: " + thread_list(*this, lock.notified);
    out += '\n';
  }
  return out.empty() ? "no lock is held\n" : out;
}

}  // namespace stepper
