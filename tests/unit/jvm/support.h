// What the tests of class files share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "lang/jvm/class_file.h"
#include "lang/jvm/code.h"
#include "lang/jvm/print.h"
#include "support/class_builder.h"
#include "support/java.h"

namespace jvm {

// What is wrong with a class file; empty: nothing.
inline std::string complaint_about(const std::string& bytes) {
  auto file = read_class_file("T.class", bytes);
  if (!file) return file.error().what;
  for (const Method& method : (*file)->methods) {
    if (!method.code) continue;
    auto code = decode(**file, method);
    if (!code) return code.error().what;
  }
  return "";
}

inline std::unique_ptr<ClassFile> must_read(const std::string& bytes) {
  auto file = read_class_file("T.class", bytes);
  EXPECT_TRUE(file.has_value()) << (file ? "" : file.error().what);
  return file ? std::move(*file) : nullptr;
}

inline const Method& method_of(const ClassFile& file, std::string_view name) {
  for (const Method& method : file.methods) {
    if (method.name == name) return method;
  }
  CHECK(false, "there is no method {}", name);
}

inline Code must_decode(const ClassFile& file, std::string_view name) {
  auto code = decode(file, method_of(file, name));
  EXPECT_TRUE(code.has_value()) << (code ? "" : code.error().what);
  return std::move(*code);
}

// Reads everything that there is to read, and expects that positions lie in the file.
inline void read_all(const std::string& bytes) {
  auto file = read_class_file("T.class", bytes);
  if (!file) {
    EXPECT_LE(file.error().offset, bytes.size());
    EXPECT_FALSE(file.error().what.empty());
    return;
  }
  EXPECT_FALSE(print(**file).empty());
}

}  // namespace jvm
