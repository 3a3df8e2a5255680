// The IR: a program of guarded transitions, shared by every front end and engine.
// Its text is the BIR language (printer.h, parser.h); verify.h says what a
// well-formed program is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ir/action.h"
#include "ir/display.h"
#include "ir/expr.h"
#include "ir/ids.h"
#include "ir/semantics.h"
#include "ir/type.h"

namespace ir {

// How threads share a field or a global.
enum class Sharing : std::uint8_t {
  Plain,
  // A read happens after the writes that it sees, and what happened before those. No data race.
  Volatile,
  // No data race either, but reads and writes order nothing.
  Opaque,
  // Written only while there is one thread; whoever reads it reads the same.
  Constant,
};
std::string_view spelling(Sharing sharing);  // empty for Plain

struct Field {
  std::string name;
  TypeId type;
  ClassId owner;
  base::Span span;
  Sharing sharing = Sharing::Plain;
  bool is_final = false;  // for messages: only constructors write it
};

// Binds a method name to the procedure that runs for objects of this very class;
// inherited bindings are repeated, so that dispatch is one look-up.
struct Binding {
  std::string selector;
  ProcId proc;
};

// A named relational formula, in the language of docs/language/properties.md: a property of a
// procedure, or an invariant of a class. The text stays in the source; the text of the IR leaves
// formulas out.
struct Property {
  std::string name;
  base::Span formula;  // with its braces
};

struct Class {
  std::string name;
  ClassId super;                    // invalid for a root
  std::vector<ClassId> interfaces;  // direct ones; for an interface: what it extends
  bool is_interface = false;
  bool is_abstract = false;       // never allocated
  bool is_internal = false;       // only the program makes its objects: no input is one
  std::vector<FieldId> fields;    // declared here; inherited ones are in `super`
  std::vector<Binding> bindings;  // sorted by selector; empty for interfaces
  std::vector<Property> invariants;
  base::Span span;
  // What reports call it, if not by its name. The text of the IR leaves it out.
  std::string shown = {};
};

// A relation of the objects of a class that only formulas see: it stands for what a class with
// methods given by specification holds. A new object has no tuples in it.
struct SpecField {
  std::string name;
  ClassId owner;
  std::vector<TypeId> columns;  // behind the object: one or two
  bool is_lone = false;         // at most one value in the last column for all columns before it
  base::Span span;
};

struct Enum {
  std::string name;
  struct Member {
    std::string name;
    std::int64_t value = 0;
  };
  std::vector<Member> members;
};

// A bounded pool of objects, as in the BIR paper. `size` 0 means unbounded.
struct Collection {
  std::string name;
  std::int64_t size = 0;
  TypeId type;  // Record of the class, or the array type
};

// A global variable; OOX's static fields are globals named `Class.field`.
struct Global {
  std::string name;
  TypeId type;
  std::optional<Constant> initial;  // absent: the default of the type
  base::Span span;
  Sharing sharing = Sharing::Plain;
};

// A named constant of a BIR file: kept for printing, resolved where used.
struct NamedConstant {
  std::string name;
  Constant value;
};

struct Local {
  std::string name;  // unique in the procedure
  TypeId type;
  bool is_temp = false;             // made by lowering, not written by the user
  bool is_bound = false;            // bound by a quantifier, never assigned
  std::optional<Constant> initial;  // absent: the default of the type
  base::Span span;
  // Of a temporary that holds the value of a piece of source: that piece, for people. Not
  // part of the text of a program.
  std::string shown = {};
};

// Whether people see the variable.
inline bool is_shown(const Local& local) {
  return !local.is_bound && (!local.is_temp || !local.shown.empty());
}

// The name as the user wrote it: lowering tells variables of one name apart by a
// suffix such as `$2`.
std::string_view display_name(const Local& local);

struct Location {
  std::string name;
  // Locals whose value may still be read from here on; absent: unknown, all.
  std::optional<std::vector<LocalId>> live;
};

// source: [read { reads }] when guard do [invisible] { actions } goto target [except …]
//
// The thread at `source` may take the transition if, after the reads, the guard
// holds and the first action is not blocked. Reads, guard and actions are one
// atomic step. Reads assign scratch locals and have no other effect.
struct Transition {
  LocId source;
  std::vector<Action> reads;  // loads and tests only
  ExprId guard;               // invalid: true
  std::vector<Action> actions;
  LocId target;
  LocId except;            // where control goes if a Call ends exceptionally
  bool invisible = false;  // no other thread can observe or affect it
  base::Span span;         // the statement it came from
};

struct Clause {
  ContractKind kind{};
  ExprId condition;  // total: undefinedness counts as false
  base::Span span;
};

enum class ProcKind : std::uint8_t {
  Procedure,
  Thread,  // declared by `thread` in BIR: started, never called
};

// Whether the steps of a procedure may be taken together with the visible step of the thread that
// comes next, or that came last: nobody can tell whether steps of others come in between.
enum class Tie : std::uint8_t { None, ToNext, ToLast };

struct Procedure {
  std::string name;  // `Class.method`, `Class.new$arity`, or a plain name
  ProcKind kind = ProcKind::Procedure;
  TypeId result;                // Void if none
  std::vector<LocalId> params;  // the first locals; `this` first if there is one
  std::vector<Local> locals;
  LocalId retval;  // names the result in `ensures`; invalid if Void
  // What Self gives in a thread that starts here. It is live everywhere; invalid: nothing.
  LocalId self;
  std::vector<Clause> contract;
  std::vector<Property> properties;
  // The formula, with its braces, of a procedure that is given by specification only. Its body
  // then returns anything, and is there for traces of executions that fulfil the formula.
  std::optional<base::Span> spec;
  std::vector<Location> locations;
  std::vector<Transition> transitions;  // grouped by source, in source order
  LocId entry;
  LocId exit;             // reaching it returns to the caller
  LocId except;           // reaching it raises the exception in the caller
  bool has_this = false;  // the first parameter is a receiver
  // Of the library of a language: reports show who called it. The text of the IR leaves it out.
  bool is_library = false;
  Tie tie = Tie::None;     // the text leaves it out, too
  MethodName method = {};  // and this
  base::Span span;

