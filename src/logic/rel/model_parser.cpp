#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "logic/rel/model_syntax.h"
#include "logic/rel/parser.h"

namespace rel {

namespace {

constexpr std::array<std::string_view, 14> kParagraphs = {
    "abstract", "sig",  "fact",   "pred", "fun",     "assert", "run",
    "check",    "open", "module", "enum", "private", "var",    "let"};

class ModelParser {
 public:
  ModelParser(std::vector<Token> tokens, ModelSyntax& model, diag::Sink& sink)
      : parser_(std::move(tokens), sink), model_(model), sink_(sink) {}

  void run() {
    while (!parser_.at_end()) {
      try {
        paragraph();
      } catch (const SyntaxError&) {
        parser_.skip_to([&] { return is_paragraph(0); });
      }
    }
  }

 private:
  void unsupported(const std::string& what) {
    sink_.report(diag::Kind::RelUnsupported, parser_.peek().span, what);
    throw SyntaxError{};
  }

  void paragraph() {
    // `label: run …`
    bool has_label = parser_.peek().kind == TokenKind::Name && parser_.is_mark(":", 1) &&
                     (parser_.is_word("run", 2) || parser_.is_word("check", 2));
    if (has_label) {
      std::string label(parser_.take().text);
      parser_.take();
      return command(label);
    }
    if (parser_.is_word("run") || parser_.is_word("check")) return command("");
    if (parser_.is_word("var")) unsupported("a variable signature");
    if (parser_.is_word("let")) unsupported("a macro");
    parser_.accept_word("private");
    if (parser_.accept_word("module")) return module();
    if (parser_.accept_word("open")) return open();
    if (parser_.accept_word("fact")) return block_of(model_.facts);
    if (parser_.accept_word("assert")) return block_of(model_.assertions);
    if (parser_.accept_word("pred")) {
      model_.callables.push_back(parser_.predicate());
    } else if (parser_.accept_word("fun")) {
      model_.callables.push_back(parser_.function());
    } else if (parser_.accept_word("enum")) {
      enumeration();
    } else {
      signature();
    }
  }

  void module() {
    parser_.expect_name("the name of the module");
    if (parser_.is_mark("[")) unsupported("a module with parameters");
  }

  void open() {
    OpenSyntax result;
    result.module = parser_.expect_name("the name of a module");
    std::size_t slash = result.module.text.rfind('/');
    result.alias =
        slash == std::string::npos ? result.module.text : result.module.text.substr(slash + 1);
    if (parser_.accept_mark("[")) {
      parser_.accept_word("exactly");
      result.parameter = parser_.expect_name("a signature");
      parser_.expect_mark("]");
    }
    if (parser_.accept_word("as")) result.alias = parser_.expect_name("a name").text;
    model_.opens.push_back(std::move(result));
  }

  void block_of(std::vector<NamedBlock>& blocks) {
    NamedBlock result;
    if (!parser_.is_mark("{")) result.name = parser_.expect_name("a name or `{`");
    result.block = parser_.block();
    blocks.push_back(std::move(result));
  }

  // enum Color { Red, Green }: an abstract signature and one for each value.
  void enumeration() {
    SigSyntax whole;
    whole.name = parser_.expect_name("the name of an enumeration");
    whole.is_abstract = true;
    SyntaxName parent = whole.name;
    model_.sigs.push_back(std::move(whole));
    parser_.expect_mark("{");
    do {
      SigSyntax value;
      value.name = parser_.expect_name("a value");
      value.multiplicity = "one";
      value.extends = parent;
      model_.sigs.push_back(std::move(value));
    } while (parser_.accept_mark(","));
    parser_.expect_mark("}");
  }

