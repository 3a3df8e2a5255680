#include "lang/jvm/jdk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace jvm {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInstalled = "/usr/lib/jvm";
constexpr std::string_view kAdvice = "install openjdk-17-jdk-headless, or set JAVA_HOME";
constexpr std::uint64_t kLargestRelease = 1 << 20;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// From the file `release`: JAVA_VERSION="17.0.15". 0: it does not say.
unsigned release_of(const fs::path& home) {
  auto text = base::read_file((home / "release").string(), kLargestRelease);
  if (!text) return 0;
  constexpr std::string_view kKey = "JAVA_VERSION=\"";
  for (std::string_view line : base::split_words(*text, "\r\n")) {
    if (!line.starts_with(kKey)) continue;
    line.remove_prefix(kKey.size());
    std::string_view digits = line.substr(0, line.find_first_not_of("0123456789"));
    return base::parse_number<unsigned>(digits).value_or(0);
  }
  return 0;
}

// The home of a program that lies in its folder bin, behind whatever links.
std::optional<Jdk> jdk_of(const std::string& program) {
  std::string path = base::find_program(program);
  if (path.empty()) return std::nullopt;
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error) return std::nullopt;
  return jdk_at(real.parent_path().parent_path().string());
}

std::vector<Jdk> installed() {
  std::vector<std::string> homes;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(kInstalled), error), end; !error && it != end;
       it.increment(error)) {
    homes.push_back(it->path().string());
  }
  std::sort(homes.begin(), homes.end());
  std::vector<Jdk> result;
  for (const std::string& home : homes) {
    if (auto jdk = jdk_at(home)) result.push_back(*jdk);
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Jdk& a, const Jdk& b) { return a.release > b.release; });
  return result;
}

}  // namespace

std::optional<Jdk> jdk_at(const std::string& home) {
  constexpr unsigned kFirstWithImage = 9;
  fs::path folder(home);
  Jdk jdk{.home = home, .modules = (folder / "lib" / "modules").string()};
  if (!is_file(jdk.modules)) return std::nullopt;
  fs::path javac = folder / "bin" / "javac";
  if (is_file(javac)) jdk.javac = javac.string();
  jdk.release = std::max(release_of(folder), kFirstWithImage);
  return jdk;
}

tl::expected<Jdk, std::string> find_jdk(bool needs_javac) {
  auto will_do = [&](const std::optional<Jdk>& jdk) {
    return jdk && (!needs_javac || !jdk->javac.empty());
  };
  if (const char* home = std::getenv("JAVA_HOME"); home != nullptr && *home != '\0') {
    auto jdk = jdk_at(home);
    if (will_do(jdk)) return *jdk;
    return tl::unexpected(fmt::format("JAVA_HOME is {}, where there is no {}; {}", home,
                                      jdk ? "bin/javac" : "lib/modules", kAdvice));
  }
  for (const char* program : {"javac", "java"}) {
    auto jdk = jdk_of(program);
    if (will_do(jdk)) return *jdk;
  }
  for (const Jdk& jdk : installed()) {
    if (will_do(jdk)) return jdk;
  }
  return tl::unexpected(fmt::format("JAVA_HOME is not set, and neither PATH nor {} has {}; {}",
                                    kInstalled, needs_javac ? "a javac" : "a Java 9 or newer",
                                    kAdvice));
}

}  // namespace jvm
