// SHA-256 (FIPS 180-4), to name the content of files. Nothing here is a secret, and no file is
// large enough for its speed to matter.
#pragma once

#include <string>
#include <string_view>

namespace base {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace base
