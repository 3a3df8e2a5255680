// Symbolic execution of OOX text, for tests.
#pragma once

#include <string>

#include "engine/symex/engine.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "support/oox.h"

namespace support {

// A program with its entry, prepared as the pipeline does it.
struct Subject : Oox {
  Subject(const std::string& text, const std::string& entry, ir::IntMode mode = ir::IntMode::Math)
      : Oox(text, mode) {
    program.entry = program.find_proc(entry);
    EXPECT_TRUE(program.entry.is_valid()) << "no procedure " << entry;
    pass::annotate_liveness(program);
    pass::mark_visibility(program);
  }

  symex::Answer verify(const symex::Options& options = {}, run::Limits limits = {}) const {
    run::Run run(limits);
    symex::ProgramTables tables(program);
    return symex::verify(run, tables, options);
  }
};

}  // namespace support
