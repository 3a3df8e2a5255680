// What names mean where they stand (see elaborate.h).
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "logic/rel/elaborate.h"
#include "logic/rel/relevance.h"

namespace rel {

const Elaborator::Local* Elaborator::find_local(std::string_view name) const {
  for (std::size_t i = locals_.size(); i-- > hidden_;) {
    if (locals_[i].name == name) return &locals_[i];
  }
  return nullptr;
}

// ------------------------------------------------------------------ meanings

// Variables hide everything else. They are not kept: the body of a predicate has other values
// for its parameters in each call.
const std::vector<Meaning>& Elaborator::meanings(const Syntax& name) {
  auto& result = meanings_[{&name, is_primed_}];
  bool is_raw = name.kind == SyntaxKind::RawName;
  if (const Local* local = is_raw ? nullptr : find_local(name.text)) {
    result.assign(1, Meaning{.value = local->value, .type = local->type});
    return result;
  }
  if (!result.empty()) return result;
  if (name.text == "none") {
    result.push_back({.value = exprs_.none(), .type = Type::of({kNoneType})});
  } else if (name.text == "univ") {
    result.push_back({.value = names_.universe(is_primed_)});
  } else if (name.text == "iden") {
    Expr univ = names_.universe(is_primed_);
    result.push_back({.value = exprs_.domain_restriction(univ, exprs_.iden())});
  } else {
    result = names_.find({name.text, is_primed_, is_raw, name.span});
    for (const CallableSyntax* callable : names_.find_callables(is_raw ? "" : name.text)) {
      result.push_back({.callable = callable, .span = callable->name.span});
    }
  }
  if (result.empty() && name.text == "Int") {
    result.push_back({.value = exprs_.ints(), .type = Type::integer()});
  }
  if (result.empty() && name.text == "null") {
    result.push_back({.value = exprs_.none(), .type = Type::of({kNoneType})});
  }
  for (Meaning& meaning : result) {
    bool is_known = !meaning.type.products.empty() || meaning.type.is_formula;
    if (!meaning.callable && !is_known) meaning.type = default_type(meaning.value);
  }
  return result;
}

std::optional<Elaborator::Spine> Elaborator::spine(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::Name || syntax.kind == SyntaxKind::RawName) {
    return Spine{&syntax, {}};
  }
  if (syntax.kind == SyntaxKind::Binary && syntax.text == ".") {
    auto result = spine(*syntax.args[1]);
    // `a.(b.f)` is no application of f to two arguments.
    if (!result || !result->arguments.empty()) return std::nullopt;
    result->arguments.push_back(syntax.args[0].get());
    return result;
  }
  if (syntax.kind != SyntaxKind::Box) return std::nullopt;
  auto result = spine(*syntax.args[0]);
  if (!result) return result;
  for (std::size_t i = 1; i < syntax.args.size(); ++i) {
    result->arguments.push_back(syntax.args[i].get());
  }
  return result;
}

Elaborator::Reading Elaborator::read(const Spine& spine, const Meaning& meaning) {
  Reading reading{&meaning, {}, true};
  std::size_t parameters = 0;
  if (meaning.callable) {
    const Signature& known = signature(*meaning.callable);
    parameters = known.parameters.size();
    bool has_enough = spine.arguments.size() >= parameters;
    bool has_more = spine.arguments.size() > parameters;
    reading.fits = has_enough && (!has_more || meaning.callable->is_function());
    for (std::size_t i = 0; i < parameters && reading.fits; ++i) {
      Type argument = relations_of(*spine.arguments[i]);
      const Type& wanted = known.parameters[i];
      bool may_meet =
          !argument.has_tuples() || !wanted.has_tuples() || rules_.meets(argument, wanted);
      reading.fits = may_meet && rules_.shares_arity(argument, wanted);
    }
    reading.steps.assign(parameters + 1, known.result);
  } else {
    reading.steps.push_back(meaning.type);
  }
  for (std::size_t i = parameters; i < spine.arguments.size(); ++i) {
    reading.steps.push_back(rules_.join(relations_of(*spine.arguments[i]), reading.steps.back()));
  }
  // Two sets have no join.
  if (!meaning.callable && !spine.arguments.empty() && reading.type().products.empty()) {
    reading.fits = false;
  }
  return reading;
}

