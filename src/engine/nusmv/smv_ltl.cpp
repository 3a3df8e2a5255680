#include "engine/nusmv/smv_ltl.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/check.h"

namespace nusmv {

namespace {

using ltl::Term;
using ltl::TermKind;

// A value of a proposition: its text, its type, and when it is defined.
struct TermValue {
  std::string text;
  SmvDomain domain;
  std::string defined = "TRUE";
  bool is_constant = false;
  std::int64_t number = 0;  // of a constant
};

class TermWriter {
 public:
  explicit TermWriter(const SmvLayout& layout) : layout_(layout) {}

  // False where it is undefined.
  std::string condition(const Term& term) {
    TermValue v = value(term);
    return smv_and(v.defined, truth(v));
  }

 private:
  static TermValue boolean(std::string text, std::string defined = "TRUE") {
    return {std::move(text), {}, std::move(defined)};
  }

  std::string truth(const TermValue& v) const {
    if (v.is_constant) return v.number != 0 ? "TRUE" : "FALSE";
    if (v.domain.kind == SmvKind::Bool) return v.text;
    return smv_not(smv_equal(v.text, v.domain.kind == SmvKind::Int ? "0" : layout_.null));
  }

  TermValue cell(const SmvCell& c) const {
    if (c.kind == SmvCell::Kind::Lock) throw SmvUnsupported{"a property about a lock"};
    if (c.kind == SmvCell::Kind::Var) {
      return {layout_.vars[c.index].name, layout_.vars[c.index].domain};
    }
    TermValue result{layout_.objects[c.index].name, {.kind = SmvKind::Ref}};
    result.domain.targets = {c.index};
    return result;
  }

  TermValue value(const Term& term) {
    switch (term.kind) {
      case TermKind::Constant: {
        TermValue v{std::to_string(term.number), smv_integers(term.number, term.number)};
        v.is_constant = true;
        v.number = term.number;
        return v;
      }
      case TermKind::Global: return cell(layout_.globals[term.global.index()]);
      case TermKind::Field: return field(term);
      case TermKind::ThreadAt: return thread_at(term);
      case TermKind::ThreadVariable: return thread_variable(term);
      case TermKind::SomeThread: return some_thread(term);
      case TermKind::Add:
      case TermKind::Subtract: return sum(term);
      case TermKind::Not: {
        TermValue a = value(term.args[0]);
        return boolean(smv_not(truth(a)), a.defined);
      }
      case TermKind::And: {
        TermValue a = value(term.args[0]);
        TermValue b = value(term.args[1]);
        return boolean(smv_and(truth(a), truth(b)), smv_and(a.defined, b.defined));
      }
      case TermKind::Or: {
        TermValue a = value(term.args[0]);
        TermValue b = value(term.args[1]);
        return boolean(smv_or(truth(a), truth(b)), smv_and(a.defined, b.defined));
      }
      case TermKind::Equal: return compare(term, "=");
      case TermKind::NotEqual: return compare(term, "!=");
      case TermKind::Less: return compare(term, "<");
      case TermKind::LessEqual: return compare(term, "<=");
    }
    UNREACHABLE("kind of term");
  }

  TermValue sum(const Term& term) {
    bool adds = term.kind == TermKind::Add;
    TermValue a = value(term.args[0]);
    TermValue b = value(term.args[1]);
    const SmvDomain& x = a.domain;
    const SmvDomain& y = b.domain;
    return {fmt::format("({} {} {})", a.text, adds ? "+" : "-", b.text),
            adds ? smv_integers(x.lo + y.lo, x.hi + y.hi) : smv_integers(x.lo - y.hi, x.hi - y.lo),
            smv_and(a.defined, b.defined)};
  }

  // Constants are numbers; beside a boolean or a reference they are its values.
  std::string text_beside(const TermValue& v, const TermValue& other) const {
    if (!v.is_constant || other.is_constant) return v.text;
    switch (other.domain.kind) {
      case SmvKind::Bool: return v.number != 0 ? "TRUE" : "FALSE";
      case SmvKind::Ref:
      case SmvKind::Tid:
        if (v.number != 0) throw SmvUnsupported{"a property that numbers objects"};
        return layout_.null;
      default: return v.text;
    }
  }

  TermValue compare(const Term& term, std::string_view op) {
    TermValue a = value(term.args[0]);
    TermValue b = value(term.args[1]);
    std::string text = fmt::format("({} {} {})", text_beside(a, b), op, text_beside(b, a));
    return boolean(smv_and({a.defined, b.defined, text}));
  }

  TermValue field(const Term& term) {
    TermValue object = value(term.args[0]);
    std::vector<std::string> has;
    SmvCases cases;
    TermValue result;
    for (std::size_t target : object.domain.targets) {
      const SmvObject& o = layout_.objects[target];
      auto at = std::find(o.fields.begin(), o.fields.end(), term.field);
      if (at == o.fields.end()) continue;
      TermValue v = cell(o.cells[static_cast<std::size_t>(at - o.fields.begin())]);
      std::string is_it = smv_equal(object.text, o.name);
      has.push_back(is_it);
      cases.emplace_back(is_it, v.text);
      std::vector<std::size_t> targets = std::move(result.domain.targets);
      std::int64_t lo = cases.size() > 1 ? std::min(result.domain.lo, v.domain.lo) : v.domain.lo;
      std::int64_t hi = cases.size() > 1 ? std::max(result.domain.hi, v.domain.hi) : v.domain.hi;
      result.domain = v.domain;
      result.domain.lo = lo, result.domain.hi = hi;
      result.domain.targets.insert(result.domain.targets.end(), targets.begin(), targets.end());
    }
    result.text = cases.empty() ? "FALSE" : smv_case(cases, cases.back().second);
    result.defined = smv_and(object.defined, smv_or(has));
    return result;
  }