  void signature() {
    SigSyntax sig;
    for (;;) {
      if (parser_.accept_word("abstract")) {
        sig.is_abstract = true;
      } else if (parser_.is_word("one") || parser_.is_word("lone") || parser_.is_word("some")) {
        sig.multiplicity = parser_.take().text;
      } else if (!parser_.accept_word("private")) {
        break;
      }
    }
    if (!parser_.is_word("sig")) parser_.unexpected("a paragraph: `sig`, `fact`, `run`, …");
    parser_.take();
    std::vector<SyntaxName> names;
    do names.push_back(parser_.expect_name("the name of a signature"));
    while (parser_.accept_mark(","));
    if (parser_.accept_word("extends")) {
      sig.extends = parser_.expect_name("a signature");
    } else if (parser_.accept_word("in")) {
      sig.subset_of = parser_.expr();
    }
    parser_.expect_mark("{");
    while (!parser_.is_mark("}")) {
      if (parser_.is_word("var")) unsupported("a variable field");
      parser_.accept_word("private");
      field(sig);
      if (!parser_.accept_mark(",")) break;
    }
    parser_.expect_mark("}");
    if (parser_.is_mark("{")) sig.fact = parser_.block();
    for (const SyntaxName& name : names) {
      sig.name = name;
      model_.sigs.push_back(sig);
    }
  }

  void field(SigSyntax& sig) {
    SyntaxDecl decl;
    decl.is_disjoint = parser_.accept_word("disj");
    do decl.names.push_back(parser_.expect_name("the name of a field"));
    while (parser_.accept_mark(","));
    parser_.expect_mark(":");
    decl.domain = parser_.multiplicity_expr();
    sig.fields.push_back(std::move(decl));
  }

  void command(const std::string& label) {
    CommandSyntax result;
    base::Span start = parser_.peek().span;
    result.is_check = parser_.take().text == "check";
    if (parser_.is_mark("{")) {
      result.block = parser_.block();
    } else {
      result.target = parser_.expect_name("a name or `{`");
      if (parser_.is_mark("{")) {  // run label { … }
        result.name = result.target.text;
        result.target = {};
        result.block = parser_.block();
      }
    }
    result.span = base::join(start, result.block ? result.block->span : result.target.span);
    scope(result);
    if (parser_.accept_word("expect")) {
      result.expected = parser_.expect_number("0 or 1") != 0;
    }
    if (!label.empty()) result.name = label;
    if (result.name.empty()) result.name = result.target.text;
    if (result.name.empty()) {
      result.name =
          fmt::format("{}${}", result.is_check ? "check" : "run", model_.commands.size() + 1);
    }
    model_.commands.push_back(std::move(result));
  }

  // for 3 but 2 A, exactly 1 B, 4 Int
  void scope(CommandSyntax& result) {
    if (!parser_.accept_word("for")) return;
    bool is_overall = parser_.peek().kind == TokenKind::Number &&
                      (parser_.peek(1).kind != TokenKind::Name || parser_.is_word("but", 1) ||
                       parser_.is_word("expect", 1) || is_paragraph(1));
    if (is_overall) {
      result.overall = parser_.expect_number("a number");
      if (!parser_.accept_word("but")) return;
    }
    do {
      ScopeSyntax one;
      one.is_exact = parser_.accept_word("exactly");
      one.count = parser_.expect_number("a number");
      if (parser_.is_word("seq") || parser_.is_word("steps")) {
        unsupported(fmt::format("a scope of `{}`", parser_.peek().text));
      }
      one.sig = parser_.expect_name("a signature");
      result.scopes.push_back(std::move(one));
    } while (parser_.accept_mark(","));
  }

  bool is_paragraph(std::size_t ahead) const {
    if (parser_.peek(ahead).kind != TokenKind::Name) return false;
    std::string_view word = parser_.peek(ahead).text;
    bool is_multiplicity = word == "one" || word == "lone" || word == "some";
    if (is_multiplicity) return parser_.is_word("sig", ahead + 1);
    return std::find(kParagraphs.begin(), kParagraphs.end(), word) != kParagraphs.end() ||
           parser_.is_mark(":", ahead + 1);
  }

  Parser parser_;
  ModelSyntax& model_;
  diag::Sink& sink_;
};

}  // namespace

void parse_model(const base::Sources& sources, base::FileId file, ModelSyntax& model,
                 diag::Sink& sink) {
  auto size = static_cast<std::uint32_t>(sources.file(file).text().size());
  ModelParser(tokenize(sources, {file, 0, size}, sink), model, sink).run();
}

}  // namespace rel
