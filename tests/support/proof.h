// Proofs in tests: search, write, read back, check; and what executions say.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "certify/proof/check.h"
#include "certify/proof/refute.h"
#include "certify/proof/source.h"
#include "engine/prove/proof_file.h"
#include "engine/prove/search.h"
#include "logic/dl/eval.h"
#include "logic/dl/program.h"
#include "support/pl.h"

namespace support {

using ProofJson = nlohmann::ordered_json;

// Why the file is refused; empty: it is accepted.
inline std::string refusal(const ProofJson& json) {
  auto file = proof::read_proofs(json);
  if (!file) return "unreadable: " + file.error();
  auto source = proof::check_source(*file);
  if (!source) return "source: " + source.error();
  for (proof::Proof& proof : file->proofs) {
    run::Run run;
    auto summary = proof::check_proof(run, proof);
    if (!summary) return summary.error().text;
  }
  return "";
}

struct Proved {
  prove::Result result;
  ProofJson json;  // if it is proved
};

// Proves the contract. A proof must be accepted.
inline Proved prove_contract(Pl& pl, const std::string& text, const prove::Options& options = {}) {
  run::Run run;
  dl::ExprId goal = dl::goal_formula(pl.program);
  Proved made;
  made.result = prove::search(pl.store(), run, goal, options);
  if (made.result.is_proved) {
    made.json = prove::proofs_json(text, {prove::proof_json(pl.store(), made.result.proof, -1)});
    EXPECT_EQ(refusal(made.json), "") << text;
  }
  return made;
}

inline bool is_proved(const std::string& text, const prove::Options& options = {}) {
  Pl pl(text);
  return prove_contract(pl, text, options).result.is_proved;
}

// Whether some execution from these values fails, or ends where `after` is false.
inline bool goes_wrong(dl::Store& store, const dl::Valuation& start, dl::PoolId pool,
                       dl::ExprId after) {
  using State = std::pair<dl::PoolId, dl::Valuation>;
  std::set<State> seen;
  std::vector<State> todo = {{pool, start}};
  while (!todo.empty()) {
    State state = std::move(todo.back());
    todo.pop_back();
    if (!seen.insert(state).second) continue;
    const dl::Pool threads = store.pool(state.first);
    if (threads.empty()) {
      auto value = dl::eval(store, after, state.second);
      if (!value || value->is_zero()) return true;
    }
    for (const dl::PoolEntry& entry : threads) {
      State next = state;
      auto result = dl::concrete_step(store, next.second, next.first, entry.thread);
      if (result == dl::ConcreteResult::Failed) return true;
      if (result == dl::ConcreteResult::Done) todo.push_back(std::move(next));
    }
  }
  return false;
}

}  // namespace support
