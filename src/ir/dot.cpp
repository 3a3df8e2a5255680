// An edge shows one thing: a branch its guard, an exceptional edge its exception,
// any other edge its statement. The rest is in `emit --to bir`.
#include "ir/dot.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "ir/printer.h"

namespace ir {

namespace {

constexpr std::size_t kLabelWidth = 60;

// The first line of the text, blanks folded, cut to a readable width.
std::string one_line(std::string_view text) {
  std::string out;
  bool blank = false;
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t start = at;
    base::utf8_decode(text, at);
    char c = text[start];
    if (c == '\n') break;
    if (c == ' ' || c == '\t' || c == '\r') {
      blank = !out.empty();
      continue;
    }
    if (width++ == kLabelWidth) return out + "…";
    if (blank) out += ' ';
    blank = false;
    out += text.substr(start, at - start);
  }
  return out;
}

std::string escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

class Writer {
 public:
  Writer(const ir::Program& program, const base::Sources& sources)
      : program_(program), sources_(sources) {}

  std::string write(const DotOptions& options) {
    out_ += fmt::format("digraph \"{}\" {{\n", escape(program_.name));
    out_ +=
        "  rankdir=TB;\n  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=10];\n";
    out_ += "  edge [fontname=\"monospace\", fontsize=9];\n";
    for (std::size_t i = 0; i < program_.procs.size(); ++i) {
      if (!options.only || options.only.index() == i) procedure(i);
    }
    return std::move(out_) + "}\n";
  }

 private:
  void procedure(std::size_t index) {
    const ir::Procedure& proc = program_.procs[index];
    out_ += fmt::format(
        "  subgraph \"cluster_{}\" {{\n    label=\"{}\";\n    fontname=\"sans-serif\";\n", index,
        escape(proc.name));
    for (std::size_t i = 0; i < proc.locations.size(); ++i) location(index, ir::LocId(i));
    for (const ir::Transition& t : proc.transitions) transition(index, t);
    out_ += "  }\n";
  }

  static std::string node(std::size_t proc, ir::LocId id) {
    return fmt::format("p{}_{}", proc, id.index());
  }

  bool is_used(const ir::Procedure& proc, ir::LocId id) const {
    for (const ir::Transition& t : proc.transitions) {
      if (t.target == id || t.except == id) return true;
    }
    return false;
  }

  void location(std::size_t index, ir::LocId id) {
    const ir::Procedure& proc = program_.procs[index];
    std::string style;
    if (id == proc.entry) style = ", penwidth=2";
    if (id == proc.exit) style = ", peripheries=2";
    if (id == proc.except) {
      if (!is_used(proc, id)) return;
      style = ", peripheries=2, color=firebrick, fontcolor=firebrick";
    }
    out_ += fmt::format("    {} [label=\"{}\"{}];\n", node(index, id),
                        escape(proc.location(id).name), style);
  }

  void transition(std::size_t index, const ir::Transition& t) {
    const ir::Procedure& proc = program_.procs[index];
    const ir::Throw* thrown = nullptr;
    for (const ir::Action& a : t.actions) {
      if (const auto* x = std::get_if<ir::Throw>(&a)) thrown = x;
    }
    std::string label;
    std::string style = t.invisible ? ", color=gray40" : "";
    if (thrown && thrown->kind != ir::ExceptionKind::User) {
      label = ir::text(thrown->kind);
      style = ", style=dashed, color=firebrick, fontcolor=firebrick";
    } else if (t.actions.empty() && t.guard) {
      label = "[" + one_line(ir::print(program_, proc, t.guard)) + "]";
    } else {
      label = statement(proc, t);
    }
    edge(index, t.source, t.target, label, style);
    if (t.except) {
      edge(index, t.source, t.except, "exception",
           ", style=dashed, color=firebrick, fontcolor=firebrick");
    }
  }

  std::string statement(const ir::Procedure& proc, const ir::Transition& t) const {
    std::string text = one_line(sources_.text(t.span));
    if (!text.empty()) return fmt::format("{}: {}", sources_.begin(t.span).line, text);
    for (const ir::Action& a : t.actions) text += one_line(ir::print(program_, proc, a)) + " ";
    return text;
  }

  void edge(std::size_t index, ir::LocId from, ir::LocId to, std::string_view label,
            std::string_view style) {
    out_ += fmt::format("    {} -> {} [label=\" {}\"{}];\n", node(index, from), node(index, to),
                        escape(label), style);
  }

  const ir::Program& program_;
  const base::Sources& sources_;
  std::string out_;
};

}  // namespace

std::string dot(const ir::Program& program, const base::Sources& sources,
                const DotOptions& options) {
  return Writer(program, sources).write(options);
}

}  // namespace ir
