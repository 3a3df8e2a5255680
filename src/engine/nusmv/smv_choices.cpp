// Choices: each takes the next of the input variables `choice_0`, `choice_1`, …, whose
// value is the number of the alternative. Every choosing action takes one, whether there
// is a choice or not, so that readers of traces know which is which.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/nusmv/smv_step.h"

namespace nusmv {

std::string SmvStep::add_choice(std::size_t count, const std::string& condition) {
  if (choices_.size() == kSmvMostChoices) {
    throw SmvUnsupported{fmt::format("more than {} choices in one transition", kSmvMostChoices)};
  }
  choices_.push_back({count, condition});
  return fmt::format("choice_{}", choices_.size() - 1);
}

void SmvStep::operator()(const ir::Havoc& a) {
  SmvDomain domain = layout_.domain_of(proc_.local(a.target).type);
  if (domain.kind == SmvKind::Bool) {
    set_local(a.target, {smv_equal(add_choice(2, "TRUE"), "1"), domain});
    return;
  }
  CHECK(domain.kind == SmvKind::Int, "a finite model has no arbitrary references");
  if (domain.members.empty()) {
    std::string choice = add_choice(static_cast<std::size_t>(domain.hi - domain.lo + 1), "TRUE");
    set_local(a.target, {fmt::format("({} + {})", choice, domain.lo), domain});
    return;
  }
  std::string choice = add_choice(domain.members.size(), "TRUE");
  SmvCases cases;
  for (std::size_t i = 0; i < domain.members.size(); ++i) {
    cases.emplace_back(smv_equal(choice, std::to_string(i)), std::to_string(domain.members[i]));
  }
  set_local(a.target, {smv_case(cases, std::to_string(domain.members.front())), domain});
}

// Only the chosen value is computed.
void SmvStep::operator()(const ir::Choose& a) {
  std::string choice = add_choice(a.values.size(), "TRUE");
  bool is_cut = layout_.options().choose_free && !a.external && a.values.size() > 1;
  if (is_cut) fail_limit("TRUE", "choices");
  std::vector<std::pair<std::string, SmvValue>> cases;
  std::vector<std::string> undefined;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    Result value = eval(a.values[i]);
    std::string chosen =
        a.values.size() == 1 ? std::string("TRUE") : smv_equal(choice, std::to_string(i));
    undefined.push_back(smv_and(chosen, value.undefined));
    cases.emplace_back(chosen, std::move(value.value));
  }
  fail_error(smv_or(undefined));
  SmvDomain domain = layout_.domain_of(proc_.local(a.target).type);
  set_local(a.target, merged(cases, domain));
}

void SmvStep::choose_object(ir::LocalId target, const std::vector<std::size_t>& among,
                            const std::vector<std::string>& possible) {
  std::string choice = add_choice(std::max<std::size_t>(among.size(), 1), "TRUE");
  if (among.empty()) return;
  if (layout_.options().choose_free) {
    std::string one = "FALSE";  // there is one among those before
    std::string two = "FALSE";
    for (const std::string& is_there : possible) {
      two = smv_or(two, smv_and(one, is_there));
      one = smv_or(one, is_there);
    }
    fail_limit(two, "choices");
  }
  std::string any = share({smv_or(possible), {}}, "any").text;
  std::vector<std::string> allowed{smv_and(smv_not(any), smv_equal(choice, "0"))};
  std::vector<std::pair<std::string, SmvValue>> cases{{smv_not(any), locals_[target.index()]}};
  for (std::size_t i = 0; i < among.size(); ++i) {
    std::string chosen = smv_equal(choice, std::to_string(i));
    allowed.push_back(smv_and(chosen, possible[i]));
    cases.emplace_back(chosen, object_value(among[i]));
  }
  choices_.back().condition = smv_or(allowed);
  set_local(target, merged(cases, {.kind = SmvKind::Ref}));
}

void SmvStep::operator()(const ir::ChooseInstance& a) {
  std::vector<std::size_t> among = layout_.instances(a.cls);
  std::vector<std::string> possible;
  for (std::size_t object : among) possible.push_back(exists(object));
  choose_object(a.target, among, possible);
}

// Which objects are reachable in one more step, as often as there are objects.
void SmvStep::operator()(const ir::ChooseReachable& a) {
  SmvValue root = share(checked(a.root), "root");
  std::vector<std::string> reached(layout_.objects.size(), "FALSE");
  for (std::size_t target : root.domain.targets) {
    reached[target] = smv_equal(root.text, layout_.objects[target].name);
  }
  for (std::size_t round = 0; round < layout_.objects.size(); ++round) {
    std::vector<std::string> next = reached;
    bool grows = false;
    for (std::size_t from = 0; from < layout_.objects.size(); ++from) {
      if (reached[from] == "FALSE") continue;
      for (const SmvCell& cell : layout_.objects[from].cells) {
        if (cell.kind == SmvCell::Kind::Lock) continue;
        SmvValue value = cell_value(cell);
        if (value.domain.kind != SmvKind::Ref) continue;
        for (std::size_t target : value.domain.targets) {
          if (target == from || reached[target] == "TRUE") continue;
          grows = true;
          std::string refers = smv_equal(value.text, layout_.objects[target].name);
          next[target] = smv_or(next[target], smv_and(reached[from], refers));
        }
      }
    }
    if (!grows) break;
    for (std::size_t i = 0; i < next.size(); ++i) {
      reached[i] = share({next[i], {}}, "reaches_" + layout_.objects[i].name).text;
    }
  }
  std::vector<std::size_t> among;
  std::vector<std::string> possible;
  for (std::size_t object : layout_.instances(a.cls)) {
    if (reached[object] == "FALSE") continue;
    among.push_back(object);
    possible.push_back(reached[object]);
  }
  choose_object(a.target, among, possible);
}

}  // namespace nusmv
