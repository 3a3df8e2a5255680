// A value that its copies share until one of them is changed. Not for use by several
// threads at once.
#pragma once

#include <cstdint>
#include <utility>

namespace base {

template <class T>
class CopyOnWrite {
 public:
  CopyOnWrite() : cell_(new Cell(T())) {}
  explicit CopyOnWrite(T value) : cell_(new Cell(std::move(value))) {}
  CopyOnWrite(const CopyOnWrite& other) noexcept : cell_(other.cell_) { ++cell_->uses; }
  CopyOnWrite(CopyOnWrite&& other) noexcept : cell_(std::exchange(other.cell_, nullptr)) {}
  CopyOnWrite& operator=(CopyOnWrite other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~CopyOnWrite() {
    if (cell_ && --cell_->uses == 0) delete cell_;
  }

  const T& operator*() const { return cell_->value; }
  const T* operator->() const { return &cell_->value; }
  // To change it: this copy gets its own value first.
  T& edit() {
    if (cell_->uses != 1) separate();
    return cell_->value;
  }
  bool is_unique() const { return cell_->uses == 1; }
  // The same value, not one that is equal to it.
  bool is_same(const CopyOnWrite& other) const { return cell_ == other.cell_; }

 private:
  struct Cell {
    explicit Cell(const T& v) : value(v) {}
    explicit Cell(T&& v) : value(std::move(v)) {}
    T value;
    std::uint64_t uses = 1;
  };
  [[gnu::noinline]] void separate() {
    Cell* own = new Cell(static_cast<const T&>(cell_->value));
    --cell_->uses;
    cell_ = own;
  }

  Cell* cell_;  // null after a move
};

}  // namespace base
