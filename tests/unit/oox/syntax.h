// Parsing and printing for the tests of the syntax.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "lang/oox/parser.h"
#include "lang/oox/printer.h"

namespace oox::testing {

struct Parsed {
  base::Sources sources;
  Program program;
  diag::Sink sink;

  explicit Parsed(std::string text) {
    parse(sources, sources.add("test.oox", std::move(text)), program, sink);
  }

  const Unit& unit() const { return program.units.front(); }
  // The codes of the diagnostics with their lines: "2:OOX0101 4:OOX0100".
  std::string codes() const {
    std::string out;
    for (const diag::Diagnostic& d : sink.all()) {
      out += fmt::format("{}{}:{}", out.empty() ? "" : " ", sources.begin(d.span).line,
                         diag::info(d.kind).code);
    }
    return out;
  }
  std::string messages() const {
    std::string out;
    for (const diag::Diagnostic& d : sink.all()) {
      out += sources.describe(d.span) + ": " + d.message + "\n";
    }
    return out;
  }
  std::string print() const { return oox::print(sources, program, unit()); }
};

// A method body with the statements on line 2.
inline std::string in_method(const std::string& statements) {
  return "class A { void m() {\n" + statements + "\n} }";
}

inline std::string repeat(std::string_view piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

}  // namespace oox::testing
