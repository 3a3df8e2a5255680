// The syntax tree of a BIR file: names not yet resolved, heap reads still inside
// expressions. Built by BirParser, turned into a Program by BirBuilder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/source.h"
#include "ir/action.h"
#include "ir/expr.h"
#include "ir/program.h"
#include "ir/type.h"

namespace bir {
// What a file means is a program of the IR.
using namespace ir;  // NOLINT
}  // namespace bir

namespace bir::syntax {

using SynExprId = base::Id<struct SynExprTag>;
using SynTypeId = base::Id<struct SynTypeTag>;

struct Name {
  std::string text;
  base::Span span;
};

enum class SynExprKind : std::uint8_t {
  Literal,     // value; `type_kind` tells Uint and Long from Int
  Name,        // name: a local, or the first piece of a global's name
  GlobalName,  // ::name
  Field,       // a.name, or a.owner::name
  Index,       // a[b]
  Unary,
  Binary,
  Ite,
  Length,
  CharAt,      // charAt(a, b)
  Substring,   // substring(a, b, c)
  InstanceOf,  // a instanceof type
  As,          // a as type
  Of,          // a of type: a literal or a conditional with that very type
  Forall,      // forall name, index : a : b
  Exists,
  LockTest,    // test(a)
  ThreadTest,  // threadTerminated(a)
  Accepts,     // accepts(a, b)
  Value,       // value(a): a place that is read by the expression itself
};

struct SynExpr {
  SynExprKind kind = SynExprKind::Literal;
  UnaryOp unary{};
  BinaryOp binary{};
  LockTest test{};
  TypeKind type_kind{};
  AccessMode mode{};  // Name, GlobalName, Field, Index: of the access, a@volatile
  bool parens = false;
  int height = 1;
  base::Span span;
  base::Span name_span;  // of the operator or of the field's name
  SynExprId a, b, c;
  SynTypeId type;
  std::string name;
  std::string owner;  // Field: the class that was named; Forall, Exists: the index
  Constant value;
};

// An integer where the grammar wants a constant: digits, or a named constant.
struct SynInt {
  bool negative = false;
  std::optional<base::Integer> digits;
  Name name;  // if there are no digits
  base::Span span;
};

struct EnumMember {
  Name name;
  std::optional<SynInt> value;
};

struct FieldDef {
  Name name;
  SynTypeId type;
  Sharing sharing = Sharing::Plain;
};

enum class SynTypeKind : std::uint8_t {
  Simple,
  Named,
  Ref,
  Array,
  FixedArray,
  Range,
  Lock,
  Enum,
  Record
};

struct SynType {
  SynTypeKind kind = SynTypeKind::Simple;
  TypeKind simple{};
  base::Span span;
  Name name;                        // Named, Ref
  std::vector<Name> collections;    // Ref
  SynTypeId element;                // Array, FixedArray
  SynInt lo, hi;                    // Range; FixedArray: hi
  bool waits = false;               // Lock
  bool reentrant = false;           // Lock
  std::vector<EnumMember> members;  // Enum
  std::vector<FieldDef> fields;     // Record
};

enum class SynActionKind : std::uint8_t {
  Assign,    // lhs := value
  New,       // lhs := new name [in collection]
  NewArray,  // lhs := new type [args]… [in collection], or new name [arg]
  Call,      // [lhs :=] call [virtual] name(args)
  Fork,      // also start
  Join,      // all descendants, or the thread `value`
  Self,      // lhs := self()
  Lock,      // lock_kind(value)
  Assert,
  Assume,
  CheckContract,
  Limit,  // limit [unsupported] message
  Havoc,
  Choose,
  ChooseInstance,   // lhs := forall(name)
  ChooseReachable,  // lhs := reachable(name, value)
  Throw,            // throw exception message [with value]
  Catch,            // catch [lhs]
  Return,
  Print,
  ExitThread,  // exit;
  Halt,
};

struct SynAction {
  SynActionKind kind = SynActionKind::Assign;
  ActionKind lock_kind{};
  ContractKind contract{};
  bool is_invariant = false;  // Assert
  ExceptionKind exception{};
  bool external = false;
  bool is_virtual = false;
  bool is_daemon = false;    // Fork
  bool gives_up = false;     // Lock: a timed wait
  bool orders = true;        // Lock: threads one after the other
  bool ends_line = true;     // Print
  bool unsupported = false;  // Limit
  base::Span span;
  SynExprId lhs;
  SynExprId value;
  SynTypeId type;
  Name name;
  Name selector;  // of a virtual call; `name` is then the class
  Name collection;
  std::vector<SynExprId> args;
  std::string message;
};

struct SynTransition {
  base::Span span;
  std::vector<SynAction> reads;
  SynExprId guard;
  bool invisible = false;
  std::vector<SynAction> actions;
  Name target;
  Name except;
};

struct SynLocation {
  Name name;
  std::optional<std::vector<Name>> live;
  std::vector<SynTransition> transitions;
};

struct SynLocal {
  Name name;
  SynTypeId type;
  bool is_temp = false;
  bool is_bound = false;
  bool is_result = false;
  bool is_self = false;
  Sharing sharing = Sharing::Plain;  // of a global
  SynExprId initial;
};

struct SynClause {
  ContractKind kind{};
  SynExprId condition;
  base::Span span;
};

struct SynProc {
  Name name;
  ProcKind kind{};
  bool is_main = false;
  SynTypeId result;
  std::vector<SynLocal> params;
  std::vector<SynLocal> locals;
  std::vector<SynClause> contract;
  Name entry, exit, except;  // of the clauses; empty if absent
  std::vector<SynLocation> locations;
};

struct SynBinding {
  Name selector;
  Name proc;
};

struct SynClass {
  Name name;
  bool is_interface = false;
  bool is_abstract = false;
  bool is_internal = false;
  std::vector<Name> supers;
  std::vector<Name> interfaces;
  std::vector<FieldDef> fields;
  std::vector<SynBinding> bindings;
};

struct ConstDef {
  Name name;
  SynExprId value;
};

struct TypeDef {
  Name name;
  SynTypeId type;
};

struct Subtype {
  Name sub, super;
};

struct CollectionDef {
  Name name;
  std::optional<SynInt> size;
  SynTypeId type;
};

struct SynPredicate {
  Name name;
  Name thread;
  std::optional<Name> instance;  // absent: null, any thread
  Name location;
  SynExprId reference;  // valid instead of a location
  std::string reference_text;
};

struct SynObservable {
  Name name;
  std::string text;
  base::Span span;  // of the text
};

struct File {
  Name name;
  IntMode int_mode = IntMode::Math;
  Name entry;
  Name root;
  std::vector<ConstDef> constants;
  std::vector<TypeDef> types;     // enums, other names for types
  std::vector<SynClass> classes;  // classes and records, in the order of the file
  std::vector<Subtype> subtypes;
  std::vector<CollectionDef> collections;
  std::vector<SynLocal> globals;
  std::vector<SynProc> procs;
  std::vector<SynPredicate> predicates;
  std::vector<SynObservable> observables;
  std::vector<SynExpr> exprs;
  std::vector<SynType> type_nodes;

  const SynExpr& expr(SynExprId id) const { return exprs[id.index()]; }
  const SynType& type(SynTypeId id) const { return type_nodes[id.index()]; }
};

}  // namespace bir::syntax
