// Structures as JSON arrays of their members, in order. `members` of a structure names them once,
// for both directions.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/integer.h"
#include "project/packed.h"

namespace project {

class Packer {
 public:
  explicit Packer(const PlaceNames& places) : places_(places) {}

  template <class... T>
  void operator()(const T&... values) {
    (out_.push_back(pack(values)), ...);
  }

  template <class T>
  Json pack(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      return static_cast<std::uint64_t>(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      return value;
    } else {
      Packer inner(places_);
      inner.out_ = Json::array();
      members(inner, const_cast<T&>(value));
      is_good_ = is_good_ && inner.is_good_;
      return std::move(inner.out_);
    }
  }
  Json pack(char32_t value) { return static_cast<std::uint64_t>(value); }
  Json pack(std::monostate) { return nullptr; }
  Json pack(const base::Integer& value) { return value.to_string(); }
  Json pack(const verdict::HeapRef& value) { return value.number; }
  Json pack(const base::Span& span) {
    if (!span.is_valid()) return nullptr;
    auto named = places_.pack(span);
    if (!named) is_good_ = false;
    return named ? std::move(*named) : Json();
  }
  template <class T>
  Json pack(const std::optional<T>& value) {
    Json result = Json::array();
    if (value) result.push_back(pack(*value));
    return result;
  }
  template <class T>
  Json pack(const std::vector<T>& values) {
    Json result = Json::array();
    for (const T& value : values) result.push_back(pack(value));
    return result;
  }
  template <class A, class B>
  Json pack(const std::pair<A, B>& value) {
    return Json::array({pack(value.first), pack(value.second)});
  }
  Json pack(const verdict::Datum& value) {
    Json held = std::visit([this](const auto& v) { return pack(v); }, value);
    return Json::array({value.index(), std::move(held)});
  }

  bool is_good() const { return is_good_; }

 private:
  const PlaceNames& places_;
  Json out_;
  bool is_good_ = true;  // every position has a name
};

// Whatever the bytes are: a value of another type than is expected makes it bad, and nothing else.
class Unpacker {
 public:
  explicit Unpacker(const PlaceNames& places) : places_(places) {}

  template <class... T>
  void operator()(T&... values) {
    (next(values), ...);
  }

  template <class T>
  void unpack(const Json& in, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      if (in.is_boolean()) value = in.get<bool>();
      require(in.is_boolean());
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      bool fits = in.is_number_unsigned() &&
                  in.get<std::uint64_t>() <= std::numeric_limits<std::size_t>::max();
      if (fits) value = static_cast<T>(in.get<std::uint64_t>());
      require(fits);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (in.is_number()) value = in.get<T>();
      require(in.is_number());
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (in.is_string()) value = in.get<std::string>();
      require(in.is_string());
    } else {
      Unpacker inner(places_);
      inner.in_ = &in;
      if (in.is_array()) members(inner, value);
      require(in.is_array() && inner.is_good_ && inner.at_ == in.size());
    }
  }
  void unpack(const Json&, std::monostate&) {}
  void unpack(const Json& in, base::Integer& value) {
    auto read = in.is_string() ? base::Integer::parse(in.get<std::string>()) : std::nullopt;
    if (read) value = *read;
    require(read.has_value());
  }
  void unpack(const Json& in, verdict::HeapRef& value) { unpack(in, value.number); }
  void unpack(const Json& in, base::Span& span) {
    if (in.is_null()) return;
    auto found = places_.unpack(in);
    if (found) span = *found;
    require(found.has_value());
  }
  template <class T>
  void unpack(const Json& in, std::optional<T>& value) {
    require(in.is_array() && in.size() <= 1);
    if (is_good_ && !in.empty()) unpack(in[0], value.emplace());
  }
  template <class T>
  void unpack(const Json& in, std::vector<T>& values) {
    require(in.is_array());
    if (!is_good_) return;
    for (const Json& one : in) unpack(one, values.emplace_back());
  }
  template <class A, class B>
  void unpack(const Json& in, std::pair<A, B>& value) {
    require(in.is_array() && in.size() == 2);
    if (!is_good_) return;
    unpack(in[0], value.first);
    unpack(in[1], value.second);
  }
  void unpack(const Json& in, verdict::Datum& value) {
    bool is_pair = in.is_array() && in.size() == 2 && in[0].is_number_unsigned();
    require(is_pair);
    if (is_pair) unpack_alternative<0>(in[0].get<std::size_t>(), in[1], value);
  }

  bool is_good() const { return is_good_; }

 private:
  template <class T>
  void next(T& value) {
    require(at_ < in_->size());
    if (is_good_) unpack((*in_)[at_++], value);
  }

  template <std::size_t I>
  void unpack_alternative(std::size_t index, const Json& in, verdict::Datum& value) {
    if constexpr (I < std::variant_size_v<verdict::Datum>) {
      if (index != I) return unpack_alternative<I + 1>(index, in, value);
      unpack(in, value.emplace<I>());
    } else {
      require(false);
    }
  }

  void require(bool condition) { is_good_ = is_good_ && condition; }

  const PlaceNames& places_;
  const Json* in_ = nullptr;
  std::size_t at_ = 0;
  bool is_good_ = true;
};

}  // namespace project
