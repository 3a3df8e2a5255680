#include "logic/ltl/proposition.h"

#include <algorithm>

namespace ltl {

namespace {

template <class Id, class Items, class Test>
Id find_item(const Items& items, Test test) {
  auto found = std::find_if(items.begin(), items.end(), test);
  return found == items.end() ? Id() : Id(static_cast<std::size_t>(found - items.begin()));
}

bool bind_own(Term& term, const ir::Program& program) {
  auto named = [&](const auto& item) { return item.name == term.name; };
  switch (term.kind) {
    case TermKind::Global:
      term.global = find_item<ir::GlobalId>(program.globals, named);
      return term.global.is_valid();
    case TermKind::Field:
      term.field = find_item<ir::FieldId>(program.fields, [&](const ir::Field& field) {
        return field.name == term.name && program.cls(field.owner).name == term.owner;
      });
      return term.field.is_valid();
    case TermKind::ThreadAt:
    case TermKind::ThreadVariable:
    case TermKind::SomeThread: {
      term.proc = program.find_proc(term.owner);
      if (!term.proc.is_valid()) return true;  // nothing starts it
      const ir::Procedure& proc = program.proc(term.proc);
      if (term.kind == TermKind::SomeThread) return true;
      if (term.kind == TermKind::ThreadAt) {
        term.location = find_item<ir::LocId>(proc.locations, named);
        if (!term.location.is_valid()) term.proc = {};  // nothing comes there
        return true;
      }
      term.local = find_item<ir::LocalId>(proc.locals, named);
      return term.local.is_valid();
    }
    default: return true;
  }
}

}  // namespace

std::optional<std::string> bind(Term& term, const ir::Program& program) {
  if (!bind_own(term, program)) {
    return term.owner.empty() ? term.name : term.owner + "." + term.name;
  }
  for (Term& arg : term.args) {
    if (auto missing = bind(arg, program)) return missing;
  }
  return std::nullopt;
}

}  // namespace ltl
