// What each transition of a model touches: places, and the objects in which they lie as far as
// those are known.
#pragma once

#include "engine/mc/model.h"

namespace mc {

// Which number each place has: a global variable, a field (of all objects), the elements of all
// arrays of a type, a collection, the set of threads. Locks take three: see footprint.cpp.
class Numbering {
 public:
  static constexpr std::uint32_t kThreads = 0;     // which number the next thread gets
  static constexpr std::uint32_t kEnded = 1;       // which threads have ended, for tests; for ends
  static constexpr std::uint32_t kInstances = 3;   // which objects exist
  static constexpr std::uint32_t kOwnLocks = 4;    // monitor, test, owner
  static constexpr std::uint32_t kReferences = 7;  // elements of arrays of references
  static constexpr std::uint32_t kFirst = 8;

  explicit Numbering(const ir::Program& program);

  std::uint32_t count() const { return count_; }
  std::uint32_t global(ir::GlobalId id) const { return kFirst + 3 * id.index(); }
  std::uint32_t field(ir::FieldId id) const { return fields_ + 3 * id.index(); }
  std::uint32_t collection(ir::CollectionId id) const { return collections_ + id.index(); }
  std::uint32_t elements(ir::TypeId array) const;
  std::uint32_t lock(const ir::LockPlace& place) const;
  bool belongs_to_object(std::uint32_t place) const {
    return (place >= kOwnLocks && place < kFirst) || (place >= fields_ && place < collections_);
  }
  // Fields and elements of all types.
  std::vector<std::uint32_t> heap() const;

 private:
  const ir::Program& program_;
  std::uint32_t fields_;
  std::uint32_t elements_;
  std::uint32_t collections_;
  std::uint32_t count_;
};

// Fills Model::footprints and terms. `node_of` tells which node an expression became.
void prepare_footprints(Model& model, const Numbering& numbering,
                        const std::vector<std::uint32_t>& node_of);

}  // namespace mc
