// Pieces of SARIF that the files about it share.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "result/report/item.h"
#include "result/report/place.h"

namespace report {

using Json = nlohmann::ordered_json;

// {"text": …}
Json sarif_message(std::string_view text);

// A location, with a message if there is one. Without a place it has the message alone.
Json sarif_location(const std::optional<Place>& place, std::string_view message);

// The execution: one flow for each thread, whose steps say when they come in the whole.
Json sarif_flow(const Item& item, const TextOptions& options);

}  // namespace report
