// One method of a project, verified: in a worker, or by a look into the cache.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "project/packed.h"
#include "project/project.h"

namespace project {

// Verifies the program that `select` has put into the input, which is no longer of use then.
// The result has what the command line would show for this method alone.
Reply verify_target(pipeline::Input& input, const Settings& settings,
                    const std::vector<std::string>& files);

// Whether the verdict would be the same another time: no limit and no interrupt had a part in it.
bool is_final(const Reply& reply, const Settings& settings);

// An entry of the cache, and back. Nullopt: a position of the result cannot be named in it, or
// not be found in the program as it is now.
std::optional<std::string> to_entry(const report::Subject& subject, const verdict::Result& result,
                                    const pass::Reached& reached);
std::optional<std::pair<report::Subject, verdict::Result>> from_entry(std::string_view bytes,
                                                                      const pass::Reached& reached);

}  // namespace project
