// Actions: what a transition does, in order and atomically. The accesses of a
// transition are exactly those written in its actions (and in quantifiers).
#pragma once

#include <concepts>
#include <string>
#include <variant>
#include <vector>

#include "base/source.h"
#include "ir/expr.h"
#include "ir/ids.h"

namespace ir {

enum class ExceptionKind : std::uint8_t {
#define EXCEPTION(name, keyword, text) name,
#include "ir/exceptions.def"
#undef EXCEPTION
};

std::string_view keyword(ExceptionKind kind);
std::string_view text(ExceptionKind kind);

enum class ContractKind : std::uint8_t {
#define CONTRACT(name, spelling) name,
#include "ir/contracts.def"
#undef CONTRACT
};
std::string_view spelling(ContractKind kind);

// Which lock an action works on: the intrinsic lock of an object or array
// (`object` alone), a lock field of an object, or a lock variable of the program.
struct LockPlace {
  ExprId object;
  FieldId field;
  GlobalId global;
};

// Which procedure a call or a fork runs: `proc`, or, if that is invalid, the one
// that the class of the first argument binds to `selector` (`declared` is the
// static type of the receiver).
struct Callee {
  ProcId proc;
  ClassId declared;
  std::string selector;
  bool is_virtual() const { return !proc.is_valid(); }
};

// What an access means for the order between threads, whatever its place is declared to be. Modes
// that are at least opaque are atomic: two such accesses do not race with each other.
enum class AccessMode : std::uint8_t {
  Declared,  // what Sharing says of the field or global; elements: plain
  Plain,
  Opaque,    // orders nothing
  Acquire,   // a load: happens after the releases that led to what it reads. A store: opaque
  Release,   // a store: what came before it happens before acquiring loads. A load: opaque
  Volatile,  // both
};
std::string_view spelling(AccessMode mode);  // empty for Declared

// clang-format off: one line an action
struct Assign {
  LocalId target;
  ExprId value;
};
struct LoadField {
  LocalId target;
  ExprId object;
  FieldId field;
  AccessMode mode = AccessMode::Declared;
};
struct StoreField {
  ExprId object;
  FieldId field;
  ExprId value;
  AccessMode mode = AccessMode::Declared;
};
struct LoadElement {
  LocalId target;
  ExprId array;
  ExprId index;
  AccessMode mode = AccessMode::Declared;
};
struct StoreElement {
  ExprId array;
  ExprId index;
  ExprId value;
  AccessMode mode = AccessMode::Declared;
};
struct LoadGlobal {
  LocalId target;
  GlobalId global;
  AccessMode mode = AccessMode::Declared;
};
struct StoreGlobal {
  GlobalId global;
  ExprId value;
  AccessMode mode = AccessMode::Declared;
};

// `collection` is set in bounded models; allocating beyond its size is LimitState.
struct New {
  LocalId target;
  ClassId cls;
  CollectionId collection;
};
// With several sizes, an array of arrays, all allocated. `type` is the type of the
// whole array.
struct NewArray {
  LocalId target;
  TypeId type;
  std::vector<ExprId> sizes;
  CollectionId collection;
};

// Must be last in its transition. Control continues in the callee, and afterwards
// at the transition's target, or at its `except` if the callee ends exceptionally.
// `target` may be invalid: the result is dropped.
struct Call {
  LocalId target;
  Callee callee;
  std::vector<ExprId> args;
};
// `target`, if valid, receives the identifier of the new thread. A daemon keeps no execution going:
// when all others have ended, it may take further steps, or none.
struct Fork {
  LocalId target;
  Callee callee;
  std::vector<ExprId> args;
  bool is_daemon = false;
};
// Waits for the descendants (or children) of the current thread.
struct Join {};
// Waits until this very thread has ended.
struct JoinThread {
  ExprId thread;
};
// target := the current thread, if the target is a thread; else the local Procedure::self of the
// first call of the current thread.
struct Self {
  LocalId target;
};

// Monitor: owned by a thread, re-entrant. Enter waits while another thread, or a
// semaphore, holds the lock. Without `orders` it only excludes: what came before an Exit does not
// happen before what follows an Enter, unless both order.
struct Enter {
  LockPlace lock;
  bool orders = true;
};
struct Exit {
  LockPlace lock;
  bool orders = true;
};
// Binary semaphore: Acquire waits while anyone holds the lock, the thread itself
// included; any thread may Release.
struct Acquire {
  LockPlace lock;
};
struct Release {
  LockPlace lock;
};
// Wait gives the monitor up and joins the wait set; Unwait waits until notified
// and until the lock is free, and takes it as deep as it was held.
struct Wait {
  LockPlace lock;
  bool orders = true;  // as of Exit
};
// With `may_give_up` (a wait with a timeout) it may also go on, once the lock is free, without
// having been notified; Semantics::spurious allows this to all.
struct Unwait {
  LockPlace lock;
  bool may_give_up = false;
  bool orders = true;  // as of Enter
};
struct Notify {
  LockPlace lock;
};
struct NotifyAll {
  LockPlace lock;
};

enum class LockTest : std::uint8_t {
  Available,    // this thread could enter the monitor
  HasLock,      // this thread owns the monitor
  WasNotified,  // this thread waited and has been notified
  Acquired,     // someone holds it as a semaphore
};
std::string_view spelling(LockTest test);

struct TestLock {
  LocalId target;
  LockTest test{};
  LockPlace lock;
};
// target := the thread `thread` has terminated
struct TestThread {
  LocalId target;
  ExprId thread;
};

// The invariant of a loop is asserted where each round begins.
struct Assert {
  ExprId condition;
  bool is_invariant = false;
};
// With `halts` the condition is the constant false, and the execution, all its threads with it, has
// ended as it should; else it does not count.
struct Assume {
  ExprId condition;
  bool halts = false;
};
// Evaluates the clauses of this kind of the procedure's contract. The entry procedure's first
// frame assumes `requires` and `input`; no other looks at `input`; everything else is asserted.
struct CheckContract {
  ContractKind kind{};
};
constexpr bool is_precondition(ContractKind kind) {
  return kind == ContractKind::Requires || kind == ContractKind::Input;
}

// LimitState: the execution goes beyond a bound of the model, and ends here. `what`
// names the bound: "recursion". `unsupported`: it goes on with something that has no model
// here, and `what` says with what: "calls Foo.bar, which is not modelled".
struct Limit {
  std::string what;
  bool unsupported = false;
};

// target := any value of its type
struct Havoc {
  LocalId target;
};
// target := one of the values; `external` says who chooses: the environment
// (externChoose) or an abstraction of the system (internChoose).
struct Choose {
  LocalId target;
  bool external = true;
  std::vector<ExprId> values;
};
// target := any allocated instance of the class or, if none exists, unchanged.
struct ChooseInstance {
  LocalId target;
  ClassId cls;
};
// The same among the instances reachable from `root`.
struct ChooseReachable {
  LocalId target;
  ExprId root;
  ClassId cls;
};

// Sets the exception in flight; the transition goes to a handler or to the
// exceptional exit. `object`, if valid, is the exception as the program sees it; Catch clears
// the exception and gives its object to `target`, if that is valid.
struct Throw {
  ExceptionKind kind{};
  std::string message;
  ExprId object = {};
};
struct Catch {
  LocalId target = {};
};

// Sets the result of the procedure; the transition goes to the normal exit.
struct Return {
  ExprId value;
};

struct PrintItem {
  std::string text;
  ExprId value;
};  // value if valid, else text
struct Print {
  std::vector<PrintItem> items;
  bool ends_line = true;
};

// clang-format on

// One of the above. Its constructors are compiled once, in program.cpp: those of a variant of this
// size were a third of what the compiler made of a file that builds actions.
using ActionVariant = std::variant<
#define ACTION(name, blocking, shared) name,
#include "ir/actions.def"
#undef ACTION
    std::monostate>;

struct Action : ActionVariant {
  Action();
#define ACTION(name, blocking, shared) Action(name action);
#include "ir/actions.def"
#undef ACTION
  Action(std::monostate none);
  Action(const Action& other);
  Action(Action&& other) noexcept;
  Action& operator=(const Action& other);
  Action& operator=(Action&& other) noexcept;
  ~Action();
};

enum class ActionKind : std::uint8_t {
#define ACTION(name, blocking, shared) name,
#include "ir/actions.def"
#undef ACTION
};

struct ActionInfo {
  std::string_view name;
  bool blocking;
  bool shared;
};
const ActionInfo& info(ActionKind kind);
inline ActionKind kind_of(const Action& action) { return static_cast<ActionKind>(action.index()); }

// std::visit, as a switch: its table of functions takes longer to compile, and to call.
template <class Visitor>
decltype(auto) visit(Visitor&& visitor, const Action& action) {
  switch (kind_of(action)) {
#define ACTION(name, blocking, shared) \
  case ActionKind::name:               \
    return visitor(*std::get_if<name>(&action));
#include "ir/actions.def"
#undef ACTION
  }
  return visitor(std::monostate{});
}

// Combines lambdas into one visitor: a missing case fails to compile.
template <class... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Match(Cases...) -> Match<Cases...>;

// Several actions that a visitor treats alike, named one by one, so that a new one is not
// among them by chance: `template <OneOf<Throw, Catch> Other> void operator()(const Other&)`.
template <class A, class... Listed>
concept OneOf = (std::same_as<A, Listed> || ...);

}  // namespace ir
