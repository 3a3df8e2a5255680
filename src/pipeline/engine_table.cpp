#include "pipeline/engine_table.h"

#include <fmt/format.h>

#include "pipeline/finite_engine.h"
#include "pipeline/interp_engine.h"
#include "pipeline/modular_engine.h"
#include "pipeline/symex_engine.h"

namespace pipeline {

const EngineRow& row_of(Engine engine) {
  static constexpr EngineRow kSymex{.engine = Engine::Symex,
                                    .help = "symbolic execution (default)",
                                    .finds_races = true,
                                    .refuse = refuse_symex,
                                    .run = run_symex,
                                    .describe = describe_symex};
  static constexpr EngineRow kInterp{.engine = Engine::Interp,
                                     .help = "enumerate every execution",
                                     .finds_races = true,
                                     .refuse = refuse_nothing,
                                     .run = run_interp,
                                     .describe = describe_inputs};
  static constexpr EngineRow kMc{.engine = Engine::Mc,
                                 .help = "explicit-state search of a finite model",
                                 .needs_finite_model = true,
                                 .checks_constants = true,
                                 .refuse = refuse_finite,
                                 .run = run_finite,
                                 .describe = describe_finite};
  static constexpr EngineRow kSpin{.engine = Engine::Spin,
                                   .help = "SPIN on such a model",
                                   .needs_finite_model = true,
                                   .refuse = refuse_finite,
                                   .run = run_finite,
                                   .describe = describe_finite};
  static constexpr EngineRow kNusmv{.engine = Engine::Nusmv,
                                    .help = "NuSMV on such a model",
                                    .needs_finite_model = true,
                                    .refuse = refuse_finite,
                                    .run = run_finite,
                                    .describe = describe_finite};
  static constexpr EngineRow kModular{
      .engine = Engine::Modular,
      .help = "relational logic, with specifications in the place of calls",
      .reads_specifications = true,
      .shows_progress = false,
      .can_shorten = false,
      .refuse = refuse_modular,
      .run = run_modular,
      .describe = describe_modular};
  switch (engine) {
#define ENGINE(value, word) \
  case Engine::value:       \
    return k##value;
#include "pipeline/engines.def"
#undef ENGINE
  }
  UNREACHABLE("engine");
}

std::string engines_help() {
  std::string result;
  for (const auto& [engine, word] : words_of(Engine{})) {
    result += fmt::format("{}{}: {}", result.empty() ? "" : "; ", word, row_of(engine).help);
  }
  return result;
}

}  // namespace pipeline
