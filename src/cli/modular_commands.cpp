// Commands around modular verification: summarize.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/entry.h"
#include "cli/load.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "engine/modular/summarize.h"

namespace cli {

int summarize_command(const SummarizeOptions& options) {
  Input input;
  LoadOptions load{.paths = options.paths, .entry = options.method};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input);
  if (good && !options.method.empty()) {
    good = choose_entry(options.method, *input.program, input.sink);
  }
  good = good && modular::check_formulas(input.sources, *input.program, input.sink);
  show_diagnostics(input);
  if (!good) return kBadInput;
  const ir::Program& program = *input.program;
  modular::Slots slots(program);
  modular::EffectTable effects = modular::read_effects(input.sources, program, slots);
  modular::Summarizer summarizer(program, slots, effects, options.limits);
  std::string text;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    ir::ProcId proc(i);
    if (!options.method.empty() && proc != program.entry) continue;
    if (!text.empty()) text += "\n";
    std::string why_not = effects.of(proc).unsupported;
    if (program.proc(proc).spec) {
      why_not = "it is given by specification only";
    } else if (effects.of(proc).is_given) {
      why_not = "it calls methods that are given by specification only";
    }
    if (why_not.empty()) {
      text += modular::show_summary(summarizer, program, slots, proc);
    } else {
      text += fmt::format("{}\n  no summary: {}\n", program.proc(proc).name, why_not);
    }
  }
  return write_result("", text);
}

}  // namespace cli