  const std::vector<std::size_t>& slots_of(const Term& term) const {
    static const std::vector<std::size_t> kNone;
    auto found = layout_.threads_of.find(term.proc);
    return found == layout_.threads_of.end() ? kNone : found->second;
  }

  // The thread in the slot runs.
  std::string runs(const SmvThread& slot) const {
    const std::string& pc = layout_.vars[slot.pc].name;
    return smv_and(smv_not(smv_equal(pc, layout_.idle)), smv_not(smv_equal(pc, layout_.ended)));
  }

  TermValue thread_at(const Term& term) {
    std::vector<std::string> any;
    std::string defined = "TRUE";
    for (std::size_t index : slots_of(term)) {
      const SmvThread& slot = layout_.threads[index];
      std::string holds = "TRUE";
      if (!term.args.empty()) {
        TermValue which = value(term.args[0]);
        defined = which.defined;
        holds = smv_equal(which.text, slot.name);
      }
      const auto& places = layout_.locations[term.proc.index()];
      any.push_back(
          smv_and(holds, smv_equal(layout_.vars[slot.pc].name, places[term.location.index()])));
    }
    return boolean(smv_or(any), defined);
  }

  TermValue local(const SmvThread& slot, const Term& term) const {
    std::size_t var = slot.locals[term.local.index()];
    if (var == kNoVar) throw SmvUnsupported{"a property about a variable in place"};
    return {layout_.vars[var].name, layout_.vars[var].domain};
  }

  TermValue thread_variable(const Term& term) {
    if (term.args.empty()) return local(*some_, term);
    TermValue which = value(term.args[0]);
    std::vector<std::string> runs_there;
    SmvCases cases;
    TermValue result;
    for (std::size_t index : slots_of(term)) {
      const SmvThread& slot = layout_.threads[index];
      TermValue v = local(slot, term);
      std::string is_it = smv_equal(which.text, slot.name);
      runs_there.push_back(smv_and(is_it, runs(slot)));
      cases.emplace_back(is_it, v.text);
      result.domain = v.domain;
    }
    result.text = cases.empty() ? "FALSE" : smv_case(cases, cases.back().second);
    result.defined = smv_and(which.defined, smv_or(runs_there));
    return result;
  }

  TermValue some_thread(const Term& term) {
    std::vector<std::string> any;
    for (std::size_t index : slots_of(term)) {
      some_ = &layout_.threads[index];
      any.push_back(smv_and(runs(*some_), condition(term.args[0])));
    }
    return boolean(smv_or(any));
  }

  const SmvLayout& layout_;
  const SmvThread* some_ = nullptr;  // the thread that SomeThread speaks of
};

void collect_observed(const Term& term, SmvLocals& found) {
  if (term.kind == TermKind::ThreadVariable) found.insert({term.proc, term.local});
  for (const Term& arg : term.args) collect_observed(arg, found);
}

}  // namespace

std::vector<ltl::Proposition> smv_bound(const ltl::Property& property, const ir::Program& program) {
  std::vector<ltl::Proposition> result = property.propositions;
  for (ltl::Proposition& p : result) {
    if (auto missing = ltl::bind(p.condition, program)) throw SmvUnsupported{*missing};
  }
  return result;
}

SmvLocals smv_observed(const std::vector<ltl::Proposition>& propositions) {
  SmvLocals result;
  for (const ltl::Proposition& p : propositions) collect_observed(p.condition, result);
  return result;
}

std::string smv_proposition(const SmvLayout& layout, const ltl::Term& term) {
  return TermWriter(layout).condition(term);
}

std::string smv_formula(const ltl::Property& property, const std::vector<std::string>& names) {
  const ltl::Formulas& formulas = *property.formulas;
  std::function<std::string(ltl::FormulaId)> text = [&](ltl::FormulaId id) -> std::string {
    const ltl::Formula& f = formulas[id];
    std::vector<std::string> args;
    for (ltl::FormulaId arg : f.args) args.push_back(text(arg));
    switch (f.op) {
      case ltl::Op::True: return "TRUE";
      case ltl::Op::False: return "FALSE";
      case ltl::Op::Prop: return f.negated ? "!" + names[f.prop] : names[f.prop];
      case ltl::Op::And: return smv_and(args);
      case ltl::Op::Or: return smv_or(args);
      case ltl::Op::Next: return fmt::format("(X {})", args[0]);
      case ltl::Op::Until:
        if (args[0] == "TRUE") return fmt::format("(F {})", args[1]);
        return fmt::format("({} U {})", args[0], args[1]);
      case ltl::Op::Release:
        if (args[0] == "FALSE") return fmt::format("(G {})", args[1]);
        return fmt::format("({} V {})", args[0], args[1]);
    }
    UNREACHABLE("operator");
  };
  return fmt::format("(G (trap = none)) -> {}", text(property.formula));
}

}  // namespace nusmv
