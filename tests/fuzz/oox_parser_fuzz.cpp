// The OOX parser takes any bytes without harm. What it accepts, the printer prints
// so that it parses again and prints the same, with every comment.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "lang/oox/parser.h"
#include "lang/oox/printer.h"

namespace {

struct Parsed {
  base::Sources sources;
  oox::Program program;
  diag::Sink sink;

  explicit Parsed(std::string text) {
    oox::parse(sources, sources.add("fuzz.oox", std::move(text)), program, sink);
  }
  std::string print() const { return oox::print(sources, program, program.units.front()); }
  std::size_t comments() const { return program.units.front().comments.size(); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Parsed first(std::string(reinterpret_cast<const char*>(data), size));
  CHECK(first.program.units.size() == 1, "one file, one unit");
  for (const diag::Diagnostic& d : first.sink.all()) {
    CHECK(d.span.begin <= d.span.end && d.span.end <= size + 1, "a span outside of the file");
  }
  if (first.sink.has_errors()) return 0;
  std::string printed = first.print();
  Parsed second(printed);
  CHECK(!second.sink.has_errors(), "what was printed does not parse: {}\n{}",
        second.sink.all().front().message, printed);
  CHECK(second.comments() == first.comments(), "a comment was lost:\n{}", printed);
  CHECK(second.print() == printed, "printing twice makes a difference:\n{}", printed);
  return 0;
}
