// The engines by name, and sets of them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/words.h"

namespace pipeline {

enum class Engine : std::uint8_t {
#define ENGINE(value, word) value,
#include "pipeline/engines.def"
#undef ENGINE
};

inline base::Words<Engine> words_of(Engine) {
  static constexpr std::array kWords{
#define ENGINE(value, word) base::Word<Engine>{Engine::value, word},
#include "pipeline/engines.def"
#undef ENGINE
  };
  return kWords;
}

// Which engines read an option.
class Engines {
 public:
  // All of them.
  constexpr Engines() = default;
  constexpr Engines(std::initializer_list<Engine> engines) : bits_(0) {
    for (Engine e : engines) bits_ |= bit(e);
  }

  constexpr bool contains(Engine engine) const { return (bits_ & bit(engine)) != 0; }
  constexpr bool is_all() const { return bits_ == kAll; }
  // `symex mc`
  std::string words() const;
  // `symex, mc or spin`
  std::string alternatives() const;

 private:
  static constexpr std::uint32_t bit(Engine engine) {
    return std::uint32_t{1} << static_cast<unsigned>(engine);
  }
  static constexpr std::uint32_t kAll = ~std::uint32_t{0};

  std::uint32_t bits_ = kAll;
};

}  // namespace pipeline
