#include "logic/ltl/formula.h"

#include <algorithm>

#include "base/check.h"

namespace ltl {

namespace {

// And and Or, Until and Release, true and false are each other's duals: one function
// simplifies both.
Op dual(Op op) {
  switch (op) {
    case Op::True: return Op::False;
    case Op::False: return Op::True;
    case Op::And: return Op::Or;
    case Op::Or: return Op::And;
    case Op::Until: return Op::Release;
    case Op::Release: return Op::Until;
    default: return op;
  }
}

}  // namespace

Formulas::Formulas() {
  make({.op = Op::True});
  make({.op = Op::False});
}

FormulaId Formulas::make(Formula formula) {
  auto found = ids_.find(formula);
  if (found != ids_.end()) return found->second;
  FormulaId id(all_.size());
  all_.push_back(formula);
  ids_.emplace(std::move(formula), id);
  return id;
}

FormulaId Formulas::prop(std::uint32_t index, bool negated) {
  return make({.op = Op::Prop, .prop = index, .negated = negated});
}

FormulaId Formulas::next(FormulaId a) {
  Op op = all_[a.index()].op;
  if (op == Op::True || op == Op::False) return a;
  if (is_eventual(a) && is_universal(a)) return a;  // X []<>a = []<>a
  return make({.op = Op::Next, .args = {a}});
}

FormulaId Formulas::not_(FormulaId a) {
  auto found = negations_.find(a);
  if (found != negations_.end()) return found->second;
  Formula f = all_[a.index()];
  FormulaId result;
  switch (f.op) {
    case Op::True: result = false_(); break;
    case Op::False: result = true_(); break;
    case Op::Prop: result = prop(f.prop, !f.negated); break;
    case Op::Next: result = next(not_(f.args[0])); break;
    case Op::And:
    case Op::Or:
      for (FormulaId& arg : f.args) arg = not_(arg);
      result = both(f.args, dual(f.op));
      break;
    case Op::Until:
    case Op::Release:
      result = until_or_release(dual(f.op), not_(f.args[0]), not_(f.args[1]));
      break;
  }
  negations_[a] = result;
  return result;
}

FormulaId Formulas::iff(FormulaId a, FormulaId b) {
  return or_(and_(a, b), and_(not_(a), not_(b)));
}

FormulaId Formulas::both(const std::vector<FormulaId>& args, Op op) {
  FormulaId unit = op == Op::And ? true_() : false_();
  FormulaId zero = op == Op::And ? false_() : true_();
  std::vector<FormulaId> flat;
  for (FormulaId arg : args) {
    const Formula& f = all_[arg.index()];
    if (f.op == op) {
      flat.insert(flat.end(), f.args.begin(), f.args.end());
    } else if (arg == zero) {
      return zero;
    } else if (arg != unit) {
      flat.push_back(arg);
    }
  }
  merge_operands(flat, op);
  // Of two operands the stronger one is enough in a conjunction.
  std::vector<FormulaId> kept;
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (std::size_t i = 0; i < flat.size(); ++i) {
    bool needed = true;
    for (std::size_t j = 0; j < flat.size() && needed; ++j) {
      if (i == j) continue;
      FormulaId strong = op == Op::And ? flat[j] : flat[i];
      FormulaId weak = op == Op::And ? flat[i] : flat[j];
      bool equivalent = implies_by_form(strong, weak) && implies_by_form(weak, strong);
      needed = !implies_by_form(strong, weak) || (equivalent && i < j);
      FormulaId other = not_(flat[j]);
      // a && b = false if a implies !b; a || b = true if !b implies a.
      bool clash =
          op == Op::And ? implies_by_form(flat[i], other) : implies_by_form(other, flat[i]);
      if (clash) return zero;
    }
    if (needed) kept.push_back(flat[i]);
  }
  if (kept.empty()) return unit;
  if (kept.size() == 1) return kept[0];
  return make({.op = op, .args = std::move(kept)});
}

// Replaces pairs of operands by one formula as long as a rule applies.
void Formulas::merge_operands(std::vector<FormulaId>& args, Op op) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    for (std::size_t j = i + 1; j < args.size(); ++j) {
      FormulaId one = merged(args[i], args[j], op);
      if (!one.is_valid()) continue;
      args.erase(args.begin() + static_cast<std::ptrdiff_t>(j));
      args[i] = one;
      j = i;
    }
  }
}

