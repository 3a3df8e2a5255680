// Closed sets that people write as words: an enumeration E has a function `words_of(E)` beside
// it, which lists its values with their words. Command line, files and reports use that list.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace base {

template <class E>
struct Word {
  E value;
  std::string_view word;
};

template <class E>
using Words = std::span<const Word<E>>;

template <class E>
std::string_view word_of(E value) {
  for (const Word<E>& row : words_of(E{})) {
    if (row.value == value) return row.word;
  }
  UNREACHABLE("a value without a word");
}

// Nothing if it is not a word of the set.
template <class E>
std::optional<E> find_word(std::string_view word) {
  for (const Word<E>& row : words_of(E{})) {
    if (row.word == word) return row.value;
  }
  return std::nullopt;
}

// All words, in the order of the list.
template <class E>
std::vector<std::string> all_words() {
  std::vector<std::string> result;
  for (const Word<E>& row : words_of(E{})) result.emplace_back(row.word);
  return result;
}

}  // namespace base
