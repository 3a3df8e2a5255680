// BIR text to executions, for tests. Every step is checked against the accesses
// that it declared.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/diag/render.h"
#include "base/source.h"
#include "engine/interp/encode.h"
#include "engine/interp/execute.h"
#include "engine/interp/explore.h"
#include "engine/interp/state.h"
#include "lang/bir/parse.h"

namespace harness {

// A procedure of straight-line code: step i goes from Li to the next; the last goes
// to the exit, and exceptions of calls leave the procedure. A step is a list of
// actions, or `when … goto …;` written out.
inline std::string proc(const std::string& head, const std::string& declarations,
                        const std::vector<std::string>& steps) {
  std::string name = head.substr(0, head.find('('));
  std::string text = "procedure " + head + "\n" + declarations + "\nentry L0; exit X; except E;\n";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::string next = i + 1 == steps.size() ? "X" : "L" + std::to_string(i + 1);
    bool whole = steps[i].starts_with("when") || steps[i].starts_with("read");
    std::string except = steps[i].find("call ") == std::string::npos ? "" : " except E";
    std::string step = "when true do { " + steps[i] + " } goto " + next + except + ";";
    text += "loc L" + std::to_string(i) + ": " + (whole ? steps[i] : step) + "\n";
  }
  return text + "loc X:\nloc E:\nend " + name + ";\n";
}

struct Bir {
  base::Sources sources;
  diag::Sink sink;
  ir::Program program;

  // `definitions` are globals and classes; `procs` procedures, `main` the entry.
  explicit Bir(const std::string& definitions, const std::string& procs) {
    std::string text = "system t()\nentry main;\n" + definitions + "\n" + procs + "\nend t;\n";
    base::FileId file = sources.add("test.bir", text);
    std::optional<ir::Program> parsed = bir::parse(sources, file, sink);
    EXPECT_TRUE(parsed.has_value()) << text << diag::render(sources, sink, {});
    if (!parsed) {
      // A program that any test of a verdict fails on.
      file = sources.add("none.bir", "system t()\nentry main;\n" +
                                         proc("main()", "", {"when (false) do { } goto X;"}) +
                                         "end t;\n");
      parsed = bir::parse(sources, file, sink);
    }
    program = std::move(*parsed);
  }
};

inline interp::Options checked(interp::Options options = {}) {
  options.check_accesses = true;
  return options;
}

inline std::string line_of(const verdict::Result& result) {
  std::string text(keyword(result.verdict));
  if (result.violation) {
    text += " " + std::string(keyword(result.violation->kind)) + ": " + result.violation->message;
  }
  if (!result.reason.empty()) text += " (" + result.reason + ")";
  return text;
}

// Explores all executions.
inline verdict::Result explore(const ir::Program& program, interp::Options options = {},
                               interp::ExploreOptions explore_options = {}) {
  interp::Model model(program, checked(options));
  run::Run run;
  return interp::explore(run, model, std::move(explore_options));
}

inline std::string verdict_of(const std::string& definitions, const std::string& procs,
                              interp::Options options = {}) {
  Bir bir(definitions, procs);
  return line_of(explore(bir.program, options));
}

// The values of the globals at the end of each execution: "x=1 y=null".
inline std::set<std::string> finals(const ir::Program& program,
                                    interp::ExploreOptions explore_options = {},
                                    interp::Options options = {}) {
  std::set<std::string> result;
  explore_options.on_final = [&](const interp::State& state) {
    std::string text;
    for (std::size_t i = 0; i < program.globals.size(); ++i) {
      const ir::Global& global = program.globals[i];
      text += (i == 0 ? "" : " ") + global.name + "=" +
              interp::show(program, state, state.globals[i], global.type);
    }
    result.insert(text);
  };
  verdict::Result outcome = explore(program, options, std::move(explore_options));
  EXPECT_EQ(keyword(outcome.verdict), "valid") << line_of(outcome);
  return result;
}

inline std::set<std::string> finals(const std::string& definitions, const std::string& procs,
                                    interp::Options options = {}) {
  Bir bir(definitions, procs);
  return finals(bir.program, {}, options);
}

using Strings = std::set<std::string>;

}  // namespace harness