std::vector<Elaborator::Reading> Elaborator::readings(const Spine& spine) {
  std::vector<Reading> result;
  // A copy of the list would do harm: readings point into it.
  for (const Meaning& meaning : meanings(*spine.head)) result.push_back(read(spine, meaning));
  return result;
}

std::string Elaborator::shown(const Syntax& name, const Meaning& meaning) const {
  if (!meaning.shown.empty()) return meaning.shown;
  if (!meaning.callable) return fmt::format("`{}`", name.text);
  return fmt::format("{} `{}`", meaning.callable->is_function() ? "function" : "predicate",
                     meaning.callable->name.text);
}

// ------------------------------------------------------------------ choice

const Elaborator::Reading* Elaborator::choose(const Syntax& name, const std::vector<Reading>& all,
                                              const Type& relevant) {
  std::vector<const Reading*> left;
  auto keep = [&](auto is_good) {
    for (const Reading& reading : all) {
      if (left.empty() || &reading > left.back()) {
        if (reading.fits && is_good(reading)) left.push_back(&reading);
      }
    }
  };
  keep([&](const Reading& reading) { return rules_.meets(reading.type(), relevant); });
  if (left.empty()) {
    keep([&](const Reading& reading) { return rules_.shares_arity(reading.type(), relevant); });
  }
  if (left.empty()) keep([](const Reading&) { return true; });
  int least = left[0]->meaning->weight;
  for (const Reading* reading : left) least = std::min(least, reading->meaning->weight);
  std::erase_if(left, [&](const Reading* r) { return r->meaning->weight != least; });
  if (left.size() == 1) return left[0];
  std::vector<std::string> texts;
  std::vector<std::string> instead;
  for (const Reading* reading : left) {
    const Meaning& meaning = *reading->meaning;
    texts.push_back(shown(name, meaning));
    if (!meaning.unambiguous.empty()) {
      instead.push_back(fmt::format("`{}`", meaning.unambiguous));
    } else if (meaning.callable && meaning.callable->name.text != name.text) {
      instead.push_back(fmt::format("`{}`", meaning.callable->name.text));
    }
  }
  auto& report = sink_.report(diag::Kind::RelAmbiguous, name.span, name.text,
                              fmt::format("{}", fmt::join(texts, ", ")));
  if (!instead.empty()) {
    report.help(fmt::format("write {}", fmt::join(instead, " or ")));
  }
  return nullptr;
}

// False after an error in an argument.
bool Elaborator::report_arguments(const Spine& spine) {
  bool is_good = true;
  for (const Syntax* argument : spine.arguments) {
    if (is_error(value(*argument))) is_good = false;
  }
  return is_good;
}

Value Elaborator::unknown_name(const Syntax& syntax) {
  auto& report = sink_.report(diag::Kind::RelUnknownName, syntax.span, syntax.text);
  std::vector<std::string> known = names_.candidates();
  for (std::size_t i = hidden_; i < locals_.size(); ++i) known.push_back(locals_[i].name);
  std::vector<std::string_view> views(known.begin(), known.end());
  if (auto near = diag::nearest(syntax.text, views)) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
  return {};
}

// The arguments are good, but not for this predicate or function.
Value Elaborator::wrong_arguments(const Spine& spine, const CallableSyntax& callable) {
  const Signature& known = signature(callable);
  std::size_t wanted = known.parameters.size();
  std::size_t given = spine.arguments.size();
  const std::string& name = callable.name.text;
  if (given < wanted || (given > wanted && !callable.is_function())) {
    sink_.report(diag::Kind::RelArguments, spine.head->span, name, arguments_text(wanted), given);
    return {};
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    Type argument = relations_of(*spine.arguments[i]);
    const Type& parameter = known.parameters[i];
    if (argument.products.empty() || parameter.products.empty()) continue;
    if (!rules_.shares_arity(argument, parameter)) {
      sink_.report(diag::Kind::RelArity, spine.head->span, name, parameter.products[0].size(),
                   argument.products[0].size());
      return {};
    }
    if (rules_.meets(argument, parameter)) continue;
    sink_.report(diag::Kind::RelArgumentType, spine.arguments[i]->span, name,
                 rules_.text(parameter), rules_.text(argument));
    return {};
  }
  // An argument that is a formula.
  for (const Syntax* argument : spine.arguments) {
    if (!type_of(*argument).is_formula) continue;
    sink_.report(diag::Kind::RelSort, argument->span, "a relation", "a formula");
    return {};
  }
  sink_.report(diag::Kind::RelNoMeaning, spine.head->span, name, shown(*spine.head, {}));
  return {};
}

