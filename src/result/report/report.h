// Views of a result. All of them show the same verdict::Result, so they cannot
// disagree; none of them knows an engine. item.h has the function that shows results in any format.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"
#include "base/words.h"
#include "result/verdict/verdict.h"

namespace report {

inline constexpr std::string_view kVersion = BRAID_VERSION;

enum class Format : std::uint8_t {
#define FORMAT(value, word, use, problems) value,
#include "result/report/formats.def"
#undef FORMAT
};

inline base::Words<Format> words_of(Format) {
  static constexpr std::array kWords{
#define FORMAT(value, word, use, problems) base::Word<Format>{Format::value, word},
#include "result/report/formats.def"
#undef FORMAT
  };
  return kWords;
}

// Which commands offer a format.
enum class Use : std::uint8_t {
  Any,         // all that have formats
  Checks,      // those that read programs and say what is wrong: `check`, and …
  Executions,  // … those whose result is a verdict::Result: `verify`, `run`, `replay`
};
Use use_of(Format format);
// Whether the format can tell what is wrong with an input or a command line.
bool tells_problems(Format format);

// What the result is about.
struct Subject {
  std::vector<std::string> input;  // the files, as given
  std::string entry;               // "Main.sort"
  std::string engine;              // "interp"
  std::string engine_reason;       // why Braid chose it; empty: the user did
  std::string por;                 // the reduction; empty: does not apply
  // The result is about so many executions that were picked; nullopt: about all of them.
  std::optional<std::uint64_t> executions;
  // The search, if that was left to Braid, and why it was chosen; empty: it was not.
  std::string search;
  std::string why;
  std::vector<std::string> notes;  // what else the verdict rests on
  // Options that say what the program means: ("int", "math"), ("join", "children").
  std::vector<std::pair<std::string, std::string>> options;
  // With --deepen: how many searches came to their ends, and why there was no further one.
  std::optional<std::pair<std::uint32_t, std::string>> deepened = {};
};

struct TextOptions {
  bool color = false;
  bool trace = true;        // show the execution, if there is one
  bool full_trace = false;  // all of it, be it long
  bool stats = false;       // show every counter
  std::size_t width = 0;    // columns that the rows of an execution must fit; 0: no matter
};

// For people: the verdict, its bounds, and the execution to follow.
std::string text(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources, const TextOptions& options);

// What is wrong, in which thread, and the source lines concerned, with an empty line
// at its end.
std::string violation_text(const verdict::Violation& violation, const base::Sources& sources,
                           bool color);

// One JSON object, as docs/command-line.md describes it, with a line break at its end.
std::string json(const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources);

// Texts of sources by the names of their files.
using Texts = std::map<std::string, std::string>;

// A page that shows results, given as JSON, with the sources that they name. It needs no network,
// and runs no script but its own, whatever the texts are.
std::string html(const std::vector<std::string>& results, const Texts& sources);

}  // namespace report
