// What a thread may still write, from where it stands: an over-approximation by fields,
// types of arrays and global variables, without regard to objects.
#pragma once

#include <vector>

#include "ir/program.h"

namespace pass {

class FutureWrites {
 public:
  explicit FutureWrites(const ir::Program& program);

  // Whether code that can be reached from the location, by calls and forks too, may
  // write the field of some object, an element of some array of the type, the variable.
  bool field(ir::ProcId proc, ir::LocId at, ir::FieldId field) const {
    return has(proc, at, field.index());
  }
  bool element(ir::ProcId proc, ir::LocId at, ir::TypeId array) const {
    return has(proc, at, place_of(array));
  }
  bool global(ir::ProcId proc, ir::LocId at, ir::GlobalId global) const {
    return has(proc, at, fields_ + global.index());
  }

 private:
  using Set = std::vector<bool>;

  // An array of references may be written through a variable of another type.
  std::size_t place_of(ir::TypeId array) const {
    return fields_ + globals_ + (is_plain_[array.index()] ? array.index() + 1 : 0);
  }

  bool has(ir::ProcId proc, ir::LocId at, std::size_t place) const {
    return sets_[proc.index()][at.index()][place];
  }
  std::size_t fields_;
  std::size_t globals_;
  std::vector<bool> is_plain_;          // by type: an array of data
  std::vector<std::vector<Set>> sets_;  // by procedure and location
};

}  // namespace pass
