// Events are found by comparing the states around the step: what a step did to the
// stack, the exception in flight and the locks is what a reader wants to know,
// whichever action did it. Two things leave no difference and are read off the
// transition: which way a branch went, and a notification that nobody heard.
#include "engine/interp/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"

namespace interp {

namespace {

class EventFinder {
 public:
  EventFinder(const Model& model, const State& before, const State& after, ThreadId thread,
              const Effects& effects)
      : model_(model),
        before_(before),
        after_(after),
        self_(thread),
        effects_(effects),
        old_(before.thread(thread)),
        now_(after.thread(thread)) {}

  std::vector<std::string> find() {
    branch();
    exceptions();
    calls();
    threads();
    locks();
    silent_notification();
    ending();
    return std::move(events_);
  }

 private:
  template <class... Args>
  void event(fmt::format_string<Args...> format, Args&&... args) {
    events_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  const ir::Transition& transition() const {
    return model_.transition(effects_.proc, effects_.transition);
  }

  // Both ways of a condition come from one statement and do nothing else; the first
  // is the one for true.
  void branch() {
    if (model_.program().display.by_line) return;
    std::vector<ir::TransId> ways;
    for (ir::TransId id : model_.outgoing(effects_.proc, transition().source)) {
      const ir::Transition& way = model_.transition(effects_.proc, id);
      if (way.actions.empty() && way.guard && way.span == transition().span) ways.push_back(id);
    }
    if (ways.size() != 2 || !transition().span.is_valid()) return;
    if (ways[0] == effects_.transition) event("true");
    if (ways[1] == effects_.transition) event("false");
  }

  void exceptions() {
    if (now_.exception && !old_.exception) event("throws{}", named(after_, *now_.exception));
    if (old_.exception && !now_.exception) event("catches{}", named(before_, *old_.exception));
    // A stack trace says which calls end.
    if (!now_.exception || model_.program().display.by_line) return;
    // A recursion leaves many calls at once.
    for (std::size_t i = old_.frames.size(); i > now_.frames.size();) {
      ir::ProcId proc = old_.frames[i - 1].proc;
      std::size_t calls = 0;
      for (; i > now_.frames.size() && old_.frames[i - 1].proc == proc; --i) ++calls;
      if (model_.proc(proc).is_library) continue;
      event("leaves {}{}", model_.proc(proc).name,
            calls == 1 ? "" : fmt::format(" {} times", calls));
    }
  }

  // " division by zero", " \"too large\"", or nothing for a bare `throw`.
  std::string named(const State& state, const Exception& exception) const {
    bool by_program = exception.kind == ir::ExceptionKind::User && is_null(exception.object);
    if (!by_program) return " " + describe(model_, state, exception);
    return exception.message.empty() ? "" : " " + base::quote_string(exception.message);
  }

  void calls() {
    if (now_.frames.size() > old_.frames.size() &&
        !model_.proc(now_.frames.back().proc).is_library) {
      event("calls {}", model_.proc(now_.frames.back().proc).name);
    }
    if (now_.frames.size() >= old_.frames.size() || now_.exception) return;
    if (model_.proc(effects_.proc).is_library) return;
    if (effects_.returned) {
      event("returns {}",
            show(model_.program(), after_, *effects_.returned, model_.proc(effects_.proc).result));
    } else if (!now_.has_ended() && !model_.program().display.by_line) {
      event("returns");
    }
  }

  void threads() {
    for (std::size_t i = before_.threads.size(); i < after_.threads.size(); ++i) {
      const auto& frames = after_.threads[i].frames;
      // The procedure of a thread that the language starts says nothing.
      bool is_named = !frames.empty() && !model_.proc(frames.front().proc).is_library;
      event("starts {}{}", told(model_, after_, ThreadId(i)),
            is_named ? ": " + started(frames.front()) : "");
    }
    if (now_.has_ended() && !now_.exception) event("ends");
  }

  // "Bank.transfer(from = Account#1, amount = 30)"
  std::string started(const Frame& frame) const {
    const ir::Procedure& proc = model_.proc(frame.proc);
    std::vector<std::string> args;
    for (std::size_t i = 0; i < proc.params.size(); ++i) {
      const ir::Local& param = proc.locals[i];
      args.push_back(fmt::format("{} = {}", ir::display_name(param),
                                 show(model_.program(), after_, frame.locals[i], param.type)));
    }
    return fmt::format("{}({})", proc.name, fmt::join(args, ", "));
  }

  void locks() {
    std::set<LockKey> keys;
    for (const auto& [key, lock] : before_.locks) keys.insert(key);
    for (const auto& [key, lock] : after_.locks) keys.insert(key);
    for (const LockKey& key : keys) {
      lock_change(show(model_, after_, key.place()), before_.lock(key), after_.lock(key));
    }
  }

  void lock_change(const std::string& name, const Lock& old, const Lock& now) {
    using Holder = Lock::Holder;
    bool waits = now.waiting.contains(self_) && !old.waiting.contains(self_);
    bool woke = old.notified.contains(self_) && !now.notified.contains(self_);
    bool gave_up = old.waiting.contains(self_) && !now.waiting.contains(self_);
    if (waits) {
      event("gives up the {} and waits", name);
    } else if (woke) {
      event("wakes up, takes the {}", name);
    } else if (gave_up) {
      event("waits no longer, takes the {}", name);
    } else if (old.is_free() && !now.is_free()) {
      event("{} the {}", now.holder == Holder::Monitor ? "takes" : "acquires", name);
    } else if (!old.is_free() && now.is_free()) {
      event("releases the {}", name);
    } else if (now.depth > old.depth) {
      event("takes the {} again", name);
    } else if (now.depth < old.depth) {
      event("releases the {} once, keeps it", name);
    }
    std::vector<ThreadId> notified;
    for (const auto& [thread, depth] : now.notified) {
      if (!old.notified.contains(thread)) notified.push_back(thread);
    }
    if (!notified.empty()) event("notifies {}", told(model_, after_, notified));
  }

  void silent_notification() {
    for (const ir::Action& action : transition().actions) {
      bool notifies = std::holds_alternative<ir::Notify>(action) ||
                      std::holds_alternative<ir::NotifyAll>(action);
      if (notifies && events_.empty()) event("notifies nobody");
    }
  }

  void ending() {
    if (after_.violation && after_.outcome == Outcome::Violated) {
      switch (after_.violation->kind) {
        case verdict::ViolationKind::Assert:
        case verdict::ViolationKind::Requires: return event("does not hold");
        case verdict::ViolationKind::Exceptional:
          // Where no clause of the program forbids it, the stack trace tells.
          if (!model_.program().display.by_line) event("does not hold");
          return;
        case verdict::ViolationKind::Race:
          return event("races with {}",
                       told(model_, after_, ThreadId(after_.violation->notes.back().thread - 1)));
        default: return event("{}", after_.violation->message);
      }
    }
    bool ended = after_.outcome == Outcome::Discarded || after_.outcome == Outcome::Exhausted;
    if (ended) event("{}", after_.reason);
  }

  const Model& model_;
  const State& before_;
  const State& after_;
  ThreadId self_;
  const Effects& effects_;
  const Thread& old_;
  const Thread& now_;
  std::vector<std::string> events_;
};

}  // namespace

std::vector<std::string> describe_events(const Model& model, const State& before,
                                         const State& after, ThreadId thread,
                                         const Effects& effects) {
  return EventFinder(model, before, after, thread, effects).find();
}

}  // namespace interp
