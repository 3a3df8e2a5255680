#include "certify/smaller_inputs.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace certify {

namespace {

using verdict::Datum;
using verdict::Inputs;

// Rounds for one value: halving gets most numbers to their end.
constexpr int kRounds = 24;

// What may take the place of a value, the best first; none if it is as small as can be.
std::vector<Datum> smaller(const Datum& value) {
  struct Visitor {
    std::vector<Datum> operator()(std::monostate) const { return {}; }
    std::vector<Datum> operator()(bool b) const {
      return b ? std::vector<Datum>{false} : std::vector<Datum>{};
    }
    std::vector<Datum> operator()(const base::Integer& i) const {
      base::Integer zero(0);
      if (i == zero) return {};
      base::Integer one(i < zero ? -1 : 1);
      if (i == one) return {zero};
      std::vector<Datum> result{zero, one};
      if (i < zero) result.emplace_back(-i);
      base::Integer half = i / base::Integer(2);
      if (half != one) result.emplace_back(half);
      base::Integer less = i - one;
      if (less != half && less != one) result.emplace_back(less);
      return result;
    }
    std::vector<Datum> operator()(double d) const {
      if (d == 0) return {};
      std::vector<Datum> result{0.0};
      if (d != 1 && std::fabs(d) > 1) result.emplace_back(1.0);
      if (std::isfinite(d) && std::trunc(d) != d) result.emplace_back(std::trunc(d));
      return result;
    }
    std::vector<Datum> operator()(const std::string& s) const {
      if (s.empty()) return {};
      std::vector<Datum> result{std::string()};
      bool is_ascii = std::all_of(s.begin(), s.end(), [](char c) { return (c & 0x80) == 0; });
      if (is_ascii && s.size() > 2) result.emplace_back(s.substr(0, s.size() / 2));
      if (is_ascii && s.size() > 1) result.emplace_back(s.substr(0, s.size() - 1));
      return result;
    }
    std::vector<Datum> operator()(verdict::HeapRef) const { return {std::monostate{}}; }
    std::vector<Datum> operator()(char32_t) const { return {}; }
  };
  return std::visit(Visitor{}, value);
}

class Smaller {
 public:
  Smaller(Inputs& inputs, const std::function<bool(const Inputs&)>& still_wrong)
      : inputs_(inputs), still_wrong_(still_wrong) {}

  bool run() {
    for (auto& input : inputs_.inputs) shrink(input.second);
    for (verdict::HeapEntry& entry : inputs_.heap) {
      if (entry.is_array) shorten(entry.elements);
      for (Datum& element : entry.elements) shrink(element);
      for (auto& field : entry.fields) shrink(field.second);
    }
    return changed_;
  }

 private:
  void shrink(Datum& value) {
    for (int round = 0; round < kRounds; ++round) {
      bool went_on = false;
      for (Datum& candidate : smaller(value)) {
        if (!(went_on = attempt(value, std::move(candidate)))) continue;
        break;
      }
      if (!went_on) return;
    }
  }

  void shorten(std::vector<Datum>& elements) {
    while (!elements.empty()) {
      std::vector<Datum> fewer(elements.begin(), elements.begin() + elements.size() / 2);
      if (attempt(elements, fewer)) continue;
      fewer.assign(elements.begin(), elements.end() - 1);
      if (!attempt(elements, fewer)) return;
    }
  }

  // `place` is a part of the inputs.
  template <class T>
  bool attempt(T& place, T candidate) {
    std::swap(place, candidate);
    if (still_wrong_(inputs_)) return changed_ = true;
    std::swap(place, candidate);
    return false;
  }

  Inputs& inputs_;
  const std::function<bool(const Inputs&)>& still_wrong_;
  bool changed_ = false;
};

}  // namespace

bool make_smaller(Inputs& inputs, const std::function<bool(const Inputs&)>& still_wrong) {
  return Smaller(inputs, still_wrong).run();
}

}  // namespace certify
