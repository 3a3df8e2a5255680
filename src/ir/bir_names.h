// How names look in BIR text. Words that mean something to the grammar, and names
// that are no identifiers, stand in backquotes.
#pragma once

#include <string>
#include <string_view>

namespace ir {

bool is_identifier_start(char c);
bool is_identifier_part(char c);

// One piece: a local, a field, a location, a selector. A dot inside is quoted.
std::string quote_piece(std::string_view piece);
// A name of the program: pieces joined by dots.
std::string quote_name(std::string_view name);
// What a name may be: not empty, no control characters, no backquote.
bool is_name(std::string_view name);

}  // namespace ir
