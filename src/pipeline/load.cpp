#include "pipeline/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diag/render.h"
#include "base/file.h"
#include "base/utf8.h"
#include "engine/modular/spec_file.h"
#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "ir/verify.h"
#include "lang/bir/parse.h"
#include "lang/oox/check.h"
#include "lang/oox/lower.h"
#include "lang/oox/parser.h"
#include "lang/pl/load.h"
#include "lang/pl/lower.h"
#include "pipeline/entry.h"

namespace pipeline {

namespace {

std::optional<Language> language_of(std::string_view path) {
  if (path.ends_with(".oox")) return Language::Oox;
  if (path.ends_with(".bir")) return Language::Bir;
  if (path.ends_with(".pl")) return Language::Pl;
  return std::nullopt;
}

// A position at `offset`, one byte wide.
base::Span at(base::FileId file, std::size_t offset) {
  auto begin = static_cast<std::uint32_t>(offset);
  return {file, begin, begin + 1};
}

std::optional<std::string> read_bytes(const std::string& path, Input& input) {
  auto text = base::read_file(path);
  if (text) return std::move(*text);
  if (text.error().too_large) {
    input.sink.report(diag::Kind::TooLarge, {}, path);
  } else {
    input.sink.report(diag::Kind::CannotRead, {}, path, text.error().text);
  }
  return std::nullopt;
}

void read_one(const std::string& path, Input& input) {
  if (path.ends_with(".spec")) {
    if (auto file = read_text(path, input)) input.spec_files.push_back(*file);
    return;
  }
  auto language = language_of(path);
  if (!language) {
    if (read_bytes(path, input)) input.sink.report(diag::Kind::UnknownLanguage, {}, path);
    return;
  }
  if (!input.files.empty() && *language != input.language) {
    input.sink.report(diag::Kind::MixedLanguages, {}, path);
    return;
  }
  input.language = *language;
  if (auto file = read_text(path, input)) input.files.push_back(*file);
}

}  // namespace

std::optional<base::FileId> read_text(const std::string& path, Input& input) {
  auto text = read_bytes(path, input);
  if (!text) return std::nullopt;
  base::FileId file = input.sources.add(path, std::move(*text));
  std::string_view content = input.sources.file(file).text();
  if (auto zero = content.find('\0'); zero != std::string_view::npos) {
    input.sink.report(diag::Kind::BinaryFile, at(file, zero));
  } else if (auto bad = base::utf8_invalid_at(content)) {
    input.sink.report(diag::Kind::InvalidUtf8, at(file, *bad));
  }
  return file;
}

bool read_sources(const std::vector<std::string>& paths, Input& input) {
  for (const std::string& path : paths) read_one(path, input);
  if (input.language != Language::Oox && input.files.size() > 1) {
    input.sink.report(diag::Kind::SeveralBirFiles, {},
                      input.language == Language::Bir ? "BIR" : "PL");
  }
  bool is_oox = input.language == Language::Oox && !input.files.empty();
  if (!input.spec_files.empty() && !is_oox && !input.sink.has_errors()) {
    input.sink.report(diag::Kind::SpecNeedsProgram, {},
                      input.sources.file(input.spec_files[0]).name());
  }
  return !input.sink.has_errors();
}

bool parse_sources(Input& input) {
  if (input.language == Language::Bir) {
    input.program = bir::parse(input.sources, input.files[0], input.sink);
  } else if (input.language == Language::Pl) {
    input.pl = pl::load(input.sources, input.files[0], input.sink);
  } else {
    for (base::FileId file : input.files) {
      oox::parse(input.sources, file, input.oox, input.sink);
    }
  }
  return !input.sink.has_errors();
}

bool check_sources(Input& input) {
  if (input.language == Language::Oox) oox::check(input.oox, input.sink);
  return !input.sink.has_errors();
}

bool lower_sources(const LoadOptions& options, Input& input) {
  if (input.language == Language::Oox) {
    input.program = oox::lower(input.oox, {.int_mode = options.int_mode});
    ir::check_well_formed(*input.program);
  } else if (input.language == Language::Pl) {
    input.program = pl::lower(*input.pl, {.int_mode = options.int_mode}, input.sink);
    if (!input.program) return false;
    ir::check_well_formed(*input.program);
  }
  for (base::FileId file : input.spec_files) {
    modular::read_spec_file(input.sources, file, *input.program, input.sink);
  }
  return !input.sink.has_errors();
}

bool prepare_program(const LoadOptions& options, Input& input) {
  if (!choose_entry(options.entry, *input.program, input.sink)) return false;
  if (input.language != Language::Bir) {
    pass::annotate_liveness(*input.program);
    pass::mark_visibility(*input.program);
  }
  return true;
}

ir::ProcId find_given(const ir::Program& program) {
  bool is_there = std::any_of(program.procs.begin(), program.procs.end(),
                              [](const ir::Procedure& proc) { return proc.spec.has_value(); });
  if (!is_there) return {};
  std::vector<bool> matters(program.procs.size(), true);
  if (program.entry) {
    pass::Hierarchy hierarchy(program);
    matters = pass::CallGraph(program, hierarchy).reachable(program.entry);
  }
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (matters[i] && program.procs[i].spec) return ir::ProcId(i);
  }
  return {};
}

void report_given(ir::ProcId given, std::string_view why, Input& input) {
  const ir::Procedure& proc = input.program->proc(given);
  input.sink.report(diag::Kind::GivenBySpecification, proc.span, proc.name, why);
}

}  // namespace pipeline
