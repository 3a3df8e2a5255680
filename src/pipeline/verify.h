// From a request to a result, for every caller: the command line, mutants, tests.
//
//   request ─► check_options ─► (load) ─► resolve ─► verify ─► Answer
//
// `resolve` decides once what was left to Braid and prepares what the engine needs. `verify`
// runs the engine's row, which certifies what it claims, and shortens a counterexample.
#pragma once

#include <functional>
#include <memory>
#include <tl/expected.hpp>

#include "base/run/run.h"
#include "pipeline/job.h"
#include "result/report/report.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// Before anything is read: the engine that the options mean, if none is named. Says which option
// that engine does not read.
std::optional<Refusal> check_options(Request& request);

// The engine, the temporal property, the checkpoint and the finite model. The program of the
// input is ready for execution (load.h).
tl::expected<Job, Refusal> resolve(Request request, Input& input);

// Called before each search; what it gives lives as long as the search runs.
using OnSearch = std::function<std::shared_ptr<void>(run::Run& run)>;

Answer verify(run::Run& run, Job& job, const OnSearch& on_search = {});

// Whether this process only takes part in the searches of another one, which leads the team of the
// request; and what it does instead of `verify`.
bool follows(const Request& request);
void follow(run::Run& run, const Job& job);

// One search, for callers that verify many programs. The request has an engine. What would be
// refused is unknown, and says why.
verdict::Result verify_once(run::Run& run, const Request& request, Input& input);

// The engine for a program of OOX or PL, if nobody names one: the modular one for methods
// without code; else symbolic execution, unless races are asked for of threads that run for ever,
// where only the interpreter can remember states, or that wait for conditions.
Engine default_engine(const ir::Program& program, const Request& request);

// What a result is about: the entry of the program, and how it was asked for.
report::Subject subject_of(const std::vector<std::string>& paths, const ir::Semantics& semantics,
                           const Input& input, std::string_view engine);
// The same, as far as the job tells it.
void describe(const Job& job, const Answer& answer, report::Subject& subject);

}  // namespace pipeline
