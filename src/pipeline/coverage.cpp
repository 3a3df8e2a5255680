#include "pipeline/coverage.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <variant>

namespace pipeline {

namespace {

bool is_exceptional(const ir::Transition& t) {
  return std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& action) {
    const auto* check = std::get_if<ir::CheckContract>(&action);
    return check && check->kind == ir::ContractKind::Exceptional;
  });
}

}  // namespace

Taken none_taken(const ir::Program& program) {
  Taken result;
  for (const ir::Procedure& proc : program.procs) {
    result.emplace_back(proc.transitions.size(), false);
  }
  return result;
}

std::vector<verdict::MethodCoverage> coverage_of(const ir::Program& program, const Taken& taken) {
  std::vector<verdict::MethodCoverage> result;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    const ir::Procedure& proc = program.procs[i];
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, bool> statements;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, base::Span> spans;
    for (std::size_t k = 0; k < proc.transitions.size(); ++k) {
      const ir::Transition& t = proc.transitions[k];
      if (!t.span.is_valid() || is_exceptional(t)) continue;
      std::tuple key(t.span.file.index(), t.span.begin, t.span.end);
      statements[key] = statements[key] || taken[i][k];
      spans[key] = t.span;
    }
    if (statements.empty()) continue;
    verdict::MethodCoverage& method = result.emplace_back();
    method.method = proc.name;
    for (const auto& [key, is_reached] : statements) {
      (is_reached ? method.reached : method.unreached).push_back(spans[key]);
    }
  }
  return result;
}

}  // namespace pipeline
