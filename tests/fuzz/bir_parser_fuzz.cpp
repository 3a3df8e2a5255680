// The BIR parser takes any bytes without harm. What it accepts is well-formed, and
// its text is the same program again.
#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/equal.h"
#include "ir/printer.h"
#include "lang/bir/parse.h"

namespace {

struct Input {
  const std::uint8_t* data;
  std::size_t size;
};

std::optional<ir::Program> parse(std::string text, diag::Sink& sink) {
  base::Sources sources;
  base::FileId file = sources.add("fuzz.bir", std::move(text));
  return bir::parse(sources, file, sink);
}

void* run(void* argument) {
  const Input& input = *static_cast<const Input*>(argument);
  diag::Sink sink;
  auto program = parse(std::string(reinterpret_cast<const char*>(input.data), input.size), sink);
  for (const diag::Diagnostic& d : sink.all()) {
    CHECK(d.span.begin <= d.span.end && d.span.end <= input.size + 1, "a span outside of the file");
  }
  CHECK(program.has_value() != sink.has_errors(), "a program exactly without errors");
  if (!program) return nullptr;
  std::string printed = ir::print(*program);
  diag::Sink second_sink;
  auto second = parse(printed, second_sink);
  CHECK(second.has_value(), "what was printed does not parse: {}\n{}",
        second_sink.all().front().message, printed);
  std::string difference = ir::difference(*program, *second);
  CHECK(difference.empty(), "{}\n{}", difference, printed);
  return nullptr;
}

}  // namespace

// On a stack of the program's size: trees may be as high as the parser allows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input{data, size};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{512} << 20);
  pthread_t thread;
  CHECK(pthread_create(&thread, &attributes, run, &input) == 0, "cannot start a thread");
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return 0;
}
