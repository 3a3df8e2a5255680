#include "engine/interp/condition.h"

#include <algorithm>

namespace interp {

namespace {

void collect_locals(const ir::Program& program, ir::ExprId id, std::vector<ir::LocalId>& found) {
  if (!id) return;
  const ir::Expr& expr = program.expr(id);
  if (expr.kind == ir::ExprKind::Local &&
      std::find(found.begin(), found.end(), expr.local) == found.end()) {
    found.push_back(expr.local);
  }
  for (ir::ExprId part : {expr.a, expr.b, expr.c}) collect_locals(program, part, found);
}

std::string value_of(const Scope& scope, const Value& value, ir::TypeId type) {
  std::string text = show(scope.model.program(), scope.state, value, type);
  const auto* object = std::get_if<ObjectId>(&value);
  if (object && scope.state.object(*object).is_array()) {
    text += " " + show_contents(scope.model, scope.state, *object);
  }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> condition_values(const Scope& scope,
                                                                  const ir::Procedure& proc,
                                                                  ir::ExprId condition) {
  std::vector<ir::LocalId> named;
  collect_locals(scope.model.program(), condition, named);
  std::vector<std::pair<std::string, std::string>> result;
  for (ir::LocalId id : named) {
    const ir::Local& local = proc.local(id);
    bool is_result = id == proc.retval;
    if (!is_result && !ir::is_shown(local)) continue;
    std::string name(is_result ? "retval" : ir::display_name(local));
    result.emplace_back(std::move(name), value_of(scope, scope.locals[id.index()], local.type));
  }
  return result;
}

}  // namespace interp
