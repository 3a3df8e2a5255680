// Java sources become class files in a temporary folder, by the JDK's own compiler.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/process.h"

namespace jvm {

struct JavacOptions {
  std::string class_path;              // with colons; empty: none
  std::vector<std::string> arguments;  // further ones, such as `--release 17`
  std::optional<double> seconds;       // javac is given up after so long
  std::function<bool()> is_cancelled;
};

// The folder with the class files, which goes when this object does. Null: what javac said, or that
// there is no JDK, was reported. Warnings of javac are not.
std::unique_ptr<base::TemporaryFolder> compile(const std::vector<std::string>& sources,
                                               const JavacOptions& options, diag::Sink& sink);

}  // namespace jvm
