// Bytes as text (RFC 4648, section 4), for bytes inside of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

std::string to_base64(std::string_view bytes);
// Nullopt: the text is none of to_base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace base
