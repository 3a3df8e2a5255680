// The PL front end takes any bytes without harm. What it accepts lowers to a well-formed
// program, and its processes print so that they parse again and print the same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/verify.h"
#include "lang/pl/load.h"
#include "lang/pl/lower.h"
#include "logic/dl/print.h"

namespace {

struct Loaded {
  base::Sources sources;
  diag::Sink sink;
  std::optional<dl::Program> program;

  explicit Loaded(std::string text) {
    const base::FileId file = sources.add("fuzz.pl", std::move(text));
    program = pl::load(sources, file, sink);
  }
  std::string print() const {
    std::string text;
    for (const dl::Process& process : program->processes) {
      text += "proc { " + dl::print(*program->store, process.code, dl::Style::Source) + " }\n";
    }
    return text;
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Loaded first(std::string(reinterpret_cast<const char*>(data), size));
  for (const diag::Diagnostic& d : first.sink.all()) {
    CHECK(d.span.begin <= d.span.end && d.span.end <= size + 1, "a span outside of the file");
  }
  CHECK(first.program.has_value() != first.sink.has_errors(), "accepted with errors");
  if (!first.program || first.program->processes.empty()) return 0;
  if (auto program = pl::lower(*first.program, {}, first.sink)) ir::check_well_formed(*program);
  const std::string printed = first.print();
  // A box in an invariant may name a process, and division there gets a condition.
  if (printed.find("invariant") != std::string::npos) return 0;
  Loaded second(printed);
  CHECK(second.program, "what was printed is refused: {}\n{}", second.sink.all().front().message,
        printed);
  CHECK(second.print() == printed, "printing twice makes a difference:\n{}", printed);
  return 0;
}
