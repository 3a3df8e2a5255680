// Lazy initialisation (Khurshid, Pasareanu, Visser: Generalized Symbolic Execution,
// TACAS 2003): parts of inputs are made when the program first reads them. A reference
// is first only a symbol; whether it is null and which object it is are decided
// when they matter, each by a split, so that every path has a definite heap.
#pragma once

#include <optional>
#include <string>

#include "engine/symex/options.h"
#include "engine/symex/program_tables.h"
#include "engine/symex/split.h"
#include "engine/symex/state.h"
#include "logic/term/terms.h"

namespace symex {

class Heap {
 public:
  Heap(const ProgramTables& tables, term::Terms& terms) : tables_(tables), terms_(terms) {}

  // An arbitrary value of the type. Bounds that the type implies (a uint is not
  // negative) go into the path condition.
  Value arbitrary(State& state, ir::TypeId type, const std::string& name) const;
  void bound(State& state, ir::TypeId type, term::Term variable) const;  // those bounds alone
  Value default_value(ir::TypeId type) const;
  Value constant(ir::TypeId type, const ir::Constant& value) const;
  term::Term number(term::Sort sort, std::size_t value) const;  // Int or a word
  term::Sort sort(ir::TypeId type) const;  // of the data of a type that is no reference

  // What is known about a value: resolved symbols are replaced.
  static Value known(const State& state, Value value) {
    if (!value.is_symbol()) return value;
    const Symbol& symbol = state.symbol(value.symbol());
    return symbol.status == Symbol::Status::Resolved ? symbol.value : value;
  }

  // The object behind a reference that is not null; throws NeedsSplit if that is
  // open. Null gives nullopt.
  std::optional<ObjectId> object(const State& state, Value value) const {
    if (value.is_object()) return value.object();
    return find_object(state, value);
  }
  bool is_null(const State& state, Value value) const;    // may throw NeedsSplit
  bool same(const State& state, Value a, Value b) const;  // may throw NeedsSplit
  bool is_instance(const State& state, Value value, ir::ClassId cls, ir::TypeId array) const;
  std::size_t size(const State& state, ObjectId array) const;  // may throw NeedsSplit

  // The length of an array of the inputs whose size is open.
  term::Term length(State& state, ObjectId array, term::Sort sort) const;

  ObjectId allocate(State& state, ir::ClassId cls) const;
  ObjectId allocate_array(State& state, ir::TypeId type, std::size_t size) const;

  // A field or element; one of an input is made when it is first asked for.
  Value load(State& state, ObjectId object, ir::FieldId field) const;
  Value element(State& state, ObjectId array, std::size_t index) const;
  // One of them, told by its slot.
  Value read(State& state, ObjectId object, std::size_t slot) const;
  void store(State& state, ObjectId object, ir::FieldId field, Value value) const;
  // Other threads may come to know the value: so do they what can be reached from it.
  static void share(State& state, Value value);
  // Only the thread that made the object can reach it.
  static bool is_private(const State& state, ObjectId id) {
    const Object& o = state.object(id);
    return !o.is_shared && !o.is_input;
  }
  // Takes over the references of inputs that came into being between the two states:
  // a split that has to be made before the step may be about one of them.
  void keep_made(State& before, const State& after) const;

  // Marks what is known of the inputs now, when the second thread starts.
  static void mark_known_at_fork(State& state);

  // The alternatives of a split of the heap (not of terms), applied.
  std::vector<State> apply(const State& state, const Split& split) const;

 private:
  std::optional<ObjectId> find_object(const State& state, Value value) const;
  term::Term text(State& state, const std::string& name) const;
  Value make(State& state, ObjectId object, std::size_t slot, ir::TypeId type,
             const std::string& suffix) const;
  std::vector<State> apply_null(const State& state, SymbolId symbol) const;
  std::vector<State> apply_identity(const State& state, SymbolId symbol) const;
  // Makes the symbol the object if its classes allow that.
  std::optional<State> with_alias(const State& state, SymbolId symbol, ObjectId object) const;

  const ProgramTables& tables_;
  term::Terms& terms_;
};

}  // namespace symex
