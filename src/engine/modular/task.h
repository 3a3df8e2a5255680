// What is to be checked, as all stages of the check need it.
#pragma once

#include <cstdint>
#include <string>

#include "base/run/run.h"
#include "engine/modular/effects.h"
#include "engine/modular/heap.h"
#include "engine/modular/property.h"
#include "engine/modular/summarize.h"
#include "ir/program.h"

namespace modular {

enum class Start : std::uint8_t {
  Summaries,  // what summaries say
  Frames,     // frame conditions only: what the procedure cannot change stays
};

struct RefineOptions {
  std::uint32_t unwind = 3;
  bool inline_calls = false;  // no specifications at all
  Start start = Start::Summaries;
  std::uint32_t budget = 1;  // refinements of one procedure before its calls are inlined
  // Procedures without loops are inlined from the start if they have at most so many transitions.
  std::uint32_t inline_size = 20;
  // Nodes of a question that is large with all calls inlined: refinement then has more patience.
  std::size_t large_size = 3'000;
};

// One goal of one procedure.
struct Task {
  run::Run& run;
  const ir::Program& program;
  const EffectTable& effects;
  Heap& heap;
  Summarizer& summarizer;
  const Formulas& formulas;  // of the program, read with this heap
  RefineOptions options;
  ir::ProcId proc;
  const Property* property;  // nullptr: the assertions and contracts of the procedure

  rel::Exprs& exprs() const { return heap.exprs(); }
  const Slots& slots() const { return heap.slots(); }
};

// A formula for the solver, and what it says.
struct LabelledFormula {
  rel::Formula formula;
  std::string label;
};

}  // namespace modular
