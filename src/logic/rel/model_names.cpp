// Names of a model, and the modules that it may open (see model.h).
#include <fmt/format.h>

#include <algorithm>

#include "logic/rel/model.h"

namespace rel {

namespace {

// util/ordering for one signature, under its alias; `first`, `last` and `next` are relations.
constexpr const char* kOrdering = R"(
fun {0}/prev: set {1} -> {1} {{ ~{0}/next }}
fun {0}/nexts[e: {1}]: set {1} {{ e.^{0}/next }}
fun {0}/prevs[e: {1}]: set {1} {{ e.^(~{0}/next) }}
pred {0}/lt[a, b: {1}] {{ a in {0}/prevs[b] }}
pred {0}/gt[a, b: {1}] {{ a in {0}/nexts[b] }}
pred {0}/lte[a, b: {1}] {{ a = b or a in {0}/prevs[b] }}
pred {0}/gte[a, b: {1}] {{ a = b or a in {0}/nexts[b] }}
fun {0}/larger[a, b: {1}]: {1} {{ {0}/lt[a, b] => b else a }}
fun {0}/smaller[a, b: {1}]: {1} {{ {0}/lt[a, b] => a else b }}
fun {0}/max[es: set {1}]: lone {1} {{ es - es.^(~{0}/next) }}
fun {0}/min[es: set {1}]: lone {1} {{ es - es.^{0}/next }}
)";

constexpr const char* kBoolean = R"(
abstract sig Bool {}
one sig True, False extends Bool {}
pred isTrue[b: Bool] { b in True }
pred isFalse[b: Bool] { b in False }
fun Not[b: Bool]: Bool { Bool - b }
fun And[a, b: Bool]: Bool { (isTrue[a] and isTrue[b]) => True else False }
fun Or[a, b: Bool]: Bool { (isTrue[a] or isTrue[b]) => True else False }
fun Xor[a, b: Bool]: Bool { a = b => False else True }
)";

std::string_view last_part(std::string_view name) {
  std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

}  // namespace

void Model::open_modules(base::Sources& sources, diag::Sink& sink) {
  for (const OpenSyntax& open : std::vector<OpenSyntax>(syntax_.opens)) {
    const std::string& module = open.module.text;
    if (module == "util/ordering" && open.parameter) {
      base::FileId file = sources.add(
          module, fmt::format(fmt::runtime(kOrdering), open.alias, open.parameter->text));
      parse_model(sources, file, syntax_, sink);
    } else if (module == "util/boolean") {
      parse_model(sources, sources.add(module, kBoolean), syntax_, sink);
    } else if (module == "util/integer") {
      uses_integers_ = true;
    } else {
      sink.report(diag::Kind::RelUnsupported, open.module.span,
                  fmt::format("the module `{}`", module));
    }
  }
}

void Model::declare_orderings(diag::Sink& sink) {
  for (const OpenSyntax& open : syntax_.opens) {
    if (open.module.text != "util/ordering" || !open.parameter) continue;
    auto sig = find_sig(open.parameter->text);
    if (!sig || sigs_[*sig].parent || sigs_[*sig].syntax->subset_of) {
      sink.report(diag::Kind::RelNotSignature, open.parameter->span, open.parameter->text)
          .note("an ordering needs a signature that extends no other one");
      continue;
    }
    Ordering ordering;
    ordering.sig = *sig;
    ordering.alias = open.alias;
    auto declare = [&](const char* name, unsigned arity) {
      std::string full = fmt::format("{}/{}", open.alias, name);
      RelationId relation = exprs_.add_relation(full, arity);
      Product columns(arity, sigs_[*sig].type.products[0][0]);
      Meaning meaning{.value = exprs_.relation(relation),
                      .type = Type::of(columns),
                      .shown = fmt::format("`{}` of the ordering", full),
                      .unambiguous = full};
      constants_.emplace(full, meaning);
      constants_.emplace(name, meaning);
      return relation;
    };
    ordering.first = declare("first", 1);
    ordering.last = declare("last", 1);
    ordering.next = declare("next", 2);
    orderings_.push_back(std::move(ordering));
  }
}

void Model::declare_callables(diag::Sink& sink) {
  for (const CallableSyntax& callable : syntax_.callables) {
    const std::string& name = callable.name.text;
    bool is_new = !callables_.contains(name);
    callables_.emplace(name, &callable);
    if (!is_new || sig_names_.contains(name)) {
      sink.report(diag::Kind::RelDuplicate, callable.name.span, name);
    }
  }
  // Names of modules without their prefix.
  for (const CallableSyntax& callable : syntax_.callables) {
    std::string_view plain = last_part(callable.name.text);
    if (plain != callable.name.text) callables_.emplace(std::string(plain), &callable);
  }
}

