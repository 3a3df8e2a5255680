// Commands that look at programs without running them: check, fmt, emit, explain.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/diag/letter_case.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/entry.h"
#include "cli/finite.h"
#include "cli/load.h"
#include "cli/ltl_engine.h"
#include "cli/nusmv_engine.h"
#include "cli/problems.h"
#include "cli/session.h"
#include "cli/spin_engine.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "engine/modular/property.h"
#include "engine/nusmv/smv.h"
#include "engine/spin/promela.h"
#include "ir/dot.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "ir/printer.h"
#include "lang/oox/parser.h"
#include "lang/oox/printer.h"
#include "result/report/layout.h"
#include "result/report/problems.h"

namespace cli {

int check_command(const CheckOptions& options) {
  Input input;
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input);
  if (good && input.language == Language::Oox) {
    good = lower_sources({.paths = options.paths}, input) &&
           modular::check_formulas(input.sources, *input.program, input.sink);
  }
  if (good && options.format == ReportFormat::Json) {
    auto warnings = report::problems_of(input.sources, input.sink);
    return write_result("", report::problems_json(kValid, warnings));
  }
  show_diagnostics(input);
  return good ? kValid : kBadInput;
}

namespace {

// The formatted text of the only file of `input`. A formatter that breaks a
// program is worse than none, so the result must parse again, to the same layout.
std::string formatted(const Input& input) {
  std::string text = oox::print(input.sources, input.oox, input.oox.units[0]);
  Input again;
  base::FileId file = again.sources.add("formatted", text);
  oox::parse(again.sources, file, again.oox, again.sink);
  CHECK(!again.sink.has_errors(), "the formatted program does not parse:\n{}", text);
  std::string twice = oox::print(again.sources, again.oox, again.oox.units[0]);
  CHECK(twice == text, "formatting twice gives another text:\n{}\n----\n{}", text, twice);
  return text;
}

int format_file(const std::string& path, const FmtOptions& options) {
  Input input;
  bool good = read_sources({path}, input) && parse_sources(input);
  if (good && input.language != Language::Oox) {
    input.sink.report(diag::Kind::NotOox, {}, path);
    good = false;
  }
  show_diagnostics(input);
  if (!good) return kBadInput;
  std::string text = formatted(input);
  if (options.to_stdout) return write_piece("", text);
  if (text == input.sources.file(input.files[0]).text()) return kValid;
  if (options.check) {
    int status = write_piece("", fmt::format("{} is not formatted\n", path));
    return status == kValid ? kBadInput : status;
  }
  return write_piece(path, text);
}

}  // namespace

int fmt_command(const FmtOptions& options) {
  int status = kValid;
  for (const std::string& path : options.paths) {
    int result = format_file(path, options);
    if (status == kValid) status = result;
  }
  return status;
}

namespace {

// What `verify` would search the model with.
VerifyOptions search_options(const EmitOptions& options, const FiniteOptions& bounds) {
  VerifyOptions result;
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
    bad = automaton_of_violations(*property, program);
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
  bool good = choose_entry(options.entry, *input.program, input.sink);
  FiniteOptions bounds = options.bounds;
  std::optional<ltl::Property> property;
  good = good && settle_bounds(bounds, input);
  if (good && !options.ltl.empty()) {
    property = observe_property(options.ltl, bounds, input);
    good = property.has_value();
    if (good) bounds.bounds.kept.insert(property->observed.begin(), property->observed.end());
  }
  bool is_finite = good && pass::why_infinite(*input.program).empty();
  if (good && !is_finite) model = make_finite(bounds, input);
  show_diagnostics(input);
  if (!is_finite && !model) return kBadInput;
  ir::Program& program = is_finite ? *input.program : model->program;
  if (options.format == EmitFormat::Promela) {
    std::string notes = model ? describe_notes(*model, input.sources, " * ") : "";
    return emit_promela(options, promela_options(search_options(options, bounds), !is_finite),
                        program, input.sources, notes, property);
  }
  if (options.format == EmitFormat::Smv) {
    std::string notes = model ? describe_notes(*model, input.sources, "-- ") : "";
    return emit_smv(options, smv_options(search_options(options, bounds), !is_finite), program,
                    input.sources, notes);
  }
  std::string text = model ? describe_notes(*model, input.sources, "// ") : "";
  return write_result(options.output, text + ir::print(program, {.sources = &input.sources}));
}

}  // namespace

