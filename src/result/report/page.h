// The page of HTML reports, made of the files in `page` when Braid is built.
#pragma once

#include <string_view>

namespace report {

// With @DATA@ where the data belong.
extern const std::string_view kPage;

}  // namespace report
