#include "engine/modular/spec_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/modular/property.h"
#include "logic/rel/parser.h"

namespace modular {

namespace {

class SpecFileReader {
 public:
  SpecFileReader(const base::Sources& sources, base::FileId file, ir::Program& program,
                 diag::Sink& sink, const Unreached& unreached)
      : sources_(sources),
        program_(program),
        sink_(sink),
        unreached_(unreached),
        parser_(tokens(file), sink) {}

  void read() {
    while (!parser_.at_end()) {
      try {
        paragraph();
      } catch (const rel::SyntaxError&) {
        parser_.skip_to([&] { return is_paragraph(); });
      }
    }
  }

 private:
  std::vector<rel::Token> tokens(base::FileId file) {
    auto size = static_cast<std::uint32_t>(sources_.file(file).text().size());
    return rel::tokenize(sources_, {file, 0, size}, sink_);
  }

  bool is_paragraph() const {
    return parser_.is_word("class") || parser_.is_word("pred") || parser_.is_word("fun");
  }

  void paragraph() {
    if (parser_.accept_word("class")) return class_paragraph();
    if (!is_paragraph()) parser_.unexpected("`class`, `pred` or `fun`");
    definition();
  }

  // `pred name[…] { … }` or `fun name[…]: … { … }`
  void definition() {
    base::Span begin = parser_.peek().span;
    bool is_predicate = parser_.take().text == "pred";
    rel::CallableSyntax made = is_predicate ? parser_.predicate() : parser_.function();
    // Those of other files count, too.
    diag::Sink ignored;
    if (Definitions(sources_, program_, ignored).find(made.name.text)) {
      sink_.report(diag::Kind::SpecDuplicate, made.name.span, "the program",
                   fmt::format("a predicate or function `{}`", made.name.text));
      return;
    }
    program_.definitions.push_back({begin.file, begin.begin, parser_.peek().span.begin});
  }

  // `class NAME { … }`
  void class_paragraph() {
    rel::SyntaxName name = parser_.expect_name("the name of a class");
    while (parser_.accept_mark(".")) {
      rel::SyntaxName rest = parser_.expect_name("the name of a class");
      name.text += "." + rest.text;
      name.span.end = rest.span.end;
    }
    ir::ClassId cls = find_class(program_, name.text);
    if (!cls && !is_unreached(name.text, "")) {
      std::vector<std::string_view> known;
      for (const ir::Class& other : program_.classes) known.push_back(other.name);
      suggest(sink_.report(diag::Kind::SpecUnknownClass, name.span, name.text), name.text, known);
    }
    parser_.expect_mark("{");
    while (!parser_.accept_mark("}")) {
      if (parser_.accept_word("method")) {
        method(cls, name.text);
      } else if (parser_.accept_word("invariant")) {
        invariant(cls);
      } else if (parser_.is_word("pred") || parser_.is_word("fun")) {
        definition();
      } else {
        parser_.unexpected("`method`, `invariant` or `}`");
      }
    }
  }

  // `method NAME { property NAME { … } … }`, from behind the word
  void method(ir::ClassId cls, const std::string& class_name) {
    rel::SyntaxName name = parser_.expect_name("the name of a method");
    ir::ProcId proc;
    if (cls) proc = find_method(program_.cls(cls), class_name, name);
    parser_.expect_mark("{");
    while (!parser_.accept_mark("}")) {
      if (!parser_.accept_word("property")) parser_.unexpected("`property` or `}`");
      rel::SyntaxName property = parser_.expect_name("the name of a property");
      base::Span formula = parser_.block()->span;
      if (!proc) continue;
      ir::Procedure& owner = program_.procs[proc.index()];
      add(owner.name, "a property", owner.properties, property, formula);
    }
  }

  // `invariant NAME { … }`, from behind the word
  void invariant(ir::ClassId cls) {
    rel::SyntaxName name = parser_.expect_name("the name of an invariant");
    base::Span formula = parser_.block()->span;
    if (!cls) return;
    ir::Class& owner = program_.classes[cls.index()];
    add(owner.name, "an invariant", owner.invariants, name, formula);
  }

  // Java's entry starts its method (lang/jvm/lower.h); no other one is looked at.
  bool is_entry(const ir::Class& cls, const rel::SyntaxName& name) const {
    if (!program_.entry) return false;
    const ir::MethodName& entry = program_.proc(program_.entry).method;
    return entry.cls == cls.name && entry.name == (name.text == "new" ? "<init>" : name.text);
  }

  bool is_unreached(std::string_view cls, std::string_view method) const {
    return unreached_ && unreached_(cls, method);
  }

  ir::ProcId find_method(const ir::Class& cls, const std::string& class_name,
                         const rel::SyntaxName& name) {
    if (is_entry(cls, name)) return program_.entry;
    if (is_unreached(class_name, name.text)) return {};
    std::string prefix = cls.name + ".";
    if (ir::ProcId proc = program_.find_proc(prefix + name.text)) return proc;
    std::vector<std::string_view> known;
    for (const ir::Procedure& other : program_.procs) {
      if (other.name.starts_with(prefix)) {
        known.push_back(std::string_view(other.name).substr(prefix.size()));
      }
    }
    suggest(sink_.report(diag::Kind::SpecUnknownMethod, name.span, cls.name, name.text), name.text,
            known);
    return {};
  }

  void add(const std::string& owner, std::string_view what, std::vector<ir::Property>& to,
           const rel::SyntaxName& name, base::Span formula) {
    auto same = std::find_if(to.begin(), to.end(),
                             [&](const ir::Property& other) { return other.name == name.text; });
    if (same == to.end()) {
      to.push_back({.name = name.text, .formula = formula});
      return;
    }
    sink_
        .report(diag::Kind::SpecDuplicate, name.span, fmt::format("`{}`", owner),
                fmt::format("{} `{}`", what, name.text))
        .label({same->formula.file, same->formula.begin, same->formula.begin + 1}, "first here");
  }

  static void suggest(diag::Diagnostic& report, std::string_view name,
                      const std::vector<std::string_view>& known) {
    if (auto near = diag::nearest(name, known))
      report.help(fmt::format("did you mean `{}`?", *near));
  }

  const base::Sources& sources_;
  ir::Program& program_;
  diag::Sink& sink_;
  const Unreached& unreached_;
  rel::Parser parser_;
};

}  // namespace

bool read_spec_file(const base::Sources& sources, base::FileId file, ir::Program& program,
                    diag::Sink& sink, const Unreached& unreached) {
  std::size_t errors = sink.error_count();
  SpecFileReader(sources, file, program, sink, unreached).read();
  return sink.error_count() == errors;
}

}  // namespace modular
