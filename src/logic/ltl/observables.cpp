#include "logic/ltl/observables.h"

#include <algorithm>

#include "logic/ltl/parser.h"

namespace ltl {

namespace {

template <class Items>
bool is_named(const Items& items, const std::string& name) {
  return std::any_of(items.begin(), items.end(),
                     [&](const auto& item) { return item.name == name; });
}

// Names that the class declares get its name in front. Behind a place stand variables of a method.
SyntaxPtr qualified(const Syntax& s, const std::string& cls, const Observable& of,
                    const ir::Program& program) {
  Syntax result = s;
  std::string full = cls + "." + s.name;
  if (s.kind == SyntaxKind::At && program.find_proc(full).is_valid()) result.name = full;
  if (s.kind == SyntaxKind::Name && s.scope != NameScope::Fixed) {
    std::string head = s.name.substr(0, s.name.find('.'));
    bool is_own = !std::count(of.params.begin(), of.params.end(), head) &&
                  is_named(program.globals, cls + "." + head);
    if (is_own) result.name = full;
  }
  if (s.kind != SyntaxKind::At) {
    for (SyntaxPtr& arg : result.args) arg = qualified(*arg, cls, of, program);
  }
  return std::make_shared<const Syntax>(std::move(result));
}

}  // namespace

void read_observables(const ir::Program& program, const base::Sources& sources, diag::Sink& sink,
                      Properties& into) {
  for (const ir::Observable& from : program.observables) {
    auto made = parse_observable(sources, from.span, sink, into.observables);
    if (!made) continue;
    made->span = from.span;
    std::size_t dot = from.name.rfind('.');
    if (dot != std::string::npos) {
      made->body = qualified(*made->body, from.name.substr(0, dot), *made, program);
      std::string bare = from.name.substr(dot + 1);
      auto [found, is_new] = into.observables.try_emplace(bare, *made);
      if (!is_new) found->second.body = nullptr;
    }
    declare(from.name, std::move(*made), sink, into.observables);
  }
}

}  // namespace ltl
