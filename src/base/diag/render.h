// Diagnostics as text for people: the message, the place, the source line with the
// place marked, what else matters, and what to write instead.
//
//   error[OOX0201]: unknown variable `cuont`
//    --> counter.oox:7:14
//     |
//   3 |     int count := 0;
//     |         ----- a variable with a similar name
//   ...
//   7 |     int next := cuont + 1;
//     |                 ^^^^^
//     = help: did you mean `count`?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace diag {

struct RenderOptions {
  bool color = false;            // ANSI colours
  std::size_t max_shown = 50;    // errors shown, and warnings shown, before "and N more"
  std::size_t line_width = 120;  // characters shown of a source line
};

std::string render(const base::Sources& sources, const Diagnostic& diagnostic,
                   const RenderOptions& options);

// The source lines of some places, marked as in a diagnostic. The first `primary`
// places matter most; the file and line of the first of all is the head. Places
// that point nowhere are left out.
std::string render_places(const base::Sources& sources, const std::vector<Label>& places,
                          std::size_t primary, const RenderOptions& options);

// All diagnostics of a run and a last line that counts them: "2 errors, 1 warning".
// Empty if there are none.
std::string render(const base::Sources& sources, const Sink& sink, const RenderOptions& options);

}  // namespace diag
