// The last stage of a check that finds nothing: what stands behind "it holds". Whether anything
// was checked within the bounds, and which bounds left something out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/modular/question.h"

namespace modular {

// What was looked at to find that something holds.
enum class Coverage : std::uint8_t {
  Checked,  // executions on which it was checked, or would be if there were any to check
  AllCut,   // bounds left out all of them
  NoInput,  // within the bounds no input fulfils the assumptions; beyond them one may
  Vacuous,  // no execution fulfils the assumptions
};

using BoundNames = std::set<std::string, std::less<>>;  // of result/verdict/bounds.def

struct CoverageReport {
  Coverage coverage = Coverage::Checked;
  BoundNames cut;       // beyond these there are executions, or may be
  BoundNames exceeded;  // those that left out all of them, if AllCut
};

// What the rounds tell about the bounds.
struct RoundCuts {
  bool is_body_cut = false;  // a refinement rests on an unrolled body
  bool overflowed = false;   // greater numbers are computed
};

// `learnt`: what refinement has added to the facts of the question.
CoverageReport judge_coverage(const Task& task, const Question& question,
                              const std::vector<rel::Formula>& learnt, RoundCuts cuts);

}  // namespace modular