// No meaning fits the arguments.
Value Elaborator::misfit(const Spine& spine, const std::vector<Reading>& all) {
  if (!report_arguments(spine)) return {};
  if (all.size() == 1) return wrong_arguments(spine, *all[0].meaning->callable);
  std::vector<std::string> texts;
  for (const Reading& reading : all) texts.push_back(shown(*spine.head, *reading.meaning));
  sink_.report(diag::Kind::RelNoMeaning, spine.head->span, spine.head->text,
               fmt::format("{}", fmt::join(texts, ", ")));
  return {};
}

Value Elaborator::resolve(const Syntax& syntax, const Spine& spine, const Type& relevant) {
  std::vector<Reading> all = readings(spine);
  bool has_built_in =
      spine.head->kind == SyntaxKind::Name && is_built_in(plain_name(spine.head->text));
  if (all.empty() && has_built_in) return apply_built_in(syntax, spine);
  if (all.empty()) {
    report_arguments(spine);
    return unknown_name(*spine.head);
  }
  for (const Reading& reading : all) {
    if (!reading.meaning->callable && is_error(reading.meaning->value)) return {};
  }
  bool fits = std::any_of(all.begin(), all.end(), [](const Reading& r) { return r.fits; });
  bool may_be_numbers =
      std::all_of(spine.arguments.begin(), spine.arguments.end(), [&](const Syntax* argument) {
        Type type = relations_of(*argument);
        return !type.has_tuples() || rules_.meets(type, Type::integer());
      });
  if (!fits && has_built_in && may_be_numbers) return apply_built_in(syntax, spine);
  // A single relation says itself what is wrong with it.
  if (!fits && all.size() == 1 && !all[0].meaning->callable) {
    return take(syntax, spine, all[0], relevant);
  }
  if (!fits) return misfit(spine, all);
  const Reading* chosen = choose(*spine.head, all, relevant);
  if (!chosen) return {};
  return take(syntax, spine, *chosen, relevant);
}

// Arguments beyond the parameters are joined with the result.
Value Elaborator::take(const Syntax& syntax, const Spine& spine, const Reading& reading,
                       const Type& relevant) {
  // A copy: the meanings of a name change while arguments are looked at, if it is a parameter of
  // a function that an argument calls.
  const Meaning meaning = *reading.meaning;
  std::size_t parameters = meaning.callable ? signature(*meaning.callable).parameters.size() : 0;
  std::vector<Type> wanted(spine.arguments.size());
  Type rest = relevant;
  for (std::size_t i = spine.arguments.size(); i-- > parameters;) {
    Type argument = relations_of(*spine.arguments[i]);
    warn_if_empty(syntax, argument, reading.steps[i], reading.steps[i + 1]);
    auto pair = relevant_joins(rules_, argument, reading.steps[i], rest);
    wanted[i] = std::move(pair.first);
    rest = std::move(pair.second);
  }
  Value result = meaning.value;
  if (meaning.callable) {
    std::vector<Value> arguments;
    for (std::size_t i = 0; i < parameters; ++i) {
      Type given = relations_of(*spine.arguments[i]);
      const Type& parameter = signature(*meaning.callable).parameters[i];
      arguments.push_back(value(*spine.arguments[i], rules_.relevant(given, parameter)));
    }
    result = call(*meaning.callable, arguments, spine.head->span);
  }
  bool is_good = !is_error(result);
  for (std::size_t i = parameters; i < spine.arguments.size(); ++i) {
    auto left = expr(*spine.arguments[i], wanted[i]);
    auto right = is_good ? to_expr(syntax, result) : std::nullopt;
    is_good = left && right;
    if (!is_good) continue;
    result = join(syntax, *left, *right);
    is_good = !is_error(result);
  }
  return is_good ? result : Value();
}

}  // namespace rel
