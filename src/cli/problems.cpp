#include "cli/problems.h"

#include <fmt/format.h>

#include <vector>

#include "base/check_hook.h"
#include "base/diag/render.h"
#include "base/file.h"
#include "base/terminal.h"
#include "cli/status.h"
#include "result/report/problems.h"

namespace cli {

namespace {

struct Collected {
  bool is_json = false;
  bool has_result = false;
  std::vector<report::Problem> problems;
};

Collected& collected() {
  static Collected all;
  return all;
}

void print_internal_error(const std::string& message) {
  if (collected().has_result) return;
  report::Problem problem;
  problem.message = message;
  (void)base::write_output("", report::problems_json(kInternalError, {problem}));
}

}  // namespace

void use_json_for_problems() {
  collected().is_json = true;
  base::on_failed_check(print_internal_error);
}

void say_problem(std::string_view text) {
  if (!collected().is_json) {
    base::print_error(fmt::format("braid: {}\n", text));
    return;
  }
  report::Problem problem;
  problem.message = text;
  collected().problems.push_back(std::move(problem));
}

void say_diagnostics(const base::Sources& sources, const diag::Sink& sink) {
  if (collected().is_json && sink.has_errors()) {
    for (report::Problem& p : report::problems_of(sources, sink)) {
      collected().problems.push_back(std::move(p));
    }
    return;
  }
  diag::RenderOptions options;
  options.color = base::wants_color(stderr);
  base::print_error(diag::render(sources, sink, options));
}

void note_printed_result() { collected().has_result = true; }

int finish_problems(int status) {
  Collected& all = collected();
  if (!all.is_json) return status;
  if (all.has_result) {
    // A result stands already: what is left to say has no other place.
    for (const report::Problem& p : all.problems)
      base::print_error(fmt::format("braid: {}\n", p.message));
    return status;
  }
  bool is_wrong = status == kUsage || status == kBadInput || !all.problems.empty();
  if (is_wrong) (void)base::write_output("", report::problems_json(status, all.problems));
  return status;
}

}  // namespace cli
