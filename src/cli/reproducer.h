// A counterexample of a Java program as a Java class: it makes the inputs, calls the entry, and
// fails under the real `java -ea` as the counterexample says.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "ir/program.h"
#include "result/verdict/verdict.h"

namespace cli {

// The source of the class. The error says why there is none, as the end of a sentence: "… has no
// reproducer: it has several threads".
tl::expected<std::string, std::string> java_reproducer(const ir::Program& program,
                                                       const verdict::Result& result,
                                                       std::string_view class_name);

}  // namespace cli
