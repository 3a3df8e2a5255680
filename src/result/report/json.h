// JSON objects that reports are made of.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "result/report/problems.h"
#include "result/report/report.h"

namespace report {

using Json = nlohmann::ordered_json;

// The object of one result, as docs/command-line.md describes it.
Json json_object(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources);

// `diagnostics` of an object without a result.
Json diagnostics_json(const std::vector<Problem>& problems);

// With indentation, and a line break at its end.
std::string json_text(const Json& object);

}  // namespace report