FormulaId Formulas::merged(FormulaId a, FormulaId b, Op op) {
  const Formula& f = all_[a.index()];
  const Formula& g = all_[b.index()];
  if (f.op != g.op) return {};
  std::vector<FormulaId> x = f.args;
  std::vector<FormulaId> y = g.args;
  if (f.op == Op::Next) return next(both({x[0], y[0]}, op));
  // (a R b) && (a R c) = a R (b && c);  (a U b) && (c U b) = (a && c) U b, and dually.
  Op over_right = op == Op::And ? Op::Release : Op::Until;
  Op over_left = dual(over_right);
  if (f.op == over_right && x[0] == y[0]) {
    return until_or_release(over_right, x[0], both({x[1], y[1]}, op));
  }
  if (f.op == over_left && x[1] == y[1]) {
    return until_or_release(over_left, both({x[0], y[0]}, op), x[1]);
  }
  // <>[]a && <>[]b = <>[](a && b);  []<>a || []<>b = []<>(a || b).
  FormulaId outer = over_left == Op::Until ? true_() : false_();
  FormulaId inner = over_left == Op::Until ? false_() : true_();
  if (f.op != over_left || x[0] != outer || y[0] != outer) return {};
  const Formula& u = all_[x[1].index()];
  const Formula& v = all_[y[1].index()];
  if (u.op != over_right || v.op != over_right || u.args[0] != inner || v.args[0] != inner) {
    return {};
  }
  std::vector<FormulaId> deep{u.args[1], v.args[1]};
  return until_or_release(over_left, outer, until_or_release(over_right, inner, both(deep, op)));
}

// Written for Until; for Release every word is read as its dual.
FormulaId Formulas::until_or_release(Op op, FormulaId a, FormulaId b) {
  bool is_until = op == Op::Until;
  FormulaId top = is_until ? true_() : false_();
  FormulaId bottom = is_until ? false_() : true_();
  auto weaker = [&](FormulaId x, FormulaId y) {  // x implies y, or dually
    return is_until ? implies_by_form(x, y) : implies_by_form(y, x);
  };
  if (b == top || b == bottom || a == bottom) return b;
  if (weaker(a, b)) return b;
  if (is_pure(b, op)) return b;  // a U <>b = <>b
  Formula f = all_[a.index()];
  Formula g = all_[b.index()];
  if (f.op == Op::Next && g.op == Op::Next) {
    return next(until_or_release(op, f.args[0], g.args[0]));
  }
  if (a == top && g.op == Op::Next) return next(until_or_release(op, top, g.args[0]));
  if (a != top && weaker(not_(b), a)) return until_or_release(op, top, b);
  if (g.op == op && weaker(a, g.args[0])) {
    // a U (c U b) = c U b if a implies c.
    return b;
  }
  if (g.op == op && weaker(g.args[0], a)) {
    // a U (c U b) = a U b if c implies a.
    return until_or_release(op, a, g.args[1]);
  }
  if (a == top && g.op == op) return until_or_release(op, top, g.args[1]);
  // <>(a && []<>b) = <>a && []<>b: what holds always or never may leave.
  if (a == top && (g.op == Op::And || g.op == Op::Or)) {
    std::vector<FormulaId> out;
    std::vector<FormulaId> in;
    for (FormulaId arg : g.args) {
      bool moves = is_eventual(arg) && is_universal(arg);
      // <>(a || b) = <>a || <>b is always right, but makes automata larger.
      (moves ? out : in).push_back(arg);
    }
    if (!out.empty()) {
      if (!in.empty()) out.push_back(until_or_release(op, top, both(in, g.op)));
      return both(out, g.op);
    }
  }
  return make({.op = op, .args = {a, b}});
}

// Eventual: if a suffix of a word satisfies it, so does the word (Etessami, Holzmann).
bool Formulas::is_eventual(FormulaId a) {
  const Formula& f = all_[a.index()];
  switch (f.op) {
    case Op::True:
    case Op::False: return true;
    case Op::Prop: return false;
    case Op::Next: return is_eventual(f.args[0]);
    case Op::And:
    case Op::Or:
      return std::all_of(f.args.begin(), f.args.end(), [&](FormulaId x) { return is_eventual(x); });
    case Op::Until: return f.args[0] == true_() || is_eventual(f.args[1]);
    case Op::Release: return f.args[0] == false_() && is_eventual(f.args[1]);
  }
  return false;
}

