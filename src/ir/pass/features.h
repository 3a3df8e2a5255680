// What a program uses that not every engine supports: engines refuse it by name.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "ir/program.h"

namespace pass {

enum class Feature : std::uint8_t {
#define FEATURE(name, text) name,
#include "ir/pass/features.def"
#undef FEATURE
};

std::string_view text(Feature feature);

// The name of a limit as a bound, for engines that know bounds only; and back: what is not
// supported, if that is what the bound stands for.
std::string bound_of(const ir::Limit& limit);
std::optional<std::string> unsupported_in(std::string_view bound);

// The first feature that the program uses and that is not among those supported.
std::optional<Feature> find_unsupported(const ir::Program& program,
                                        std::initializer_list<Feature> supported);

}  // namespace pass
