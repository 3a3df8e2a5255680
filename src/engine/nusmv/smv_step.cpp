#include "engine/nusmv/smv_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace nusmv {

bool smv_is_atom(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

// ---------------------------------------------------------------- traps

std::string SmvTraps::add(const std::string& key, const std::string& wanted) {
  auto found = by_key_.find(key);
  if (found != by_key_.end()) return found->second;
  std::string name = layout_.names().make(wanted);
  by_key_[key] = name;
  names_.push_back(name);
  return name;
}

std::string SmvTraps::error() {
  bool known = by_key_.contains("error");
  std::string name = add("error", "error");
  if (!known) specs_.push_back({SmvSpecKind::Error, "trap != " + name, {}, {}});
  return name;
}

std::string SmvTraps::discarded() { return add("discarded", "discarded"); }

std::string SmvTraps::limit(const std::string& what) {
  std::string key = "limit_" + what;
  bool known = by_key_.contains(key);
  std::string name = add(key, key);
  if (!known) specs_.push_back({SmvSpecKind::Limit, "trap != " + name, what, {}});
  return name;
}

std::string SmvTraps::assertion(ir::ProcId proc, ir::TransId transition, std::size_t action,
                                base::Span span) {
  std::string key = fmt::format("assert {} {} {}", proc.index(), transition.index(), action);
  bool known = by_key_.contains(key);
  std::string name = add(key, "assertion");
  if (!known) specs_.push_back({SmvSpecKind::Assert, "trap != " + name, {}, span});
  return name;
}

// ---------------------------------------------------------------- the transition

SmvStep::SmvStep(SmvLayout& layout, SmvTraps& traps, std::size_t thread, ir::TransId transition,
                 std::string prefix)
    : layout_(layout),
      traps_(traps),
      program_(layout.program()),
      self_(thread),
      proc_(program_.proc(layout.threads[thread].proc)),
      id_(transition),
      transition_(proc_.transitions[transition.index()]),
      prefix_(std::move(prefix)) {
  const SmvThread& slot = layout_.threads[self_];
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    if (slot.embedded[i] != kNoVar) {
      locals_.push_back(object_value(slot.embedded[i]));
    } else if (slot.locals[i] != kNoVar) {
      locals_.push_back(read(slot.locals[i]));
    } else {
      SmvDomain domain = layout_.domain_of(proc_.locals[i].type);
      locals_.push_back({default_text(domain), domain});
    }
  }
}

void SmvStep::write() {
  const SmvThread& slot = layout_.threads[self_];
  for (const ir::Action& action : transition_.reads) ir::visit(*this, action);
  std::string guard = transition_.guard ? condition(transition_.guard) : "TRUE";
  std::vector<std::string> undefined;
  for (const auto& [bad, trap] : failures_) undefined.push_back(bad);
  std::string unknown = "FALSE";
  std::string stops =
      transition_.actions.empty() ? "FALSE" : blocked(transition_.actions.front(), unknown);
  undefined.push_back(smv_and(guard, unknown));
  std::string here = smv_equal(layout_.vars[slot.pc].name,
                               layout_.locations[slot.proc.index()][transition_.source.index()]);
  enabled_ = smv_and(here, smv_or(smv_or(undefined), smv_and(guard, smv_not(stops))));
  for (action_ = 0; action_ < transition_.actions.size(); ++action_) {
    ir::visit(*this, transition_.actions[action_]);
  }
  leave(transition_.target);
  for (const auto& [var, text] : store_) {
    if (text != layout_.vars[var].name) updates_[var] = text;
  }
}

void SmvStep::leave(ir::LocId target) {
  const SmvThread& slot = layout_.threads[self_];
  if (target == proc_.except) return end_program();
  bool ends = target == proc_.exit;
  write_var(slot.pc, ends ? layout_.ended : layout_.locations[slot.proc.index()][target.index()]);
  finish_locals(target);
}

// The values of the locals at the target; an ended thread has none.
void SmvStep::finish_locals(ir::LocId target) {
  const SmvThread& slot = layout_.threads[self_];
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    if (slot.locals[i] == kNoVar) continue;
    bool kept = target != proc_.exit && layout_.is_kept(slot.proc, target, ir::LocalId(i));
    write_var(slot.locals[i], kept ? locals_[i].text : layout_.vars[slot.locals[i]].initial);
  }
}

