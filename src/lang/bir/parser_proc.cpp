// Procedures, locations, transitions and actions.
#include <algorithm>
#include <iterator>
#include <optional>

#include "lang/bir/parser.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

namespace {

constexpr ContractKind kContractKinds[] = {
#define CONTRACT(name, spelling) ContractKind::name,
#include "ir/contracts.def"
#undef CONTRACT
};

}  // namespace

void BirParser::procedure() {
  SynProc proc;
  proc.is_main = accept_word("main");
  proc.kind = accept_word("thread") ? ProcKind::Thread : ProcKind::Procedure;
  if (proc.kind == ProcKind::Procedure) expect_word("procedure");
  proc.name = name("the name of the procedure");
  parameters(proc);
  if (accept_word("returns")) proc.result = type();
  while (!at_end() || panic_) {
    if (panic_) recover({"loc", "end"});
    if (at_end() || (at_word("end") && at_piece(1))) break;
    std::size_t before = tokens_.position();
    procedure_item(proc);
    if (panic_ && tokens_.position() == before) tokens_.take();
  }
  expect_word("end");
  Name closing = name("the name of the procedure");
  if (!panic_ && closing.text != proc.name.text) {
    sink_.report(Kind::BirEndName, closing.span, closing.text, proc.name.text);
  }
  expect(";");
  file_.procs.push_back(std::move(proc));
}

// Separated or ended by semicolons; commas are taken as well.
void BirParser::parameters(SynProc& proc) {
  expect("(");
  while (!at(")") && !at_end()) {
    local_definition(proc.params);
    if (!accept(";") && !accept(",") && !at(")")) unexpected("`;` or `)`");
  }
  expect(")");
}

void BirParser::local_definition(std::vector<SynLocal>& out) {
  std::vector<Name> defined;
  do {
    defined.push_back(piece("the name of a variable"));
  } while (accept(","));
  expect(":");
  SynLocal local;
  // Each is a mark of the variable only if a type follows.
  auto flag = [&](std::string_view word) {
    return at_word(word) && at_piece(1) && accept_word(word);
  };
  local.is_temp = flag("temp");
  local.is_bound = flag("bound");
  local.is_result = flag("result");
  local.is_self = flag("self");
  local.type = type();
  if (accept(":=")) local.initial = unary();
  for (Name& n : defined) {
    local.name = std::move(n);
    out.push_back(local);
  }
}

void BirParser::procedure_item(SynProc& proc) {
  if (at_word("loc") && at_piece(1)) {
    proc.locations.push_back(location());
    return;
  }
  for (ContractKind kind : kContractKinds) {
    if (!at_word(spelling(kind)) || !at("(", 1)) continue;
    base::Span start = next().span;
    SynExprId condition = expr();
    expect(";");
    proc.contract.push_back({kind, condition, since(start)});
    return;
  }
  if (at_piece(1)) {
    Name* label = at_word("entry")    ? &proc.entry
                  : at_word("exit")   ? &proc.exit
                  : at_word("except") ? &proc.except
                                      : nullptr;
    if (label != nullptr) {
      next();
      *label = piece("a location");
      return expect(";");
    }
  }
  local_definition(proc.locals);
  expect(";");
}

SynLocation BirParser::location() {
  SynLocation loc;
  next();
  loc.name = piece("the name of the location");
  expect(":");
  if (accept_word("live")) {
    expect("{");
    loc.live.emplace();
    while (at_piece()) {
      loc.live->push_back(piece("a variable"));
      if (!accept(",")) break;
    }
    expect("}");
  }
  while ((at_word("when") || at_word("read")) && !at(":", 1)) {
    loc.transitions.push_back(transition());
    if (panic_) recover({"when", "read", "loc", "end"});
  }
  return loc;
}

SynTransition BirParser::transition() {
  SynTransition t;
  base::Span start = peek().span;
  if (accept_word("read")) t.reads = actions();
  expect_word("when");
  t.guard = expr();
  expect_word("do");
  t.invisible = accept_word("invisible");
  t.actions = actions();
  expect_word("goto");
  t.target = piece("a location");
  if (accept_word("except")) t.except = piece("a location");
  expect(";");
  t.span = since(start);
  return t;
}

