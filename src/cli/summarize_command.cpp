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
#include "pipeline/modular_view.h"

namespace cli {

namespace {

struct SummarizeOptions : CommonOptions {
  std::string method;  // of this one alone
  modular::SummaryOptions limits_of_summaries;
};

// Of Java programs, the wrapper that starts the method, and the library, are nobody's question.
bool is_wanted(const ir::Program& program, ir::ProcId id, bool is_java, bool is_named) {
  if (!is_java) return !is_named || id == program.entry;
  const ir::Procedure& proc = program.proc(id);
  const ir::MethodName& entry = program.proc(program.entry).method;
  return !proc.is_library && (!is_named || proc.method == entry);
}

int summarize(const SummarizeOptions& options) {
  Input input;
  input.java.lowering.is_open = true;
  LoadOptions load{.paths = options.paths, .entry = options.method};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input);
  bool is_java = pipeline::is_lowered_per_entry(input.language);
  if (good && !is_java && !options.method.empty()) {
    good = pipeline::choose_entry(options.method, *input.program, input.sink);
  }
  good = good && modular::check_formulas(input.sources, *input.program, input.sink);
  show_diagnostics(input);
  if (!good) return kBadInput;
  auto slice = pipeline::without_library(*input.program);
  const ir::Program& program = slice ? *slice : *input.program;
  modular::Slots slots(program);
  modular::EffectTable effects =
      modular::read_effects(input.sources, program, slots, is_java ? program.entry : ir::ProcId());
  modular::Summarizer summarizer(program, slots, effects, options.limits_of_summaries);
  std::string text;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    ir::ProcId proc(i);
    if (is_java && !effects.is_known(proc)) continue;
    if (!is_wanted(program, proc, is_java, !options.method.empty())) continue;
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
