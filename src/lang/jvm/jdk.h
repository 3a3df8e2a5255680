// Which JDK is used: the one that JAVA_HOME names, else that of `javac` or `java` on PATH, else the
// newest of those installed in the usual place.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace jvm {

struct Jdk {
  std::string home;
  std::string modules;   // its lib/modules
  std::string javac;     // empty: it has no compiler (a JRE)
  unsigned release = 0;  // 17
};

// The JDK in a folder; nothing if there is none, or one before Java 9.
std::optional<Jdk> jdk_at(const std::string& home);

// The error says where was looked and what to install. If `needs_javac`, a JDK without a compiler
// will not do.
tl::expected<Jdk, std::string> find_jdk(bool needs_javac = false);

}  // namespace jvm
