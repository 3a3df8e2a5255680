#include "driver/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "driver/status.h"
#include "driver/watch.h"

namespace driver {

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool wants_color(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return is_terminal(stream);
}

void print_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

namespace {

int write_text(const std::string& path, std::string_view text) {
  auto written = base::write_output(path, text);
  if (written) return kValid;
  print_error(fmt::format("braid: {}\n", written.error()));
  return kUnknown;
}

}  // namespace

int write_result(const std::string& path, std::string_view text) {
  OutputClaim claim(true);
  return write_text(path, text);
}

int write_piece(const std::string& path, std::string_view text) {
  OutputClaim claim(false);
  return write_text(path, text);
}

}  // namespace driver
