// The body of a procedure as expressions over relations of its own, to be evaluated for one
// transition of states. And the two ways to learn from a
// transition that the body does not allow, each a consequence of the body that is false of the
// transition and as weak as the path taken allows (Taghdiri, section 6.2: what is irrelevant
// for the contradiction is left out).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/modular/encode.h"
#include "logic/rel/eval.h"

namespace modular {

struct Body {
  State before;                            // relations for the slots it touches
  std::vector<rel::RelationId> relations;  // by slot; invalid for the others
  std::vector<rel::RelationId> params;
  Encoded code;
  std::string problem;  // why there is none
};

// Everything that the procedure calls is inlined.
Body make_body(const ir::Program& program, const EffectTable& effects, Heap& heap, ir::ProcId proc,
               const EncodeOptions& options);

// Consequences of formulas and expressions along the path that one instance takes.
class PathExplainer {
 public:
  PathExplainer(rel::Exprs& exprs, rel::Evaluator& evaluator)
      : exprs_(exprs), evaluator_(evaluator) {}

  // `formula` is false in the instance; so is the result, which follows from it.
  rel::Formula explain_false(rel::Formula formula);
  // `formula` is true in the instance; so is the result, which it follows from.
  rel::Formula explain_true(rel::Formula formula);
  // The expression with conditionals replaced by the branch taken; it has the same value
  // wherever `condition` holds, as it does in the instance.
  rel::Expr along_path(rel::Expr expr, rel::Formula& condition);

 private:
  // What one expression needs: nodes already done, and the conditions met.
  struct Path {
    std::map<std::uint32_t, std::uint32_t> done;
    std::set<rel::Formula> conditions;
  };
  std::uint32_t along_path(std::uint32_t node, Path& path);
  std::uint32_t step_along(std::uint32_t node, Path& path);
  rel::Formula condition_of(const Path& path);
  rel::Formula find_reason_true(rel::Formula formula);
  rel::Formula find_reason_false(rel::Formula formula);

  rel::Exprs& exprs_;
  rel::Evaluator& evaluator_;
  std::map<rel::Formula, rel::Formula> true_, false_;  // explanations found
};

}  // namespace modular
