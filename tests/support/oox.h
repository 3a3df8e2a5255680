// OOX text to IR, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/diag/diagnostic.h"
#include "base/diag/render.h"
#include "base/source.h"
#include "ir/verify.h"
#include "lang/oox/check.h"
#include "lang/oox/lower.h"
#include "lang/oox/parser.h"

namespace support {

// A program that must be right; the test fails with the diagnostics if it is not.
struct Oox {
  base::Sources sources;
  diag::Sink sink;
  oox::Program tree;
  ir::Program program;

  explicit Oox(const std::string& text, ir::IntMode mode = ir::IntMode::Math) {
    base::FileId file = sources.add("test.oox", text);
    oox::parse(sources, file, tree, sink);
    if (!sink.has_errors()) oox::check(tree, sink);
    EXPECT_FALSE(sink.has_errors()) << diag::render(sources, sink, {});
    if (sink.has_errors()) return;
    program = oox::lower(tree, {.int_mode = mode});
    for (const ir::Malformed& m : ir::verify(program)) ADD_FAILURE() << m.where << ": " << m.what;
  }

  const ir::Procedure& proc(const std::string& name) const {
    ir::ProcId id = program.find_proc(name);
    EXPECT_TRUE(id.is_valid()) << "no procedure " << name;
    return program.proc(id);
  }
};

// `class Main { static void main() { BODY } }` around statements.
inline std::string main_with(const std::string& body) {
  return "class Main { static void main() { " + body + " } }";
}

}  // namespace support
