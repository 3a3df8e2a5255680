// Formulas about programs: properties of procedures, specifications that stand for procedures,
// and invariants of classes. Relational formulas over the states before and after, read from
// the text of their clauses.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "engine/modular/heap.h"
#include "logic/rel/expr.h"
#include "logic/rel/syntax.h"

namespace modular {

// A formula over relations of its own, to be replaced by those of a state.
struct Property {
  std::string name;
  base::Span span;
  rel::Formula formula;
  std::map<SlotId, rel::RelationId> before;
  std::map<SlotId, rel::RelationId> after;
  std::vector<rel::RelationId> params;
  rel::RelationId result;  // invalid if the formula does not mention it
  // Of a specification: it mentions new objects of the class that the procedure returns.
  bool may_allocate = false;
  bool is_invariant = false;
  bool mentions_int = false;  // the set of all numbers
};

// The predicates and functions that formulas may use.
class Definitions {
 public:
  Definitions(const base::Sources& sources, const ir::Program& program, diag::Sink& sink);
  const rel::CallableSyntax* find(std::string_view name) const;
  const std::deque<rel::CallableSyntax>& all() const { return all_; }

 private:
  std::deque<rel::CallableSyntax> all_;
};

// All return nullopt after an error, which has been reported.
std::optional<Property> parse_property(const base::Sources& sources, const ir::Program& program,
                                       ir::ProcId proc, const ir::Property& property, Heap& heap,
                                       diag::Sink& sink);
// Of a procedure that is given by specification only.
std::optional<Property> parse_specification(const base::Sources& sources,
                                            const ir::Program& program, ir::ProcId proc, Heap& heap,
                                            diag::Sink& sink);
// What holds of all objects of the class, in the state before alone. Its one parameter is the
// set of objects that are exempt: the one that a constructor has still to make.
std::optional<Property> parse_invariant(const base::Sources& sources, const ir::Program& program,
                                        ir::ClassId cls, const ir::Property& invariant, Heap& heap,
                                        diag::Sink& sink);
// The invariant as a property of procedures: it holds in the state after.
Property invariant_after(const Property& invariant);

// What a program has beside code and the properties to be checked.
struct Formulas {
  std::map<ir::ProcId, Property> specifications;
  std::vector<Property> invariants;
};
std::optional<Formulas> read_formulas(const base::Sources& sources, const ir::Program& program,
                                      Heap& heap, diag::Sink& sink);

// The class of that name, or the only one whose name ends in it, behind a dot or a dollar: Java's
// packages and outer classes may be left out.
ir::ClassId find_class(const ir::Program& program, std::string_view name);

// Whether a name of a class or a static field is one of Java's library, or of Braid's models.
bool is_library_name(std::string_view name);

// Whether an object is being made, so that it need not fulfil its invariants before.
bool is_constructor(const ir::Program& program, ir::ProcId proc);

// Reads every formula of the program once; false after errors.
bool check_formulas(const base::Sources& sources, const ir::Program& program, diag::Sink& sink);

// The formula in these states.
rel::Formula instantiate(const Property& property, rel::Exprs& exprs,
                         const std::vector<rel::Expr>& before, const std::vector<rel::Expr>& after,
                         const std::vector<rel::Expr>& args, rel::Expr result);

}  // namespace modular
