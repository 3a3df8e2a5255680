// Which variables can matter to a verdict: those that guards, assertions, assumptions,
// contracts and lock operations read, and whatever flows into them. The rest is data
// that no property sees.
//
// The analysis does not look at order or calling contexts: a variable matters everywhere
// or nowhere. Fields, globals and elements (by the type of the array) are told apart,
// objects are not.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "ir/pass/call_graph.h"
#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace pass {

// Which data an engine follows.
enum class Followed : std::uint8_t {
  // Not floats and strings, which never matter: where they decide something, a finite model guesses
  // (tests of floats) or ends with a limit.
  Finite,
  // All of it. Choices and thrown objects always matter, so that an execution of the slice tells
  // all decisions of one of the program.
  All,
  // The same, but thrown objects matter only if a handler looks at one, and texts may grow: for
  // searches with bounds on lengths and numbers.
  AllButThrown,
};

class Relevance {
 public:
  // `kept` names variables that matter in any case, as FiniteBounds::kept does; `all`:
  // everything matters.
  Relevance(const ir::Program& program, const Hierarchy& hierarchy, const CallGraph& calls,
            const std::set<std::string>& kept, bool all, Followed followed = Followed::Finite);

  bool local(ir::ProcId proc, ir::LocalId id) const { return locals_[proc.index()][id.index()]; }
  bool field(ir::FieldId id) const { return fields_[id.index()]; }
  bool global(ir::GlobalId id) const { return globals_[id.index()]; }
  // Elements of arrays of this type, whatever type the array was declared with.
  bool element(ir::TypeId array) const;
  // What the procedure returns.
  bool result(ir::ProcId proc) const { return results_[proc.index()]; }
  bool is_reachable(ir::ProcId proc) const { return reachable_[proc.index()]; }
  // Which object is thrown: some handler looks at it.
  bool exception_objects() const { return exception_objects_; }

  // The action must stay: something that matters depends on it, or it may fail. Of several
  // choices in one step all stay, so that a choice of the model is one of the source.
  bool keeps(ir::ProcId proc, const ir::Transition& t, const ir::Action& action) const;

 private:
  class Marker;

  bool is_followed(ir::TypeId type) const;
  bool is_followed(ir::ExprId expr) const;

  const ir::Program& program_;
  Followed followed_;
  std::vector<bool> reachable_;            // by procedure
  std::vector<std::vector<bool>> locals_;  // by procedure
  std::vector<bool> fields_;
  std::vector<bool> globals_;
  std::vector<bool> elements_;   // by type of the elements
  bool boxed_elements_ = false;  // elements that are references: arrays are covariant
  std::vector<bool> results_;    // by procedure
  bool instances_ = false;       // the program can tell which objects exist
  bool exception_objects_ = false;
};

// True if evaluating the expression needs a float or a string.
bool is_untracked(const ir::Program& program, ir::ExprId expr);
// A condition that needs floats, no strings, and cannot fail.
bool is_float_test(const ir::Program& program, ir::ExprId expr);
// && || ==> and !
bool is_connective(const ir::Expr& expr);
inline bool is_untracked(ir::TypeKind kind) {
  return ir::is_floating(kind) || kind == ir::TypeKind::String;
}

}  // namespace pass
