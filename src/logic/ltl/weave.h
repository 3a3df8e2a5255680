// The second half of observing: what is to be counted and bound, woven into a program.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace ltl {

enum class PlaceKind : std::uint8_t {
  Entry,      // called, and nothing done yet
  Exit,       // about to return
  Locations,  // at one of `at`
};

// Counts the threads that are at a place with a condition true.
struct Watch {
  ir::ProcId proc;
  PlaceKind kind{};
  std::set<ir::LocId> at;  // Locations; the others are made by weaving
  ir::GlobalId counter;
  ir::ExprId condition;  // over locals of the procedure; invalid: true
  // Globals that the condition needs: loaded into these locals first.
  std::vector<std::pair<ir::LocalId, ir::GlobalId>> loads;
  ir::LocalId flag;  // with a condition: this thread is counted
};

// A global reference that objects of a class are bound to.
struct Binding {
  ir::GlobalId global;
  ir::ClassId cls;
  // 0: any one object, by choice. Else the so many-th one, counted in `count`.
  std::int64_t number = 0;
  ir::GlobalId count;
};

// A local with a fresh name that starts like this.
ir::LocalId add_local(ir::Procedure& proc, const std::string& name, ir::TypeId type);
ir::GlobalId add_global(ir::Program& program, const std::string& name, ir::TypeId type);
// The local that holds the result of the procedure at its exit.
ir::LocalId result_local(ir::Program& program, ir::Procedure& proc);

// The operator applied, with the type that the IR gives it.
ir::ExprId apply(ir::Program& program, ir::BinaryOp op, ir::ExprId a, ir::ExprId b);

void weave(ir::Program& program, std::vector<Watch> watches, const std::vector<Binding>& bindings);

}  // namespace ltl
