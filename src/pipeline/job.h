// A verification that is ready to run, and what comes out of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/diag/diagnostic.h"
#include "engine/symex/checkpoint.h"
#include "ir/pass/finite.h"
#include "logic/ltl/observe.h"
#include "pipeline/load.h"
#include "pipeline/request.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// The request with everything decided that was left to Braid.
struct Job {
  Request request;  // with its engine
  Input& input;
  std::string why_engine;    // why Braid chose it; empty: no word about it
  pass::FiniteBounds asked;  // the bounds of the request, before Braid chose the others
  std::optional<pass::FiniteModel> model;  // of a program that is not finite, if one is needed
  ltl::SyntaxPtr formula;                  // of Request::ltl, if it is one of a property file
  std::optional<ltl::Property> property;   // of Request::ltl
  std::optional<symex::Checkpoint> resumed;

  Engine engine() const { return *request.engine; }
};

// Why there is no job. Without a text, the sink of the input says it.
struct Refusal {
  bool is_usage = false;  // the command line is wrong, not the program
  std::string text;
};

// The search that symbolic execution came to.
struct ChosenSearch {
  bool stateful = false;
  symex::Reduction reduction{};
  std::string name;  // as results call it; empty: it was asked for, or there was no choice
  std::string why;
};

struct Answer {
  verdict::Result result;          // certified: a violation has been executed by the interpreter
  ChosenSearch chosen;             // symex
  std::string warning;             // for people, on standard error
  std::vector<std::string> notes;  // symex: what became of loops with invariants
  // Of the modular engine: the bounds, what happened, and the heaps of a violated property.
  modular::Options modular;
  std::string story;
  std::string dot;
  std::shared_ptr<diag::Sink> diagnostics;  // about formulas
  bool is_refused = false;                  // a formula has an error: there is no result
  // With Request::deepen: how many searches came to their ends, and why there was no further one.
  std::optional<std::pair<std::uint32_t, std::string>> deepened;
};

}  // namespace pipeline