std::vector<SynAction> BirParser::actions() {
  std::vector<SynAction> result;
  expect("{");
  while (!at("}") && !at_end()) {
    std::size_t before = tokens_.position();
    result.push_back(action());
    expect(";");
    if (!panic_) continue;
    recover({"}", "goto", "when", "loc", "end"});
    if (tokens_.position() == before) break;
  }
  expect("}");
  return result;
}

SynAction BirParser::action() {
  SynAction a;
  base::Span start = peek().span;
  bool assigns =
      peek().kind != BirToken::Word || at(":=", 1) || at(".", 1) || at("[", 1) || at("@", 1);
  if (assigns || !keyword_action(a)) assignment(a);
  a.span = since(start);
  return a;
}

void BirParser::assignment(SynAction& a) {
  a.lhs = postfix();
  expect(":=");
  if (right_side(a)) return;
  a.kind = SynActionKind::Assign;
  a.value = expr();
}

// The right sides that are not expressions.
bool BirParser::right_side(SynAction& a) {
  if (peek().kind != BirToken::Word) return false;
  if (at_word("new") && at_piece(1)) {
    allocation(a);
    return true;
  }
  if (invocation(a)) return true;
  if (!at("(", 1)) return false;
  if (at_word("self") && at(")", 2)) {
    a.kind = SynActionKind::Self;
    for (int i = 0; i < 3; ++i) next();
    return true;
  }
  if (at_word("internChoose") || at_word("externChoose")) {
    a.kind = SynActionKind::Choose;
    a.external = next().text == "externChoose";
    a.args = arguments();
    return true;
  }
  bool reachable = at_word("reachable");
  if (!reachable && !at_word("forall")) return false;
  a.kind = reachable ? SynActionKind::ChooseReachable : SynActionKind::ChooseInstance;
  next();
  expect("(");
  a.name = name("the name of a type");
  if (reachable) {
    expect(",");
    a.value = expr();
  }
  expect(")");
  return true;
}

// new Class [in collection], new collection, new collection[size],
// new array of T [size]… [in collection]
void BirParser::allocation(SynAction& a) {
  next();
  a.kind = SynActionKind::New;
  if (at_word("array") && (at_word("of", 1) || at("[", 1))) {
    a.type = type();
    a.kind = SynActionKind::NewArray;
  } else {
    a.name = name("a class or a collection");
  }
  while (accept("[")) {
    a.kind = SynActionKind::NewArray;
    a.args.push_back(expr());
    expect("]");
  }
  if (accept_word("in")) a.collection = name("a collection");
}

bool BirParser::invocation(SynAction& a) {
  bool start = at_word("start");
  if (!at_word("call") && !at_word("fork") && !start) return false;
  if (!at_piece(1) && !(start && at("(", 1))) return false;
  a.kind = at_word("call") ? SynActionKind::Call : SynActionKind::Fork;
  next();
  if (accept("(")) {  // start(T, arguments)
    a.name = name("the name of a thread");
    while (accept(",")) a.args.push_back(expr());
    expect(")");
    return true;
  }
  bool forks = a.kind == SynActionKind::Fork;
  a.is_daemon = forks && at_word("daemon") && at_piece(1) && accept_word("daemon");
  a.is_virtual = at_word("virtual") && at_piece(1) && accept_word("virtual");
  a.name = name("the name of a procedure");
  if (a.is_virtual) {
    std::size_t dot = a.name.text.rfind('.');
    a.selector = a.name;
    if (dot == std::string::npos) {
      unexpected("`Class.method` before");
    } else {
      a.selector.text.erase(0, dot + 1);
      a.name.text.resize(dot);
    }
  }
  a.args = arguments();
  return true;
}

std::vector<SynExprId> BirParser::arguments() {
  std::vector<SynExprId> result;
  expect("(");
  if (accept(")")) return result;
  do {
    result.push_back(expr());
  } while (accept(","));
  expect(")");
  return result;
}

