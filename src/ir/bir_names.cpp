#include "ir/bir_names.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace ir {

namespace {

// Sorted. The parser itself is lenient: it takes most of these as names where no
// keyword can stand, so that files in the paper's grammar keep their names.
constexpr std::string_view kWords[] = {
    "abstract",
    "accepts",
    "acquire",
    "array",
    "as",
    "assert",
    "assume",
    "bind",
    "boolean",
    "bound",
    "call",
    "catch",
    "char",
    "charAt",
    "char_text",
    "check",
    "class",
    "collection",
    "const",
    "constant",
    "do",
    "end",
    "ensures",
    "enter",
    "enterUnordered",
    "entry",
    "enum",
    "except",
    "exceptional",
    "exists",
    "exit",
    "exitUnordered",
    "extends",
    "externChoose",
    "false",
    "float",
    "float32",
    "forall",
    "fork",
    "goto",
    "hasLock",
    "havoc",
    "implements",
    "in",
    "instanceof",
    "int",
    "integers",
    "interface",
    "internChoose",
    "invisible",
    "isAcquired",
    "join",
    "length",
    "live",
    "loc",
    "lock",
    "lockAvailable",
    "long",
    "main",
    "new",
    "notify",
    "notifyAll",
    "null",
    "nulltype",
    "of",
    "opaque",
    "predicates",
    "println",
    "procedure",
    "process",
    "range",
    "reachable",
    "read",
    "record",
    "reentrant",
    "ref",
    "release",
    "requires",
    "result",
    "return",
    "returns",
    "root",
    "self",
    "start",
    "string",
    "substring",
    "system",
    "temp",
    "thread",
    "threadTerminated",
    "throw",
    "tid",
    "timedUnwait",
    "timedUnwaitUnordered",
    "to_byte",
    "to_char16",
    "to_float",
    "to_float32",
    "to_int",
    "to_long",
    "to_short",
    "to_text",
    "true",
    "uint",
    "unlock",
    "unwait",
    "unwaitUnordered",
    "virtual",
    "void",
    "volatile",
    "wait",
    "waitUnordered",
    "wasNotified",
    "when",
};

bool is_identifier(std::string_view text) {
  return !text.empty() && is_identifier_start(text.front()) &&
         std::all_of(text.begin(), text.end(), is_identifier_part);
}

}  // namespace

bool is_identifier_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool is_identifier_part(char c) { return is_identifier_start(c) || (c >= '0' && c <= '9'); }

std::string quote_piece(std::string_view piece) {
  bool word = std::binary_search(std::begin(kWords), std::end(kWords), piece);
  if (is_identifier(piece) && !word) return std::string(piece);
  return "`" + std::string(piece) + "`";
}

std::string quote_name(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at <= name.size();) {
    std::size_t end = std::min(name.find('.', at), name.size());
    if (end == at) return "`" + std::string(name) + "`";  // an empty piece
    if (!out.empty()) out += '.';
    out += quote_piece(name.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

bool is_name(std::string_view name) {
  if (name.empty() || base::utf8_invalid_at(name)) return false;
  return std::none_of(name.begin(), name.end(), [](char c) {
    return c == '`' || c == '\x7f' || (static_cast<unsigned char>(c) < 0x20);
  });
}

}  // namespace ir
