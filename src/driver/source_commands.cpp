// Commands that look at programs without running them: check, fmt, emit, explain.
#include <fmt/format.h>

#include "base/check.h"
#include "base/file.h"
#include "diag/diagnostic.h"
#include "driver/commands.h"
#include "driver/entry.h"
#include "driver/load.h"
#include "driver/status.h"
#include "driver/terminal.h"
#include "emit/dot.h"
#include "front/oox/parser.h"
#include "front/oox/printer.h"
#include "ir/printer.h"
#include "pass/liveness.h"
#include "pass/visibility.h"

namespace driver {

int check_command(const CheckOptions& options) {
  Input input;
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input);
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
  if (options.to_stdout) return write_result("", text);
  if (text == input.sources.file(input.files[0]).text()) return kValid;
  if (options.check) {
    int status = write_result("", fmt::format("{} is not formatted\n", path));
    return status == kValid ? kBadInput : status;
  }
  return write_result(path, text);
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

int emit_command(const EmitOptions& options) {
  Input input;
  LoadOptions load{.paths = options.paths, .entry = options.entry, .int_mode = options.int_mode};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input);
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
  if (input.language == Language::Oox) {
    pass::annotate_liveness(*input.program);
    pass::mark_visibility(*input.program);
  }
  switch (options.format) {
    case EmitFormat::Bir: {
      ir::PrintOptions print{.sources = options.positions ? &input.sources : nullptr};
      return write_result(options.output, ir::print(*input.program, print));
    }
    case EmitFormat::Dot:
      return write_result(options.output, emit::dot(*input.program, input.sources, {.only = only}));
  }
  UNREACHABLE("emit format");
}

int explain_command(const std::string& code) {
  auto kind = diag::find_code(code);
  if (!kind) {
    print_error(fmt::format("braid: there is no diagnostic `{}`\n", code));
    return kUsage;
  }
  const diag::KindInfo& info = diag::info(*kind);
  bool is_error = info.severity == diag::Severity::Error;
  std::string message(info.message);  // a template: what it is filled with is not known here
  for (auto at = message.find("{}"); at != std::string::npos; at = message.find("{}")) {
    message.replace(at, 2, "…");
  }
  return write_result("", fmt::format("{} ({}): {}\n{}", info.code, is_error ? "error" : "warning",
                                      message, info.explanation));
}

}  // namespace driver
