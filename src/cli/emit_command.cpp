// `braid emit`: prints a program in another language.
#include <fmt/format.h>

#include "base/check.h"
#include "cli/command.h"
#include "cli/execution.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/program_options.h"
#include "cli/search_options.h"
#include "cli/status.h"
#include "engine/nusmv/smv.h"
#include "engine/spin/promela.h"
#include "ir/dot.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "ir/printer.h"
#include "pipeline/entry.h"
#include "pipeline/finite.h"
#include "pipeline/load.h"
#include "pipeline/ltl_engine.h"
#include "pipeline/nusmv_engine.h"
#include "pipeline/spin_engine.h"

namespace cli {

namespace {

enum class Target : std::uint8_t { Bir, Dot, Promela, Smv };

base::Words<Target> words_of(Target) {
  static constexpr std::array kWords{
      base::Word<Target>{Target::Bir, "bir"}, base::Word<Target>{Target::Dot, "dot"},
      base::Word<Target>{Target::Promela, "promela"}, base::Word<Target>{Target::Smv, "smv"}};
  return kWords;
}

struct EmitOptions : CommonOptions {
  Target to = Target::Bir;
  std::string entry;
  std::string method;      // for Dot: this one alone
  bool positions = false;  // for Bir: source positions as comments
  bool finite = false;     // for Bir: the finite model of the program
  bool coarsen = true;     // for Promela: do not interleave local steps
  bool live = true;        // for Promela: reset dead variables
  std::string ltl;         // for Promela: a temporal property, as a never claim
  // As of `verify`: what exceeding a bound means.
  pipeline::SearchMode search = pipeline::SearchMode::Default;
  pass::FiniteBounds bounds;
  ir::IntMode int_mode = ir::IntMode::Math;
  bool awaits = false;
};

// What `verify` would search the model with.
pipeline::Request search_request(const EmitOptions& options, const pass::FiniteBounds& bounds) {
  pipeline::Request result;
  result.search = options.search;
  result.coarsen = options.coarsen;
  result.live = options.live;
  result.bounds = bounds;
  return result;
}

int emit_smv(const EmitOptions& options, nusmv::SmvOptions write, ir::Program& program,
             const base::Sources& sources, const std::string& notes) {
  // What a file says about liveness need not be right, nor all there is.
  pass::annotate_liveness(program);
  write.sources = &sources;
  auto model = nusmv::smv(program, write);
  if (model) return write_result(options.output, notes + model->text);
  say_problem(fmt::format("this program cannot be written in SMV: {}", model.error()));
  return kBadInput;
}

int emit_promela(const EmitOptions& options, spin::PromelaOptions write, ir::Program& program,
                 const base::Sources& sources, const std::string& notes,
                 std::optional<ltl::Property>& property) {
  // What a file says about liveness need not be right, nor all there is.
  pass::annotate_liveness(program);
  write.coarsen = write.coarsen && (!property || property->is_stutter_invariant);
  write.sources = &sources;
  std::optional<ltl::Automaton> bad;
  if (property) {
    bad = pipeline::automaton_of_violations(*property, program);
    if (!bad) {
      say_problem("the automaton of the formula is too large");
      return kBadInput;
    }
    write.claim = spin::PromelaClaim{&*bad, &property->propositions, property->text};
  }
  auto text = spin::promela(program, write);
  std::string head = notes.empty() ? "" : fmt::format("/*\n{} */\n", notes);
  if (text) return write_result(options.output, head + *text);
  say_problem(fmt::format("this program cannot be written in Promela: {}", text.error()));
  return kBadInput;
}

// The finite model of the program, with what was bounded or dropped at its head. A file
// that is finite already is printed as it is.
int emit_finite(const EmitOptions& options, Input& input) {
  std::optional<pass::FiniteModel> model;
  bool good = pipeline::choose_entry(options.entry, *input.program, input.sink);
  pass::FiniteBounds bounds = options.bounds;
  bounds.guess = options.search != pipeline::SearchMode::ChooseFree;
  std::optional<ltl::Property> property;
  good = good && pipeline::settle_bounds(bounds, input);
  if (good && !options.ltl.empty()) {
    property =
        pipeline::observe_property(pipeline::parse_formula(options.ltl, input), bounds, input);
    good = property.has_value();
    if (good) bounds.kept.insert(property->observed.begin(), property->observed.end());
  }
  bool is_finite = good && pass::why_infinite(*input.program).empty();
  if (good && !is_finite) model = pipeline::make_finite(bounds, input);
  show_diagnostics(input);
  if (!is_finite && !model) return kBadInput;
  ir::Program& program = is_finite ? *input.program : model->program;
  if (options.to == Target::Promela) {
    std::string notes = model ? pipeline::describe_notes(*model, input.sources, " * ") : "";
    return emit_promela(options,
                        pipeline::promela_options(search_request(options, bounds), !is_finite),
                        program, input.sources, notes, property);
  }
  if (options.to == Target::Smv) {
    std::string notes = model ? pipeline::describe_notes(*model, input.sources, "-- ") : "";
    return emit_smv(options, pipeline::smv_options(search_request(options, bounds), !is_finite),
                    program, input.sources, notes);
  }
  std::string text = model ? pipeline::describe_notes(*model, input.sources, "// ") : "";
  return write_result(options.output, text + ir::print(program, {.sources = &input.sources}));
}

int emit_program(const EmitOptions& options) {
  Input input;
  LoadOptions load{.paths = options.paths,
                   .entry = options.entry,
                   .int_mode = options.int_mode,
                   .awaits = options.awaits};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input);
  // The text of other languages has no place for specifications.
  ir::ProcId given = good ? pipeline::find_given(*input.program) : ir::ProcId();
  if (given) {
    pipeline::report_given(given, "it cannot be written in another language", input);
    good = false;
  }
  bool needs_finite = options.finite || options.to == Target::Smv || options.to == Target::Promela;
  if (good && needs_finite && options.to != Target::Dot) {
    return emit_finite(options, input);
  }
  // A library without an entry can be printed, too; a wrong --entry is an error.
  if (good && !options.entry.empty())
    good = pipeline::choose_entry(options.entry, *input.program, input.sink);
  if (good && options.entry.empty()) {
    diag::Sink ignored;
    pipeline::choose_entry("", *input.program, ignored);
  }
  if (good && options.awaits) pipeline::await_in_spin_loops(input, false);
  ir::ProcId only;
  if (good && !options.method.empty()) {
    only = input.program->find_proc(options.method);
    if (!only) {
      input.sink.report(diag::Kind::UnknownEntry, {}, options.method);
      good = false;
    }
  }
  show_diagnostics(input);
  if (!good) return kBadInput;
  if (input.language != Language::Bir) {
    pass::annotate_liveness(*input.program);
    pass::mark_visibility(*input.program);
  }
  switch (options.to) {
    case Target::Bir: {
      ir::PrintOptions print{.sources = options.positions ? &input.sources : nullptr};
      return write_result(options.output, ir::print(*input.program, print));
    }
    case Target::Dot:
      return write_result(options.output, ir::dot(*input.program, input.sources, {.only = only}));
    case Target::Promela:
    case Target::Smv: break;  // above
  }
  UNREACHABLE("emit format");
}

void add_search(Command& c, pipeline::SearchMode& search) {
  std::vector<std::string> words = base::all_words<pipeline::SearchMode>();
  std::erase(words, base::word_of(pipeline::SearchMode::Random));
  c.choice(
      "--search", words,
      [&search](const std::string& word) { search = *base::find_word<pipeline::SearchMode>(word); },
      "promela, smv: exceeding a bound is an error (basic, default for BIR), ends the execution "
      "(bounded, default for OOX), or that without choices of abstractions (choose-free)");
}

}  // namespace

