// BIR text and files to IR, for tests.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/diag/diagnostic.h"
#include "base/diag/render.h"
#include "base/file.h"
#include "base/source.h"
#include "lang/bir/parse.h"

namespace support {

// A program that must be right; the test fails with the diagnostics if it is not.
struct Bir {
  base::Sources sources;
  diag::Sink sink;
  std::optional<ir::Program> parsed;

  explicit Bir(const std::string& text, const std::string& name = "test.bir") {
    parsed = bir::parse(sources, sources.add(name, text), sink);
    EXPECT_FALSE(sink.has_errors()) << diag::render(sources, sink, {});
  }
  ir::Program& program() { return *parsed; }
};

inline std::string read_test_file(const std::string& path) {
  auto text = base::read_file(std::string(BRAID_TESTS_DIR) + "/" + path);
  EXPECT_TRUE(text.has_value()) << path;
  return text.value_or("");
}

}  // namespace support
