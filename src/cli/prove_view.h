// Proofs, open goals and counterexamples for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "certify/proof/refute.h"
#include "engine/interp/model.h"
#include "engine/prove/search.h"
#include "logic/dl/program.h"
#include "result/verdict/verdict.h"

namespace cli {

// One goal of a program and what became of it.
struct ProvedGoal {
  std::string name;  // "contract", or that of the formula
  dl::ExprId formula;
  std::int64_t number = -1;  // among the formulas of the program; -1: the contract
  base::Span span;
  prove::Result search;
  // The confirmed counterexample, if there is one; else the verdict says proved or unknown.
  verdict::Result result;
  bool is_replayable = false;  // the counterexample is an execution of the interpreter
};

// Finds out the goal's result, with the execution that breaks it. A counter-model counts only if
// `check` confirms it. If the program can be executed (`model` is not null), the execution that
// breaks its contract is one of the interpreter, which can be replayed.
void judge(const dl::Program& program, run::Run& run, const interp::Model* model, ProvedGoal& goal);

// Γ ⇒ Ψ on one line, conditions of the path among the assumptions.
std::string sequent_text(dl::Store& store, const prove::Sequent& sequent);

// Everything about the goal but its counterexample.
std::string goal_text(const dl::Program& program, const base::Sources& sources,
                      const ProvedGoal& goal, const prove::Options& options);
nlohmann::ordered_json goal_json(const dl::Program& program, const base::Sources& sources,
                                 const ProvedGoal& goal, const prove::Options& options);

// All sequents, one per line, with rules and premises.
std::string proof_text(dl::Store& store, const prove::Proof& proof);

}  // namespace cli
