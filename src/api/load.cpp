// Programs of the library: from files to what can be verified.
#include <algorithm>

#include "api/impl.h"
#include "base/stack.h"

namespace braid {

namespace {

// The stages of pipeline/load.h, each if the one before it went well.
bool load_stages(const pipeline::LoadOptions& options, pipeline::Input& input) {
  return pipeline::read_sources(options.paths, input) && pipeline::parse_sources(input) &&
         pipeline::check_sources(input) && pipeline::lower_sources(options, input) &&
         pipeline::prepare_program(options, input);
}

}  // namespace

std::string_view version() { return report::kVersion; }

std::vector<Diagnostic> diagnostics_of(const base::Sources& sources, const diag::Sink& sink) {
  std::vector<Diagnostic> result;
  for (const report::Problem& problem : report::problems_of(sources, sink)) {
    result.push_back({.is_error = problem.severity == diag::Severity::Error,
                      .code = problem.code,
                      .message = problem.message,
                      .place = {problem.place.file, problem.place.line, problem.place.column}});
  }
  return result;
}

Program::Program(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

Program::operator bool() const { return impl_ && impl_->is_good; }
const std::vector<Diagnostic>& Program::diagnostics() const { return impl_->diagnostics; }
const std::string& Program::entry() const { return impl_->entry; }

Program Program::load(const std::vector<std::string>& paths, const LoadOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->paths = paths;
  impl->is_java = std::any_of(paths.begin(), paths.end(), pipeline::is_java);
  pipeline::Input& input = impl->input;
  input.java.class_path = options.class_path;
  input.java.models = options.models;
  pipeline::LoadOptions load{.paths = paths,
                             .entry = options.entry,
                             .int_mode = impl->is_java ? ir::IntMode::Bits32 : ir::IntMode::Math,
                             .awaits = impl->is_java};
  base::run_on_stack(kStackBytes, [&] {
    impl->is_good = load_stages(load, input);
    return 0;
  });
  if (impl->is_good) {
    impl->entry =
        input.entry.empty() ? input.program->proc(input.program->entry).name : input.entry;
  }
  impl->diagnostics = diagnostics_of(input.sources, input.sink);
  return Program(std::move(impl));
}

}  // namespace braid
