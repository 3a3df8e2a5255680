// What a program uses that not every engine supports: engines refuse it by name.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "ir/program.h"

namespace pass {

enum class Feature : std::uint8_t {
#define FEATURE(name, text) name,
#include "ir/pass/features.def"
#undef FEATURE
};

std::string_view text(Feature feature);

// The first feature that the program uses and that is not among those supported.
std::optional<Feature> find_unsupported(const ir::Program& program,
                                        std::initializer_list<Feature> supported);

}  // namespace pass
