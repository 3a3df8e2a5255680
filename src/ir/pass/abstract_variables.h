// Which variables of a finite model are abstracted, and how: those that the user names, and local
// variables that get their values, unless the user says otherwise.
#pragma once

#include <string>
#include <vector>

#include "ir/pass/finite.h"

namespace pass {

class AbstractVariables {
 public:
  AbstractVariables(const ir::Program& source, const FiniteBounds& bounds, FiniteModel& model);

  // The abstraction of a variable, or null.
  const Abstraction* local(std::size_t proc, ir::LocalId id) const {
    const auto& all = locals_[proc];
    return id.index() < all.size() ? all[id.index()] : nullptr;
  }
  const Abstraction* field(ir::FieldId id) const { return fields_[id.index()]; }
  const Abstraction* global(ir::GlobalId id) const { return globals_[id.index()]; }

  // Gives the variables the types of their codes.
  void declare();
  // Another local variable of the model.
  void add(std::size_t proc, ir::LocalId id, const Abstraction* abstraction);
  ir::TypeId codes(const Abstraction& abstraction);

 private:
  const Abstraction* find(const std::string& name, base::Span span);
  void name_shared();
  void name_locals(std::size_t proc);
  const Abstraction* in(std::size_t proc, ir::ExprId expr) const;
  void inherit(std::size_t proc, ir::LocalId target, const Abstraction* from);
  void spread(std::size_t proc, const ir::Action& action);

  const ir::Program& source_;
  const FiniteBounds& bounds_;
  FiniteModel& model_;
  ir::Program& p_;
  std::vector<const Abstraction*> fields_;
  std::vector<const Abstraction*> globals_;
  std::vector<std::vector<const Abstraction*>> locals_;  // by procedure
  std::vector<std::vector<bool>> is_fixed_;              // of another type than `int`
  bool changed_ = false;
};

}  // namespace pass
