// Finite models for engines that need one: bounds from the command line and from
// comments `// @bound NAME VALUE` in the source.
#pragma once

#include <optional>
#include <string>

#include "ir/pass/finite.h"
#include "pipeline/load.h"
#include "pipeline/request.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// The bounds that comments of OOX files set: a range `0..7` for the variable, or a number
// of objects for the class, that is declared on the line of the comment or on the next
// one. What `bounds` says already stays. Reports comments that make no sense.
bool add_commented_bounds(Input& input, pass::FiniteBounds& bounds);

// The bounds that were not given: by comments, and by what the program needs. A program that
// is finite as it stands has its own ones, but for the number of threads. False after a
// report of a bound that means nothing.
bool settle_bounds(pass::FiniteBounds& bounds, Input& input);

// The finite model of a program that is ready for execution (load.h), with bounds that are
// settled. Nothing after a report of what cannot be made finite.
std::optional<pass::FiniteModel> make_finite(const pass::FiniteBounds& bounds, Input& input);

// Puts the bounds in force into the result of an engine that searches finite models.
void name_bounds(const Request& options, bool finitised, verdict::Result& result);

// What was bounded or dropped, one line each, with the position it is about. `prefix`
// stands before each line.
std::string describe_notes(const pass::FiniteModel& model, const base::Sources& sources,
                           const std::string& prefix);

}  // namespace pipeline
