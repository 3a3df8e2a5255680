// Programs for the tests of modular verification.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "front/oox/check.h"
#include "front/oox/lower.h"
#include "front/oox/parser.h"
#include "base/check.h"
#include "modular/engine.h"

namespace modular_test {

inline std::string read(const std::string& path) {
  std::ifstream in(std::string(BRAID_TESTS_DIR) + "/" + path);
  CHECK(in.good(), "cannot read {}", path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string topological_sort() { return read("programs/modular/topological_sort.oox"); }

// A lowered program with its sources.
struct Program {
  base::Sources sources;
  diag::Sink sink;
  ir::Program ir;

  explicit Program(const std::string& text) : ir(lower(text)) {}

  ir::ProcId proc(std::string_view name) {
    ir::ProcId id = ir.find_proc(name);
    CHECK(id.is_valid(), "no procedure {}", name);
    return id;
  }

  modular::Answer verify(std::string_view entry, const modular::Options& options) {
    ir.entry = proc(entry);
    run::Run run;
    modular::Answer answer;
    bool is_read = modular::verify(run, ir, sources, options, sink, answer);
    CHECK(is_read, "the property has errors");
    return answer;
  }

 private:
  ir::Program lower(const std::string& text) {
    oox::Program program;
    oox::parse(sources, sources.add("test.oox", text), program, sink);
    CHECK(!sink.has_errors(), "the program does not parse");
    oox::check(program, sink);
    CHECK(!sink.has_errors(), "the program has errors");
    return oox::lower(program, {});
  }
};

inline modular::Options bounds(std::uint32_t scope, unsigned bitwidth) {
  modular::Options options;
  options.scope.objects = scope;
  options.scope.bitwidth = bitwidth;
  options.refine.unwind = scope;
  return options;
}

}  // namespace modular_test
