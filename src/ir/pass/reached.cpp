#include "ir/pass/reached.h"

#include <fmt/format.h>

#include <iterator>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"
#include "ir/printer.h"

namespace pass {

namespace {

std::vector<bool> reached_procedures(const ir::Program& program) {
  Hierarchy hierarchy(program);
  return CallGraph(program, hierarchy).reachable(program.entry);
}

// What the text of the IR leaves out: formulas, names for reports, and positions.
class ReachedWriter {
 public:
  ReachedWriter(const ir::Program& program, const base::Sources& sources, bool whole)
      : program_(program), sources_(sources) {
    reached_ = whole ? std::vector<bool>(program.procs.size(), true) : reached_procedures(program);
  }

  Reached run() {
    result_.text = ir::print(program_, {.only = &reached_});
    line("entry {}, guarded {}", program_.proc(program_.entry).name, program_.is_guarded);
    // Inputs are made of all types that there are.
    for (std::size_t i = 0; i < program_.types.size(); ++i) {
      line("type {}", ir::print(program_, ir::TypeId(i)));
    }
    for (const ir::Class& c : program_.classes) class_rest(c);
    for (const ir::Field& f : program_.fields) place(f.span);
    for (const ir::SpecField& f : program_.spec_fields) spec_field(f);
    for (base::Span span : program_.definitions) formula("definition", span);
    for (const ir::Global& g : program_.globals) place(g.span);
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      if (reached_[i]) procedure_rest(program_.procs[i]);
    }
    return std::move(result_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(result_.text), text, std::forward<Args>(args)...);
    result_.text += '\n';
  }

  // An absent position is told apart: the lists of equal texts have equal lengths.
  void place(base::Span span) { result_.places.push_back(span); }

  void formula(std::string_view name, base::Span span) {
    std::string_view text = span.is_valid() ? sources_.text(span) : "";
    line("formula {} {} {}", name, text.size(), text);
    result_.formulas.push_back(span);
  }

  void class_rest(const ir::Class& c) {
    if (!c.shown.empty()) line("shown {} {}", c.name, c.shown);
    for (const ir::Property& p : c.invariants) formula(c.name + "." + p.name, p.formula);
    place(c.span);
  }

  void spec_field(const ir::SpecField& f) {
    line("spec {}.{} lone {}", program_.cls(f.owner).name, f.name, f.is_lone);
    for (ir::TypeId type : f.columns) line("  {}", ir::print(program_, type));
    place(f.span);
  }

  void procedure_rest(const ir::Procedure& proc) {
    const ir::MethodName& m = proc.method;
    line("of {} {} {} {} {}", proc.name, proc.is_library, m.cls, m.name, m.descriptor);
    for (const ir::Property& p : proc.properties) formula(proc.name + "." + p.name, p.formula);
    if (proc.spec) formula(proc.name, *proc.spec);
    place(proc.span);
    for (const ir::Local& local : proc.locals) place(local.span);
    for (const ir::Clause& clause : proc.contract) place(clause.span);
    for (const ir::Transition& t : proc.transitions) place(t.span);
  }

  const ir::Program& program_;
  const base::Sources& sources_;
  std::vector<bool> reached_;
  Reached result_;
};

}  // namespace

Reached reached_by_entry(const ir::Program& program, const base::Sources& sources, bool whole) {
  return ReachedWriter(program, sources, whole).run();
}

void forget_unreached(ir::Program& program) {
  std::vector<bool> reached = reached_procedures(program);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (reached[i]) continue;
    ir::Procedure& proc = program.procs[i];
    proc.transitions.clear();
    proc.contract.clear();
    proc.properties.clear();
    proc.spec.reset();
  }
}

}  // namespace pass
