#include "lang/bir/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "ir/bir_names.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

namespace {

constexpr std::uint32_t kMaxNesting = 1000;
constexpr int kMaxErrors = 50;

std::string describe(const Token& token, const base::Sources& sources) {
  switch (token.kind) {
    case BirToken::End: return "the end of the file";
    case BirToken::String: return "a string";
    case BirToken::Char: return "a character";
    default: return fmt::format("`{}`", sources.text(token.span));
  }
}

}  // namespace

// ---------------------------------------------------------------- tokens

BirParser::Nesting::Nesting(BirParser& parser) : NestingLevel(parser.depth_, kMaxNesting) {
  if (fits() || parser.panic_) return;
  parser.sink_.report(Kind::BirTooDeep, parser.raw().span, kMaxNesting);
  parser.give_up();
}

const Token& BirParser::peek(std::size_t ahead) const {
  return panic_ ? tokens_.last() : tokens_.peek(ahead);
}

const Token& BirParser::next() { return panic_ ? tokens_.last() : tokens_.take(); }

bool BirParser::at(std::string_view mark, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == BirToken::Mark && token.text == mark;
}

bool BirParser::at_word(std::string_view word, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == BirToken::Word && token.text == word;
}

bool BirParser::at_piece(std::size_t ahead) const {
  BirToken kind = peek(ahead).kind;
  return kind == BirToken::Word || kind == BirToken::Quoted;
}

bool BirParser::accept(std::string_view mark) {
  if (!at(mark)) return false;
  next();
  return true;
}

bool BirParser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  next();
  return true;
}

void BirParser::expect(std::string_view mark) {
  if (!accept(mark)) unexpected(fmt::format("`{}`", mark));
}

void BirParser::expect_word(std::string_view word) {
  if (!accept_word(word)) unexpected(fmt::format("`{}`", word));
}

void BirParser::unexpected(std::string_view wanted) {
  if (std::exchange(panic_, true) || gave_up_) return;
  sink_.report(Kind::BirUnexpected, raw().span, wanted, describe(raw(), sources_));
  if (++errors_ >= kMaxErrors) {
    sink_.report(Kind::BirTooManyErrors, raw().span);
    give_up();
  }
}

void BirParser::give_up() {
  panic_ = true;
  gave_up_ = true;
  tokens_.move_to_end();
}

Name BirParser::piece(std::string_view what) {
  if (!at_piece()) {
    unexpected(what);
    return {{}, raw().span};
  }
  const Token& token = next();
  return {std::string(token.text), token.span};
}

Name BirParser::name(std::string_view what) {
  Name result = piece(what);
  while (at(".") && at_piece(1)) {
    next();
    const Token& token = next();
    result.text += '.';
    result.text += token.text;
    result.span = base::join(result.span, token.span);
  }
  return result;
}

std::vector<Name> BirParser::names(std::string_view what) {
  std::vector<Name> result;
  do {
    result.push_back(name(what));
  } while (accept(","));
  return result;
}

base::Span BirParser::since(base::Span first) const {
  return tokens_.position() == 0 ? first : base::join(first, previous().span);
}

void BirParser::recover(std::initializer_list<std::string_view> stops) {
  panic_ = false;
  while (!at_end()) {
    const Token& token = peek();
    bool stop = (token.kind == BirToken::Word || token.kind == BirToken::Mark) &&
                std::find(stops.begin(), stops.end(), token.text) != stops.end();
    if (stop) return;
    bool semicolon = at(";");
    next();
    if (semicolon) return;
  }
}

// ---------------------------------------------------------------- definitions

File BirParser::run() {
  if (!accept_word("system") && !accept_word("process")) unexpected("`system`");
  file_.name = name("the name of the system");
  expect("(");
  expect(")");
  while (!at_end() || panic_) {
    if (panic_) recover({"class", "interface", "procedure", "thread", "predicates", "end"});
    if (at_end()) break;
    if (at_word("end") && at_piece(1)) break;
    std::size_t before = tokens_.position();
    definition();
    if (panic_ && tokens_.position() == before) tokens_.take();
  }
  expect_word("end");
  Name closing = name("the name of the system");
  if (!panic_ && closing.text != file_.name.text) {
    sink_.report(Kind::BirEndName, closing.span, closing.text, file_.name.text);
  }
  expect(";");
  if (!at_end()) unexpected("the end of the file");
  return std::move(file_);
}

// A word is a keyword here only if a name or a number follows, so that files of
// the paper's grammar may use Braid's words as names.
void BirParser::definition() {
  bool keyword = at_piece(1) || peek(1).kind == BirToken::Int;
  if (keyword && at_word("const")) return constant();
  if (keyword && at_word("integers")) return integers();
  if (keyword &&
      (at_word("class") || at_word("interface") || at_word("abstract") || at_word("internal"))) {
    return class_definition();
  }
  if (keyword && (at_word("thread") || at_word("procedure") || at_word("main"))) {
    return procedure();
  }
  if (keyword && at_word("predicates")) return predicates();
  if (keyword && at_word("observable") && !at_word("extends", 1)) return observable();
  if (keyword && at_word("entry") && !at_word("extends", 1)) {
    next();
    file_.entry = name("the name of a procedure");
    return expect(";");
  }
  if (keyword && at_word("root") && !at_word("extends", 1)) {
    next();
    file_.root = name("the name of a class");
    return expect(";");
  }
  if (Sharing shared = sharing(); shared != Sharing::Plain) {
    return variable_definition(names("the name of a variable"), shared);
  }
  named_definition();
}

