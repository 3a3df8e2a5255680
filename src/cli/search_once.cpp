#include "cli/search_once.h"

#include "cli/finite.h"
#include "cli/finite_engine.h"
#include "cli/modular_engine.h"
#include "ir/pass/finite.h"
#include "ir/pass/liveness.h"

namespace cli {

namespace {

verdict::Result search_finite(run::Run& run, VerifyOptions& options, Input& input) {
  bool is_finite = pass::why_infinite(*input.program).empty();
  std::optional<pass::FiniteModel> model;
  if (!settle_bounds(options.bounds, input) ||
      (!is_finite && !(model = make_finite(options.bounds, input)))) {
    return unknown_result(run, "no finite model can be made within these bounds");
  }
  // What a file says about liveness need not be right, nor all there is.
  pass::annotate_liveness(*input.program);
  verdict::Result result = model ? verify_finite(run, *input.program, *model, options)
                                 : verify_program(run, *input.program, options);
  name_bounds(options, model.has_value(), result);
  return result;
}

}  // namespace

verdict::Result search_once(run::Run& run, VerifyOptions options, Input& input,
                            ChosenSearch* chosen) {
  if (options.engine == "modular") {
    auto result = search_modular(run, options, input);
    return result ? std::move(*result) : unknown_result(run, "a formula is not correct");
  }
  // Without the code of a method there is no model; verify_program says so.
  bool has_code = !find_given(*input.program);
  if (has_code && needs_finite_model(options.engine)) return search_finite(run, options, input);
  return verify_program(run, *input.program, options, std::nullopt, nullptr, chosen);
}

}  // namespace cli