// Everything is read once, called or not, with any arguments.
void Model::check_callables(diag::Sink& sink) {
  for (const CallableSyntax& callable : syntax_.callables) {
    Elaborator elaborator(exprs_, *this, sink);
    std::vector<Value> arguments;
    bool is_good = true;
    auto add = [&](const std::string& name, const Syntax& type) {
      auto bounded = elaborator.bounded(type);
      is_good = is_good && bounded;
      if (!bounded) return;
      Expr argument = exprs_.variable(exprs_.add_variable(name, exprs_.arity(bounded->domain)));
      arguments.push_back(argument);
      elaborator.push_local(name, argument, elaborator.domain_type(type));
    };
    if (callable.receiver) add("this", *callable.receiver);
    for (const SyntaxDecl& decl : callable.parameters) {
      for (const SyntaxName& name : decl.names) add(name.text, *decl.domain);
    }
    if (is_good) elaborator.call(callable, arguments, callable.name.span);
  }
}

// ------------------------------------------------------------------ Names

// Fields of `this` come first: in a signature, a field alone is that of `this`.
void Model::find_fields(const NameQuery& query, std::string_view name,
                        std::vector<Meaning>& result) {
  for (const Field& field : fields_) {
    if (field.name != name) continue;
    const SyntaxName& sig = sigs_[field.sig].syntax->name;
    Meaning meaning{.value = exprs_.relation(field.relation),
                    .type = field.columns,
                    .shown = fmt::format("field `{}` of `{}`", field.name, sig.text),
                    .unambiguous = fmt::format("({} <: {})", sig.text, field.name)};
    if (inside_ && !query.is_raw && is_ancestor(field.sig, *inside_)) {
      const Sig& self = sigs_[*inside_];
      meaning.value = exprs_.join(exprs_.variable(self.self), std::get<Expr>(meaning.value));
      meaning.type = TypeRules(hierarchy_).join(self.type, field.columns);
      meaning.weight = -1;
    }
    result.push_back(std::move(meaning));
  }
}

std::vector<Meaning> Model::find(const NameQuery& query) {
  std::vector<Meaning> result;
  std::string_view name = query.name;
  if (name.starts_with("this/")) name.remove_prefix(5);
  if (name == "Int") result.push_back({.value = exprs_.ints(), .type = Type::integer()});
  if (auto sig = find_sig(name)) {
    result.push_back({.value = sigs_[*sig].expr,
                      .type = sigs_[*sig].type,
                      .shown = fmt::format("signature `{}`", name)});
  }
  find_fields(query, name, result);
  auto [first, last] = constants_.equal_range(name);
  for (auto it = first; it != last; ++it) result.push_back(it->second);
  return result;
}

std::vector<const CallableSyntax*> Model::find_callables(std::string_view name) {
  if (name.starts_with("this/")) name.remove_prefix(5);
  std::vector<const CallableSyntax*> result;
  auto [first, last] = callables_.equal_range(name);
  for (auto it = first; it != last; ++it) result.push_back(it->second);
  return result;
}

// What `run` names; null after an error.
const CallableSyntax* Model::find_predicate(const SyntaxName& name, diag::Sink& sink) {
  std::vector<const CallableSyntax*> found = find_callables(name.text);
  std::erase_if(found, [](const CallableSyntax* callable) { return callable->is_function(); });
  if (found.empty()) sink.report(diag::Kind::RelUnknownName, name.span, name.text);
  if (found.size() > 1) {
    std::vector<std::string> texts;
    for (const CallableSyntax* callable : found) {
      texts.push_back(fmt::format("predicate `{}`", callable->name.text));
    }
    sink.report(diag::Kind::RelAmbiguous, name.span, name.text,
                fmt::format("{}", fmt::join(texts, ", ")));
  }
  return found.size() == 1 ? found[0] : nullptr;
}

std::vector<std::string> Model::candidates() const {
  std::vector<std::string> result;
  for (const Sig& sig : sigs_) result.push_back(sig.syntax->name.text);
  for (const Field& field : fields_) result.push_back(field.name);
  for (const auto& [name, expr] : constants_) result.push_back(name);
  for (const auto& [name, callable] : callables_) result.push_back(name);
  return result;
}

Expr Model::universe(bool) {
  Expr result = uses_integers_ ? exprs_.ints() : exprs_.none();
  for (const Sig& sig : sigs_) {
    if (!sig.parent && !sig.syntax->subset_of) result = exprs_.make_union(result, sig.expr);
  }
  return result;
}

}  // namespace rel
