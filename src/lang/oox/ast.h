// The syntax tree of OOX. Nodes live in the arena of their Unit and are plain
// data: the parser fills the upper part of each node, the checker the part marked
// "checked". Sub-terms that only a wrong program can have in a place (a field read
// inside a clause, say) parse everywhere, so that the checker can explain.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "base/integer.h"
#include "base/source.h"
#include "base/symbol.h"

namespace oox {

using base::Span;
using base::Symbol;

struct ClassInfo;
struct FieldInfo;
struct MethodInfo;
using TypeId = base::Id<struct OoxTypeTag>;  // see types.h
using VarId = base::Id<struct VarTag>;       // a variable of one method, see symbols.h

// A list of nodes, owned by the arena.
template <class T>
class List {
 public:
  List() = default;
  List(T* first, std::size_t size) : first_(first), size_(size) {}
  T* begin() const { return first_; }
  T* end() const { return first_ + size_; }
  T& operator[](std::size_t i) const { return first_[i]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  T* first_ = nullptr;
  std::size_t size_ = 0;
};

// ---------------------------------------------------------------- types

enum class TypeName : std::uint8_t { Void, Bool, Int, Uint, Float, Char, String, Class };

// `base` with `dims` pairs of brackets.
struct TypeExpr {
  TypeName base = TypeName::Void;
  Symbol name;  // Class
  std::uint32_t dims = 0;
  Span span;
};

// ---------------------------------------------------------------- expressions

enum class ExprKind : std::uint8_t {
  IntLit,     // integer
  FloatLit,   // number
  BoolLit,    // flag
  CharLit,    // character
  StringLit,  // name: the text, escapes resolved
  NullLit,
  Name,  // name: a variable, or, before a dot, a class
  This,
  Super,        // only as the receiver of a Call
  Unary,        // unary, a
  Binary,       // binary, a, b
  Conditional,  // a ? b : c
  SizeOf,       // # a
  Quantifier,   // is_forall; name, index; a: the array; b: the body
  InstanceOf,   // a, type_expr
  Old,          // old ( a ): the value of a when the method began
  Cast,         // type_expr, a
  Paren,        // ( a )
  // Accesses: they read the heap or run code. In the long form (long_form.h) they stand
  // only as the whole right-hand side of an assignment, or where their statement says.
  Field,     // a . name          (a: a Name, which may be a class, or This)
  Index,     // a [ b ]
  Call,      // a . name ( args ) (a: a Name, This or Super; null: no receiver)
  Choose,    // choose ( args ): a Call that no method of the class answers to
  New,       // new type_expr ( args )
  NewArray,  // new type_expr: base type; args: sizes
  Error,     // where the parser recovered; already reported
};

bool is_access(ExprKind kind);

enum class UnaryOp : std::uint8_t { Neg, Not };
// In the order of ir::BinaryOp.
enum class BinaryOp : std::uint8_t {
  Implies,
  Or,
  And,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
};
std::string_view spelling(UnaryOp op);
std::string_view spelling(BinaryOp op);
int precedence(BinaryOp op);           // higher binds tighter; Implies, the weakest, is 1
inline constexpr int kComparison = 5;  // the level of `<` and instanceof

struct Expr {
  ExprKind kind = ExprKind::Error;
  UnaryOp unary{};
  BinaryOp binary{};
  bool flag = false;         // BoolLit
  bool is_forall = false;    // Quantifier
  bool has_access = false;   // an access is in this tree; the parser knows
  std::uint32_t height = 1;  // of this tree; the parser bounds it, so recursion is safe
  Span span;
  Symbol name;
  Span name_span;  // of `name` alone (Field, Call, Quantifier)
  Symbol index;    // Quantifier
  Span index_span;
  char32_t character = 0;                  // CharLit
  double number = 0;                       // FloatLit
  const base::Integer* integer = nullptr;  // IntLit
  Expr* a = nullptr;
  Expr* b = nullptr;
  Expr* c = nullptr;
  List<Expr*> args;
  TypeExpr* type_expr = nullptr;

