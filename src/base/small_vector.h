// A vector of plain values that keeps the first few in itself, for the many short
// lists of a search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace base {

template <class T, std::uint32_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVector() {}  // leaves the room for the first few as it is
  SmallVector(std::initializer_list<T> values) {
    for (const T& v : values) push_back(v);
  }
  template <class Range>
  static SmallVector from(const Range& values) {
    SmallVector result;
    for (const T& v : values) result.push_back(v);
    return result;
  }
  SmallVector(const SmallVector& other) { copy(other); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) copy(other);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      delete[] heap_;
      heap_ = nullptr;
      take(other);
    }
    return *this;
  }
  ~SmallVector() { delete[] heap_; }

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* data() const { return heap_ ? heap_ : reinterpret_cast<const T*>(room_); }
  T* data() { return heap_ ? heap_ : reinterpret_cast<T*>(room_); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& operator[](std::size_t i) { return data()[i]; }

  const T& front() const { return data()[0]; }
  const T& back() const { return data()[size_ - 1]; }
  T& back() { return data()[size_ - 1]; }

  void clear() { size_ = 0; }
  template <class Predicate>
  void erase_if(Predicate predicate) {
    size_ = static_cast<std::uint32_t>(std::remove_if(begin(), end(), predicate) - begin());
  }
  void push_back(const T& value) {
    T copy = value;
    if (size_ == capacity_) grow(size_ + 1);
    data()[size_++] = copy;
  }
  // New elements are as `value`.
  void resize(std::size_t size, const T& value = T{}) {
    auto now = static_cast<std::uint32_t>(size);
    reserve(now);
    if (now > size_) std::fill(data() + size_, data() + now, value);
    size_ = now;
  }
  void assign(std::size_t size, const T& value) {
    clear();
    resize(size, value);
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void reserve(std::uint32_t size) {
    if (size > capacity_) grow(size);
  }
  [[gnu::noinline]] void grow(std::uint32_t size) {
    std::uint32_t larger = std::max(size, 2 * capacity_);
    T* moved = new T[larger];
    std::copy(begin(), end(), moved);
    delete[] heap_;
    heap_ = moved;
    capacity_ = larger;
  }
  // A copy of the whole room is shorter than one of so many elements.
  void copy(const SmallVector& other) {
    if (!heap_ && !other.heap_) {
      std::memcpy(room_, other.room_, sizeof(room_));
    } else {
      if (other.size_ > capacity_) {
        T* larger = new T[other.size_];
        delete[] heap_;
        heap_ = larger;
        capacity_ = other.size_;
      }
      std::copy(other.begin(), other.end(), data());
    }
    size_ = other.size_;
  }
  void take(SmallVector& other) {
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, N);
    heap_ = std::exchange(other.heap_, nullptr);
    if (!heap_) std::memcpy(room_, other.room_, sizeof(room_));
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = N;
  T* heap_ = nullptr;
  alignas(T) std::byte room_[N * sizeof(T)];
};

}  // namespace base
