#include "cli/man_page.h"

#include <fmt/format.h>

#include <map>

#include "base/utf8.h"
#include "cli/status.h"
#include "result/report/report.h"

namespace cli {

namespace {

// Text as troff takes it: no line begins with a request, and signs are the signs meant.
std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    char32_t c = base::utf8_decode(text, at).value_or(U'?');
    switch (c) {
      case U'\\': out += "\\e"; break;
      case U'-': out += "\\-"; break;
      case U'\'': out += "\\(aq"; break;
      case U'`': out += "\\(ga"; break;
      case U'^': out += "\\(ha"; break;
      case U'~': out += "\\(ti"; break;
      default:
        if (c < 0x80) {
          out += static_cast<char>(c);
        } else {
          out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(c));
        }
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

// The first letter large, and a full stop at the end.
std::string sentence(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text.ends_with('.') ? text : text + ".";
}

std::string header(const std::string& name, std::string_view help) {
  std::string upper = name;
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return fmt::format(".TH {} 1 \"\" \"braid {}\" \"Braid\"\n.SH NAME\n{} \\- {}\n", escaped(upper),
                     report::kVersion, escaped(name), escaped(help));
}

std::string option_text(const OptionRow& option) {
  std::string left;
  for (const std::string& name : option.names) {
    left += fmt::format("{}\\fB{}\\fR", left.empty() ? "" : ", ", escaped(name));
  }
  if (!option.value.empty()) left += fmt::format(" \\fI{}\\fR", escaped(option.value));
  return fmt::format(".TP\n{}\n{}\n", left, escaped(sentence(option.full_help())));
}

std::string argument_text(const OptionRow& argument) {
  return fmt::format(".TP\n\\fI{}\\fR\n{}\n", escaped(argument.names.front()),
                     escaped(sentence(argument.help)));
}

// What the statuses mean, those of violations by their table.
std::string statuses() {
  std::map<int, std::string> texts{
      {kValid, "nothing is wrong"},
      {kUsage, "the command line is wrong"},
      {kBadInput, "the input is wrong: diagnostics say where"},
      {kUnknown, "unknown: a limit, a bound or a feature that is not supported"},
      {kInternalError, "a bug in Braid"},
  };
#define VIOLATION(name, keyword, exit_status, text) \
  texts[exit_status] += std::string(texts[exit_status].empty() ? "" : ", or ") + (text);
#include "result/verdict/violations.def"
#undef VIOLATION
  std::string out = ".SH EXIT STATUS\n";
  for (const auto& [status, text] : texts) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", status, escaped(sentence(text)));
  }
  return out;
}

}  // namespace

std::string man_of_braid(const std::vector<CommandRow>& commands) {
  std::string out = header("braid", "a verifier for concurrent object-oriented programs");
  out +=
      ".SH SYNOPSIS\n\\fBbraid\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIFILE\\fR...\n"
      ".SH DESCRIPTION\nBraid asks of a program with threads, objects, locks, exceptions and "
      "contracts: can any input and any interleaving break it?\nIt answers with a verdict and the "
      "bounds behind it, or with an execution that can be read and replayed.\nPrograms are "
      "written in Java, OOX, PL or BIR.\n.SH COMMANDS\n";
  std::string others;
  for (const CommandRow& command : commands) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(command.name),
                       escaped(sentence(command.help)));
    others +=
        fmt::format("{}\\fBbraid\\-{}\\fR(1)", others.empty() ? "" : ",\n", escaped(command.name));
  }
  out += ".SH OPTIONS\n";
  for (const OptionRow& option : own_options()) out += option_text(option);
  return out + statuses() + ".SH SEE ALSO\n" + others + "\n";
}

std::string man_of(const CommandRow& command) {
  std::string out = header("braid-" + command.name, command.help);
  out +=
      fmt::format(".SH SYNOPSIS\n\\fBbraid {}\\fR {}\n.SH DESCRIPTION\n{}\n", escaped(command.name),
                  escaped(command.usage()), escaped(sentence(command.help)));
  if (!command.about.empty()) out += fmt::format(".PP\n{}\n", escaped(command.about));
  for (const OptionRow& argument : command.arguments) out += argument_text(argument);
  out += ".SH OPTIONS\n";
  for (const std::string& group : command.groups()) {
    if (!group.empty()) out += fmt::format(".SS {}\n", escaped(group));
    for (const OptionRow& option : command.all_options()) {
      if (option.group == group) out += option_text(option);
    }
  }
  return out + ".SH SEE ALSO\n\\fBbraid\\fR(1)\n";
}

}  // namespace cli