  const Local& local(LocalId id) const { return locals[id.index()]; }
  const Location& location(LocId id) const { return locations[id.index()]; }
};

// A named proposition over a state, for temporal properties (BIR `predicates`).
struct Predicate {
  std::string name;
  ProcId thread;
  ExprId instance;            // which thread: a constant null for any, or a global read
  GlobalId instance_global;   // valid if the instance is a global variable
  std::string instance_path;  // or a field behind it: ".id", ".next.id"
  LocId location;             // Thread[i]@loc; invalid for a remote reference
  std::string reference;      // Thread[i]:lhs, the text of the lhs
};

// A name for what temporal properties ask of a state.
struct Observable {
  std::string name;  // of a class: with its name in front
  std::string text;  // "(a, b): a.key > b.key", in the language of properties
  base::Span span;   // of the text
};

class Program {
 public:
  std::string name = "program";
  IntMode int_mode = IntMode::Math;
  Types types;
  std::vector<NamedConstant> constants;
  std::vector<Enum> enums;
  std::vector<Class> classes;
  std::vector<Field> fields;
  std::vector<SpecField> spec_fields;
  std::vector<base::Span> definitions;  // predicates and functions for formulas, as written
  std::vector<Collection> collections;
  std::vector<Global> globals;
  std::vector<Procedure> procs;
  std::vector<Predicate> predicates;
  std::vector<Observable> observables;
  ProcId entry;  // what runs; its parameters are the inputs
  // Above all classes and arrays, and strings are plain values, never null; invalid: arrays are no
  // objects, and strings may be null.
  ClassId root;
  // Lowered from a language whose front end puts a guard before whatever could be undefined: a null
  // reference, an index, a divisor, a cast. The text of the IR leaves it out.
  bool is_guarded = false;
  Display display;

  Program() = default;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = default;
  Program& operator=(Program&&) = default;

  // For passes that change a program which is still needed.
  Program clone() const { return *this; }

  const Expr& expr(ExprId id) const { return exprs_[id.index()]; }
  const Constant& constant(ConstantId id) const { return literals_[id.index()]; }
  std::size_t expr_count() const { return exprs_.size(); }
  std::size_t constant_count() const { return literals_.size(); }
  const Type& type(TypeId id) const { return types[id]; }
  const Type& type_of(ExprId id) const { return types[expr(id).type]; }
  const Class& cls(ClassId id) const { return classes[id.index()]; }
  const Field& field(FieldId id) const { return fields[id.index()]; }
  const Global& global(GlobalId id) const { return globals[id.index()]; }
  const Procedure& proc(ProcId id) const { return procs[id.index()]; }

  ExprId add(const Expr& expr);
  ExprId constant_expr(TypeId type, Constant value);
  ExprId local_expr(const Procedure& proc, LocalId local);
  ExprId unary(UnaryOp op, ExprId a);              // typed as its operand
  ExprId binary(BinaryOp op, ExprId a, ExprId b);  // comparisons are Bool
  ExprId bool_constant(bool value);
  ExprId int_constant(std::int64_t value);

  // True if `cls` is `base` or below it, by extends and implements.
  bool is_subclass(ClassId cls, ClassId base) const;
  // The class whose methods arrays have: the root.
  bool is_array_class(ClassId cls) const { return root.is_valid() && cls == root; }
  // True if a value of type `from` may be stored where `to` is declared.
  bool is_assignable(TypeId from, TypeId to) const;
  // The procedure that objects of class `cls` run for `selector`.
  ProcId dispatch(ClassId cls, std::string_view selector) const;
  // Own and inherited fields, the root's first.
  std::vector<FieldId> all_fields(ClassId cls) const;

  ClassId find_class(std::string_view name) const;
  ProcId find_proc(std::string_view name) const;

  // The value that a variable of this type starts with.
  Constant default_value(TypeId type) const;
  // "int", "Node", "int[][]", "range 0..3": for messages and reports.
  std::string type_name(TypeId type) const;
  // The same, with classes as reports call them.
  std::string shown_type(TypeId type) const;

 private:
  Program(const Program&) = default;

  std::vector<Expr> exprs_;
  std::vector<Constant> literals_;
};

// Where the transitions of each location lie in Procedure::transitions.
std::vector<std::vector<TransId>> outgoing(const Procedure& proc);

// Calls `visit` on every expression that the action evaluates.
void for_each_expr(const Action& action, const std::function<void(ExprId)>& visit);
// The local the action writes, if any.
LocalId written_local(const Action& action);
// What an access with this mode means at a place that is declared so: not Declared.
AccessMode mode_of(AccessMode mode, Sharing declared);
constexpr bool is_atomic(AccessMode mode) { return mode >= AccessMode::Opaque; }
// Of a load, and of a store.
constexpr bool acquires(AccessMode mode) {
  return mode == AccessMode::Acquire || mode == AccessMode::Volatile;
}
constexpr bool releases(AccessMode mode) { return mode >= AccessMode::Release; }
// True if other threads can notice the action: it touches what they may change or see.
bool is_shared(const Program& program, const Action& action);
// True if the expression reads the heap or globals, as quantifiers do.
bool reads_heap(const Program& program, ExprId expr);
bool mentions(const Program& program, ExprId expr, LocalId local);

}  // namespace ir
