// A program without data races has sequentially consistent executions only, which are those that
// are searched (JLS 17.4.3), if what is no race is volatile. Accesses in modes between plain and
// volatile are no races, and yet two threads may see them in different orders (the documentation of
// VarHandle). What models do in such modes inside is another matter: there a mode says which order
// the library promises, and each method takes effect at one moment.
#include "pipeline/memory_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"

namespace pipeline {

namespace {

bool has_threads(const ir::Program& program) {
  return std::any_of(program.procs.begin(), program.procs.end(), [](const ir::Procedure& proc) {
    return std::any_of(proc.transitions.begin(), proc.transitions.end(), [](const auto& t) {
      return std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& action) {
        return std::holds_alternative<ir::Fork>(action);
      });
    });
  });
}

bool is_weak(const ir::Action& action) {
  auto mode = ir::visit(ir::Match{[](const auto& a) {
                          if constexpr (requires { a.mode; }) return a.mode;
                          return ir::AccessMode::Declared;
                        }},
                        action);
  return ir::is_atomic(mode) && mode != ir::AccessMode::Volatile;
}

bool is_weak(const ir::Transition& t) {
  return std::any_of(t.reads.begin(), t.reads.end(), [](const auto& a) { return is_weak(a); }) ||
         std::any_of(t.actions.begin(), t.actions.end(), [](const auto& a) { return is_weak(a); });
}

// A method of the library whose callers choose the mode; what stands for a VarHandle has no name
// of its own.
bool offers_modes(const ir::Procedure& proc) {
  const std::string& cls = proc.method.cls;
  return proc.is_library && (cls.empty() || cls.starts_with("java.lang.invoke.") ||
                             cls.starts_with("java.util.concurrent.atomic."));
}

// Where the program asks for an access that orders less than a volatile one.
class WeakAccess {
 public:
  explicit WeakAccess(const ir::Program& program)
      : program_(program), hierarchy_(program), calls_(program, hierarchy_) {}

  // nullopt: nowhere; invalid: at a place that is not in the source.
  std::optional<base::Span> find() {
    find_weak_methods();
    std::optional<base::Span> found;
    for (const ir::Procedure& proc : program_.procs) {
      if (proc.is_library && !proc.method.cls.empty()) continue;
      for (const ir::Transition& t : proc.transitions) {
        bool is_asked = !offers_modes(proc) && is_weak(t);
        if (!is_asked && !calls_weak(t)) continue;
        if (!proc.is_library && t.span.is_valid()) return t.span;
        if (!offers_modes(proc)) found = base::Span();
      }
    }
    return found;
  }

 private:
  // Methods of the library with such an access, and those that call them.
  void find_weak_methods() {
    weak_.assign(program_.procs.size(), false);
    for (std::size_t i = 0; i < weak_.size(); ++i) {
      const ir::Procedure& proc = program_.procs[i];
      weak_[i] = offers_modes(proc) && std::any_of(proc.transitions.begin(), proc.transitions.end(),
                                                   [](const auto& t) { return is_weak(t); });
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < weak_.size(); ++i) {
        if (weak_[i] || !offers_modes(program_.procs[i])) continue;
        const auto& calls = calls_.calls(ir::ProcId(i));
        weak_[i] = std::any_of(calls.begin(), calls.end(),
                               [&](ir::ProcId callee) { return weak_[callee.index()]; });
        grows = grows || weak_[i];
      }
    }
  }

  bool calls_weak(const ir::Transition& t) const {
    if (t.actions.empty()) return false;
    const auto* call = std::get_if<ir::Call>(&t.actions.back());
    if (!call) return false;
    std::vector<ir::ProcId> targets = hierarchy_.targets(call->callee);
    return std::any_of(targets.begin(), targets.end(),
                       [&](ir::ProcId callee) { return weak_[callee.index()]; });
  }

  const ir::Program& program_;
  pass::Hierarchy hierarchy_;
  pass::CallGraph calls_;
  std::vector<bool> weak_;  // by procedure
};

}  // namespace

std::string memory_note(const Job& job, const verdict::Result& result) {
  const ir::Program& program = *job.input.program;
  bool is_java = program.display.by_line;
  if (!is_java || result.verdict != verdict::VerdictKind::Valid || !has_threads(program)) return {};
  std::string_view consistent = "holds for sequentially consistent executions";
  if (!job.request.semantics.races) {
    return fmt::format("{}: data races were not looked for", consistent);
  }
  auto weak = WeakAccess(program).find();
  if (!weak) return "free of data races: holds on every JVM";
  std::string where;
  if (weak->is_valid()) {
    const base::Sources& sources = job.input.sources;
    where = fmt::format(", at {}:{}", sources.file(weak->file).name(), sources.begin(*weak).line);
  }
  return fmt::format("free of data races; {}: the program uses accesses weaker than volatile{}",
                     consistent, where);
}

}  // namespace pipeline
