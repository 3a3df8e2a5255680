// Parses BIR text in tests, on a stack as large as that of the program.
#pragma once

#include <pthread.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"
#include "lang/bir/parse.h"

namespace test {

struct Parsed {
  std::unique_ptr<base::Sources> sources = std::make_unique<base::Sources>();
  std::unique_ptr<diag::Sink> sink = std::make_unique<diag::Sink>();
  std::optional<ir::Program> program;

  // "BIR0102 2:5 there is no …": one line per diagnostic.
  std::vector<std::string> messages() const {
    std::vector<std::string> out;
    for (const diag::Diagnostic& d : sink->all()) {
      base::LineColumn at = sources->begin(d.span);
      out.push_back(
          fmt::format("{} {}:{} {}", diag::info(d.kind).code, at.line, at.column, d.message));
    }
    return out;
  }
  std::string first() const {
    auto all = messages();
    return all.empty() ? "" : all.front();
  }
};

// Bounded recursion over deep trees needs more than the default 8 MB.
inline void on_large_stack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{512} << 20);
  pthread_t thread;
  auto run = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  if (pthread_create(&thread, &attributes, run, &work) == 0) pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

inline Parsed parse(std::string text) {
  Parsed result;
  base::FileId file = result.sources->add("test.bir", std::move(text));
  on_large_stack([&] { result.program = bir::parse(*result.sources, file, *result.sink); });
  return result;
}

}  // namespace test
