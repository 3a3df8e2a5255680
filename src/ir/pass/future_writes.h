// What a thread may still write, from where it stands: an over-approximation by fields,
// types of arrays and global variables, without regard to objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace pass {

class FutureWrites {
 public:
  static constexpr std::size_t kMaxWords = 4'000'000;  // 32 MB

  // The sets may take so many words together; the less, the coarser they are.
  explicit FutureWrites(const ir::Program& program, std::size_t max_words = kMaxWords);

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
  // An array of references may be written through a variable of another type.
  std::size_t place_of(ir::TypeId array) const {
    return fields_ + globals_ + (is_plain_[array.index()] ? array.index() + 1 : 0);
  }
  std::size_t slot(ir::ProcId proc, ir::LocId at) const {
    return first_[proc.index()] + step_ * at.index();
  }
  bool has(ir::ProcId proc, ir::LocId at, std::size_t place) const {
    return (sets_[slot(proc, at) * words_ + place / 64] >> (place % 64) & 1) != 0;
  }
  void add(std::size_t slot, std::size_t place) {
    sets_[slot * words_ + place / 64] |= std::uint64_t{1} << (place % 64);
  }
  void choose_slots(const ir::Program& program, std::size_t max_words);
  void add_edges(const ir::Program& program);
  std::vector<std::size_t> order() const;
  void solve();

  std::size_t fields_;
  std::size_t globals_;
  std::vector<bool> is_plain_;      // by type: an array of data
  std::size_t words_ = 0;           // of one set
  std::vector<std::size_t> first_;  // by procedure: its first slot
  std::size_t step_ = 1;            // 0: the locations of a procedure share its slot
  std::vector<std::uint64_t> sets_;
  std::vector<std::vector<std::size_t>> next_;  // by slot, while the sets are computed
};

}  // namespace pass
