#include <fmt/format.h>

#include "engine/prove/from_oox.h"
#include "logic/dl/print.h"

namespace prove {

std::string program_text(const dl::Program& program) {
  const dl::Store& store = *program.store;
  auto expr = [&](dl::ExprId id) { return dl::print(store, id, dl::Style::Source); };
  std::string out;
  for (const dl::Declaration& declaration : program.declarations) {
    const dl::Variable& var = store.var(declaration.var);
    out +=
        fmt::format("{} {} := {};\n", dl::spelling(var.sort), var.name, expr(declaration.initial));
  }
  for (const dl::Clause& clause : program.requires_) {
    out += fmt::format("requires {};\n", expr(clause.formula));
  }
  for (const dl::Clause& clause : program.ensures) {
    out += fmt::format("ensures {};\n", expr(clause.formula));
  }
  for (const dl::Process& process : program.processes) {
    out += fmt::format("proc {{ {} }}\n", dl::print(store, process.code, dl::Style::Source));
  }
  return out;
}

}  // namespace prove
