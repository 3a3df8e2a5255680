#include "ir/printer.h"

#include <fmt/format.h>

#include <iterator>

#include "base/check.h"
#include "ir/bir_names.h"
#include "ir/bir_writer.h"

namespace ir {

namespace {

class ProgramPrinter {
 public:
  ProgramPrinter(const Program& program, const PrintOptions& options)
      : program_(program), options_(options) {}

  std::string run() {
    line("system {}()", quote_name(program_.name));
    definitions();
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      if (is_printed(ProcId(i))) procedure(program_.procs[i]);
    }
    predicates();
    line("end {};", quote_name(program_.name));
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Args>(args)...);
    out_ += '\n';
  }

  bool is_printed(ProcId id) const {
    return options_.only == nullptr || (*options_.only)[id.index()];
  }

  std::string type(TypeId id) const { return print(program_, id); }

  std::string constant(const Constant& value) const {
    BirWriter writer(program_, nullptr);
    writer.literal(value);
    return writer.take();
  }

  static std::string mark(Sharing sharing) {
    std::string word(ir::spelling(sharing));
    return word.empty() ? word : word + " ";
  }

  std::string initial(const std::optional<Constant>& value) const {
    return value ? " := " + constant(*value) : "";
  }

  void definitions();
  void class_definition(const Class& c);
  void procedure(const Procedure& proc);
  void parameters(const Procedure& proc);
  void local(const Procedure& proc, LocalId id);
  void location(const Procedure& proc, BirWriter& w, LocId id, const std::vector<TransId>& out);
  void transition(const Procedure& proc, BirWriter& w, const Transition& t);
  void actions(BirWriter& w, const std::vector<Action>& actions);
  void predicates();

  const Program& program_;
  const PrintOptions& options_;
  std::string out_;
};

std::string_view spelling(IntMode mode) {
  switch (mode) {
    case IntMode::Math: return "math";
    case IntMode::Bits32: return "32";
    case IntMode::Bits64: return "64";
  }
  UNREACHABLE("integer mode");
}

void ProgramPrinter::definitions() {
  line("integers {};", spelling(program_.int_mode));
  if (program_.entry && program_.proc(program_.entry).kind == ProcKind::Procedure) {
    line("entry {};", quote_name(program_.proc(program_.entry).name));
  }
  if (program_.root) line("root {};", quote_name(program_.cls(program_.root).name));
  for (const NamedConstant& c : program_.constants) {
    line("const {} {};", quote_name(c.name), constant(c.value));
  }
  for (const Enum& e : program_.enums) {
    std::string members;
    for (const Enum::Member& m : e.members) {
      members +=
          fmt::format("{}{} = {}", members.empty() ? "" : ", ", quote_piece(m.name), m.value);
    }
    line("{} = enum {{ {} }};", quote_name(e.name), members);
  }
  for (const Class& c : program_.classes) class_definition(c);
  for (const Collection& c : program_.collections) {
    std::string size = c.size == 0 ? "" : fmt::format(" [{}]", c.size);
    line("{} : collection{} of {};", quote_name(c.name), size, type(c.type));
  }
  for (const Global& g : program_.globals) {
    line("{}{} : {}{};", mark(g.sharing), quote_name(g.name), type(g.type), initial(g.initial));
  }
  for (const Observable& o : program_.observables) {
    line("observable {}{};", quote_name(o.name), o.text);
  }
}

void ProgramPrinter::class_definition(const Class& c) {
  std::string head = c.is_abstract ? "abstract " : "";
  if (c.is_internal) head += "internal ";
  head += c.is_interface ? "interface " : "class ";
  head += quote_name(c.name);
  if (c.super) head += " extends " + quote_name(program_.cls(c.super).name);
  std::string_view separator = c.is_interface ? " extends " : " implements ";
  for (ClassId id : c.interfaces) {
    head += separator;
    head += quote_name(program_.cls(id).name);
    separator = ", ";
  }
  line("{} {{", head);
  for (FieldId id : c.fields) {
    const Field& f = program_.field(id);
    line("  {}{} : {};", mark(f.sharing), quote_piece(f.name), type(f.type));
  }
  for (const Binding& b : c.bindings) {
    if (!is_printed(b.proc)) continue;
    line("  bind {} = {};", quote_piece(b.selector), quote_name(program_.proc(b.proc).name));
  }
  line("}}");
}

void ProgramPrinter::local(const Procedure& proc, LocalId id) {
  const Local& l = proc.local(id);
  fmt::format_to(std::back_inserter(out_), "{} : {}{}{}{}{}{}", quote_piece(l.name),
                 l.is_temp ? "temp " : "", l.is_bound ? "bound " : "",
                 proc.retval == id ? "result " : "", proc.self == id ? "self " : "", type(l.type),
                 initial(l.initial));
}

