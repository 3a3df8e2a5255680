// `braid fmt`: formats OOX files, or prints their long form.
#include <fmt/format.h>

#include <optional>

#include "base/check.h"
#include "cli/command.h"
#include "cli/execution.h"
#include "cli/output.h"
#include "cli/status.h"
#include "lang/oox/parser.h"
#include "lang/oox/printer.h"
#include "pipeline/load.h"

namespace cli {

namespace {

struct FmtOptions : CommonOptions {
  bool check = false;       // change nothing, say which files would change
  bool to_stdout = false;   // print the result instead of replacing the file
  bool explicitly = false;  // print the long form
};

// The text formatted, or nullopt if it does not parse.
std::optional<std::string> reformatted(const std::string& text, diag::Sink& sink) {
  Input input;
  base::FileId file = input.sources.add("formatted", text);
  oox::parse(input.sources, file, input.oox, input.sink);
  for (const diag::Diagnostic& d : input.sink.all()) {
    if (d.kind != diag::Kind::OoxNestingTooDeep) continue;
    sink.report(diag::Kind::LongFormTooDeep, {});
    return std::nullopt;
  }
  CHECK(!input.sink.has_errors(), "the long form does not parse:\n{}", text);
  return oox::print(input.sources, input.oox, input.oox.units[0]);
}

// All files are one program: types decide what is read where.
int print_long_form(const FmtOptions& options) {
  Input input;
  bool good = read_sources(options.paths, input) && parse_sources(input);
  if (good && input.language != Language::Oox) {
    input.sink.report(diag::Kind::NotOox, {}, options.paths[0]);
    good = false;
  }
  good = good && check_sources(input);
  std::string text;
  if (good) {
    for (const oox::Unit& unit : input.oox.units) {
      if (!text.empty()) text += "\n";
      text += oox::print(input.sources, input.oox, unit, oox::Form::Long);
    }
    auto final = reformatted(text, input.sink);
    good = final.has_value();
    if (final) text = std::move(*final);
  }
  show_diagnostics(input);
  return good ? write_piece("", text) : kBadInput;
}

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

int format_files(const FmtOptions& options) {
  if (options.explicitly) return print_long_form(options);
  int status = kValid;
  for (const std::string& path : options.paths) {
    int result = format_file(path, options);
    if (status == kValid) status = result;
  }
  return status;
}

}  // namespace

void add_fmt(Command& c) {
  auto options = std::make_shared<FmtOptions>();
  c.files(*options);
  c.flag("--check", options->check, "change nothing; status 2 if a file would change");
  c.flag("--stdout", options->to_stdout, "print the result instead of replacing the file");
  c.flag("--explicit", options->explicitly,
         "print the program with a statement for each access to the heap and each call");
  c.limits(*options);
  c.action({.common = options.get(), .run = [options] { return format_files(*options); }});
}

}  // namespace cli
