// Sequents of dynamic logic and proofs made of them (de Boer, Bonsangue, Johnsen, Pun, Tapia
// Tarifa and Tveito, "SymPaths: Symbolic Execution Meets Partial Order Reduction", Figs 6
// and 7). A proof is a graph: nodes may share premises, and loops may lead back.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "logic/dl/event.h"
#include "logic/dl/store.h"

namespace prove {

using NodeId = base::Id<struct NodeTag>;

enum class Rule : std::uint8_t {
#define RULE(name, keyword, text) name,
#include "engine/prove/rules.def"
#undef RULE
};
std::string_view keyword(Rule rule);
std::string_view text(Rule rule);

// Γ, φ ⇒ Ψ: for all values of the free variables, the assumptions and the conditions of the
// path imply one of the claims. Formulas are normal (normal.h): updates stand only in front of
// boxes. The path belongs to the first claim {σ}[Σ]Ψ, the focus; it is empty if there is none.
struct Sequent {
  std::vector<dl::ExprId> assumptions;  // no duplicates
  std::vector<dl::Event> path;
  std::vector<dl::ExprId> claims;
};

struct Node {
  Sequent sequent;
  Rule rule = Rule::Open;
  std::vector<NodeId> premises;
  std::size_t principal = 0;          // the assumption or claim that the rule works on
  dl::VarId fresh;                    // ∀ right, ∃ left: the new constant
  std::vector<dl::ExprId> witnesses;  // ∀ left, ∃ right
  dl::SubstId instance;               // Link: what the constants of the premise stand for
  std::vector<dl::ThreadId> heads;    // Generalise: whose loops; their obligations come first
  std::vector<std::pair<dl::VarId, dl::VarId>> forgotten;  // Generalise: variable, new constant
};

struct Proof {
  dl::ExprId goal;
  std::vector<Node> nodes;  // the first one claims the goal

  const Node& node(NodeId id) const { return nodes[id.index()]; }
};

}  // namespace prove
