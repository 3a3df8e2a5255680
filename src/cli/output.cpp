#include "cli/output.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "base/terminal.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/watch.h"

namespace cli {

namespace {

// As a part of a sentence.
std::string describe(int error) {
  std::string text = std::strerror(error);
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

int write_text(const std::string& path, std::string_view text) {
  auto written = base::write_output(path, text);
  bool to_stdout = path.empty() || path == "-";
  if (written) {
    if (to_stdout) note_printed_result();
    return kValid;
  }
  // What was found is not lost with the file.
  if (!to_stdout && base::write_output("", text)) {
    note_printed_result();
    base::print_error(fmt::format("braid: {}\n", written.error()));
  } else {
    say_problem(written.error());
  }
  return kUnknown;
}

}  // namespace

std::string why_not_writable(const std::string& path) {
  if (path.empty() || path == "-") return {};
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return "is a directory";
    return access(path.c_str(), W_OK) == 0 ? "" : describe(errno);
  }
  if (errno != ENOENT) return describe(errno);
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  return access(folder.c_str(), W_OK | X_OK) == 0 ? "" : describe(errno);
}

int write_result(const std::string& path, std::string_view text) {
  OutputClaim claim(true);
  return write_text(path, text);
}

int write_piece(const std::string& path, std::string_view text) {
  OutputClaim claim(false);
  return write_text(path, text);
}

}  // namespace cli