void add_emit(Command& c) {
  auto options = std::make_shared<EmitOptions>();
  c.files(*options);
  c.choice("--to", options->to, "the language to print").required();
  c.output(*options);
  c.text("--entry", options->entry, "the method under verification, as Class.method");
  c.text("--method", options->method, "dot: this method alone");
  c.flag("--positions", options->positions, "bir: source positions as comments");
  c.flag("--finite", options->finite,
         "bir: the finite model of the program, with source positions");
  c.limits(*options);
  c.rare_group("Finite models (--to promela, smv)");
  c.flag("--await", options->awaits, "let threads wait where a loop only waits for a variable");
  c.off("--no-coarsen", options->coarsen, "promela: interleave local steps, too");
  c.off("--no-live", options->live, "promela: keep the values of dead variables");
  c.formula("--ltl", options->ltl, "promela: this temporal property as a never claim");
  add_finite_bounds(c, options->bounds);
  c.number<std::uint32_t>(
      "--array-size",
      [options](std::uint32_t size) {
        options->bounds.array_size = size;
        options->bounds.given.insert("array-size");
      },
      "finite models: elements of an array (default: by the sizes in the program, 3 at least)");
  add_search(c, options->search);
  add_int_mode(c, options->int_mode);
  c.action({.common = options.get(),
            .run = [options] { return emit_program(*options); },
            .watch = [options](WatchOptions& watch) { watch.entry = options->entry; }});
}

}  // namespace cli
