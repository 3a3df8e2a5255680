#include "lang/jvm/format_error.h"

#include <fmt/format.h>

#include <optional>

#include "base/utf8.h"

namespace jvm {

std::string printable(std::string_view text) {
  constexpr char32_t kReplacement = 0xfffd;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::optional<char32_t> character = base::utf8_decode(text, at);
    if (character && (*character < 0x20 || *character == 0x7f)) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(*character));
    } else {
      base::utf8_append(result, character.value_or(kReplacement));
    }
  }
  return result;
}

void report(const FormatError& error, diag::Sink& sink) {
  sink.report(error.kind, {}, error.file, error.what, error.offset);
}

}  // namespace jvm
