// JSON that a user gave: read with errors that a user understands.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace cli {

// The error says what is wrong, as the end of the sentence "FILE cannot be used: …".
// Text that is nested too deeply for recursive readers is refused.
tl::expected<nlohmann::ordered_json, std::string> parse_json(std::string_view text);

}  // namespace cli
