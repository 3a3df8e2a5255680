// Pieces of text for people: cut, folded, padded, in colour.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "result/verdict/verdict.h"

namespace report {

// At most `width` characters; what is cut shows as `…`.
std::string cut(std::string_view text, std::size_t width);

// The text if it has at most `width` characters, else so many, the last one `…`.
std::string fitted(std::string_view text, std::size_t width);

// Broken at blanks, so that no line has more than `width` characters unless a word has.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// On one line: blanks and line breaks become one blank each.
std::string folded(std::string_view text);

// Filled with blanks, on the right or on the left, to `width` characters.
std::string padded(std::string text, std::size_t width);
std::string right_aligned(const std::string& text, std::size_t width);

// With an ANSI colour, if `color`.
std::string painted(std::string_view text, std::string_view code, bool color);

// What stands behind the last `/` or `!`: the file itself.
std::string_view file_name(std::string_view path);

// `thread 2`, or, if it has a name, `thread "worker"`.
std::string thread_text(std::uint32_t number, std::string_view name);

// `1 step`, `2 steps`
std::string counted(std::uint64_t count, std::string_view word);

// "x = 3, y = 4"; a very long value is cut.
std::string assignments(const std::vector<std::pair<std::string, std::string>>& values);

// The inputs and the heap that they span, as a listing; empty if there are none.
std::string inputs_listing(const verdict::Counterexample& example);

}  // namespace report
