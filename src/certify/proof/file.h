// Proof files, read. Nothing is taken on trust: every reference is in range, every tree is well
// formed and well sorted; what the sequents mean is for proof.h to judge. The format is in
// docs/engines/prove.md.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "logic/dl/event.h"
#include "logic/dl/store.h"

namespace proof {

// Γ, φ ⇒ Ψ
struct ProofSequent {
  std::vector<dl::ExprId> assumptions;
  std::vector<dl::Event> path;
  std::vector<dl::ExprId> claims;
};

struct ProofNode {
  ProofSequent sequent;
  std::string rule;
  std::vector<std::size_t> premises;
  std::size_t principal = 0;
  dl::VarId fresh;
  std::vector<dl::ExprId> witnesses;
  dl::SubstId instance;
  std::vector<dl::ThreadId> heads;
  std::vector<std::pair<dl::VarId, dl::VarId>> forgotten;
};

// The proof of one formula.
struct Proof {
  std::unique_ptr<dl::Store> store;
  std::optional<std::size_t> formula;  // which one of the program; none: the contract
  dl::ExprId goal;
  std::vector<ProofNode> nodes;  // at least one
};

struct ProofFile {
  std::string source;  // the program, as PL text
  std::vector<Proof> proofs;
};

// The error says what is wrong, as the end of the sentence "FILE is not a proof: …".
tl::expected<ProofFile, std::string> read_proofs(const nlohmann::ordered_json& json);

}  // namespace proof
