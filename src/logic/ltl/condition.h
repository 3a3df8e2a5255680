// Names and types in the conditions of temporal properties. Internal to observing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "ir/program.h"
#include "logic/ltl/proposition.h"
#include "logic/ltl/syntax.h"
#include "logic/ltl/weave.h"

namespace ltl {

// Unwinds to `observe` after an error has been reported; it leaves no folder.
struct ObserveError {};

template <class... Args>
[[noreturn]] void fail(diag::Sink& sink, diag::Kind kind, base::Span span, const Args&... args) {
  sink.report(kind, span, args...);
  throw ObserveError{};
}
// There is no such name; perhaps one of these was meant.
[[noreturn]] void fail_name(diag::Sink& sink, base::Span span, std::string_view kind,
                            const std::string& name,
                            const std::vector<std::string_view>& candidates);

// The variables of quantifiers in scope.
struct QuantifiedName {
  std::string global;
  ir::GlobalId id;
  ir::ClassId cls;
};
using Names = std::map<std::string, QuantifiedName>;

// What an operand may be compared with.
enum class Sort : std::uint8_t { Boolean, Integer, Reference };

// Comparisons over global variables and fields.
class StateCondition {
 public:
  StateCondition(const ir::Program& program, const Names& names, diag::Sink& sink)
      : program_(program), names_(names), sink_(sink) {}

  Term build(const Syntax& s);
  // The thread that a place or a variable names: its identifier.
  Term thread(const Syntax& s);

 private:
  struct Typed {
    Term term;
    Sort sort{};
    ir::ClassId cls;  // of a reference whose fields can be read
  };
  Term comparison(const Syntax& s);
  Typed operand(const Syntax& s);
  Typed name(const Syntax& s);
  Typed thread_variable(const Syntax& s);
  Typed with_fields(Typed object, const std::string& path, const Syntax& s);
  Typed field_of(Typed object, const std::string& field, const Syntax& s);

  const ir::Program& program_;
  const Names& names_;
  diag::Sink& sink_;
  std::string some_;  // the procedure of `T[null]`, once it has been named
};

// The thread procedure of BIR with this name.
const ir::Procedure& find_thread(const ir::Program& program, const std::string& name,
                                 base::Span span, diag::Sink& sink);
// In a finite model, threads that are the entry or daemons have procedures of their own. What names
// one procedure for all of them is refused.
void check_told_apart(const ir::Program& program, const ir::Procedure& proc, base::Span span,
                      diag::Sink& sink);
// A predicate as one would write it in a formula.
SyntaxPtr syntax_of(const ir::Program& program, const ir::Predicate& p, base::Span span);

// A condition over the variables of a thread, as an expression of the IR; fills in the
// watch.
class PlaceCondition {
 public:
  PlaceCondition(ir::Program& program, const Names& names, diag::Sink& sink, Watch& watch,
                 base::Span where)
      : program_(program),
        names_(names),
        sink_(sink),
        watch_(watch),
        proc_(program.procs[watch.proc.index()]),
        where_(where) {}

  void build(const Syntax& s) { watch_.condition = condition(s, true); }

 private:
  ir::ExprId condition(const Syntax& s, bool positive);
  ir::ExprId compare(const Syntax& s, bool positive);
  ir::ExprId operand(const Syntax& s);
  ir::LocalId find_local(const std::string& name) const;
  ir::ExprId quantified(const Syntax& s);
  ir::ExprId constant(const Syntax& s);
  bool is_quantified(const Syntax& s) const {
    bool is_hidden = s.scope == NameScope::Written && find_local(s.name).is_valid();
    return s.kind == SyntaxKind::Name && s.scope != NameScope::Fixed && !is_hidden &&
           names_.contains(s.name);
  }
  ir::ExprId negated(ir::ExprId e) { return program_.unary(ir::UnaryOp::Not, e); }
  // The sort of the expression, for the diagnostic if it has none.
  Sort sort_of(ir::ExprId e, const Syntax& s);

  ir::Program& program_;
  const Names& names_;
  diag::Sink& sink_;
  Watch& watch_;
  ir::Procedure& proc_;
  base::Span where_;  // of the statement at the place
};

}  // namespace ltl
