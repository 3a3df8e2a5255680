// Propositions: what a temporal property can see of a state. After observing (observe.h)
// that is little: conditions over global variables and fields of objects that global
// variables refer to, and predicates of BIR about threads.
//
// Globals, fields and places are kept by name, since passes that make a program finite
// number them anew; `bind` looks them up in the program that an engine runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace ltl {

enum class TermKind : std::uint8_t {
  Constant,        // number; null is 0, false 0 and true 1
  Global,          // name
  Field,           // name `owner.name` of the object args[0]; undefined for null
  ThreadAt,        // some thread of procedure `owner` is at location `name`; args[0], if there, is
                   // the one thread that counts
  ThreadVariable,  // the variable `name` of the thread args[0] of procedure `owner`, or without
                   // args of the one that SomeThread speaks of; undefined if no such thread runs
  SomeThread,      // args[0] is true for some thread of procedure `owner`
  Add,
  Subtract,
  Not,
  And,
  Or,
  Equal,  // this and the following are false if an operand is undefined
  NotEqual,
  Less,
  LessEqual,
};

struct Term {
  TermKind kind{};
  std::int64_t number = 0;
  std::string owner;
  std::string name;
  std::vector<Term> args;
  // Set by bind.
  ir::GlobalId global;
  ir::FieldId field;
  ir::ProcId proc;
  ir::LocId location;
  ir::LocalId local;

  static Term constant(std::int64_t value) { return {.kind = TermKind::Constant, .number = value}; }
  static Term variable(std::string name) {
    return {.kind = TermKind::Global, .name = std::move(name)};
  }
  static Term apply(TermKind kind, std::vector<Term> args) {
    return {.kind = kind, .args = std::move(args)};
  }
};

struct Proposition {
  std::string text;  // as the user wrote it
  Term condition;
};

// Finds everything that the term names; else says what is missing.
std::optional<std::string> bind(Term& term, const ir::Program& program);

// The value of a bound term in a state. A View tells, all as numbers (objects and threads
// from 1, null 0):
//   global(GlobalId), field(object, FieldId), thread_count(), has_ended(thread),
//   proc_of(thread), location_of(thread), local(thread, LocalId)
// where threads are counted from 0. `defined` becomes false if a field of null or a variable of
// a thread that does not run is read. `thread`: the one that SomeThread speaks of.
template <class View>
std::int64_t value_of(const Term& term, const View& view, bool& defined,
                      std::uint32_t thread = 0xffffffffU) {
  auto arg = [&](std::size_t i) { return value_of(term.args[i], view, defined, thread); };
  auto compare = [&](auto holds) -> std::int64_t {
    bool known = true;
    std::int64_t a = value_of(term.args[0], view, known, thread);
    std::int64_t b = value_of(term.args[1], view, known, thread);
    return known && holds(a, b) ? 1 : 0;
  };
  auto runs = [&](std::uint32_t t) {
    return t < view.thread_count() && !view.has_ended(t) && view.proc_of(t) == term.proc;
  };
  switch (term.kind) {
    case TermKind::Constant: return term.number;
    case TermKind::Global: return view.global(term.global);
    case TermKind::Field: {
      std::int64_t object = arg(0);
      if (object == 0) defined = false;
      return defined ? view.field(object, term.field) : 0;
    }
    case TermKind::ThreadAt:
      for (std::uint32_t t = 0; t < view.thread_count(); ++t) {
        if (!runs(t) || view.location_of(t) != term.location) continue;
        if (term.args.empty() || arg(0) == t + 1) return 1;
      }
      return 0;
    case TermKind::ThreadVariable: {
      std::uint32_t t = thread;
      if (!term.args.empty()) t = static_cast<std::uint32_t>(arg(0)) - 1;
      if (!runs(t)) defined = false;
      return defined ? view.local(t, term.local) : 0;
    }
    case TermKind::SomeThread:
      for (std::uint32_t t = 0; t < view.thread_count(); ++t) {
        bool known = true;
        if (runs(t) && value_of(term.args[0], view, known, t) != 0 && known) return 1;
      }
      return 0;
    case TermKind::Add: return arg(0) + arg(1);
    case TermKind::Subtract: return arg(0) - arg(1);
    case TermKind::Not: return arg(0) == 0 ? 1 : 0;
    case TermKind::And: return arg(0) != 0 && arg(1) != 0 ? 1 : 0;
    case TermKind::Or: return arg(0) != 0 || arg(1) != 0 ? 1 : 0;
    case TermKind::Equal: return compare([](auto a, auto b) { return a == b; });
    case TermKind::NotEqual: return compare([](auto a, auto b) { return a != b; });
    case TermKind::Less: return compare([](auto a, auto b) { return a < b; });
    case TermKind::LessEqual: return compare([](auto a, auto b) { return a <= b; });
  }
  return 0;
}

template <class View>
bool holds(const Term& term, const View& view) {
  bool defined = true;
  return value_of(term, view, defined) != 0 && defined;
}

// The valuation of all propositions: bit i for the i-th.
template <class View>
std::uint64_t valuation(const std::vector<Proposition>& propositions, const View& view) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < propositions.size(); ++i) {
    if (holds(propositions[i].condition, view)) result |= std::uint64_t{1} << i;
  }
  return result;
}

}  // namespace ltl
