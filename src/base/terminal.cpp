#include "base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "base/text.h"

namespace base {

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
    auto width = parse_number<std::size_t>(columns);
    if (width && *width > 0) return *width;
  }
  winsize size{};
  bool is_known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

void print_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace base