void ProgramPrinter::parameters(const Procedure& proc) {
  out_ += '(';
  for (std::size_t i = 0; i < proc.params.size(); ++i) {
    if (i != 0) out_ += "; ";
    local(proc, proc.params[i]);
  }
  out_ += ')';
}

void ProgramPrinter::procedure(const Procedure& proc) {
  out_ += '\n';
  bool is_thread = proc.kind == ProcKind::Thread;
  bool is_entry = program_.entry && &program_.proc(program_.entry) == &proc;
  if (is_thread && is_entry) out_ += "main ";
  out_ += is_thread ? "thread " : "procedure ";
  out_ += quote_name(proc.name);
  parameters(proc);
  if (program_.type(proc.result).kind != TypeKind::Void) {
    out_ += " returns " + type(proc.result);
  }
  out_ += '\n';
  BirWriter writer(program_, &proc);
  for (const Clause& clause : proc.contract) {
    writer.expr(clause.condition);
    line("  {} ({});", ir::spelling(clause.kind), writer.take());
  }
  for (std::size_t i = proc.params.size(); i < proc.locals.size(); ++i) {
    out_ += "  ";
    local(proc, LocalId(i));
    out_ += ";\n";
  }
  auto label = [&](LocId id) { return quote_piece(proc.location(id).name); };
  line("  entry {}; exit {}; except {};", label(proc.entry), label(proc.exit), label(proc.except));
  auto out = outgoing(proc);
  for (std::size_t i = 0; i < proc.locations.size(); ++i) {
    location(proc, writer, LocId(i), out[i]);
  }
  line("end {};", quote_name(proc.name));
}

void ProgramPrinter::location(const Procedure& proc, BirWriter& w, LocId id,
                              const std::vector<TransId>& out) {
  const Location& where = proc.location(id);
  w.text("  loc " + quote_piece(where.name) + ":");
  if (where.live) {
    w.text(" live {");
    for (std::size_t i = 0; i < where.live->size(); ++i) {
      w.text(i == 0 ? " " : ", ");
      w.local((*where.live)[i]);
    }
    w.text(" }");
  }
  line("{}", w.take());
  for (TransId t : out) transition(proc, w, proc.transitions[t.index()]);
}

void ProgramPrinter::actions(BirWriter& w, const std::vector<Action>& actions) {
  w.text("{ ");
  for (const Action& action : actions) {
    w.action(action);
    w.text("; ");
  }
  w.text("}");
}

// An absent guard is written `true`; a guard that is the literal has parentheses.
void ProgramPrinter::transition(const Procedure& proc, BirWriter& w, const Transition& t) {
  w.text("    ");
  if (!t.reads.empty()) {
    w.text("read ");
    actions(w, t.reads);
    w.text(" ");
  }
  w.text("when ");
  bool literal = t.guard && program_.expr(t.guard).kind == ExprKind::Constant;
  if (!t.guard) w.text("true");
  if (literal) w.text("(");
  if (t.guard) w.expr(t.guard);
  if (literal) w.text(")");
  w.text(t.invisible ? " do invisible " : " do ");
  actions(w, t.actions);
  w.text(" goto " + quote_piece(proc.location(t.target).name));
  if (t.except) w.text(" except " + quote_piece(proc.location(t.except).name));
  w.text(";");
  if (options_.sources != nullptr && t.span.is_valid()) {
    w.text("  // " + options_.sources->describe(t.span));
  }
  line("{}", w.take());
}

void ProgramPrinter::predicates() {
  if (program_.predicates.empty()) return;
  line("\npredicates");
  for (const Predicate& p : program_.predicates) {
    const Procedure& thread = program_.proc(p.thread);
    std::string instance = "null";
    if (p.instance_global) {
      instance = quote_name(program_.global(p.instance_global).name) + p.instance_path;
    }
    std::string where =
        p.location ? "@" + quote_piece(thread.location(p.location).name) : ":" + p.reference;
    line("  {} = {}[{}]{};", quote_name(p.name), quote_name(thread.name), instance, where);
  }
}

}  // namespace

std::string print(const Program& program, const PrintOptions& options) {
  return ProgramPrinter(program, options).run();
}

std::string print(const Program& program, const Procedure& proc, ExprId expr) {
  BirWriter writer(program, &proc);
  writer.expr(expr);
  return writer.take();
}

std::string print(const Program& program, const Procedure& proc, const Action& action) {
  BirWriter writer(program, &proc);
  writer.action(action);
  return writer.take();
}

std::string print(const Program& program, TypeId type) {
  BirWriter writer(program, nullptr);
  writer.type(type);
  return writer.take();
}

}  // namespace ir
