// The declarations of a finite model: the classes, fields and globals that matter, with
// types that have finitely many values.
//
//   int, uint     a range: the bound of the variable, else the common one. It always
//                 contains the value that the variable starts with.
//   char          the range of character codes up to the largest one in the program
//   float, string nothing: such variables are dropped
//
// Classes and enumerations keep their ids; fields and globals that do not matter go, so
// theirs change.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/pass/finite.h"
#include "ir/pass/slice.h"
#include "ir/program.h"

namespace pass {

class Domains {
 public:
  // Declares everything in `model.program`, and says in `model.notes` what was bounded.
  Domains(const ir::Program& source, const FiniteBounds& bounds, const Relevance& relevant,
          FiniteModel& model);

  // The type of a variable in the model. An array's elements have the bound `int[]`.
  ir::TypeId local(ir::ProcId proc, ir::LocalId id);
  ir::TypeId type(ir::TypeId source);

  // Invalid if dropped.
  ir::FieldId field(ir::FieldId source) const { return fields_[source.index()]; }
  ir::GlobalId global(ir::GlobalId source) const { return globals_[source.index()]; }

  // The value as a variable of the model holds it: characters are their codes.
  static ir::Constant constant(const ir::Constant& source);
  // Characters that an input is chosen from: those of the program, and some letters.
  const std::vector<char32_t>& characters() const { return characters_; }
  // Some range contains the number.
  bool is_in_some_range(const base::Integer& number) const;

 private:
  ir::TypeId bounded(ir::TypeId source, const std::string& name, bool starts_at_default,
                     base::Span span);
  ir::TypeId integers(const std::string& name, bool is_unsigned, bool starts_at_default,
                      base::Span span);
  ir::TypeId element(ir::TypeId source);
  ir::Sharing sharing(ir::Sharing source) const {
    bool is_dropped = source == ir::Sharing::Constant && !bounds_.constants;
    return is_dropped ? ir::Sharing::Plain : source;
  }
  void find_characters();
  void declare_classes();
  void declare_globals();
  void note(std::string what, base::Span span = {});

  const ir::Program& source_;
  const FiniteBounds& bounds_;
  const Relevance& relevant_;
  FiniteModel& model_;
  std::vector<char32_t> characters_;
  std::map<ir::TypeId, ir::TypeId> elements_;  // of arrays, by type of the source
  std::vector<ir::FieldId> fields_;
  std::vector<ir::GlobalId> globals_;
};

}  // namespace pass
