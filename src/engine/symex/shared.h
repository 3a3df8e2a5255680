// A value that its copies share until one of them is changed. Not for use by several
// threads at once.
#pragma once

#include <cstdint>
#include <utility>

namespace symex {

template <class T>
class Shared {
 public:
  Shared() : cell_(new Cell{T(), 1}) {}
  explicit Shared(T value) : cell_(new Cell{std::move(value), 1}) {}
  Shared(const Shared& other) noexcept : cell_(other.cell_) { ++cell_->uses; }
  Shared(Shared&& other) noexcept : cell_(std::exchange(other.cell_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~Shared() {
    if (cell_ && --cell_->uses == 0) delete cell_;
  }

  const T& operator*() const { return cell_->value; }
  const T* operator->() const { return &cell_->value; }
  // To change it: this copy gets its own value first.
  T& edit() {
    if (cell_->uses != 1) *this = Shared(cell_->value);
    return cell_->value;
  }
  bool is_unique() const { return cell_->uses == 1; }
  // The same value, not one that is equal to it.
  bool is_same(const Shared& other) const { return cell_ == other.cell_; }

 private:
  struct Cell {
    T value;
    std::uint64_t uses;
  };
  Cell* cell_;  // null after a move
};

}  // namespace symex
