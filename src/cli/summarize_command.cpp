// `braid summarize`: relational summaries of procedures.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/execution.h"
#include "cli/output.h"
#include "cli/search_options.h"
#include "cli/status.h"
#include "engine/modular/summarize.h"
#include "pipeline/entry.h"
#include "pipeline/load.h"

namespace cli {

namespace {

struct SummarizeOptions : CommonOptions {
  std::string method;  // of this one alone
  modular::SummaryOptions limits_of_summaries;
};

int summarize(const SummarizeOptions& options) {
  Input input;
  LoadOptions load{.paths = options.paths, .entry = options.method};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input);
  if (good && !options.method.empty()) {
    good = pipeline::choose_entry(options.method, *input.program, input.sink);
  }
  good = good && modular::check_formulas(input.sources, *input.program, input.sink);
  show_diagnostics(input);
  if (!good) return kBadInput;
  const ir::Program& program = *input.program;
  modular::Slots slots(program);
  modular::EffectTable effects = modular::read_effects(input.sources, program, slots);
  modular::Summarizer summarizer(program, slots, effects, options.limits_of_summaries);
  std::string text;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    ir::ProcId proc(i);
    if (!options.method.empty() && proc != program.entry) continue;
    if (!text.empty()) text += "\n";
    std::string why_not = effects.of(proc).unsupported;
    if (program.proc(proc).spec) {
      why_not = "it is given by specification only";
    } else if (effects.of(proc).reaches_spec_only) {
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

}  // namespace

void add_summarize(Command& c) {
  auto options = std::make_shared<SummarizeOptions>();
  c.files(*options);
  c.text("--method", options->method, "of this procedure alone, as Class.method");
  add_summary_options(c, options->limits_of_summaries, {});
  c.limits(*options);
  c.action({.common = options.get(), .run = [options] { return summarize(*options); }});
}

}  // namespace cli