// An exception that nobody catches ends all threads.
void SmvStep::end_program() {
  const SmvThread& self = layout_.threads[self_];
  std::string thrown = self.exception == kNoVar ? "FALSE" : read(self.exception).text;
  fail_error(smv_not(thrown));
  for (const SmvThread& slot : layout_.threads) {
    std::string never = smv_equal(read(slot.pc).text, layout_.idle);
    write_var(slot.pc,
              &slot == &self ? layout_.ended : smv_case({{never, layout_.idle}}, layout_.ended));
    for (std::size_t var : slot.locals) {
      if (var != kNoVar) write_var(var, layout_.vars[var].initial);
    }
  }
}

// ---------------------------------------------------------------- values

SmvValue SmvStep::share(SmvValue value, const std::string& hint) {
  if (smv_is_atom(value.text)) return value;
  std::string name = layout_.names().make(fmt::format("{}_{}", prefix_, hint));
  defines_.emplace_back(name, value.text);
  value.text = name;
  return value;
}

SmvValue SmvStep::read(std::size_t var) const {
  auto written = store_.find(var);
  const SmvVar& v = layout_.vars[var];
  return {written == store_.end() ? v.name : written->second, v.domain};
}

void SmvStep::write_if(const std::string& condition, std::size_t var, const std::string& text) {
  SmvValue old = share(read(var), layout_.vars[var].name);
  write_var(var, smv_case({{condition, text}}, old.text));
}

SmvValue SmvStep::object_value(std::size_t object) const {
  SmvValue result{layout_.objects[object].name, {.kind = SmvKind::Ref}};
  result.domain.targets = {object};
  return result;
}

SmvValue SmvStep::cell_value(const SmvCell& cell) const {
  if (cell.kind == SmvCell::Kind::Object) return object_value(cell.index);
  return read(cell.index);
}

std::string SmvStep::default_text(const SmvDomain& domain) const {
  switch (domain.kind) {
    case SmvKind::Bool: return "FALSE";
    case SmvKind::Int:
      if (domain.members.empty() && domain.lo <= 0 && domain.hi >= 0) return "0";
      return std::to_string(domain.members.empty() ? domain.lo : domain.members.front());
    default: return layout_.null;
  }
}

// The first value whose condition holds; what it may be is the union of all.
SmvValue SmvStep::merged(const std::vector<std::pair<std::string, SmvValue>>& cases,
                         const SmvDomain& otherwise) const {
  if (cases.empty()) return {default_text(otherwise), otherwise};
  SmvValue result{{}, cases.front().second.domain};
  result.domain.members.clear();
  SmvCases texts;
  for (const auto& [condition, value] : cases) {
    texts.emplace_back(condition, value.text);
    result.domain.lo = std::min(result.domain.lo, value.domain.lo);
    result.domain.hi = std::max(result.domain.hi, value.domain.hi);
    for (std::size_t target : value.domain.targets) {
      auto& all = result.domain.targets;
      if (std::find(all.begin(), all.end(), target) == all.end()) all.push_back(target);
    }
  }
  std::sort(result.domain.targets.begin(), result.domain.targets.end());
  // The default has to be one of the values that were merged.
  std::string last =
      result.domain.kind == SmvKind::Int ? texts.back().second : default_text(result.domain);
  result.text = smv_case(texts, last);
  return result;
}

void SmvStep::fail(const std::string& condition, const std::string& trap) {
  if (condition != "FALSE") failures_.emplace_back(condition, trap);
}

void SmvStep::fail_error(const std::string& condition) {
  if (condition != "FALSE") fail(condition, traps_.error());
}

void SmvStep::fail_limit(const std::string& condition, const std::string& what) {
  if (condition != "FALSE") fail(condition, traps_.limit(what));
}