  // checked
  enum class Commutes : std::uint8_t { Unknown, Yes, No };
  Commutes commutes = Commutes::Unknown;  // what long_form_expr.cpp found out
  TypeId type;                            // of the expression; for a literal, as adapted
  VarId var;                              // Name: the variable; Quantifier: the element
  VarId index_var;                        // Quantifier: the index
  ClassInfo* cls = nullptr;      // Name that denotes a class; InstanceOf, Cast, New: the class
  FieldInfo* field = nullptr;    // Field
  MethodInfo* method = nullptr;  // Call, New (null: the default constructor)
  TypeId target_type;            // Cast, InstanceOf: of type_expr; NewArray: of the whole array
};

// The number that a literal is, perhaps behind a sign or in brackets.
std::optional<std::int64_t> literal_value(const Expr& e);

// What is inside the brackets.
inline const Expr* strip(const Expr* e) {
  while (e->kind == ExprKind::Paren) e = e->a;
  return e;
}

// ---------------------------------------------------------------- clauses

enum class ClauseKind : std::uint8_t {
  Requires,
  Ensures,
  Exceptional,
  Invariant,  // of a loop or a class
  Property,
  Spec
};

struct Clause {
  ClauseKind kind{};
  Expr* condition = nullptr;  // null for a property and a specification
  Span span;                  // the whole clause
  Symbol name;                // Property
  Span body;                  // Property, Spec: the formula with its braces, in its own language
};

// ---------------------------------------------------------------- statements

enum class StmtKind : std::uint8_t {
  Declare,     // type_expr name [:= value];
  Assign,      // target := value;       (target: Name, Field or Index); see Update
  Expression,  // value;                 (value: Call or New)
  Skip,        // ;
  Assert,      // value
  Assume,      // value
  While,       // value, body
  For,         // stmts: the beginning; value (may be null), updates, body
  If,          // value, body, otherwise (may be null)
  Continue,
  Break,
  Return,     // value (may be null)
  Throw,      // value (may be null); in the long form a StringLit
  Try,        // body, otherwise: the catch block
  Block,      // stmts
  LockBlock,  // value, body            monitor
  Lock,       // value                  semaphore
  Unlock,     // value
  Fork,       // value: a Call
  Join,
  Wait,       // value
  Notify,     // value
  NotifyAll,  // value
  SuperCall,  // args                   super(args);
  Error,      // where the parser recovered; already reported
};

// How an assignment is written: `x := e;`, `x += e;` or `x++;`.
enum class Update : std::uint8_t { None, Compound, Step };

// How an execution shows a branch of the long form: as one that was written; with the
// opposite of its condition, which was written; not at all.
enum class Branch : std::uint8_t { Plain, Opposite, Hidden };

struct Stmt {
  StmtKind kind = StmtKind::Error;
  Update update = Update::None;  // Assign
  BinaryOp op{};                 // Assign: of an update
  bool parenthesized = false;    // Assert, Assume, Lock …: written with parentheses
  Span span;
  TypeExpr* type_expr = nullptr;
  Symbol name;
  Span name_span;
  Expr* target = nullptr;
  Expr* value = nullptr;
  List<Expr*> args;
  Stmt* body = nullptr;
  Stmt* otherwise = nullptr;
  List<Stmt*> stmts;
  List<Stmt*> updates;      // For
  List<Clause> invariants;  // While, For
  Span close;               // Block: the closing brace
  Span op_span;             // Assign: of the sign of an update

  // checked
  VarId var;                     // Declare
  Expr* sum = nullptr;           // Assign: target op value, of an update
  Branch branch{};               // If
  bool body_ends = true;         // For: control may reach the end of the body
  bool has_continue = false;     // For: control may reach a `continue` of this loop
  bool is_invariant = false;     // Assert of the long form: the invariant of the loop around it
  MethodInfo* method = nullptr;  // SuperCall (null: the default constructor)
};

// ---------------------------------------------------------------- declarations

struct Param {
  TypeExpr* type_expr = nullptr;
  Symbol name;
  Span span;
  Span name_span;

  // checked
  VarId var;
};

enum class MemberKind : std::uint8_t {
  Field,
  Method,
  Constructor,
  SpecField,
  Invariant,       // formula
  ClassInvariant,  // clauses: one
  Observable,
};

struct Member {
  MemberKind kind{};
  bool is_static = false;
  bool is_abstract = false;
  bool is_default = false;  // the word `default` before an interface method
  Span span;
  Symbol name;
  Span name_span;
  TypeExpr* type_expr = nullptr;  // of a field; result of a method
  List<Param> params;
  List<Clause> clauses;
  Stmt* body = nullptr;     // a Block; null for an abstract method or one given by specification
  List<TypeExpr*> columns;  // SpecField: the types behind the object, one or two
  bool is_lone = false;     // SpecField: at most one value in the last column
  Span formula;             // Invariant: with its braces; Observable: what is behind the name
  Symbol formula_text;      // Observable

  // checked
  FieldInfo* field = nullptr;
  MethodInfo* method = nullptr;
};

// `if (…)`, `while (…)`, `lock (…)`: a statement up to its body.
inline Span header(const Stmt& s) {
  const Span& next = s.invariants.empty() ? s.body->span : s.invariants[0].span;
  return {s.span.file, s.span.begin, next.begin};
}

// The call `super(…);` that begins the body of a constructor, or null. What computes its
// arguments may stand before it: declarations, assignments to variables, and branches of these.
const Stmt* find_super_call(const Stmt& body);

// The clause that gives a method by specification only, or null.
const Clause* find_spec(const Member& member);

struct NameRef {
  Symbol name;
  Span span;
};

struct ClassDecl {
  bool is_interface = false;
  bool is_abstract = false;
  Span span;
  Symbol name;
  Span name_span;
  List<NameRef> extends;  // at most one for a class
  List<NameRef> implements;
  List<Member> members;
  Span close;  // the closing brace

  // checked
  ClassInfo* info = nullptr;
};

struct Comment {
  Span span;  // with its markers
  bool is_block = false;
};

// One source file, parsed.
struct Unit {
  base::FileId file;
  List<ClassDecl> classes;
  std::vector<Comment> comments;  // in source order
};

// Owns the nodes of all units of a program.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T>
  T* make(T value) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory_.allocate(sizeof(T), alignof(T))) T(value);
  }
  template <class T>
  List<T> list(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer.
    T* first = static_cast<T*>(memory_.allocate(sizeof(T) * items.size(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), first);
    return {first, items.size()};
  }
  const base::Integer* integer(base::Integer value) {
    return &integers_.emplace_back(std::move(value));
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
  std::deque<base::Integer> integers_;
};

}  // namespace oox
