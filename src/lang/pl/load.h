// PL source to the trees of dynamic logic: lexing, parsing, checking, building.
#pragma once

#include <optional>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "logic/dl/program.h"

namespace pl {

// Reports what is wrong; nullopt if anything is.
std::optional<dl::Program> load(const base::Sources& sources, base::FileId file, diag::Sink& sink);

}  // namespace pl