bool BirParser::keyword_action(SynAction& a) {
  return lock_action(a) || invocation(a) || plain_action(a);
}

bool BirParser::lock_action(SynAction& a) {
  static constexpr std::pair<std::string_view, ActionKind> kWords[] = {
      {"lock", ActionKind::Enter},         {"unlock", ActionKind::Exit},
      {"enter", ActionKind::Enter},        {"enterUnordered", ActionKind::Enter},
      {"exit", ActionKind::Exit},          {"exitUnordered", ActionKind::Exit},
      {"acquire", ActionKind::Acquire},    {"release", ActionKind::Release},
      {"wait", ActionKind::Wait},          {"waitUnordered", ActionKind::Wait},
      {"unwait", ActionKind::Unwait},      {"unwaitUnordered", ActionKind::Unwait},
      {"timedUnwait", ActionKind::Unwait}, {"timedUnwaitUnordered", ActionKind::Unwait},
      {"notify", ActionKind::Notify},      {"notifyAll", ActionKind::NotifyAll},
  };
  auto found = std::find_if(std::begin(kWords), std::end(kWords),
                            [&](const auto& row) { return at_word(row.first); });
  if (found == std::end(kWords) || !at("(", 1)) return false;
  next();
  a.kind = SynActionKind::Lock;
  a.lock_kind = found->second;
  a.gives_up = found->first.starts_with("timed");
  a.orders = !found->first.ends_with("Unordered");
  expect("(");
  a.value = expr();
  expect(")");
  return true;
}

bool BirParser::plain_action(SynAction& a) {
  std::string_view word = peek().text;
  if (word == "join" || word == "catch" || word == "exit") {
    a.kind = word == "join"    ? SynActionKind::Join
             : word == "catch" ? SynActionKind::Catch
                               : SynActionKind::ExitThread;
    next();
    if (word == "join" && !at(";")) a.value = expr();
    if (word == "catch" && !at(";")) a.lhs = postfix();
  } else if (word == "assert" || word == "assume" || (word == "invariant" && !at(":=", 1))) {
    a.kind = word == "assume" ? SynActionKind::Assume : SynActionKind::Assert;
    a.is_invariant = word == "invariant";
    next();
    a.value = expr();
  } else if (word == "halt" && at(";", 1)) {
    a.kind = SynActionKind::Halt;
    next();
  } else if (word == "println" || word == "print") {
    a.kind = SynActionKind::Print;
    a.ends_line = word == "println";
    next();
    a.args = arguments();
  } else if (word == "havoc") {
    a.kind = SynActionKind::Havoc;
    next();
    a.lhs = postfix();
  } else if (word == "return") {
    a.kind = SynActionKind::Return;
    next();
    if (!at(";")) a.value = expr();
  } else if (word == "limit" && (peek(1).kind == BirToken::String || at_word("unsupported", 1))) {
    a.kind = SynActionKind::Limit;
    next();
    a.unsupported = accept_word("unsupported");
    if (peek().kind != BirToken::String) {
      unexpected("a string");
      return true;
    }
    a.message = next().value;
  } else if (word == "throw") {
    throw_action(a);
  } else if (word == "check") {
    a.kind = SynActionKind::CheckContract;
    next();
    for (ContractKind kind : kContractKinds) {
      a.contract = kind;
      if (accept_word(spelling(kind))) return true;
    }
    unexpected("`requires`, `ensures`, `exceptional`, `invariant` or `input`");
  } else {
    return false;
  }
  return true;
}

void BirParser::throw_action(SynAction& a) {
  static constexpr ExceptionKind kKinds[] = {
#define EXCEPTION(name, keyword, text) ExceptionKind::name,
#include "ir/exceptions.def"
#undef EXCEPTION
  };
  next();
  a.kind = SynActionKind::Throw;
  auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                            [&](ExceptionKind kind) { return at_word(keyword(kind)); });
  if (found == std::end(kKinds)) return unexpected("the kind of the exception");
  a.exception = *found;
  next();
  if (peek().kind == BirToken::String) a.message = next().value;
  if (accept_word("with")) a.value = expr();
}

}  // namespace bir