SmvValue SmvStep::converted(SmvValue value, ir::TypeId type) {
  SmvDomain domain = layout_.domain_of(type);
  if (domain.kind == SmvKind::Ref || domain.kind == SmvKind::Tid) {
    if (value.domain.kind == domain.kind) return value;
    return {value.text, {.kind = domain.kind}};
  }
  if (domain.kind != SmvKind::Int) return value;
  bool same = value.domain.lo >= domain.lo && value.domain.hi <= domain.hi;
  if (same && (domain.members.empty() || domain.members == value.domain.members)) return value;
  value = share(std::move(value), "value");
  std::string outside;
  if (domain.members.empty()) {
    std::string below = value.domain.lo < domain.lo
                            ? fmt::format("({} < {})", value.text, domain.lo)
                            : std::string("FALSE");
    std::string above = value.domain.hi > domain.hi
                            ? fmt::format("({} > {})", value.text, domain.hi)
                            : std::string("FALSE");
    outside = smv_or(below, above);
  } else {
    outside = fmt::format("!({} in {})", value.text, layout_.type_text(domain));
  }
  if (value.domain.lo == value.domain.hi) {
    // A constant: known now.
    std::int64_t n = value.domain.lo;
    bool fits = n >= domain.lo && n <= domain.hi &&
                (domain.members.empty() || std::find(domain.members.begin(), domain.members.end(),
                                                     n) != domain.members.end());
    outside = fits ? "FALSE" : "TRUE";
  }
  fail_limit(outside, "range");
  // Where it is outside, the value is never stored; but it must be a value of the type
  // all the same, for operators that come later.
  if (outside == "TRUE") return {default_text(domain), domain};
  value.domain = domain;
  return value;
}

void SmvStep::set_local(ir::LocalId target, SmvValue value) {
  if (!target) return;
  const ir::Local& local = proc_.local(target);
  locals_[target.index()] = share(converted(std::move(value), local.type), local.name);
}

std::string SmvStep::length_of(std::size_t object) const {
  const SmvObject& array = layout_.objects[object];
  return array.length == kNoVar ? std::to_string(array.cells.size()) : read(array.length).text;
}

std::string SmvStep::exists(std::size_t object) const {
  std::size_t in_use = layout_.objects[object].in_use;
  return in_use == kNoVar ? "TRUE" : read(in_use).text;
}

std::string SmvStep::null_test(const SmvValue& value) const {
  if (value.text == layout_.null) return "TRUE";
  bool is_object = value.domain.targets.size() == 1 && value.domain.kind == SmvKind::Ref &&
                   value.text == layout_.objects[value.domain.targets[0]].name;
  return is_object ? "FALSE" : smv_equal(value.text, layout_.null);
}

std::vector<SmvStep::CellCase> SmvStep::field_cells(const SmvValue& object, ir::FieldId field,
                                                    std::string& undefined) {
  std::vector<CellCase> result;
  std::vector<std::string> without;
  for (std::size_t target : object.domain.targets) {
    const SmvObject& o = layout_.objects[target];
    std::string is_it = smv_equal(object.text, o.name);
    auto at = std::find(o.fields.begin(), o.fields.end(), field);
    if (at == o.fields.end()) {
      without.push_back(is_it);
    } else {
      result.push_back({is_it, o.cells[static_cast<std::size_t>(at - o.fields.begin())]});
    }
  }
  undefined = smv_or(null_test(object), smv_or(without));
  return result;
}

std::vector<SmvStep::CellCase> SmvStep::element_cells(const SmvValue& array, const SmvValue& index,
                                                      std::string& undefined) {
  std::vector<CellCase> result;
  std::vector<std::string> outside;
  for (std::size_t target : array.domain.targets) {
    const SmvObject& o = layout_.objects[target];
    if (!o.array) continue;
    std::string is_it = smv_equal(array.text, o.name);
    bool may_pass = o.length != kNoVar || index.domain.lo < 0 ||
                    index.domain.hi >= static_cast<std::int64_t>(o.cells.size());
    if (may_pass) {
      outside.push_back(
          smv_and(is_it, smv_or(fmt::format("({} < 0)", index.text),
                                fmt::format("({} >= {})", index.text, length_of(target)))));
    }
    for (std::size_t i = 0; i < o.cells.size(); ++i) {
      auto n = static_cast<std::int64_t>(i);
      if (n < index.domain.lo || n > index.domain.hi) continue;
      result.push_back({smv_and(is_it, smv_equal(index.text, std::to_string(i))), o.cells[i]});
    }
  }
  undefined = smv_or(null_test(array), smv_or(outside));
  return result;
}

SmvValue SmvStep::load(const std::vector<CellCase>& cells, ir::TypeId type) {
  std::vector<std::pair<std::string, SmvValue>> cases;
  for (const CellCase& c : cells) cases.emplace_back(c.condition, cell_value(c.cell));
  return merged(cases, layout_.domain_of(type));
}

void SmvStep::store(const std::vector<CellCase>& cells, const SmvValue& given, ir::TypeId type) {
  SmvValue value = share(converted(given, type), "stored");
  for (const CellCase& c : cells) write_if(c.condition, c.cell.index, value.text);
}

}  // namespace nusmv