int emit_command(const EmitOptions& options) {
  Input input;
  LoadOptions load{.paths = options.paths, .entry = options.entry, .int_mode = options.int_mode};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input);
  // The text of other languages has no place for specifications.
  ir::ProcId given = good ? find_given(*input.program) : ir::ProcId();
  if (given) {
    const ir::Procedure& proc = input.program->proc(given);
    input.sink.report(diag::Kind::GivenBySpecification, proc.span, proc.name,
                      "it cannot be written in another language");
    good = false;
  }
  bool needs_finite =
      options.finite || options.format == EmitFormat::Smv || options.format == EmitFormat::Promela;
  if (good && needs_finite && options.format != EmitFormat::Dot) {
    return emit_finite(options, input);
  }
  // A library without an entry can be printed, too; a wrong --entry is an error.
  if (good && !options.entry.empty())
    good = choose_entry(options.entry, *input.program, input.sink);
  if (good && options.entry.empty()) {
    diag::Sink ignored;
    choose_entry("", *input.program, ignored);
  }
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
  switch (options.format) {
    case EmitFormat::Bir: {
      ir::PrintOptions print{.sources = options.positions ? &input.sources : nullptr};
      return write_result(options.output, ir::print(*input.program, print));
    }
    case EmitFormat::Dot:
      return write_result(options.output, ir::dot(*input.program, input.sources, {.only = only}));
    case EmitFormat::Promela:
    case EmitFormat::Smv: break;  // above
  }
  UNREACHABLE("emit format");
}

namespace {

// The message of a diagnostic, without what it is filled with.
std::string message_of(const diag::KindInfo& info) {
  std::string message(info.message);
  for (auto at = message.find("{}"); at != std::string::npos; at = message.find("{}")) {
    message.replace(at, 2, "…");
  }
  return message;
}

std::string list_of_codes(std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < diag::kind_count(); ++i) {
    const diag::KindInfo& info = diag::info(static_cast<diag::Kind>(i));
    bool is_error = info.severity == diag::Severity::Error;
    std::string line =
        fmt::format("{}  {:<7}  {}", info.code, is_error ? "error" : "warning", message_of(info));
    text += (width > 0 ? report::fitted(line, width) : line) + "\n";
  }
  return text;
}

// Up to three codes that may have been meant: of the same letters those with the nearest
// numbers, else the one that is spelled most alike.
std::vector<std::string> near_codes(const std::string& code) {
  std::vector<std::string_view> all;
  std::vector<std::pair<std::int64_t, std::string_view>> alike;
  std::size_t letters = std::min(code.find_first_of("0123456789"), code.size());
  auto number = base::parse_number<std::size_t>(code.substr(letters));
  for (std::size_t i = 0; i < diag::kind_count(); ++i) {
    std::string_view other = diag::info(static_cast<diag::Kind>(i)).code;
    all.push_back(other);
    if (!number || !diag::equal_ignoring_case(other.substr(0, letters), code.substr(0, letters))) {
      continue;
    }
    auto value = base::parse_number<std::size_t>(other.substr(letters));
    if (!value) continue;
    alike.emplace_back(
        std::abs(static_cast<std::int64_t>(*value) - static_cast<std::int64_t>(*number)), other);
  }
  std::sort(alike.begin(), alike.end());
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min<std::size_t>(alike.size(), 3); ++i) {
    result.emplace_back(alike[i].second);
  }
  auto nearest = diag::nearest(code, all);
  if (result.empty() && nearest) result.push_back(*nearest);
  return result;
}

}  // namespace

int explain_command(const std::string& code) {
  if (code.empty()) return write_result("", list_of_codes(terminal_width(stdout)));
  auto kind = diag::find_code(code);
  if (!kind) {
    auto near = near_codes(code);
    std::string guess = near.empty() ? "" : fmt::format("; there is {}", fmt::join(near, ", "));
    say_problem(
        fmt::format("there is no diagnostic `{}`{}; `braid explain` lists all", code, guess));
    return kUsage;
  }
  const diag::KindInfo& info = diag::info(*kind);
  bool is_error = info.severity == diag::Severity::Error;
  return write_result("", fmt::format("{} ({}): {}\n{}", info.code, is_error ? "error" : "warning",
                                      message_of(info), info.explanation));
}

}  // namespace cli
