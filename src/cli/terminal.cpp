#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/watch.h"

namespace cli {

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool wants_color(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return is_terminal(stream);
}

std::size_t terminal_width(std::FILE* stream) {
  if (!is_terminal(stream)) return 0;
  if (const char* columns = std::getenv("COLUMNS")) {
    auto width = base::parse_number<std::size_t>(columns);
    if (width && *width > 0) return *width;
  }
  winsize size{};
  bool is_known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

void print_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

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
    print_error(fmt::format("braid: {}\n", written.error()));
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
