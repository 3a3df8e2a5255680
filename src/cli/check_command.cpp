// `braid check`: parses and checks programs, and their formulas.
#include "cli/command.h"
#include "cli/execution.h"
#include "cli/output.h"
#include "cli/status.h"
#include "engine/modular/property.h"
#include "pipeline/load.h"
#include "result/report/item.h"

namespace cli {

namespace {

int check_program(const CommonOptions& options) {
  Input input;
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input);
  if (good && input.language == Language::Oox) {
    good = lower_sources({.paths = options.paths}, input) &&
           modular::check_formulas(input.sources, *input.program, input.sink);
  }
  if (good && options.format != report::Format::Text) {
    auto warnings = report::problems_of(input.sources, input.sink);
    report::Findings findings{{}, warnings, kValid, options.paths};
    return write_result(options.output, report::view_all(options.format, findings, {}));
  }
  show_diagnostics(input);
  return good ? kValid : kBadInput;
}

}  // namespace

void add_check(Command& c) {
  auto options = std::make_shared<CommonOptions>();
  c.files(*options);
  c.format(*options, report::Use::Checks);
  c.output(*options);
  c.limits(*options);
  c.action({.common = options.get(), .run = [options] { return check_program(*options); }});
}

}  // namespace cli
