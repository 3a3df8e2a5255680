#include "cli/problems.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "base/check_hook.h"
#include "base/diag/render.h"
#include "base/file.h"
#include "base/terminal.h"
#include "cli/status.h"
#include "result/report/item.h"

namespace cli {

namespace {

struct Collected {
  std::optional<report::Format> format;  // of the document; none: standard error
  std::string output;
  bool has_result = false;
  std::vector<report::Problem> problems;

  // Who asks for JSON reads nothing else. Other documents are made for servers, whose logs people
  // read.
  bool is_for_people() const { return format != report::Format::Json; }
};

Collected& collected() {
  static Collected all;
  return all;
}

void write_document(int status, const std::vector<report::Problem>& problems) {
  const Collected& all = collected();
  std::string text = report::view_all(*all.format, {{}, problems, status}, {});
  bool is_json = *all.format == report::Format::Json;
  auto written = base::write_output(is_json ? "" : all.output, text);
  if (!written) base::print_error(fmt::format("braid: {}\n", written.error()));
}

void print_internal_error(const std::string& message) {
  if (collected().has_result) return;
  report::Problem problem;
  problem.message = message;
  write_document(kInternalError, {problem});
}

}  // namespace

void use_format_for_problems(report::Format format) {
  collected().format = format;
  base::on_failed_check(print_internal_error);
}

void write_problems_to(std::string output) { collected().output = std::move(output); }

void say_problem(std::string_view text) {
  Collected& all = collected();
  if (all.is_for_people()) base::print_error(fmt::format("braid: {}\n", text));
  if (!all.format) return;
  report::Problem problem;
  problem.message = text;
  all.problems.push_back(std::move(problem));
}

void say_diagnostics(const base::Sources& sources, const diag::Sink& sink) {
  Collected& all = collected();
  if (all.format && sink.has_errors()) {
    for (report::Problem& p : report::problems_of(sources, sink)) {
      all.problems.push_back(std::move(p));
    }
    if (!all.is_for_people()) return;
  }
  diag::RenderOptions options;
  options.color = base::wants_color(stderr);
  base::print_error(diag::render(sources, sink, options));
}

void note_printed_result() { collected().has_result = true; }

int finish_problems(int status) {
  Collected& all = collected();
  if (!all.format) return status;
  if (all.has_result) {
    if (all.is_for_people()) return status;  // they know
    // A result stands already: what is left to say has no other place.
    for (const report::Problem& p : all.problems)
      base::print_error(fmt::format("braid: {}\n", p.message));
    return status;
  }
  bool is_wrong = status == kUsage || status == kBadInput || !all.problems.empty();
  if (is_wrong) write_document(status, all.problems);
  return status;
}

}  // namespace cli
