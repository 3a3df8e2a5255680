// A value that its copies share until one of them is changed. Not for use by several
// threads at once.
#pragma once

#include <memory>
#include <utility>

namespace symex {

template <class T>
class Shared {
 public:
  Shared() : value_(std::make_shared<T>()) {}
  explicit Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  // To change it: this copy gets its own value first.
  T& edit() {
    if (value_.use_count() != 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace symex
