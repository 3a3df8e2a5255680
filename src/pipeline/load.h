// From file names to IR: the common first half of every command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"
#include "lang/oox/symbols.h"
#include "logic/dl/program.h"
#include "logic/ltl/observables.h"
#include "pipeline/java.h"

namespace pipeline {

enum class Language : std::uint8_t {
#define LANGUAGE(value, ending, name) value,
#include "pipeline/languages.def"
#undef LANGUAGE
};

// What one run knows about its input. Stages fill it in order and stop at the
// first one that reports an error.
struct Input {
  base::Sources sources;
  diag::Sink sink;
  Language language = Language::Oox;
  bool has_program = false;  // a file of the program, in that language, was given
  std::vector<base::FileId> files;
  std::vector<base::FileId> spec_files;  // relational properties of the program
  std::vector<base::FileId> ltl_files;   // temporal ones
  ltl::Properties temporal;              // what the program and these files declare
  oox::Program oox;                      // if the language is OOX
  std::optional<dl::Program> pl;         // if the language is PL
  JavaInput java;                        // if the language is Java
  std::optional<ir::Program> program;
  std::string entry;    // what the user calls the entry; empty: as its procedure
  bool awaits = false;  // LoadOptions::awaits of the prepared program

  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
};

struct LoadOptions {
  std::vector<std::string> paths;  // several OOX files form one program
  std::string entry;               // "Class.method"; empty: the default
  ir::IntMode int_mode = ir::IntMode::Math;
  bool awaits = false;  // loops that only wait become waiting
  bool races = false;   // data races are looked for, also those of loops that wait in vain
};

// Reads one file into the sources: text in UTF-8, in any language. Nullopt if there is no
// text; whatever is wrong was reported.
std::optional<base::FileId> read_text(const std::string& path, Input& input);
// Reads the files of a program, all in one language, and its property files.
bool read_sources(const std::vector<std::string>& paths, Input& input);
// Then parses them, …
bool parse_sources(Input& input);
// … checks them statically, …
bool check_sources(Input& input);
// … and makes a verified IR program of them, with its properties. BIR and PL are parsed and
// checked at once.
bool lower_sources(const LoadOptions& options, Input& input);

// Lets threads wait where loops only wait (ir/pass/spin_loops.h).
void await_in_spin_loops(Input& input, bool races);

// Then chooses the entry and annotates the program: it is ready for execution.
bool prepare_program(const LoadOptions& options, Input& input);

// Every entry that the program offers, as LoadOptions::entry takes them. Of Java programs those
// that were compiled, else those that were lowered.
std::vector<std::string> targets_of(Input& input);
// The one that `wanted` means, by its name there; empty: the default. Nothing: it was reported.
std::optional<std::string> find_target(const std::string& wanted, Input& input);
// Lowering depends on the entry: it is to be done for each of them.
bool is_lowered_per_entry(Language language);

// A method that is given by specification only and that the entry may call, or with no entry any
// such method: whoever is not the modular engine must not execute it. Invalid: none.
ir::ProcId find_given(const ir::Program& program);

// Reports that the method has no code; `why` says what follows from that.
void report_given(ir::ProcId given, std::string_view why, Input& input);

}  // namespace pipeline