// Universal: if a word satisfies it, so do all its suffixes.
bool Formulas::is_universal(FormulaId a) {
  const Formula& f = all_[a.index()];
  switch (f.op) {
    case Op::True:
    case Op::False: return true;
    case Op::Prop: return false;
    case Op::Next: return is_universal(f.args[0]);
    case Op::And:
    case Op::Or:
      return std::all_of(f.args.begin(), f.args.end(),
                         [&](FormulaId x) { return is_universal(x); });
    case Op::Until: return f.args[0] == true_() && is_universal(f.args[1]);
    case Op::Release: return f.args[0] == false_() || is_universal(f.args[1]);
  }
  return false;
}

bool Formulas::implies_by_form(FormulaId a, FormulaId b) {
  if (a == b || a == false_() || b == true_()) return true;
  if (a == true_() || b == false_()) return false;
  auto key = std::make_pair(a, b);
  auto found = implications_.find(key);
  if (found != implications_.end()) return found->second;
  implications_[key] = false;  // what leads back here does not count
  bool result = decide_implies(a, b);
  implications_[key] = result;
  return result;
}

bool Formulas::decide_implies(FormulaId a, FormulaId b) {
  const Formula f = all_[a.index()];
  const Formula g = all_[b.index()];
  auto all = [&](const Formula& of, auto test) {
    return std::all_of(of.args.begin(), of.args.end(), test);
  };
  auto any = [&](const Formula& of, auto test) {
    return std::any_of(of.args.begin(), of.args.end(), test);
  };
  if (f.op == Op::Or) return all(f, [&](FormulaId x) { return implies_by_form(x, b); });
  if (g.op == Op::And) return all(g, [&](FormulaId y) { return implies_by_form(a, y); });
  if (f.op == Op::And && any(f, [&](FormulaId x) { return implies_by_form(x, b); })) return true;
  if (g.op == Op::Or && any(g, [&](FormulaId y) { return implies_by_form(a, y); })) return true;
  if (f.op == Op::Next && g.op == Op::Next) return implies_by_form(f.args[0], g.args[0]);
  if (f.op == g.op && (f.op == Op::Until || f.op == Op::Release)) {
    if (implies_by_form(f.args[0], g.args[0]) && implies_by_form(f.args[1], g.args[1])) return true;
  }
  if (f.op == Op::Until) {  // a1 U a2 implies b if a1 and a2 do
    if (implies_by_form(f.args[0], b) && implies_by_form(f.args[1], b)) return true;
  }
  if (f.op == Op::Release && implies_by_form(f.args[1], b)) return true;
  if (g.op == Op::Until && implies_by_form(a, g.args[1])) return true;
  if (g.op == Op::Release) {
    if (implies_by_form(a, g.args[0]) && implies_by_form(a, g.args[1])) return true;
  }
  return false;
}

bool Formulas::is_next_free(FormulaId a) const {
  const Formula& f = all_[a.index()];
  if (f.op == Op::Next) return false;
  return std::all_of(f.args.begin(), f.args.end(), [&](FormulaId x) { return is_next_free(x); });
}

std::string Formulas::text(FormulaId a,
                           const std::function<std::string(std::uint32_t)>& name_of) const {
  std::string out;
  print(a, name_of, false, out);
  return out;
}

void Formulas::print(FormulaId a, const std::function<std::string(std::uint32_t)>& name_of,
                     bool inner, std::string& out) const {
  const Formula& f = all_[a.index()];
  auto joined = [&](std::string_view between) {
    if (inner) out += '(';
    for (std::size_t i = 0; i < f.args.size(); ++i) {
      if (i > 0) out += between;
      print(f.args[i], name_of, true, out);
    }
    if (inner) out += ')';
  };
  auto prefixed = [&](std::string_view with, FormulaId arg) {
    out += with;
    print(arg, name_of, true, out);
  };
  switch (f.op) {
    case Op::True: out += "true"; break;
    case Op::False: out += "false"; break;
    case Op::Prop: out += (f.negated ? "!" : "") + name_of(f.prop); break;
    case Op::And: joined(" && "); break;
    case Op::Or: joined(" || "); break;
    case Op::Next: prefixed("X ", f.args[0]); break;
    case Op::Until:
      if (f.args[0] == true_()) {
        prefixed("<>", f.args[1]);
      } else {
        joined(" U ");
      }
      break;
    case Op::Release:
      if (f.args[0] == false_()) {
        prefixed("[]", f.args[1]);
      } else {
        joined(" R ");
      }
      break;
  }
}

}  // namespace ltl
