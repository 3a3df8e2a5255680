// Functions over whole terms, all with explicit stacks.
#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "logic/term/terms.h"

namespace term {

namespace {

// Calls `visit` once for every subterm of the roots, operands first.
template <class Visit>
void for_each_subterm(const Terms& terms, std::span<const Term> roots, Visit visit) {
  std::unordered_set<Term> seen;
  struct Entry {
    Term t;
    bool is_expanded;
  };
  std::vector<Entry> stack;
  for (Term root : roots) {
    stack.push_back({root, false});
    while (!stack.empty()) {
      Entry& top = stack.back();
      Term t = top.t;
      if (top.is_expanded) {
        stack.pop_back();
        visit(t);
        continue;
      }
      if (!seen.insert(t).second) {
        stack.pop_back();
        continue;
      }
      top.is_expanded = true;
      std::span<const Term> args = terms.args(t);
      for (std::size_t i = args.size(); i-- > 0;) {
        if (!seen.contains(args[i])) stack.push_back({args[i], false});
      }
    }
  }
}

}  // namespace

std::vector<Variable> variables_of(const Terms& terms, std::span<const Term> roots) {
  std::vector<Variable> found;
  for_each_subterm(terms, roots, [&](Term t) {
    if (terms.is_variable(t)) found.push_back(terms.variable_of(t));
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Variable> variables_of(const Terms& terms, Term root) {
  return variables_of(terms, std::span<const Term>(&root, 1));
}

Term substitute(Terms& terms, Term root, const Substitution& substitution) {
  std::unordered_map<Term, Term> done;  // only what changed
  auto result_of = [&](Term t) {
    auto found = done.find(t);
    return found == done.end() ? t : found->second;
  };
  std::vector<Term> operands;
  for_each_subterm(terms, std::span<const Term>(&root, 1), [&](Term t) {
    if (terms.is_variable(t)) {
      std::size_t index = terms.variable_of(t).index();
      if (index >= substitution.size() || !substitution[index].is_valid()) return;
      CHECK(terms.sort(substitution[index]) == terms.sort(t), "a substitution changes sorts");
      if (substitution[index] != t) done.emplace(t, substitution[index]);
      return;
    }
    operands.clear();
    bool is_changed = false;
    for (Term arg : terms.args(t)) {
      operands.push_back(result_of(arg));
      is_changed = is_changed || operands.back() != arg;
    }
    if (is_changed) done.emplace(t, terms.make(terms.op(t), terms.sort(t), operands));
  });
  return result_of(root);
}

void append_conjuncts(const Terms& terms, Term root, std::vector<Term>& out) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term t = stack.back();
    stack.pop_back();
    if (terms.is_true(t)) continue;
    if (terms.op(t) != Op::And) {
      out.push_back(t);
      continue;
    }
    std::span<const Term> args = terms.args(t);
    for (std::size_t i = args.size(); i-- > 0;) stack.push_back(args[i]);
  }
}

std::vector<Term> copy(const Terms& from, std::span<const Term> roots, Terms& to) {
  std::unordered_map<Term, Term> done;
  std::vector<Term> operands;
  for_each_subterm(from, roots, [&](Term t) {
    Term result;
    if (from.is_constant(t)) {
      result = to.constant(from.sort(t), from.value(t));
    } else if (from.is_variable(t)) {
      result = to.variable(from.sort(t), from.name(from.variable_of(t)));
    } else {
      operands.clear();
      for (Term arg : from.args(t)) operands.push_back(done.at(arg));
      result = to.make(from.op(t), from.sort(t), operands);
    }
    done.emplace(t, result);
  });
  std::vector<Term> results;
  for (Term root : roots) results.push_back(done.at(root));
  return results;
}

std::size_t dag_size(const Terms& terms, Term root) {
  std::size_t count = 0;
  for_each_subterm(terms, std::span<const Term>(&root, 1), [&](Term) { ++count; });
  return count;
}

}  // namespace term
