// Results as bytes: for the pipe from a worker, and for the cache of verdicts.
//
// Both carry everything that a report shows. They differ in how they name positions, which is why
// the caller packs and unpacks those.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ir/pass/reached.h"
#include "result/report/problems.h"
#include "result/report/project.h"
#include "result/report/report.h"
#include "result/verdict/claim.h"
#include "result/verdict/verdict.h"

namespace project {

using Json = nlohmann::json;

// How positions become JSON and come back. Nullopt: that position has no name here.
struct PlaceNames {
  std::function<std::optional<Json>(base::Span)> pack;
  std::function<std::optional<base::Span>(const Json&)> unpack;
};

// Files are told by their numbers.
PlaceNames plain_places();
// The same, and only those that these sources have come back.
PlaceNames places_in(const base::Sources& sources);
// Positions are numbers in the lists of what the entry reaches. `reached` outlives it.
PlaceNames places_of(const pass::Reached& reached);
// Tells which of the places are equal. A position found by its number is right if this is the
// same in both programs.
std::uint64_t place_pattern(const pass::Reached& reached);

// What a worker says.
struct Reply {
  report::Subject subject;
  std::optional<verdict::Result> result;  // nothing: `problems` say why
  std::vector<report::Problem> problems;  // diagnostics, with positions of their own
  std::string text;                       // for people: diagnostics and warnings
  // Files that the worker has added to the sources, behind the first `files` of them.
  std::size_t files = 0;
  std::vector<std::pair<std::string, std::string>> more_files;
};

std::optional<Json> pack(const verdict::Result& result, const PlaceNames& places);
std::optional<verdict::Result> unpack_result(const Json& json, const PlaceNames& places);
Json pack(const report::Subject& subject);
std::optional<report::Subject> unpack_subject(const Json& json);

// What an engine claims.
Json pack(const verdict::Claim& claim);
std::optional<verdict::Claim> unpack_claim(const Json& json);
// A row of a project without its sources, which the caller keeps.
Json pack(const report::ProjectItem& item);
std::optional<report::ProjectItem> unpack_item(const Json& json, const base::Sources& sources);

std::string pack(const Reply& reply);
// Nullopt: the bytes are damaged, or end too early.
std::optional<Reply> unpack_reply(std::string_view bytes);

std::string to_bytes(const Json& json);
// Nullopt: these bytes are none of to_bytes.
std::optional<Json> from_bytes(std::string_view bytes);

}  // namespace project