// Each is a mark only if a name follows.
Sharing BirParser::sharing() {
  for (Sharing mark : {Sharing::Volatile, Sharing::Opaque, Sharing::Constant}) {
    if (at_piece(1) && accept_word(spelling(mark))) return mark;
  }
  return Sharing::Plain;
}

void BirParser::integers() {
  next();
  std::string_view mode = peek().text;
  if (mode == "math") {
    file_.int_mode = IntMode::Math;
  } else if (mode == "32") {
    file_.int_mode = IntMode::Bits32;
  } else if (mode == "64") {
    file_.int_mode = IntMode::Bits64;
  } else {
    return unexpected("`math`, `32` or `64`");
  }
  next();
  expect(";");
}

void BirParser::constant() {
  next();
  ConstDef def;
  def.name = name("the name of the constant");
  accept("=");
  def.value = unary();
  expect(";");
  file_.constants.push_back(std::move(def));
}

void BirParser::class_definition() {
  SynClass cls;
  cls.is_abstract = accept_word("abstract");
  cls.is_internal = accept_word("internal");
  cls.is_interface = accept_word("interface");
  if (!cls.is_interface) expect_word("class");
  cls.name = name("the name of the class");
  if (accept_word("extends")) {
    (cls.is_interface ? cls.interfaces : cls.supers) = names("the name of a class");
  }
  if (!cls.is_interface && accept_word("implements")) {
    cls.interfaces = names("the name of an interface");
  }
  expect("{");
  while (!at("}") && !at_end()) {
    std::size_t before = tokens_.position();
    class_member(cls);
    if (!panic_) continue;
    recover({"}", "class", "interface", "procedure", "thread", "end"});
    if (tokens_.position() == before) break;
  }
  expect("}");
  accept(";");
  file_.classes.push_back(std::move(cls));
}

void BirParser::class_member(SynClass& cls) {
  if (!(at_word("bind") && at_piece(1))) return fields(cls.fields);
  next();
  SynBinding binding;
  binding.selector = piece("the name of a method");
  expect("=");
  binding.proc = name("the name of a procedure");
  expect(";");
  cls.bindings.push_back(std::move(binding));
}

// A definition that starts with the name it defines.
void BirParser::named_definition() {
  std::vector<Name> defined = names("a definition, a thread, a procedure or `end`");
  if (accept("=")) return type_definition(defined.front());
  if (accept_word("extends")) {
    for (Name& super : names("the name of a type")) {
      file_.subtypes.push_back({defined.front(), std::move(super)});
    }
    return expect(";");
  }
  if (at(":")) return variable_definition(std::move(defined));
  unexpected("`:`, `=` or `extends`");
}

void BirParser::type_definition(const Name& defined) {
  if (at_word("record") && at("{", 1)) {
    next();
    SynClass cls;
    cls.name = defined;
    cls.fields = record_fields();
    file_.classes.push_back(std::move(cls));
  } else if (at_word("enum") && at("{", 1)) {
    SynType node;
    node.kind = SynTypeKind::Enum;
    node.span = next().span;
    node.members = enum_members();
    file_.types.push_back({defined, add(std::move(node))});
  } else {
    file_.types.push_back({defined, type()});
  }
  accept(";");
}

void BirParser::variable_definition(std::vector<Name> defined, Sharing shared) {
  expect(":");
  if (shared == Sharing::Plain && accept_word("collection")) {
    CollectionDef def;
    if (accept("[")) {
      def.size = integer();
      expect("]");
    }
    expect_word("of");
    def.type = type();
    for (Name& n : defined) {
      def.name = std::move(n);
      file_.collections.push_back(def);
    }
  } else {
    SynLocal def;
    def.sharing = shared;
    def.type = type();
    if (accept(":=")) def.initial = unary();
    for (Name& n : defined) {
      def.name = std::move(n);
      file_.globals.push_back(def);
    }
  }
  expect(";");
}

// ---------------------------------------------------------------- predicates

void BirParser::predicates() {
  next();
  while (!at_end() && !(at_word("end") && at_piece(1))) {
    std::size_t before = tokens_.position();
    predicate();
    if (!panic_) continue;
    recover({"end"});
    if (tokens_.position() == before) break;
  }
}

// `observable NAME(PARAMS): CONDITION;`, where the condition is in the language of properties.
void BirParser::observable() {
  next();
  SynObservable made;
  made.name = name("the name of an observable");
  bool is_behind = at(":") || at("(");
  if (!is_behind) return unexpected("`:`");
  made.span = peek().span;
  while (!at(";") && !at_end()) made.span = base::join(made.span, next().span);
  made.text = sources_.text(made.span);
  expect(";");
  if (!panic_) file_.observables.push_back(std::move(made));
}

void BirParser::predicate() {
  SynPredicate p;
  p.name = name("the name of a predicate");
  expect("=");
  p.thread = name("the name of a thread");
  expect("[");
  if (!accept_word("null")) {
    accept("::");
    p.instance = name("`null` or the name of a variable");
  }
  expect("]");
  if (accept("@")) {
    p.location = piece("a location");
  } else {
    expect(":");
    std::size_t first = tokens_.position();
    p.reference = postfix();
    for (std::size_t i = first; i < tokens_.position() && !panic_; ++i) {
      std::string_view text = sources_.text(tokens_[i].span);
      bool words = !p.reference_text.empty() &&
                   is_identifier_part(p.reference_text.back()) == is_identifier_part(text.front());
      if (words) p.reference_text += ' ';
      p.reference_text += text;
    }
  }
  expect(";");
  if (!panic_) file_.predicates.push_back(std::move(p));
}

}  // namespace bir
