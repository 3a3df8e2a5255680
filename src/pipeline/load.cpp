#include "pipeline/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/file.h"
#include "base/utf8.h"
#include "engine/modular/spec_file.h"
#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"
#include "ir/pass/liveness.h"
#include "ir/pass/spin_loops.h"
#include "ir/pass/visibility.h"
#include "ir/verify.h"
#include "lang/bir/parse.h"
#include "lang/oox/check.h"
#include "lang/oox/lower.h"
#include "lang/oox/parser.h"
#include "lang/pl/load.h"
#include "lang/pl/lower.h"
#include "logic/ltl/parser.h"
#include "pipeline/entry.h"
#include "pipeline/near_file.h"

namespace pipeline {

namespace {

void read_source(const std::string& path, Input& input) {
  if (auto file = read_text(path, input)) input.files.push_back(*file);
}

// How the files of a language become a program.
struct LanguageRow {
  bool has_modules = false;  // several files form one program
  bool has_specs = false;    // property files may go with it
  bool has_entry = false;    // lowering chooses the entry
  void (*read)(const std::string& path, Input& input) = read_source;
  void (*parse)(Input& input) = nullptr;
  void (*check)(Input& input) = nullptr;
  void (*lower)(const LoadOptions& options, Input& input) = nullptr;
};

void parse_oox(Input& input) {
  for (base::FileId file : input.files) oox::parse(input.sources, file, input.oox, input.sink);
}

void check_oox(Input& input) { oox::check(input.oox, input.sink); }

void lower_oox(const LoadOptions& options, Input& input) {
  input.program = oox::lower(input.oox, {.int_mode = options.int_mode});
}

void parse_pl(Input& input) { input.pl = pl::load(input.sources, input.files[0], input.sink); }

void lower_pl(const LoadOptions& options, Input& input) {
  input.program = pl::lower(*input.pl, {.int_mode = options.int_mode}, input.sink);
}

void parse_bir(Input& input) {
  input.program = bir::parse(input.sources, input.files[0], input.sink);
}

void check_nothing(Input&) {}
void lower_nothing(const LoadOptions&, Input&) {}

const LanguageRow& row_of(Language language) {
  static constexpr LanguageRow kOox{.has_modules = true,
                                    .has_specs = true,
                                    .parse = parse_oox,
                                    .check = check_oox,
                                    .lower = lower_oox};
  static constexpr LanguageRow kPl{.parse = parse_pl, .check = check_nothing, .lower = lower_pl};
  static constexpr LanguageRow kBir{
      .parse = parse_bir, .check = check_nothing, .lower = lower_nothing};
  static constexpr LanguageRow kJava{.has_modules = true,
                                     .has_specs = true,
                                     .has_entry = true,
                                     .read = read_java,
                                     .parse = compile_java,
                                     .check = check_nothing,
                                     .lower = lower_java};
  switch (language) {
#define LANGUAGE(value, ending, name) \
  case Language::value:               \
    return k##value;
#include "pipeline/languages.def"
#undef LANGUAGE
  }
  UNREACHABLE("language");
}

std::optional<Language> language_of(const std::string& path) {
#define LANGUAGE(value, ending, name) \
  if (path.ends_with(ending)) return Language::value;
#include "pipeline/languages.def"
#undef LANGUAGE
  if (is_java(path)) return Language::Java;  // class files, archives, folders
  return std::nullopt;
}

std::string_view name_of(Language language) {
  switch (language) {
#define LANGUAGE(value, ending, name) \
  case Language::value:               \
    return name;
#include "pipeline/languages.def"
#undef LANGUAGE
  }
  UNREACHABLE("language");
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
    auto& report = input.sink.report(diag::Kind::CannotRead, {}, path, text.error().text);
    if (auto near = near_file(path)) report.help(fmt::format("did you mean `{}`?", *near));
  }
  return std::nullopt;
}

void read_one(const std::string& path, Input& input) {
  if (path.ends_with(".spec")) {
    if (auto file = read_text(path, input)) input.spec_files.push_back(*file);
    return;
  }
  if (path.ends_with(".ltl")) {
    if (auto file = read_text(path, input)) input.ltl_files.push_back(*file);
    return;
  }
  auto language = language_of(path);
  if (!language) {
    if (read_bytes(path, input)) input.sink.report(diag::Kind::UnknownLanguage, {}, path);
    return;
  }
  if (input.has_program && *language != input.language) {
    input.sink.report(diag::Kind::MixedLanguages, {}, path);
    return;
  }
  input.language = *language;
  input.has_program = true;
  row_of(*language).read(path, input);
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
  const LanguageRow& row = row_of(input.language);
  if (!row.has_modules && input.files.size() > 1) {
    input.sink.report(diag::Kind::SeveralBirFiles, {}, name_of(input.language));
  }
  bool takes_specs = row.has_specs && input.has_program;
  if (!input.spec_files.empty() && !takes_specs && !input.sink.has_errors()) {
    input.sink.report(diag::Kind::SpecNeedsProgram, {},
                      input.sources.file(input.spec_files[0]).name());
  }
  if (!input.ltl_files.empty() && !input.has_program && !input.sink.has_errors()) {
    input.sink.report(diag::Kind::SpecNeedsProgram, {},
                      input.sources.file(input.ltl_files[0]).name());
  }
  return !input.sink.has_errors();
}

bool parse_sources(Input& input) {
  row_of(input.language).parse(input);
  return !input.sink.has_errors();
}

bool check_sources(Input& input) {
  row_of(input.language).check(input);
  return !input.sink.has_errors();
}

bool lower_sources(const LoadOptions& options, Input& input) {
  row_of(input.language).lower(options, input);
  if (!input.program) return false;
  if (input.language != Language::Bir) ir::check_well_formed(*input.program);
  for (base::FileId file : input.spec_files) {
    modular::Unreached unreached;
    if (input.language == Language::Java) {
      unreached = [&](std::string_view cls, std::string_view method) {
        return has_java_method(input.java, cls, method);
      };
    }
    modular::read_spec_file(input.sources, file, *input.program, input.sink, unreached);
  }
  input.temporal = {};
  ltl::read_observables(*input.program, input.sources, input.sink, input.temporal);
  for (base::FileId file : input.ltl_files) {
    ltl::parse_file(input.sources, file, input.sink, input.temporal);
  }
  return !input.sink.has_errors();
}

void await_in_spin_loops(Input& input, bool races) {
  bool is_java = input.language == Language::Java;
  pass::await_in_spin_loops(*input.program,
                            is_java || races ? pass::Spins::Atomic : pass::Spins::All,
                            is_java ? final_fields(input) : pass::SetOnce());
}

bool prepare_program(const LoadOptions& options, Input& input) {
  bool has_entry = row_of(input.language).has_entry;
  if (!has_entry && !choose_entry(options.entry, *input.program, input.sink)) return false;
  input.awaits = options.awaits;
  if (options.awaits) await_in_spin_loops(input, options.races);
  if (input.language != Language::Bir) {
    pass::annotate_liveness(*input.program);
    pass::mark_visibility(*input.program);
  }
  return true;
}

std::vector<std::string> targets_of(Input& input) {
  if (input.language == Language::Java) return java_targets(input);
  return find_targets(*input.program);
}

std::optional<std::string> find_target(const std::string& wanted, Input& input) {
  if (input.language == Language::Java) return java_target(wanted, input);
  if (!choose_entry(wanted, *input.program, input.sink)) return std::nullopt;
  return input.program->proc(input.program->entry).name;
}

bool is_lowered_per_entry(Language language) { return row_of(language).has_entry; }

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
