// Bytes made smaller, by zlib.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace project {

std::string deflated(std::string_view bytes);
// Nullopt: these are no such bytes, or more than `most` would come out.
std::optional<std::string> inflated(std::string_view packed, std::size_t most);

}  // namespace project
